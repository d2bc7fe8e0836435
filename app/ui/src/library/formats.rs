//! The formats, a card each.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::library::Edit;
use ptxfp_view::library::compared::CompareView;
use ptxfp_view::library::formats::{FormatView, IndexView, ValueLineView};

use super::Library;
use super::across::Across;
use crate::pieces::fold::fold;
use crate::pieces::ruler::value_line;
use crate::pieces::table::{heads, scroll, table};
use crate::pieces::text::{powers, rich, section_link};
use crate::store::Live;

/// The formats, if they are the view: one value in each, and a card for each.
#[component]
pub(super) fn Formats(page: Library, cards: Live<Vec<usize>>) -> impl IntoView {
    let index = page.data(|screen| screen.formats.as_ref().map(|view| view.index.clone()));
    let compare = page.data(|screen| screen.formats.as_ref().map(|view| view.compare.clone()));
    let integers = page.data(|screen| screen.formats.as_ref().map(|view| view.integers.clone()));
    let card = move |place| {
        let view = page.data(move |screen| screen.format_card(place));
        view! { <Card page view/> }.into_any()
    };
    view! {
        {compare.draw(self::compare)}
        <Across page view=page.data(|screen| screen.across.clone())/>
        {index.draw(self::index)}
        {cards.rows(card)}
        {integers.draw(|view| view! { <section class="forms">{table(view)}</section> }.into_any())}
    }
}

/// The formats side by side, each with a link to its card.
fn compare(view: &CompareView) -> AnyView {
    let cell = |text: &String| view! { <td>{powers(text)}</td> }.into_any();
    let row = |(name, cells): &(&'static str, [String; 7])| {
        let link = ["#formats/", *name].concat();
        view! {
            <tr>
                <th scope="row"><a class="mono" href=link>{*name}</a></th>
                {cells.iter().map(cell).collect_view()}
            </tr>
        }
        .into_any()
    };
    let table = view! {
        <table>
            <thead>{heads(&view.columns)}</thead>
            <tbody>{view.rows.iter().map(row).collect_view()}</tbody>
        </table>
    };
    view! {
        <section class="forms formats-compared">
            <h2>"Formats side by side"</h2>
            {scroll("formats side by side".to_owned(), table.into_any())}
        </section>
    }
    .into_any()
}

/// Links to the cards, and the error in the address.
fn index(view: &IndexView) -> AnyView {
    let link = |name: &'static str| {
        view! { <a class="mono" href=["#formats/", name].concat()>{name}</a> }.into_any()
    };
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="diagnostic">{rich(&view.problem)}</p> }.into_any());
    view! {
        <p class="fixes format-index">{view.names.iter().map(|name| link(name)).collect_view()}</p>
        {problem}
    }
    .into_any()
}

/// A format: its facts, special values, and, if it is narrow, all of its values.
#[component]
fn Card(page: Library, view: Live<Arc<FormatView>>) -> impl IntoView {
    view.draw(move |view| card(page, view))
}

fn card(page: Library, view: &FormatView) -> AnyView {
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
