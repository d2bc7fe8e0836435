//! An exercise: the question, what is entered, and what that is worth.

use std::rc::Rc;

use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::learn::Edit;
use ptxfp_view::learn::exercise::{ChoiceView, ExerciseView, InputView, LaneView, VerdictView};

use super::Learn;
use super::switches::switches;
use crate::browser::memory::{self, AGAIN};
use crate::events::{Sink, handler};
use crate::field::shown;
use crate::pieces::text::{RIGHT, WRONG, copy_button, rich, rich_powers, sign};
use crate::store::Live;

/// The exercise.
#[component]
pub(super) fn ExercisePart(page: Learn, view: Live<ExerciseView>) -> impl IntoView {
    view.draw(move |view| exercise(page, view))
}

fn exercise(page: Learn, view: &ExerciseView) -> AnyView {
    let statements = view.statements.iter();
    let statement = |text: &String| view! { <code>{text.clone()}</code> }.into_any();
    let statements = (!view.statements.is_empty()).then(|| {
        view! { <div class="exercise-statements">{statements.map(statement).collect_view()}</div> }
            .into_any()
    });
    let check = handler(move |_: MouseEvent| check(page));
    let button = view! {
        <button
            class="button primary"
            type="button"
            id="check"
            disabled=!view.can_check
            on:click=check
        >
            "Check"
        </button>
    }
    .into_any();
    view! {
        <section class="exercise" aria-labelledby="exercise">
            <h3 id="exercise"><span class="muted">{view.kind}</span>" "{rich(&view.question)}</h3>
            {statements}
            {choices(page, view)}
            {view.lanes.iter().map(|it| lane(page, it, view.lanes.len())).collect_view()}
            {view.inputs.iter().enumerate().map(|it| input(page, it)).collect_view()}
            <p class="exercise-tools">
                {button}
                {tools(page, view)}
            </p>
            <div role="status">{view.verdict.as_ref().map(verdict)}</div>
            {share(view)}
        </section>
    }
    .into_any()
}

/// Hands the answer in, and keeps what went wrong if that is wanted.
fn check(page: Learn) {
    page.send(Edit::Day(memory::today()));
    page.send(Edit::Check);
    if let Some(text) = &page.screen().kept {
        memory::keep(AGAIN, Some(text));
    }
}

/// A hint and the solution of a puzzle.
fn tools(page: Learn, view: &ExerciseView) -> AnyView {
    let puzzle = view.has_hint.then(|| {
        let hint = handler(move |_: MouseEvent| page.send(Edit::Hint));
        let solve = handler(move |_: MouseEvent| page.send(Edit::Solve));
        let is_open = if view.hint.is_empty() { "false" } else { "true" };
        let hint_text = (!view.hint.is_empty())
            .then(|| view! { <span class="exercise-hint">{rich(&view.hint)}</span> }.into_any());
        view! {
            <button class="button" type="button" aria-expanded=is_open on:click=hint>"Hint"</button>
            <button class="button ghost" type="button" on:click=solve>"Show a solution"</button>
            {hint_text}
        }
        .into_any()
    });
    puzzle.into_any()
}

/// Choices as a group of buttons; on a ruler they are its ticks.
fn choices(page: Learn, view: &ExerciseView) -> AnyView {
    if view.choices.is_empty() {
        return ().into_any();
    }
    let choice = |(index, choice): (usize, &ChoiceView)| {
        let press = handler(move |_: MouseEvent| page.send(Edit::Choose(index)));
        let state = match (choice.is_right, choice.is_picked) {
            (Some(true), _) => " right",
            (Some(false), true) => " wrong",
            _ => "",
        };
        let mark = match (choice.is_right, choice.is_picked) {
            (Some(true), _) => Some(sign(RIGHT)),
            (Some(false), true) => Some(sign(WRONG)),
            _ => None,
        };
        view! {
            <button
                class=["exercise-choice", state].concat()
                type="button"
                aria-pressed=if choice.is_picked { "true" } else { "false" }
                on:click=press
            >
                {mark}<span>{choice.text.clone()}</span>
            </button>
        }
        .into_any()
    };
    let class = if view.is_ruler { "exercise-choices on-ruler" } else { "exercise-choices" };
    view! {
        <div class=class role="group" aria-label="answers">
            {view.choices.iter().enumerate().map(choice).collect_view()}
        </div>
    }
    .into_any()
}

