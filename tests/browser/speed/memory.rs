//! The memory of the page, and whether it grows.

use std::time::Duration;

use serde_json::{Value, json};

use super::{LIMIT, Report, number, run_before};
use crate::page::Page;
use crate::session::run_alone;

/// The time that the page is left alone before it is measured.
const SETTLED: Duration = Duration::from_millis(500);

const TANH: &str = "v1/tanh.approx.f16@sm_90?a=0x3c00";

/// The number of edits in a batch, and of batches in a thousand.
const BATCH: u32 = 50;
const BATCHES: u32 = 20;

/// Keeps the memories of all programs that start in the page.
const KEEP: &str = "
    window.memories = [];
    const keep = start => async (...all) => {
        const started = await start.apply(WebAssembly, all);
        for (const each of Object.values((started.instance ?? started).exports))
            if (each instanceof WebAssembly.Memory) window.memories.push(each);
        return started;
    };
    WebAssembly.instantiate = keep(WebAssembly.instantiate);
    WebAssembly.instantiateStreaming = keep(WebAssembly.instantiateStreaming)";

/// The sum of the sizes.
const SIZES: &str =
    "return window.memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)";

/// Edits from one number on: a statement, a value, a bit (or what opens the bits, if they are closed), the
/// list of modifiers, and again.
const EDIT: &str = "
    const [first, count, done] = arguments;
    const pause = () => new Promise(next => setTimeout(next, 30));
    const type = (selector, text) => {
        const field = document.querySelector(selector);
        field.focus();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const press = (selector, number) => {
        const all = document.querySelectorAll(selector);
        all[number % all.length].click();
    };
    const bits = '[data-operand=a] [data-bit]';
    const statements = ['fma.rn.f32 d, a, b, c;', 'add.rn.ftz.f32 d, a, b;', 'mul.rz.f32 d, a, b;'];
    const edits = [
        number => type('#instruction', statements[number % 3]),
        number => type('[data-operand=a][data-lane=\"0\"] input', String(number / 16)),
        number => press(document.querySelector(bits) ? bits : '[data-unfold=a]', number),
        number => press('#change', number),
    ];
    (async () => {
        for (let number = first; number < first + count; number++) {
            edits[number % 4](Math.floor(number / 4));
            await pause();
        }
        done(null);
    })().catch(error => done(String(error)))";

pub(super) fn measure(report: &Report) {
    let report = report.clone();
    run_alone(&[], "", LIMIT, move |page| async move {
        run_before(&page, KEEP).await;
        // So low that the explorer is not near the view.
        page.resize(1440, 300).await;
        page.open(TANH).await;
        look(&page, &report, "the start").await;
        assert_eq!(page.count("#panel").await, 0, "the explorer was not there yet");
        page.resize(1440, 1000).await;
        page.reach_explorer().await;
        look(&page, &report, "the explorer").await;
        visit_all(&page).await;
        look(&page, &report, "a visit to every view").await;
        page.click("#tab-sweep").await;
        page.expect_text("#sweep-progress[data-time]", "all 65,536 operands").await;
        look(&page, &report, "a sweep of 65,536 operands").await;
        page.click("#tab-cases").await;
        for (index, name) in ["1,000 edits", "2,000 edits"].into_iter().enumerate() {
            for batch in 0..BATCHES {
                let batch = (u32::try_from(index).unwrap_or(0) * BATCHES + batch) * BATCH;
                let edits = vec![json!(batch), json!(BATCH)];
                assert_eq!(page.script_async(EDIT, edits).await, Value::Null);
            }
            look(&page, &report, name).await;
        }
    });
}

/// Goes to every view, and back to the playground.
async fn visit_all(page: &Page) {
    for (view, sign) in [
        ("tensor", "#tensor-value"),
        ("sequence", "#sequence-code"),
        ("reference", "#query"),
        ("formats", "[data-fold=e4m3]"),
        ("learn", ".learn-chapters"),
    ] {
        page.click(&format!("#views a[href='#{view}']")).await;
        page.expect_visible(sign).await;
    }
    // The link to the playground has its state.
    page.click("#views a").await;
    page.expect_visible("#instruction").await;
}

/// Measures the memory of the page once nothing is left that it does not need.
async fn look(page: &Page, report: &Report, state: &str) {
    tokio::time::sleep(SETTLED).await;
    for _ in 0..2 {
        page.dev_tools("HeapProfiler.collectGarbage", json!({})).await;
    }
    let heap = page.dev_tools("Runtime.getHeapUsage", json!({})).await;
    page.dev_tools("Performance.enable", json!({})).await;
    let counts = page.dev_tools("Performance.getMetrics", json!({})).await;
    page.dev_tools("Performance.disable", json!({})).await;
    let count = |name: &str| {
        let mut all = counts["metrics"].as_array().into_iter().flatten();
        let found = all.find(|metric| metric["name"] == name);
        number(&found.map(|metric| metric["value"].clone()).unwrap_or_default(), name)
    };
    let programs = page.script(SIZES, vec![]).await;
    for (measure, number) in [
        ("JavaScript", number(&heap["usedSize"], "the heap")),
        ("document", number(&heap["embedderHeapUsedSize"], "the document")),
        ("WebAssembly", number(&programs, "programs")),
        ("nodes", count("Nodes")),
        ("listeners", count("JSEventListeners")),
    ] {
        report.add("memory", state, 1, measure, number);
    }
}
