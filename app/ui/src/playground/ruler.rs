//! The ulp ruler below a result.

use leptos::prelude::*;
use ptxfp_view::playground::result::{MarkView, NumberLineView, Place};

use crate::pieces::ruler::{axis, percent};
use crate::pieces::text::label;

/// Draws representable values as marks, the exact value as a stem, the reference as a filled dot,
/// permitted ones as rings, the bound as a band and rounding midpoints dotted.
pub(super) fn ruler(view: &NumberLineView) -> AnyView {
    let (exact, text) = &view.exact;
    let exact = percent(*exact);
    let midpoints = view.midpoints.iter().map(|at| stem("midpoint", percent(*at), ("37", "51")));
    view! {
        <svg
            class="number-line"
            role="img"
            aria-label=view.label.clone()
            width="100%"
            height="92"
        >
            {view.bound.map(bound)}
            {axis("44")}
            {midpoints.collect_view()}
            {view.marks.iter().map(mark).collect_view()}
            {stem("exact", exact.clone(), ("22", "44"))}
            {label("exact-text", exact, "16".to_owned(), text)}
        </svg>
    }
    .into_any()
}

/// The interval of permitted results.
fn bound((low, high): (Place, Place)) -> AnyView {
    let width = percent(high - low);
    view! {
        <rect class="bound" x=percent(low) y="28" width=width height="32"></rect>
        {stem("bound-end", percent(low), ("28", "60"))}
        {stem("bound-end", percent(high), ("28", "60"))}
    }
    .into_any()
}

/// One representable value.
fn mark(mark: &MarkView) -> AnyView {
    let x = percent(mark.at);
    let dot = match (mark.reference, mark.permitted) {
        (true, _) => Some(("reference", "5.5")),
        (false, true) => Some(("permitted", "4")),
        (false, false) => None,
    };
    let dot = dot.map(|(class, r)| {
        view! { <circle cx=x.clone() cy="44" r=r class=class></circle> }.into_any()
    });
    let class = if mark.reference { "reference-text" } else { "" };
    view! {
        {stem("mark", x.clone(), ("35", "53"))}
        {dot}
        {label(class, x.clone(), "75".to_owned(), &mark.digits)}
        {label("", x, "89".to_owned(), &mark.value)}
    }
    .into_any()
}

/// An upright line.
fn stem(class: &'static str, x: String, (top, bottom): (&'static str, &'static str)) -> AnyView {
    view! { <line x1=x.clone() x2=x y1=top y2=bottom class=class></line> }.into_any()
}
