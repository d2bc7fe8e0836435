//! What the page has to say about its link.

use leptos::prelude::*;

use super::RichText;
use crate::state::{Edit, Playground};
use crate::view_model::notice::NoticeView;

/// A link that could not be read as it stands, or a link to copy by hand.
#[component]
pub fn Banner() -> impl IntoView {
    let playground = Playground::expect();
    let dismiss = move |_| playground.send(Edit::Notice(None));
    move || {
        playground.screen.with(|screen| screen.notice.clone()).map(|content| {
            view! {
                <div class="banner" id="banner" role="alert">
                    {body(content)}
                    <button type="button" class="text-button" on:click=dismiss>
                        "Dismiss"
                    </button>
                </div>
            }
        })
    }
}

/// What the banner says.
fn body(notice: NoticeView) -> AnyView {
    match notice {
        NoticeView::BrokenLink { messages, link } => {
            let pieces = link.into_iter().map(|(text, wrong)| {
                if wrong { view! { <mark>{text}</mark> }.into_any() } else { text.into_any() }
            });
            let pieces = pieces.collect_view();
            let messages = messages.into_iter().map(|text| view! { <RichText text=text /> " " });
            view! {
                <p>
                    <strong>"The link could not be read as it stands. "</strong>
                    {messages.collect_view()}
                    <span class="link">{pieces}</span>
                </p>
            }
            .into_any()
        }
        NoticeView::CopyByHand(link) => view! {
            <p>"This page may not write to the clipboard. Copy the link from here:"</p>
            <input type="text" readonly aria-label="link" prop:value=link />
        }
        .into_any(),
    }
}
