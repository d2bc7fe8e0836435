//! Two operands at once: a picture with a cell for each pair of bins.
//!
//! A bin is a run of neighboring values: one encoding if there are few, otherwise a class and one
//! or more exponents. Cells do not depend on each other, so workers can share them.

use alloc::vec::Vec;
use core::ops::Range;

use super::domain::noise;
use super::measure::{Exactness, Measure};
use super::rank::{at_rank, n_numbers, rank};
use super::sweep::{OperandLane, Probe, Slot, operand_format};
use crate::bits::mask;
use crate::catalog::{Context, Instruction, MAX_SOURCES};
use crate::eval::Prepared;
use crate::format::{Class, Format};

/// The largest number of bins for an operand.
pub(crate) const MAX_BINS: usize = 1024;

/// The bins of an operand, in the order of values, NaNs last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    format: Format,
    /// The ranks where bins begin, and the end of the last one.
    edges: Vec<u128>,
}

impl Axis {
    /// One bin for each encoding if there are at most `at_most`. Otherwise a bin for each zero and
    /// infinity, one for the subnormals of each sign, one for each group of binades, as few binades
    /// as possible, and one for all NaNs.
    #[must_use]
    pub fn new(format: Format, at_most: usize) -> Self {
        let at_most = at_most.clamp(16, MAX_BINS);
        let total = u128::from(mask(u32::from(format.width()))) + 1;
        if total <= at_most as u128 {
            return Self { format, edges: (0..=total).collect() };
        }
        let mut group = 1;
        loop {
            let edges = edges(format, group, total);
            // There is one edge more than bins; a format has at most 11 bits of exponent.
            if edges.len() <= at_most + 1 || group > 1 << 11 {
                return Self { format, edges };
            }
            group *= 2;
        }
    }

    /// Returns the number of bins, at least one.
    pub const fn n_bins(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The first and the last encoding of a bin, which may be the same.
    #[must_use]
    pub fn ends(&self, bin: usize) -> Option<[u64; 2]> {
        let Range { start, end } = self.ranks(bin)?;
        let at = |rank: u128| at_rank(self.format, u64::try_from(rank).unwrap_or(u64::MAX));
        Some([at(start), at(end.saturating_sub(1))])
    }

    /// The bin of an encoding.
    #[must_use]
    pub fn bin_of(&self, bits: u64) -> usize {
        let rank = u128::from(rank(self.format, bits));
        self.edges.partition_point(|edge| *edge <= rank).saturating_sub(1)
    }

    fn ranks(&self, bin: usize) -> Option<Range<u128>> {
        Some(*self.edges.get(bin)?..*self.edges.get(bin.checked_add(1)?)?)
    }
}

/// The edges of bins of `group` binades.
fn edges(format: Format, group: usize, total: u128) -> Vec<u128> {
    // The magnitudes at which the bins of one sign begin.
    let mut starts: Vec<u128> = Vec::new();
    let (zero, limit) = match format {
        Format::Float(float) => {
            let per_sign = u128::from(n_numbers(format)) >> u32::from(float.signed);
            if float.subnormals {
                starts.extend([0, 1]);
            }
            let fields = 1_u64 << float.exponent_width();
            let first = u64::from(float.subnormals);
            let binades =
                (first..fields).step_by(group).map(|field| field << float.trailing_width());
            let top = u128::from(float.max_finite());
            starts.extend(binades.map(u128::from).filter(|start| *start <= top));
            starts.extend(float.infinity().map(u128::from));
            (if float.signed { per_sign } else { 0 }, per_sign)
        }
        Format::Fixed(fixed) => {
            starts.push(0);
            starts.extend((0..u32::from(fixed.width)).step_by(group).map(|power| 1 << power));
            (u128::from(fixed.min()), total - u128::from(fixed.min()))
        }
    };
    starts.dedup();
    let mut edges = Vec::new();
    // Two's complement has one 0; in floating point -0 comes before +0.
    let has_two_zeros = matches!(format, Format::Float(_));
    for start in starts.iter().rev().filter(|_| zero > 0) {
        let bottom =
            if has_two_zeros { zero.checked_sub(*start) } else { (zero + 1).checked_sub(*start) };
        edges.extend(bottom.filter(|edge| *edge <= zero));
    }
    edges.insert(0, 0);
    edges.extend(starts.iter().filter(|start| **start < limit).map(|start| zero + start));
    edges.push(u128::from(n_numbers(format)).min(total));
    edges.push(total);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The common properties of the samples of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of samples.
    pub count: u32,
    /// The number of inexact results.
    pub inexact: u32,
    /// The classes of the results.
    pub classes: ClassSet,
    /// The error with the largest magnitude, if one was measured.
    pub error: Option<i64>,
    /// The operands (down, across) of the sample with that error, or of the first sample.
    pub sample: [u64; 2],
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassSet(u8);

impl ClassSet {
    const fn bit(class: Class) -> u8 {
        match class {
            Class::Zero => 1,
            Class::Subnormal => 2,
            Class::Normal => 4,
            Class::Infinite => 8,
            Class::QuietNan | Class::SignalingNan => 16,
        }
    }

    /// Whether the set has a class; both classes of NaNs count as one.
    pub const fn contains(self, class: Class) -> bool {
        self.0 & Self::bit(class) != 0
    }

    /// The set as bits: 1 zero, 2 subnormal, 4 normal, 8 infinity, 16 NaN.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of [`Self::bits`].
    #[doc(hidden)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    const fn insert(&mut self, class: Class) {
        self.0 |= Self::bit(class);
    }
}

/// A lane of an instruction over the bins of two operands.
#[derive(Clone, Debug)]
pub struct Grid {
    probe: Probe,
    slots: [Slot; 2],
    axes: [Axis; 2],
    samples: u32,
}

impl Grid {
    /// A grid over two operands, the first down and the second across, with at most `at_most` bins
    /// each and `samples` samples in a cell; a cell with fewer pairs has them all.
    ///
    /// `None` if the lane does not depend on both operands.
    #[must_use]
    pub fn new(
        instruction: &Instruction,
        context: &Context,
        registers: &[u64],
        (lane, operands): (u8, [usize; 2]),
        (at_most, samples): (usize, u32),
        measures: bool,
    ) -> Option<Self> {
        let [down, across] = operands;
        if down == across {
            return None;
        }
        let format = |operand| operand_format(instruction, context, OperandLane { operand, lane });
        let axes = [Axis::new(format(down)?, at_most), Axis::new(format(across)?, at_most)];
        let probe = Probe::new(Prepared::new(instruction, context), registers, lane, measures);
        let slots = [probe.slot(down)?, probe.slot(across)?];
        Some(Self { probe, slots, axes, samples: samples.max(1) })
    }

