//! A sweep: one operand of an instruction takes many values, and the others stay the same.
//!
//! Every worker makes the [`Sweep`] from the same arguments, calls [`Sweep::run`] with its share of
//! the indices, a few at a time, and sends the result of [`Tally::words`]; the page merges them.
//! Zooming is a sweep over a [window](Tally::new) of the indices.

mod approximate;
mod batch;
mod rows;

use core::ops::Range;

use self::approximate::Approximates;
use self::batch::Batches;
use super::domain::Domain;
use super::measure::{Measure, measure, measure_observed};
use super::tally::Tally;
use crate::catalog::{Context, Instruction, MAX_SOURCES};
use crate::eval::{LANE_OPERANDS, N_ROWS, Prepared};
use crate::format::{Format, Packing};
use crate::observed::Observed;

/// A source operand in a lane of the result, which a domain can vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandLane {
    /// The index of the operand in the syntax line, without the destination.
    pub operand: usize,
    /// The lane of the result.
    pub lane: u8,
}

/// A lane of an instruction, one operand of which is replaced for each evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    prepared: Prepared,
    registers: [u64; MAX_SOURCES],
    /// Whether error and band are measured.
    measures: bool,
    lane: u8,
    /// The observed results, if they replace the references.
    observed: Option<Observed>,
}

/// The position of an operand's lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    operand: usize,
    lane: u8,
    packing: Packing,
}

impl Probe {
    pub(super) fn new(prepared: Prepared, registers: &[u64], lane: u8, measures: bool) -> Self {
        let mut all = [0; MAX_SOURCES];
        for (place, register) in all.iter_mut().zip(registers) {
            *place = *register;
        }
        Self { prepared, registers: all, measures, lane, observed: None }
    }

    pub(super) fn slot(&self, operand: usize) -> Option<Slot> {
        let mut operands = self.prepared.operands_of_lane(self.lane);
        let (_, lane) = operands.find(|(index, _)| *index == operand)?;
        Some(Slot { operand, lane, packing: self.prepared.source(operand) })
    }

    pub(super) const fn result(&self) -> Format {
        self.prepared.lane_op().result
    }

    /// Inserts the bits of an operand.
    #[inline]
    pub(super) fn set(&mut self, slot: &Slot, bits: u64) {
        if let Some(register) = self.registers.get_mut(slot.operand) {
            *register = slot.packing.insert(*register, slot.lane, bits);
        }
    }

    /// The registers of all operands, in the order of the syntax line; unused ones are 0.
    pub(super) const fn registers(&self) -> [u64; MAX_SOURCES] {
        self.registers
    }

    #[inline]
    pub(super) fn measure(&self) -> Measure {
        self.measure_long(self.observed())
    }

    /// The observed result, if observed results are measured.
    #[inline]
    fn observed(&self) -> Option<u64> {
        let observed = self.observed.as_ref()?;
        let [a, b, ..] = self.prepared.gather(self.lane, &self.registers);
        Some(observed.result([a, b]))
    }

    /// Returns the measurement in 128 bits, for any format.
    #[inline]
    fn measure_long(&self, observed: Option<u64>) -> Measure {
        let operands: [u64; LANE_OPERANDS] = self.prepared.gather(self.lane, &self.registers);
        let op = self.prepared.lane_op();
        match observed {
            None => measure(op, &operands, self.measures),
            Some(bits) => measure_observed(op, &operands, self.measures, bits),
        }
    }
}

/// The format of an operand in a lane of the result; `None` if the lane does not depend on the
/// operand.
#[must_use]
pub fn operand_format(
    instruction: &Instruction,
    context: &Context,
    OperandLane { operand, lane }: OperandLane,
) -> Option<Format> {
    let prepared = Prepared::new(instruction, context);
    if lane >= prepared.lanes() {
        return None;
    }
    let index = prepared.operands_of_lane(lane).position(|(index, _)| index == operand)?;
    let op = prepared.lane_op();
    let number = op.operands.get(index).filter(|_| index < usize::from(op.source_count));
    let declared = || instruction.form.sources().get(operand);
    // Random bits are not a number.
    number.copied().or_else(|| Some(instruction.operand_type(declared()?).format()))
}

