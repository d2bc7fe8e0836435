//! A sheet of exercises with their solutions, to print and to save.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::learn::Edit;
use ptxfp_view::learn::place::COUNTS;
use ptxfp_view::learn::screen::{SheetView, TaskView};

use super::Learn;
use crate::browser::save::save;
use crate::events::handler;
use crate::pieces::text::{rich, rich_powers};
use crate::store::Live;

/// The sheet.
#[component]
pub(super) fn SheetPart(page: Learn, view: Live<SheetView>) -> impl IntoView {
    view.draw(move |view| sheet(page, view))
}

fn sheet(page: Learn, view: &SheetView) -> AnyView {
    let button = |name: &'static str, label: &'static str, text: &str| {
        let text = text.to_owned();
        let press = handler(move |_: MouseEvent| save(name, &text));
        view! { <button class="button" type="button" on:click=press>{label}</button> }.into_any()
    };
    let solution = |task: &TaskView| view! { <li>{rich_powers(&task.solution)}</li> }.into_any();
    view! {
        <section class="learn-sheet">
            <header class="learn-head">
                <p class="muted"><a href="#learn">"Learn"</a>" · exercises with solutions"</p>
                <h2>{view.title.clone()}</h2>
                <p class="sheet-tools">
                    {button("exercises.md", "Save as Markdown", &view.markdown)}
                    {button("exercises.json", "Save as JSON", &view.json)}
                    <a href=view.next.clone()>"Another sheet"</a>
                </p>
                {choices(page, view)}
            </header>
            <ol>{view.tasks.iter().map(task).collect_view()}</ol>
            <h3>"Solutions"</h3>
            <ol class="sheet-solutions">{view.tasks.iter().map(solution).collect_view()}</ol>
        </section>
    }
    .into_any()
}

/// The number and the topics to choose; without a topic, all are in it.
fn choices(page: Learn, view: &SheetView) -> AnyView {
    let count = handler(move |event: Event| {
        if let Ok(count) = event_target_value(&event).parse() {
            page.send(Edit::Count(count));
        }
    });
    let number = |count: &u32| {
        let is_chosen = *count == view.count;
        view! { <option selected=is_chosen>{count.to_string()}</option> }.into_any()
    };
    let topic = |(index, (title, is_chosen)): (usize, &(&'static str, bool))| {
        let change = handler(move |_: Event| page.send(Edit::Topic(index)));
        view! {
            <label>
                <input type="checkbox" prop:checked=*is_chosen on:change=change/>
                {*title}
            </label>
        }
        .into_any()
    };
    view! {
        <div class="sheet-choose">
            <label>
                <select id="sheet-count" on:change=count>{COUNTS.iter().map(number).collect_view()}</select>
                " exercises"
            </label>
            <details>
                <summary>"Topics: "{view.chosen.clone()}</summary>
                <div class="sheet-topics" role="group" aria-label="topics">
                    {view.topics.iter().enumerate().map(topic).collect_view()}
                </div>
            </details>
        </div>
    }
    .into_any()
}

fn task(task: &TaskView) -> AnyView {
    let exercise = &task.exercise;
    let statements = exercise.statements.join("; ");
    let statements =
        (!statements.is_empty()).then(|| view! { <p><code>{statements}</code></p> }.into_any());
    let choice = |text: &String| view! { <li>{text.clone()}</li> }.into_any();
    let texts: Vec<_> = exercise.choices.iter().map(|choice| choice.text.clone()).collect();
    let choices = (!texts.is_empty()).then(|| {
        view! { <ul class="sheet-choices">{texts.iter().map(choice).collect_view()}</ul> }
            .into_any()
    });
    view! {
        <li>
            <p>{rich(&exercise.question)}" "<a href=task.address.clone()>"answer it here"</a></p>
            {statements}
            {choices}
        </li>
    }
    .into_any()
}
