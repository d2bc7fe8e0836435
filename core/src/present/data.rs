//! An evaluation as data, with every bit and sentence as text: the output of `ptxfp eval --json`. Field
//! names are stable.

use alloc::string::String;
use alloc::vec::Vec;

use super::json::{Json, ToJson, listed, members};
use crate::observed::{Evidence, Grade};

/// The evaluation of a statement. [`Report::of`] makes it; an [`Evaluation`](crate::Evaluation) is
/// serialized as it.
pub struct Report {
    /// The reading of a question, where it was no statement.
    pub reading: Option<String>,
    /// The assumptions and remarks of the reading, where it was no statement.
    pub assumptions: Option<Vec<Assumption>>,
    /// Opcode and modifiers, in the order of the syntax line.
    pub instruction: String,
    /// The target, such as `sm_90`.
    pub target: &'static str,
    /// The PTX ISA version, such as `9.1`.
    pub isa: String,
    /// `documented` or `undocumented`.
    pub legality: &'static str,
    /// The observation of an undocumented instruction.
    pub note: Option<&'static str>,
    /// The section with the syntax line.
    pub section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    pub section_isa: Option<String>,
    /// The address of that text, if there is a stable one.
    pub source_url: Option<String>,
    /// The source operands, in the order of the syntax line.
    pub operands: Vec<Register>,
    /// The destination register.
    pub destination: Register,
    /// The lanes of the destination, the least significant first: of two lanes, lo and hi.
    pub lanes: Vec<Lane>,
    /// The link to the evaluation, with its result: the part of an address after `#`.
    pub link: String,
}
members!(Report {
    reading if is_some,
    assumptions if is_some,
    instruction,
    target,
    isa,
    legality,
    note,
    section,
    section_isa,
    source_url,
    operands,
    destination,
    lanes,
    link,
});

/// An assumption or a remark on how a text is read.
pub struct Assumption {
    /// The remark, a part of a sentence; code is between back quotes.
    pub text: String,
    /// Texts that ask for the alternatives.
    pub instead: Vec<String>,
}
members!(Assumption { text, instead });

/// The number of digits shown of an exact value that has very many.
pub const N_DIGITS: usize = 40;

/// A register.
#[derive(Default)]
pub struct Register {
    /// The operand's name in the syntax line.
    pub name: &'static str,
    /// Its type, such as `.f16x2`.
    pub kind: &'static str,
    /// All its bits, in hexadecimal with `0x`.
    pub bits: String,
    /// The values of its lanes, the least significant first: of two lanes, lo and hi.
    pub values: Vec<Element>,
}
members!(Register { name, kind as "type", bits, values });

/// A datum in a register.
pub struct Element {
    /// The bits of the lane, in hexadecimal with `0x`.
    pub bits: String,
    /// The datum in decimal, every digit where those are few, else a short decimal that rounds to
    /// it; or `inf`, `-inf`, `NaN`.
    pub value: String,
    /// The difference between the datum and the typed value, if there is one.
    pub note: Option<String>,
}
members!(Element { bits, value, note });

