//! Evaluation: from an instruction and registers to a result with its guarantee.
//!
//! [`Prepared`] resolves an instruction once; [`Prepared::evaluate`] is then total and cheap.
//! The stages of a lane follow the ISA's prose, and their order is fixed in `lane` only:
//! flush operands, exact result or special rule, round once, clamp or bound, encode.
//! The meaning of an instruction on a target is decided in `resolve` only.

mod approximate;
mod basis;
mod batch;
mod convert;
mod explain;
mod grounds;
mod guarantee;
mod lane;
mod nan_origins;
mod op;
mod operate;
mod random;
mod readings;
mod resolve;
mod select;
mod trace;

#[doc(hidden)]
pub use crate::arith::host::widest;
pub use crate::arith::host::{
    Approximation, Call, Column, ERROR_BITS, Errors, Fact, Facts, LEFT, Measuring, N_ROWS, Reader,
    Values,
};
pub use basis::Basis;
pub use batch::{Batch, Columns};
pub use explain::{Explanation, Piece, explain};
pub use grounds::Grounds;
pub use guarantee::Guarantee;
pub use op::{Comparison, Flush, FlushCause, LANE_OPERANDS, LaneOp, NanRule, Nans};
#[cfg(feature = "full")]
pub(crate) use operate::OOB_NAN;
pub use readings::{Decision, Otherwise};
pub use trace::{Outcome, Recorder, Rounded, Rule, Step, Trace};

pub use crate::catalog::MAX_SOURCES;

use self::random::Layout;
use crate::catalog::{Context, Instruction, Operation, Role};
use crate::format::{Packing, mask};

/// The largest number of lanes in a destination register.
pub const MAX_LANES: usize = 4;

/// The result of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneResult {
    /// The bits of the element, in the lowest bits.
    pub bits: u64,
    /// The guarantee of these bits.
    pub guarantee: Guarantee,
}

/// The result of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The destination register.
    pub destination: u64,
    lanes: [LaneResult; MAX_LANES],
    count: u8,
}

impl Evaluation {
    /// The lanes, least significant first.
    #[inline]
    pub fn lanes(&self) -> &[LaneResult] {
        self.lanes.get(..usize::from(self.count)).unwrap_or_default()
    }
}

/// A source operand of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Source {
    packing: Packing,
    role: Role,
}

/// An instruction made ready to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    op: LaneOp,
    sources: [Source; MAX_SOURCES],
    source_count: u8,
    /// Whether lane *i* of each source belongs to lane *i* of the destination, as it usually does.
    is_lanewise: bool,
    /// Whether the first source has bits beside its lanes on which a reading depends.
    has_padding: bool,
    random: Layout,
    destination: Packing,
}

/// The packing of the upper word of a register.
const UPPER_WORD: Packing = Packing { lanes: 1, stride: 64, width: 32, padding_below: 32 };

impl Prepared {
    /// Resolves the meaning of the modifiers in a context.
    #[must_use]
    pub fn new(instruction: &Instruction, context: &Context) -> Self {
        let form = instruction.form;
        let result = instruction.destination_type();
        let is_upper = resolve::is_upper(form.operation);
        let packing = |packing: Packing| if is_upper { UPPER_WORD } else { packing };
        let nothing = Source { packing: result.packing(), role: Role::Lanes };
        let mut sources = [nothing; MAX_SOURCES];
        let mut source_count = 0;
        for (place, operand) in sources.iter_mut().zip(form.sources()) {
            let kind = instruction.operand_type(operand);
            *place = Source { packing: packing(kind.packing()), role: operand.role };
            source_count += 1;
        }
        let has_padding = (source_count == 1 || form.operation == Operation::Convert)
            && sources.first().is_some_and(|it| it.packing.width < it.packing.stride)
            && form.sources().iter().all(|source| source.role != Role::RandomBits);
        Self {
            op: resolve::lane_op(instruction, context),
            sources,
            source_count,
            is_lanewise: !has_padding
                && form.sources().iter().all(|source| source.role == Role::Lanes),
            has_padding,
            random: Layout::of(result),
            destination: packing(result.packing()),
        }
    }

    /// The operation on one lane.
    #[inline]
    pub const fn lane_op(&self) -> &LaneOp {
        &self.op
    }

    /// Whether both are one computation, which proves that they agree on all registers; `false`
    /// proves nothing. Differences without effect are ignored: the reason for a flush, the rounding of
    /// an operation that does not round, and a flush to the zero that a number is rounded to.
    #[must_use]
    #[inline]
    pub fn is_same(&self, other: &Self) -> bool {
        let has_random = self.sources().iter().any(|source| source.role == Role::RandomBits);
        self.op.essence() == other.op.essence()
            && self.sources() == other.sources()
            && self.destination == other.destination
            && (!has_random || self.random == other.random)
    }

    /// Whether exchanging the first two operands never changes the bits of the result.
    #[doc(hidden)]
    pub fn commutes(&self) -> bool {
        use Operation::{Add, Fma, Max, Min, Mul};
        let op = &self.op;
        let [first, second, ..] = op.operands;
        matches!(op.operation, Add | Mul | Fma | Min | Max)
            && first == second
            && matches!(self.sources(), [one, two, ..] if one == two)
            // Not commutative: with two NaNs the second is returned, and a NaN keeps its sign in a
            // product of signs.
            && op.nans.rule == NanRule::Canonical
            && !op.has_oob
            && !op.comparison.has_xorsign
    }

    /// The number of lanes of the destination.
    #[inline]
    pub fn lanes(&self) -> u8 {
        self.destination.lanes
    }

