//! The notice of a program about its link.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::notice::NoticeView;

use super::text::rich;

/// The notice, with a button that dismisses it.
pub(crate) fn notice_banner(
    notice: Option<&NoticeView>,
    dismiss: Box<dyn FnMut(MouseEvent)>,
) -> AnyView {
    let Some(notice) = notice else { return ().into_any() };
    let messages = notice.messages.iter().map(|message| view! { {rich(message)}" " }.into_any());
    let pieces = notice.link.iter().map(|(piece, is_wrong)| {
        let piece = piece.clone();
        if *is_wrong { view! { <mark>{piece}</mark> }.into_any() } else { piece.into_any() }
    });
    view! {
        <div class="banner" id="banner" role="alert">
            <p>
                <strong>"Part of the link could not be read. "</strong>
                {messages.collect_view()}
                <span class="link">{pieces.collect_view()}</span>
            </p>
            <button class="text-button" type="button" on:click=dismiss>"Dismiss"</button>
        </div>
    }
    .into_any()
}