/// A lane of the result.
pub struct Lane {
    /// Its number; 0 is the least significant.
    pub index: u8,
    /// Its least significant bit in the register.
    pub offset: u32,
    /// Its bits, in hexadecimal with `0x`.
    pub bits: String,
    /// The datum in decimal as it is stored, to at most 9 digits, of f64 to at most 17; or `inf`,
    /// `-inf`, `NaN`.
    pub value: String,
    /// The class of the datum, such as `subnormal`.
    pub class: &'static str,
    /// `bits`, `reading`, `any NaN`, `within`, `unbounded` or `unspecified`.
    pub guarantee: &'static str,
    /// The guarantee in a sentence.
    pub guarantee_text: &'static str,
    /// The origin of the bits of a NaN that the ISA leaves open.
    pub observation: Option<Observation>,
    /// The readings of the text that decide the result.
    pub readings: Vec<Reading>,
    /// The observation and the readings in sentences; not in JSON.
    pub basis: Vec<String>,
    /// The least and the largest permitted number of an approximate result.
    pub permitted: Option<[Element; 2]>,
    /// The exact value of the operation in decimal, where it is finite and not zero.
    pub exact: Option<String>,
    /// Whether the result differs from it.
    pub is_inexact: bool,
    /// The result minus the exact value, in units in the last place of the result, unless a clamp
    /// made the result.
    pub error_ulp: Option<String>,
    /// The steps that led to the result, in order.
    pub steps: Vec<Step>,
    /// The observed result, where one is known.
    pub observed: Option<Observed>,
}
members!(Lane {
    index,
    offset,
    bits,
    value,
    class,
    guarantee,
    guarantee_text,
    observation,
    readings,
    permitted,
    exact,
    is_inexact,
    error_ulp,
    steps,
    observed,
} without { basis });

/// The result that GPUs were observed to return. The ISA does not promise it.
pub struct Observed {
    /// The bits of the lane, in hexadecimal with `0x`.
    pub bits: String,
    /// The datum in decimal.
    pub value: String,
    /// Whether it is the result above.
    pub is_reference: bool,
    /// Whether it is the correctly rounded result; the result above is another one where the ISA
    /// specifies zero for a quotient.
    pub is_correctly_rounded: bool,
    /// Whether that was flushed to zero.
    pub is_flushed: bool,
    /// The datum minus the exact value, in units in its last place.
    pub error_ulp: Option<String>,
    /// The grade of the evidence: `measured`, `same code` or `composed`.
    pub grade: &'static str,
    /// The grade as a clause.
    pub grade_text: &'static str,
    /// The evidence, that of the grade first.
    pub evidence: Vec<&'static Evidence>,
    /// The operations of a GPU, in order.
    pub steps: Vec<Step>,
}
members!(Observed {
    bits,
    value,
    is_reference,
    is_correctly_rounded,
    is_flushed,
    error_ulp,
    grade,
    grade_text,
    evidence,
    steps,
});

/// An observation, with its origin.
pub struct Observation {
    /// Its stable name.
    pub id: &'static str,
    /// Its kind, such as `emitted code`.
    pub kind: &'static str,
    /// Completes "these bits are …".
    pub words: &'static str,
    /// Tool, version, command and date, or the public reference.
    pub origin: &'static str,
}
members!(Observation { id, kind, words, origin });

/// The reading of a text that leaves something open.
pub struct Reading {
    /// Its stable name.
    pub id: &'static str,
    /// The section of the text.
    pub section: String,
    /// The PTX ISA version whose section numbers that uses; none where another document is cited.
    pub section_isa: Option<String>,
    /// The question that the text leaves open.
    pub question: &'static str,
    /// The interpretation chosen here.
    pub taken: &'static str,
    /// The other interpretations that lead to another result here.
    pub alternatives: Vec<Alternative>,
}
members!(Reading { id, section, section_isa, question, taken, alternatives });

/// Another possible interpretation of a text.
pub struct Alternative {
    /// In words.
    pub words: &'static str,
    /// The bits of the lane, where they follow.
    pub bits: Option<String>,
}
members!(Alternative { words, bits });

/// A step of an evaluation.
pub struct Step {
    /// Its name.
    pub title: &'static str,
    /// The modifier that causes it, empty if there is none.
    pub modifier: &'static str,
    /// Whether it did nothing.
    pub is_idle: bool,
    /// The computation.
    pub lines: Vec<String>,
    /// The reason.
    pub sentence: String,
}
members!(Step { title, modifier, is_idle, lines, sentence });

listed!(Evidence { id, grade, words, place, count, method, source, url, date });

impl ToJson for &Evidence {
    fn write(&self, json: &mut Json) {
        (**self).write(json);
    }
}

impl ToJson for Grade {
    fn write(&self, json: &mut Json) {
        self.name().write(json);
    }
}
