//! The notice of a program about its link.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::notice::NoticeView;

use super::text::rich;
use crate::events::handler;
use crate::store::Live;

/// The notice, with a button that dismisses it.
#[component]
pub(crate) fn Notice(
    view: Live<NoticeView>,
    dismiss: impl Fn() + Copy + Send + 'static,
) -> impl IntoView {
    view.draw(move |notice| banner(notice, dismiss))
}

fn banner(notice: &NoticeView, dismiss: impl Fn() + 'static) -> AnyView {
    let dismiss = handler(move |_: MouseEvent| dismiss());
    let messages = notice.messages.iter().map(|message| view! { {rich(message)}" " }.into_any());
    let lead = match (notice.is_about_link, notice.is_lost) {
        (false, _) => None,
        (true, false) => Some(("part", "Part of the link could not be read. ")),
        (true, true) => Some(("all", "The link could not be read. ")),
    };
    let pieces = notice.link.iter().map(|(piece, is_wrong)| {
        let piece = piece.clone();
        if *is_wrong { view! { <mark>{piece}</mark> }.into_any() } else { piece.into_any() }
    });
    view! {
        <div class="notice" id="banner" role="alert">
            <p>
                {lead.map(|(_, text)| view! { <strong>{text}</strong> })}
                // The page for other pages tells them (`app/embed/embed.js`).
                <span data-wrong=lead.map(|(extent, _)| extent)>{messages.collect_view()}</span>
                <span class="link">{pieces.collect_view()}</span>
            </p>
            <button class="text-button" type="button" on:click=dismiss>"Dismiss"</button>
        </div>
    }
    .into_any()
}
