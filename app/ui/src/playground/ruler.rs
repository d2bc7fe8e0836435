//! The ulp ruler below a result.

use leptos::prelude::*;
use ptxfp_view::label::LabelView;
use ptxfp_view::label::Position;
use ptxfp_view::playground::result::{MarkView, NumberLineView};

use crate::pieces::ruler::{axis, percent, placed_label};

/// Draws representable values as marks, the exact value as a stem, the reference as a filled dot,
/// permitted ones as rings, the observed one as a diamond, the bound as a band and rounding
/// midpoints dotted.
pub(crate) fn ruler(view: &NumberLineView) -> AnyView {
    let exact = view.exact.as_ref().map(|(at, _)| stem("exact", percent(*at), ("22", "44")));
    let midpoints = view.midpoints.iter().map(|at| stem("midpoint", percent(*at), ("37", "51")));
    // The exact value, then encodings and values, those of the result first.
    let rows = view.labels.iter().zip(ROWS).map(|(row, (class, y))| {
        let label = |(index, label): (usize, &LabelView)| {
            let class = if index == 0 { class } else { "" };
            placed_label(class, y, label)
        };
        row.iter().enumerate().map(label).collect_view().into_any()
    });
    let drawing = view! {
        <svg role="img" aria-label=view.label.clone() width="100%" height="92">
            {view.bound.map(|ends| bound(ends, view.is_open))}
            {axis("44")}
            {midpoints.collect_view()}
            {view.marks.iter().map(mark).collect_view()}
            {exact}
            {rows.collect_view()}
        </svg>
    };
    // Its width decides where labels are.
    view! { <div class="number-line">{drawing}</div> }.into_any()
}

/// The style class of the first label of each row, and the heights of the rows.
const ROWS: [(&str, &str); 3] =
    [("exact-text", "16"), ("reference-text", "75"), ("reference-text", "89")];

/// The interval of permitted results; an open end has no line.
fn bound((low, high): (Position, Position), [is_open_below, is_open_above]: [bool; 2]) -> AnyView {
    let end = |at, is_open: bool| (!is_open).then(|| stem("bound-end", percent(at), ("28", "60")));
    let (from, to) = (percent(low), percent(high));
    view! {
        <rect class="bound" x=from.clone() y="28" width=percent(high - low) height="32"></rect>
        <line class="hatch" x1=from x2=to y1="44" y2="44"></line>
        {end(low, is_open_below)}
        {end(high, is_open_above)}
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
    let diamond = mark.observed.then(|| {
        // Paths have no percentages.
        view! {
            <svg x=x.clone() y="44" overflow="visible" class="diamond">
                <path d="M0-8 8 0 0 8-8 0z"></path>
            </svg>
        }
        .into_any()
    });
    view! {
        {stem("mark", x.clone(), ("35", "53"))}
        {dot}
        {diamond}
    }
    .into_any()
}

/// An upright line.
fn stem(class: &'static str, x: String, (top, bottom): (&'static str, &'static str)) -> AnyView {
    view! { <line x1=x.clone() x2=x y1=top y2=bottom class=class></line> }.into_any()
}
