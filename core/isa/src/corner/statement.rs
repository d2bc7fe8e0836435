//! The rules and tables that apply to an instruction.

use alloc::vec::Vec;

use super::rule::{Stated, flag, flags};
use super::{Documented, Landmark, conversions, table};
use crate::catalog::bound::{Bound, Error, Input, Outcome, table as bounds};
use crate::catalog::{Context, Instruction, Operation, Status};
use crate::eval::{LANE_OPERANDS, Prepared};
use crate::format::Format;
use crate::source::Source;

/// A statement about an instruction: operands, result, source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub(super) operands: [Landmark; LANE_OPERANDS],
    result: Stated,
    pub(super) source: Source,
    flags: u32,
}

/// All statements about an instruction.
pub(super) fn statements(instruction: &Instruction, context: &Context) -> Vec<Statement> {
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
    // The table of `sqrt` also applies to its exact forms.
    let root = (form.operation == Operation::Sqrt).then_some(&bounds::SQRT_F32);
    if let Some(bound) = form.bound().or(root) {
        of_bound(bound, flags, &mut found);
    }
    let is_conversion = form.operation == Operation::Convert;
    for rule in if is_conversion { conversions::RULES } else { table::RULES } {
        if rule.applies(form.operation, flags, count, [from, op.result]) {
            found.push(Statement {
                operands: rule.operands(form.operation),
                result: rule.result,
                source: rule.source(flags, form),
                flags,
            });
        }
    }
    found
}

/// The rows of a table of corner cases.
fn of_bound(bound: &Bound, flags: u32, found: &mut Vec<Statement>) {
    let mut add = |a, b, result| {
        let operands = [a, b, Landmark::PositiveOne];
        found.push(Statement { operands, result, source: bound.source, flags });
    };
    for row in bound.corners {
        add(landmark(row.input), Landmark::PositiveOne, stated(row.outcome));
    }
    // Where subnormals are flushed, statements about a zero hold for subnormals of its sign.
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
    // The largest f32 is in the range where quotients vanish.
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
        Outcome::Operand => return Stated::Operand(0),
    })
}

/// A result that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
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
    pub(super) fn named(&self, from: Format, to: Format) -> Named {
        let largest = |negative: bool| match to {
            Format::Fixed(_) if negative => Named::MinusMax,
            Format::Float(_) if negative => Named::Is(Landmark::NegativeMax),
            Format::Float(_) | Format::Fixed(_) => Named::Is(Landmark::PositiveMax),
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
            Stated::Canceled if has(flag::DOWN) => Named::Is(Landmark::NegativeZero),
            Stated::NanToInteger if from.width() == 64 || to.width() == 64 => Named::TopBit,
            Stated::Canceled | Stated::NanToInteger => Named::Is(Landmark::PositiveZero),
        }
    }
}

impl Named {
    /// Returns the documented result, where the format has such a datum.
    pub(super) fn documented(self, format: Format) -> Option<Documented> {
        Some(match (self, format) {
            // The only NaN of ue8m0 has determined bits.
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
    pub(super) const fn name(self, format: Format) -> &'static str {
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

    /// Returns it as operand text.
    pub(super) const fn text(self, format: Format) -> &'static str {
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
