//! What stands around drawings.

use leptos::prelude::*;

use crate::pieces::text::label;

/// What stands at the left of a drawing, at its heights.
pub(super) fn scale(places: &[(u32, String)]) -> AnyView {
    let place = |(down, text): &(u32, String)| label("", "100%".to_owned(), percent(*down), text);
    view! {
        <svg class="sweep-scale" aria-hidden="true">{places.iter().map(place).collect_view()}</svg>
    }
    .into_any()
}

/// Thousandths as a percentage.
pub(super) fn percent(thousandths: u32) -> String {
    let tenths = (thousandths % 10).to_string();
    [&*(thousandths / 10).to_string(), ".", &tenths, "%"].concat()
}

/// What stands below a drawing: both ends of its axis, and words between them.
pub(super) fn ends([first, last]: &[String; 2], words: &'static str) -> AnyView {
    view! {
        <figcaption class="sweep-ends">
            <span>{first.clone()}</span>
            <span class="muted">{words}</span>
            <span>{last.clone()}</span>
        </figcaption>
    }
    .into_any()
}