/// Many evaluations of one lane of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    probe: Probe,
    slot: Slot,
    domain: Domain,
}

impl Sweep {
    /// A sweep over a domain of an operand, whose format is [`operand_format`]. `registers` are
    /// those of all operands in the order of the syntax line; the lane of the operand that varies
    /// is ignored. `measures` says whether to measure errors and permitted intervals.
    ///
    /// `None` if the lane does not depend on the operand, or if the domain is of another format.
    #[must_use]
    pub fn new(
        instruction: &Instruction,
        context: &Context,
        registers: &[u64],
        place: OperandLane,
        domain: Domain,
        measures: bool,
    ) -> Option<Self> {
        let format = operand_format(instruction, context, place)?;
        let prepared = Prepared::new(instruction, context);
        let probe = Probe::new(prepared, registers, place.lane, measures);
        let slot = probe.slot(place.operand)?;
        (domain.format() == format).then_some(Self { probe, slot, domain })
    }

    /// Measures the observed results in place of the references.
    #[must_use]
    pub fn observing(self, observed: Observed) -> Self {
        Self { probe: Probe { observed: Some(observed), ..self.probe }, ..self }
    }

    /// The operands.
    pub const fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The format of the results.
    pub const fn result(&self) -> Format {
        self.probe.result()
    }

    /// An empty tally of the whole domain, with at most `n_columns` columns.
    #[must_use]
    pub fn tally(&self, n_columns: usize) -> Tally {
        Tally::new(0..self.domain.len(), n_columns)
    }

    /// The operand at an index, and the measure of its result.
    #[must_use]
    pub fn point(&self, index: u64) -> (u64, Measure) {
        let bits = self.domain.at(index);
        let mut probe = self.probe;
        probe.set(&self.slot, bits);
        (bits, probe.measure())
    }

    /// The registers with an operand inserted, in the order of the syntax line; unused ones are 0.
    /// They show a point of a plot by itself.
    #[must_use]
    pub fn registers(&self, bits: u64) -> [u64; MAX_SOURCES] {
        let mut probe = self.probe;
        probe.set(&self.slot, bits);
        probe.registers()
    }

    /// Evaluates the operands of indices, as far as they are in the tally's window.
    pub fn run(&self, indices: Range<u64>, tally: &mut Tally) {
        let format = self.result();
        let mut probe = self.probe;
        self.for_columns(indices, tally, |indices, column, tally| {
            let mut operands = [0; N_ROWS];
            for start in indices.clone().step_by(N_ROWS) {
                let n = usize::try_from(indices.end - start).unwrap_or(N_ROWS).min(N_ROWS);
                let operands = operands.get_mut(..n).unwrap_or_default();
                self.domain.fill(start, operands);
                for (index, bits) in (start..).zip(&*operands) {
                    probe.set(&self.slot, *bits);
                    let measure = probe.measure();
                    tally.add((index, *bits), column, &measure, format);
                }
            }
        });
    }

    /// Like [`Self::run`], in batches. That is many times as fast, and takes more code.
    pub fn run_many(&self, indices: Range<u64>, tally: &mut Tally) {
        if let Some(mut batches) = Approximates::of(self) {
            self.for_columns(indices, tally, |indices, column, tally| {
                batches.run(&self.domain, indices, tally, column);
            });
        } else if let Some(mut batches) = Batches::of(self) {
            self.for_columns(indices, tally, |indices, column, tally| {
                batches.run(&self.domain, indices, tally, column);
            });
        } else {
            self.run(indices, tally);
        }
    }

    /// Calls `work` for each column, with those of its indices that are in the tally's window.
    fn for_columns(
        &self,
        indices: Range<u64>,
        tally: &mut Tally,
        mut work: impl FnMut(Range<u64>, usize, &mut Tally),
    ) {
        let window = tally.window();
        let mut start = indices.start.max(window.start);
        let end = indices.end.min(window.end).min(self.domain.len());
        while start < end {
            let column = tally.column_of(start);
            let column_end = tally.column_range(column).end.min(end);
            // In an empty plot no column ends.
            let column_end = if column_end > start { column_end } else { end };
            work(start..column_end, column, tally);
            start = column_end;
        }
    }
}

#[cfg(test)]
mod tests;
