//! Evaluating both subjects on some operands, and what is to say of the results.

use alloc::vec::Vec;

use super::permitted::may_agree;
use super::search::Search;
use super::space::Focus;
use super::subject::{Outcome, Subject};
use super::{Difference, Lane, Severity, Side, reason};
use crate::catalog::Type;
use crate::eval::Guarantee;
use crate::explore::sequence::Value;

/// What every trial needs, so that none allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The operands, in the order of the first subject.
    pub(super) inputs: Vec<u64>,
    others: Vec<u64>,
    a: Vec<Value>,
    b: Vec<Value>,
}

impl Search {
    /// Evaluates both subjects on the present operands.
    pub(super) fn trial(&mut self, focus: &Focus) -> Option<Severity> {
        let Scratch { inputs, others, a, b } = &mut self.scratch;
        others.clear();
        others.extend(self.order.iter().map(|place| inputs.get(*place).copied().unwrap_or(0)));
        if let (Some(lane), Some([one, two])) = (focus.lane, &self.alone) {
            let one = one.evaluate_lane(lane, inputs, &mut ());
            let two = two.evaluate_lane(lane, others, &mut ());
            self.feedback = one.bits;
            let differ = one.bits != two.bits;
            return differ.then(|| {
                let sides = [(one.bits, one.guarantee), (two.bits, two.guarantee)];
                Self::severity(focus, sides)
            });
        }
        self.a.sequence().evaluate_into(inputs, a);
        self.b.sequence().evaluate_into(others, b);
        let bits = |subject: &Subject, values: &[Value]| {
            let index = subject.sequence().outputs().get(focus.output);
            let value = index.and_then(|index| values.get(*index)).map_or(0, |value| value.bits);
            focus.extract(value)
        };
        let (one, two) = (bits(&self.a, a), bits(&self.b, b));
        self.feedback = one;
        if one == two {
            return None;
        }
        let one = self.a.outcome(focus, a);
        let two = self.b.outcome(focus, b);
        Some(Self::severity(focus, [(one.bits, one.guarantee), (two.bits, two.guarantee)]))
    }

    /// How sure it is that two results differ whose bits do.
    fn severity(focus: &Focus, [a, b]: [(u64, Guarantee); 2]) -> Severity {
        let is_open = may_agree(a, b, focus.kinds.map(Type::format));
        if is_open { Severity::Possible } else { Severity::Certain }
    }

    /// How sure it is that the results for these registers differ, if they do.
    pub(super) fn differ(&self, scratch: &mut Scratch, inputs: &[u64]) -> Option<Severity> {
        self.compare(scratch, inputs);
        let all = self.all_foci.iter().filter_map(|focus| self.lane(scratch, focus));
        all.map(|lane| lane.severity).max()
    }

    /// Evaluates both subjects into the scratch.
    fn compare(&self, scratch: &mut Scratch, inputs: &[u64]) {
        let Scratch { others, a, b, .. } = scratch;
        others.clear();
        others.extend(self.order.iter().map(|place| inputs.get(*place).copied().unwrap_or(0)));
        self.a.sequence().evaluate_into(inputs, a);
        self.b.sequence().evaluate_into(others, b);
    }

    fn lane(&self, scratch: &Scratch, focus: &Focus) -> Option<Lane> {
        let a = self.a.outcome(focus, &scratch.a);
        let b = self.b.outcome(focus, &scratch.b);
        if a.bits == b.bits {
            return None;
        }
        let severity = Self::severity(focus, [(a.bits, a.guarantee), (b.bits, b.guarantee)]);
        let side = |Outcome { bits, guarantee }| Side { bits, guarantee };
        let (output, lane) = (focus.output, focus.lane);
        Some(Lane { output, lane, severity, a: side(a), b: side(b) })
    }

    /// What is to say about operands on which the subjects differ.
    #[must_use]
    pub fn difference(&self, inputs: &[u64]) -> Option<Difference> {
        let mut scratch = Scratch::default();
        self.compare(&mut scratch, inputs);
        let lanes: Vec<_> =
            self.all_foci.iter().filter_map(|focus| self.lane(&scratch, focus)).collect();
        let severity = lanes.iter().map(|lane| lane.severity).max()?;
        let surest = lanes.iter().find(|lane| lane.severity == severity)?;
        let reason = reason::reason([&self.a, &self.b], [&scratch.a, &scratch.b], surest);
        let outputs = |subject: &Subject, values: &[Value]| -> Vec<u64> {
            let all = subject.sequence().outputs().iter();
            all.filter_map(|index| values.get(*index)).map(|value| value.bits).collect()
        };
        let (a, b) = (outputs(&self.a, &scratch.a), outputs(&self.b, &scratch.b));
        Some(Difference { severity, inputs: inputs.to_vec(), a, b, lanes, reason })
    }
}
