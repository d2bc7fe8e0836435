//! The subjects of a comparison: an instruction, or a sequence of statements, in a context.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Mismatch;
use super::space::Focus;
use crate::catalog::{Context, Instruction};
use crate::eval::{Guarantee, MAX_SOURCES};
use crate::explore::sequence::{
    Action, Call, Enclosure, Outcomes, Register, Sequence, Source, Standing, Value, normal,
};
use crate::order::push_new;
use crate::syntax::{Diagnostic, check, parse};

/// An instruction or a sequence that is compared with another.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name: its spelling, or its statements.
    pub label: String,
    /// The context.
    pub context: Context,
    sequence: Sequence,
}

/// The result of a lane, or of a whole register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) bits: u64,
    pub(super) guarantee: Guarantee,
}

/// The relation between two subjects that holds whatever their operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sameness {
    /// They are the same operations on the same operands.
    Same,
    /// They are the same operations, with operands exchanged: they may differ only in NaNs whose
    /// bits the ISA leaves open.
    Exchanged,
    /// Nothing is known without an evaluation.
    Other,
}

/// The largest number of sets of operands for which a result is [enclosed](Sequence::enclose).
pub(super) const MAX_ENCLOSED: u64 = 1024;

impl Subject {
    /// An instruction.
    #[must_use]
    pub fn of_instruction(instruction: &Instruction, context: &Context) -> Self {
        Self {
            label: instruction.to_string(),
            context: *context,
            sequence: Sequence::of_instruction(instruction, context),
        }
    }

    /// A spelling such as `add.rn.f32`, or statements with operands.
    ///
    /// # Errors
    ///
    /// The errors in them, with places in the text; at least one diagnostic, unless the
    /// text leaves no result.
    pub fn read(text: &str, context: &Context) -> Result<Self, Vec<Diagnostic>> {
        let (statement, _) = parse(text);
        if statement.operands.is_empty() && text.trim_end_matches([';', ' ']).lines().count() < 2 {
            let resolution = check(text, context);
            if let Some(instruction) = resolution.instruction {
                return Ok(Self::of_instruction(&instruction, context));
            }
            if statement.opcode.is_some() {
                return Err(resolution.diagnostics);
            }
        }
        Self::of_statements(text, context)
    }

    /// Reads statements with operands.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read`].
    pub fn of_statements(text: &str, context: &Context) -> Result<Self, Vec<Diagnostic>> {
        let sequence = Sequence::new(text, context);
        if sequence.is_complete() {
            Ok(Self { label: normal(text).replace('\n', " "), context: *context, sequence })
        } else {
            Err(sequence.diagnostics().into_iter().cloned().collect())
        }
    }

    /// The only instruction, whose operands are the inputs in order, if there is no other
    /// statement.
    pub fn instruction(&self) -> Option<&Instruction> {
        self.sole_call().map(|call| &call.instruction)
    }

    /// The statements.
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// Replaces references by observed results in all evaluations.
    ///
    /// # Errors
    ///
    /// An approximate instruction without observations.
    pub(super) fn observe(&mut self) -> Result<(), Mismatch> {
        let target = self.context.target.name;
        self.sequence.observe(&self.context).map_err(|instruction| Mismatch {
            message: format!("no observation covers {instruction} on {target}"),
        })
    }

