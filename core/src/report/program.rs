//! A sequence as data: the output of `ptxfp run --json`. Field names are stable.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::Assumption;
use super::kernel::OfKernel;
use crate::catalog::Context;
use crate::explore::sequence::{
    Action, Enclosure, Evaluated, Register, Sequence, Standing, Statement, line_and_column, located,
};
use crate::link;
use crate::observed::{Grade, grade};
use crate::syntax::ask::{Means, Reading};
use crate::text::{concise, hex};

/// A sequence as it was evaluated.
#[derive(Serialize)]
pub struct Program {
    /// The reading of a question that it answers, where it was no text of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The assumptions and remarks of the reading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// The outcome, if it is a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The target, such as `sm_90`.
    pub target: &'static str,
    /// The PTX ISA version.
    pub isa: String,
    /// The registers that are read before they are written.
    pub inputs: Vec<Shown>,
    /// Sentences about inputs that depend on each other in the text around inline assembly, but not
    /// in these values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dependent: Vec<String>,
    /// The statements that compute or copy, in order, and those that are not known.
    pub statements: Vec<Ran>,
    /// The registers that are written and not read afterwards.
    pub outputs: Vec<Shown>,
    /// The facts that only a kernel has: its loads and stores.
    #[serde(flatten)]
    pub kernel: Option<OfKernel>,
    /// The errors, as `LINE:COLUMN: MESSAGE`.
    pub problems: Vec<String>,
    /// The link to it: the part of an address after `#`.
    pub link: String,
}

/// The outcome of a comparison.
#[derive(Serialize)]
pub struct Comparison {
    /// Whether it holds; `null` if that is not known.
    pub holds: Option<bool>,
    /// The sign between the sides, or the name of a property.
    pub sign: String,
    /// The sides, or what the property is of.
    pub sides: Vec<Shown>,
}

/// A statement and its results.
#[derive(Serialize)]
pub struct Ran {
    /// Its line in the text, from 1.
    pub line: usize,
    /// The statement.
    pub text: String,
    /// The registers that it wrote.
    pub results: Vec<Shown>,
    /// The reason for several results, if there may be: the product that may be fused with its sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contraction: Option<String>,
    /// The name of the [`Grade`](crate::observed::Grade) of the evidence for the results of GPUs
    /// for it, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<&'static str>,
    /// Whether its guard prevents it in a kernel.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub is_skipped: bool,
}

/// A register with its value.
#[derive(Clone, Serialize)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// The type that it is read as; `None` if only its width is known.
    #[serde(rename = "type")]
    pub kind: Option<&'static str>,
    /// Its bits; nothing if they are not known.
    pub bits: Option<String>,
    /// The values of its lanes, the least significant first.
    pub values: Vec<String>,
    /// `determined`, `any NaN`, `contracted`, `reference` or `unknown`.
    pub standing: &'static str,
    /// The other results that contraction leaves, all equally valid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// The line that is not evaluated and that it depends on, if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown_since: Option<usize>,
    /// The intervals of its lanes, the least significant first, where not all bits are guaranteed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Within>,
    /// The first line that leaves its bits open, where they are not guaranteed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_since: Option<usize>,
    /// The value that follows from observed results of GPUs, if the register depends on an
    /// approximate instruction and everything that it depends on was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Other>,
    /// Whether results that the ISA permits for the approximate instructions it depends on lead to
    /// other bits. `None` if that is not known; it is determined for outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub could_differ: Option<bool>,
    /// The address that it holds in a kernel, by the pointer or variable that it was computed from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// The interval of a lane.
#[derive(Clone, Serialize)]
pub struct Within {
    /// The bits of the least and of the greatest datum.
    pub bits: [String; 2],
    /// Their values.
    pub values: [String; 2],
}

/// Another result of a register, beside the one above.
#[derive(Clone, Serialize)]
pub struct Other {
    /// Its bits.
    pub bits: String,
    /// The values of its lanes, the least significant first.
    pub values: Vec<String>,
}

/// A sequence with its outcome.
pub(super) struct Run<'s> {
    pub(super) sequence: &'s Sequence,
    pub(super) text: &'s str,
    pub(super) evaluated: Evaluated,
}

