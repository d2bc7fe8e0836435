//! The evidence for a result.

use leptos::prelude::*;
use ptxfp_view::tensor::answer::{AnswerView, EvidenceView};

use crate::pieces::text::{rich, rich_powers};
use crate::store::Live;

/// The evidence of the result.
#[component]
pub(super) fn Evidence(view: Live<AnswerView>) -> impl IntoView {
    view.draw(|view| {
        let intro = match view.grade {
            Some(_) => "The ISA leaves the order, the rounding and subnormal inputs unspecified: the bits were observed, and are not guaranteed.",
            None => "The ISA defines these bits.",
        };
        view! {
            <section class="tensor-evidence" aria-labelledby="tensor-evidence">
                <header class="band-head"><h2 id="tensor-evidence">"Evidence"</h2></header>
                <p>{intro}</p>
                <ul>{view.evidence.iter().map(item).collect_view()}</ul>
            </section>
        }
        .into_any()
    })
}

fn item(view: &EvidenceView) -> AnyView {
    let (source, address) = view.source;
    let source = if address.is_empty() {
        source.to_owned().into_any()
    } else {
        view! { <a href=address>{source}</a> }.into_any()
    };
    view! {
        <li>
            <strong>{view.grade}</strong>
            <span>{rich(view.words)}" "<span class="muted">{rich_powers(&view.count)}"; "{source}</span></span>
        </li>
    }
    .into_any()
}
