//! The result: the register, then its lanes.

use leptos::prelude::*;
use ptxfp::link::Verdict;
use ptxfp_view::playground::result::{DigitsView, FactView, LinkedView, ResultLaneView};
use ptxfp_view::playground::{MAX_LANES, Screen};

use super::Playground;
use super::bits::bit_picture;
use super::ruler::ruler;
use crate::part::part;
use crate::pieces::comparison::verdict_class;
use crate::pieces::text::{RIGHT, WRONG, copy_button, marked_digits, rich, sign};

/// The right half of the work area.
#[component]
pub(super) fn Result(page: Playground) -> impl IntoView {
    let register = part(
        page,
        [0; 2],
        |one, two, _| {
            let head =
                |screen: &Screen| (screen.result.name.clone(), screen.result.formula.clone());
            head(one) == head(two) && is_same_register(one, two, [0; 2])
        },
        |_, screen, _| register(screen),
    );
    let linked = part(
        page,
        [0; 2],
        |one, two, _| one.linked == two.linked,
        |_, screen, _| screen.linked.as_ref().map(linked_result).into_any(),
    );
    let lanes = (0..MAX_LANES).map(|index| {
        part(
            page,
            [index, 0],
            |one, two, [index, _]| {
                let lane = two.result.lanes.get(index);
                one.result.lanes.get(index) == lane
                    && (one.beat == two.beat || lane.is_none_or(|lane| !lane.is_changed))
            },
            |_, screen, [index, _]| {
                let lane = screen.result.lanes.get(index);
                lane.map(|lane| result_lane(lane, screen.beat)).into_any()
            },
        )
    });
    view! {
        <section class="result" id="result" aria-label="result">
            {register}
            <div>{linked}{lanes.collect_view()}</div>
        </section>
    }
}

fn is_same_register(one: &Screen, two: &Screen, _: [usize; 2]) -> bool {
    one.result.hex == two.result.hex && one.result.register == two.result.register
}

/// What the instruction computes, and the register.
fn register(screen: &Screen) -> AnyView {
    let result = &screen.result;
    view! {
        <header class="band-head">
            <h2>"Result"</h2>
            <span class="muted">{result.formula.clone()}</span>
        </header>
        <div class="result-register">
            <span class="result-name">{result.name.clone()}</span>
            <code class="register-digits" id="result-register" data-value=result.hex.clone()>
                {register_digits(&result.register)}
            </code>
            {copy_button(&result.hex, "copy-result".to_owned(), "button ghost to-end", "Copy")}
        </div>
    }
    .into_any()
}

/// The digits of a register, lane by lane.
fn register_digits(lanes: &[DigitsView]) -> AnyView {
    let lane = |lane: &DigitsView| {
        view! { <span class=lane.certainty.digits_class()>{lane.digits.clone()}</span> }.into_any()
    };
    view! { "0x"{lanes.iter().map(lane).collect_view()} }.into_any()
}

/// Whether the result is still the one that the link recorded.
fn linked_result(linked: &LinkedView) -> AnyView {
    let class = verdict_class(linked.verdict);
    let mark = if linked.verdict == Verdict::Differs { WRONG } else { RIGHT };
    // The digits that are the same are told apart from those that changed.
    let digits: Vec<_> = linked.digits.iter().map(|(digit, is_same)| (*digit, !is_same)).collect();
    let reasons = linked.reasons.iter().map(|reason| ["; ", reason].concat().into_any());
    view! {
        <p class="linked" id="linked">
            <span class=class>{sign(mark)}{linked.verdict.word()}</span>
            " the link says "
            {marked_digits(&digits)}
            {reasons.collect_view()}
        </p>
    }
    .into_any()
}

/// A card with the guarantee, bits under hex digits, value, error and ruler.
fn result_lane(lane: &ResultLaneView, beat: bool) -> AnyView {
    let is_tall = lane.bits.nibbles.iter().any(|nibble| nibble.row_index.is_some());
    let certainty = lane.certainty.class();
    let is_named = !lane.name.is_empty();
    let name =
        is_named.then(|| view! { <span class="lane-name">{lane.name.clone()}</span> }.into_any());
    let copy = is_named.then(|| {
        let id = ["copy-lane-", &*lane.index.to_string()].concat();
        copy_button(&lane.bits.hex, id, "text-button", "Copy")
    });
    // Two names, so that a change right after a change is seen too.
    let changed = match (lane.is_changed, beat) {
        (false, _) => "",
        (true, false) => "changed-tick",
        (true, true) => "changed-tock",
    };
    let note = lane.note.as_ref().map(|note| view! { <p class="note">{rich(note)}</p> }.into_any());
    view! {
        <article
            class=if is_tall { "result-lane tall" } else { "result-lane" }
            data-result-lane=lane.index.to_string()
            data-bits=lane.bits.hex.clone()
        >
            <header>
                {name}
                <span class=["guarantee ", certainty].concat()>{lane.tag.clone()}</span>
                <span class="muted to-end">{lane.exactness}</span>
                {copy}
            </header>
            <div class="result-body">
                {bit_picture(&lane.bits, certainty)}
                <div class="result-value">
                    <strong class=changed>{lane.value.clone()}</strong>
                    <span>{lane.class.clone()}</span>
                </div>
            </div>
            {facts(&lane.facts)}
            {lane.line.as_ref().map(ruler)}
            {note}
        </article>
    }
    .into_any()
}

/// Exact value, error, neighbours.
fn facts(facts: &[FactView]) -> Option<AnyView> {
    let fact = |fact: &FactView| {
        view! { <div><dt>{fact.term}</dt><dd>{fact.detail.clone()}</dd></div> }.into_any()
    };
    let all = facts.iter().map(fact).collect_view();
    (!facts.is_empty()).then(|| view! { <dl class="facts">{all}</dl> }.into_any())
}

/// The result in one line, which stays at the bottom of a phone's screen until the result is reached.
pub(super) fn peek(page: Playground) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, at| is_same_register(one, two, at) && one.result.name == two.result.name,
        |_, screen, _| {
            let result = &screen.result;
            let values: Vec<_> = result.lanes.iter().map(|lane| lane.value.as_str()).collect();
            view! {
                <div class="peek" id="peek" aria-hidden="true">
                    <b>{result.name.clone()}</b>
                    <code>{register_digits(&result.register)}</code>
                    <span class="peek-values">{values.join(" · ")}</span>
                </div>
            }
            .into_any()
        },
    )
}
