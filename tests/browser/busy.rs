//! Work in the background, seen from the page: by what it says to its workers and they to it.

use serde_json::{Value, json};

use crate::page::Page;
use crate::session::report;

/// Notes every worker, how many the page ended, which are busy, and how often any has answered. A worker is busy from
/// messages for it until it sends one.
const WATCH: &str = "
    window.workers = []; window.ended = 0; window.busy = new Set(); window.answers = 0;
    const Before = Worker;
    window.Worker = class extends Before {
        constructor(...all) {
            super(...all);
            workers.push(this);
            // Before the page hears of it, and sends it the next thing.
            this.addEventListener('message', () => { busy.delete(this); answers++; });
        }
        postMessage(...all) { busy.add(this); super.postMessage(...all); }
        terminate() { ended++; busy.delete(this); super.terminate(); }
    }";

/// Calls back after this many more answers of workers.
const WORK: &str = "
    const [count, done] = arguments;
    const wanted = answers + count;
    const look = () => answers < wanted ? requestAnimationFrame(look) : done(null);
    look()";

/// Calls back when no worker was busy for that many frames: whoever has an answer asks the next
/// question at once.
const REST: &str = "
    const [count, done] = arguments;
    const start = answers;
    let quiet = 0;
    const look = () => {
        quiet = busy.size ? 0 : quiet + 1;
        if (answers > start + 300) done('they go on');
        else if (quiet < count) requestAnimationFrame(look);
        else done('they rest');
    };
    look()";

/// Notes from the next document on what workers do.
pub(crate) async fn watch_workers(page: &Page) {
    page.before_anything(WATCH).await;
}

/// Waits until workers have given that many answers more.
pub(crate) async fn expect_work(page: &Page, n_answers: u32) {
    page.script_async(WORK, vec![json!(n_answers)]).await;
}

/// Waits until workers rest, which they are to do soon.
pub(crate) async fn expect_rest(page: &Page, what: &str) {
    let found = page.script_async(REST, vec![json!(20)]).await;
    assert_eq!(found, json!("they rest"), "{what}");
}

/// Draws that many frames, and says how long nineteen of twenty took at most, in milliseconds.
const DRAW: &str = "
    const [count, done] = arguments;
    const times = []; let last = performance.now();
    const note = now => {
        times.push(now - last); last = now;
        if (times.length < count) requestAnimationFrame(note);
        else done(times.sort((a, b) => a - b)[Math.floor(count * 0.95)]);
    };
    requestAnimationFrame(note)";

/// Presses a button that stops the work, and returns the milliseconds until it disappears.
const STOP: &str = "
    const [stop, done] = arguments;
    const start = performance.now();
    document.querySelector(stop).click();
    const look = () => document.querySelector(stop)
        ? requestAnimationFrame(look) : done(performance.now() - start);
    look()";

/// Asserts that the page goes on drawing while workers go on answering, and that the work ends when
/// `stop`, the selector of a button, is pressed. How long that takes is reported.
pub(crate) async fn work_leaves_the_page_free(page: &Page, stop: &str) {
    let frames = page.script_async(DRAW, vec![json!(60)]).await;
    expect_work(page, 3).await;
    let stopped = page.script_async(STOP, vec![json!(stop)]).await;
    expect_rest(page, "after the stop").await;
    let whole = |time: &Value| time.as_f64().unwrap_or_default().round();
    report(&format!(
        "work in the background: p95 of a frame {} ms (aim 50), stopped after {} ms (aim 100)",
        whole(&frames),
        whole(&stopped)
    ));
}
