//! Many operands of a sweep at once.
//!
//! A tally also needs to know whether a result is exact, and its error. Where the processor has the
//! exact value, both follow from it ([`Measuring`]). Otherwise errors are measured one by one, and other
//! results show what is exact: a result that converts back to the operand is exact, and so is one that
//! is the same when rounded down and up.

use alloc::vec::Vec;
use core::ops::Range;

use super::rows::Rows;
use super::{Probe, Sweep};
use crate::arith::clamp::Clamp;
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::catalog::Operation;
use crate::eval::{
    Batch, Column, Columns, Errors, Fact, Facts, Flush, Guarantee, LANE_OPERANDS, LaneOp,
    Measuring, N_ROWS, widest,
};
use crate::explore::domain::Domain;
use crate::explore::extent::Extent;
use crate::explore::measure::{Exactness, Measure, least_unit};
use crate::explore::tally::{Exactnesses, Guarantees, Measured, Tally};
use crate::format::{Class, FloatFormat, Format};
use crate::source::reading::Readings;

/// The proof that a result is the exact value.
#[derive(Clone, Copy, Debug)]
enum Proof {
    /// The exact values.
    Value(Measuring),
    /// Nothing is rounded.
    None,
    /// The result equals the operand.
    Same,
    /// The result, converted to the format of the operand, equals the operand.
    Back,
    /// The result equals the value rounded down and the value rounded up, neither clamped nor
    /// flushed.
    Between,
}

impl Proof {
    /// Returns the proof for an operation; `None` for approximate and scaled results, and for
    /// narrow formats that saturate. Only the exact values show errors.
    fn of(op: &LaneOp, batch: &Batch, measures: bool) -> Option<Self> {
        use Operation::{Add, Convert, Div, Fma, Mul, Rcp, Sqrt, Sub};
        let [from, ..] = op.operands;
        let is_conversion = op.operation == Convert;
        let is_exact = matches!(op.operation, Add | Sub | Mul | Fma | Div | Rcp | Sqrt | Convert);
        let measuring = batch.measuring(least_unit(op)).filter(|_| measures || !is_conversion);
        if let Some(measuring) = measuring {
            Some(Self::Value(measuring))
        } else if measures {
            None
        } else if op.is_choice() {
            Some(Self::None)
        } else if op.bound.is_some() || !is_exact || is_conversion && op.source_count > 1 {
            None
        } else if is_conversion && from.float().is_some() {
            // A format without a sign loses the sign of the operand.
            let has_sign = op.result.float().is_none_or(|format| format.signed);
            has_sign.then_some(if from == op.result { Self::Same } else { Self::Back })
        } else {
            let is_wide = op.result.float().is_some_and(|format| format.width >= 16);
            is_wide.then_some(Self::Between)
        }
    }

    /// The additional operations of the proof.
    fn batches(self, op: &LaneOp) -> Vec<Batch> {
        match self {
            Self::Value(_) | Self::None | Self::Same => Vec::new(),
            Self::Back => [back(op)].into(),
            Self::Between => {
                let directions = [Rounding::TowardNegative, Rounding::TowardPositive];
                directions.map(|rounding| unlimited(op, rounding)).into()
            }
        }
    }
}

/// The conversion from the format of a result to that of the operand.
fn back(op: &LaneOp) -> Batch {
    let [from, ..] = op.operands;
    let back = LaneOp {
        operands: [op.result; LANE_OPERANDS],
        result: from,
        is_integral: false,
        flush: Flush { operands: false, ..op.flush },
        ..*op
    };
    // A number out of range, to which an operand was rounded, does not convert back to it; nor does
    // the largest integer.
    let is_integer = op.result.float().is_none();
    unlimited(&back, if is_integer { Rounding::TowardZero } else { Rounding::TiesToEven })
}

/// An operation in another direction, whose results are neither clamped nor flushed.
fn unlimited(op: &LaneOp, rounding: Rounding) -> Batch {
    let flush = Flush { result: false, ..op.flush };
    Batch::new(LaneOp { rounding, flush, clamp: Clamp::None, readings: Readings::NONE, ..*op })
}

/// A sweep in batches.
pub(super) struct Batches {
    op: LaneOp,
    batch: Batch,
    proof: Proof,
    /// The operations of the proof.
    proofs: Vec<Batch>,
    rows: Rows,
    /// Whether errors are measured.
    measures: bool,
    results: Column,
    /// The operands and the results of the proof.
    back: Columns,
    others: [Column; 2],
    /// Errors and facts that the exact values show.
    errors: Errors,
    facts: Facts,
}