    /// Whether the ISA leaves some results open, so that GPUs may differ where references agree.
    pub fn is_open(&self) -> bool {
        self.sequence.statements().iter().any(|statement| match &statement.action {
            Action::Call(call) => {
                let op = call.prepared.lane_op();
                op.bound.is_some() && call.observed.is_none()
                    || !op.is_specified
                    || op.may_be_unspecified()
                    || op.result.float().is_some() && op.leaves_nans_open()
                    || !op.readings.is_empty()
            }
            Action::Companion(each) => each.is_mixed || each.prepared.may_be_open(),
            Action::Move(_) | Action::Unknown(_) | Action::Declaration => false,
        })
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Register> {
        self.sequence.input_registers()
    }

    pub(super) fn outputs(&self) -> impl Iterator<Item = &Register> {
        self.sequence.output_registers()
    }

    /// The value of an output, or of one lane of it, with its guarantee.
    pub(super) fn outcome(&self, focus: &Focus, values: &[Value]) -> Outcome {
        let index = self.sequence.outputs().get(focus.output).copied().unwrap_or(usize::MAX);
        let value = values.get(index).copied().unwrap_or(Value::UNKNOWN);
        let bits = focus.extract(value.bits);
        let guarantee = if focus.touches(value.open) {
            let own = focus.lane.and_then(|lane| self.guarantee(index, lane, values));
            own.unwrap_or(Guarantee::Unspecified)
        } else {
            Guarantee::Bits
        };
        Outcome { bits, guarantee }
    }

    /// The values of an output, or of one lane of it, for all choices that contraction leaves.
    pub(super) fn outcomes(&self, focus: &Focus, outcomes: &Outcomes) -> Vec<Outcome> {
        let mut found = Vec::new();
        for values in outcomes.branches() {
            push_new(&mut found, self.outcome(focus, values));
        }
        found
    }

    /// Whether a part of the results is the same for all results of statements that the ISA
    /// permits.
    pub(super) fn is_pinned(&self, focus: &Focus, inputs: &[u64]) -> bool {
        let Some(output) = self.sequence.outputs().get(focus.output) else { return false };
        match self.sequence.enclose(inputs, MAX_ENCLOSED).of(*output) {
            Enclosure::Bits(_) => true,
            Enclosure::Within(lanes) => focus.lane.is_some_and(|lane| {
                let [kind, _] = focus.kinds;
                let [low, high] = lanes.lane(lane);
                lanes.packing == kind.packing() && low == high && !lanes.format.is_nan(low)
            }),
            Enclosure::AnyNan(_) | Enclosure::Open => false,
        }
    }

    /// Returns the guarantee of an open lane whose operands are determined, or NaNs that have no
    /// influence.
    fn guarantee(&self, register: usize, lane: u8, values: &[Value]) -> Option<Guarantee> {
        let writer = self.sequence.register(register)?.writer?;
        let (call, registers) = self.sequence.call(writer, values)?;
        if call.widened.is_some() {
            return None;
        }
        if !call.contractions.is_empty() {
            // Several ways to compute it are permitted; only a NaN may be open beyond that.
            let value = values.get(register)?;
            let bits = call.prepared.destination().extract(value.bits, lane);
            let is_nan = call.prepared.lane_op().result.is_nan(bits);
            let guarantee = if is_nan { Guarantee::AnyNan } else { Guarantee::Bits };
            return (value.standing == Standing::OpenNan).then_some(guarantee);
        }
        let is_open = call.sources.iter().any(|source| match source {
            Source::Register { index, is_reinterpreted } => {
                let standing = values.get(*index).map_or(Standing::Unknown, |value| value.standing);
                let is_nan = standing == Standing::OpenNan;
                standing > Standing::OpenNan || is_nan && (*is_reinterpreted || call.heeds_nans())
            }
            Source::Value(_) => false,
        });
        if is_open {
            return None;
        }
        let result = call.prepared.evaluate_lane(lane, &registers, &mut ());
        if result.guarantee != Guarantee::Bits {
            return Some(result.guarantee);
        }
        // The NaN is an operand's, so its bits are open.
        call.prepared.lane_op().result.is_nan(result.bits).then_some(Guarantee::AnyNan)
    }

    /// The only call, if there is one and its operands are the inputs in order.
    pub(super) fn sole_call(&self) -> Option<&Call> {
        let [only] = self.sequence.statements() else { return None };
        let Action::Call(call) = &only.action else { return None };
        let sources = call.sources.iter().zip(self.sequence.inputs());
        let is_plain = |(source, input): (&Source, &usize)| matches!(source, Source::Register { index, .. } if index == input);
        let is_all = call.sources.len() == self.sequence.inputs().len();
        (is_all && call.sources.len() <= MAX_SOURCES && sources.into_iter().all(is_plain))
            .then_some(call)
    }

    /// Whether lane *i* of the outputs depends only on lane *i* of the inputs, by one rule for all
    /// lanes.
    pub(super) fn has_like_lanes(&self) -> bool {
        if self.sequence.is_contractible() {
            return false;
        }
        let lanes = self.outputs().next().map_or(1, |output| output.kind.packing().lanes);
        let packings = self.sequence.registers().iter().map(|register| register.kind.packing());
        packings.into_iter().all(|packing| packing.lanes == lanes)
            && self.sequence.statements().iter().all(|statement| match &statement.action {
                Action::Call(call) => {
                    call.prepared.has_like_lanes()
                        && call.sources.iter().enumerate().all(|(index, source)| match source {
                            Source::Register { is_reinterpreted, .. } => !is_reinterpreted,
                            Source::Value(bits) => {
                                let packing = call.prepared.source(index);
                                let lane = |lane| packing.extract(*bits, lane);
                                (0..packing.lanes).all(|each| lane(each) == lane(0))
                            }
                        })
                }
                Action::Declaration => true,
                Action::Companion(_) | Action::Move(_) | Action::Unknown(_) => false,
            })
            && !self.sequence.has_guards()
    }

    /// Compares the operations of two subjects whose inputs are matched: `matched` has the index in
    /// `other` of each input. Subjects that may be contracted are never the same, since they may be
    /// contracted differently.
    pub(super) fn sameness(&self, other: &Self, matched: &[usize]) -> Sameness {
        let mut is_exchanged = false;
        match (self.is_same(other, matched, &mut is_exchanged), is_exchanged) {
            (false, _) => Sameness::Other,
            (true, false) => Sameness::Same,
            (true, true) => Sameness::Exchanged,
        }
    }

    /// Whether the operations are the same, as in [`Self::sameness`]; sets `is_exchanged` if
    /// exchanged operands may change a NaN.
    fn is_same(&self, other: &Self, matched: &[usize], is_exchanged: &mut bool) -> bool {
        let (one, two) = (&self.sequence, &other.sequence);
        let is_open = |sequence: &Sequence| sequence.is_contractible() || sequence.has_guards();
        if is_open(one) || is_open(two) {
            return false;
        }
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (index, place) in one.inputs().iter().zip(matched) {
            let Some(place) = two.inputs().get(*place) else { return false };
            pairs.push((*index, *place));
        }
        let computes = |sequence: &'_ Sequence| -> Vec<Action> {
            let actions = sequence.statements().iter().map(|statement| statement.action.clone());
            actions.filter(|action| !matches!(action, Action::Declaration)).collect()
        };
        let (first, second) = (computes(one), computes(two));
        if first.len() != second.len() {
            return false;
        }
        for actions in first.iter().zip(&second) {
            let is_equal = |a: &[Source], b: &[Source]| is_matched(&pairs, a, b);
            match actions {
                (Action::Call(a), Action::Call(b)) => {
                    let is_straight = is_matched(&pairs, &a.sources, &b.sources);
                    if !is_same_call(&pairs, a, b) {
                        return false;
                    }
                    *is_exchanged |= !is_straight && a.prepared.lane_op().leaves_nans_open();
                    pairs.push((a.destination, b.destination));
                }
                (Action::Companion(a), Action::Companion(b)) => {
                    if !a.is_alike(b) || !is_equal(&a.sources, &b.sources) {
                        return false;
                    }
                    let both = a.destinations.iter().zip(&b.destinations);
                    pairs.extend(both.filter_map(|(x, y)| Some(((*x)?, (*y)?))));
                }
                (Action::Move(a), Action::Move(b)) => {
                    let is_taken = |each: &[Option<usize>]| -> Vec<bool> {
                        each.iter().map(Option::is_some).collect()
                    };
                    let is_alike = a.part_width == b.part_width
                        && is_taken(&a.destinations) == is_taken(&b.destinations);
                    if !is_alike || !is_equal(&a.sources, &b.sources) {
                        return false;
                    }
                    let both = a.destinations.iter().zip(&b.destinations);
                    pairs.extend(both.filter_map(|(x, y)| Some(((*x)?, (*y)?))));
                }
                _ => return false,
            }
        }
        one.outputs().iter().zip(two.outputs()).all(|(x, y)| pairs.contains(&(*x, *y)))
    }
}

/// Whether two lists of operands are the same, given the pairs of matching registers.
fn is_matched(pairs: &[(usize, usize)], a: &[Source], b: &[Source]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Source::Value(x), Source::Value(y)) => x == y,
            (Source::Register { index: x, .. }, Source::Register { index: y, .. }) => {
                pairs.contains(&(*x, *y))
            }
            (Source::Value(_), Source::Register { .. })
            | (Source::Register { .. }, Source::Value(_)) => false,
        })
}

/// Whether two instructions perform the same operation on the same operands; the first two may be
/// exchanged if that has no effect.
fn is_same_call(pairs: &[(usize, usize)], a: &Call, b: &Call) -> bool {
    let exchanged = || {
        let mut sources = b.sources.clone();
        if let [first, second, ..] = &mut *sources {
            core::mem::swap(first, second);
        }
        sources
    };
    let is_as_open = a.prepared.lane_op().readings == b.prepared.lane_op().readings;
    is_as_open
        && a.prepared.is_same(&b.prepared)
        && a.widened == b.widened
        && (is_matched(pairs, &a.sources, &b.sources)
            || a.prepared.commutes() && is_matched(pairs, &a.sources, &exchanged()))
}
