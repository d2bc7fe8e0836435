//! The machine's way through an instruction: which products are added at once, in which order.
//!
//! An instruction is one step, or several of which each takes the result of the one before it as its
//! accumulator. The steps are data: the row of a table, and lists of indices.

use alloc::vec::Vec;

use super::dot::Dot;
use super::name::{Kind, Mma, Opcode};
use super::unit::{FOUR_GROUPS, Generation, Inputs, Unit, Way};
use crate::arith::rounding::Rounding;
use crate::format::Format;
use crate::format::table::{F16, F32, F64};

/// The order in which groups of products are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Groups of neighbors, those of the lowest indices first.
    Ascending,
    /// Groups of neighbors, of which nobody knows which comes first.
    Unknown,
    /// Two halves: the indices of which the remainder by 4 is 0 or 1, then the others. They are those
    /// in the low and in the high halves of registers with four elements.
    Halves,
}

/// The place of the accumulator c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addend {
    /// In the first step.
    First,
    /// After the last step, by an ordinary addition that is rounded to the nearest.
    After,
}

/// A way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
    /// Steps of a unit.
    Sums {
        /// The unit.
        unit: &'static Unit,
        /// The sum.
        dot: Dot,
        /// The number of products in a step.
        length: usize,
        /// The order of the steps.
        order: Order,
        /// The place of c.
        addend: Addend,
    },
    /// One step with the exponents of the scales added to those of the products.
    ScaledProducts(Dot),
    /// One step over four groups of 16 products, each added exactly and then scaled.
    ScaledGroups(Dot),
    /// A `fma` of f64 for each product, in ascending order.
    Chain(Rounding),
    /// Additions and fused multiply-adds of f32, in a function that the assembler adds: the machine has
    /// no step of this shape.
    Software,
    /// Exact, with one limit at the end.
    Integer,
}

/// A row of the table of instructions: those that are not computed by the unit of their own inputs and
/// generation alone, in its own length and in ascending order.
struct Row {
    opcode: Opcode,
    /// The shapes, all if there is none.
    shapes: &'static [&'static str],
    inputs: Inputs,
    generations: &'static [Generation],
    /// The unit that computes it.
    unit: Option<(Generation, Inputs)>,
    /// The most products in a step, where the unit has more.
    at_most: usize,
    order: Order,
    addend: Addend,
}

const PLAIN: Row = Row {
    opcode: Opcode::Mma,
    shapes: &[],
    inputs: Inputs::Half,
    generations: &[],
    unit: None,
    at_most: usize::MAX,
    order: Order::Ascending,
    addend: Addend::First,
};
const SINCE_AMPERE: &[Generation] = &[
    Generation::Ampere,
    Generation::Ada,
    Generation::Hopper,
    Generation::Blackwell,
    Generation::RtxBlackwell,
];

/// The exceptions, the first that fits counts.
const ROWS: &[Row] = &[
    // Four steps of HMMA.884 in Turing's code are those of Volta.
    Row {
        shapes: &["m8n8k4"],
        generations: &[Generation::Turing],
        unit: Some((Generation::Volta, Inputs::Half)),
        ..PLAIN
    },
    // QMMA is missing there: FP8 becomes f16, and two chained HMMA begin with 0.
    Row {
        inputs: Inputs::Fp8,
        generations: &[Generation::Hopper],
        unit: Some((Generation::Hopper, Inputs::Half)),
        order: Order::Halves,
        addend: Addend::After,
        ..PLAIN
    },
    Row {
        inputs: Inputs::Fp8,
        generations: &[Generation::Blackwell],
        unit: Some((Generation::Blackwell, Inputs::Half)),
        order: Order::Halves,
        addend: Addend::After,
        ..PLAIN
    },
    // HMMA.1684 everywhere, where `mma` has longer ones.
    Row {
        opcode: Opcode::Wmma,
        inputs: Inputs::Tf32,
        generations: SINCE_AMPERE,
        at_most: 4,
        order: Order::Unknown,
        ..PLAIN
    },
    // The fragment of wmma.load decides which products an HMMA.16816 adds first.
    Row { opcode: Opcode::Wmma, generations: SINCE_AMPERE, order: Order::Unknown, ..PLAIN },
];

