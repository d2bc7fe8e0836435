//! The registers that a program starts from.

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::program::view::InputView;
use ptxfp_view::program::{Edit, Screen};

use super::Program;
use crate::part::{At, Sink, part};
use crate::pieces::entry::{Entry, entry_field, entry_note};

/// A row for each, if there are any.
pub(super) fn inputs(page: Program) -> AnyView {
    part(page, [0; 2], |one, two, _| one.view.inputs == two.view.inputs, rows)
}

/// The rows below their heading.
fn rows(page: Program, screen: &Screen, _: At) -> AnyView {
    let inputs = &screen.view.inputs;
    if inputs.is_empty() {
        return ().into_any();
    }
    let rows = inputs.iter().enumerate().map(|(place, view)| input(page, place, view));
    view! {
        <section class="sequence-band" aria-label="inputs">
            <header class="band-head"><h2>"Inputs"</h2></header>
            {rows.collect_view()}
        </section>
    }
    .into_any()
}

/// Name, type, value and register of an input.
fn input(page: Program, place: usize, view: &InputView) -> AnyView {
    let id = ["sequence-input-", &place.to_string()].concat();
    let label = [&*view.name, " value"].concat();
    let send: Sink<Entry> = Rc::new(move |entry| {
        page.send(match entry {
            Entry::Type(text) => Edit::Enter(place, text),
            Entry::Leave => Edit::Leave(place),
            Entry::Forget => Edit::Forget(place),
            Entry::Step(_) => return,
        });
    });
    view! {
        <div class="sequence-input" data-input=place.to_string()>
            <code class="sequence-name">{view.name.clone()}</code>
            <code class="muted">{view.kind}</code>
            {entry_field(&view.field, &id, label, "value", false, &send)}
            <output class="lane-hex">{view.hex.clone()}</output>
            {entry_note(&view.field, &id)}
        </div>
    }
    .into_any()
}
