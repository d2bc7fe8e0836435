//! The examples that can be loaded with one choice.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::lessons::EXAMPLES;
use ptxfp_view::playground::Edit;
use web_sys::HtmlInputElement;

use super::Playground;
use crate::events::handler;
use crate::store::Live;

/// A select of recent statements and lessons; it shows its purpose instead of a choice.
#[component]
pub(super) fn Examples(page: Playground, recent: Live<Vec<String>>) -> impl IntoView {
    recent.draw(move |recent| examples(page, recent))
}

fn examples(page: Playground, recent: &[String]) -> AnyView {
    let change = handler(move |event: Event| {
        let select: HtmlInputElement = event_target(&event);
        let edit = chosen(&select.value());
        select.set_value("");
        if let Some(edit) = edit {
            page.send(edit);
        }
    });
    let used = recent.iter().map(String::as_str);
    view! {
        <select id="examples" aria-label="recent and examples" on:change=change>
            <option value="">"Recent, examples"</option>
            {group("recent", RECENT, used)}
            {group("examples", EXAMPLE, EXAMPLES.iter().map(|example| example.title))}
        </select>
    }
    .into_any()
}

const RECENT: &str = "r";
const EXAMPLE: &str = "e";

/// The edit of a choice: a kind and a number.
fn chosen(value: &str) -> Option<Edit> {
    let (kind, index) = value.split_at_checked(1)?;
    let index = index.parse().ok()?;
    Some(if kind == RECENT { Edit::Return(index) } else { Edit::Example(index) })
}

fn group<'t>(
    label: &'static str,
    kind: &'static str,
    names: impl ExactSizeIterator<Item = &'t str>,
) -> Option<AnyView> {
    let is_empty = names.len() == 0;
    let option = |(index, name): (usize, &str)| {
        let value = [kind, &index.to_string()].concat();
        view! { <option value=value>{name.to_owned()}</option> }.into_any()
    };
    let options = names.enumerate().map(option).collect_view();
    (!is_empty).then(|| view! { <optgroup label=label>{options}</optgroup> }.into_any())
}
