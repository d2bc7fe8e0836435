//! Machine code: the code that the instruction is assembled to, by target.

use leptos::prelude::*;
use ptxfp_view::explorer::Screen;
use ptxfp_view::explorer::machine::CodeView;
use ptxfp_view::explorer::tabs::PanelView;

use super::Explorer;
use crate::part::At;
use crate::pieces::table::table;
use crate::pieces::text::{copy_button, rich};

/// The origin of the record, followed by the tools that it was made with.
const ORIGIN: &str = "The code that one version of NVIDIA\u{2019}s assembler emits for unknown operands: \
    an observation, not a guarantee. Loads, stores and copies between registers are left out, and \
    register names are not recorded: R is any register, RZ holds zero, @P runs on a \
    condition. Recorded with ";

/// The tab.
pub(super) fn machine_code(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let PanelView::Machine(view) = &screen.panel else { return ().into_any() };
    let note = (!view.note.is_empty())
        .then(|| view! { <p class="note" role="status">{view.note.clone()}</p> }.into_any());
    let origin = (!view.origin.is_empty())
        .then(|| view! { <p class="note">{ORIGIN}{view.origin.clone()}"."</p> }.into_any());
    view! {
        <div class="machine">
            {note}
            <div class="machine-codes">{view.codes.iter().map(code).collect_view()}</div>
            {view.terms.as_ref().map(table)}
            {origin}
        </div>
    }
    .into_any()
}

/// The code of some targets.
fn code(view: &CodeView) -> AnyView {
    let words = (!view.words.is_empty()).then(|| view! { ". "{rich(&view.words)} }.into_any());
    let instruction = |each: &String| view! { <li><code>{each.clone()}</code></li> }.into_any();
    let instructions = (!view.code.is_empty()).then(|| {
        let all = view.code.iter().map(instruction).collect_view();
        view! { <ol aria-label=view.targets.clone()>{all}</ol> }.into_any()
    });
    let rest = (!view.rest.is_empty())
        .then(|| view! { <p class="note">{view.rest.clone()}</p> }.into_any());
    let copy = (!view.copied.is_empty()).then(|| {
        let first = view.targets.split(',').next().unwrap_or_default();
        let id = ["copy-code-", first].concat();
        copy_button(&view.copied, id, "button ghost to-end", "Copy")
    });
    view! {
        <section class="machine-code">
            <header class="band-head"><h3>{view.targets.clone()}{present(view)}</h3>{copy}</header>
            <p><strong>{view.title.clone()}</strong>{words}</p>
            {instructions}
            {rest}
        </section>
    }
    .into_any()
}

/// Says that the present target is among those of a code.
fn present(view: &CodeView) -> Option<AnyView> {
    let is_alone = !view.targets.contains(',');
    let words = if is_alone { ", the current target" } else { ", the current target among them" };
    view.is_present.then(|| view! { <span class="muted">{words}</span> }.into_any())
}