    /// The packing of lanes in the destination register.
    #[inline]
    pub fn destination(&self) -> Packing {
        self.destination
    }

    /// The packing of lanes in the register of source operand `index`.
    #[inline]
    pub fn source(&self, index: usize) -> Packing {
        self.sources().get(index).map_or(self.destination, |source| source.packing)
    }

    fn sources(&self) -> &[Source] {
        self.sources.get(..usize::from(self.source_count)).unwrap_or_default()
    }

    /// Whether lane *i* of the result depends only on lane *i* of each source, by one rule for all
    /// lanes.
    #[inline]
    pub fn has_like_lanes(&self) -> bool {
        let is_like = |source: &Source| matches!(source.role, Role::Lanes | Role::ScaleFactor);
        self.sources().iter().all(is_like)
    }

    /// Whether source operand `index` holds random bits.
    #[inline]
    pub fn is_random(&self, index: usize) -> bool {
        self.sources().get(index).is_some_and(|source| source.role == Role::RandomBits)
    }

    /// The indices of the source operands that a lane of the destination depends on, in order, each
    /// with the lane of that operand.
    #[inline]
    pub fn operands_of_lane(&self, lane: u8) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.sources().iter().enumerate().filter_map(move |(index, source)| match source.role {
            Role::Lanes | Role::ScaleFactor => Some((index, lane)),
            Role::Lane(own) => (own == lane).then_some((index, 0)),
            Role::RandomBits | Role::SharedScale => Some((index, 0)),
        })
    }

    /// Evaluates every lane. Registers are raw bits in the order of the syntax line, without the
    /// destination; a missing one counts as 0, bits above a register's width are ignored.
    #[must_use]
    pub fn evaluate(&self, registers: &[u64]) -> Evaluation {
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Bits };
        let mut lanes = [nothing; MAX_LANES];
        let mut destination = 0;
        for (lane, result) in (0..self.destination.lanes).zip(&mut lanes) {
            *result = self.evaluate_lane(lane, registers, &mut ());
            destination = self.destination.insert(destination, lane, result.bits);
        }
        Evaluation { destination, lanes, count: self.destination.lanes }
    }

    /// Evaluates one lane and reports the steps to `recorder`.
    #[must_use]
    #[inline]
    pub fn evaluate_lane(
        &self,
        lane: u8,
        registers: &[u64],
        recorder: &mut impl Recorder,
    ) -> LaneResult {
        self.op.evaluate(&self.gather(lane, registers), recorder)
    }

    /// The operands of a lane.
    #[doc(hidden)]
    #[inline]
    pub fn gather(&self, lane: u8, registers: &[u64]) -> [u64; LANE_OPERANDS] {
        let mut operands = [0; LANE_OPERANDS];
        if self.is_lanewise {
            for ((place, source), register) in
                operands.iter_mut().zip(self.sources()).zip(registers)
            {
                *place = source.packing.extract(*register, lane);
            }
            return operands;
        }
        let mut places = operands.iter_mut();
        for (source, register) in self.sources().iter().zip(registers) {
            let bits = match source.role {
                Role::Lanes | Role::ScaleFactor => source.packing.extract(*register, lane),
                Role::SharedScale => source.packing.extract(*register, 0),
                Role::Lane(own) if own == lane => source.packing.extract(*register, 0),
                Role::Lane(_) => continue,
                Role::RandomBits => self.random.bits(*register, lane),
            };
            if let Some(place) = places.next() {
                *place = bits;
            }
        }
        if self.has_padding
            && let [source, ..] = self.sources()
            && let (Some(register), Some(padding)) = (registers.first(), places.next())
        {
            *padding = source.packing.padding(*register, lane);
        }
        operands
    }

    /// The operands of a lane in many rows; `columns` has one column of rows for each register.
    #[doc(hidden)]
    pub fn gather_many(&self, lane: u8, columns: &[&[u64]], operands: &mut Columns) {
        let is_random = |source: &Source| matches!(source.role, Role::RandomBits);
        if self.has_padding || self.sources().iter().any(is_random) {
            let n_rows = columns.iter().map(|column| column.len()).min().unwrap_or(0);
            for row in 0..n_rows.min(N_ROWS) {
                let mut registers = [0; MAX_SOURCES];
                for (register, column) in registers.iter_mut().zip(columns) {
                    *register = column.get(row).copied().unwrap_or(0);
                }
                for (operand, bits) in operands.iter_mut().zip(self.gather(lane, &registers)) {
                    if let Some(place) = operand.get_mut(row) {
                        *place = bits;
                    }
                }
            }
            return;
        }
        let mut place = 0;
        for (source, column) in self.sources().iter().zip(columns) {
            let lane = match source.role {
                Role::Lanes | Role::ScaleFactor => lane,
                Role::Lane(own) if own != lane => continue,
                Role::Lane(_) | Role::SharedScale | Role::RandomBits => 0,
            };
            let (offset, field) = (source.packing.offset(lane), mask(source.packing.width.into()));
            let Some(operands) = operands.get_mut(place) else { break };
            widest(|| {
                for (operand, register) in operands.iter_mut().zip(*column) {
                    *operand = register >> offset & field;
                }
            });
            place += 1;
        }
    }

    /// The steps of one lane.
    #[must_use]
    pub fn trace(&self, lane: u8, registers: &[u64]) -> Trace {
        let mut trace = Trace::default();
        trace.result = Some(self.evaluate_lane(lane, registers, &mut trace));
        trace
    }
}

#[cfg(test)]
mod tests;
