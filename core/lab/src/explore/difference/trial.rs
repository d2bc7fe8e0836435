//! Evaluating both subjects on some operands, and comparing the results.

use alloc::vec::Vec;

use super::permitted::may_agree;
use super::search::Search;
use super::space::Focus;
use super::subject::{Outcome, Subject};
use super::{By, Difference, Lane, Severity, Side, reason};
use crate::catalog::Type;
use crate::eval::Guarantee;
use crate::explore::sequence::{Outcomes, Value};

/// The memory of a trial, reused so that trials do not allocate.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The operands, in the order of the first subject.
    pub(super) inputs: Vec<u64>,
    /// The operands in the order of the second subject.
    pub(super) others: Vec<u64>,
    a: Evaluated,
    b: Evaluated,
}

impl Scratch {
    /// Fills in the operands in the order of the second subject.
    pub(super) fn match_others(&mut self, order: &[usize]) {
        let Self { inputs, others, .. } = self;
        others.clear();
        others.extend(order.iter().map(|place| inputs.get(*place).copied().unwrap_or(0)));
    }
}

/// The registers of a subject.
#[derive(Clone, Debug, Default)]
struct Evaluated {
    /// The values of the registers; if contraction leaves a choice, those without fusion.
    values: Vec<Value>,
    /// All values, if contraction leaves a choice.
    outcomes: Option<Outcomes>,
}

impl Evaluated {
    fn evaluate(&mut self, subject: &Subject, inputs: &[u64]) {
        let sequence = subject.sequence();
        if !sequence.is_contractible() {
            self.outcomes = None;
            sequence.evaluate_into(inputs, &mut self.values);
            return;
        }
        let outcomes = self.outcomes.get_or_insert_default();
        sequence.outcomes_into(inputs, outcomes);
        self.values.clear();
        let n_registers = sequence.registers().len();
        self.values.extend((0..n_registers).map(|register| outcomes.value(register)));
    }

    /// The possible values of a part of the results.
    fn outcomes(&self, subject: &Subject, focus: &Focus) -> Vec<Outcome> {
        match &self.outcomes {
            Some(outcomes) => subject.outcomes(focus, outcomes),
            None => alloc::vec![subject.outcome(focus, &self.values)],
        }
    }
}

impl Search {
    /// Evaluates both subjects on the present operands. `asks_alike` says whether to check open
    /// results with equal references.
    pub(super) fn trial(&mut self, focus: &Focus, asks_alike: bool) -> Option<Severity> {
        let asks_alike = asks_alike && self.counted(Some(Severity::Alike)).is_some();
        self.scratch.match_others(&self.order);
        let Scratch { inputs, others, a, b } = &mut self.scratch;
        if let (Some(lane), Some([one, two])) = (focus.lane, &self.alone) {
            let one = one.evaluate_lane(lane, inputs, &mut ());
            let two = two.evaluate_lane(lane, others, &mut ());
            self.feedback = one.bits;
            let sides = [(one.bits, one.guarantee), (two.bits, two.guarantee)];
            return self.counted(Self::severity(focus, sides));
        }
        a.evaluate(&self.a, inputs);
        b.evaluate(&self.b, others);
        let bits = |subject: &Subject, values: &[Value]| {
            let index = subject.sequence().outputs().get(focus.output);
            let value = index.and_then(|index| values.get(*index)).map_or(0, |value| value.bits);
            focus.extract(value)
        };
        let (one, two) = (bits(&self.a, &a.values), bits(&self.b, &b.values));
        self.feedback = one;
        if one == two && !asks_alike && a.outcomes.is_none() && b.outcomes.is_none() {
            return None;
        }
        let severity = self.compared(focus, &self.scratch);
        self.counted(severity)
    }

    /// Filters out a severity that does not count. Between permitted results only a certain
    /// difference counts; open results of one and the same operation are no difference.
    pub(super) fn counted(&self, severity: Option<Severity>) -> Option<Severity> {
        severity.filter(|severity| match severity {
            Severity::Alike => self.by != By::Permitted && !self.is_same(),
            Severity::Possible => self.by != By::Permitted,
            Severity::Certain => true,
        })
    }

    /// Returns the severity of the difference in a part of the results.
    fn compared(&self, focus: &Focus, scratch: &Scratch) -> Option<Severity> {
        let Scratch { inputs, others, a, b } = scratch;
        let one = a.outcomes(&self.a, focus);
        let two = b.outcomes(&self.b, focus);
        let severity = Self::compared_outcomes(focus, &one, &two)?;
        // A later statement may make an open result irrelevant.
        let is_pinned = severity == Severity::Alike
            && self.a.is_pinned(focus, inputs)
            && self.b.is_pinned(focus, others);
        (!is_pinned).then_some(severity)
    }

