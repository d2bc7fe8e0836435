//! Waiting for what the page is to show, and what it reports.
//!
//! Times depend on the load of the machine, so no test makes claims about time: it waits for a state,
//! and gives up when nobody would wait longer.

use std::fmt::Debug;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::{Value, json};

use super::{Engine, PATIENCE, PERIOD, Page};
use crate::commands::Command;

/// Calls back after that many frames.
const FRAMES: &str = "
    const [count, done] = arguments;
    const next = left => left ? requestAnimationFrame(() => next(left - 1)) : done(null);
    next(count)";

impl Page {
    /// Waits until an element of a selector is in view.
    pub(crate) async fn expect_visible(&self, selector: &str) {
        let is_visible = || self.is_visible(selector);
        self.wait_for(&format!("{selector} in view"), is_visible, |visible| *visible).await;
    }

    /// Waits until the result register is this.
    pub(crate) async fn expect_result(&self, expected: &str) {
        self.expect("the result", expected, || self.result()).await;
    }

    /// Waits until the legality is this.
    pub(crate) async fn expect_legality(&self, expected: &str) {
        self.expect("the legality", expected, || self.text("#legality")).await;
    }

    /// Waits until a text contains another.
    pub(crate) async fn expect_text(&self, selector: &str, part: &str) {
        let has = |text: &String| text.contains(part);
        self.wait_for(&format!("{selector} with {part:?}"), || self.text(selector), has).await;
    }

    /// Waits until the fragment contains a text.
    pub(crate) async fn expect_fragment(&self, part: &str) {
        let has = |text: &String| text.contains(part);
        self.wait_for(&format!("an address with {part:?}"), || self.fragment(), has).await;
    }

    /// Waits until something has a value.
    pub(crate) async fn expect<F: Future<Output = String>>(
        &self,
        what: &str,
        expected: &str,
        read: impl Fn() -> F,
    ) {
        self.wait_for(&format!("{what} {expected:?}"), read, |found| found == expected).await;
    }

    pub(crate) async fn wait_for<T: Debug, F: Future<Output = T>>(
        &self,
        what: &str,
        read: impl Fn() -> F,
        is_right: impl Fn(&T) -> bool,
    ) {
        let start = Instant::now();
        loop {
            let found = read().await;
            if is_right(&found) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "expected {what}, found {found:?}");
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// Waits until the page has drawn that many frames: what it was about to do has been done then.
    pub(crate) async fn frames(&self, count: u32) {
        self.script_async(FRAMES, vec![json!(count)]).await;
    }

    /// Returns the errors on the console since this was last asked.
    pub(crate) async fn errors(&self) -> Vec<Value> {
        if self.engine == Engine::Firefox {
            return self.errors_in_firefox().await;
        }
        let entries = self.client.issue_cmd(Command::ConsoleLog).await.expect("the console");
        let is_wrong =
            |entry: &&Value| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING"));
        entries.as_array().into_iter().flatten().filter(is_wrong).cloned().collect()
    }

    /// Waits until that many errors with a text in them were reported to the console, and lets more
    /// follow.
    pub(crate) async fn expect_errors(&self, count: usize, part: &str) {
        self.allow_errors();
        let start = Instant::now();
        let mut all = Vec::new();
        loop {
            all.extend(self.errors().await);
            if all.iter().filter(|error| error.to_string().contains(part)).count() >= count {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "expected {count} errors with {part:?}: {all:#?}");
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// Lets the console have errors, for the browser reports what the test takes from the page.
    pub(crate) fn allow_errors(&self) {
        self.may_have_errors.store(true, Ordering::Relaxed);
    }

    /// Checks that nothing was reported to the console as an error, and that the program runs.
    pub(crate) async fn assert_no_errors(&self) {
        // First, since a program that stopped also reports to the console, without the reason.
        let stopped = self.value("#failure textarea").await;
        assert!(stopped.is_empty() && !self.is_visible("#failure").await, "stopped: {stopped}");
        let wrong = self.errors().await;
        let is_right = wrong.is_empty() || self.may_have_errors.load(Ordering::Relaxed);
        assert!(is_right, "the console has errors: {wrong:#?}");
    }
}
