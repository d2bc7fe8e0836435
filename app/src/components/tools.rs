//! The buttons in the header: theme and share.

use leptos::prelude::*;

use super::result_panel::COPIED;
use crate::browser::clipboard;
use crate::browser::theme::Theme;
use crate::state::Playground;
use crate::view_model::notice::NoticeView;

/// Theme and share.
#[component]
pub fn Tools() -> impl IntoView {
    view! {
        <ThemeButton />
        <ShareButton />
    }
}

/// Goes round light, dark and the system's choice.
#[component]
fn ThemeButton() -> impl IntoView {
    let theme = RwSignal::new(Theme::remembered());
    let press = move |_| {
        let next = theme.get_untracked().next();
        next.remember();
        next.apply();
        theme.set(next);
    };
    view! {
        <button
            type="button"
            class="icon-button"
            id="theme"
            aria-label=move || ["theme: ", theme.get().name()].concat()
            on:click=press
        >
            <span aria-hidden="true">"◐"</span>
            <span class="spare">" " {move || theme.get().name()}</span>
        </button>
    }
}

/// Copies the link to the present state.
#[component]
fn ShareButton() -> impl IntoView {
    let playground = Playground::expect();
    let copied = RwSignal::new(false);
    let press = move |_| {
        let link = playground.link();
        let shown = link.clone();
        let done = Callback::new(move |worked| {
            if worked {
                copied.set(true);
                set_timeout(move || copied.set(false), COPIED);
            } else {
                playground.notice.set(Some(NoticeView::CopyByHand(shown.clone())));
            }
        });
        clipboard::copy(&link, done);
    };
    view! {
        <button type="button" class="button" id="share" on:click=press>
            {move || if copied.get() { "Copied" } else { "Share" }}
        </button>
        <span class="unseen" role="status">
            {move || if copied.get() { "Link copied to the clipboard." } else { "" }}
        </span>
    }
}
