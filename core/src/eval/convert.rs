//! `cvt` before rounding (PTX ISA 9.7.9.21).

use super::op::{LANE_OPERANDS, LaneOp};
use super::operate::Computed;
use super::trace::Rule;
use crate::clamp::Clamp;
use crate::format::{FixedFormat, Format};
use crate::number::{Datum, Exact, Kind};

impl LaneOp {
    /// The value to convert: the operand, perhaps scaled.
    pub(super) fn convert(&self, data: &[Datum; LANE_OPERANDS]) -> Computed {
        let [a, scale, _] = data;
        let [from, ..] = self.operands;
        let is_scaled = self.source_count > 1;
        if a.is_nan() {
            return match self.result {
                Format::Fixed(to) if to.fraction == 0 => nan_to_integer(from, to),
                Format::Fixed(_) | Format::Float(_) => self.propagate(data, 0),
            };
        }
        if is_scaled && scale.is_nan() {
            return self.propagate(data, 1);
        }
        // A format without sign takes magnitudes.
        let is_unsigned = self.result.float().is_some_and(|format| !format.signed);
        let negative = a.negative && !is_unsigned;
        match (a.kind, self.result) {
            (Kind::Finite { significand, .. }, Format::Fixed(to)) if self.wraps(from) => {
                wrapped(negative, significand, to)
            }
            (Kind::Finite { significand, exponent }, _) => Computed::Value(Exact {
                negative,
                significand: significand.into(),
                exponent: exponent + if is_scaled { self.scaling(scale) } else { 0 },
                sticky: false,
            }),
            (Kind::Infinite, to) => {
                let infinity = Datum::infinite(negative);
                let datum = match to {
                    Format::Fixed(to) => to.decode(to.encode_datum(&infinity)),
                    Format::Float(_) => infinity,
                };
                Computed::Given(datum, Rule::Infinite { negative })
            }
            (Kind::Zero | Kind::Nan { .. }, to) => {
                let negative = negative && to.float().is_some();
                Computed::Given(Datum::zero(negative), Rule::Zero { negative })
            }
        }
    }

    /// Whether the bits of an integer are cut off or extended.
    fn wraps(&self, from: Format) -> bool {
        matches!(from, Format::Fixed(from) if from.fraction == 0)
            && matches!(self.result, Format::Fixed(_))
            && self.clamp == Clamp::None
    }

    /// The power of two that a scale factor multiplies by: to fixed point it divides.
    pub(super) fn scaling(&self, scale: &Datum) -> i32 {
        let exponent = match scale.kind {
            // Of ue8m0 every number is a power of two.
            Kind::Finite { exponent, .. } => exponent,
            Kind::Zero | Kind::Infinite | Kind::Nan { .. } => 0,
        };
        match self.result {
            Format::Fixed(_) => -exponent,
            Format::Float(_) => exponent,
        }
    }
}

/// What a NaN becomes: 0, or the topmost bit where f64 or 64 bits are involved.
fn nan_to_integer(from: Format, to: &FixedFormat) -> Computed {
    let is_wide = from.width() == 64 || to.width == 64;
    let bits = if is_wide { 1 << (to.width - 1) } else { 0 };
    Computed::Given(to.decode(bits), Rule::NanToInteger { is_wide })
}

/// The lowest bits of an integer in two's complement.
fn wrapped(negative: bool, magnitude: u64, to: &FixedFormat) -> Computed {
    let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
    let datum = to.decode(bits);
    let is_same = to.limit(negative) >= u128::from(magnitude);
    Computed::Given(datum, Rule::Wrapped { is_same })
}
