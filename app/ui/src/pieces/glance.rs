//! An instruction and its answer in a few lines: on the card, and in the reference.

use leptos::prelude::*;
use ptxfp::link::Verdict;
use ptxfp_view::card::{CardView, PieceView};
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::playground::result::ResultLaneView;

use super::comparison::verdict_class;
use super::text::{RIGHT, WRONG, sign};

/// Opcode and modifiers.
pub(crate) fn spelling(card: &CardView) -> AnyView {
    let piece = |piece: &PieceView| {
        let class = if piece.is_modifier { "card-modifier" } else { "card-opcode" };
        view! { <span class=class>{piece.text.clone()}</span> }.into_any()
    };
    card.pieces.iter().map(piece).collect_view().into_any()
}

/// The value of each lane with its bits and their guarantee, and the verdict on a record.
pub(crate) fn answer(card: &CardView) -> AnyView {
    let is_alone = card.lanes.len() == 1;
    let lane = |(index, lane): (usize, &ResultLaneView)| {
        let arrow = (index == 0).then(|| {
            view! { <span class="arrow" role="img" aria-label="returns">"→"</span> }.into_any()
        });
        let digits = ["hex ", lane.certainty.digits_class()].concat();
        let guarantee = ["guarantee ", lane.certainty.class()].concat();
        let value = ["answer-value", length_class(&lane.value, is_alone)].concat();
        view! {
            <span class="card-name">{arrow}" "{lane.name.clone()}</span>
            <strong class=value>{lane.value.clone()}</strong>
            <code class=digits>{lane.bits.hex.clone()}</code>
            <span class=guarantee>{lane.tag.clone()}</span>
        }
        .into_any()
    };
    let register = (!is_alone).then(|| {
        let text = [&card.name, " = ", &*card.hex].concat();
        view! { <code class="card-register">{text}</code> }.into_any()
    });
    let undocumented = card
        .is_undocumented
        .then(|| view! { <span class="legality undocumented">"undocumented"</span> }.into_any());
    let verdict = card.record.as_ref().map(|record| {
        let verdict = record.verdict;
        let mark = if verdict == Verdict::Differs { WRONG } else { RIGHT };
        view! { <span class=verdict_class(verdict) data-verdict>{sign(mark)}{verdict.word()}</span> }
            .into_any()
    });
    let class = if is_alone { "card-lanes" } else { "card-lanes several" };
    view! {
        <div class="card-answer">
            <div class=class>{card.lanes.iter().enumerate().map(lane).collect_view()}</div>
            {register}
            <span class="card-badges">{undocumented}{verdict}</span>
        </div>
    }
    .into_any()
}
