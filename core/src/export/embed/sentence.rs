//! Sentences that say what an element shows.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::super::rejected::reason;
use super::super::subject::Subject;
use crate::explore::sequence::{Register, Sequence, Standing};
use crate::format::Format;
use crate::link::{Rejected, SequenceState, TensorState};
use crate::present::{self, place};
use crate::tensor::written_width;
use crate::text::quote::one_line;
use crate::text::{concise, hex};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// Whether it is code.
    pub is_code: bool,
}

impl Piece {
    fn code(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_code: true }
    }

    pub(super) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_code: false }
    }
}

/// An instruction with its operands, its result, its place, and why where that is known.
pub(in crate::export) fn of_instruction(subject: &Subject) -> Vec<Piece> {
    let registers = subject.presented.registers();
    let words: Vec<_> = registers.iter().map(present::Register::words).collect();
    let [result, operands @ ..] = words.as_slice() else { return Vec::new() };
    let of = if operands.is_empty() { "" } else { " of " };
    let place = subject.presented.place();
    let mut text = format!("{of}{} is {result} on {place}", operands.join(", "));
    if !subject.why.is_empty() {
        let why = subject.why.replace('`', "");
        text.extend([": ", why.trim_end_matches('.')]);
    }
    vec![Piece::code(&subject.spelling), Piece::words(text)]
}

/// A program that is longer is counted, not quoted.
const MAX_QUOTED: usize = 200;

/// The most results that a sentence has.
const MAX_RESULTS: usize = 4;

/// The statements, their inputs and their outputs.
pub(super) fn of_program(state: &SequenceState) -> Vec<Piece> {
    let sequence = state.sequence();
    let outcomes = sequence.outcomes(&state.registers);
    let code = state.code.lines().map(str::trim).filter(|line| !line.is_empty());
    let code = one_line(code.collect::<Vec<_>>().join(" "));
    let value = |index: usize, register: &Register| {
        let value = outcomes.value(index);
        let is_known = value.standing != Standing::Unknown;
        is_known.then(|| equation(register, value.bits))
    };
    let results = listed(&sequence, sequence.outputs(), value);
    let mut pieces = Vec::new();
    if state.start.is_none() && code.len() <= MAX_QUOTED {
        pieces.push(Piece::code(code));
    } else {
        let n = sequence.statements().len();
        let of = if n == 1 { "statement" } else { "statements" };
        let what = if state.start.is_some() { "one thread of a kernel" } else { "a program" };
        pieces.push(Piece::words(format!("{what}, {n} {of},")));
    }
    let given = |index: usize, register: &Register| {
        let place = sequence.inputs().iter().position(|input| *input == index)?;
        Some(equation(register, state.registers.get(place).copied().unwrap_or(0)))
    };
    let inputs = listed(&sequence, sequence.inputs(), given);
    let mut text = String::new();
    if !inputs.is_empty() && state.start.is_none() {
        text.extend([" with ", &inputs]);
    }
    let place = place(&state.context);
    if results.is_empty() {
        text.extend([" on ", &place]);
    } else {
        text.extend([" leads to ", &*results, " on ", &place]);
    }
    pieces.push(Piece::words(text));
    pieces
}

/// The registers with a value, in words; the rest is counted.
fn listed(
    sequence: &Sequence,
    indices: &[usize],
    value: impl Fn(usize, &Register) -> Option<String>,
) -> String {
    let all = indices.iter().filter_map(|index| value(*index, sequence.register(*index)?));
    let mut words: Vec<_> = all.collect();
    let n_more = words.len().saturating_sub(MAX_RESULTS);
    words.truncate(MAX_RESULTS);
    if n_more > 0 {
        words.push(format!("{n_more} more"));
    }
    words.join(", ")
}

/// `d = 0x40400000 (3)`.
fn equation(register: &Register, bits: u64) -> String {
    let Register { kind, is_typed, .. } = *register;
    let own = present::Register { name: "", kind, bits, has_value: is_typed };
    format!("{} = {}", register.name, own.words())
}

/// The bits of an element with their value.
pub(super) fn element_bits(bits: u64, format: Format) -> String {
    format!("{} ({})", hex(bits, written_width(format).into()), concise(bits, format))
}

/// An element of d.
pub(super) fn of_element(state: &TensorState, bits: u64) -> Vec<Piece> {
    let result = element_bits(bits, state.mma.d);
    let place = place(&state.context);
    vec![
        Piece::words("an element of ".to_owned()),
        Piece::code(state.mma.to_string()),
        Piece::words(format!(" is {result} on {place}, as GPUs compute it")),
    ]
}

/// A rejected statement with its place, and why.
pub(in crate::export) fn of_rejected(rejected: &Rejected) -> Vec<Piece> {
    let statement = one_line(rejected.statement().into());
    let place = place(&rejected.context);
    let reason = reason(rejected).replace('`', "");
    vec![Piece::code(statement), Piece::words(format!(" is rejected on {place}: {reason}"))]
}
