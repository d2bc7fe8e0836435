//! Corner cases: what is documented at special operands, beside what the evaluator returns.
//!
//! A rule (in `table` and `conversions`) is a sentence of the ISA or of IEEE 754 as data: which
//! operations, modifiers and formats it is about, the classes of the operands, the result, and
//! where it stands. The rows of the ISA's tables for approximate instructions come from
//! [`crate::bound::table`]. Neither asks the evaluator, so that a test can compare.
//!
//! [`corners`] lists the rows of an instruction, [`ClassMatrix`] evaluates it for every class of
//! one or two operands, [`error_bounds`] says in words how exact the result is.
//!
//! All is about lane 0. Where a register has more lanes, they hold the same operands.

mod conversions;
mod error;
mod forms;
mod landmark;
mod matrix;
mod rule;
mod table;

pub use error::{ErrorBound, error_bounds};
pub use forms::{Condition, Corner};
pub use landmark::Landmark;
pub use matrix::{Cell, ClassMatrix, Kind};

use alloc::vec::Vec;

use self::rule::{Stated, flag, flags};
use crate::bound::{Bound, Error, Input, Outcome, table as bounds};
use crate::catalog::{Context, Instruction, MAX_SOURCES, Operation, Role, Status};
use crate::eval::{Guarantee, LANE_OPERANDS, LaneResult, Prepared};
use crate::format::Format;
use crate::source::Source;

/// What is documented of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Documented {
    /// These bits.
    Bits(u64),
    /// A NaN, its sign and payload left open.
    Nan,
    /// The canonical NaN, these bits.
    CanonicalNan(u64),
}

/// A documented corner case of lane 0, and what the evaluator returns for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerRow {
    operands: [(Landmark, u64); LANE_OPERANDS],
    count: u8,
    /// The source registers that bring it about, in the order of the syntax line.
    pub registers: [u64; MAX_SOURCES],
    /// The documented result.
    pub documented: Documented,
    /// The documented result in a word: `+0`, `−inf`, `NaN`, `+max`.
    pub name: &'static str,
    /// Where that stands.
    pub source: Source,
    /// What the evaluator returns.
    pub live: LaneResult,
}

impl CornerRow {
    /// The operands of the lane with their encodings, in the order of [`lane_sources`].
    pub fn operands(&self) -> &[(Landmark, u64)] {
        self.operands.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Whether the evaluator returns what is documented.
    pub fn agrees(&self) -> bool {
        let LaneResult { bits, guarantee } = self.live;
        match self.documented {
            Documented::Bits(documented) => {
                let is_open = matches!(guarantee, Guarantee::Within { .. } | Guarantee::Unbounded);
                documented == bits && !is_open
            }
            Documented::CanonicalNan(documented) => documented == bits,
            Documented::Nan => guarantee == Guarantee::AnyNan,
        }
    }
}

/// The source operands that are numbers of lane 0, as indices of the form's sources.
pub fn lane_sources(prepared: &Prepared) -> impl Iterator<Item = usize> + '_ {
    // Random bits come behind the numbers.
    let count = usize::from(prepared.lane_op().source_count);
    prepared.operands_of_lane(0).map(|(index, _)| index).take(count)
}

/// Registers with 1 in every lane, in the order of the syntax line, and without random bits: what
/// a [`ClassMatrix`] may start with.
#[must_use]
pub fn ones(instruction: &Instruction, prepared: &Prepared) -> [u64; MAX_SOURCES] {
    let one = |format: Format| (Landmark::PositiveOne, format.one());
    let operands = prepared.lane_op().operands.map(one);
    Builder { instruction, prepared }.registers(&operands)
}

/// Why an instruction has no corner rows, where it has none.
pub fn silence(instruction: &Instruction) -> &'static str {
    match instruction.form.status {
        Status::Undocumented { .. } => "the ISA does not have this instruction",
        Status::Documented | Status::Refused { .. } => {
            "the ISA names no special operands of this instruction"
        }
    }
}

/// The documented corner cases of an instruction, in the order of the tables; none where the
/// documents name none ([`silence`] says so).
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::corner::{Documented, Landmark, corners};
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

/// A statement about an instruction: operands, result, source.
#[derive(Clone, Copy, Debug)]
struct Statement {
    operands: [Landmark; LANE_OPERANDS],
    result: Stated,
    source: Source,
    flags: u16,
}

