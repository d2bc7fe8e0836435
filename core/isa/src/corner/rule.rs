//! The vocabulary of a corner rule: the instructions it applies to, operands, result.

use super::landmark::Landmark;
use crate::catalog::{Context, Form, Instruction, Modifier, Operation, isa};
use crate::format::table::F32;
use crate::format::{FixedFormat, Format};
use crate::source::{Source, ieee};

/// A sentence of a document about special operands, as data.
///
/// The rule applies to every instruction whose operation, modifiers and formats fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The operations, a bit for each [`Operation`].
    of: u32,
    /// The modifiers that must be in force, as a set of [flags](flag).
    with: u32,
    /// The modifiers that must be absent, as a set of [flags](flag).
    without: u32,
    /// The condition on the formats.
    pair: Pair,
    /// The operands of the lane.
    operands: [Landmark; 3],
    count: u8,
    /// The result of the lane.
    pub(super) result: Stated,
    /// The section that documents it.
    place: RuleSource,
}

/// The modifiers that rules depend on, a bit for each.
pub(super) mod flag {
    pub(in super::super) const SAT: u32 = 1;
    pub(in super::super) const RELU: u32 = 1 << 1;
    pub(in super::super) const SATFINITE: u32 = 1 << 2;
    /// f32 subnormals are flushed: `.ftz`, or the target has none.
    pub(in super::super) const FTZ: u32 = 1 << 3;
    /// Subnormals are kept. Neither flag is set where the text leaves a doubt.
    pub(in super::super) const KEPT: u32 = 1 << 4;
    pub(in super::super) const NAN: u32 = 1 << 5;
    pub(in super::super) const XORSIGN: u32 = 1 << 6;
    pub(in super::super) const ABS: u32 = 1 << 7;
    pub(in super::super) const OOB: u32 = 1 << 8;
    /// Towards zero.
    pub(in super::super) const TO_ZERO: u32 = 1 << 9;
    /// Towards negative infinity.
    pub(in super::super) const DOWN: u32 = 1 << 10;
    /// Towards positive infinity.
    pub(in super::super) const UP: u32 = 1 << 11;
    /// Stochastically.
    pub(in super::super) const RANDOM: u32 = 1 << 12;
    /// To an integral value.
    pub(in super::super) const INTEGRAL: u32 = 1 << 13;
    /// The result is approximate.
    pub(in super::super) const APPROXIMATE: u32 = 1 << 14;
    /// A zero result is made positive.
    pub(in super::super) const PZO: u32 = 1 << 15;
}

/// The flags of an instruction.
pub(super) fn flags(instruction: &Instruction, context: &Context) -> u32 {
    let mut flags = 0;
    for modifier in instruction.effective() {
        flags |= match modifier {
            Modifier::Sat => flag::SAT,
            Modifier::Relu => flag::RELU,
            Modifier::Satfinite => flag::SATFINITE,
            Modifier::Ftz => flag::FTZ,
            Modifier::Nan => flag::NAN,
            Modifier::Xorsign => flag::XORSIGN,
            Modifier::Abs => flag::ABS,
            Modifier::Oob => flag::OOB,
            Modifier::Pzo => flag::PZO,
            Modifier::Rz => flag::TO_ZERO,
            Modifier::Rm => flag::DOWN,
            Modifier::Rp => flag::UP,
            Modifier::Rs => flag::RANDOM,
            Modifier::Rni => flag::INTEGRAL,
            Modifier::Rzi => flag::INTEGRAL | flag::TO_ZERO,
            Modifier::Rmi => flag::INTEGRAL | flag::DOWN,
            Modifier::Rpi => flag::INTEGRAL | flag::UP,
            // No rule depends on these; the properties have a table of their own.
            Modifier::Finite
            | Modifier::Infinite
            | Modifier::Number
            | Modifier::NotANumber
            | Modifier::Normal
            | Modifier::Subnormal
            | Modifier::Rn
            | Modifier::Rna
            | Modifier::Approx
            | Modifier::Full
            | Modifier::ScaledAlike
            | Modifier::Scaled
            | Modifier::Type(_) => 0,
        };
    }
    if instruction.form.bound().is_some() {
        flags |= flag::APPROXIMATE;
    }
    let is_conversion = instruction.form.operation == Operation::Convert;
    let single = Format::Float(&F32);
    let mut sources = instruction.form.sources().iter();
    let is_from_single =
        sources.any(|operand| instruction.operand_type(operand).format() == single);
    // "Applies only to single precision". A rule about the flush of such a conversion's result
    // would need operands that are no landmarks.
    if is_conversion && !is_from_single {
        return flags & !flag::FTZ | flag::KEPT;
    }
    if context.target.flushes_f32() && is_from_single {
        let is_legacy = is_conversion && context.isa <= isa(1, 4);
        flags |= if is_legacy { 0 } else { flag::FTZ };
    } else if flags & flag::FTZ == 0 {
        flags |= flag::KEPT;
    }
    flags
}

