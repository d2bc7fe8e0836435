//! The instruction, typed or chosen, and where it is legal.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::tensor::Edit;
use ptxfp_view::tensor::statement::{EnvironmentView, StatementView};
use web_sys::HtmlSelectElement;

use super::TensorCores;
use crate::events::handler;
use crate::field::shown;
use crate::pieces::choice::{options, places};
use crate::pieces::text::{RIGHT, WRONG, rich, section_link, sign};
use crate::store::Live;

/// The instruction, and the remark on it.
#[component]
pub(super) fn Statement(page: TensorCores, view: Live<StatementView>) -> impl IntoView {
    view.draw(move |view| statement(page, view))
}

fn statement(page: TensorCores, view: &StatementView) -> AnyView {
    let typed = handler(move |event: Event| page.send(Edit::Type(event_target_value(&event))));
    let instead = view.instead.clone().map(|spelling| {
        let label = ["Use `", &*spelling, "`"].concat();
        let press = handler(move |_| page.send(Edit::Choose(spelling.clone())));
        view! { <button class="button primary" type="button" on:click=press>{rich(&label)}</button> }
            .into_any()
    });
    let problem = view.wrong.as_ref().map(|wrong| {
        view! { <div class="tensor-problem"><p>{rich(wrong)}</p>{instead}</div> }.into_any()
    });
    view! {
        <div class="tensor-statement">
            <textarea
                id="tensor-statement"
                rows="2"
                aria-label="instruction"
                aria-describedby="tensor-problems"
                aria-invalid=if view.wrong.is_some() { "true" } else { "false" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:shown=shown(&view.text)
                on:input=typed
            ></textarea>
            <div id="tensor-problems">{problem}</div>
        </div>
    }
    .into_any()
}

/// Target, version and legality, and the instructions to choose from.
#[component]
pub(super) fn Environment(page: TensorCores, view: Live<EnvironmentView>) -> impl IntoView {
    view.draw(move |view| environment(page, view))
}

fn environment(page: TensorCores, view: &EnvironmentView) -> AnyView {
    let (class, outline, name) = match view.lacks {
        None => ("legality documented", RIGHT, "documented"),
        Some(_) => ("legality rejected", WRONG, "rejected"),
    };
    let set = |edit: fn(String) -> Edit| {
        handler(move |event: Event| page.send(edit(event_target_value(&event))))
    };
    let instead = view.instead.as_ref().map(|place| {
        let press = handler(move |_| page.send(Edit::Fit));
        let label = ["Use ", place].concat();
        view! { <button class="button" type="button" on:click=press>{label}</button> }.into_any()
    });
    view! {
        <div class="environment">
            <label>"Target"{places("tensor-target", &view.targets, set(Edit::Target))}</label>
            <label>"PTX"{places("tensor-isa", &view.isas, set(Edit::Isa))}</label>
            <span class=class id="tensor-legality">{sign(outline)}{name}</span>
            {section_link(&view.section)}
            {instead}
        </div>
        <label class="tensor-choice">
            <span class="unseen">"Instruction"</span>
            {instructions(page, view)}
        </label>
    }
    .into_any()
}

/// The instructions to choose from.
fn instructions(page: TensorCores, view: &EnvironmentView) -> AnyView {
    // It shows its purpose instead of a choice, which the text above shows.
    let change = handler(move |event: Event| {
        let select: HtmlSelectElement = event_target(&event);
        let spelling = select.value();
        select.set_value("");
        page.send(Edit::Choose(spelling));
    });
    let group = |(opcode, names): &(&'static str, Vec<String>)| {
        view! { <optgroup label=*opcode>{options(names, "")}</optgroup> }.into_any()
    };
    view! {
        <select id="tensor-instruction" on:change=change>
            <option value="">"Other instructions"</option>
            {view.instructions.iter().map(group).collect_view()}
        </select>
    }
    .into_any()
}
