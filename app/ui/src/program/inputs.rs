//! The inputs of a program.

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::debug::uses::Place;
use ptxfp_view::program::view::InputView;
use ptxfp_view::program::{Edit, Screen};

use super::Program;
use super::register::name;
use crate::part::{At, Sink, part};
use crate::pieces::entry::{Entry, entry_field, entry_note};
use crate::pieces::text::rich;

/// A row for each input, if there are any.
pub(super) fn inputs(page: Program) -> AnyView {
    part(page, [0; 2], is_same, rows)
}

/// Whether the inputs and the selected one are unchanged.
fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    one.view.inputs == two.view.inputs
        && one.view.dependent == two.view.dependent
        && looked(one) == looked(two)
}

/// The selected input.
fn looked(screen: &Screen) -> Option<(Place, bool)> {
    let is_input =
        |place: Place| screen.view.inputs.iter().any(|it| (Which::First, it.register) == place);
    screen.debug.looked.filter(|looked| is_input(looked.0))
}

/// The rows below their heading.
fn rows(page: Program, screen: &Screen, _: At) -> AnyView {
    let inputs = &screen.view.inputs;
    if inputs.is_empty() {
        return ().into_any();
    }
    let looked = looked(screen);
    let rows = inputs.iter().enumerate().map(|(place, view)| input(page, place, view, looked));
    let note = |text: &String| view! { <p class="muted">{rich(text)}</p> }.into_any();
    let notes = screen.view.dependent.iter().map(note);
    view! {
        <section class="sequence-band" aria-label="inputs">
            <header class="band-head"><h2>"Inputs"</h2></header>
            {rows.collect_view()}
            {notes.collect_view()}
        </section>
    }
    .into_any()
}

/// Name, type, value and register of an input.
fn input(page: Program, place: usize, view: &InputView, looked: Option<(Place, bool)>) -> AnyView {
    let own = (Which::First, view.register);
    let is_looked = looked.is_some_and(|looked| looked.0 == own);
    let is_pressed = Some(looked == Some((own, true)));
    let name = name(page, own, view.name.clone(), is_looked, is_pressed);
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
            <code class="sequence-name">{name}</code>
            <code class="muted">{view.kind}</code>
            {entry_field(&view.field, &id, label, "value", false, &send)}
            <output class="lane-hex">{view.hex.clone()}</output>
            {entry_note(&view.field, &id)}
        </div>
    }
    .into_any()
}