/// The condition of a rule on the formats of the first operand and of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// No condition.
    Any,
    /// Both are the same.
    Same,
    /// Both are the same, and not f64.
    SameNotDouble,
    /// Both are f64.
    Double,
    /// To an integer, from a number that may be a NaN.
    ToInteger,
    /// To an unsigned integer, from a number that may be a NaN.
    ToUnsigned,
    /// To an integer that holds neither end of the range.
    ToShortInteger,
    /// From an integer to floating point.
    FromInteger,
    /// From a signed integer to floating point.
    FromSigned,
    /// From an integer whose range is larger than that of the result, which has infinities.
    FromLongInteger,
    /// From an integer to another one whose largest number is less.
    LessAbove,
    /// From an integer to another one whose least number is greater.
    LessBelow,
    /// Between floating-point formats with sign, or from fixed point.
    ToSigned,
    /// From a format with NaNs to another with NaNs.
    NanToNan,
    /// From a format with NaNs to one without, other than an integer.
    NanToNumber,
    /// Both have infinities.
    InfinityToInfinity,
    /// From infinities to a format with sign, fixed point included.
    InfinityToSigned,
    /// From infinities to a format without sign.
    InfinityToUnsigned,
    /// From a larger range to one that ends with infinities.
    BeyondToInfinity,
    /// From a larger range to a format with sign, fixed point included.
    BeyondToSigned,
    /// From a larger range to a format without sign.
    BeyondToUnsigned,
}

impl Pair {
    pub(super) fn holds(self, from: Format, to: Format) -> bool {
        let integer = integer_of(to);
        let has_nan = |format: Format| format.canonical_nan().is_some();
        let infinite =
            |format: Format| format.float().is_some_and(|each| each.infinity().is_some());
        let is_signed = to.is_signed();
        match self {
            Self::Any => true,
            Self::Same => from == to,
            Self::SameNotDouble => from == to && to.width() < 64,
            Self::Double => to.width() == 64 && to.float().is_some(),
            Self::ToInteger => has_nan(from) && integer.is_some(),
            Self::ToUnsigned => has_nan(from) && integer.is_some() && !is_signed,
            Self::ToShortInteger => match (from.float(), integer) {
                (Some(from), Some(to)) => from.emax() >= integer_bits(to),
                (Some(_) | None, _) => false,
            },
            Self::FromInteger => integer_of(from).is_some() && to.float().is_some(),
            Self::FromSigned => Self::FromInteger.holds(from, to) && from.is_signed(),
            Self::FromLongInteger => match (integer_of(from), to.float()) {
                (Some(from), Some(to)) => integer_bits(from) > to.emax(),
                (Some(_) | None, _) => false,
            },
            Self::LessAbove | Self::LessBelow => match (integer_of(from), integer) {
                (Some(from), Some(to)) => {
                    let is_below = self == Self::LessBelow;
                    from.limit(is_below) > to.limit(is_below)
                }
                (Some(_) | None, _) => false,
            },
            Self::ToSigned => integer_of(from).is_none() && to.float().is_some() && is_signed,
            Self::NanToNan => has_nan(from) && has_nan(to),
            Self::NanToNumber => has_nan(from) && !has_nan(to) && integer.is_none(),
            Self::InfinityToInfinity => infinite(from) && infinite(to),
            Self::InfinityToSigned => infinite(from) && integer.is_none() && is_signed,
            Self::InfinityToUnsigned => infinite(from) && integer.is_none() && !is_signed,
            Self::BeyondToInfinity => infinite(to) && is_beyond(from, to),
            Self::BeyondToSigned => is_beyond(from, to) && is_signed,
            Self::BeyondToUnsigned => is_beyond(from, to) && !is_signed,
        }
    }
}

fn integer_of(format: Format) -> Option<&'static FixedFormat> {
    match format {
        Format::Fixed(format) if format.fraction == 0 && format.width > 1 => Some(format),
        Format::Fixed(_) | Format::Float(_) => None,
    }
}

fn integer_bits(format: &FixedFormat) -> i32 {
    i32::from(format.width) - i32::from(format.signed)
}

