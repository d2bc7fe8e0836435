//! Copying something of the page.

use std::time::Duration;

use leptos::prelude::*;

use crate::browser::clipboard;
use crate::state::{Edit, Playground};
use crate::view_model::notice::NoticeView;

/// How long the button says that it copied.
const COPIED: Duration = Duration::from_secs(2);

/// A button that copies a text and says so; where the page may not, the banner shows the text.
#[component]
pub fn CopyButton(
    /// Its identifier.
    id: &'static str,
    /// Its style class.
    class: &'static str,
    /// What it says.
    label: &'static str,
    /// What it copies.
    text: fn(Playground) -> String,
) -> impl IntoView {
    let playground = Playground::expect();
    // What the button says instead of its label; empty at rest.
    let copied = RwSignal::new(String::new());
    let press = move |_| {
        let text = text(playground);
        let shown = text.clone();
        let done = Callback::new(move |worked| {
            if worked {
                copied.set(String::from("Copied"));
                set_timeout(move || copied.set(String::new()), COPIED);
            } else {
                playground.send(Edit::Notice(Some(NoticeView::CopyByHand(shown.clone()))));
            }
        });
        clipboard::copy(&text, done);
    };
    view! {
        <button type="button" id=id class=class on:click=press>
            {move || copied.with(|copied| String::from(if copied.is_empty() { label } else { copied }))}
        </button>
        <span class="unseen" role="status">
            {move || copied.with(|copied| String::from(if copied.is_empty() { "" } else { "Copied to the clipboard." }))}
        </span>
    }
}
