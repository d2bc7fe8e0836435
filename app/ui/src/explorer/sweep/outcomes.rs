//! The results of each lane for all random bits.

use leptos::prelude::*;
use ptxfp_view::explorer::Screen;
use ptxfp_view::explorer::sweep::view::OutcomesView;

use super::{Explorer, view};
use crate::part::At;
use crate::pieces::table::heads;

/// Whether the outcomes are unchanged.
pub(super) fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    super::is_same(one, two, |one, two| one.outcomes == two.outcomes)
}

/// The outcomes of each lane, if the instruction takes random bits.
pub(super) fn outcomes(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = view(screen) else { return ().into_any() };
    view.outcomes.iter().map(lane).collect_view().into_any()
}

/// The outcomes of a lane.
fn lane(view: &OutcomesView) -> AnyView {
    let row = |([value, patterns], share): &([String; 2], u64)| {
        view! {
            <tr>
                <th scope="row">{value.clone()}</th>
                <td>{patterns.clone()}</td>
                <td>
                    <progress
                        class="sweep-meter"
                        max=view.total.to_string()
                        value=share.to_string()
                        aria-label=[patterns, " patterns"].concat()
                    ></progress>
                </td>
            </tr>
        }
        .into_any()
    };
    view! {
        <table class="outcomes">
            <caption>{view.title.clone()}</caption>
            {heads(&["result", "patterns", "share"])}
            {view.rows.iter().map(row).collect_view()}
        </table>
        <p class="note">{view.words.clone()}</p>
    }
    .into_any()
}