/// Everything that is said of an instruction.
fn statements(instruction: &Instruction, context: &Context) -> Vec<Statement> {
    let form = instruction.form;
    let mut found = Vec::new();
    if matches!(form.status, Status::Undocumented { .. }) {
        return found;
    }
    let prepared = Prepared::new(instruction, context);
    let op = prepared.lane_op();
    let [from, ..] = op.operands;
    let flags = flags(instruction, context);
    let count = op.source_count;
    if form.operation == Operation::TestProperty {
        for (landmark, properties) in table::PROPERTIES {
            let holds = instruction.modifiers().any(|each| properties.contains(&each));
            let truth = if holds { Landmark::PositiveOne } else { Landmark::PositiveZero };
            found.push(Statement {
                operands: [*landmark; LANE_OPERANDS],
                result: Stated::Is(truth),
                source: form.source,
                flags,
            });
        }
    }
    // The table of `sqrt` is about its exact forms too.
    let root = (form.operation == Operation::Sqrt).then_some(&bounds::SQRT_F32);
    if let Some(bound) = form.bound().or(root) {
        of_bound(bound, flags, &mut found);
    }
    let rules = table::RULES.iter().chain(conversions::RULES);
    for rule in rules.filter(|rule| rule.applies(form.operation, flags, count, [from, op.result])) {
        found.push(Statement {
            operands: rule.operands(form.operation),
            result: rule.result,
            source: rule.source(flags, form),
            flags,
        });
    }
    found
}

/// The rows of a table of corner cases.
fn of_bound(bound: &Bound, flags: u16, found: &mut Vec<Statement>) {
    let mut add = |a, b, result| {
        let operands = [a, b, Landmark::PositiveOne];
        found.push(Statement { operands, result, source: bound.source, flags });
    };
    for row in bound.corners {
        add(landmark(row.input), Landmark::PositiveOne, stated(row.outcome));
    }
    // Where subnormals are flushed, what holds of a zero holds of those of its sign.
    if flags & flag::FTZ != 0 {
        for (zero, subnormal) in [
            (Input::NegativeZero, Input::NegativeSubnormal),
            (Input::PositiveZero, Input::PositiveSubnormal),
        ] {
            let find = |input| bound.corners.iter().find(|row| row.input == input);
            if let (Some(row), None) = (find(zero), find(subnormal)) {
                add(landmark(subnormal), Landmark::PositiveOne, stated(row.outcome));
            }
        }
    }
    // The largest f32 lies in the range where quotients vanish.
    if bound.ranges.iter().any(|range| range.error == Error::Vanishes) {
        use Landmark::{
            NegativeInfinity, NegativeMax, NegativeOne, NegativeZero, PositiveInfinity,
            PositiveMax, PositiveOne, PositiveZero,
        };
        add(PositiveOne, PositiveMax, Stated::Is(PositiveZero));
        add(NegativeOne, PositiveMax, Stated::Is(NegativeZero));
        add(PositiveMax, NegativeMax, Stated::Is(NegativeZero));
        add(PositiveInfinity, PositiveMax, Stated::Nan);
        add(NegativeInfinity, NegativeMax, Stated::Nan);
    }
}

const fn landmark(input: Input) -> Landmark {
    match input {
        Input::NegativeInfinity => Landmark::NegativeInfinity,
        Input::NegativeNormal => Landmark::NegativeMin,
        Input::NegativeSubnormal => Landmark::NegativeSubnormal,
        Input::NegativeZero => Landmark::NegativeZero,
        Input::PositiveZero => Landmark::PositiveZero,
        Input::PositiveSubnormal => Landmark::PositiveSubnormal,
        Input::PositiveInfinity => Landmark::PositiveInfinity,
        Input::Nan => Landmark::QuietNan,
    }
}

const fn stated(outcome: Outcome) -> Stated {
    Stated::Is(match outcome {
        Outcome::Nan => return Stated::Nan,
        Outcome::CanonicalNan => return Stated::CanonicalNan,
        Outcome::NegativeInfinity => Landmark::NegativeInfinity,
        Outcome::NegativeOne => Landmark::NegativeOne,
        Outcome::NegativeZero => Landmark::NegativeZero,
        Outcome::PositiveZero => Landmark::PositiveZero,
        Outcome::PositiveOne => Landmark::PositiveOne,
        Outcome::PositiveInfinity => Landmark::PositiveInfinity,
    })
}

