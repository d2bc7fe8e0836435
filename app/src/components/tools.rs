//! The buttons in the header: theme and share.

use leptos::prelude::*;

use super::CopyButton;
use crate::browser::theme::Theme;
use crate::state::Playground;

/// Theme and share.
#[component]
pub fn Tools() -> impl IntoView {
    view! {
        <ThemeButton />
        <CopyButton id="share" class="button" label="Share" text=Playground::link />
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
            <span class="spare">" " {move || theme.get().name().to_owned()}</span>
        </button>
    }
}