impl Batches {
    /// A sweep in batches, if exactness has a proof, and errors too if they are measured.
    pub(super) fn of(sweep: &Sweep) -> Option<Self> {
        let Sweep { probe, slot, .. } = sweep;
        let Probe { prepared, measures, observed: None, .. } = probe else {
            return None;
        };
        if prepared.is_random(slot.operand) {
            return None;
        }
        let op = *prepared.lane_op();
        let batch = prepared.batch();
        let proof = Proof::of(&op, &batch, *measures)?;
        Some(Self {
            op,
            batch,
            proof,
            proofs: proof.batches(&op),
            rows: Rows::of(sweep)?,
            measures: *measures,
            results: [0; N_ROWS],
            back: [[0; N_ROWS]; LANE_OPERANDS],
            others: [[0; N_ROWS]; 2],
            errors: [0; N_ROWS],
            facts: [0; N_ROWS],
        })
    }

    /// Evaluates the operands of some indices in a column.
    pub(super) fn run(
        &mut self,
        domain: &Domain,
        indices: Range<u64>,
        tally: &mut Tally,
        column: usize,
    ) {
        let mut start = indices.start;
        while start < indices.end {
            let block = start..indices.end.min(start + N_ROWS as u64);
            let n = usize::try_from(block.end - start).unwrap_or(0);
            self.rows.fill(domain, start, n);
            let mut guarantees = Guarantees::default();
            let mut n_open = 0;
            self.batch.run(&self.rows.operands, n, &mut self.results, |_, guarantee| {
                guarantees.add(guarantee, 1);
                n_open += 1;
            });
            guarantees.add(Guarantee::Bits, n as u64 - n_open);
            self.prove(n);
            let exactness = self.exactness(n);
            let measured = self.measured(start, n);
            tally.add_many(column, self.op.result, measured.results, &exactness, &guarantees);
            if self.measures {
                tally.add_errors(column, &measured);
            }
            start = block.end;
        }
    }

    /// The first results, with their errors if the proof has them.
    fn measured(&self, first: u64, n: usize) -> Measured<'_> {
        let operands = self.rows.first(n);
        let results = self.results.get(..n).unwrap_or_default();
        let errors = self.errors.get(..n).unwrap_or_default();
        let facts = self.facts.get(..n).unwrap_or_default();
        Measured { first, operands, results, errors, facts, bands: None }
    }

    /// Measures the results by their exact values.
    fn measure(&mut self, n: usize, measuring: &Measuring) {
        let (errors, facts) = (&mut self.errors, &mut self.facts);
        if !self.measures {
            return measuring.run::<false>(&self.rows.operands, &self.results, errors, facts);
        }
        measuring.run::<true>(&self.rows.operands, &self.results, errors, facts);
        for (row, (error, facts)) in self.errors.iter_mut().zip(&mut self.facts).take(n).enumerate()
        {
            if *facts & Fact::UNKNOWN != 0 {
                let measure = self.rows.measure(row, None);
                *error = measure.error_of_rounding().unwrap_or(0);
                *facts = facts_of(&measure);
            }
        }
    }

    /// Evaluates the additional operations of the proof.
    fn prove(&mut self, n: usize) {
        if let Proof::Value(measuring) = self.proof {
            return self.measure(n, &measuring);
        }
        if matches!(self.proof, Proof::Back) {
            // Infinities and NaNs need no proof, and converting them back is slow.
            let format = self.op.result.float();
            let [magnitudes, last] =
                format.map_or([0; 2], |it| [it.magnitude_mask(), it.max_finite()]);
            let [back, ..] = &mut self.back;
            for (place, bits) in back.iter_mut().zip(&self.results) {
                *place = if bits & magnitudes <= last { *bits } else { 0 };
            }
        }
        let operands =
            if matches!(self.proof, Proof::Back) { &self.back } else { &self.rows.operands };
        for (batch, results) in self.proofs.iter().zip(&mut self.others) {
            batch.bits(operands, n, results);
        }
    }

    /// How many of the first results are exact.
    fn exactness(&self, n: usize) -> Exactnesses {
        let [from, ..] = self.op.operands;
        let operands = self.rows.first(n);
        let [results, one, two] = [&self.results, &self.others[0], &self.others[1]]
            .map(|column| column.get(..n).unwrap_or_default());
        match (self.proof, from) {
            (Proof::Value(_), _) => counted(self.facts.get(..n).unwrap_or_default()),
            (Proof::Same, Format::Float(from)) => self.converted(from, operands, results),
            (Proof::Back, Format::Float(from)) => self.converted(from, operands, one),
            (Proof::Between, _) => between(self.op.result, results, [one, two]),
            (Proof::None | Proof::Same | Proof::Back, _) => {
                Exactnesses { given: n as u64, ..Exactnesses::default() }
            }
        }
    }

    /// The exactness of conversions, given the results converted back.
    fn converted(&self, from: &FloatFormat, operands: &[u64], back: &[u64]) -> Exactnesses {
        let n = operands.len() as u64;
        let is_rounded = match Extent::of(from, operands).class() {
            // One row has one class.
            None => {
                let rows = operands.chunks(1).zip(back.chunks(1));
                return sum(rows.map(|(operand, back)| self.converted(from, operand, back)));
            }
            Some(Class::Subnormal) => !self.op.flush.operands,
            Some(class) => class == Class::Normal,
        };
        if !is_rounded {
            return Exactnesses { given: n, ..Exactnesses::default() };
        }
        let rows = operands.iter().zip(back);
        let rows = rows.map(|(operand, back)| [*operand, *back, *back]);
        let exact = widest(|| n_equal(from.width, rows));
        Exactnesses { exact, inexact: n - exact, given: 0 }
    }
}

