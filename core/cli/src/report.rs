//! An evaluation as data: what `eval --json` prints. Field names are stable.

use serde::Serialize;

/// The evaluation of a statement.
#[derive(Serialize)]
pub(crate) struct Evaluation {
    /// How a question was read, where it was no statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reading: Option<String>,
    /// Opcode and modifiers, in the order of the syntax line.
    pub(crate) instruction: String,
    /// The target, such as `sm_90`.
    pub(crate) target: &'static str,
    /// The PTX ISA version, such as `9.1`.
    pub(crate) isa: String,
    /// `documented` or `undocumented`.
    pub(crate) legality: &'static str,
    /// What was seen of an undocumented instruction.
    pub(crate) note: Option<&'static str>,
    /// Where the syntax line stands.
    pub(crate) section: String,
    /// Where to read that, if there is a stable address.
    pub(crate) source_url: Option<String>,
    /// The source operands, in the order of the syntax line.
    pub(crate) operands: Vec<Register>,
    /// The destination register.
    pub(crate) destination: Register,
    /// The lanes of the destination, the least significant first.
    pub(crate) lanes: Vec<Lane>,
    /// The link to the evaluation, with its result: what stands behind the `#` of an address.
    pub(crate) link: String,
}

/// A register.
#[derive(Serialize)]
pub(crate) struct Register {
    /// The operand's name in the syntax line.
    pub(crate) name: &'static str,
    /// Its type, such as `.f16x2`.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// All its bits, in hexadecimal with `0x`.
    pub(crate) bits: String,
    /// What its lanes hold, the least significant first.
    pub(crate) values: Vec<Element>,
}

/// A datum in a register.
#[derive(Serialize)]
pub(crate) struct Element {
    /// The bits of the lane, in hexadecimal with `0x`.
    pub(crate) bits: String,
    /// The datum in decimal, every digit where those are few, else a short decimal that rounds to
    /// it; or `inf`, `-inf`, `NaN`.
    pub(crate) value: String,
    /// How the datum differs from what was typed, if it does.
    pub(crate) note: Option<String>,
}

/// A lane of the result.
#[derive(Serialize)]
pub(crate) struct Lane {
    /// Its number; 0 is the least significant.
    pub(crate) index: u8,
    /// Its least significant bit in the register.
    pub(crate) offset: u32,
    /// Its bits, in hexadecimal with `0x`.
    pub(crate) bits: String,
    /// The datum in decimal, every digit where those are few, else a short decimal that rounds to
    /// it; or `inf`, `-inf`, `NaN`.
    pub(crate) value: String,
    /// The class of the datum, such as `subnormal`.
    pub(crate) class: &'static str,
    /// `bits`, `reading`, `any NaN`, `within`, `unbounded` or `unspecified`.
    pub(crate) guarantee: &'static str,
    /// The same in a sentence.
    pub(crate) guarantee_text: &'static str,
    /// Where the bits of a NaN are from that the ISA leaves open.
    pub(crate) observation: Option<Observation>,
    /// The readings of the text that decide the result.
    pub(crate) readings: Vec<Reading>,
    /// The same in sentences.
    #[serde(skip)]
    pub(crate) basis: Vec<String>,
    /// The least and the largest permitted number of an approximate result.
    pub(crate) permitted: Option<[Element; 2]>,
    /// The exact value of the operation in decimal, where it is finite and not zero.
    pub(crate) exact: Option<String>,
    /// Whether the result differs from it.
    pub(crate) is_inexact: bool,
    /// The result minus the exact value, in units in the last place of the result, unless a clamp
    /// made the result.
    pub(crate) error_ulp: Option<String>,
    /// The steps that led to the result, in order.
    pub(crate) steps: Vec<Step>,
    /// What GPUs were observed to return, where that is known.
    pub(crate) observed: Option<Observed>,
}

/// What GPUs were observed to return. The ISA does not promise it.
#[derive(Serialize)]
pub(crate) struct Observed {
    /// The bits of the lane, in hexadecimal with `0x`.
    pub(crate) bits: String,
    /// The datum in decimal.
    pub(crate) value: String,
    /// Whether it is the result above, the correctly rounded one.
    pub(crate) is_reference: bool,
    /// The datum minus the exact value, in units in its last place.
    pub(crate) error_ulp: Option<String>,
    /// How it is known: `measured`, `same code` or `composed`.
    pub(crate) grade: &'static str,
    /// The same as a clause.
    pub(crate) grade_text: &'static str,
    /// What it is known from, the evidence that the grade is of first.
    pub(crate) evidence: Vec<Evidence>,
    /// What a GPU does, in order.
    pub(crate) steps: Vec<Step>,
}

/// A piece of evidence.
#[derive(Serialize)]
pub(crate) struct Evidence {
    /// Its stable name.
    pub(crate) id: &'static str,
    /// `measured`, `same code`, `composed` or `spot`.
    pub(crate) grade: &'static str,
    /// What was found.
    pub(crate) words: &'static str,
    /// Where.
    pub(crate) place: &'static str,
    /// How many results.
    pub(crate) count: &'static str,
    /// By what.
    pub(crate) method: &'static str,
    /// Who published it where, or which tools it was found with.
    pub(crate) source: &'static str,
    /// The web address of that, empty where there is none.
    pub(crate) url: &'static str,
    /// When.
    pub(crate) date: &'static str,
}

/// What was seen, and where.
#[derive(Serialize)]
pub(crate) struct Observation {
    /// Its stable name.
    pub(crate) id: &'static str,
    /// Its kind, such as `emitted code`.
    pub(crate) kind: &'static str,
    /// Completes "these bits are …".
    pub(crate) words: &'static str,
    /// Tool, version, command and date, or the public reference.
    pub(crate) origin: &'static str,
}

/// How a text is read that leaves something open.
#[derive(Serialize)]
pub(crate) struct Reading {
    /// Its stable name.
    pub(crate) id: &'static str,
    /// The section of the text.
    pub(crate) section: String,
    /// What the text leaves open.
    pub(crate) question: &'static str,
    /// What is taken.
    pub(crate) taken: &'static str,
    /// What else leads to another result here.
    pub(crate) alternatives: Vec<Alternative>,
}

/// What a text could mean as well.
#[derive(Serialize)]
pub(crate) struct Alternative {
    /// In words.
    pub(crate) words: &'static str,
    /// The bits of the lane, where they follow.
    pub(crate) bits: Option<String>,
}

/// A step of an evaluation.
#[derive(Serialize)]
pub(crate) struct Step {
    /// Its name.
    pub(crate) title: &'static str,
    /// The modifier that it obeys, empty if there is none.
    pub(crate) modifier: &'static str,
    /// Whether it did nothing.
    pub(crate) is_idle: bool,
    /// What happened.
    pub(crate) lines: Vec<String>,
    /// Why.
    pub(crate) sentence: String,
}
