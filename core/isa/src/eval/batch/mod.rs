//! Many operands, one operation.
//!
//! Nothing is defined here. Operands are columns, and a kernel says of each row whether it has found the
//! result or left it to the stages of `lane`. Kernels compute with the processor's own arithmetic
//! ([`host`]).

mod approximate;
mod arithmetic;
mod choices;

use super::op::{LANE_OPERANDS, LaneOp};
use super::{Guarantee, LaneResult, Prepared};
use crate::arith::host::{
    self, Approximate, Approximation, Call, Choice, Column, DONE, Double, Kernel as _, LEFT,
    Measuring, N_ROWS, NAN, Narrowing, Reader, Single, Test, UNBOUNDED, WITHIN,
};
use crate::catalog::Operation;
use crate::source::reading::Key;

/// The operands of a lane, a column for each; those that it lacks are ignored.
pub type Columns = [Column; LANE_OPERANDS];

/// A row whose bits a reading of the ISA decides; the other states are those of [`host`].
const READING: u32 = 3;

/// The way to evaluate rows.
#[derive(Clone, Copy, Debug)]
enum Kernel {
    /// By the stages.
    Stages,
    /// An approximate function.
    Approximate(Approximate),
    /// In f32, to nearest.
    Single(Single),
    /// In f64.
    Double(Double),
    /// A conversion in f32, to nearest.
    Narrowing(Narrowing),
    /// A choice or a change of sign.
    Choice(Choice),
    /// A test.
    Test(Test),
}

/// An operation on one lane, ready for many operands.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    op: LaneOp,
    kernel: Kernel,
    /// The guarantee of an open NaN.
    nans: Guarantee,
    /// Whether a reading decides bits of every number.
    is_open: bool,
}

impl Prepared {
    /// The operation on one lane, for many operands.
    #[must_use]
    pub fn batch(&self) -> Batch {
        Batch::new(*self.lane_op())
    }
}

impl Batch {
    /// Chooses the evaluator.
    #[doc(hidden)]
    pub fn new(op: LaneOp) -> Self {
        let kernel = host::is_trusted().then(|| arithmetic::kernel(&op)).flatten();
        let kernel = kernel.unwrap_or(Kernel::Stages);
        let nans = if op.nans.is_determined { Guarantee::Bits } else { Guarantee::AnyNan };
        let is_open = op.readings.has(Key::Tf32LowBits);
        Self { op, kernel, nans, is_open }
    }

    /// Evaluates columns of an approximate function, and leaves some rows; `None` for other operations.
    #[must_use]
    pub fn approximate(&self, columns: &Columns, found: &mut Approximation) -> Option<()> {
        let Kernel::Approximate(kernel) = &self.kernel else { return None };
        kernel.run(columns, found);
        Some(())
    }

    /// The number of operands of an approximate function that are left to the stages; `None` for other
    /// operations.
    #[must_use]
    pub fn second_attempts(&self, operands: &[[u64; LANE_OPERANDS]]) -> Option<usize> {
        let mut found = Approximation::NONE;
        let count = |rows: &[[u64; LANE_OPERANDS]]| {
            let mut columns = [[0; N_ROWS]; LANE_OPERANDS];
            for (row, operands) in rows.iter().enumerate() {
                for (column, bits) in columns.iter_mut().zip(operands) {
                    column[row] = *bits;
                }
            }
            self.approximate(&columns, &mut found)?;
            Some(found.states.iter().take(rows.len()).filter(|state| **state == LEFT).count())
        };
        operands.chunks(N_ROWS).map(count).sum()
    }

    /// The exact values of an operation that is not approximate, if f64 has them.
    #[must_use]
    pub fn values(&self) -> Option<Call> {
        host::is_trusted().then(|| arithmetic::values(&self.op)).flatten()
    }

    /// The way to read results as numbers, if f64 has them.
    #[must_use]
    pub fn reader(&self) -> Option<Reader> {
        Reader::new(self.op.result, false)
    }

    /// A way to measure the results by the exact values; `least_unit` is the exponent of the least ulp that
    /// errors are counted in.
    #[must_use]
    pub fn measuring(&self, least_unit: Option<i32>) -> Option<Measuring> {
        arithmetic::measuring(&self.op, least_unit)
    }

    /// Evaluates the first rows of columns, each as [`LaneOp::evaluate`] does; the bits of later rows
    /// are arbitrary.
    pub fn bits(&self, columns: &Columns, n_rows: usize, bits: &mut Column) {
        self.rows::<false>(columns, n_rows, bits, |_, _| {});
    }

    /// Like [`Self::bits`]; also calls `open` with each row whose guarantee is not
    /// [`Guarantee::Bits`].
    pub fn run(
        &self,
        columns: &Columns,
        n_rows: usize,
        bits: &mut Column,
        open: impl FnMut(usize, Guarantee),
    ) {
        self.rows::<true>(columns, n_rows, bits, open);
    }

