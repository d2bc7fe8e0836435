//! Saying to a screen reader what came of an edit, once it has settled.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::state::Playground;

/// How long it must stay the same before it is said.
const SETTLED: Duration = Duration::from_millis(900);

/// A polite live region with the result, or what is wrong, in a sentence.
///
/// It is the only one that follows typing: others would talk over every keystroke.
#[component]
pub fn Announcer() -> impl IntoView {
    let playground = Playground::expect();
    let said = RwSignal::new(String::new());
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |before: Option<String>| {
        let text = playground.text(|screen| &screen.spoken);
        if before.as_ref() == Some(&text) {
            return text;
        }
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
        // What the page opens with is read with the page.
        if before.is_some() {
            let settled = text.clone();
            let handle = set_timeout_with_handle(move || said.set(settled), SETTLED);
            waiting.set_value(handle.ok());
        }
        text
    });
    view! {
        <p class="unseen" id="announcement" role="status">
            {move || said.get()}
        </p>
    }
}
