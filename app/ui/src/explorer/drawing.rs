//! Drawings between axes.

use leptos::prelude::*;
use ptxfp_view::explorer::axis::{AxesView, Tick};

use crate::pieces::text::{label, powers, stretched_path};

/// A drawing with its axes: their names, and marks at values.
pub(super) fn between_axes(axes: &AxesView, drawing: AnyView) -> AnyView {
    let height = |(down, text): &Tick| label("", "100%".to_owned(), percent(*down), text);
    let place = |(along, text): &Tick| {
        let class = if *along > 960 { "end" } else { "" };
        label(class, percent(*along), "12".to_owned(), text)
    };
    view! {
        <div class="plot-column">
            <p class="plot-name">{axes.up.clone()}</p>
            <div class="plot-frame">
                <svg class="plot-scale" aria-hidden="true">
                    {axes.heights.iter().map(height).collect_view()}
                </svg>
                {drawing}
            </div>
            <svg class="plot-across" aria-hidden="true">
                {axes.places.iter().map(place).collect_view()}
            </svg>
            <p class="plot-name along">{axes.along.clone()}</p>
        </div>
    }
    .into_any()
}

/// Lines across a drawing at the marks of its scale, which are thousandths of its height.
pub(super) fn lines(heights: &[Tick], width: &str) -> AnyView {
    let mut shape = String::new();
    for (down, _) in heights {
        shape.extend(["M0 ", &*down.to_string(), "H", width]);
    }
    stretched_path("axis", shape)
}

/// Thousandths as a percentage.
pub(super) fn percent(thousandths: u32) -> String {
    let tenths = (thousandths % 10).to_string();
    [&*(thousandths / 10).to_string(), ".", &tenths, "%"].concat()
}

/// A finding in sentences: the main one, and the rest.
pub(super) fn finding(lead: &str, rest: &str) -> AnyView {
    view! {
        <p class="finding"><strong>{powers(lead)}</strong>" "<span class="muted">{powers(rest)}</span></p>
    }
    .into_any()
}
