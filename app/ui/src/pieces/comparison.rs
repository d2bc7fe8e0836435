//! Two results side by side, and the search for operands on which they differ.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp::explore::difference::By;
use ptxfp::link::Verdict;
use ptxfp_view::search::SearchView;

use super::text::{RIGHT, WRONG, marked_digits, rich, sign};
use crate::events::{Sink, handler};
use crate::field::Chosen;

/// An action on a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Begin or continue it.
    Search,
    /// Stop it.
    Stop,
    /// Load the operands found.
    Load,
}

/// A button; `hook` is its name for tests.
pub(crate) fn button(
    class: &'static str,
    hook: String,
    words: &str,
    mut press: impl FnMut() + 'static,
) -> AnyView {
    let press = handler(move |_: MouseEvent| press());
    view! {
        <button class=class type="button" data-compare=hook on:click=press>{words.to_owned()}</button>
    }
    .into_any()
}

/// The choice of the property that is compared.
pub(crate) fn by(chosen: By, send: Sink<By>) -> AnyView {
    let choose = handler(move |event: Event| {
        let name = event_target_value(&event);
        if let Some(by) = By::named(&name) {
            send(by);
        }
    });
    let option = |by: By| {
        let words = match by {
            By::Permitted => "permitted results",
            By::Reference => "nearest results",
            By::Observed => "observed results",
        };
        view! { <option value=by.name() prop:chosen=Chosen(by == chosen)>{words}</option> }
            .into_any()
    };
    view! {
        <p class="compare-by">
            <label>
                "Compare "
                <select data-compare="by" on:change=choose>
                    {By::ALL.map(option).into_iter().collect_view()}
                </select>
            </label>
        </p>
    }
    .into_any()
}

/// A result, with its name if it has one; the digits that differ are marked.
pub(crate) fn result(name: &str, digits: &[(char, bool)], values: &str) -> AnyView {
    let name = (!name.is_empty())
        .then(|| view! { <code class="compared-name">{name.to_owned()}</code>" " }.into_any());
    let values =
        (!values.is_empty()).then(|| view! { " = "<code>{values.to_owned()}</code> }.into_any());
    view! { <p class="linked">{name}{marked_digits(digits)}{values}</p> }.into_any()
}

/// The style classes of the verdict on a recorded result.
pub(crate) const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Reproduced | Verdict::Observed => "legality documented",
        Verdict::Permitted => "legality undocumented",
        Verdict::Differs => "legality rejected",
    }
}

/// The verdict on both, and the reason.
pub(crate) fn verdict(words: &str, is_same: bool, reason: Option<&[String; 3]>) -> AnyView {
    let (class, outline) = if is_same { ("agrees", RIGHT) } else { ("differs", WRONG) };
    view! {
        <p><span class=class>{sign(outline)}{words.to_owned()}</span></p>
        {reason.map(why)}
    }
    .into_any()
}

/// The search for a difference; `place` distinguishes several of them in the names for tests.
pub(crate) fn search(view: &SearchView, place: &str, send: &Sink<Act>) -> AnyView {
    let hook =
        |name: &str| if place.is_empty() { name.to_owned() } else { [name, " ", place].concat() };
    let act = |class, hook, words: &str, act| {
        let send = send.clone();
        button(class, hook, words, move || send(act))
    };
    let words = (!view.words.is_empty())
        .then(|| view! { <p class="search-words">{view.words.clone()}</p> }.into_any());
    let found = view.found.as_ref().map(|found| {
        view! { <p>{act("text-button printed", hook("load"), found, Act::Load)}</p> }.into_any()
    });
    let answers =
        view.answers.iter().map(|answer| result(&answer.name, &answer.digits, &answer.values));
    let run = if view.is_running {
        Some(act("button", "stop".to_owned(), "Stop", Act::Stop))
    } else if view.is_offered {
        let words = if view.words.is_empty() { "Find a difference" } else { "Continue" };
        Some(act("button", hook("search"), words, Act::Search))
    } else {
        None
    };
    view! { <div class="search">{words}{found}{answers.collect_view()}{view.reason.as_ref().map(why)}{run}</div> }
        .into_any()
}

/// The step at which they diverge.
fn why([title, present, other]: &[String; 3]) -> AnyView {
    view! {
        <p class="note"><strong>{title.clone()}</strong>": "{rich(present)}" Here: "{rich(other)}</p>
    }
    .into_any()
}