/// The shape of f16 that only Volta and Turing have in their tensor cores.
const OLD_SHAPE: &str = "m8n8k4";

impl Lowering {
    /// Finds the way of an instruction; `None` where nobody knows it.
    #[must_use]
    pub fn of(mma: &Mma, generation: Generation) -> Option<Self> {
        if mma.d == Format::Float(&F64) {
            return Some(Self::Chain(mma.rounding));
        }
        let (Format::Float(a), Format::Float(b), Format::Float(d)) = (mma.a, mma.b, mma.d) else {
            return Some(Self::Integer);
        };
        let inputs = Inputs::of(a, b);
        let way = match mma.opcode {
            Opcode::Mma | Opcode::Wmma => Way::Warp,
            Opcode::Wgmma | Opcode::Tcgen05 => Way::Group,
        };
        match mma.kind {
            Some(Kind::Mxf4 | Kind::Mxf4nvf4) => return Some(Self::ScaledGroups(FOUR_GROUPS)),
            Some(Kind::Mxf8f6f4) => {
                let unit = Unit::find(generation, inputs, way)?;
                return Some(Self::ScaledProducts(unit.dot(&F32)));
            }
            Some(Kind::F16 | Kind::Tf32 | Kind::F8f6f4) | None => {}
        }
        if mma.shape() == OLD_SHAPE && SINCE_AMPERE.contains(&generation) {
            return Some(Self::Software);
        }
        let row = ROWS.iter().find(|row| {
            row.opcode == mma.opcode
                && row.inputs == inputs
                && row.generations.contains(&generation)
                // Nobody read the code of a kind.
                && (row.addend == Addend::First || mma.kind.is_none())
                && (row.shapes.is_empty() || row.shapes.contains(&mma.shape()))
        });
        let row = row.unwrap_or(&PLAIN);
        let (generation, inputs) = row.unit.unwrap_or((generation, inputs));
        let unit = Unit::find(generation, inputs, way)?;
        let halves = if row.order == Order::Halves { 2 } else { 1 };
        let length = unit.length.min(row.at_most).min(mma.k / halves).max(1);
        // A single step has no order.
        let order = if length == mma.k { Order::Ascending } else { row.order };
        Some(Self::Sums { unit, dot: unit.dot(d), length, order, addend: row.addend })
    }

    /// The indices of the products of each step, in the order of the steps.
    #[must_use]
    pub fn steps(&self, k: usize) -> Vec<Vec<usize>> {
        match *self {
            Self::Sums { order: Order::Halves, .. } => {
                let half = |rest: usize| (0..k).filter(|index| index % 4 / 2 == rest).collect();
                [half(0), half(1)].into()
            }
            Self::Sums { length, .. } => {
                let all: Vec<usize> = (0..k).collect();
                all.chunks(length.max(1)).map(<[usize]>::to_vec).collect()
            }
            Self::ScaledProducts(_) | Self::ScaledGroups(_) | Self::Integer => {
                [(0..k).collect()].into()
            }
            Self::Chain(_) | Self::Software => (0..k).map(|index| [index].into()).collect(),
        }
    }

    /// Whether c has to be of the type of d: a result for other pairs was never measured.
    pub(super) fn takes(&self, mma: &Mma) -> bool {
        mma.c == mma.d || *self == Self::Integer
    }

    /// Whether FP8 elements become f16 numbers first.
    pub(super) fn converts(&self) -> bool {
        matches!(self, Self::Sums { addend: Addend::After, .. })
    }

    /// The formats of an f16 or an f32 result.
    pub(super) fn result(mma: &Mma) -> &'static crate::format::FloatFormat {
        if mma.d == Format::Float(&F16) { &F16 } else { &F32 }
    }
}
