//! Numbers on a line.

use leptos::prelude::*;
use ptxfp_view::label::LabelView;
use ptxfp_view::label::Position;
use ptxfp_view::library::formats::ValueLineView;

use super::text::stretched_path;

/// Style class, top and height of powers of two, other normal values and subnormal values.
const TICKS: [(&str, &str); 3] = [("mark", " 0v26"), ("mark", " 8v10"), ("bound-end", " 9v8")];

/// Draws every value of a format as a tick, some with their numbers.
pub(crate) fn value_line(view: &ValueLineView) -> AnyView {
    let tick = |((class, stroke), places): ((&'static str, &str), &Vec<Position>)| {
        let strokes = places.iter().map(|at| ["M", &at.to_string(), stroke].concat());
        stretched_path(class, strokes.collect::<Vec<_>>().concat())
    };
    let ticks = TICKS.into_iter().zip(&view.ticks).map(tick).collect_view();
    let value = |value: &LabelView| placed_label("", "40", value);
    let drawing = view! {
        <svg role="img" aria-label=view.label.clone() width="100%" height="42">
            // Paths have no percentages: they are stretched instead.
            <svg viewBox="0 0 10000 26" preserveAspectRatio="none" width="100%" height="26">
                {ticks}
            </svg>
            {axis("13")}
            {view.values.iter().map(value).collect_view()}
        </svg>
    };
    view! { <div class="number-line">{drawing}</div> }.into_any()
}

/// A label of a line, at a height.
pub(crate) fn placed_label(class: &str, y: &str, view: &LabelView) -> AnyView {
    let class = [class, &*view.class()].concat();
    view! { <text class=class x=percent(view.at) y=y.to_owned()>{view.text.clone()}</text> }
        .into_any()
}

/// A line over the whole length.
///
/// Leptos wraps a constant element of a drawing in a group of its own.
pub(crate) fn axis(y: &'static str) -> AnyView {
    view! { <line x1="0" x2="100%" y1=y y2=y class="axis"></line> }.into_any()
}

/// A place as a percentage of a line's length.
pub(crate) fn percent(at: Position) -> String {
    let (sign, size) = if at < 0 { ("-", -at) } else { ("", at) };
    let hundredths = size % 100;
    let zero = if hundredths < 10 { "0" } else { "" };
    [sign, &(size / 100).to_string(), ".", zero, &hundredths.to_string(), "%"].concat()
}
