//! The evidence for a result.

use leptos::prelude::*;
use ptxfp::observed::Evidence;
use ptxfp_view::tensor::answer::AnswerView;

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
                <ul>{view.evidence.iter().copied().map(item).collect_view()}</ul>
            </section>
        }
        .into_any()
    })
}

fn item(evidence: &'static Evidence) -> AnyView {
    let source = if evidence.url.is_empty() {
        evidence.source.into_any()
    } else {
        view! { <a href=evidence.url>{evidence.source}</a> }.into_any()
    };
    let count = [evidence.place, ": ", evidence.count].concat();
    view! {
        <li>
            <strong>{evidence.grade.name()}</strong>
            <span>{rich(evidence.words)}" "<span class="muted">{rich_powers(&count)}"; "{source}</span></span>
        </li>
    }
    .into_any()
}