    /// Returns the severity of the difference between two results with several possible values
    /// each; `None` if both are determined and the same.
    fn compared_outcomes(focus: &Focus, one: &[Outcome], two: &[Outcome]) -> Option<Severity> {
        let mut all = one.iter().chain(two).map(|outcome| outcome.bits);
        let first = all.next();
        if all.all(|bits| Some(bits) == first) {
            let is_open = |outcome: &Outcome| outcome.guarantee != Guarantee::Bits;
            return one.iter().chain(two).any(is_open).then_some(Severity::Alike);
        }
        let pairs = one.iter().flat_map(|x| two.iter().map(move |y| (x, y)));
        let severities = pairs.map(|(x, y)| {
            let sides = [(x.bits, x.guarantee), (y.bits, y.guarantee)];
            // Some other pair differs, so a shared value only makes it a possible difference.
            let is_shared = x.bits == y.bits;
            if is_shared { Some(Severity::Possible) } else { Self::severity(focus, sides) }
        });
        severities.flatten().min()
    }

    /// Returns the severity of the difference between two results; `None` if both are determined
    /// and the same.
    pub(super) fn severity(focus: &Focus, [a, b]: [(u64, Guarantee); 2]) -> Option<Severity> {
        if a.0 == b.0 {
            let is_open = [a.1, b.1].iter().any(|guarantee| *guarantee != Guarantee::Bits);
            return is_open.then_some(Severity::Alike);
        }
        let is_open = may_agree(a, b, focus.kinds.map(Type::format));
        Some(if is_open { Severity::Possible } else { Severity::Certain })
    }

    /// Returns the severity of the difference for these registers, if there is one.
    pub(super) fn differ(&self, scratch: &mut Scratch, inputs: &[u64]) -> Option<Severity> {
        self.compare(scratch, inputs);
        let all = self.all_foci.iter().filter_map(|focus| self.lane(scratch, focus));
        all.map(|lane| lane.severity).max()
    }

    /// Evaluates both subjects into the scratch.
    fn compare(&self, scratch: &mut Scratch, inputs: &[u64]) {
        scratch.inputs.clear();
        scratch.inputs.extend_from_slice(inputs);
        scratch.match_others(&self.order);
        let Scratch { others, a, b, .. } = scratch;
        a.evaluate(&self.a, inputs);
        b.evaluate(&self.b, others);
    }

    /// The outputs of both subjects for values of [`Self::inputs`]: observed results if these are
    /// compared, else references; if contraction leaves a choice, results without fusion.
    #[must_use]
    pub fn results(&self, inputs: &[u64]) -> [Vec<u64>; 2] {
        let mut scratch = Scratch::default();
        self.compare(&mut scratch, inputs);
        let of = |subject: &Subject, evaluated: &Evaluated| {
            let outputs = subject.sequence().outputs().iter();
            outputs.filter_map(|index| Some(evaluated.values.get(*index)?.bits)).collect()
        };
        [of(&self.a, &scratch.a), of(&self.b, &scratch.b)]
    }

    fn lane(&self, scratch: &Scratch, focus: &Focus) -> Option<Lane> {
        let severity = self.counted(self.compared(focus, scratch))?;
        let a = scratch.a.outcomes(&self.a, focus);
        let b = scratch.b.outcomes(&self.b, focus);
        let side = |all: &[Outcome]| {
            let (first, others) = all.split_first()?;
            let others = others.iter().map(|outcome| outcome.bits).collect();
            Some(Side { bits: first.bits, guarantee: first.guarantee, others })
        };
        let (output, lane) = (focus.output, focus.lane);
        Some(Lane { output, lane, severity, a: side(&a)?, b: side(&b)? })
    }

    /// Describes the difference on operands on which the subjects differ.
    #[must_use]
    pub fn difference(&self, inputs: &[u64]) -> Option<Difference> {
        let mut scratch = Scratch::default();
        self.compare(&mut scratch, inputs);
        let mut lanes: Vec<_> =
            self.all_foci.iter().filter_map(|focus| self.lane(&scratch, focus)).collect();
        let severity = lanes.iter().map(|lane| lane.severity).max()?;
        // Where some results differ, lanes with equal references are left out.
        lanes.retain(|lane| severity == Severity::Alike || lane.severity > Severity::Alike);
        let strongest = lanes.iter().find(|lane| lane.severity == severity)?;
        let Scratch { a: first, b: second, .. } = &scratch;
        let reason = if severity == Severity::Alike {
            let sides = [(&self.a, &scratch.inputs), (&self.b, &scratch.others)];
            reason::openness(sides.map(|(subject, inputs)| (subject, &**inputs)), strongest)
        } else {
            reason::reason([&self.a, &self.b], [&first.values, &second.values], strongest)
        };
        let outputs = |subject: &Subject, evaluated: &Evaluated| -> Vec<Vec<u64>> {
            let bits = |index: &usize| match &evaluated.outcomes {
                Some(outcomes) => outcomes.of(*index).iter().map(|value| value.bits).collect(),
                None => evaluated.values.get(*index).map(|value| value.bits).into_iter().collect(),
            };
            subject.sequence().outputs().iter().map(bits).collect()
        };
        let outcomes = [outputs(&self.a, first), outputs(&self.b, second)];
        let [a, b] = outcomes
            .each_ref()
            .map(|all| all.iter().filter_map(|each| each.first().copied()).collect::<Vec<_>>());
        Some(Difference { severity, inputs: inputs.to_vec(), a, b, outcomes, lanes, reason })
    }
}
