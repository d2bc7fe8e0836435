//! The entry of a form: what it is, and an answer to try.

use leptos::prelude::*;
use ptxfp_view::library::entry::EntryView;

use crate::pieces::glance::{answer, spelling};
use crate::pieces::text::rich;

/// The instruction with its meaning and notes, and beside it its values and their result.
pub(super) fn entry(view: &EntryView, notes: AnyView) -> AnyView {
    let EntryView { card, names, formula, open, cases } = view;
    let link = |class: &'static str, fragment: &str, words: &'static str| {
        view! { <a class=class href=["#", fragment].concat()>{words}</a> }.into_any()
    };
    view! {
        <div class="entry">
            <div class="entry-what">
                <p class="entry-head">
                    <code>{spelling(card)}" "<span class="entry-names">{names.clone()}</span></code>
                </p>
                <p class="entry-formula"><code>{formula.clone()}</code></p>
                {notes}
            </div>
            <div class="entry-try card-frame" role="group" aria-label="example">
                <p class="note">"Try it on "{card.place.clone()}</p>
                <code class="entry-values">{card.operands.clone()}</code>
                {answer(card)}
                <p class="note">{rich(&card.why)}</p>
                <p class="entry-links">
                    {link("button primary", open, "Open in the playground")}
                    {link("button", cases, "Corner cases")}
                </p>
            </div>
        </div>
    }
    .into_any()
}
