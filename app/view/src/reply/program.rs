//! The values of a program as an answer.

use ptxfp::catalog::Modifier;
use ptxfp::catalog::bound::count;
use ptxfp::format::Format;
use ptxfp::internals::arith::elementary::Enclosure;
use ptxfp::internals::arith::{Dyadic, ulp_error};
use ptxfp::internals::typed::{Answered, Outcome, Register};
use ptxfp::syntax::ask::Truth;
use ptxfp::text::{hex, stored};

use super::{Certainty, ExactView, LineView, NumberView, PictureView, ReplyView};
use crate::number::{unit_of_error, with_minus};
use crate::stored::{in_full, signed};

/// The number of digits of a true value that are written.
const DIGITS: usize = 9;

/// The answer that a program computes.
pub(super) fn reply(view: ReplyView, answered: &Answered, truth: Option<&Truth>) -> ReplyView {
    let Some(outcome) = &answered.outcome else { return view };
    let lines = outcome.lines.iter().map(|line| {
        let result = line.results.last();
        LineView {
            code: line.text.clone(),
            value: result.map_or(String::new(), shown),
            certainty: result.map_or(Certainty::Exact, certainty),
        }
    });
    ReplyView {
        number: outcome.result().map(|result| number(result, answered.exact)),
        lines: lines.collect(),
        sentence: sentence(outcome, truth),
        ..view
    }
}

/// How certain the bits of a register are.
const fn certainty(register: &Register) -> Certainty {
    match (register.bits, register.is_determined) {
        (Some(_), true) => Certainty::Exact,
        (Some(_), false) => Certainty::Bounded,
        (None, _) => Certainty::Open,
    }
}

/// The value of a register.
fn shown(register: &Register) -> String {
    let Some(bits) = register.bits else { return String::from("?") };
    match register.format() {
        _ if register.kind == ".pred" => String::from(if bits == 0 { "false" } else { "true" }),
        Some(format) => with_minus(&stored(bits, format)),
        None => lanes(register, bits).unwrap_or_else(|| digits(register, bits)),
    }
}

/// The numbers of a register that holds several, the highest first.
fn lanes(register: &Register, bits: u64) -> Option<String> {
    let Some(Modifier::Type(kind)) = Modifier::parse(&register.kind) else { return None };
    let packing = kind.packing();
    let lane = |lane| with_minus(&stored(packing.extract(bits, lane), kind.format()));
    let all: Vec<_> = (0..packing.lanes).rev().map(lane).collect();
    (all.len() > 1).then(|| ["{", &all.join(", "), "}"].concat())
}

/// The bits of a register with all their digits.
fn digits(register: &Register, bits: u64) -> String {
    let kind = match Modifier::parse(&register.kind) {
        Some(Modifier::Type(kind)) => Some(kind),
        Some(_) | None => None,
    };
    let narrow = if bits >> 32 == 0 { 32 } else { 64 };
    hex(bits, kind.map_or(narrow, |kind| kind.packing().register_width().into()))
}

/// The result as a number.
fn number(register: &Register, exact: Option<Enclosure>) -> NumberView {
    let value = shown(register);
    let is_truth = register.kind == ".pred";
    let bits = register.bits.filter(|_| !is_truth);
    let full = bits.zip(register.format());
    NumberView {
        in_full: full.map_or(String::new(), |(bits, format)| in_full(bits, format, &value)),
        value,
        hex: bits.map_or(String::new(), |bits| digits(register, bits)),
        certainty: certainty(register),
        change: exact.zip(full).map_or(String::new(), change),
        guarantee: full.map_or(String::new(), |(_, format)| guarantee(register, format)),
        observed: observed(register),
        picture: full.and_then(|(bits, format)| {
            let permitted = Some((register.permitted?, register.observed));
            let exact = exact.map(ExactView::of);
            Some(PictureView { format: String::from(format.name()), bits, permitted, exact })
        }),
    }
}

/// The distance of the result from the true value, in a few words; nothing if there is none.
fn change((exact, (bits, format)): (Enclosure, (u64, Format))) -> String {
    let exact = ExactView::of(exact).value();
    let Some(value) = Dyadic::from_datum(&format.decode(bits)) else { return String::new() };
    if value == exact {
        return String::new();
    }
    let error = ulp_error(&value, &exact, unit_of_error(bits, format, &exact));
    let exact = with_minus(&exact.to_decimal_shortened(DIGITS));
    [&*signed(&error), " ulp from ", &*exact].concat()
}

/// Counts the results that the ISA permits.
fn guarantee(register: &Register, format: Format) -> String {
    let Some(([low, high], float)) = register.permitted.zip(format.float()) else {
        return String::new();
    };
    ["one of ", &*count(low, high, float).to_string(), "; nearest shown"].concat()
}

/// The result with what GPUs were observed to return, compared with the one that is shown.
fn observed(register: &Register) -> String {
    match register.observed {
        None => String::new(),
        Some(bits) if register.bits == Some(bits) => String::from("the same bits"),
        Some(bits) => {
            let seen = Register { bits: Some(bits), ..register.clone() };
            [&*digits(&seen, bits), ", ", &*shown(&seen)].concat()
        }
    }
}

/// Describes the program, in sentences.
fn sentence(outcome: &Outcome, truth: Option<&Truth>) -> String {
    let mut text = String::new();
    if let Some(truth) = truth {
        let sides: Vec<_> =
            truth.sides.iter().filter_map(|name| outcome.register(name)).map(shown).collect();
        match sides.as_slice() {
            [one, other] => {
                text = ["It compares ", one, " ", &*truth.sign, " ", other, ". "].concat();
            }
            [one] => text = [one, " ", &*truth.sign, ". "].concat(),
            _ => {}
        }
    }
    if let Some(problem) = outcome.problems.first() {
        return text + problem;
    }
    let is_open = |line: &ptxfp::internals::typed::Line| {
        line.results.iter().any(|result| !result.is_determined)
    };
    match outcome.lines.iter().position(is_open) {
        Some(index) => {
            let number = (index + 1).to_string();
            let rest = if index + 1 < outcome.lines.len() {
                ", nor those that follow from it"
            } else {
                ""
            };
            let parts = ["The ISA does not fix the bits of line ", &*number, rest, "."];
            text + &parts.concat()
        }
        None => text + "The ISA determines every bit.",
    }
}