impl Run<'_> {
    /// The line of a statement.
    fn line(&self, statement: usize) -> Option<usize> {
        let statement = self.sequence.statements().get(statement)?;
        Some(line_and_column(self.text, statement.span.start).0)
    }

    /// The intervals of a register's lanes, if they are known; those of contraction alone are not
    /// needed, as each of its results is shown.
    fn within(&self, index: usize, standing: Standing) -> Vec<Within> {
        let Enclosure::Within(lanes) = self.evaluated.enclosed.of(index) else { return Vec::new() };
        if standing != Standing::Reference {
            return Vec::new();
        }
        let within = |lane| {
            let ends = lanes.lane(lane);
            Within {
                bits: ends.map(|bits| hex(bits, lanes.packing.width.into())),
                values: ends.map(|bits| concise(bits, lanes.format)),
            }
        };
        (0..lanes.packing.lanes).map(within).collect()
    }

    /// A register.
    pub(super) fn show(&self, index: usize, register: &Register) -> Shown {
        let value = self.evaluated.outcomes.value(index);
        let is_known = value.standing != Standing::Unknown;
        let of_lanes = |bits| if register.is_typed { values(bits, register) } else { Vec::new() };
        let other =
            |bits| Other { bits: hex(bits, register.width().into()), values: of_lanes(bits) };
        // The text and the assembler do not agree on the bit itself.
        let borrowed = register.writer.filter(|_| self.sequence.is_borrow(index));
        let consequence = self.evaluated.consequence(index);
        let standing = self.evaluated.standing(index, register);
        let is_open = standing != Standing::Determined;
        Shown {
            name: register.name.clone(),
            kind: register.is_typed.then(|| register.kind.spelling()),
            bits: is_known.then(|| hex(value.bits, register.width().into())),
            values: if is_known { of_lanes(value.bits) } else { Vec::new() },
            standing: match standing {
                Standing::Determined if borrowed.is_some() => "reference",
                Standing::Determined => "determined",
                Standing::OpenNan => "any NaN",
                Standing::Contracted => "contracted",
                Standing::Reference => "reference",
                Standing::Unknown => "unknown",
            },
            others: self
                .evaluated
                .outcomes
                .of(index)
                .iter()
                .skip(1)
                .map(|it| other(it.bits))
                .collect(),
            unknown_since: register.unknown_since.and_then(|since| self.line(since)),
            within: self.within(index, standing),
            open_since: self
                .evaluated
                .enclosed
                .since(index)
                .filter(|_| is_open)
                .or(borrowed)
                .filter(|_| register.unknown_since.is_none())
                .and_then(|since| self.line(since)),
            observed: consequence.and_then(|it| it.observed).map(other),
            could_differ: consequence.and_then(|it| it.several.is_many()),
            pointer: None,
        }
    }
}

/// Returns the values of the lanes of a register, the least significant first.
fn values(bits: u64, register: &Register) -> Vec<String> {
    let (packing, format) = (register.kind.packing(), register.kind.format());
    (0..packing.lanes).map(|lane| concise(packing.extract(bits, lane), format)).collect()
}

/// The grade of the evidence for the results of GPUs for a statement.
pub(super) fn grade_of(statement: &Statement, context: &Context) -> Option<&'static str> {
    let Action::Call(call) = &statement.action else { return None };
    grade(&call.instruction, context).map(Grade::name)
}

impl Program {
    /// Answers a question: the reading, and the outcome if it is a comparison.
    #[must_use]
    pub fn answering(mut self, reading: &Reading) -> Self {
        self.reading = Some(reading.sentence());
        self.assumptions = super::assumptions(reading);
        if let Means::Truth(truth) = &reading.means {
            let result = self.statements.last().and_then(|last| last.results.last());
            let bits = result.and_then(|result| result.bits.as_deref());
            let sides = truth.sides.iter().filter_map(|name| self.register(name));
            self.comparison = Some(Comparison {
                holds: bits.map(|bits| !bits.trim_start_matches("0x").trim_matches('0').is_empty()),
                sign: truth.sign.clone(),
                sides: sides.collect(),
            });
        }
        self
    }

    /// A register of a name, with its last value.
    fn register(&self, name: &str) -> Option<Shown> {
        let written = self.statements.iter().rev().flat_map(|each| &each.results);
        written.chain(&self.inputs).find(|shown| shown.name == name).cloned()
    }

    /// Evaluates the sequence that a text was read as, with a register for each input.
    #[must_use]
    pub fn of(text: &str, sequence: &Sequence, context: &Context, registers: &[u64]) -> Self {
        let run = Run { sequence, text, evaluated: sequence.evaluated(registers, context) };
        let shown =
            |index: &usize| sequence.register(*index).map(|register| run.show(*index, register));
        let mut statements = Vec::new();
        for (index, statement) in sequence.statements().iter().enumerate() {
            if matches!(statement.action, Action::Declaration) {
                continue;
            }
            let text_of = text.get(statement.span.clone()).unwrap_or_default();
            statements.push(Ran {
                line: line_and_column(text, statement.span.start).0,
                text: text_of.split_whitespace().collect::<Vec<_>>().join(" "),
                results: statement.destinations().iter().filter_map(shown).collect(),
                contraction: sequence.contraction(index),
                grade: grade_of(statement, context),
                is_skipped: false,
            });
        }
        Self {
            inputs: sequence.inputs().iter().filter_map(shown).collect(),
            dependent: sequence.dependent_inputs(registers),
            statements,
            outputs: sequence.outputs().iter().filter_map(shown).collect(),
            link: link::SequenceState::new(text, *context, registers).to_fragment(),
            ..Self::new(text, sequence, context)
        }
    }

    /// The target and the errors of statements, and nothing else yet.
    pub(super) fn new(text: &str, sequence: &Sequence, context: &Context) -> Self {
        let problems = sequence.diagnostics().into_iter().map(|each| located(text, each));
        Self {
            reading: None,
            assumptions: Vec::new(),
            comparison: None,
            target: context.target.name,
            isa: context.isa.to_string(),
            inputs: Vec::new(),
            dependent: Vec::new(),
            statements: Vec::new(),
            outputs: Vec::new(),
            kernel: None,
            problems: problems.collect(),
            link: String::new(),
        }
    }
}
