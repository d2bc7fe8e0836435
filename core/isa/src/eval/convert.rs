//! `cvt` before rounding (PTX ISA 9.7.9.21).

use super::op::{LANE_OPERANDS, LaneOp};
use super::operate::Given;
use super::trace::Rule;
use crate::arith::Value;
use crate::arith::clamp::Clamp;
use crate::format::{FixedFormat, Format};
use crate::number::{Datum, Exact, Kind};

impl LaneOp {
    /// The value to convert: the operand, perhaps scaled; a format without sign takes magnitudes.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn value_to_convert(&self, data: &[Datum; LANE_OPERANDS]) -> Value {
        let [a, scale, _] = data;
        let [from, ..] = self.operands;
        let Kind::Finite { significand, exponent } = a.kind else { return Value::Invalid };
        let is_scaled = self.source_count > 1;
        if self.wraps(from) || is_scaled && scale.is_nan() {
            return Value::Invalid;
        }
        Value::Finite(Exact {
            negative: a.negative && self.takes_signs(),
            significand: significand.into(),
            exponent: exponent + if is_scaled { self.scaling(scale) } else { 0 },
            sticky: false,
        })
    }

    fn takes_signs(&self) -> bool {
        self.result.float().is_none_or(|format| format.signed)
    }

    /// Converts values that are not rounded: NaNs, infinities, zeros, and integers that are
    /// truncated or extended.
    pub(super) fn convert_special(&self, data: &[Datum; LANE_OPERANDS]) -> Given {
        let [a, scale, _] = data;
        let [from, ..] = self.operands;
        if self.source_count > 1 && scale.is_nan() && !a.is_nan() {
            return self.propagate(*scale, 1);
        }
        let negative = a.negative && self.takes_signs();
        match (a.kind, self.result) {
            (Kind::Nan { .. }, Format::Fixed(to)) if to.fraction == 0 => nan_to_integer(from, to),
            (Kind::Nan { .. }, _) => self.propagate(*a, 0),
            (Kind::Finite { significand, .. }, Format::Fixed(to)) => {
                wrapped(negative, significand, to)
            }
            (Kind::Infinite, Format::Fixed(to)) => {
                let end = to.decode(to.encode_datum(&Datum::infinite(negative)));
                (end, Rule::Infinite { negative })
            }
            (Kind::Infinite, Format::Float(_)) => {
                (Datum::infinite(negative), Rule::Infinite { negative })
            }
            (Kind::Zero | Kind::Finite { .. }, to) => {
                let negative = negative && to.float().is_some();
                (Datum::zero(negative), Rule::Zero { negative })
            }
        }
    }

    /// Whether the bits of an integer are cut off or extended.
    fn wraps(&self, from: Format) -> bool {
        matches!(from, Format::Fixed(from) if from.fraction == 0)
            && matches!(self.result, Format::Fixed(_))
            && self.clamp == Clamp::None
    }

    /// Whether the result has fewer bits than the operand.
    pub(super) fn is_narrowing(&self) -> bool {
        let [from, ..] = self.operands;
        from.width() > self.result.width()
    }

    /// The exponent of the power of two by which a scale factor multiplies. A conversion to a
    /// narrower format divides by the factor.
    pub(super) fn scaling(&self, scale: &Datum) -> i32 {
        let exponent = match scale.kind {
            // Every number of ue8m0 is a power of two.
            Kind::Finite { exponent, .. } => exponent,
            Kind::Zero | Kind::Infinite | Kind::Nan { .. } => 0,
        };
        if self.is_narrowing() { -exponent } else { exponent }
    }
}

/// The integer for a NaN: 0, or the topmost bit alone if f64 or an integer of 64 bits is involved.
fn nan_to_integer(from: Format, to: &FixedFormat) -> Given {
    let is_wide = from.width() == 64 || to.width == 64;
    let bits = if is_wide { 1 << (to.width - 1) } else { 0 };
    (to.decode(bits), Rule::NanToInteger { is_wide })
}

/// The lowest bits of an integer in two's complement.
fn wrapped(negative: bool, magnitude: u64, to: &FixedFormat) -> Given {
    let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
    let datum = to.decode(bits);
    let is_same = to.limit(negative) >= u128::from(magnitude);
    (datum, Rule::Wrapped { is_same })
}
