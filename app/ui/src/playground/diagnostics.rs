//! What is wrong with the statement.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::playground::Edit;
use ptxfp_view::playground::instruction::{DiagnosticView, FixView};

use super::Playground;
use super::instruction::is_picking;
use crate::part::{handler, part};
use crate::pieces::text::{rich, section_link};

/// One bar per diagnostic: a sentence, its section, and buttons that lead out of it. There are none
/// while words are proposed, so that the page stays in place below them.
pub(super) fn diagnostics(page: Playground) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, _| {
            is_picking(one) == is_picking(two)
                && one.instruction.diagnostics == two.instruction.diagnostics
        },
        |page, screen, _| {
            let items = screen.instruction.diagnostics.iter().filter(|_| !is_picking(screen));
            let items = items.map(|item| diagnostic(page, item)).collect_view();
            view! { <div id="diagnostics">{items}</div> }.into_any()
        },
    )
}

/// One diagnostic.
fn diagnostic(page: Playground, item: &DiagnosticView) -> AnyView {
    let section =
        item.section.as_ref().map(|section| view! { " "{section_link(section)} }.into_any());
    let fixes = item.fatal.then(|| {
        let buttons = item.fixes.iter().enumerate().map(|(index, fix)| {
            fix_button(page, fix, if index == 0 { "button primary" } else { "button" })
        });
        view! {
            <div class="fixes">
                {buttons.collect_view()}
                <span class="note">"The result stays that of the last legal line."</span>
            </div>
        }
        .into_any()
    });
    view! {
        <div
            class=if item.fatal { "diagnostic" } else { "diagnostic warning" }
            data-code=item.code
        >
            <p><strong>{rich(&item.message)}</strong>{section}</p>
            {fixes}
        </div>
    }
    .into_any()
}

/// A button that leads out of a problem.
pub(super) fn fix_button(page: Playground, fix: &FixView, class: &'static str) -> AnyView {
    let action = fix.action.clone();
    let press = handler(move |_: MouseEvent| page.send(Edit::Apply(action.clone())));
    view! { <button class=class type="button" on:click=press>{rich(&fix.label)}</button> }
        .into_any()
}
