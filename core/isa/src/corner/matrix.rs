//! An instruction at every class of one or two of its operands.

use alloc::vec::Vec;

use super::{Landmark, sources_of_lane};
use crate::arith::clamp::Clamp;
use crate::catalog::{Context, Instruction, MAX_SOURCES};
use crate::eval::{Guarantee, LANE_OPERANDS, LaneOp, LaneResult, Prepared};
use crate::format::{Class, Format};

/// The kind of a result, as far as a drawing needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A NaN whose bits are determined.
    Nan,
    /// A NaN whose bits are left open.
    AnyNan,
    /// An infinity.
    Infinite,
    /// A zero; also the predicate false.
    Zero,
    /// A subnormal number.
    Subnormal,
    /// Another number; also the predicate true.
    Finite,
}

impl Kind {
    /// The word shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nan => "NaN",
            Self::AnyNan => "any NaN",
            Self::Infinite => "infinity",
            Self::Zero => "zero",
            Self::Subnormal => "subnormal",
            Self::Finite => "finite",
        }
    }

    fn of(result: &LaneResult, format: Format) -> Self {
        match format.classify(result.bits) {
            Class::QuietNan | Class::SignalingNan if result.guarantee == Guarantee::AnyNan => {
                Self::AnyNan
            }
            Class::QuietNan | Class::SignalingNan => Self::Nan,
            Class::Infinite => Self::Infinite,
            Class::Zero => Self::Zero,
            Class::Subnormal => Self::Subnormal,
            Class::Normal => Self::Finite,
        }
    }
}

/// The result for one class of each operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The result of the lane.
    pub result: LaneResult,
    /// The kind of the result.
    pub kind: Kind,
    /// Whether a clamp (`.sat`, `.relu`, `.satfinite`) changed it.
    pub is_clamped: bool,
    /// Whether it would differ if subnormals were kept.
    pub is_flushed: bool,
}

/// An instruction evaluated for every class of one or two source operands, the rest fixed.
///
/// Only one lane is evaluated; the other lanes of the registers stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMatrix {
    /// The lane of the result.
    pub lane: u8,
    /// The source operand that varies down the rows, if two vary: its index among the sources.
    pub down: Option<usize>,
    /// The source operand that varies across the columns: its index among the sources.
    pub across: usize,
    /// The classes of the rows with their encodings; empty if one operand varies.
    pub rows: Vec<(Landmark, u64)>,
    /// The classes of the columns with their encodings.
    pub columns: Vec<(Landmark, u64)>,
    cells: Vec<Cell>,
}

impl ClassMatrix {
    /// The matrix of lane 0 over one source operand or two different ones, which must be numbers of
    /// that lane ([`lane_sources`](super::lane_sources)); nothing otherwise.
    ///
    /// `registers` hold the other operands, in the order of the syntax line; a missing one is 0.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::explore::corner::{ClassMatrix, Kind, Landmark};
    /// use ptxfp::syntax::check;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    /// let fma = check("fma.rn.f16", &context).instruction.unwrap();
    /// let matrix = ClassMatrix::new(&fma, &context, Some(0), 1, &[0, 0, 0x3c00]).unwrap();
    /// let place = |wanted| matrix.columns.iter().position(|each| each.0 == wanted).unwrap();
    /// let (zero, inf) = (place(Landmark::PositiveZero), place(Landmark::PositiveInfinity));
    /// assert_eq!(matrix.cell(zero, inf).unwrap().kind, Kind::AnyNan);
    /// assert_eq!(matrix.cell(zero, zero).unwrap().result.bits, 0x3c00);
    /// ```
    #[must_use]
    pub fn new(
        instruction: &Instruction,
        context: &Context,
        down: Option<usize>,
        across: usize,
        registers: &[u64],
    ) -> Option<Self> {
        Self::of_lane(instruction, context, 0, (down, across), registers)
    }

