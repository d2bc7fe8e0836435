//! From an evaluation to data.

use alloc::string::{String, ToString};

use serde::{Serialize, Serializer};

use super::{Alternative, Element, Lane, N_DIGITS, Observation, Reading, Register, Report, Step};
use crate::bits;
use crate::catalog::{Instruction, Operand};
use crate::eval::{Decision, Explanation, Guarantee, LaneResult, Prepared, Trace, explain};
use crate::format::Format;
use crate::front::Evaluation;
use crate::number::dyadic::Dyadic;
use crate::observed::Observed;
use crate::syntax::legality;
use crate::text::concise;

impl Report {
    /// Writes an evaluation out.
    #[must_use]
    pub fn of(evaluation: &Evaluation) -> Self {
        let (instruction, context) =
            (evaluation.instruction().row(), evaluation.instruction().context());
        let registers = evaluation.registers();
        let prepared = &evaluation.instruction().prepared;
        let observed = Observed::of(instruction, context);
        let form = instruction.form;
        let legality = legality(instruction, context);
        let operands = form.sources().iter().zip(registers);
        Self {
            reading: None,
            instruction: instruction.to_string(),
            target: context.target.name,
            isa: context.isa.to_string(),
            legality: legality.name(),
            note: legality.note(),
            section: form.source.to_string(),
            section_isa: form.source.isa().map(|isa| isa.to_string()),
            source_url: form.source.url(),
            operands: operands
                .map(|(operand, bits)| register(instruction, operand, *bits))
                .collect(),
            destination: register(instruction, form.destination(), evaluation.bits()),
            lanes: (0..prepared.lanes())
                .map(|index| lane(instruction, prepared, observed, index, registers))
                .collect(),
            link: evaluation.link().to_string(),
        }
    }
}

impl Serialize for Evaluation {
    /// Writes it as a [`Report`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report::of(self).serialize(serializer)
    }
}

fn register(instruction: &Instruction, operand: &Operand, bits: u64) -> Register {
    let kind = instruction.operand_type(operand);
    let (packing, format) = (kind.packing(), kind.format());
    let values = (0..packing.lanes).map(|lane| {
        let bits = packing.extract(bits, lane);
        Element { bits: hex(bits, packing.width), value: concise(bits, format), note: None }
    });
    Register {
        name: operand.name,
        kind: kind.spelling(),
        bits: hex(bits, packing.register_width()),
        values: values.collect(),
    }
}

fn lane(
    instruction: &Instruction,
    prepared: &Prepared,
    observed: Option<Observed>,
    index: u8,
    registers: &[u64],
) -> Lane {
    let format = prepared.lane_op().result;
    let trace = prepared.trace(index, registers);
    let nothing = LaneResult { bits: 0, guarantee: Guarantee::Unspecified };
    let LaneResult { bits, guarantee } = trace.result.unwrap_or(nothing);
    let result = Dyadic::from_datum(&format.decode(bits));
    let basis = prepared.basis(index, registers, guarantee);
    let steps = explain(instruction, prepared, index, &trace);
    Lane {
        index,
        offset: prepared.destination().offset(index),
        bits: hex(bits, format.width()),
        value: concise(bits, format),
        class: format.class_name(bits),
        guarantee: guarantee.name(),
        guarantee_text: guarantee.words(),
        basis: basis.sentences(prepared.destination()),
        observation: basis.observation.map(|it| Observation {
            id: it.id,
            kind: it.kind.name(),
            words: it.words,
            origin: it.origin,
        }),
        readings: basis.decisions.iter().map(|decision| reading(decision, format)).collect(),
        permitted: match guarantee {
            Guarantee::Within { lo, hi } => Some([lo, hi].map(|bits| Element {
                bits: hex(bits, format.width()),
                value: concise(bits, format),
                note: None,
            })),
            Guarantee::Bits
            | Guarantee::Reading
            | Guarantee::AnyNan
            | Guarantee::Unbounded
            | Guarantee::Unspecified => None,
        },
        exact: if trace.is_cut() {
            trace.exact_decimal(N_DIGITS)
        } else {
            trace.exact().map(Dyadic::to_decimal)
        },
        is_inexact: trace.is_cut()
            || trace.exact().is_some_and(|exact| result.as_ref() != Some(exact)),
        error_ulp: error(&trace, bits, format),
        steps: steps.iter().map(step).collect(),
        observed: observed
            .and_then(|observed| observed_data(observed, instruction, prepared, registers, &trace)),
    }
}

/// A step as data.
fn step(step: &Explanation) -> Step {
    Step {
        title: step.title,
        modifier: step.modifier,
        is_idle: step.is_idle,
        lines: step.plain_lines().collect(),
        sentence: step.sentence.clone(),
    }
}

fn reading(decision: &Decision, format: Format) -> Reading {
    let alternatives = decision.alternatives.iter().map(|(words, otherwise)| Alternative {
        words,
        bits: otherwise.bits().map(|bits| hex(bits, format.width())),
    });
    Reading {
        id: decision.reading.id,
        section: decision.reading.source.to_string(),
        section_isa: decision.reading.source.isa().map(|isa| isa.to_string()),
        question: decision.reading.question,
        taken: decision.reading.taken,
        alternatives: alternatives.collect(),
    }
}

/// The error of a result that rounding made.
fn error(trace: &Trace, bits: u64, format: Format) -> Option<String> {
    let is_clamped = format.encode(&trace.conversion()?.datum) != bits;
    // Another number may stand for what was rounded: ue8m0 has no zero.
    let result = Dyadic::from_datum(&format.decode(bits)).filter(|_| !is_clamped)?;
    trace.error(&result, format.ulp_exponent(bits))
}

/// Returns the observed result for source registers, beside the steps of the reference.
fn observed_data(
    observed: Observed,
    instruction: &Instruction,
    prepared: &Prepared,
    registers: &[u64],
    trace: &Trace,
) -> Option<super::Observed> {
    let format = prepared.lane_op().result;
    let bits = observed.bits(registers)?;
    let number = Dyadic::from_datum(&format.decode(bits));
    let error = number.and_then(|number| trace.error(&number, format.ulp_exponent(bits)));
    let steps = observed.explain(instruction, registers);
    Some(super::Observed {
        bits: hex(bits, format.width()),
        value: concise(bits, format),
        is_correctly_rounded: trace.result.is_some_and(|result| {
            bits == prepared.lane_op().nearest(&prepared.gather(0, registers), result.bits)
        }),
        is_flushed: trace.is_flushed(prepared.lane_op(), bits),
        is_reference: trace.result.is_some_and(|result| result.bits == bits),
        error_ulp: error,
        grade: observed.grade().name(),
        grade_text: observed.grade().words(),
        evidence: observed.evidence(),
        steps: steps.iter().map(step).collect(),
    })
}

/// Bits in hexadecimal, with every digit.
pub(super) fn hex(bits: u64, width: u8) -> String {
    bits::hex(bits, width.into())
}
