//! The entry of a form: what it is, and an answer to try.

use leptos::prelude::*;
use ptxfp::internals::present;
use ptxfp_view::library::entry::EntryView;

use crate::pieces::glance::{Lane, lanes, spelling};
use crate::pieces::text::rich;

/// The instruction with its meaning and notes, and beside it its values and their result.
pub(super) fn entry(view: &EntryView, notes: AnyView) -> AnyView {
    let link = |class: &'static str, fragment: &str, words: &'static str| {
        view! { <a class=class href=["#", fragment].concat()>{words}</a> }.into_any()
    };
    view! {
        <div class="form-entry">
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
                <div class="card-answer">{lanes(view.lanes.iter().map(lane))}</div>
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

fn lane(lane: &present::Lane) -> Lane<'_> {
    Lane {
        name: &lane.name,
        value: &lane.value,
        hex: &lane.hex,
        guarantee: lane.guarantee,
        tag: &lane.tag,
    }
}