/// Whether the largest number of a floating-point format is larger than that of another format.
fn is_beyond(from: Format, to: Format) -> bool {
    let Some(from) = from.float() else { return false };
    match to {
        Format::Float(to) => (from.emax(), from.precision) > (to.emax(), to.precision),
        Format::Fixed(to) => to.fraction > 0 && from.emax() >= integer_bits(to),
    }
}

/// The result that a document states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    /// A NaN; with `.relu` the canonical one.
    Nan,
    /// The canonical NaN.
    CanonicalNan,
    /// A datum.
    Is(Landmark),
    /// An operand, unchanged.
    Operand(u8),
    /// The largest magnitude, with this sign: `MAX_NORM`.
    MaxNorm {
        /// The sign.
        negative: bool,
    },
    /// The rounded result of a number beyond the range.
    Overflow {
        /// The sign.
        negative: bool,
    },
    /// The rounded result of an exact sum of 0 from terms of opposite signs.
    Canceled,
    /// The integer that a NaN becomes.
    NanToInteger,
}

/// The section of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleSource {
    /// The section of the form.
    Section,
    /// The introduction of the chapter that the section belongs to.
    Chapter,
    /// Special operands of rounding to an integral value.
    Ieee5_9,
    /// Arithmetic with infinities.
    Ieee6_1,
    /// The sign of a zero.
    Ieee6_3,
    /// Invalid operations.
    Ieee7_2,
    /// Division by zero.
    Ieee7_3,
    /// Overflow.
    Ieee7_4,
}

impl RuleSource {
    pub(super) fn source(self, form: &Form) -> Source {
        match self {
            Self::Section => form.source,
            Self::Chapter => chapter(form.source),
            Self::Ieee5_9 => ieee("5.9"),
            Self::Ieee6_1 => ieee("6.1"),
            Self::Ieee6_3 => ieee("6.3"),
            Self::Ieee7_2 => ieee("7.2"),
            Self::Ieee7_3 => ieee("7.3"),
            Self::Ieee7_4 => ieee("7.4"),
        }
    }
}

/// The introduction of a section's chapter: 9.7.3 of 9.7.3.5.
fn chapter(section: Source) -> Source {
    /// The last word of the anchor of every chapter.
    const LAST: &str = "instructions";
    let end = section.anchor.find(LAST).map_or(0, |start| start + LAST.len());
    let number = section.section.rsplit_once('.').map_or(section.section, |(number, _)| number);
    // The chapter on mixed precision mentions NaNs with `.sat` only.
    if number == "9.7.5" {
        return ieee("6.2");
    }
    debug_assert!(section.isa().is_some(), "undocumented forms have no rules");
    let anchor = section.anchor.get(..end).unwrap_or_default();
    Source { section: number, anchor, ..section }
}

/// The set of one operation.
pub(super) const fn bit(operation: Operation) -> u32 {
    1 << operation as u32
}

/// A rule about all instructions of some operations.
pub(super) const fn rule(
    of: u32,
    operands: &[Landmark],
    result: Stated,
    place: RuleSource,
) -> Rule {
    let mut all = [Landmark::PositiveOne; 3];
    let mut count = 0;
    while count < operands.len() {
        all[count] = operands[count];
        count += 1;
    }
    #[expect(clippy::cast_possible_truncation, reason = "there are at most three operands")]
    let count = count as u8;
    Rule { of, with: 0, without: 0, pair: Pair::Any, operands: all, count, result, place }
}

impl Rule {
    pub(super) const fn with(self, flags: u32) -> Self {
        Self { with: self.with | flags, ..self }
    }

    pub(super) const fn without(self, flags: u32) -> Self {
        Self { without: self.without | flags, ..self }
    }

    pub(super) const fn of_pair(self, pair: Pair) -> Self {
        Self { pair, ..self }
    }

    /// Whether the rule applies to an operation with `count` operands and these flags.
    pub(super) fn applies(
        &self,
        op: Operation,
        flags: u32,
        count: u8,
        [from, to]: [Format; 2],
    ) -> bool {
        let is_counted = self.count == count || op == Operation::Convert;
        self.of & bit(op) != 0
            && flags & self.with == self.with
            && flags & self.without == 0
            && is_counted
            && self.pair.holds(from, to)
    }

    /// The operands for an operation: *a* − *b* is *a* + (−*b*).
    pub(super) fn operands(&self, op: Operation) -> [Landmark; 3] {
        let [a, b, c] = self.operands;
        if op == Operation::Sub { [a, b.negated(), c] } else { [a, b, c] }
    }

    /// The section, for a form.
    pub(super) fn source(&self, flags: u32, form: &Form) -> Source {
        let is_clamped = self.result == Stated::Nan && flags & flag::RELU != 0;
        if is_clamped { form.source } else { self.place.source(form) }
    }
}
