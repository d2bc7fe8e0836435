//! An instruction and its answer at a glance: on the card, and in the reference.

use leptos::prelude::*;
use ptxfp::eval::Guarantee;
use ptxfp_view::card::PieceView;
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::playground::guarantee;

/// Opcode and modifiers.
pub(crate) fn spelling(pieces: &[PieceView]) -> AnyView {
    let piece = |piece: &PieceView| {
        let class = if piece.is_modifier { "token-modifier" } else { "token-opcode" };
        view! { <span class=class>{piece.text.clone()}</span> }.into_any()
    };
    pieces.iter().map(piece).collect_view().into_any()
}

/// A lane of a result.
pub(crate) struct Lane<'v> {
    /// Its name; empty where there is only one.
    pub(crate) name: &'v str,
    /// Its value and its bits.
    pub(crate) value: &'v str,
    pub(crate) hex: &'v str,
    /// The guarantee, and its words.
    pub(crate) guarantee: Guarantee,
    pub(crate) tag: &'v str,
}

/// The value of each lane with its bits and their guarantee.
pub(crate) fn lanes<'v>(all: impl ExactSizeIterator<Item = Lane<'v>>) -> AnyView {
    let is_alone = all.len() == 1;
    let class = if is_alone { "card-lanes" } else { "card-lanes several" };
    let all: Vec<_> = all.enumerate().map(|(index, it)| lane(&it, index == 0, is_alone)).collect();
    view! { <div class=class>{all}</div> }.into_any()
}

fn lane(lane: &Lane<'_>, is_first: bool, is_alone: bool) -> AnyView {
    let arrow = is_first.then(|| {
        view! { <span class="arrow" role="img" aria-label="returns">"→"</span> }.into_any()
    });
    let value = ["answer-value", length_class(lane.value, is_alone)].concat();
    let digits = ["hex ", guarantee::digits_class(lane.guarantee)].concat();
    let tag = ["guarantee ", guarantee::class(lane.guarantee)].concat();
    view! {
        <span class="card-name">{arrow}" "{lane.name.to_owned()}</span>
        <strong class=value>{lane.value.to_owned()}</strong>
        <code class=digits>{lane.hex.to_owned()}</code>
        <span class=tag>{lane.tag.to_owned()}</span>
    }
    .into_any()
}
