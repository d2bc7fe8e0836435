//! The inputs of a program: the example of a component (`docs/components.md`).

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::inputs::InputRow;

use super::Program;
use super::register::name;
use crate::events::Sink;
use crate::pieces::entry::{Entry, entry_field, entry_note};
use crate::pieces::text::rich;
use crate::store::Live;

/// A row for each input, and below them notes, while there are inputs.
///
/// A key is the place of an input's register. A row of its own for each keeps the focus and the caret
/// in a field while other inputs come and go.
#[component]
pub(super) fn Inputs(
    page: Program,
    keys: Live<Vec<usize>>,
    notes: Live<Vec<String>>,
) -> impl IntoView {
    let row = move |key| {
        let view = page.data(move |screen| screen.input(key));
        view! { <Input page view/> }.into_any()
    };
    keys.shown(move || {
        view! {
            <section class="sequence-band" aria-label="inputs">
                <header class="band-head"><h2>"Inputs"</h2></header>
                {keys.rows(row)}
                {notes.draw(|notes| notes.iter().map(|it| note(it)).collect_view().into_any())}
            </section>
        }
        .into_any()
    })
}

/// A sentence about inputs.
fn note(text: &str) -> AnyView {
    view! { <p class="muted">{rich(text)}</p> }.into_any()
}

/// An input, which is drawn again when its data have changed.
#[component]
fn Input(page: Program, view: Live<InputRow>) -> impl IntoView {
    view.draw(move |row| input(page, row))
}

/// Sends the events of the field of an input, by its place.
pub(super) fn entered(page: Program, place: usize) -> Sink<Entry> {
    Rc::new(move |entry| {
        page.send(match entry {
            Entry::Type(text) => Edit::Enter(place, text),
            Entry::Leave => Edit::Leave(place),
            Entry::Forget => Edit::Forget(place),
            Entry::Step(_) => return,
        });
    })
}

/// Name, type, value and register of an input.
fn input(page: Program, row: &InputRow) -> AnyView {
    let (view, place) = (&row.view, row.place);
    let own = (Which::First, view.register);
    let name = name(page, own, view.name.clone(), row.is_looked, Some(row.is_pressed));
    let id = ["sequence-input-", &place.to_string()].concat();
    let label = [&*view.name, " value"].concat();
    let send = entered(page, place);
    view! {
        <div class="sequence-input" data-input=place.to_string()>
            <code class="sequence-name">{name}</code>
            <code class="muted">{view.kind}</code>
            {entry_field(&view.field, &id, label, "value", false, &send)}
            <output class="lane-hex">{view.hex.clone()}</output>
            {entry_note(&view.field, &id)}
        </div>
    }
    .into_any()
}
