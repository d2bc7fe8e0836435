//! The terms, below the lessons.

use leptos::prelude::*;
use ptxfp_view::glossary::{TERMS, Term};
use ptxfp_view::taught;

use crate::pieces::text::rich;

/// All terms with their meanings.
pub(super) fn glossary() -> AnyView {
    let row = |term: &'static Term| {
        let learn = taught::term(term.slug)
            .map(|page| view! { " "<a href=page.address>"Learn: "{page.title}</a> }.into_any());
        view! {
            <div>
                <dt id=["term-", term.slug].concat() tabindex="-1">{term.name}</dt>
                <dd><p>{rich(term.meaning)}{learn}</p></dd>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="forms">
            <h2 id="glossary" tabindex="-1">"Glossary"</h2>
            <dl class="glossary">{TERMS.iter().map(row).collect_view()}</dl>
        </section>
    }
    .into_any()
}
