//! A text field that keeps what is typed until it is left.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::view_model::operand::EntryView;

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
    /// The canonical text of the present value.
    #[prop(into)]
    shown: Signal<String>,
    /// The present value.
    #[prop(into)]
    stored: Signal<u64>,
    /// Reads a text, stores the value where there is one, and says what became of it.
    enter: Callback<String, EntryView>,
    /// A style class.
    class: &'static str,
    /// Where the note goes.
    note: RwSignal<Option<EntryView>>,
) -> impl IntoView {
    let draft = RwSignal::new(None::<String>);
    let focused = RwSignal::new(false);
    let forget = move || {
        draft.set(None);
        note.set(None);
    };
    // A value that came from elsewhere ends what was typed for the last one.
    Effect::new(move || {
        let stored = stored.get();
        let stale = note.with_untracked(|note| match note {
            Some(EntryView::Exact(bits) | EntryView::Rounded { bits, .. }) => *bits != stored,
            Some(EntryView::Wrong(_)) | None => true,
        });
        if stale && !focused.get_untracked() {
            forget();
        }
    });
    let settle = move || {
        if !matches!(
            note.get_untracked(),
            Some(EntryView::Rounded { bits, .. }) if bits == stored.get_untracked()
        ) && !matches!(note.get_untracked(), Some(EntryView::Wrong(_)))
        {
            forget();
        }
    };
    let keydown = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => settle(),
        "Escape" => forget(),
        _ => {}
    };
    let wrong = move || matches!(note.get(), Some(EntryView::Wrong(_)));
    let rounded = move || matches!(note.get(), Some(EntryView::Rounded { .. }));
    let field = [&id, "-field"].concat();
    view! {
        <span class=["entry ", class].concat() class:wrong=wrong class:rounded=rounded>
            <input
                id=field
                type="text"
                aria-label=label
                aria-describedby=id
                aria-invalid=move || if wrong() { "true" } else { "false" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=move || draft.get().unwrap_or_else(|| shown.get())
                on:focus=move |_| focused.set(true)
                on:input:target=move |event| {
                    let text = event.target().value();
                    note.set(Some(enter.run(text.clone())));
                    draft.set(Some(text));
                }
                on:blur=move |_| {
                    focused.set(false);
                    settle();
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
    /// The note.
    note: RwSignal<Option<EntryView>>,
) -> impl IntoView {
    let text = move || match note.get() {
        Some(EntryView::Rounded { note, .. } | EntryView::Wrong(note)) => note,
        Some(EntryView::Exact(_)) | None => String::new(),
    };
    view! {
        <p
            class="entry-note"
            class:wrong=move || matches!(note.get(), Some(EntryView::Wrong(_)))
            id=id
            hidden=move || text().is_empty()
        >
            {text}
        </p>
    }
}
