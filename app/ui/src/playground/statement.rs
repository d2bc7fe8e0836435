//! The statement, typed over its own highlighted copy, and the words suggested for it.

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::playground::glance::head_length;
use ptxfp_view::playground::instruction::{ChipState, PickerView, ProposalView, TokenView};
use ptxfp_view::playground::parts::TypedView;
use ptxfp_view::playground::{Edit, Pick, Screen};
use wasm_bindgen::JsCast;
use web_sys::window;

use super::Playground;
use crate::browser::elements::element;
use crate::events::handler;
use crate::field::{caret, shown_with_caret};
use crate::store::Live;

/// The identifier of the list of words.
const LIST: &str = "completions";

/// The number of characters up to the operands that fit in one line on a narrow phone.
const WIDE: usize = 22;

/// The bytes from which on a text is set smaller: three lines of a large screen.
const MANY: usize = 200;

/// The statement with the words below it.
///
/// A text area without color over a mirror with colors: the browser keeps selection, undo,
/// spelling of screen readers and input methods.
#[component]
pub(super) fn Statement(page: Playground, view: Live<TypedView>) -> impl IntoView {
    view.draw(move |view| statement(page, view))
}

fn statement(page: Playground, view: &TypedView) -> AnyView {
    let class = match () {
        () if view.text.len() > MANY => "statement longest",
        () if head_length(&view.text) > WIDE => "statement long",
        () => "statement",
    };
    view! {
        <div class=class>
            <div class="typed">
                <div class="mirror" aria-hidden="true">
                    {view.tokens.iter().map(token).collect_view()}
                    "\u{200b}"
                </div>
                {field(page, view)}
            </div>
            <kbd class="key" aria-hidden="true">"Ctrl K"</kbd>
            {view.picker.as_ref().map(|picker| words(page, picker))}
        </div>
    }
    .into_any()
}

/// A piece of the mirror.
fn token(token: &TokenView) -> AnyView {
    let class = [token.kind.class(), token.flag.class()].concat();
    view! { <span class=class>{token.text.clone()}</span> }.into_any()
}

/// The text area. It stays one while words are suggested, since it wraps on a phone: such a field
/// may not be a combobox, and has equivalent attributes.
fn field(page: Playground, view: &TypedView) -> AnyView {
    let chosen = view.picker.as_ref().and_then(|picker| picker.chosen);
    let typed = handler(move |event: Event| {
        let text = event_target_value(&event);
        if let Some(caret) = caret(&event) {
            page.send(Edit::Pick(Pick::Type(text, caret)));
        }
    });
    let pressed = handler(move |event: KeyboardEvent| {
        if let Some(edit) = pressed_key(&event, &page.screen()) {
            page.send(edit);
        }
    });
    // The list closes when the caret moves elsewhere.
    let pointed = handler(move |_: PointerEvent| {
        if page.screen().picker.is_some() {
            page.send(Edit::Pick(Pick::Dismiss));
        }
    });
    let left = handler(move |_: FocusEvent| page.send(Edit::Settle));
    view! {
        <textarea
            id="instruction"
            rows="1"
            aria-label="question or instruction"
            placeholder="0.1 + 0.2 in bf16, or PTX"
            aria-describedby="diagnostics"
            aria-invalid=if view.is_wrong { "true" } else { "false" }
            aria-autocomplete="list"
            aria-controls=view.picker.is_some().then_some(LIST)
            aria-activedescendant=chosen.map(option_id)
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            prop:shown=shown_with_caret(&view.text, view.caret)
            on:input=typed
            on:keydown=pressed
            on:pointerdown=pointed
            on:focusout=left
        ></textarea>
    }
    .into_any()
}

/// Handles a key in the statement. Enter accepts the highlighted word, Tab also one
/// that is begun.
fn pressed_key(event: &KeyboardEvent, screen: &Screen) -> Option<Edit> {
    let is_modified = event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key();
    let pick = match (&*event.key(), &screen.picker) {
        ("ArrowDown", Some(_)) => Pick::Next,
        ("ArrowUp", Some(_)) => Pick::Previous,
        ("ArrowDown", None) => Pick::Propose(caret(event)?),
        ("Enter", Some(picker)) if picker.chosen.is_some() => Pick::Accept(picker.chosen?),
        ("Enter", _) => {
            // A statement is one line.
            event.prevent_default();
            return Some(Edit::Settle);
        }
        ("Tab", Some(picker)) if !is_modified => Pick::Accept(picker.nearest?),
        ("Escape", Some(_)) => Pick::Dismiss,
        ("Escape", None) => return Some(Edit::GiveUp),
        // The caret moves to another word.
        ("ArrowLeft" | "ArrowRight" | "Home" | "End", Some(_)) => {
            return Some(Edit::Pick(Pick::Dismiss));
        }
        _ => return None,
    };
    event.prevent_default();
    Some(Edit::Pick(pick))
}

/// The words below the statement.
fn words(page: Playground, picker: &PickerView) -> AnyView {
    let words = picker
        .words
        .iter()
        .enumerate()
        .map(|(index, proposal)| word(page, index, proposal, picker.chosen == Some(index)));
    view! {
        <div class=LIST id=LIST role="listbox" aria-label="completions">{words.collect_view()}</div>
    }
    .into_any()
}

/// One word; pressing it leaves the focus in the statement.
fn word(page: Playground, index: usize, word: &ProposalView, is_chosen: bool) -> AnyView {
    let class = match word.state {
        ChipState::Unavailable => "word unavailable",
        ChipState::Undocumented => "word undocumented",
        ChipState::On | ChipState::Available => "word",
    };
    let note =
        (!word.note.is_empty()).then(|| view! { " "<span>{word.note.clone()}</span> }.into_any());
    view! {
        <div
            class=class
            id=option_id(index)
            role="option"
            aria-selected=if is_chosen { "true" } else { "false" }
            on:mousedown=handler(move |event: MouseEvent| event.prevent_default())
            on:click=handler(move |_: MouseEvent| page.send(Edit::Pick(Pick::Accept(index))))
        >
            <code>{word.text.clone()}</code>
            {note}
        </div>
    }
    .into_any()
}

/// The identifier of an option.
fn option_id(index: usize) -> String {
    ["word-", &index.to_string()].concat()
}

/// Scrolls the highlighted word into view.
pub(super) fn reveal_chosen() {
    let Some(option) = element("[role=option][aria-selected=true]") else { return };
    let root = window().and_then(|window| window.document()?.document_element());
    let height = root.map_or(0, |root| root.client_height());
    let place = option.get_bounding_client_rect();
    if place.top() < 0.0 || place.bottom() > f64::from(height) {
        option.unchecked_ref::<web_sys::Element>().scroll_into_view_with_bool(place.top() < 0.0);
    }
}
