//! Work in the background, seen from the page.

use std::time::Duration;

use serde_json::json;

use crate::page::Page;

/// Starts to note how long each frame takes.
const NOTE_FRAMES: &str = "
    window.frames_ = []; let last = performance.now();
    const note = now => { window.frames_.push(now - last); last = now; requestAnimationFrame(note) };
    requestAnimationFrame(note)";

/// The 95th percentile of the frames, in milliseconds.
const P95: &str = "
    const all = window.frames_.sort((a, b) => a - b);
    return all[Math.floor(all.length * 0.95)]";

/// Presses a button that stops the work, and says how many milliseconds later it is gone.
const STOP: &str = "
    const [stop, done] = arguments;
    const start = performance.now();
    document.querySelector(stop).click();
    const look = () => document.querySelector(stop)
        ? requestAnimationFrame(look) : done(performance.now() - start);
    look()";

/// Asserts that the page goes on drawing while it works for a time, and that the work then ends when
/// `stop`, the selector of a button, is pressed.
pub(crate) async fn work_leaves_the_page_free(page: &Page, time: Duration, stop: &str) {
    page.script(NOTE_FRAMES, vec![]).await;
    tokio::time::sleep(time).await;
    let frames = page.script(P95, vec![]).await;
    let stopped = page.script_async(STOP, vec![json!(stop)]).await;
    eprintln!("p95 of a frame {frames} ms, stopped after {stopped} ms");
    // Other tests run beside this one; the aims are 50 and 100.
    assert!(frames.as_f64().is_some_and(|it| it < 200.0), "{frames}");
    assert!(stopped.as_f64().is_some_and(|it| it < 300.0), "{stopped}");
}
