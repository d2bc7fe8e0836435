//! The program on several targets, side by side.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::code::{Change, Which};
use ptxfp_view::program::register::OutcomeView;
use ptxfp_view::program::targets::{Edit as Target, TargetView, TargetsView};
use web_sys::HtmlInputElement;

use super::Program;
use crate::events::handler;
use crate::pieces::table::{heads, scroll};
use crate::pieces::text::rich;
use crate::store::Live;

/// The table, or a button that opens it.
#[component]
pub(super) fn Targets(page: Program, view: Live<Option<TargetsView>>) -> impl IntoView {
    view.draw(move |view| targets(page, view.as_ref()))
}

fn targets(page: Program, view: Option<&TargetsView>) -> AnyView {
    let content = match view {
        None => button(page, "button", "Compare targets", "", || Target::Open),
        Some(view) => view! {
            {table(page, view)}
            <div class="sequence-add">
                {(!view.more.is_empty()).then(|| add(page, &view.more))}
                {button(page, "button", "Hide", "hide targets", || Target::Close)}
            </div>
        }
        .into_any(),
    };
    view! {
        <section class="sequence-band sequence-targets" aria-label="targets" id="sequence-targets">
            <header class="band-head"><h2>"Targets"</h2></header>
            {content}
        </section>
    }
    .into_any()
}

fn button(
    page: Program,
    class: &'static str,
    words: &str,
    label: &str,
    edit: impl Fn() -> Target + 'static,
) -> AnyView {
    let press = handler(move |_: MouseEvent| page.send(Edit::Targets(edit())));
    let label = (!label.is_empty()).then(|| label.to_owned());
    view! { <button class=class type="button" aria-label=label on:click=press>{words.to_owned()}</button> }
        .into_any()
}

/// A select over the targets that are not in the table.
fn add(page: Program, more: &[String]) -> AnyView {
    let choose = handler(move |event: Event| {
        let select: HtmlInputElement = event_target(&event);
        let name = select.value();
        select.set_value("");
        page.send(Edit::Targets(Target::Add(name)));
    });
    let option = |name: &String| view! { <option>{name.clone()}</option> }.into_any();
    view! {
        <select id="sequence-add-target" aria-label="add a target" on:change=choose>
            <option value="">"Add a target"</option>
            {more.iter().map(option).collect_view()}
        </select>
    }
    .into_any()
}

/// A row for each target: whether the statements are legal there, and what comes out.
fn table(page: Program, view: &TargetsView) -> AnyView {
    let names = ["target", "statements"].into_iter();
    let names = names.chain(view.outputs.iter().map(|name| &**name)).chain(["remove"]);
    let rows = view.rows.iter().enumerate().map(|(place, row)| self::row(page, place, row));
    let rows = view! {
        <table>
            <thead>{heads(&names.collect::<Vec<_>>())}</thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    };
    scroll("the program on several targets".to_owned(), rows.into_any())
}

fn row(page: Program, place: usize, row: &TargetView) -> AnyView {
    let name = row.name;
    let choose = handler(move |_: MouseEvent| {
        page.send(Edit::Code(Which::First, Change::Target(name.to_owned())));
    });
    let is_own = place == 0;
    let label = ["use target ", name].concat();
    let remove = (!is_own).then(|| {
        let label = ["remove target ", name].concat();
        button(page, "text-button", "Remove", &label, || Target::Remove(name.to_owned()))
    });
    view! {
        <tr class=if is_own { "current" } else { "" } data-target=name>
            <th scope="row">
                <button
                    class="preset"
                    type="button"
                    aria-label=label
                    aria-pressed=if is_own { "true" } else { "false" }
                    on:click=choose
                >
                    {name}
                </button>
            </th>
            <td>{legality(row)}</td>
            {row.outputs.iter().map(|each| output(each.as_ref())).collect_view()}
            <td>{remove}</td>
        </tr>
    }
    .into_any()
}

/// The first problems, or that there are none.
fn legality(row: &TargetView) -> AnyView {
    if row.problems.is_empty() {
        return view! { <span class="agrees">"legal"</span> }.into_any();
    }
    let problem = |(line, problem): &(usize, String)| {
        view! { <p>"Line "{line.to_string()}": "{rich(problem)}</p> }.into_any()
    };
    let more = (row.n_more > 0).then(|| {
        let words = ["and ", &row.n_more.to_string(), " more"].concat();
        view! { <p class="muted">{words}</p> }.into_any()
    });
    view! { <div class="wrong">{row.problems.iter().map(problem).collect_view()}{more}</div> }
        .into_any()
}

/// An output, and whether it differs from the first row.
fn output(output: Option<&(OutcomeView, bool)>) -> AnyView {
    let Some((outcome, differs)) = output else {
        return view! { <td class="muted">"none"</td> }.into_any();
    };
    let value = if outcome.value.is_empty() { "unknown" } else { &*outcome.value };
    let value = view! { <strong>{value.to_owned()}</strong> }.into_any();
    let standing = (!outcome.standing.class.is_empty() && !outcome.value.is_empty())
        .then(|| view! { " "<span class="muted">{outcome.standing.words}</span> }.into_any());
    let differs = differs.then(|| view! { " "<span class="differs">"differs"</span> }.into_any());
    view! { <td>{value}{standing}{differs}</td> }.into_any()
}
