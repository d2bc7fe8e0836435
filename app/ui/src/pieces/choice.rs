//! Drop-down lists.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::playground::places::PlacesView;

use crate::field::Chosen;

/// The options of a select over names, one of which is chosen.
pub(crate) fn options(names: &[String], chosen: &str) -> AnyView {
    let option = |name: &String| {
        view! { <option prop:chosen=Chosen(name == chosen)>{name.clone()}</option> }.into_any()
    };
    names.iter().map(option).collect_view().into_any()
}

/// The select of targets or versions: those that support the instruction come before the others.
pub(crate) fn places(
    id: &'static str,
    view: &PlacesView,
    change: Box<dyn FnMut(Event)>,
) -> AnyView {
    let group = |label: &str, names: &[String]| {
        let label = match &*view.spelling {
            "" => String::from("all"),
            spelling => [label, ": ", spelling].concat(),
        };
        let options = options(names, &view.chosen);
        (!names.is_empty()).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
    };
    view! {
        <select id=id on:change=change>
            {group("supported", &view.with)}
            {group("unsupported", &view.without)}
        </select>
    }
    .into_any()
}