/// The facts about a result.
pub(super) fn facts_of(measure: &Measure) -> u64 {
    let exactness = match measure.exactness {
        Exactness::Exact => 0,
        Exactness::Inexact => Fact::INEXACT,
        Exactness::Given => Fact::GIVEN,
    };
    let has_error = measure.error_of_rounding().is_some();
    exactness
        | if has_error { 0 } else { Fact::WITHOUT_ERROR }
        | if measure.is_flushed { Fact::FLUSHED } else { 0 }
        | if measure.is_open { Fact::OPEN } else { 0 }
        | if measure.is_border { Fact::BORDER } else { 0 }
        | if measure.band.is_some() { Fact::BANDED } else { 0 }
}

/// The exactness of results, by the facts about them.
pub(super) fn counted(facts: &[u64]) -> Exactnesses {
    let count = |fact: u64| facts.iter().map(|facts| u64::from(facts & fact != 0)).sum::<u64>();
    let [inexact, given] = widest(|| [Fact::INEXACT, Fact::GIVEN].map(count));
    Exactnesses { exact: facts.len() as u64 - inexact - given, inexact, given }
}

fn sum(counts: impl Iterator<Item = Exactnesses>) -> Exactnesses {
    counts.fold(Exactnesses::default(), |mut sum, each| {
        sum.merge(&each);
        sum
    })
}

/// The number of rows with three equal encodings.
fn n_equal(width: u8, rows: impl Iterator<Item = [u64; 3]>) -> u64 {
    // The compiler takes several rows of 32 bits at a time.
    if width <= 32 {
        let is_equal = |row: [u64; 3]| {
            let [a, b, c] = row.map(low_half);
            u32::from((a ^ b) | (b ^ c) == 0)
        };
        return rows.map(is_equal).sum::<u32>().into();
    }
    rows.map(|[a, b, c]| u64::from((a ^ b) | (b ^ c) == 0)).sum()
}

/// The exactness of results, given the values rounded down and up.
fn between(format: Format, results: &[u64], [down, up]: [&[u64]; 2]) -> Exactnesses {
    let rows = || results.iter().zip(down.iter().zip(up));
    let class = format.float().and_then(|format| Extent::of(format, down).class());
    if let Some(Class::Normal | Class::Subnormal) = class {
        let rows = rows().map(|(result, (down, up))| [*result, *down, *up]);
        let exact = widest(|| n_equal(format.width(), rows));
        return Exactnesses { exact, inexact: results.len() as u64 - exact, given: 0 };
    }
    let mut counts = Exactnesses::default();
    for (result, (down, up)) in rows() {
        let exactness = match (format.classify(*down), format.classify(*up)) {
            // The sign of a zero sum depends on the direction.
            (Class::Zero, Class::Zero) => Exactness::Given,
            _ if down != up => Exactness::Inexact,
            (Class::Normal | Class::Subnormal, _) if result == down => Exactness::Exact,
            (Class::Normal | Class::Subnormal, _) => Exactness::Inexact,
            // Rounding down and up agree, so no finite number was rounded.
            (Class::Zero | Class::Infinite | Class::QuietNan | Class::SignalingNan, _) => {
                Exactness::Given
            }
        };
        counts.add(exactness, 1);
    }
    counts
}
