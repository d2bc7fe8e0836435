//! Work in the background ends with its purpose, and its memory does not grow.

use serde_json::{Value, json};

use crate::busy::{expect_rest, expect_work, watch_workers};
use crate::page::Page;
use crate::session::{run, run_with};

/// A sweep over a sample, then over all operands.
const SIN: &str = "v1/sin.approx.ftz.f32@sm_90?a=0x3f800000&sweep=a";
const FMA: &str = "v1/sequence@sm_90?code=sub.f32~d,a,b&a=0x3f800000&b=0x3f800000&with=neg.f32~t,b~~add.f32~d,a,t";

/// The workers of the browser, from outside of the page.
async fn n_workers(page: &Page) -> usize {
    let targets =
        page.dev_tools("Target.getTargets", json!({ "filter": [{ "type": "worker" }] })).await;
    targets["targetInfos"].as_array().map_or(0, Vec::len)
}

async fn sweep_all(page: &Page) {
    watch_workers(page).await;
    page.explore(SIN).await;
    page.expect_text("#sweep-progress[data-time]", "evenly spread").await;
    page.click("[data-sweep=whole]").await;
    page.expect_text("#sweep-progress", "left").await;
    expect_work(page, 5).await;
}

#[test]
fn a_sweep_pauses_while_another_tab_or_view_is_shown() {
    run(|page| async move {
        sweep_all(&page).await;
        page.click("#tab-cases").await;
        expect_rest(&page, "another tab").await;
        page.click("#tab-sweep").await;
        page.expect_text("#sweep-progress", "left").await;
        expect_work(&page, 5).await;
        for (view, seen) in [("reference", "#query"), ("sequence", "#sequence-code")] {
            page.script("location.hash = arguments[0]", vec![json!(view)]).await;
            page.expect_visible(seen).await;
            expect_rest(&page, view).await;
            page.click("#views a").await;
            page.expect_text("#sweep-progress", "left").await;
            expect_work(&page, 5).await;
        }
    });
}

#[test]
fn a_search_pauses_while_another_view_is_shown() {
    run(|page| async move {
        watch_workers(&page).await;
        page.open(FMA).await;
        page.click("[data-compare^=search]").await;
        page.expect_visible("[data-compare=stop]").await;
        expect_work(&page, 5).await;
        page.script("location.hash = 'reference'", vec![]).await;
        page.expect_visible("#query").await;
        expect_rest(&page, "another view").await;
    });
}

#[test]
fn workers_end_with_the_page() {
    // Otherwise the page is kept as it is for a step back, its workers with it, which rest.
    let forgetful = ["--disable-features=BackForwardCache"];
    run_with(&forgetful, |page| async move {
        sweep_all(&page).await;
        // Workers of the sample go on with all operands.
        assert_eq!(page.script("return ended", vec![]).await, json!(0));
        let present = page.script("return workers.length", vec![]).await;
        assert!(present.as_u64() > Some(0), "{present}");
        assert_eq!(json!(n_workers(&page).await), present);
        page.visit(&format!("{}i/fma/", page.address())).await;
        page.expect("workers", "0", || async { n_workers(&page).await.to_string() }).await;
    });
}

#[test]
fn a_long_sweep_keeps_its_memory() {
    run(|page| async move {
        page.watch().await;
        sweep_all(&page).await;
        let mut measured = Vec::new();
        for _ in 0..6 {
            expect_work(&page, 100).await;
            page.dev_tools("HeapProfiler.collectGarbage", json!({})).await;
            let usage = page.dev_tools("Runtime.getHeapUsage", json!({})).await;
            let memories =
                "return watched.memories.reduce((sum, each) => sum + each.buffer.byteLength, 0)";
            let memories = page.script(memories, vec![]).await;
            let whole = |value: &Value| value.as_u64().expect("a number of bytes");
            measured.push(whole(&usage["usedSize"]) + whole(&memories));
        }
        page.expect_text("#sweep-progress", "left").await;
        // A memory of WebAssembly grows by a step once it is full, whenever that is: what leaks takes
        // step after step.
        let steps = measured.windows(2).filter(|pair| pair[1] > pair[0] + 250_000);
        assert!(steps.count() <= 1, "{measured:?}");
    });
}