/// A result that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// A datum.
    Is(Landmark),
    /// A NaN.
    Nan,
    /// The canonical NaN.
    CanonicalNan,
    /// The negative of the largest number of a fixed-point format.
    MinusMax,
    /// The topmost bit of an integer.
    TopBit,
}

impl Statement {
    /// The result, for formats of the first operand and of the result.
    fn named(&self, from: Format, to: Format) -> Named {
        let largest = |negative: bool| match to {
            Format::Fixed(_) if negative => Named::MinusMax,
            _ if negative => Named::Is(Landmark::NegativeMax),
            _ => Named::Is(Landmark::PositiveMax),
        };
        let has = |bit| self.flags & bit != 0;
        match self.result {
            Stated::Nan if !has(flag::RELU) => Named::Nan,
            Stated::Nan | Stated::CanonicalNan => Named::CanonicalNan,
            Stated::Is(landmark) => Named::Is(landmark),
            Stated::Operand(index) => {
                let operand = self.operands.get(usize::from(index)).copied();
                Named::Is(operand.unwrap_or(Landmark::PositiveOne))
            }
            Stated::MaxNorm { negative } => largest(negative),
            Stated::Overflow { negative } => {
                let inwards = if negative { flag::UP } else { flag::DOWN };
                if has(flag::TO_ZERO | inwards) {
                    largest(negative)
                } else if negative {
                    Named::Is(Landmark::NegativeInfinity)
                } else {
                    Named::Is(Landmark::PositiveInfinity)
                }
            }
            Stated::Cancelled if has(flag::DOWN) => Named::Is(Landmark::NegativeZero),
            Stated::Cancelled => Named::Is(Landmark::PositiveZero),
            Stated::NanToInteger if from.width() == 64 || to.width() == 64 => Named::TopBit,
            Stated::NanToInteger => Named::Is(Landmark::PositiveZero),
        }
    }
}

impl Named {
    /// What is documented, where the format has such a datum.
    fn documented(self, format: Format) -> Option<Documented> {
        Some(match (self, format) {
            // Of ue8m0 there is but one.
            (Self::Nan, Format::Float(float)) if float.n_nans() == 1 => {
                Documented::CanonicalNan(float.canonical_nan?)
            }
            (Self::Nan, _) => Documented::Nan,
            (Self::CanonicalNan, _) => Documented::CanonicalNan(format.canonical_nan()?),
            // The least number of an unsigned format is 0.
            (Self::Is(Landmark::NegativeMax), Format::Fixed(format)) => {
                Documented::Bits(format.min())
            }
            (Self::Is(landmark), _) => Documented::Bits(landmark.bits(format)?),
            (Self::MinusMax, Format::Fixed(format)) => {
                Documented::Bits(format.encode(true, format.max().into()))
            }
            (Self::TopBit, _) => Documented::Bits(1 << (format.width() - 1)),
            (Self::MinusMax, Format::Float(_)) => return None,
        })
    }

    /// The word for it in a table.
    const fn name(self, format: Format) -> &'static str {
        match self {
            // The least number of an unsigned format is 0.
            Self::Is(Landmark::NegativeMax) if !format.is_signed() => "0",
            Self::Is(landmark) => landmark.name(format),
            Self::Nan => "NaN",
            Self::CanonicalNan => "canonical NaN",
            Self::MinusMax => "−max",
            Self::TopBit => self.text(format),
        }
    }

    /// It as operand text.
    const fn text(self, format: Format) -> &'static str {
        match (self, format.width()) {
            (Self::Is(Landmark::NegativeMax), _) if !format.is_signed() => "0",
            (Self::Is(landmark), _) => landmark.text(format),
            (Self::Nan | Self::CanonicalNan, _) => "nan",
            (Self::MinusMax, _) => "-max",
            (Self::TopBit, 8) => "0x80",
            (Self::TopBit, 16) => "0x8000",
            (Self::TopBit, 32) => "0x80000000",
            (Self::TopBit, _) => "0x8000000000000000",
        }
    }
}

/// What makes rows of statements.
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
        Some(CornerRow { operands, count, registers, documented, name, source, live })
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
                // Operands for one lane each are of one kind, and share the datum.
                Role::Lane(_) => *of_one_lane.get_or_insert_with(|| next.next().unwrap_or(0)),
                Role::Lanes | Role::ScaleFactor => next.next().unwrap_or(0),
            };
            let packing = self.prepared.source(index);
            for lane in 0..packing.lanes {
                *register = packing.insert(*register, lane, bits);
            }
        }
        registers
    }
}
