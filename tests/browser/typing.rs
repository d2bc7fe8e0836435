//! Fast typing: nothing is lost, and each key is answered on the screen. How soon is reported.

use std::time::Duration;

use serde_json::Value;

use crate::page::Page;
use crate::session::{report, run};

/// The pause between two keys. The driver takes about 20 ms for a key, so that one comes every 30
/// ms: 400 words a minute.
const PAUSE: Duration = Duration::from_millis(10);

/// The limit from key to paint for nineteen of twenty keys, in milliseconds. Other work of the
/// machine adds to the times.
const TARGET: f64 = 50.0;

/// Writes down, for each key, how long it took until what it changed was on the screen: the frame
/// that follows the key is asked for first, and a task runs after it was drawn.
const OBSERVE: &str = "
    window.times = [];
    addEventListener('keydown', event => {
        const start = event.timeStamp;
        requestAnimationFrame(() => {
            const painted = () => window.times.push(performance.now() - start);
            scheduler.postTask(painted, { priority: 'user-blocking' });
        });
    }, { capture: true })";

/// The times, the shortest first.
async fn times(page: &Page) -> Vec<f64> {
    let times = page.script("return window.times", vec![]).await;
    let times = times.as_array().into_iter().flatten();
    let mut times: Vec<_> = times.filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The time that a share of all keys stays below.
fn share(times: &[f64], percent: usize) -> f64 {
    times[(times.len() * percent).div_ceil(100) - 1]
}

/// Types 40 characters into a field.
fn check(what: &'static str, fragment: &'static str, field: &'static str, text: &'static str) {
    assert_eq!(text.chars().count(), 40);
    run(move |page| async move {
        page.open(fragment).await;
        page.select_all(field).await;
        page.script(OBSERVE, vec![]).await;
        let took = page.type_evenly(text, PAUSE).await;
        page.expect("what was typed", text, || page.value(field)).await;
        // Every key was seen, and what it changed was drawn.
        let n_painted = || async { times(&page).await.len().to_string() };
        page.expect("keys", "40", n_painted).await;
        let times = times(&page).await;
        report(&format!(
            "typing, {what}: a key every {} ms, painted after {:.0} ms (p50), {:.0} ms (p95; target {TARGET})",
            took.as_millis() / 40,
            share(&times, 50),
            share(&times, 95),
        ));
    });
}

#[test]
fn the_instruction_keeps_up() {
    check("instruction", "", "#instruction", "fma.rn.ftz.sat.f32 d, 0f3f800000, 1/3, c");
}

#[test]
fn a_value_keeps_up() {
    check(
        "value",
        "v1/fma.rn.f64@sm_90?a=0x0000000000000001&b=0x3ff0000000000001&c=0x7fefffffffffffff",
        "[data-operand=a][data-lane=\"0\"] input",
        "3.14159265358979323846264338327950288419",
    );
}

#[test]
fn a_register_keeps_up() {
    check(
        "register",
        "v1/fma.rn.f16x2@sm_90?a=0x3c014000&b=0x3c013800&c=0xbc020001",
        "[data-register=a] header input",
        "0x0000000000000000000000000000003fc07fc0",
    );
}

#[test]
fn the_search_keeps_up() {
    check("search", "reference", "#query", "op:fma type:bf16 sm>=90 !oob isa<=8.6 re");
}
