//! The results of two programs, side by side.

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp::explore::difference::By;
use ptxfp_view::program::Edit;
use ptxfp_view::program::beside::Edit as Comparing;
use ptxfp_view::program::comparison::{ComparisonView, OutputView};
use ptxfp_view::program::results::SidesView;

use super::Program;
use crate::events::Sink;
use crate::pieces::comparison::{Act, button, by, result, search, verdict};
use crate::pieces::text::rich;
use crate::store::Live;

/// The results of both, if there are two, and the search for a difference.
#[component]
pub(super) fn Comparison(page: Program, view: Live<SidesView>) -> impl IntoView {
    view.draw(move |sides| comparison(page, sides))
}

/// The button that begins a comparison.
pub(super) fn begin(page: Program) -> AnyView {
    compare(page, "button", "begin", "Compare with another program", Comparing::Begin)
}

/// A button that changes the comparison.
pub(super) fn compare(
    page: Program,
    class: &'static str,
    hook: &str,
    words: &str,
    change: Comparing,
) -> AnyView {
    button(class, hook.to_owned(), words, move || page.send(Edit::Compare(change)))
}

/// The comparison below its heading.
fn comparison(page: Program, sides: &SidesView) -> AnyView {
    view! {
        <section class="sequence-band" aria-label="comparison">
            <header class="band-head"><h2>"Comparison"</h2></header>
            {outcome(page, sides)}
        </section>
    }
    .into_any()
}

/// The results of both, or the reason why they are not compared.
fn outcome(page: Program, sides: &SidesView) -> AnyView {
    match &sides.compared {
        Some(compared) => both(page, compared),
        None if sides.mismatch.is_empty() => {
            view! { <p class="note">"Correct the statements of both to compare them."</p> }
                .into_any()
        }
        None => view! { <p class="entry-note wrong">{rich(&sides.mismatch)}</p> }.into_any(),
    }
}

/// The results of both, and the search for operands on which they differ.
fn both(page: Program, compared: &ComparisonView) -> AnyView {
    let [one, two] = &compared.outputs;
    let [place, other_place] = &compared.places;
    let send: Sink<Act> = Rc::new(move |act| {
        page.send(Edit::Compare(match act {
            Act::Search => Comparing::Search,
            Act::Stop => Comparing::Stop,
            Act::Load => Comparing::Load,
        }));
    });
    let choose: Sink<By> = Rc::new(move |by| page.send(Edit::Compare(Comparing::By(by))));
    view! {
        {by(compared.by, choose)}
        <ol class="compared" id="sequence-compared">
            <li>{side("The first", place, one)}</li>
            <li>
                {side("The other", other_place, two)}
                {verdict(compared.verdict, compared.is_same, compared.reason.as_ref())}
                {search(&compared.search, "", &send)}
            </li>
        </ol>
    }
    .into_any()
}

/// The results of one.
fn side(title: &'static str, place: &str, outputs: &[OutputView]) -> AnyView {
    view! {
        <p class="compared-head">
            <strong>{title}</strong>
            <span class="muted">{place.to_owned()}</span>
        </p>
        {outputs.iter().map(output).collect_view()}
    }
    .into_any()
}

/// A result, and the others that contraction permits.
fn output(output: &OutputView) -> AnyView {
    let other = |other: &String| {
        view! { <p class="linked">"or "<code>{other.clone()}</code></p> }.into_any()
    };
    view! {
        {result(&output.name, &output.digits, &output.values)}
        {output.others.iter().map(other).collect_view()}
    }
    .into_any()
}
