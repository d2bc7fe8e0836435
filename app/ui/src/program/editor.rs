//! The statements as text, with their target and version.

use leptos::ev::{DragEvent, Event};
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::beside::Edit as Comparing;
use ptxfp_view::program::code::{Change, Which};
use ptxfp_view::program::editor::EditorView;
use ptxfp_view::program::examples::{EXAMPLES, FIRST_COMPARED};
use web_sys::HtmlInputElement;

use super::Program;
use super::comparison::compare;
use super::problems::problems;
use super::{file, words};
use crate::events::handler;
use crate::field::{self, Lines, shown_with_caret};
use crate::pieces::choice::options;
use crate::pieces::text::rich;
use crate::store::Live;

/// Statements with their controls, while there is their program.
#[component]
pub(super) fn Editor(page: Program, view: Live<EditorView>) -> impl IntoView {
    view.draw(move |view| editor(page, view))
}

fn editor(page: Program, view: &EditorView) -> AnyView {
    let which = view.which;
    let label = match which {
        Which::First => "statements",
        Which::Other => "other statements",
    };
    view! {
        <section
            class="sequence-editor"
            aria-label=label
            on:dragover=handler(|event: DragEvent| event.prevent_default())
            on:drop=handler(move |event: DragEvent| file::drop(page, which, &event))
        >
            {environment(page, view)}
            {(!view.is_folded).then(|| text_area(page, label, view))}
            {view.words.as_ref().map(|words| words::words(page, words))}
            <div id=id(which, "problems")>{problems(page, which, &view.problems)}</div>
            {(!view.is_folded).then(|| view! { <p class="note">{rich(note(which))}</p> })}
        </section>
    }
    .into_any()
}

/// The identifier of a control of the statements.
fn id(which: Which, what: &str) -> String {
    let name = match which {
        Which::First => "sequence-",
        Which::Other => "other-",
    };
    [name, what].concat()
}

/// Changes the statements to the value of a field.
fn set(page: Program, which: Which, change: fn(String) -> Change) -> Box<dyn FnMut(Event)> {
    handler(move |event: Event| page.send(Edit::Code(which, change(event_target_value(&event)))))
}

/// Target, version and examples, or, for the other sequence, the buttons of the comparison.
fn environment(page: Program, view: &EditorView) -> AnyView {
    let which = view.which;
    let target = options(&view.targets, view.target);
    let isa = options(&view.isas, &view.isa);
    let rest = match which {
        Which::First => examples(page),
        Which::Other => view! {
            <span class="to-end">
                {compare(page, "text-button", "swap", "Swap", Comparing::Swap)}
                " "
                {compare(page, "text-button", "end", "Remove", Comparing::End)}
            </span>
        }
        .into_any(),
    };
    view! {
        <div class="environment">
            <label>
                "Target"
                <select id=id(which, "target") on:change=set(page, which, Change::Target)>
                    {target}
                </select>
            </label>
            <label>
                "PTX ISA"
                <select id=id(which, "isa") on:change=set(page, which, Change::Isa)>{isa}</select>
            </label>
            {rest}
        </div>
    }
    .into_any()
}

/// A select of the examples; it shows its purpose instead of a choice.
fn examples(page: Program) -> AnyView {
    let load = handler(move |event: Event| {
        let select: HtmlInputElement = event_target(&event);
        let place = select.value().parse();
        select.set_value("");
        if let Ok(place) = place {
            page.send(Edit::Example(place));
        }
    });
    view! {
        <select class="to-end" id="sequence-examples" aria-label="examples" on:change=load>
            <option value="">"Examples"</option>
            {example_group("one program", 0..FIRST_COMPARED)}
            {example_group("two programs", FIRST_COMPARED..EXAMPLES.len())}
        </select>
    }
    .into_any()
}

/// A group of examples.
fn example_group(label: &'static str, places: std::ops::Range<usize>) -> AnyView {
    let examples = EXAMPLES.iter().enumerate().filter(|(place, _)| places.contains(place));
    let option = |(place, (title, _)): (usize, &(&'static str, &str))| {
        view! { <option value=place.to_string()>{*title}</option> }.into_any()
    };
    view! { <optgroup label=label>{examples.map(option).collect_view()}</optgroup> }.into_any()
}

/// The statements.
fn text_area(page: Program, label: &'static str, view: &EditorView) -> AnyView {
    let which = view.which;
    let typed = handler(move |event: Event| {
        page.send(Edit::Code(which, Change::Type(event_target_value(&event))));
        if let Some(caret) = field::caret(&event) {
            page.send(Edit::Caret(which, caret));
        }
    });
    view! {
        <textarea
            class="sequence-code"
            id=id(which, "code")
            rows=view.rows.to_string()
            aria-label=label
            aria-describedby=id(which, "problems")
            aria-invalid=if view.problems.is_empty() { "false" } else { "true" }
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            wrap="off"
            prop:marked=marked(view)
            prop:shown=shown_with_caret(&view.text, view.caret)
            on:input=typed
        ></textarea>
    }
    .into_any()
}

/// The marked lines.
fn marked(view: &EditorView) -> Lines {
    Lines(view.lines.iter().map(|line| (line.line, line.is_current)).collect())
}

/// The hint below a text area.
const fn note(which: Which) -> &'static str {
    match which {
        Which::First => {
            "Straight-line PTX, a kernel as a compiler prints it, or unmodified `asm` statements from \
             CUDA, Rust or Triton. Registers that are read before they are written, or loaded from \
             memory, are the inputs."
        }
        Which::Other => "It starts from the same inputs, matched by name, otherwise by position.",
    }
}
