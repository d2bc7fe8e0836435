//! A sentence with code in it.

use leptos::prelude::*;

/// Shows what stands between back quotes as code.
#[component]
#[expect(clippy::needless_pass_by_value, reason = "a property of a component is owned")]
pub fn RichText(
    /// The sentence.
    text: String,
) -> impl IntoView {
    text.split('`')
        .enumerate()
        .map(|(index, piece)| {
            if index % 2 == 1 {
                view! { <code>{piece.to_owned()}</code> }.into_any()
            } else {
                piece.to_owned().into_any()
            }
        })
        .collect_view()
}
