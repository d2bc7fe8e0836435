//! From the navigation to the result on the screen.

use std::time::Duration;

use serde_json::{Value, json};

use super::{LIMIT, Report, SLOWNESSES, number, run_before, slow_down};
use crate::page::Page;
use crate::session::run_alone;

/// Hosts of static pages let browsers keep files for some minutes.
const HEADERS: &str = "Cache-Control: max-age=600\r\n";

/// The time that the browser is given to report what it painted.
const SETTLED: Duration = Duration::from_millis(500);

/// The addresses: name, fragment, and the selector of the result.
const ADDRESSES: [(&str, &str, &str); 3] = [
    ("playground", "", "#result-register[data-value^='0x']"),
    ("reference", "reference", "#library .form"),
    (
        "sequence",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~d,t,b&a=0x40000000&b=0x3f800000",
        "[data-line='2'] [data-result=d][data-value='0x40a00000']",
    ),
];

/// Writes down when the document had the result, and when it was on the screen: the frame that
/// follows is asked for, and a task runs after it was drawn. Times are since the navigation.
const OBSERVE: &str = "
    window.speed = {};
    const note = (type, write) => new PerformanceObserver(list => list.getEntries().forEach(write))
        .observe({ type, buffered: true });
    note('paint', entry => { window.speed[entry.name] = entry.startTime });
    note('largest-contentful-paint', entry => { window.speed.largest = entry.startTime });
    const look = new MutationObserver(() => {
        if (!document.querySelector(RESULT)) return;
        look.disconnect();
        window.speed.there = performance.now();
        const painted = () => { window.speed.painted = performance.now() };
        requestAnimationFrame(() => scheduler.postTask(painted, { priority: 'user-blocking' }));
    });
    look.observe(document, { subtree: true, childList: true, attributes: true })";

/// The measures of a visit, with their names in the script.
const MEASURES: [(&str, &str); 4] = [
    ("first paint", "first-contentful-paint"),
    ("in the document", "there"),
    ("painted", "painted"),
    ("largest paint", "largest"),
];

pub(super) fn measure(report: &Report) {
    for (name, fragment, result) in ADDRESSES {
        for slowness in SLOWNESSES {
            let report = report.clone();
            run_alone(&[], HEADERS, LIMIT, move |page| async move {
                let selector = json!(result).to_string();
                run_before(&page, &OBSERVE.replace("RESULT", &selector)).await;
                slow_down(&page, slowness).await;
                for visit in ["first", "second"] {
                    let found = visited(&page, fragment).await;
                    for (measure, key) in MEASURES {
                        let number = number(&found[key], measure);
                        let subject = format!("{name}, {visit} visit");
                        report.add("start", &subject, slowness, measure, number);
                    }
                }
            });
        }
    }
}

/// Opens the page and waits for the result.
async fn visited(page: &Page, fragment: &str) -> Value {
    page.visit("about:blank").await;
    page.visit(&format!("{}#{fragment}", page.address())).await;
    let is_there =
        || async { page.script("return String('painted' in window.speed)", vec![]).await };
    page.expect("the result", "true", || async {
        is_there().await.as_str().unwrap_or_default().to_owned()
    })
    .await;
    tokio::time::sleep(SETTLED).await;
    page.script("return window.speed", vec![]).await
}
