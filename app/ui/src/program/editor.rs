//! The statements as text, with their target and version.

use leptos::ev::{DragEvent, Event};
use leptos::prelude::*;
use ptxfp_view::program::beside::Edit as Comparing;
use ptxfp_view::program::code::{Change, Which};
use ptxfp_view::program::examples::{EXAMPLES, FIRST_COMPARED};
use ptxfp_view::program::view::{CodeView, SequenceView};
use ptxfp_view::program::words::Words;
use ptxfp_view::program::{Edit, Screen};
use web_sys::HtmlInputElement;

use super::Program;
use super::problems::problems;
use super::{file, words};
use crate::field::{self, Lines, shown_with_caret};
use crate::part::{At, handler, part};
use crate::pieces::choice::options;
use crate::pieces::comparison::button;
use crate::pieces::text::rich;

/// The text area, and beside it the one of the comparison.
#[component]
pub(super) fn Editor(page: Program) -> impl IntoView {
    let is_both = move || page.watch().view.beside.is_some();
    view! {
        <div class:sequence-both=is_both>
            {part(page, [0, 0], is_same_code, code)}
            {part(page, [1, 0], is_same_code, code)}
        </div>
    }
}

/// The sequence that a part is about.
pub(super) const fn which([place, _]: At) -> Which {
    if place == 0 { Which::First } else { Which::Other }
}

/// The statements that a part is about, if there are any.
pub(super) fn code_of(view: &SequenceView, which: Which) -> Option<&CodeView> {
    match which {
        Which::First => Some(&view.code),
        Which::Other => view.beside.as_ref().map(|beside| &beside.code),
    }
}

/// Whether a text area and its controls are unchanged; targets and versions always are.
fn is_same_code(one: &Screen, two: &Screen, at: At) -> bool {
    if one.debug.lines != two.debug.lines || words_of(one, at) != words_of(two, at) {
        return false;
    }
    let (old, new) = (code_of(&one.view, which(at)), code_of(&two.view, which(at)));
    let (Some(old), Some(new)) = (old, new) else { return old.is_none() && new.is_none() };
    (&old.text, old.target, &old.isa, &old.problems)
        == (&new.text, new.target, &new.isa, &new.problems)
        && rows(&one.view) == rows(&two.view)
}

/// The completions of the statements that a part is about.
fn words_of(screen: &Screen, at: At) -> Option<&Words> {
    screen.words.as_ref().filter(|words| words.which == which(at))
}

/// The height of text areas in lines: the same for both, with one spare line to go on typing.
fn rows(view: &SequenceView) -> usize {
    let others = code_of(view, Which::Other).map_or("", |code| &code.text);
    let lines = |text: &str| text.split('\n').count();
    (lines(&view.code.text).max(lines(others)) + 1).clamp(5, 24)
}

/// Statements, or a button that begins a comparison.
fn code(page: Program, screen: &Screen, at: At) -> AnyView {
    let which = which(at);
    let Some(code) = code_of(&screen.view, which) else { return ().into_any() };
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
            {environment(page, &screen.view, which, code)}
            {text_area(page, label, screen, at, code)}
            {words_of(screen, at).map(|words| words::words(page, words))}
            <div id=id(which, "problems")>{problems(page, which, &code.problems)}</div>
            <p class="note">{rich(note(which))}</p>
        </section>
    }
    .into_any()
}

/// The button that begins a comparison.
pub(super) fn begin(page: Program) -> AnyView {
    compare(page, "button", "begin", "Compare with another program", Comparing::Begin)
}

/// A button that changes the comparison.
fn compare(
    page: Program,
    class: &'static str,
    hook: &str,
    words: &str,
    change: Comparing,
) -> AnyView {
    button(class, hook.to_owned(), words, move || page.send(Edit::Compare(change)))
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
fn environment(page: Program, view: &SequenceView, which: Which, code: &CodeView) -> AnyView {
    let target = options(&view.targets, code.target);
    let isa = options(&view.isas, &code.isa);
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
fn text_area(
    page: Program,
    label: &'static str,
    screen: &Screen,
    at: At,
    code: &CodeView,
) -> AnyView {
    let which = which(at);
    let caret = screen.caret.filter(|(side, _)| *side == which).map(|(_, caret)| caret);
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
            rows=rows(&screen.view).to_string()
            aria-label=label
            aria-describedby=id(which, "problems")
            aria-invalid=if code.problems.is_empty() { "false" } else { "true" }
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            wrap="off"
            prop:marked=marked(screen, at)
            prop:shown=shown_with_caret(&code.text, caret)
            on:input=typed
        ></textarea>
    }
    .into_any()
}

/// The marked lines.
fn marked(screen: &Screen, [side, _]: At) -> Lines {
    let lines = screen.debug.lines.get(side).map_or(&[][..], Vec::as_slice);
    Lines(lines.iter().map(|line| (line.line, line.is_current)).collect())
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
