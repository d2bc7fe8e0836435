//! The entry of a form: what it is, and an answer to try.

use leptos::prelude::*;
use ptxfp_view::library::entry::{EntryView, LaneView};
use ptxfp_view::playground::glance::length_class;

use crate::pieces::glance::{arrow, spelling};
use crate::pieces::text::rich;

/// The instruction with its meaning and notes, and beside it its values and their result.
pub(super) fn entry(view: &EntryView, notes: AnyView) -> AnyView {
    let link = |class: &'static str, fragment: &str, words: &'static str| {
        view! { <a class=class href=["#", fragment].concat()>{words}</a> }.into_any()
    };
    view! {
        <div class="entry">
            <div>
                <p class="entry-head">
                    <code>{spelling(&view.pieces)}" "<span class="entry-names">{view.names.clone()}</span></code>
                </p>
                <p class="entry-formula"><code>{view.formula.clone()}</code></p>
                {notes}
            </div>
            <div class="entry-try card-frame" role="group" aria-label="example">
                <p class="note">"Try it on "{view.place}</p>
                <code class="entry-values">{view.operands.clone()}</code>
                {result(&view.lanes)}
                <p class="note">{rich(&view.why)}</p>
                <div class="entry-links">
                    {link("button primary", &view.open, "Open in the playground")}
                    {link("button", &view.cases, "Corner cases")}
                </div>
            </div>
        </div>
    }
    .into_any()
}

/// The value of each lane with its bits and their guarantee.
fn result(lanes: &[LaneView]) -> AnyView {
    let is_alone = lanes.len() == 1;
    let lane = |(index, lane): (usize, &LaneView)| {
        let arrow = (index == 0).then(arrow);
        let value = ["answer-value", length_class(&lane.value, is_alone)].concat();
        let digits = ["hex ", lane.certainty.digits_class()].concat();
        let guarantee = ["guarantee ", lane.certainty.class()].concat();
        view! {
            <span class="card-name">{arrow}" "{lane.name.clone()}</span>
            <strong class=value>{lane.value.clone()}</strong>
            <code class=digits>{lane.hex.clone()}</code>
            <span class=guarantee>{lane.tag.clone()}</span>
        }
        .into_any()
    };
    let class = if is_alone { "card-lanes" } else { "card-lanes several" };
    let lanes = lanes.iter().enumerate().map(lane).collect_view();
    view! { <div class="card-answer"><div class=class>{lanes}</div></div> }.into_any()
}
