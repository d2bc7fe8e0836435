//! The results of each lane for all random bits.

use leptos::prelude::*;
use ptxfp_view::explorer::sweep::view::OutcomesView;

use crate::pieces::table::heads;
use crate::store::Live;

/// The outcomes of each lane, if the instruction takes random bits.
#[component]
pub(super) fn Outcomes(view: Live<Vec<OutcomesView>>) -> impl IntoView {
    view.draw(|outcomes| outcomes.iter().map(lane).collect_view().into_any())
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
