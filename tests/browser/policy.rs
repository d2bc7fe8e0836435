//! The Content-Security-Policy: ordinary use stays within it, and anything outside is refused.

use serde_json::json;

use crate::page::Page;
use crate::session::run;

async fn is_kept(page: &Page, what: &str) {
    assert_eq!(page.wrong().await, json!([]), "{what}");
}

#[test]
fn every_view_stays_within_the_policy() {
    run(|page| async move {
        page.watch().await;
        page.explore("v1/tanh.approx.f16@sm_90?a=0x3c00").await;
        let tabs =
            "return [...document.querySelectorAll('[role=tab]')].map(tab => tab.id.slice(4))";
        let tabs = page.script(tabs, vec![]).await;
        let tabs = tabs.as_array().expect("a list of tabs");
        assert!(tabs.len() >= 7, "{tabs:?}");
        for tab in tabs.iter().filter_map(|tab| tab.as_str()) {
            page.click(&format!("#tab-{tab}")).await;
            page.expect_visible(&format!("#tab-{tab}[aria-selected=true]")).await;
            if tab == "sweep" {
                page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
            }
            if tab == "machine" {
                page.expect_text(".machine-code", "MUFU.TANH").await;
            }
            page.frames(2).await;
            is_kept(&page, tab).await;
        }
        page.script("scrollTo(0, 0)", vec![]).await;
        page.enter("a", 0, "2").await;
        page.click("#theme").await;
        page.click("#show-keys").await;
        page.click("#keys button").await;
        page.type_statement("fma.rn.f32").await;
        page.type_statement("bogus.f99 d, a;").await;
        is_kept(&page, "typing").await;
        for (view, seen) in
            [("reference", "#query"), ("formats", "#format-f16"), ("gallery", "[id^=lesson]")]
        {
            page.script("location.hash = arguments[0]", vec![json!(view)]).await;
            page.expect_visible(seen).await;
            is_kept(&page, view).await;
        }
        page.script("location.hash = 'sequence'", vec![]).await;
        page.expect_visible("#sequence-code").await;
        page.click("[data-compare^=search], [data-compare=begin]").await;
        page.expect_visible("#other-code, .search-words").await;
        page.frames(10).await;
        is_kept(&page, "sequence").await;
        page.visit(&format!("{}embed/#v1/add.f16@sm_90?a=0x3c00&b=0x3c00", page.address())).await;
        page.expect_result("0x4000").await;
        page.reach_explorer().await;
        is_kept(&page, "embed").await;
        page.visit(&format!("{}i/fma/", page.address())).await;
        page.element("h1").await;
        is_kept(&page, "a static page").await;
    });
}

/// Tries what the policy forbids.
const BREAK: &str = "
    const add = (name, all) => document.body.append(Object.assign(document.createElement(name), all));
    const tries = [
        () => add('script', { textContent: 'window.broken = 1' }),
        () => add('script', { src: 'data:text/javascript,window.broken=2' }),
        () => document.body.setAttribute('onclick', 'window.broken = 3') ?? document.body.onclick?.(),
        () => new Function('window.broken = 4')(),
        () => setTimeout('window.broken = 5'),
        () => add('style', { textContent: 'body { opacity: 0.5 }' }),
        () => document.body.setAttribute('style', 'opacity: 0.5'),
        () => add('img', { src: 'http://127.0.0.1:9/x.png' }),
        () => add('iframe', { src: 'http://127.0.0.1:9/' }),
        () => add('object', { data: 'http://127.0.0.1:9/' }),
        () => fetch('http://127.0.0.1:9/').catch(() => {}),
        () => navigator.sendBeacon('http://127.0.0.1:9/'),
        () => add('base', { href: 'http://127.0.0.1:9/' }),
        () => { const form = document.createElement('form'); form.action = 'http://127.0.0.1:9/'; document.body.append(form); form.submit(); },
    ];
    // Not from here: what WebDriver runs may evaluate text.
    setTimeout(() => { for (const each of tries) { try { each(); } catch {} } })";

/// The attempts that were reported.
const REPORTED: &str =
    "return [...new Set(window.watched.violations.map(each => each.split(' ')[0]))].sort()";

/// The outcome of the attempts.
const CAME: &str = "return [
    window.broken ?? null, getComputedStyle(document.body).opacity, document.baseURI.startsWith(location.origin),
    performance.getEntriesByType('resource').filter(each => each.name.includes(':9/') && each.responseStatus).length,
]";

#[test]
fn what_the_policy_forbids_is_refused_and_reported() {
    run(|page| async move {
        page.watch().await;
        for path in ["", "embed/"] {
            page.visit(&format!("{}{path}", page.address())).await;
            page.element("#result-register").await;
            page.script(BREAK, vec![]).await;
            let reported = [
                "base-uri",
                "connect-src",
                "form-action",
                "frame-src",
                "img-src",
                "object-src",
                "script-src",
                "script-src-attr",
                "script-src-elem",
                "style-src-attr",
                "style-src-elem",
            ];
            let found = || async { page.script(REPORTED, vec![]).await.to_string() };
            page.expect("violations", &json!(reported).to_string(), found).await;
            page.frames(20).await;
            let came = page.script(CAME, vec![]).await;
            assert_eq!(came, json!([null, "1", true, 0]), "{path}");
        }
        // The console reports each, too.
        page.expect_errors(10, "").await;
    });
}
