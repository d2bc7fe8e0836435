//! The row below the answer line: the reason for the result, or an error.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::answer::SayView;
use ptxfp_view::playground::instruction::{FixView, SectionView};
use ptxfp_view::playground::next::StepView;
use ptxfp_view::playground::parts::BelowView;
use ptxfp_view::taught::Taught;

use super::Playground;
use crate::events::handler;
use crate::pieces::term::with_terms;
use crate::pieces::text::{rich, section_link};
use crate::store::Live;

/// One message. Its row is always there, so that nothing below moves.
#[component]
pub(super) fn Say(page: Playground, view: Live<BelowView>) -> impl IntoView {
    view.draw(move |view| message(page, view))
}

/// The message. `#diagnostics` describes the statement, and so is always there.
fn message(page: Playground, view: &BelowView) -> AnyView {
    let (class, why, diagnostic) = match &view.say {
        SayView::Why(text) => {
            let text = with_terms(text, "why");
            let taught = view.taught.map(taught);
            ("say", Some(view! { <p>{text}{taught}</p> }.into_any()), None)
        }
        SayView::Problem { code, what, why, section, fix, more } => {
            let fixes = fix.iter().chain(more);
            let text = view! { <strong>{rich(what)}</strong>" "{rich(why)} }.into_any();
            ("say bad", None, Some(diagnostic(page, code, text, section.as_ref(), fixes)))
        }
        SayView::Remark { text, section, fix } => {
            let text = with_terms(text, "remark");
            ("say remark", None, Some(diagnostic(page, "", text, section.as_ref(), fix.iter())))
        }
    };
    view! {
        <div class=class id="say">
            <div id="diagnostics">{diagnostic}</div>
            {why}
            {view.next.as_ref().map(|next| step(page, next))}
            {view.open.as_ref().map(open)}
        </div>
    }
    .into_any()
}

/// The link to the page of the course that teaches the reason.
fn taught(page: Taught) -> AnyView {
    view! { " "<a id="taught" href=page.address>"Learn: "{page.title}</a> }.into_any()
}

/// The link that leads on.
fn open((label, address): &(String, String)) -> AnyView {
    view! { <a class="button next" href=address.clone()>{label.clone()}</a> }.into_any()
}

/// The button of the next step, with its result.
fn step(page: Playground, next: &StepView) -> AnyView {
    let action = next.action.clone();
    let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
    view! {
        <button class="button next" type="button" id="next" on:click=press>
            <span>{rich(&next.label)}":"</span>
            " "
            <code>{next.statement.clone()}</code>
            " → "
            <code>{next.value.clone()}</code>
        </button>
    }
    .into_any()
}

/// An error or a remark, and the fixes, the likeliest first.
fn diagnostic<'f>(
    page: Playground,
    code: &'static str,
    text: AnyView,
    section: Option<&SectionView>,
    fixes: impl Iterator<Item = &'f FixView>,
) -> AnyView {
    let section = section.map(|section| view! { " "{section_link(section)} }.into_any());
    let buttons = fixes.enumerate().map(|(index, fix)| {
        fix_button(page, fix, if index == 0 { "button primary" } else { "button" })
    });
    view! {
        <div class="problem" data-code=code>
            <p>{text}{section}</p>
            <div class="fixes">{buttons.collect_view()}</div>
        </div>
    }
    .into_any()
}

/// A button that fixes a problem.
pub(super) fn fix_button(page: Playground, fix: &FixView, class: &'static str) -> AnyView {
    let action = fix.action.clone();
    let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
    view! { <button class=class type="button" on:click=press>{rich(&fix.label)}</button> }
        .into_any()
}
