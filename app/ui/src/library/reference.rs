//! The reference: a search, and the forms that it finds.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::library::reference::{BodyView, FormView, GroupView, QueryView, group_count};
use ptxfp_view::library::{Edit, Screen};

use super::Library;
use super::entry::entry;
use crate::field::shown;
use crate::part::{At, handler, is_same_or_gone, part};
use crate::pieces::fold::fold;
use crate::pieces::table::table;
use crate::pieces::text::{rich, section_link};

/// The hint in the search field while it is empty.
const HINT: &str = "fma bf16, type:e4m3, sm>=100";

/// The heading before the first companion instructions.
const COMPANIONS: &str = "Companion instructions compute with integers, bits and predicates around floating-point code. Programs evaluate them.";

/// The reference, if it is the view. The search field does not depend on the forms found.
#[component]
pub(super) fn Reference(page: Library) -> impl IntoView {
    view! {
        {part(page, [0; 2], is_same_search, search)}
        {(0..group_count()).map(|number| part(page, [number, 0], have_same_forms, group)).collect_view()}
    }
}

/// Whether everything but the forms is unchanged.
fn is_same_search(one: &Screen, two: &Screen, _: At) -> bool {
    let (Some(one), Some(two)) = (&one.reference, &two.reference) else {
        return one.reference.is_none() && two.reference.is_none();
    };
    (&one.query, &one.count, &one.problems) == (&two.query, &two.count, &two.problems)
        && one.formats == two.formats
        && one.reading == two.reading
        && (&one.examples, &one.ways) == (&two.examples, &two.ways)
}

/// The search field with its count, queries to try, and errors.
fn search(page: Library, screen: &Screen, _: At) -> AnyView {
    let Some(view) = &screen.reference else { return ().into_any() };
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
                    aria-label="search forms"
                    aria-describedby="problems"
                    placeholder=HINT
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:shown=shown(&view.query)
                    on:input=typed
                />
                <span class="muted" id="count">{view.count.clone()}</span>
            </div>
            <div class="fixes">
                <span class="note">"try"</span>
                {queries(page, &view.examples, "chip")}
            </div>
            {view.reading.as_deref().map(|text| view! { <p class="note">{rich(text)}</p> }.into_any())}
            {(!view.formats.is_empty()).then(|| formats(&view.formats))}
            <div id="problems">{view.problems.iter().map(problem).collect_view()}{ways}</div>
        </div>
    }
    .into_any()
}

/// Links to the formats that the query names.
fn formats(all: &[(&'static str, String)]) -> AnyView {
    let format = |(name, shape): &(&'static str, String)| {
        let link = ["#formats/", name].concat();
        view! { <span><a href=link><code>{*name}</code></a>" "{shape.clone()}</span> }.into_any()
    };
    view! { <p class="note formats-named">"Formats"{all.iter().map(format).collect_view()}</p> }
        .into_any()
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

/// The group of a number. Groups and forms are numbered, with a part for each opcode, so that a
/// query leaves the groups that it finds again unchanged.
fn group_at(screen: &Screen, [number, _]: At) -> Option<&GroupView> {
    screen.reference.as_ref()?.groups.iter().find(|group| group.number == number)
}

/// Whether the forms found of an opcode are unchanged.
fn have_same_forms(one: &Screen, two: &Screen, at: At) -> bool {
    let [one, two] = [one, two].map(|screen| {
        let group = group_at(screen, at)?;
        let numbers: Vec<_> = group.forms.iter().map(|form| form.number).collect();
        Some((group.is_first_companion, numbers))
    });
    one == two
}

/// The forms found of an opcode; each is a part.
fn group(page: Library, screen: &Screen, at: At) -> AnyView {
    let Some(view) = group_at(screen, at) else { return ().into_any() };
    let before = if view.is_companion { "companion-" } else { "" };
    let lead = || view! { <p class="note companions">{COMPANIONS}</p> }.into_any();
    let note = || view! { <span class="note">" companion"</span> }.into_any();
    let forms = view.forms.iter().map(|view| part(page, [view.number, 0], is_same_form, form));
    view! {
        {view.is_first_companion.then(lead)}
        <section class="forms" id=[before, view.opcode].concat()>
            <h2><code>{view.opcode}</code>{view.is_companion.then(note)}</h2>
            {forms.collect_view()}
        </section>
    }
    .into_any()
}

/// The form of a number.
fn form_at(screen: &Screen, [number, _]: At) -> Option<&FormView> {
    let groups = screen.reference.iter().flat_map(|view| &view.groups);
    groups.flat_map(|group| &group.forms).find(|form| form.number == number)
}

/// Whether a form is unchanged.
fn is_same_form(one: &Screen, two: &Screen, at: At) -> bool {
    is_same_or_gone(form_at(one, at), form_at(two, at), PartialEq::eq)
}

/// One form: a line that opens.
fn form(page: Library, screen: &Screen, at: At) -> AnyView {
    let Some(view) = form_at(screen, at) else { return ().into_any() };
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
    let notes = view! {
        {program}
        {body.notes.iter().map(note).collect_view()}
        {(!body.also.is_empty()).then(|| also(&body.also))}
    }
    .into_any();
    view! {
        {match &body.entry {
            Some(view) => entry(view, notes),
            None => notes,
        }}
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
    let look = if name == "refused" { "rejected" } else { name };
    view! { <span class=["legality ", look].concat()>{name}</span> }.into_any()
}
