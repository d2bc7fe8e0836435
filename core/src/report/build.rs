//! From an evaluation to data, with observed results.

use alloc::string::ToString;

use serde::{Serialize, Serializer};

use super::{Program, Report, Step};
use crate::api::{Evaluation, Run};
use crate::observed::Observed;
use crate::present::{Presented, error};
use crate::text::{concise, hex};

impl Report {
    /// Writes an evaluation out.
    #[must_use]
    pub fn of(evaluation: &Evaluation) -> Self {
        let instruction = evaluation.instruction();
        let presented =
            Presented::new(instruction.row(), instruction.context(), evaluation.registers());
        let mut report = presented.report(evaluation.link().to_string());
        for lane in &mut report.lanes {
            lane.observed = observed(&presented, lane.index);
        }
        report
    }
}

impl Serialize for Evaluation {
    /// Writes it as a [`Report`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Report::of(self).serialize(serializer)
    }
}

impl Serialize for Run<'_> {
    /// Writes it as a [`Program`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let program = self.program();
        let sequence = program.sequence();
        Program::of(program.text(), sequence, program.context(), self.inputs())
            .serialize(serializer)
    }
}

/// Returns the observed result of a lane, beside the steps of the reference.
fn observed(presented: &Presented, lane: u8) -> Option<super::Observed> {
    let Presented { instruction, context, sources, prepared, .. } = presented;
    let observed = Observed::of(instruction, context)?;
    let format = prepared.lane_op().result;
    let bits = observed.packing().extract(observed.bits(sources)?, lane);
    let trace = prepared.trace(lane, sources);
    let steps = observed.explain(instruction, lane, sources);
    Some(super::Observed {
        bits: hex(bits, format.width().into()),
        value: concise(bits, format),
        is_correctly_rounded: trace.result.is_some_and(|result| {
            bits == prepared.lane_op().nearest(&prepared.gather(lane, sources), result.bits)
        }),
        is_flushed: trace.is_flushed(prepared.lane_op(), bits),
        is_reference: trace.result.is_some_and(|result| result.bits == bits),
        error_ulp: error(&trace, bits, format),
        grade: observed.grade().name(),
        grade_text: observed.grade().words(),
        evidence: observed.evidence(),
        steps: steps.iter().map(Step::new).collect(),
    })
}