    /// The bins down and across.
    pub const fn axes(&self) -> &[Axis; 2] {
        &self.axes
    }

    /// Returns the number of cells, at least one; they are row by row.
    pub const fn n_cells(&self) -> usize {
        self.axes[0].n_bins() * self.axes[1].n_bins()
    }

    /// The format of the results.
    pub const fn result(&self) -> Format {
        self.probe.result()
    }

    /// The registers with both operands inserted, as for [`Cell::sample`], in the order of the
    /// syntax line; unused registers are 0.
    #[must_use]
    pub fn registers(&self, operands: [u64; 2]) -> [u64; MAX_SOURCES] {
        let mut probe = self.probe;
        for (slot, bits) in self.slots.iter().zip(operands) {
            probe.set(slot, bits);
        }
        probe.registers()
    }

    /// Appends some of the cells.
    pub fn run(&self, cells: Range<usize>, list: &mut Vec<Cell>) {
        list.extend(cells.filter_map(|index| self.cell(index)));
    }

    /// A cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> Option<Cell> {
        let [down, across] = &self.axes;
        let row = index.checked_div(across.n_bins())?;
        let (rows, columns) = (down.ranks(row)?, across.ranks(index % across.n_bins())?);
        let size = |range: &Range<u128>| range.end - range.start;
        let (height, width) = (size(&rows), size(&columns));
        let pairs = height.saturating_mul(width);
        let is_whole = pairs <= u128::from(self.samples);
        let n_samples = if is_whole { u32::try_from(pairs).unwrap_or(1) } else { self.samples };
        let mut cell = Cell {
            count: 0,
            inexact: 0,
            classes: ClassSet::default(),
            error: None,
            sample: [0; 2],
        };
        let mut probe = self.probe;
        for sample in 0..n_samples {
            let [a, b] = if is_whole {
                [u128::from(sample) / width, u128::from(sample) % width]
            } else {
                scattered(index as u64, sample, [height, width])
            };
            let bits = |axis: &Axis, rank: u128| {
                at_rank(axis.format, u64::try_from(rank).unwrap_or(u64::MAX))
            };
            let operands = [bits(down, rows.start + a), bits(across, columns.start + b)];
            for (slot, bits) in self.slots.iter().zip(operands) {
                probe.set(slot, bits);
            }
            cell.add(&probe.measure(), operands, self.result());
        }
        Some(cell)
    }
}

/// A pair of positions within a cell: its corners, then pseudorandom ones.
fn scattered(cell: u64, sample: u32, [height, width]: [u128; 2]) -> [u128; 2] {
    match sample {
        0 => [0, 0],
        1 => [height - 1, width - 1],
        2 => [0, width - 1],
        3 => [height - 1, 0],
        _ => {
            let noise = |index| u128::from(noise(cell, index));
            let index = 2 * u64::from(sample);
            // The upper word of a product is less than the other factor.
            [(noise(index) * height) >> 64, (noise(index + 1) * width) >> 64]
        }
    }
}

impl Cell {
    fn add(&mut self, measure: &Measure, operands: [u64; 2], format: Format) {
        let error = measure.error_of_rounding();
        let is_worse = error.is_some_and(|error| {
            self.error.is_none_or(|worst| error.unsigned_abs() > worst.unsigned_abs())
        });
        if self.count == 0 || is_worse {
            self.sample = operands;
        }
        if is_worse {
            self.error = error;
        }
        self.count += 1;
        self.inexact += u32::from(measure.exactness == Exactness::Inexact);
        self.classes.insert(format.classify(measure.result.bits));
    }
}

#[cfg(test)]
mod tests;
