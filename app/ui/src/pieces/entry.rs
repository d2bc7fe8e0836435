//! A text field for a value, and the note below it.

use leptos::ev::{Event, FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use ptxfp_view::playground::operand::FieldView;

use crate::events::{Sink, handler};
use crate::field::shown;

/// An event of a field.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A text is typed.
    Type(String),
    /// It is left or committed.
    Leave,
    /// The draft is discarded.
    Forget,
    /// The next number above is requested, or else below.
    Step(bool),
}

/// The field; its note has the given identifier, the field the same with `-field`. Arrow keys step
/// if there are steps.
pub(crate) fn entry_field(
    field: &FieldView,
    id: &str,
    label: String,
    class: &str,
    has_steps: bool,
    send: &Sink<Entry>,
) -> AnyView {
    let (typed, left, pressed) = (typed(send), left(send), pressed(send, has_steps));
    view! {
        <span class=["entry ", class, field.class()].concat()>
            <input
                id=[id, "-field"].concat()
                type="text"
                aria-label=label
                aria-describedby=id.to_owned()
                aria-invalid=if field.is_wrong() { "true" } else { "false" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:shown=shown(&field.text)
                on:input=typed
                on:keydown=pressed
                on:focusout=left
            />
        </span>
    }
    .into_any()
}

/// Like [`entry_field`], for a text of several lines where it does not fit in one.
pub(crate) fn entry_area(
    field: &FieldView,
    id: &str,
    label: String,
    send: &Sink<Entry>,
) -> AnyView {
    let (typed, left, pressed) = (typed(send), left(send), pressed(send, false));
    view! {
        <span class=["entry", field.class()].concat()>
            <textarea
                id=[id, "-field"].concat()
                rows="1"
                aria-label=label
                aria-describedby=id.to_owned()
                aria-invalid=if field.is_wrong() { "true" } else { "false" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:shown=shown(&field.text)
                on:input=typed
                on:keydown=pressed
                on:focusout=left
            ></textarea>
        </span>
    }
    .into_any()
}

fn typed(send: &Sink<Entry>) -> Box<dyn FnMut(Event)> {
    let send = send.clone();
    handler(move |event: Event| send(Entry::Type(event_target_value(&event))))
}

fn left(send: &Sink<Entry>) -> Box<dyn FnMut(FocusEvent)> {
    let send = send.clone();
    handler(move |_: FocusEvent| send(Entry::Leave))
}

/// Enter commits, Escape discards, and arrow keys step if there are steps.
fn pressed(send: &Sink<Entry>, has_steps: bool) -> Box<dyn FnMut(KeyboardEvent)> {
    let send = send.clone();
    handler(move |event: KeyboardEvent| match &*event.key() {
        "Enter" => {
            event.prevent_default();
            send(Entry::Leave);
        }
        "Escape" => send(Entry::Forget),
        key @ ("ArrowUp" | "ArrowDown") if has_steps => {
            event.prevent_default();
            send(Entry::Step(key == "ArrowUp"));
        }
        _ => {}
    })
}

/// The note on what was stored instead, or could not be read.
pub(crate) fn entry_note(field: &FieldView, id: &str) -> AnyView {
    let note = field.note().to_owned();
    let is_empty = note.is_empty();
    let class = ["entry-note", field.class()].concat();
    view! { <p class=class id=id.to_owned() hidden=is_empty>{note}</p> }.into_any()
}