/// A lane of bits to set.
fn lane(page: Learn, view: &LaneView, count: usize) -> AnyView {
    let offset = view.offset;
    let press: Sink<u32> = Rc::new(move |position| page.send(Edit::Flip(offset + position)));
    let name = match (count, offset) {
        (2, 0) => "low half",
        (2, _) => "high half",
        _ => "",
    };
    let label = ["bits of the answer", if name.is_empty() { "" } else { ", " }, name].concat();
    view! {
        <div class="exercise-lane">
            {(!name.is_empty()).then(|| view! { <span class="muted">{name}</span> }.into_any())}
            {switches(&view.bits, label, &press)}
            <code>{view.bits.hex.clone()}</code>
        </div>
    }
    .into_any()
}

/// An input of a puzzle.
fn input(page: Learn, (index, view): (usize, &InputView)) -> AnyView {
    let typed =
        handler(move |event: Event| page.send(Edit::Type(index, event_target_value(&event))));
    let pressed = handler(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            check(page);
        }
    });
    let id = ["exercise-", &*view.name].concat();
    let note = [&*id, "-note"].concat();
    let problem = (!view.problem.is_empty()).then(|| {
        view! { <span class="entry-note" id=note.clone()>{view.problem.clone()}</span> }.into_any()
    });
    view! {
        <div class="exercise-input">
            <label for=id.clone()>
                <code>{view.name.clone()}</code>" "<span class="muted">{view.kind.clone()}</span>
            </label>
            <span class="entry">
                <input
                    id=id
                    type="text"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    aria-invalid=if view.problem.is_empty() { "false" } else { "true" }
                    prop:shown=shown(&view.text)
                    on:input=typed
                    on:keydown=pressed
                />
            </span>
            {problem}
        </div>
    }
    .into_any()
}

/// The verdict on the answer.
fn verdict(view: &VerdictView) -> AnyView {
    let (class, outline) = match (view.is_right, &*view.text) {
        (true, _) => ("exercise-verdict right", RIGHT),
        (false, "") => ("exercise-verdict", WRONG),
        (false, _) => ("exercise-verdict wrong", WRONG),
    };
    let word = (!view.text.is_empty()).then(|| {
        view! { <p class="exercise-word">{sign(outline)}" "{rich(&view.text)}</p> }.into_any()
    });
    let answer = (!view.answer.is_empty())
        .then(|| view! { <p>"The answer: "<strong>{view.answer.clone()}</strong></p> }.into_any());
    let reason =
        (!view.reason.is_empty()).then(|| view! { <p>{rich_powers(&view.reason)}</p> }.into_any());
    let result = |(name, text): &(String, String)| {
        view! { <li><code>{name.clone()}" = "{text.clone()}</code></li> }.into_any()
    };
    let results_of = (!view.results_of.is_empty())
        .then(|| view! { <p>{view.results_of.clone()}</p> }.into_any());
    let results = (!view.results.is_empty())
        .then(|| view! { <ul>{view.results.iter().map(result).collect_view()}</ul> }.into_any());
    let link = (!view.link.is_empty()).then(|| {
        view! { <p><a href=view.link.clone()>"See every step in the playground"</a></p> }.into_any()
    });
    view! {
        <div class=class>
            {word}
            {answer}
            {results_of}
            {results}
            {reason}
            {link}
        </div>
    }
    .into_any()
}

/// The link and the element of the exercise.
fn share(view: &ExerciseView) -> AnyView {
    if view.name.is_empty() {
        return ().into_any();
    }
    let address = ["#", &*view.fragment].concat();
    let page = (!view.page.is_empty()).then(|| {
        view! { <a href=view.page.clone()>"The page that teaches this"</a>" " }.into_any()
    });
    view! {
        <p class="exercise-share note">
            {page}
            <a href=address>"Link to this exercise"</a>" "
            {copy_button(&view.embed, "copy-exercise".to_owned(), "text-button", "Copy element for other pages")}
        </p>
    }
    .into_any()
}
