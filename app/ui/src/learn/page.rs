//! A page of a chapter: what is around its figure and its exercise.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::learn::Edit;
use ptxfp_view::learn::chapter::pieces;
use ptxfp_view::learn::screen::{PageView, PracticeView};

use super::Learn;
use crate::events::handler;
use crate::pieces::text::rich;
use crate::store::Live;

/// The title and the paragraphs.
#[component]
pub(super) fn PageHead(view: Live<PageView>) -> impl IntoView {
    view.draw(|view| {
        let paragraph = |text: &String| view! { <p>{with_terms(text)}</p> }.into_any();
        view! {
            <header class="learn-head">
                <p class="muted">
                    <a href="#learn">"Learn"</a>" · "{view.chapter.clone()}" · "{view.count.clone()}
                </p>
                <h2 id="learn-title" tabindex="-1">{view.title.clone()}</h2>
            </header>
            <div class="learn-text">{view.paragraphs.iter().map(paragraph).collect_view()}</div>
        }
        .into_any()
    })
}

/// A sentence with its code and its new terms.
fn with_terms(sentence: &str) -> AnyView {
    let piece = |(text, is_term): (String, bool)| {
        let text = rich(&text);
        if is_term { view! { <strong>{text}</strong> }.into_any() } else { text }
    };
    pieces(sentence).map(piece).collect_view().into_any()
}

/// The sentence to remember, and the ways on.
#[component]
pub(super) fn PageFoot(view: Live<PageView>) -> impl IntoView {
    view.draw(|view| {
        let way = |label: &'static str, class: &'static str, to: &(String, String)| {
            let (address, title) = to.clone();
            view! {
                <a class=class href=address>
                    <span class="muted">{label}</span>" "{title}
                </a>
            }
            .into_any()
        };
        let pages = view.pages.iter().map(|(address, title, is_here)| {
            let current = is_here.then_some("page");
            view! { <li><a href=address.clone() aria-current=current>{*title}</a></li> }.into_any()
        });
        view! {
            <p class="learn-remember"><strong>"Remember "</strong>{rich(&view.remember)}</p>
            {more("Practice of this chapter", &view.practice)}
            {more("Surprises of this chapter", &view.lessons)}
            <nav class="learn-ways" aria-label="pages">
                {view.previous.as_ref().map(|to| way("Back", "learn-back", to))}
                {view.next.as_ref().map(|to| way("Next", "learn-next", to))}
            </nav>
            <details class="learn-pages">
                <summary>"Pages of this chapter"</summary>
                <ol>{pages.collect_view()}</ol>
            </details>
        }
        .into_any()
    })
}

/// Links behind the last page of a chapter.
fn more(title: &'static str, links: &[(String, &'static str)]) -> AnyView {
    let link = |(address, title): &(String, &'static str)| {
        view! { <li><a href=address.clone()>{*title}</a></li> }.into_any()
    };
    (!links.is_empty())
        .then(|| {
            view! {
                <section class="learn-more">
                    <h3>{title}</h3>
                    <ul>{links.iter().map(link).collect_view()}</ul>
                </section>
            }
            .into_any()
        })
        .into_any()
}

/// The topic of a seeded exercise, and the next one.
#[component]
pub(super) fn Practice(view: Live<PracticeView>) -> impl IntoView {
    view.draw(|view| {
        let (address, chapter) = view.chapter.clone();
        view! {
            <header class="learn-head">
                <p class="muted">
                    <a href="#learn">"Learn"</a>" · practice · "{view.level}" · taught in "
                    <a href=address>{chapter}</a>
                </p>
                <h2>{view.title}</h2>
                <p><a class="learn-another" href=view.next.clone()>"Another one"</a></p>
            </header>
        }
        .into_any()
    })
}

/// The message that a text could not be fetched.
#[component]
pub(super) fn Missing(page: Learn, view: Live<()>) -> impl IntoView {
    view.draw(move |()| {
        let retry = handler(move |_: MouseEvent| page.send(Edit::Retry));
        view! {
            <p class="failure" role="alert">
                "The text of this chapter could not be loaded. "
                <button class="button" type="button" on:click=retry>"Try again"</button>
            </p>
        }
        .into_any()
    })
}
