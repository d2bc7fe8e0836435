//! Announces the outcome of an edit, once it has settled.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use ptxfp_view::module::Module;

use super::Store;

/// The time that a text must stay unchanged before it is announced.
const SETTLED: Duration = Duration::from_millis(900);

/// The text that was announced last, or is pending.
#[derive(Debug, Default)]
pub(super) struct Speech {
    text: Option<String>,
    waiting: Option<TimeoutHandle>,
}

impl<M: Module> Store<M> {
    /// Announces the result or the error, if it has changed.
    pub(super) fn announce(self) {
        let text = M::summary(&self.screen()).spoken.to_owned();
        self.speech.update_value(|speech| {
            if speech.text.as_ref() == Some(&text) {
                return;
            }
            if let Some(waiting) = speech.waiting.take() {
                waiting.clear();
            }
            // The initial result is read with the page.
            if speech.text.is_some() {
                let settled = text.clone();
                let say = move || self.said.set(settled.clone());
                speech.waiting = set_timeout_with_handle(say, SETTLED).ok();
            }
            speech.text = Some(text);
        });
    }
}
