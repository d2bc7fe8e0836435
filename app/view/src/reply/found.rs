//! Lessons, terms, formats and forms that answer words.

use ptxfp::catalog::Context;
use ptxfp::internals::present::Presented;
use ptxfp::internals::quote::code;
use ptxfp::internals::typed::calls;
use ptxfp::link::{self, State};
use ptxfp::syntax::operand_values;

use super::kinds::KINDS;
use super::{HitView, MAX_HITS, ReadingView, ReplyView, Target, ask, hit};
use crate::find::{Found, Kind, asks_for_help, find};
use crate::lessons::{EXAMPLES, Example};
use crate::number::with_minus;

/// The most results of a lesson that are listed to try.
const MAX_TRIES: usize = 2;

/// The answer to a text in words.
pub(super) fn words(text: &str, context: &Context) -> ReplyView {
    let found = if asks_for_help(text) { Vec::new() } else { find(text) };
    let Some(best) = found.first() else {
        let calls = calls(text, context);
        return if calls.is_empty() { nothing(text) } else { functions(&calls) };
    };
    let lesson = lesson(best);
    let mut hits: Vec<HitView> = lesson.map_or_else(Vec::new, |lesson| tries(lesson, text));
    hits.extend(found.iter().map(hit));
    hits.extend(calls(text, context).iter().map(|call| function(call)));
    hits.truncate(MAX_HITS);
    if let (None, Some(first)) = (lesson, hits.first_mut()) {
        // The sentence says it.
        first.note.clear();
    }
    let sentence = match lesson {
        Some(lesson) => String::from(lesson.text),
        None if best.note.is_empty() => String::new(),
        None => [&*best.title, ": ", &best.note].concat(),
    };
    ReplyView {
        reading: ReadingView {
            what: String::from("Read as words, so nothing is computed"),
            notes: Vec::new(),
        },
        sentence,
        hits,
        ..ReplyView::default()
    }
}

/// The answer to the beginning of the name of a function.
fn functions(calls: &[String]) -> ReplyView {
    ReplyView {
        sentence: String::from("Functions have values between brackets."),
        hits: calls.iter().map(|call| function(call)).collect(),
        ..ReplyView::default()
    }
}

/// A call of a function.
fn function(call: &str) -> HitView {
    HitView { completes: true, ..ask("Function", call) }
}

/// The lesson that was found.
fn lesson(found: &Found) -> Option<&'static Example> {
    if found.kind != Kind::Lesson {
        return None;
    }
    let (_, slug) = found.fragment.split_once('/')?;
    EXAMPLES.iter().find(|example| example.slug == slug)
}

/// Instructions that a lesson is about alike: it has examples of the first, and a question may name the
/// second.
const ALIKE: (&str, &str) = ("min", "max");

/// A link of a lesson, for the instruction that a text names if that is another one.
fn named(link: &str, text: &str) -> Option<State> {
    let text = text.to_ascii_lowercase();
    let (own, other) = ALIKE;
    let is_other = text.contains(other) && !text.contains(own);
    let start = ["v1/", own, "."].concat();
    let rest = link.strip_prefix(&*start).filter(|_| is_other);
    let Some(rest) = rest else { return link::parse_lightly(link).linked.legal() };
    let state = link::parse_lightly(&["v1/", other, ".", rest].concat()).linked.legal()?;
    // The result is that of the first.
    Some(State { recorded: None, ..state })
}

/// Results of a lesson to try, with their values.
fn tries(lesson: &'static Example, text: &str) -> Vec<HitView> {
    let tries = lesson.tries().take(MAX_TRIES).filter_map(|each| {
        let state = named(each.link, text)?;
        let presented = Presented::new(&state.instruction, &state.context, &state.registers);
        let value = presented.lanes().next_back()?.value;
        let statement = [
            &*state.instruction.to_string(),
            " ",
            &operand_values(&state.instruction, &state.registers),
        ]
        .concat();
        Some(HitView {
            kind: String::from("Try"),
            title: [&*code(&statement), " → ", &with_minus(&value)].concat(),
            note: String::new(),
            target: Target::Address(["#", &*state.to_fragment()].concat()),
            completes: false,
        })
    });
    tries.collect()
}

/// The answer to a text that nothing is found for: an example of each kind of text.
fn nothing(text: &str) -> ReplyView {
    let sentence = if asks_for_help(text) {
        "Ask in words, numbers or code: a calculation, bits of a format, PTX, inline assembly."
    } else {
        "Not understood. These are the kinds of texts that have an answer."
    };
    ReplyView {
        sentence: String::from(sentence),
        hits: KINDS.iter().map(|kind| ask(kind.name, kind.text)).collect(),
        ..ReplyView::default()
    }
}
