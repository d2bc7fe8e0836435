//! A sheet of exercises with their solutions, to print and to save.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::learn::screen::{SheetView, TaskView};

use crate::browser::save::save;
use crate::events::handler;
use crate::pieces::text::{rich, rich_powers};
use crate::store::Live;

/// The sheet.
#[component]
pub(super) fn SheetPart(view: Live<SheetView>) -> impl IntoView {
    view.draw(sheet)
}

fn sheet(view: &SheetView) -> AnyView {
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
            </header>
            <ol>{view.tasks.iter().map(task).collect_view()}</ol>
            <h3>"Solutions"</h3>
            <ol class="sheet-solutions">{view.tasks.iter().map(solution).collect_view()}</ol>
        </section>
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
