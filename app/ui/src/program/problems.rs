//! The errors in statements.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::instruction::FixView;
use ptxfp_view::program::Edit;
use ptxfp_view::program::code::{Change, Which};
use ptxfp_view::program::statements::ProblemView;

use super::Program;
use crate::events::handler;
use crate::pieces::text::{rich, section_link};

/// One bar per diagnostic.
pub(super) fn problems(page: Program, which: Which, problems: &[ProblemView]) -> AnyView {
    problems.iter().map(|view| problem(page, which, view)).collect_view().into_any()
}

/// Line and column, a sentence, its section, and fixes.
fn problem(page: Program, which: Which, problem: &ProblemView) -> AnyView {
    let item = &problem.item;
    let place = [&*problem.line.to_string(), ":", &problem.column.to_string()].concat();
    let section =
        item.section.as_ref().map(|section| view! { " "{section_link(section)} }.into_any());
    let fixes = item.fixes.iter().enumerate().map(|(index, view)| {
        let class = if index == 0 { "button primary" } else { "button" };
        fix(page, which, problem, view, class)
    });
    let fixes = (!item.fixes.is_empty())
        .then(|| view! { <div class="fixes">{fixes.collect_view()}</div> }.into_any());
    view! {
        <div class="diagnostic" data-code=item.code>
            <p><code>{place}</code>" "<strong>{rich(&item.message)}</strong>{section}</p>
            {fixes}
        </div>
    }
    .into_any()
}

/// A button that fixes a problem.
fn fix(
    page: Program,
    which: Which,
    problem: &ProblemView,
    view: &FixView,
    class: &'static str,
) -> AnyView {
    let (head, action) = (problem.head.clone(), view.action.clone());
    let press = handler(move |_: MouseEvent| {
        page.send(Edit::Code(which, Change::Fix(head.clone(), action.clone())));
    });
    view! { <button class=class type="button" on:click=press>{rich(&view.label)}</button> }
        .into_any()
}
