//! The result: the bits of its lanes, with facts about them.

use leptos::prelude::*;
use ptxfp::link::Verdict;
use ptxfp_view::playground::glance;
use ptxfp_view::playground::guarantee::class;
use ptxfp_view::playground::parts::PlacedLane;
use ptxfp_view::playground::result::{FactView, LinkedView, ResultLaneView};

use super::Playground;
use super::bits::bit_picture;
use super::ruler::ruler;
use crate::pieces::comparison::verdict_class;
use crate::pieces::text::{RIGHT, WRONG, copy_button, marked_digits, rich, sign};
use crate::store::Live;

/// The right half of the work area. Values and guarantees are in the answer line.
#[component]
pub(super) fn Result(page: Playground) -> impl IntoView {
    let formula = page.data(|screen| Some(screen.result.formula.clone()));
    let linked = page.data(|screen| screen.linked.clone());
    let places = page.data(|screen| Some((0..screen.result.lanes.len()).collect::<Vec<_>>()));
    let lane = move |place| {
        let view = page.data(move |screen| screen.lane(place));
        view! { <Lane view/> }.into_any()
    };
    view! {
        <section class="result" id="result" aria-label="result">
            <header class="band-head"><h2>"Result"</h2>{formula.draw(|formula| self::formula(formula))}</header>
            {linked.draw(linked_result)}
            {places.rows(lane)}
        </section>
    }
}

fn formula(formula: &str) -> AnyView {
    view! { <span class="muted">{formula.to_owned()}</span> }.into_any()
}

/// The comparison of the result with the one that the link recorded.
fn linked_result(linked: &LinkedView) -> AnyView {
    let class = verdict_class(linked.verdict);
    let mark = if linked.verdict == Verdict::Differs { WRONG } else { RIGHT };
    // Digits that changed look different from the others.
    let digits: Vec<_> = linked.digits.iter().map(|(digit, is_same)| (*digit, !is_same)).collect();
    let reasons = linked.reasons.iter().map(|reason| ["; ", reason].concat().into_any());
    view! {
        <p class="linked" id="linked">
            <span class=class>{sign(mark)}{linked.verdict.word()}</span>
            " the link recorded "
            {marked_digits(&digits)}
            {reasons.collect_view()}
        </p>
    }
    .into_any()
}

/// Bits below hex digits, facts and ruler; `register` is the name if there is one lane.
#[component]
fn Lane(view: Live<PlacedLane>) -> impl IntoView {
    view.draw(result_lane)
}

fn result_lane(view: &PlacedLane) -> AnyView {
    let PlacedLane { view: lane, register, staleness } = view;
    let is_alone = lane.name.is_empty();
    let name = if is_alone { register } else { &lane.name };
    // The bits of another statement are not the answer to this one.
    let copy = (!is_alone && staleness.is_empty()).then(|| {
        let id = ["copy-lane-", &*lane.index.to_string()].concat();
        copy_button(&lane.bits.hex, id, "button ghost to-end", "Copy")
    });
    let note = lane.note.as_ref().map(|note| view! { <p class="note">{rich(note)}</p> }.into_any());
    view! {
        <article
            class=["result-lane", staleness].concat()
            data-result-lane=lane.index.to_string()
            data-bits=lane.bits.hex.clone()
        >
            <div class="result-bits">
                <span class="lane-name">{name.to_owned()}</span>
                {bit_picture(&lane.bits, class(lane.guarantee))}
                {copy}
            </div>
            {facts(lane)}
            {lane.line.as_ref().map(ruler)}
            {note}
        </article>
    }
    .into_any()
}

/// The kind of value, then C hex, exact value and error or neighbors: each keeps its place.
fn facts(lane: &ResultLaneView) -> AnyView {
    let kind = [&*lane.class, if lane.exactness.is_empty() { "" } else { ", " }, lane.exactness];
    let kind = FactView { term: "Kind", detail: kind.concat() };
    let fact = |fact: &FactView| {
        view! { <div><dt>{fact.term}</dt><dd>{fact.detail.clone()}</dd></div> }.into_any()
    };
    let all = [&kind].into_iter().chain(glance::facts(lane)).map(fact).collect_view();
    view! { <dl class="facts">{all}</dl> }.into_any()
}
