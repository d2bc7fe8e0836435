//! An evaluation as data.

use alloc::string::{String, ToString};

use super::data::{
    Alternative, Element, Lane, N_DIGITS, Observation, Reading, Register, Report, Step,
};
use super::{Presented, error, is_exact};
use crate::bits::hex;
use crate::eval::{Decision, Explanation, Guarantee, LaneResult, Trace, explain};
use crate::format::Format;
use crate::number::dyadic::Dyadic;
use crate::source::Source;
use crate::syntax::legality;
use crate::text::concise;

impl Presented {
    /// The evaluation as data, with its link; without observed results.
    pub(crate) fn report(&self, link: String) -> Report {
        let legality = legality(&self.instruction, &self.context);
        let source = &self.instruction.form.source;
        let mut registers = self.registers().into_iter().map(|register| register.data());
        let destination = registers.next().unwrap_or_default();
        Report {
            reading: None,
            assumptions: None,
            instruction: self.instruction.to_string(),
            target: self.context.target.name,
            isa: self.context.isa.to_string(),
            legality: legality.name(),
            note: legality.note(),
            section: source.to_string(),
            section_isa: section_isa(source),
            source_url: source.url(),
            operands: registers.collect(),
            destination,
            lanes: (0..self.prepared.lanes()).map(|index| self.lane(index)).collect(),
            link,
        }
    }

    /// A lane with its steps.
    fn lane(&self, index: u8) -> Lane {
        let format = self.prepared.lane_op().result;
        let trace = self.prepared.trace(index, &self.sources);
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Unspecified };
        let lane = super::Lane::new(&self.prepared, index, trace.result.unwrap_or(nothing));
        let basis = self.prepared.basis(index, &self.sources, lane.guarantee);
        let steps = explain(&self.instruction, &self.prepared, index, &trace);
        Lane {
            index,
            offset: self.prepared.destination().offset(index),
            bits: lane.hex,
            value: lane.value,
            class: lane.class,
            guarantee: lane.guarantee.name(),
            guarantee_text: lane.guarantee.words(),
            basis: basis.sentences(self.prepared.destination()),
            observation: basis.observation.map(|it| Observation {
                id: it.id,
                kind: it.kind.name(),
                words: it.words,
                origin: it.origin,
            }),
            readings: basis.decisions.iter().map(|decision| reading(decision, format)).collect(),
            permitted: if let Guarantee::Within { lo, hi } = lane.guarantee {
                Some([lo, hi].map(|bits| Element::new(bits, format)))
            } else {
                None
            },
            exact: if trace.is_cut() {
                trace.exact_decimal(N_DIGITS)
            } else {
                trace.exact().map(Dyadic::to_decimal)
            },
            is_inexact: is_exact(&trace, lane.bits, format) == Some(false),
            error_ulp: rounding_error(&trace, lane.bits, format),
            steps: steps.iter().map(Step::new).collect(),
            observed: None,
        }
    }
}

impl super::Register {
    /// The register as data.
    fn data(&self) -> Register {
        let format = self.kind.format();
        Register {
            name: self.name,
            kind: self.kind.spelling(),
            bits: self.hex(),
            values: self.lanes().map(|bits| Element::new(bits, format)).collect(),
        }
    }
}

impl Element {
    fn new(bits: u64, format: Format) -> Self {
        Self { bits: hex(bits, format.width().into()), value: concise(bits, format), note: None }
    }
}

impl Step {
    /// A step as data.
    pub(crate) fn new(step: &Explanation) -> Self {
        Self {
            title: step.title,
            modifier: step.modifier,
            is_idle: step.is_idle,
            lines: step.plain_lines().collect(),
            sentence: step.sentence.clone(),
        }
    }
}

fn reading(decision: &Decision, format: Format) -> Reading {
    let alternatives = decision.alternatives.iter().map(|(words, otherwise)| Alternative {
        words,
        bits: otherwise.bits().map(|bits| hex(bits, format.width().into())),
    });
    Reading {
        id: decision.reading.id,
        section: decision.reading.source.to_string(),
        section_isa: section_isa(&decision.reading.source),
        question: decision.reading.question,
        taken: decision.reading.taken,
        alternatives: alternatives.collect(),
    }
}

/// The PTX ISA version whose section numbers a citation uses.
fn section_isa(source: &Source) -> Option<String> {
    source.isa().map(|version| version.to_string())
}

/// The error of a result that rounding made, and no clamp.
fn rounding_error(trace: &Trace, bits: u64, format: Format) -> Option<String> {
    // Another number may stand for what was rounded: ue8m0 has no zero.
    let is_rounded = format.encode(&trace.conversion()?.datum) == bits;
    if is_rounded { error(trace, bits, format) } else { None }
}
