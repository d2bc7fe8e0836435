//! The formats, a card each.

use leptos::prelude::*;
use ptxfp_view::library::formats::{FormatView, FormatsView, ValueLineView};
use ptxfp_view::library::{Edit, Screen};

use super::Library;
use super::across::across;
use crate::part::{At, part};
use crate::pieces::fold::fold;
use crate::pieces::ruler::value_line;
use crate::pieces::table::table;
use crate::pieces::text::{rich, section_link};

/// The formats, if they are the view.
#[component]
pub(super) fn Formats(page: Library) -> impl IntoView {
    view! {
        {across(page)}
        {part(page, [0; 2], is_same_index, index)}
        {part(page, [0; 2], have_same_names, cards)}
    }
}

/// Whether the names of the formats are unchanged, or the view is another one.
fn have_same_names(one: &Screen, two: &Screen, _: At) -> bool {
    one.formats.as_ref().map(names) == two.formats.as_ref().map(names)
}

/// Whether the links to cards and the error in the address are unchanged.
fn is_same_index(one: &Screen, two: &Screen, at: At) -> bool {
    let (old, new) = (one.formats.as_ref(), two.formats.as_ref());
    have_same_names(one, two, at) && old.map(|view| &view.problem) == new.map(|view| &view.problem)
}

/// The names of the formats that have a card.
fn names(view: &FormatsView) -> Vec<&'static str> {
    view.cards.iter().map(|card| card.name).collect()
}

/// Links to the cards, and the error in the address.
fn index(_: Library, screen: &Screen, _: At) -> AnyView {
    let Some(view) = &screen.formats else { return ().into_any() };
    let link = |name: &'static str| {
        view! { <a class="mono" href=["#formats/", name].concat()>{name}</a> }.into_any()
    };
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="diagnostic">{rich(&view.problem)}</p> }.into_any());
    view! {
        <p class="fixes format-index">{names(view).into_iter().map(link).collect_view()}</p>
        {problem}
    }
    .into_any()
}

/// The cards, each a part, then the integers.
fn cards(page: Library, screen: &Screen, _: At) -> AnyView {
    let Some(view) = &screen.formats else { return ().into_any() };
    let cards = (0..view.cards.len()).map(|place| part(page, [place, 0], is_same_card, card));
    view! {
        {cards.collect_view()}
        <section class="forms">{table(&view.integers)}</section>
    }
    .into_any()
}

/// The format at a place.
fn format_at(screen: &Screen, [place, _]: At) -> Option<&FormatView> {
    screen.formats.as_ref()?.cards.get(place)
}

/// Whether a card is unchanged.
fn is_same_card(one: &Screen, two: &Screen, at: At) -> bool {
    format_at(one, at) == format_at(two, at)
}

/// A format: its facts, special values, and, if it is narrow, all of its values.
fn card(page: Library, screen: &Screen, at: At) -> AnyView {
    let Some(view) = format_at(screen, at) else { return ().into_any() };
    let fact = |(term, detail): &(&'static str, String)| {
        view! { <div><dt>{*term}</dt><dd>{detail.clone()}</dd></div> }.into_any()
    };
    view! {
        <section class="forms">
            {head(view)}
            <dl class="facts">{view.facts.iter().map(fact).collect_view()}</dl>
            <div class="split">
                {table(&view.landmarks)}
                <div>
                    {view.lines.iter().map(line).collect_view()}
                    {view.is_narrow.then(|| encodings(page, view))}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The name of a format, its section and its fields.
fn head(view: &FormatView) -> AnyView {
    let fields = ["sign", "exponent", "significand"].into_iter().zip(view.fields);
    let field = |(class, bits): (&'static str, u32)| {
        view! { <span class=class>{class}" "{bits.to_string()}</span> }.into_any()
    };
    let fields = fields.filter(|(_, bits)| *bits > 0).map(field).collect_view();
    view! {
        <header class="band-head">
            <h2 id=["format-", view.name].concat() tabindex="-1"><code>{view.name}</code></h2>
            {section_link(&view.section)}
            <span class="field-key to-end">{fields}</span>
        </header>
    }
    .into_any()
}

/// Values on a line, below its title.
fn line(view: &ValueLineView) -> AnyView {
    view! { <p class="note">{view.title}</p>{value_line(view)} }.into_any()
}

/// A table of all encodings, which opens and closes.
fn encodings(page: Library, view: &FormatView) -> AnyView {
    let name = view.name;
    let details = view.encodings.as_ref().map_or_else(|| ().into_any(), table);
    let toggle = move || page.send(Edit::Fold(name.to_owned()));
    fold(name, view.encodings.is_some(), toggle, "All encodings".into_any(), details)
}
