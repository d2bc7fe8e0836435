//! The reference: a search, and the forms that it finds.

use std::sync::Arc;

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::find::Found;
use ptxfp_view::library::Edit;
use ptxfp_view::library::form::{BodyView, FormView};
use ptxfp_view::library::found::FoundView;
use ptxfp_view::library::reference::{OpcodeView, QueryView, SearchView};

use super::Library;
use super::entry::entry;
use crate::events::handler;
use crate::field::shown;
use crate::pieces::fold::fold;
use crate::pieces::support::support;
use crate::pieces::table::table;
use crate::pieces::text::{rich, section_link};
use crate::store::Live;

/// The hint in the search field while it is empty.
const HINT: &str = "fma bf16, ulp, sm>=100";

/// The heading before the first companion instructions.
const COMPANIONS: &str =
    "Integer and bit instructions surround floating-point code. Programs evaluate them.";

/// The reference, if it is the view. The search field does not depend on the forms found. Groups and
/// forms keep their numbers, so that a query leaves those that it finds again as they are.
#[component]
pub(super) fn Reference(page: Library, groups: Live<Vec<usize>>) -> impl IntoView {
    let group = move |number| {
        let view = page.data(move |screen| screen.opcode(number));
        view! { <Group page number view/> }.into_any()
    };
    view! {
        <Search page view=page.data(|screen| Some(screen.reference.as_ref()?.search.clone()))/>
        {groups.rows(group)}
    }
}

/// The search field with its count, queries to try, and errors.
#[component]
fn Search(page: Library, view: Live<SearchView>) -> impl IntoView {
    view.draw(move |view| search(page, view))
}

fn search(page: Library, view: &SearchView) -> AnyView {
    let typed = handler(move |event: Event| page.send(Edit::Seek(event_target_value(&event))));
    let problem = |problem: &String| view! { <p class="diagnostic">{rich(problem)}</p> }.into_any();
    let ways = (!view.ways.is_empty()).then(|| {
        view! { <div class="fixes">{queries(page, &view.ways, "button")}</div> }.into_any()
    });
    view! {
        <div class="reference-search" role="search">
            <div class="reference-search-line">
                <input
                    id="query"
                    type="search"
                    aria-label="search forms, lessons, terms and formats"
                    aria-describedby="problems"
                    placeholder=HINT
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:shown=shown(&view.query)
                    on:input=typed
                />
                <span class="muted" id="count">{view.count.clone()}</span>
                <a href="#new">"New by PTX version"</a>
            </div>
            <div class="fixes">
                <span class="note">"try"</span>
                {queries(page, &view.examples, "chip")}
            </div>
            {view.reading.as_deref().map(|text| view! { <p class="note">{rich(text)}</p> }.into_any())}
            <div id="problems">{view.problems.iter().map(problem).collect_view()}{ways}</div>
            {(!view.found.is_empty()).then(|| found(&view.found))}
        </div>
    }
    .into_any()
}

/// The finds beside forms: a line for each kind.
fn found(groups: &[FoundView]) -> AnyView {
    let row = |found: &Found| {
        let note = (!found.note.is_empty())
            .then(|| view! { " "<span class="note">{rich(&found.note)}</span> }.into_any());
        view! { <li><a href=found.address()>{found.title.clone()}</a>{note}</li> }.into_any()
    };
    let group = |group: &FoundView| {
        view! {
            <div>
                <h2>{group.title}</h2>
                <ul>{group.rows.iter().map(row).collect_view()}</ul>
            </div>
        }
        .into_any()
    };
    view! { <div class="found">{groups.iter().map(group).collect_view()}</div> }.into_any()
}

/// Buttons for other queries.
fn queries(page: Library, queries: &[QueryView], class: &'static str) -> AnyView {
    let button = |view: &QueryView| {
        let query = view.query.clone();
        let find = handler(move |_: MouseEvent| page.send(Edit::Find(query.clone())));
        view! { <button class=class type="button" on:click=find>{rich(&view.label)}</button> }
            .into_any()
    };
    queries.iter().map(button).collect_view().into_any()
}

/// The forms found of an opcode.
#[component]
fn Group(page: Library, number: usize, view: Live<OpcodeView>) -> impl IntoView {
    let forms = page.data(move |screen| screen.forms(number));
    let form = move |form| {
        let view = page.data(move |screen| screen.form(number, form));
        view! { <Form page view/> }.into_any()
    };
    view.draw(move |view| {
        let before = if view.is_companion { "companion-" } else { "" };
        let lead = || view! { <p class="note companions">{COMPANIONS}</p> }.into_any();
        let note = || view! { <span class="note">" integers and bits"</span> }.into_any();
        view! {
            {view.is_first_companion.then(lead)}
            <section class="forms" id=[before, view.opcode].concat()>
                <h2><code>{view.opcode}</code>{view.is_companion.then(note)}</h2>
                {forms.rows(form)}
            </section>
        }
        .into_any()
    })
}

/// One form: a line that opens.
#[component]
fn Form(page: Library, view: Live<Arc<FormView>>) -> impl IntoView {
    view.draw(move |view| form(page, view))
}

fn form(page: Library, view: &FormView) -> AnyView {
    let key = view.key.clone();
    let summary = view! {
        <code>{view.syntax.clone()}</code>
        {(view.status != "documented").then(|| status(view.status))}
        <span class="note">{view.requires.clone()}</span>
    };
    let details = view.body.as_ref().map_or_else(|| ().into_any(), details);
    let toggle = move || page.send(Edit::Fold(key.clone()));
    view! {
        <div class="form">
            {fold(&view.key, view.body.is_some(), toggle, summary.into_any(), details)}
            {section_link(&view.section)}
        </div>
    }
    .into_any()
}

/// The details of a form.
fn details(body: &BodyView) -> AnyView {
    let program = body.program.as_ref().map(|(spelling, fragment)| {
        let link = ["#", fragment].concat();
        view! { <p class="note">"Open "<a href=link><code>{spelling.clone()}</code>" as a program"</a></p> }
            .into_any()
    });
    let note = |note: &String| view! { <p>{rich(note)}</p> }.into_any();
    let taught = body.taught.map(|page| {
        view! { <p class="note"><a href=page.address>"Learn: "{page.title}</a></p> }.into_any()
    });
    let notes = view! {
        {program}
        {body.notes.iter().map(note).collect_view()}
        {taught}
        {(!body.also.is_empty()).then(|| also(&body.also))}
    }
    .into_any();
    view! {
        {match &body.entry {
            Some(view) => entry(view, notes),
            None => notes,
        }}
        {body.support.as_ref().map(support)}
        <div class="split">{body.tables.iter().map(table).collect_view()}</div>
    }
    .into_any()
}

/// Names from elsewhere; they are not controls.
fn also(names: &[String]) -> AnyView {
    let name = |name: &String| view! { <code class="alias">{name.clone()}</code>" " }.into_any();
    view! {
        <p class="also"><span class="note">"also called "</span>{names.iter().map(name).collect_view()}</p>
    }
    .into_any()
}

/// The pill of a status.
fn status(name: &'static str) -> AnyView {
    let (look, words) = match name {
        "refused" => ("rejected", "in the manual, but ptxas refuses it"),
        other => (other, other),
    };
    view! { <span class=["legality ", look].concat()>{words}</span> }.into_any()
}
