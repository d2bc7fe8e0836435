//! The ulp ruler.

use leptos::prelude::*;

use crate::view_model::result::{MarkView, NumberLineView, Place};

/// Draws representable values as marks, the exact value as a stem, the reference as a filled dot,
/// permitted ones as rings, the bound as a band and rounding midpoints dotted.
#[component]
pub fn NumberLine(
    /// What to draw.
    line: NumberLineView,
) -> impl IntoView {
    let (exact, exact_text) = line.exact;
    let exact = percent(exact);
    view! {
        <svg class="number-line" role="img" aria-label=line.label width="100%" height="92">
            {line.bound.map(|(low, high)| bound(low, high))}
            <line x1="0" x2="100%" y1="44" y2="44" class="axis" />
            {line
                .midpoints
                .into_iter()
                .map(|at| {
                    let x = percent(at);
                    view! { <line x1=x.clone() x2=x y1="37" y2="51" class="midpoint" /> }
                })
                .collect_view()}
            {line.marks.into_iter().map(mark).collect_view()}
            <line x1=exact.clone() x2=exact.clone() y1="22" y2="44" class="exact" />
            <text x=exact y="16" class="exact-text">
                {exact_text}
            </text>
        </svg>
    }
}

/// One representable value.
fn mark(mark: MarkView) -> impl IntoView {
    let x = percent(mark.at);
    let dot = match (mark.reference, mark.permitted) {
        (true, _) => Some(("reference", "5.5")),
        (false, true) => Some(("permitted", "4")),
        (false, false) => None,
    };
    view! {
        <line x1=x.clone() x2=x.clone() y1="35" y2="53" class="mark" />
        {dot.map(|(class, r)| view! { <circle cx=x.clone() cy="44" r=r class=class /> })}
        <text x=x.clone() y="75" class=if mark.reference { "reference-text" } else { "" }>
            {mark.digits}
        </text>
        <text x=x y="89">{mark.value}</text>
    }
}

/// The permitted interval.
fn bound(low: Place, high: Place) -> impl IntoView {
    let (left, right, width) = (percent(low), percent(high), percent(high - low));
    view! {
        <rect x=left.clone() y="28" width=width height="32" class="bound" />
        <line x1=left.clone() x2=left y1="28" y2="60" class="bound-end" />
        <line x1=right.clone() x2=right y1="28" y2="60" class="bound-end" />
    }
}

/// A place as a percentage of the ruler's length.
fn percent(at: Place) -> String {
    let (sign, size) = if at < 0 { ("-", -at) } else { ("", at) };
    let hundredths = size % 100;
    let zero = if hundredths < 10 { "0" } else { "" };
    [sign, &(size / 100).to_string(), ".", zero, &hundredths.to_string(), "%"].concat()
}
