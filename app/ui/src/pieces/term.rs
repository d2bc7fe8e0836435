//! A term with its meaning, on demand.

use leptos::ev::{FocusEvent, PointerEvent};
use leptos::prelude::*;
use leptos::web_sys::Element;
use ptxfp_view::glossary::{Term, explained};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

use super::text::{rich, rich_powers};
use crate::events::handler;

/// A term as a button that shows its meaning: while the pointer is over it, when it has the focus,
/// and when it is pressed. The browser hides it again at Esc and at a press elsewhere.
///
/// `key` distinguishes several buttons of one term on a page.
pub(crate) fn term(term: &'static Term, label: &str, key: &str) -> AnyView {
    let id = ["meaning-", term.slug, "-", key].concat();
    let over = handler(|event: PointerEvent| {
        // A finger presses; it has no other way to point.
        if event.pointer_type() == "mouse" {
            set_shown(&event, true);
        }
    });
    let away = handler(|event: PointerEvent| set_shown(&event, false));
    let focus = handler(|event: FocusEvent| set_shown(&event, true));
    let blur = handler(|event: FocusEvent| set_shown(&event, false));
    view! {
        <span class="term" on:pointerenter=over on:pointerleave=away>
            <button
                type="button"
                popovertarget=id.clone()
                popovertargetaction="show"
                aria-describedby=id.clone()
                on:focus=focus
                on:blur=blur
            >
                {label.to_owned()}
            </button>
            <span class="meaning" id=id popover="auto" role="tooltip">
                <strong>{term.name}</strong>
                " "
                {rich(term.meaning)}
            </span>
        </span>
    }
    .into_any()
}

/// A sentence whose terms are explained on demand; code is between back quotes.
pub(crate) fn with_terms(sentence: &str, key: &str) -> AnyView {
    let mut pieces = explained(sentence).into_iter().peekable();
    let mut views = Vec::new();
    while let Some((text, found)) = pieces.next() {
        let Some(found) = found else {
            views.push(rich_powers(&text));
            continue;
        };
        let term = term(found, &text, key);
        // A line could break between a button and the mark after it.
        let mark = pieces.peek_mut().and_then(|(next, _)| {
            next.starts_with(['.', ',', ';', ':', ')']).then(|| next.remove(0).to_string())
        });
        views.push(match mark {
            Some(mark) => view! { <span class="unbroken">{term}{mark}</span> }.into_any(),
            None => term,
        });
    }
    views.into_any()
}

/// Shows or hides the meaning next to or below an event's target.
fn set_shown(event: &Event, is_shown: bool) {
    let Some(target) = event.current_target() else { return };
    let target: Element = target.unchecked_into();
    let Ok(Some(place)) = target.closest(".term") else { return };
    let Ok(Some(meaning)) = place.query_selector("[popover]") else { return };
    let meaning: HtmlElement = meaning.unchecked_into();
    // If it is already shown or hidden, it stays so; a browser without popovers shows nothing.
    let _ = if is_shown { meaning.show_popover() } else { meaning.hide_popover() };
}
