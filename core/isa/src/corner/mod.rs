//! Corner cases: documented results at special operands, and the evaluator's results.
//!
//! A rule (in `table` and `conversions`) is a sentence of the ISA or of IEEE 754 as data: which
//! operations, modifiers and formats it applies to, the classes of the operands, the result, and
//! its source. The rows of the ISA's tables for approximate instructions come from
//! [`crate::catalog::bound::table`]. Neither uses the evaluator, so that tests can compare them.
//!
//! [`corners`] lists the rows of an instruction, [`ClassMatrix`] evaluates it for every class of
//! one or two operands, [`error_bounds`] describes the accuracy of the result in words.
//!
//! Everything here refers to lane 0. If a register has more lanes, they hold the same operands.

mod conversions;
mod error;
mod forms;
mod landmark;
mod matrix;
mod rule;
mod statement;
mod table;

pub use error::{ErrorBound, error_bounds};
pub use forms::{Condition, Corner};
pub use landmark::Landmark;
pub use matrix::{Cell, ClassMatrix, Kind};

use alloc::vec::Vec;

use self::statement::{Statement, statements};
use crate::catalog::{Context, Instruction, MAX_SOURCES, Role, Status};
use crate::eval::{Guarantee, LANE_OPERANDS, LaneResult, Prepared};
use crate::format::Format;
use crate::source::Source;

/// The documented result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Documented {
    /// These bits.
    Bits(u64),
    /// A NaN, its sign and payload left open.
    Nan,
    /// The canonical NaN, with these bits.
    CanonicalNan(u64),
}

/// A documented corner case of lane 0, and the evaluator's result for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerRow {
    operands: [(Landmark, u64); LANE_OPERANDS],
    count: u8,
    /// Whether the evaluator returns a NaN.
    is_nan: bool,
    /// The source registers that produce it, in the order of the syntax line.
    pub registers: [u64; MAX_SOURCES],
    /// The documented result.
    pub documented: Documented,
    /// The documented result in a word: `+0`, `−inf`, `NaN`, `+max`.
    pub name: &'static str,
    /// The section that documents it.
    pub source: Source,
    /// The result of the evaluator.
    pub live: LaneResult,
}

impl CornerRow {
    /// The operands of the lane with their encodings, in the order of [`lane_sources`].
    pub fn operands(&self) -> &[(Landmark, u64)] {
        self.operands.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Whether the evaluator returns the documented result.
    pub fn agrees(&self) -> bool {
        let LaneResult { bits, guarantee } = self.live;
        match self.documented {
            Documented::Bits(documented) => {
                let is_open = matches!(guarantee, Guarantee::Within { .. } | Guarantee::Unbounded);
                documented == bits && !is_open
            }
            Documented::CanonicalNan(documented) => documented == bits,
            Documented::Nan => {
                self.is_nan && matches!(guarantee, Guarantee::AnyNan | Guarantee::Reading)
            }
        }
    }
}

/// The source operands that are numbers of lane 0, as indices of the form's sources.
pub fn lane_sources(prepared: &Prepared) -> impl Iterator<Item = usize> + '_ {
    sources_of_lane(prepared, 0)
}

/// The source operands that are numbers of a lane, as indices of the form's sources.
pub fn sources_of_lane(prepared: &Prepared, lane: u8) -> impl Iterator<Item = usize> + '_ {
    // Random bits come after the numbers.
    let count = usize::from(prepared.lane_op().source_count);
    prepared.operands_of_lane(lane).map(|(index, _)| index).take(count)
}

/// Registers with 1 in every lane, in the order of the syntax line, without random bits; a
/// [`ClassMatrix`] may start with them.
#[must_use]
pub fn ones(instruction: &Instruction, prepared: &Prepared) -> [u64; MAX_SOURCES] {
    let one = |format: Format| (Landmark::PositiveOne, format.one());
    let operands = prepared.lane_op().operands.map(one);
    Builder { instruction, prepared }.registers(&operands)
}

/// Returns the reason why an instruction has no corner rows.
pub fn silence(instruction: &Instruction) -> &'static str {
    match instruction.form.status {
        Status::Undocumented { .. } => "the ISA does not have this instruction",
        Status::Documented | Status::Refused { .. } => {
            "the ISA lists no special operands for this instruction"
        }
    }
}

/// The documented corner cases of an instruction, in the order of the tables; [`silence`] says why
/// if there are none.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::explore::corner::{Documented, Landmark, corners};
/// use ptxfp::syntax::check;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let instruction = check("rcp.approx.f32", &context).instruction.unwrap();
/// let first = corners(&instruction, &context)[0];
/// assert_eq!((first.operands()[0].0, first.name), (Landmark::NegativeInfinity, "−0"));
/// assert_eq!(first.documented, Documented::Bits(0x8000_0000));
/// assert_eq!((first.live.bits, first.source.section), (0x8000_0000, "9.7.3.13"));
/// ```
#[must_use]
pub fn corners(instruction: &Instruction, context: &Context) -> Vec<CornerRow> {
    let prepared = Prepared::new(instruction, context);
    let builder = Builder { instruction, prepared: &prepared };
    let mut rows = Vec::new();
    for each in statements(instruction, context) {
        rows.extend(builder.row(each));
    }
    rows
}

/// The builder of rows from statements.
struct Builder<'a> {
    instruction: &'a Instruction,
    prepared: &'a Prepared,
}

impl Builder<'_> {
    fn row(&self, statement: Statement) -> Option<CornerRow> {
        let op = self.prepared.lane_op();
        let count = op.source_count;
        let [from, ..] = op.operands;
        let named = statement.named(from, op.result);
        let documented = named.documented(op.result)?;
        let mut operands = [(Landmark::PositiveOne, 0); LANE_OPERANDS];
        let pairs = operands.iter_mut().zip(statement.operands).zip(op.operands);
        for ((place, landmark), format) in pairs.take(usize::from(count)) {
            *place = (landmark, landmark.bits(format)?);
        }
        let registers = self.registers(&operands);
        let live = self.prepared.evaluate_lane(0, &registers, &mut ());
        let source = statement.source;
        let name = named.name(op.result);
        let is_nan = op.result.is_nan(live.bits);
        Some(CornerRow { operands, count, is_nan, registers, documented, name, source, live })
    }

    /// Registers with the same operands in every lane, without random bits.
    fn registers(&self, operands: &[(Landmark, u64); LANE_OPERANDS]) -> [u64; MAX_SOURCES] {
        let mut registers = [0; MAX_SOURCES];
        let mut next = operands.iter().map(|(_, bits)| *bits);
        let mut of_one_lane = None;
        let sources = self.instruction.form.sources().iter().enumerate();
        for ((index, source), register) in sources.zip(&mut registers) {
            let bits = match source.role {
                Role::RandomBits => continue,
                // Operands for one lane each have one kind, and share the datum.
                Role::Lane(_) => *of_one_lane.get_or_insert_with(|| next.next().unwrap_or(0)),
                Role::Lanes | Role::ScaleFactor | Role::SharedScale => next.next().unwrap_or(0),
            };
            let packing = self.prepared.source(index);
            for lane in 0..packing.lanes {
                *register = packing.insert(*register, lane, bits);
            }
        }
        registers
    }
}
