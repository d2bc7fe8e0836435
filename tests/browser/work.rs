//! Work in the background ends with what it is for, and takes no more and more memory.

use std::time::Duration;

use serde_json::{Value, json};

use crate::page::Page;
use crate::session::{run, run_with, run_within};

const SIN: &str = "v1/sin.approx.ftz.f32@sm_90?a=0x3f800000&view=sweep";
const FMA: &str =
    "v1/sequence@sm_90?code=add.f32~d,a,b&a=0x3f800000&b=0x3f800000&with=add.f32~d,b,a";

/// Notes every worker, and how often each is given something to do.
const COUNT: &str = "
    window.sent = 0; window.workers = [];
    const Before = Worker;
    window.Worker = class extends Before {
        constructor(...all) { super(...all); workers.push(this); }
        postMessage(...all) { sent++; super.postMessage(...all); }
    }";

/// The workers of the browser, from outside of the page.
async fn n_workers(page: &Page) -> usize {
    let targets =
        page.dev_tools("Target.getTargets", json!({ "filter": [{ "type": "worker" }] })).await;
    targets["targetInfos"].as_array().map_or(0, Vec::len)
}

/// How often workers are given something to do in half a second.
async fn given(page: &Page) -> u64 {
    // What is being done now ends first.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let sent = || page.script("return sent", vec![]);
    let before = sent().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    sent().await.as_u64().unwrap_or(0) - before.as_u64().unwrap_or(0)
}

async fn sweep_all(page: &Page) {
    page.before_anything(COUNT).await;
    page.explore(SIN).await;
    page.expect_text("#sweep-progress", "evenly spread in").await;
    page.click("[data-sweep=whole]").await;
    page.expect_text("#sweep-progress", "left").await;
    assert!(given(page).await > 0);
}

#[test]
fn a_sweep_rests_while_another_tab_or_view_is_shown() {
    run_within(Duration::from_mins(3), |page| async move {
        sweep_all(&page).await;
        page.click("#tab-cases").await;
        assert_eq!(given(&page).await, 0, "another tab");
        page.click("#tab-sweep").await;
        page.expect_text("#sweep-progress", "left").await;
        for (view, seen) in [("reference", "#query"), ("sequence", "#sequence-code")] {
            page.script("location.hash = arguments[0]", vec![json!(view)]).await;
            page.expect_visible(seen).await;
            assert_eq!(given(&page).await, 0, "{view}");
            page.click("#views a").await;
            page.expect_text("#sweep-progress", "left").await;
        }
    });
}

#[test]
fn a_search_rests_while_another_view_is_shown() {
    run(|page| async move {
        page.before_anything(COUNT).await;
        page.open(FMA).await;
        page.click("[data-compare^=hunt]").await;
        page.expect_visible("[data-compare=stop]").await;
        assert!(given(&page).await > 0);
        page.script("location.hash = 'reference'", vec![]).await;
        page.expect_visible("#query").await;
        assert_eq!(given(&page).await, 0);
    });
}

#[test]
fn workers_end_with_the_page() {
    // Otherwise the page is kept as it is for a step back, its workers with it, which rest.
    let forgetful = ["--disable-features=BackForwardCache"];
    run_with(&forgetful, Duration::from_mins(2), |page| async move {
        sweep_all(&page).await;
        let started = page.script("return workers.length", vec![]).await;
        assert_eq!(json!(n_workers(&page).await), started);
        page.visit(&format!("{}i/fma/", page.address())).await;
        page.expect("workers", "0", || async { n_workers(&page).await.to_string() }).await;
    });
}

#[test]
fn a_long_sweep_keeps_its_memory() {
    run_within(Duration::from_mins(3), |page| async move {
        page.watch().await;
        sweep_all(&page).await;
        let mut measured = Vec::new();
        for _ in 0..6 {
            tokio::time::sleep(Duration::from_secs(2)).await;
            page.dev_tools("HeapProfiler.collectGarbage", json!({})).await;
            let usage = page.dev_tools("Runtime.getHeapUsage", json!({})).await;
            let memories =
                "return watched.memories.reduce((sum, each) => sum + each.buffer.byteLength, 0)";
            let memories = page.script(memories, vec![]).await;
            let whole = |value: &Value| value.as_u64().expect("a number of bytes");
            measured.push(whole(&usage["usedSize"]) + whole(&memories));
        }
        page.expect_text("#sweep-progress", "left").await;
        let (first, second) = measured.split_at(3);
        assert!(
            second.iter().max() <= first.iter().max().map(|most| most + 500_000).as_ref(),
            "{measured:?}"
        );
    });
}