    /// Like [`Self::new`], for any lane; its operands are those of [`sources_of_lane`]. `None` if
    /// the lane does not exist.
    #[must_use]
    pub fn of_lane(
        instruction: &Instruction,
        context: &Context,
        lane: u8,
        (down, across): (Option<usize>, usize),
        registers: &[u64],
    ) -> Option<Self> {
        let prepared = Prepared::new(instruction, context);
        if lane >= prepared.lanes() {
            return None;
        }
        let op = prepared.lane_op();
        let place = |source| sources_of_lane(&prepared, lane).position(|each| each == source);
        let axis = |place: usize| -> Option<Vec<_>> {
            op.operands.get(place).map(|format| Landmark::of(*format).collect())
        };
        let column_place = place(across)?;
        let columns = axis(column_place)?;
        let (row_place, rows) = match down {
            Some(source) if source != across => {
                let place = place(source)?;
                (Some(place), axis(place)?)
            }
            Some(_) => return None,
            None => (None, Vec::new()),
        };
        let mut operands = prepared.gather(lane, registers);
        let mut cells = Vec::with_capacity(columns.len() * rows.len().max(1));
        let variants = Variants::of(op);
        let mut line = |operands: &mut [u64; LANE_OPERANDS]| {
            for (_, bits) in &columns {
                if let Some(operand) = operands.get_mut(column_place) {
                    *operand = *bits;
                }
                cells.push(variants.cell(operands));
            }
        };
        let Some(row_place) = row_place else {
            line(&mut operands);
            return Some(Self { lane, down, across, rows, columns, cells });
        };
        for (_, bits) in &rows {
            if let Some(operand) = operands.get_mut(row_place) {
                *operand = *bits;
            }
            line(&mut operands);
        }
        Some(Self { lane, down, across, rows, columns, cells })
    }

    /// The cell of a row and a column; if one operand varies, of row 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        let is_there = column < self.columns.len();
        self.cells.get(row * self.columns.len() + column).filter(|_| is_there)
    }

    /// The registers that produce a cell, from those that the matrix was made with.
    #[must_use]
    pub fn registers(
        &self,
        prepared: &Prepared,
        row: usize,
        column: usize,
        registers: &[u64],
    ) -> [u64; MAX_SOURCES] {
        let mut all = [0; MAX_SOURCES];
        for (place, register) in all.iter_mut().zip(registers) {
            *place = *register;
        }
        let down = self.down.zip(self.rows.get(row));
        let across = Some(self.across).zip(self.columns.get(column));
        for (source, (_, bits)) in down.into_iter().chain(across) {
            let mut operands = prepared.operands_of_lane(self.lane);
            let lane = operands.find(|(index, _)| *index == source).map(|(_, lane)| lane);
            if let (Some(register), Some(lane)) = (all.get_mut(source), lane) {
                *register = prepared.source(source).insert(*register, lane, *bits);
            }
        }
        all
    }
}

/// An operation as it is, without its clamp, and without its flush.
struct Variants {
    op: LaneOp,
    unclamped: Option<LaneOp>,
    kept: Option<LaneOp>,
}

impl Variants {
    fn of(op: &LaneOp) -> Self {
        let is_clamped = !matches!(op.clamp, Clamp::None | Clamp::Range);
        let is_flushed = op.flush.operands || op.flush.result;
        let kept = crate::eval::Flush { operands: false, result: false, ..op.flush };
        Self {
            op: *op,
            unclamped: is_clamped.then_some(LaneOp { clamp: Clamp::None, ..*op }),
            kept: is_flushed.then_some(LaneOp { flush: kept, ..*op }),
        }
    }

    fn cell(&self, operands: &[u64; LANE_OPERANDS]) -> Cell {
        let result = self.op.evaluate(operands, &mut ());
        let differs = |other: &Option<LaneOp>| {
            let other = other.as_ref().map(|op| op.evaluate(operands, &mut ()).bits);
            other.is_some_and(|bits| bits != result.bits)
        };
        Cell {
            result,
            kind: Kind::of(&result, self.op.result),
            is_clamped: differs(&self.unclamped),
            is_flushed: differs(&self.kept),
        }
    }
}
