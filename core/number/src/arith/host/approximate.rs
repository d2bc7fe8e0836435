//! Results of approximate instructions: the correctly rounded ones, and the ends of those permitted.

use super::grid::Grid;
use super::values::{Reals, Value, Values};
use super::vectors::{self, Task};
use super::{Column, DONE, LEFT, N_ROWS, States, number, power, sum_and_rest};
use crate::arith::elementary::Function;
use crate::bits::low_word;
use crate::format::FloatFormat;
use crate::number::Datum;

/// The results from one to another are permitted.
pub const WITHIN: u32 = 4;

/// Any result is permitted.
pub const UNBOUNDED: u32 = 5;

/// The number of states.
pub(super) const N_STATES: usize = 6;

/// The part of an error that is cut off, at most, with its roundings.
const CUT: f64 = power(-50);

/// The largest error for operands whose magnitudes lie between two, in three terms.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The least and the largest magnitude.
    pub magnitudes: [f64; 2],
    /// A number of units in the last place of the correctly rounded result.
    pub ulps: f64,
    /// A number; a NaN leaves the operands to the stages.
    pub absolute: f64,
    /// A part of the value.
    pub relative: f64,
    /// Whether the number or the part is a little too small, and not exact.
    pub is_cut: bool,
    /// Whether the error is counted from the correctly rounded result.
    pub is_of_rounded: bool,
}

/// The result that operands of a kind have in common, and the ends of those permitted.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// The result.
    pub bits: u64,
    /// The ends.
    pub ends: [u64; 2],
    /// The state of the rows.
    pub state: u32,
}

/// The operands of an approximate instruction. Operands that are neither evaluated nor given are left to
/// the stages.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// Finite operands with magnitudes from the first on are evaluated, and those from the second on
    /// have a result in common.
    pub ends: [f64; 2],
    /// Whether negative ones are evaluated; otherwise those that are normal have a result in common.
    pub has_negative: bool,
    /// The results of NaNs, of negative numbers, and of positive and negative ones that are far.
    pub given: [Option<Given>; 4],
}

/// An approximate instruction in a format whose numbers are numbers of f32.
#[derive(Clone, Copy, Debug)]
pub struct Approximate {
    function: Function,
    grid: Grid,
    operands: Operands,
    spans: [Span; 2],
    /// Results with smaller magnitudes are left to the stages.
    least: f64,
}

/// The results of rows.
#[derive(Clone, Copy, Debug)]
pub struct Approximation {
    /// The correctly rounded results.
    pub bits: Column,
    /// The least and the largest permitted results.
    pub ends: [Column; 2],
    /// The state of each row.
    pub states: States,
    /// Their values.
    pub values: Values,
}

impl Span {
    /// No operands.
    pub const NONE: Self = Self {
        magnitudes: [f64::INFINITY, 0.0],
        ulps: 0.0,
        absolute: 0.0,
        relative: 0.0,
        is_cut: false,
        is_of_rounded: false,
    };

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn contains(&self, size: f64) -> bool {
        let [least, most] = self.magnitudes;
        (size >= least) & (size <= most)
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn limit(&self) -> Limit {
        let Self { ulps, absolute, relative, is_cut, is_of_rounded, .. } = *self;
        let cut = if is_cut { CUT } else { 0.0 };
        Limit { ulps, absolute, relative, cut, is_of_rounded, is_bound: true }
    }
}

impl Approximation {
    /// No results yet.
    pub const NONE: Self = Self {
        bits: [0; N_ROWS],
        ends: [[0; N_ROWS]; 2],
        states: [LEFT; N_ROWS],
        values: Values::NONE,
    };

    /// The number of rows in each state among the first ones.
    #[must_use]
    pub fn counts(&self, n_rows: usize) -> [u64; N_STATES] {
        let mut counts = [0; N_STATES];
        let states = self.states.get(..n_rows).unwrap_or_default();
        for (state, count) in (0..).zip(&mut counts) {
            let is_it = states.iter().map(|of_row| u32::from(*of_row == state));
            *count = is_it.sum::<u32>().into();
        }
        counts
    }
}

/// The magnitude of a datum of at most 53 bits, where it is a normal number of f64.
#[must_use]
pub fn magnitude(datum: &Datum) -> f64 {
    datum.exact().map_or(0.0, |exact| number(low_word(exact.significand), exact.exponent))
}

impl Approximate {
    /// The kernel of a function in a format with infinities; results with magnitudes below `least` are
    /// left to the stages.
    #[must_use]
    pub fn new(
        function: Function,
        format: &'static FloatFormat,
        operands: Operands,
        spans: [Span; 2],
        least: f64,
    ) -> Option<Self> {
        Some(Self { function, grid: Grid::of(format)?, operands, spans, least })
    }

