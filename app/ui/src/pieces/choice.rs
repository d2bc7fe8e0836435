//! Drop-down lists.

use leptos::prelude::*;

use crate::field::Chosen;

/// The options of a select over names, one of which is chosen.
pub(crate) fn options(names: &[String], chosen: &str) -> AnyView {
    let option = |name: &String| {
        view! { <option prop:chosen=Chosen(name == chosen)>{name.clone()}</option> }.into_any()
    };
    names.iter().map(option).collect_view().into_any()
}
