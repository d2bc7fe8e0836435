//! The text of a first visit or a lesson, above the answer line.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::lesson::LessonView;
use ptxfp_view::playground::parts::AboveView;

use super::Playground;
use crate::events::handler;
use crate::pieces::text::rich;
use crate::store::Live;

/// The orienting sentence, or the lesson that is being read.
#[component]
pub(super) fn Above(page: Playground, view: Live<AboveView>) -> impl IntoView {
    view.draw(move |view| match view {
        AboveView::Lesson(view) => lesson(page, view),
        AboveView::Orient => sentence(),
    })
}

/// The introduction of the page for a first visit: the text that `index.html` shows while the program
/// loads.
fn sentence() -> AnyView {
    view! {
        <div class="orient" id="orient">
            <p>
                <strong>"What does a GPU return, bit for bit, and why?"</strong>
                " Ask in words, numbers or code. You need no GPU."
            </p>
        </div>
    }
    .into_any()
}

/// A lesson: its text, the number of the shown result, and the buttons for the others.
fn lesson(page: Playground, view: &LessonView) -> AnyView {
    let place = view.place;
    let step = |label: &'static str, sign: &'static str, to: Option<usize>| {
        let go = handler(move |_: MouseEvent| {
            if let Some(to) = to {
                page.send(Edit::Lesson(to));
            }
        });
        let is_end = to.is_none().then_some("true");
        view! {
            <button class="button ghost" type="button" aria-label=label aria-disabled=is_end on:click=go>
                {sign}
            </button>
        }
        .into_any()
    };
    let close = handler(move |_: MouseEvent| page.send(Edit::CloseLesson));
    let count = [&(place + 1).to_string(), " of ", &view.count.to_string()].concat();
    view! {
        <div class="orient lesson-strip" id="lesson" role="group" aria-label="lesson">
            <p>
                <strong><a href=view.href.clone()>{view.title}</a></strong>
                " "
                {rich(view.text)}
                " "
                <em>{rich(view.says)}</em>
            </p>
            <span class="lesson-steps">
                {step("previous", "‹", place.checked_sub(1))}
                <span>{count}</span>
                {step("next", "›", Some(place + 1).filter(|next| *next < view.count))}
                <button class="button ghost" type="button" on:click=close>"Close"</button>
            </span>
        </div>
    }
    .into_any()
}