    /// Evaluates rows.
    pub fn run(&self, columns: &[Column; 3], found: &mut Approximation) {
        vectors::run(Rows { kernel: self, columns, found });
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows<const WIDE: bool>(&self, columns: &[Column; 3], found: &mut Approximation) {
        if self.grid.narrow.is_some() {
            self.rows_of::<WIDE, true>(columns, found);
        } else {
            self.rows_of::<WIDE, false>(columns, found);
        }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    fn rows_of<const WIDE: bool, const NARROW: bool>(
        &self,
        columns: &[Column; 3],
        found: &mut Approximation,
    ) {
        let mut operands = [[1.0; N_ROWS]; 2];
        let n_usual = self.read::<NARROW>(columns, &mut operands);
        if n_usual > 0 {
            let [a, b] = &operands;
            found.values.fill::<WIDE>(self.function, [a, b]);
            let sizes = if self.function == Function::Quotient { b } else { a };
            match self.same_limit(sizes) {
                Some(limit) if !NARROW => self.judge::<NARROW, true>(sizes, limit, found),
                _ => self.judge::<NARROW, false>(sizes, Limit::default(), found),
            }
        } else {
            found.states.fill(LEFT);
        }
        if n_usual < N_ROWS as u64 {
            self.give::<NARROW>(columns, found);
        }
    }

    /// Reads the operands that are evaluated, a NaN for others, and returns how many there are.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn read<const NARROW: bool>(&self, columns: &[Column; 3], operands: &mut [Reals; 2]) -> u64 {
        let Operands { ends: [least, far], has_negative, .. } = self.operands;
        let is_quotient = self.function == Function::Quotient;
        let is_usual = |number: f64| (number.abs() >= least) & (number.abs() < far);
        let mut n_usual = 0;
        for row in 0..N_ROWS {
            let a = self.grid.decode::<NARROW>(columns[0][row]);
            let is_right = is_usual(a) & (has_negative | (a > 0.0));
            operands[0][row] = if is_right { a } else { f64::NAN };
            n_usual += u64::from(is_right);
        }
        if is_quotient {
            for (b, bits) in operands[1].iter_mut().zip(&columns[1]) {
                let number = self.grid.decode::<NARROW>(*bits);
                *b = if is_usual(number) { number } else { f64::NAN };
            }
        }
        n_usual
    }

    /// Finds the results of values; a NaN is left. With `SAME` all rows have one limit.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn judge<const NARROW: bool, const SAME: bool>(
        &self,
        sizes: &Reals,
        same: Limit,
        found: &mut Approximation,
    ) {
        let Self { grid, least, .. } = self;
        let [_, _, beyond] = grid.binades;
        for row in 0..N_ROWS {
            let Value { high, low, slack } = found.values.at(row);
            let is_negative = high < 0.0;
            let (high, low) = if is_negative { (-high, -low) } else { (high, low) };
            let place = grid.place(high, low);
            let nearest = place.nearest;
            let half = (if place.off > 0.0 { place.above } else { place.below }) * 0.5;
            let is_infinite = (nearest == beyond) & (place.off > 0.0);
            let is_known = (place.off.abs() + slack < half) | is_infinite;

            let limit = if SAME { same } else { self.limit(sizes[row].abs()) };
            let part = limit.absolute + limit.relative * high;
            let error = limit.ulps * place.above + part;
            let (high, low) = if limit.is_of_rounded { (nearest, 0.0) } else { (high, low) };
            let slack = if limit.is_of_rounded { 0.0 } else { slack + part * limit.cut };
            let more = limit.relative * low;
            // An end is known unless a number of the format is too close to it.
            let is_sure = |off: f64| (off.abs() > slack) | ((slack == 0.0) & (off == 0.0));
            let (sum, cut) = sum_and_rest(high, error);
            let place = grid.place(sum, cut + (low + more));
            let is_top_known = is_sure(place.off);
            let top = place.nearest - if place.off < 0.0 { place.below } else { 0.0 };
            let (sum, cut) = sum_and_rest(high, -error);
            let cut = cut + (low - more);
            // A lower end of the other sign, or of 0, is truncated to it.
            let is_across = sum + cut <= 0.0;
            let (sum, cut) = if is_across { (-sum, -cut) } else { (sum, cut) };
            let place = grid.place(sum, cut);
            let is_up = !is_across & (place.off > 0.0) & (place.nearest < beyond);
            let is_down = is_across & (place.off < 0.0);
            let bottom = place.nearest + if is_up { place.above } else { 0.0 };
            let bottom = bottom - if is_down { place.below } else { 0.0 };
            let is_large = (nearest >= *least) & (bottom >= *least);
            let bottom = if is_across { -bottom } else { bottom };
            // No number may be within the error.
            let is_inside = (nearest <= top) & (bottom <= nearest);
            let is_end_known = is_top_known & is_sure(place.off) & is_inside & is_large;

            let is_known = is_known & (nearest >= *least) & (is_end_known | !limit.is_bound);
            let is_single = (bottom == top) & !is_across;
            let [bits, lo, hi] =
                if is_negative { [-nearest, -top, -bottom] } else { [nearest, bottom, top] };
            found.bits[row] = grid.encode::<NARROW>(bits);
            found.ends[0][row] = grid.encode::<NARROW>(lo);
            found.ends[1][row] = grid.encode::<NARROW>(hi);
            let state = if is_single { DONE } else { WITHIN };
            let state = if limit.is_bound { state } else { UNBOUNDED };
            found.states[row] = if is_known { state } else { LEFT };
        }
    }

