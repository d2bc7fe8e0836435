//! The evidence for observed results.

use leptos::prelude::*;
use ptxfp::observed::Grade;
use ptxfp::source::reading::Reading;
use ptxfp_view::library::evidence::{ClaimView, EvidenceView, seen_by};

use crate::pieces::text::rich;
use crate::store::Live;

/// Grades, claims, readings with evidence, and the steps to add to them; if they are the view.
#[component]
pub(super) fn Evidence(view: Live<&'static EvidenceView>) -> impl IntoView {
    view.draw(|view| evidence(view))
}

fn evidence(view: &EvidenceView) -> AnyView {
    let step = |step: &&str| view! { <li>{rich(step)}</li> }.into_any();
    view! {
        <div class="evidence">
            <h2>"What GPUs were observed to return"</h2>
            <p class="evidence-lead">{view.lead}</p>
            <p>{view.grades_lead}</p>
            <dl class="glossary">{view.grades.into_iter().map(grade).collect_view()}</dl>
            <h2>"Approximate instructions"</h2>
            {view.claims().map(claim).collect_view()}
            <p>{rich(view.unknown)}</p>
            <h2>"Unspecified bits: NaNs, operands outside the domain, random bits"</h2>
            <p>{rich(view.open_lead)}</p>
            {view.open().map(claim).collect_view()}
            <h2>"Readings of the ISA"</h2>
            <p>{view.readings_lead}</p>
            <dl class="glossary">{view.readings().map(reading).collect_view()}</dl>
            <p>{view.unseen()}</p>
            <h2>"Add a capture"</h2>
            <p>
                "With a GPU, run "<a href="./capture.py" download="capture.py">"capture.py"</a>
                ", which needs Python and a driver and nothing else, then "
                <code>"ptxfp capture capture.json"</code>" compares its record."
            </p>
            <ol>{view.steps.iter().map(step).collect_view()}</ol>
        </div>
    }
    .into_any()
}

/// The meaning of a grade.
fn grade(grade: Grade) -> AnyView {
    view! { <div><dt>{grade.name()}</dt><dd>{grade.words()}"."</dd></div> }.into_any()
}

/// A claim with its origin.
fn claim(claim: ClaimView) -> AnyView {
    let source = if claim.url.is_empty() {
        claim.source.into_any()
    } else {
        view! { <a href=claim.url>{claim.source}</a> }.into_any()
    };
    let row = |term: &'static str, words: AnyView| {
        view! { <div><dt>{term}</dt><dd>{words}</dd></div> }.into_any()
    };
    view! {
        <section class="claim">
            <h3 id=["evidence-", claim.id].concat() tabindex="-1">
                {rich(claim.place)}" "<span class="observed">{claim.label}</span>
            </h3>
            <p>{rich(claim.words)}</p>
            <dl class="facts">
                {row("Count", rich(claim.count))}
                {row("Method", rich(claim.method))}
                {row("Source", source)}
                {row("Date", claim.date.into_any())}
            </dl>
        </section>
    }
    .into_any()
}

/// A reading of an ambiguous text, with its evidence.
fn reading(each: &Reading) -> AnyView {
    let words = [each.taken, ". ", &*seen_by(each), "."].concat();
    view! { <div><dt>{each.id}</dt><dd>{rich(&words)}</dd></div> }.into_any()
}
