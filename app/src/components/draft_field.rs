//! A text field that keeps what is typed until it is left.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::view_model::operand::EntryView;

/// What is typed in a field, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    text: Option<String>,
    entry: Option<EntryView>,
    is_focused: bool,
}

impl Draft {
    /// Gives up what was typed.
    fn forget(&mut self) {
        self.text = None;
        self.entry = None;
    }

    /// Gives up an exact entry, and any that no longer stands for the value stored.
    fn settle(&mut self, stored: u64) {
        match &self.entry {
            Some(EntryView::Rounded { bits, .. }) if *bits == stored => {}
            Some(EntryView::Wrong(_)) => {}
            _ => self.forget(),
        }
    }

    /// Gives up what was typed for another value, unless it is being typed in.
    fn follow(&mut self, stored: u64) {
        let stands = match &self.entry {
            Some(EntryView::Exact(bits) | EntryView::Rounded { bits, .. }) => *bits == stored,
            Some(EntryView::Wrong(_)) | None => false,
        };
        if !stands && !self.is_focused {
            self.forget();
        }
    }

    /// Whether what is typed cannot be read.
    fn is_wrong(&self) -> bool {
        matches!(self.entry, Some(EntryView::Wrong(_)))
    }

    /// The style class of what became of it, to go behind others.
    fn class(&self) -> &'static str {
        match self.entry {
            Some(EntryView::Wrong(_)) => " wrong",
            Some(EntryView::Rounded { .. }) => " rounded",
            Some(EntryView::Exact(_)) | None => "",
        }
    }
}

/// A text field over a value that has one canonical text.
///
/// While it is being typed in, the text is never rewritten. Leaving the field, or Enter, replaces
/// an exact entry by the canonical text; a rounded or unreadable one stays, with a note, until the
/// value changes in another way. Escape gives the draft up.
#[component]
pub fn DraftField(
    /// What the field holds, for a screen reader.
    label: String,
    /// The identifier of the note; the field's own is this with `-field`.
    id: String,
    /// The canonical text of the present value, and the value.
    shown: Signal<(String, u64)>,
    /// Reads a text, stores the value where there is one, and says what became of it.
    enter: Callback<String, EntryView>,
    /// A style class.
    class: &'static str,
    /// What is typed.
    draft: RwSignal<Draft>,
) -> impl IntoView {
    let stored = move || shown.with_untracked(|(_, stored)| *stored);
    Effect::new(move |before: Option<u64>| {
        let now = shown.with(|(_, stored)| *stored);
        if before.is_some_and(|before| before != now) {
            draft.update(|draft| draft.follow(now));
        }
        now
    });
    let keydown = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => draft.update(|draft| draft.settle(stored())),
        "Escape" => draft.update(Draft::forget),
        _ => {}
    };
    let input = move |text: String| {
        let entry = enter.run(text.clone());
        draft.update(|draft| {
            draft.text = Some(text);
            draft.entry = Some(entry);
        });
    };
    let field = [&id, "-field"].concat();
    view! {
        <span class=move || draft.with(|draft| ["entry ", class, draft.class()].concat())>
            <input
                id=field
                type="text"
                aria-label=label
                aria-describedby=id
                aria-invalid=move || draft.with(Draft::is_wrong).to_string()
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=move || draft.with(|draft| draft.text.clone()).unwrap_or_else(|| shown.get().0)
                on:focusin=move |_| draft.update(|draft| draft.is_focused = true)
                on:input=move |event| input(event_target_value(&event))
                on:focusout=move |_| {
                    draft.update(|draft| {
                        draft.is_focused = false;
                        draft.settle(stored());
                    });
                }
                on:keydown=keydown
            />
        </span>
    }
}

/// The note below a field: what was stored instead, or what could not be read.
#[component]
pub fn EntryNote(
    /// Its identifier, which the field refers to.
    id: String,
    /// What is typed.
    draft: RwSignal<Draft>,
) -> impl IntoView {
    let text = move || match draft.with(|draft| draft.entry.clone()) {
        Some(EntryView::Rounded { note, .. } | EntryView::Wrong(note)) => note,
        Some(EntryView::Exact(_)) | None => String::new(),
    };
    view! {
        <p
            class=move || draft.with(|draft| ["entry-note", draft.class()].concat())
            id=id
            hidden=move || text().is_empty()
        >
            {text}
        </p>
    }
}