    /// The largest error for a magnitude.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn limit(&self, size: f64) -> Limit {
        let mut limit = Limit::default();
        // The first range that holds the operand counts.
        for span in self.spans.iter().rev() {
            let is_inside = span.contains(size);
            let of_span = span.limit();
            limit.ulps = if is_inside { of_span.ulps } else { limit.ulps };
            limit.absolute = if is_inside { of_span.absolute } else { limit.absolute };
            limit.relative = if is_inside { of_span.relative } else { limit.relative };
            limit.cut = if is_inside { of_span.cut } else { limit.cut };
            limit.is_of_rounded =
                if is_inside { of_span.is_of_rounded } else { limit.is_of_rounded };
            limit.is_bound |= is_inside;
        }
        limit
    }

    /// The largest error, if it is the same for all magnitudes.
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn same_limit(&self, sizes: &Reals) -> Option<Limit> {
        for span in &self.spans {
            let (mut all, mut any) = (true, false);
            for size in sizes {
                let is_inside = span.contains(size.abs());
                all &= is_inside | size.is_nan();
                any |= is_inside;
            }
            if all {
                return Some(span.limit());
            }
            if any {
                return None;
            }
        }
        Some(Limit::default())
    }

    /// Gives rows the results that they have in common.
    fn give<const NARROW: bool>(&self, columns: &[Column; 3], found: &mut Approximation) {
        let Operands {
            ends: [_, far],
            has_negative,
            given: [nan, negative, positive_far, negative_far],
        } = &self.operands;
        let [least_normal, ..] = self.grid.binades;
        for row in 0..N_ROWS {
            if found.states[row] != LEFT {
                continue;
            }
            let a = self.grid.decode::<NARROW>(columns[0][row]);
            let (value, given) = if a.is_nan() {
                (f64::NAN, nan)
            } else if a.is_infinite() {
                continue;
            } else if a.abs() >= *far {
                let value = match self.function {
                    Function::Exp2 => power(if a < 0.0 { -512 } else { 512 }),
                    // The distance of tanh from 1 is less than a unit of errors.
                    Function::Tanh
                    | Function::Quotient
                    | Function::Reciprocal
                    | Function::Root
                    | Function::ReciprocalRoot
                    | Function::Sine
                    | Function::Cosine
                    | Function::Log2 => 1.0_f64.copysign(a),
                };
                (value, if a < 0.0 { negative_far } else { positive_far })
            } else if a <= -least_normal && !has_negative {
                (f64::NAN, negative)
            } else {
                continue;
            };
            if let Some(given) = given {
                found.bits[row] = given.bits;
                (found.ends[0][row], found.ends[1][row]) = (given.ends[0], given.ends[1]);
                found.states[row] = given.state;
                let low = -value * power(-56);
                found.values.set(row, Value { high: value, low, slack: low.abs() * 0.5 });
            }
        }
    }
}

/// The largest error for an operand, in the terms of a [`Span`].
#[derive(Clone, Copy, Debug, Default)]
struct Limit {
    ulps: f64,
    absolute: f64,
    relative: f64,
    cut: f64,
    is_of_rounded: bool,
    is_bound: bool,
}

/// The rows of columns.
struct Rows<'a> {
    kernel: &'a Approximate,
    columns: &'a [Column; 3],
    found: &'a mut Approximation,
}

impl Task for Rows<'_> {
    #[cfg_attr(optimized_for_speed, inline(always))]
    fn run<const WIDE: bool>(self) {
        // A copy of its own is not written to.
        let kernel = *self.kernel;
        kernel.rows::<WIDE>(self.columns, self.found);
    }
}