    fn rows<const OPEN: bool>(
        &self,
        columns: &Columns,
        n_rows: usize,
        bits: &mut Column,
        mut open: impl FnMut(usize, Guarantee),
    ) {
        let mut tell = |row: usize, guarantee: Guarantee| {
            if guarantee != Guarantee::Bits {
                open(row, guarantee);
            }
        };
        if let Kernel::Approximate(kernel) = &self.kernel {
            let mut found = Approximation::NONE;
            kernel.run(columns, &mut found);
            for (row, bits) in bits.iter_mut().enumerate().take(n_rows) {
                let result = self.result(columns, row, &found);
                *bits = result.bits;
                tell(row, result.guarantee);
            }
            return;
        }
        let mut states = [LEFT; N_ROWS];
        match &self.kernel {
            Kernel::Stages | Kernel::Approximate(_) => {}
            Kernel::Single(kernel) => kernel.run(columns, bits, &mut states),
            Kernel::Double(kernel) => kernel.run(columns, bits, &mut states),
            Kernel::Narrowing(kernel) => kernel.run(columns, bits, &mut states),
            Kernel::Choice(kernel) => kernel.run(columns, bits, &mut states),
            Kernel::Test(kernel) => kernel.run(columns, bits, &mut states),
        }
        if self.is_open {
            for state in states.iter_mut().filter(|state| **state == DONE) {
                *state = READING;
            }
        }
        // Few columns, and few chunks of the others, have a row that is of interest.
        let is_of_interest = |states: &[u32]| {
            let all = states.iter().fold(0, |all, state| all | state);
            all >= LEFT || OPEN && all != DONE
        };
        if !is_of_interest(&states) {
            return;
        }
        let mut first = 0;
        for (states, bits) in states.chunks(CHUNK).zip(bits.chunks_mut(CHUNK)) {
            if is_of_interest(states) {
                let rows = states.iter().zip(bits).zip(first..n_rows);
                for ((state, bits), row) in rows.filter(|((state, _), _)| **state != DONE) {
                    let guarantee = match *state {
                        LEFT => {
                            let result = self.evaluate(&operands(columns, row));
                            *bits = result.bits;
                            result.guarantee
                        }
                        READING => Guarantee::Reading,
                        _ => self.nans,
                    };
                    tell(row, guarantee);
                }
            }
            first += CHUNK;
        }
    }

    /// Evaluates rows, and returns a result for each of `results`, at most as many as a column has.
    #[inline]
    pub fn results(&self, columns: &Columns, results: &mut [LaneResult]) {
        let mut bits = [0; N_ROWS];
        let n_rows = results.len().min(N_ROWS);
        for result in &mut *results {
            result.guarantee = Guarantee::Bits;
        }
        self.run(columns, n_rows, &mut bits, |row, guarantee| {
            if let Some(result) = results.get_mut(row) {
                result.guarantee = guarantee;
            }
        });
        for (result, bits) in results.iter_mut().zip(bits) {
            result.bits = bits;
        }
    }

    /// The result of a row of an approximate function.
    #[inline]
    fn result(&self, columns: &Columns, row: usize, found: &Approximation) -> LaneResult {
        let Approximation { bits, ends: [lo, hi], states, .. } = found;
        let at = |column: &Column| column.get(row).copied().unwrap_or(0);
        let guarantee = match states.get(row) {
            Some(&WITHIN) => Guarantee::Within { lo: at(lo), hi: at(hi) },
            Some(&UNBOUNDED) => Guarantee::Unbounded,
            Some(&READING) => Guarantee::Reading,
            Some(&NAN) => Guarantee::AnyNan,
            Some(&DONE) => Guarantee::Bits,
            _ => return self.evaluate(&operands(columns, row)),
        };
        LaneResult { bits: at(bits), guarantee }
    }

    /// Evaluates one row by the stages.
    #[cold]
    #[inline(never)]
    fn evaluate(&self, operands: &[u64; LANE_OPERANDS]) -> LaneResult {
        self.op.evaluate(operands, &mut ())
    }
}

/// The state of a row with a guarantee.
const fn state_of(guarantee: Guarantee) -> u32 {
    match guarantee {
        Guarantee::Bits => DONE,
        Guarantee::AnyNan => NAN,
        Guarantee::Reading => READING,
        Guarantee::Within { .. } => WITHIN,
        Guarantee::Unbounded => UNBOUNDED,
        Guarantee::Unspecified => LEFT,
    }
}

/// The number of rows whose states are looked at together.
const CHUNK: usize = 8;

/// The operands of a row.
fn operands(columns: &Columns, row: usize) -> [u64; LANE_OPERANDS] {
    let [a, b, c] = columns;
    [a, b, c].map(|column| column.get(row).copied().unwrap_or(0))
}

impl LaneOp {
    /// The bits of a NaN result and whether they are open, where every NaN operand has the same
    /// result; `None` if payloads survive, or if its guarantee is another one.
    fn nan(&self) -> Option<(u64, bool)> {
        let mut found = None;
        // A choice between numbers returns a NaN only if all of them are.
        let is_each = matches!(self.operation, Operation::Min | Operation::Max);
        for (index, format) in self.operands.iter().take(self.sources()).enumerate() {
            let format = format.float()?;
            let Some(nan) = format.canonical_nan else { continue };
            let all = format.magnitude_mask();
            let first = if format.infinity().is_some() { format.max_finite() + 2 } else { nan };
            for magnitude in [nan & all, all, first] {
                for sign in [0, format.sign_mask()] {
                    let nan = magnitude | sign;
                    let of = |place| if place == index || is_each { nan } else { 0 };
                    let result = self.evaluate(&core::array::from_fn(of), &mut ());
                    let is_open = match result.guarantee {
                        Guarantee::Bits => false,
                        Guarantee::AnyNan => true,
                        Guarantee::Reading
                        | Guarantee::Within { .. }
                        | Guarantee::Unbounded
                        | Guarantee::Unspecified => return None,
                    };
                    let next = (result.bits, is_open);
                    if found.is_some_and(|it| it != next) {
                        return None;
                    }
                    found = Some(next);
                }
            }
        }
        // Formats without NaNs have no such result.
        found.or(Some((0, false)))
    }
}
