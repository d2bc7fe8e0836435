//! Machine code: the code that the instruction is assembled to, by target.

use std::sync::Arc;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::machine::whole::{KernelView, WholeView};
use ptxfp_view::explorer::tabs::machine::{CodeView, MachineView};

use crate::events::handler;
use crate::explorer::Explorer;
use crate::field::Reached;
use crate::pieces::table::table;
use crate::pieces::text::{copy_button, rich};
use crate::store::Live;

/// The origin of the record, followed by the tools that it was made with.
const ORIGIN: &str = "The code that one version of NVIDIA\u{2019}s assembler emits for unknown operands: \
    an observation, not a guarantee. The short form leaves out loads, stores, copies between registers \
    and register numbers: R is any register, RZ holds zero, @P runs on a condition. Recorded with ";

/// The meaning of the whole code.
const WHOLE: &str = "A kernel with this one instruction, as nvdisasm prints it: it loads each operand \
    through a pointer parameter, and stores the result through the first one.";

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    let view = page.data(|screen| screen.machine().cloned());
    view! { <MachineCode page view/> }.into_any()
}

#[component]
fn MachineCode(page: Explorer, view: Live<Arc<MachineView>>) -> impl IntoView {
    view.draw(move |view| machine_code(page, view))
}

fn machine_code(page: Explorer, view: &MachineView) -> AnyView {
    let note = (!view.note.is_empty())
        .then(|| view! { <p class="note" role="status">{view.note.clone()}</p> }.into_any());
    let origin = (!view.origin.is_empty())
        .then(|| view! { <p class="note">{ORIGIN}{view.origin.clone()}"."</p> }.into_any());
    view! {
        <div class="machine">
            {note}
            <div class="machine-codes">{view.codes.iter().map(code).collect_view()}</div>
            {view.whole.as_ref().map(|view| whole(page, view))}
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
    let copy = (!view.copied.is_empty()).then(|| copy(&view.copied, "copy-code-", &view.targets));
    view! {
        <section class="machine-code">
            <header class="band-head">
                <h3>{view.targets.clone()}{present(&view.targets, view.is_present)}</h3>
                {copy}
            </header>
            <p><strong>{view.title.clone()}</strong>{words}</p>
            {instructions}
            {rest}
        </section>
    }
    .into_any()
}

/// The button that copies the code of some targets.
fn copy(text: &str, kind: &str, targets: &str) -> AnyView {
    let first = targets.split(',').next().unwrap_or_default();
    copy_button(text, [kind, first].concat(), "button ghost to-end", "Copy")
}

/// Says that the present target is among those of a code.
fn present(targets: &str, is_present: bool) -> Option<AnyView> {
    let is_alone = !targets.contains(',');
    let words = if is_alone { ", the current target" } else { ", the current target among them" };
    is_present.then(|| view! { <span class="muted">{words}</span> }.into_any())
}

/// The whole code, once it is asked for.
fn whole(page: Explorer, view: &WholeView) -> AnyView {
    let press = handler(move |_: MouseEvent| page.send(Edit::Whole));
    let label = if view.is_shown { "Hide all instructions" } else { "Show all instructions" };
    let note = if view.kernels.is_empty() { view.note } else { WHOLE };
    let note = view.is_shown.then(|| view! { <p class="note" role="status">{note}</p> }.into_any());
    view! {
        <div class="machine-whole">
            <button class="button" type="button" id="whole-code" on:click=press>{label}</button>
            {note}
            {view.kernels.iter().map(kernel).collect_view()}
        </div>
    }
    .into_any()
}

/// The whole code on some targets.
fn kernel(view: &KernelView) -> AnyView {
    let label = ["all instructions on ", &*view.targets].concat();
    view! {
        <section class="machine-code">
            <header class="band-head">
                <h3>{view.targets.clone()}{present(&view.targets, view.is_present)}</h3>
                {copy(&view.text, "copy-whole-", &view.targets)}
            </header>
            <pre prop:reached=Reached(true) role="group" aria-label=label><code>{view.text.clone()}</code></pre>
        </section>
    }
    .into_any()
}
