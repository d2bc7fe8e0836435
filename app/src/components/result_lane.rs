//! One lane of the result.

use leptos::prelude::*;

use super::{BitPicture, NumberLine, RichText};
use crate::view_model::result::ResultLaneView;

/// A card with the guarantee, bits under hex digits, value, error and ruler.
#[component]
pub fn ResultLane(
    /// What it shows.
    lane: ResultLaneView,
) -> impl IntoView {
    let hex = lane.bits.hex.clone();
    let tall = lane.bits.nibbles.iter().any(|nibble| nibble.row_index.is_some());
    let class = if tall { "result-lane tall" } else { "result-lane" };
    view! {
        <article class=class data-result-lane=lane.index.to_string() data-bits=hex>
            <header>
                {(!lane.name.is_empty()).then(|| view! { <span class="lane-name">{lane.name}</span> })}
                <span class=["guarantee ", lane.certainty.class()].concat()>{lane.tag}</span>
                <span class="muted to-end">{lane.exactness}</span>
            </header>
            <div class="result-body">
                <BitPicture bits=lane.bits certainty=lane.certainty.class() />
                <div class="result-value">
                    <strong>{lane.value}</strong>
                    <span>{lane.class}</span>
                </div>
            </div>
            {(!lane.facts.is_empty())
                .then(|| {
                    view! {
                        <dl class="facts">
                            {lane
                                .facts
                                .into_iter()
                                .map(|fact| {
                                    view! {
                                        <div>
                                            <dt>{fact.term}</dt>
                                            <dd>{fact.detail}</dd>
                                        </div>
                                    }
                                })
                                .collect_view()}
                        </dl>
                    }
                })}
            {lane.line.map(|line| view! { <NumberLine line=line /> })}
            {lane.note.map(|note| view! { <p class="note"><RichText text=note /></p> })}
        </article>
    }
}
