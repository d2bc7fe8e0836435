//! An instruction and its answer at a glance: on the card, and in the reference.

use leptos::prelude::*;
use ptxfp_view::card::PieceView;

/// Opcode and modifiers.
pub(crate) fn spelling(pieces: &[PieceView]) -> AnyView {
    let piece = |piece: &PieceView| {
        let class = if piece.is_modifier { "card-modifier" } else { "card-opcode" };
        view! { <span class=class>{piece.text.clone()}</span> }.into_any()
    };
    pieces.iter().map(piece).collect_view().into_any()
}

/// The arrow before a result.
pub(crate) fn arrow() -> AnyView {
    view! { <span class="arrow" role="img" aria-label="returns">"→"</span> }.into_any()
}
