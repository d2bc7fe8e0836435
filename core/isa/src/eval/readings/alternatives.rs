//! The results by the alternatives of each reading.

use super::{Otherwise, is};
use crate::arith::clamp::Clamp;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, Value};
use crate::bits::low_half;
use crate::catalog::Operation;
use crate::catalog::bound::{Approximation, Permitted};
use crate::eval::op::{LANE_OPERANDS, LaneOp};
use crate::eval::operate::OOB_NAN;
use crate::format::table::{E2M1, E4M3, F32, UE5M3, UE8M0};
use crate::format::{Class, Format};
use crate::number::{Datum, Exact};
use crate::source::reading::{Key, Readings};

impl LaneOp {
    /// The result by an alternative of a reading, if that differs from `bits`.
    pub(super) fn otherwise(
        &self,
        key: Key,
        index: usize,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<Otherwise> {
        let other = match key {
            Key::Tf32LowBits if index == 0 => return Some(Otherwise::LowBits),
            // The operand is kept whole, so the upper bits are those of its truncation.
            Key::Tf32LowBits => {
                Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
            }
            Key::Fp6Padding => {
                // The padding comes after the numbers.
                let padding = operands.get(self.sources()).copied().unwrap_or(0);
                return (padding != 0).then_some(Otherwise::Any);
            }
            Key::FtzTininess => self.flushed_otherwise(index, operands),
            Key::SatNegativeZero | Key::ReluNegativeZero | Key::S2f6Saturation => {
                self.less_clamped(key, operands)
            }
            Key::Ue8m0Negative => self.negative_otherwise(index, operands),
            Key::Ue8m0Overflow => self.beyond_ue8m0(operands, bits),
            Key::Ue8m0Zero => self.zero_otherwise(operands),
            Key::Ue8m0Infinity => self.infinite_in_ue8m0(operands),
            Key::RsLayout | Key::RsReversal | Key::RsAlignment | Key::RsOverflow => {
                self.stochastic(key, index, operands, bits)
            }
            Key::OobNan => self.heeded_otherwise(index, operands),
            Key::OobAddend => self.out_of_bounds_addend(operands),
            Key::XorsignNan => self.signed_otherwise(operands, bits),
            Key::RcpF64UpperWord => self.whole_nan(operands),
            Key::MadSm1xRounding => self.sum_otherwise(operands),
            Key::MadSm1xSubnormalAddend => self.truncated_otherwise(operands),
            Key::CvtRpiSm13 => Some(self.kept_otherwise(operands)),
            Key::Ue5m3Negative => self.without_sign(index, operands),
            Key::Ue5m3Overflow | Key::Ue5m3Infinity => {
                let is_infinite = key == Key::Ue5m3Infinity;
                self.beyond_ue5m3(is_infinite, operands, bits)
            }
            Key::ScaledFlushSign => self.positive_zero(operands, bits),
            Key::MixedFtz => Some(self.less_flushed(index, operands)),
            Key::MixedProduct => self.product_otherwise(index, operands),
            Key::MixedThroughSingle => Some(self.through_single(operands)),
            Key::E4m3Overflow => self.beyond_e4m3(operands, bits),
            Key::E4m3Infinity => self.infinite_in_e4m3(operands),
            Key::RelativeErrorSubnormal => {
                return self.is_beyond_error(operands).then_some(Otherwise::Any);
            }
            Key::AbsF64Nan => {
                let [a, ..] = *operands;
                let magnitude = self.result.float().map_or(a, |format| a & format.magnitude_mask());
                self.result.is_nan(a).then_some(magnitude)
            }
        };
        other.filter(|other| *other != bits).map(Otherwise::Bits)
    }

    /// A number beyond the largest one of ue8m0.
    fn beyond_ue8m0(&self, operands: &[u64; LANE_OPERANDS], bits: u64) -> Option<u64> {
        let [a, ..] = self.data(operands);
        let is_it = a.exact().is_some() && UE8M0.canonical_nan == Some(bits);
        is_it.then(|| UE8M0.max_finite())
    }

    /// An infinity in ue8m0.
    fn infinite_in_ue8m0(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [a, ..] = self.data(operands);
        a.is_infinite().then(|| UE8M0.max_finite())
    }

    /// The sum of `mad` rounded towards zero.
    fn sum_otherwise(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [_, _, c] = self.data(operands);
        let op = Self { rounding: Rounding::TowardZero, ..*self };
        (!c.is_zero()).then(|| op.plainly(operands))
    }

    /// The result with subnormal operands.
    fn kept_otherwise(&self, operands: &[u64; LANE_OPERANDS]) -> u64 {
        let mut op = *self;
        op.flush.operands = false;
        op.plainly(operands)
    }

    /// The special NaN of `.oob` in the addend.
    fn out_of_bounds_addend(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [a, b, c] = operands.map(|bits| self.is_out_of_bounds(bits));
        (c && !a && !b).then_some(0)
    }

    /// Whether no number is within the documented error of an approximate result.
    fn is_beyond_error(&self, operands: &[u64; LANE_OPERANDS]) -> bool {
        let (Some(bound), Some(format)) = (self.bound, self.result.float()) else { return false };
        let data = self.data(operands);
        let operands = data.get(..self.sources()).unwrap_or_default();
        let Approximation { permitted, .. } =
            bound.approximate(operands, format, self.flush.subnormals());
        permitted == Permitted::Nearest
    }

    /// The bits of the result, computed without readings.
    fn plainly(&self, operands: &[u64; LANE_OPERANDS]) -> u64 {
        Self { readings: Readings::NONE, ..*self }.evaluate(operands, &mut ()).bits
    }

    fn data(&self, operands: &[u64; LANE_OPERANDS]) -> [Datum; LANE_OPERANDS] {
        self.decode(operands, &mut ())
    }

    /// The result flushed according to the exact value, or after rounding with subnormals.
    fn flushed_otherwise(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let format = self.result.float()?;
        let data = self.data(operands);
        let Value::Finite(exact) = self.value(operands, &data) else { return None };
        let [_, random, _] = *operands;
        let rounding = self.rounding.with_random(low_half(random));
        let zero = Datum::zero(exact.negative);
        let datum = if index == 0 {
            let is_tiny = exact.leading_exponent() < format.emin();
            if is_tiny { zero } else { round(&exact, format, rounding, Subnormals::Keep).datum }
        } else {
            let datum = round(&exact, format, rounding, Subnormals::Keep).datum;
            let magnitude = format.encode(&datum) & format.magnitude_mask();
            if magnitude < format.min_normal() { zero } else { datum }
        };
        let after = self.clamp.apply(self.signed(datum, &data), self.result);
        Some(self.result.encode(&after))
    }

    /// The truncated product of `mad`, whose subnormal addend is flushed to zero.
    fn truncated_otherwise(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [_, _, addend] = *operands;
        let [_, _, format] = self.operands;
        if format.classify(addend) != Class::Subnormal {
            return None;
        }
        let data = self.data(operands);
        let [a, b, c] = data.map(Value::from);
        let truncated = arith::mad_truncated(a, b, c, F32.precision, self.rounding);
        let Value::Finite(exact) = truncated else { return None };
        let rounded = round(&exact, &F32, self.rounding, self.flush.subnormals()).datum;
        let after = self.clamp.apply(self.signed(rounded, &data), self.result);
        Some(self.result.encode(&after))
    }

    /// A subnormal operand of a scaled conversion that became -0.
    fn positive_zero(&self, operands: &[u64; LANE_OPERANDS], bits: u64) -> Option<u64> {
        let [a, ..] = *operands;
        let [from, ..] = self.operands;
        let is_negative_zero = self.result.float().is_some_and(|to| to.sign_mask() == bits);
        (is_negative_zero && from.classify(a) == Class::Subnormal).then_some(0)
    }

    /// Operands alone are flushed, or results alone.
    fn less_flushed(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> u64 {
        let mut op = *self;
        if index == 0 {
            op.flush.result = false;
        } else {
            op.flush.operands = false;
        }
        op.plainly(operands)
    }

    /// An infinite result in e4m3.
    fn infinite_in_e4m3(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let value = self.value(operands, &self.data(operands));
        let Value::Infinite { negative } = value else { return None };
        let sign = if negative { E4M3.sign_mask() } else { 0 };
        if self.clamp.is_finite() { E4M3.canonical_nan } else { Some(E4M3.max_finite() | sign) }
    }

    /// A negative number in ue5m3.
    fn without_sign(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let data = self.data(operands);
        let [a, ..] = data;
        let Value::Finite(_) = self.value(operands, &data) else { return None };
        let limit = Self { rounding: Rounding::TowardPositive, clamp: Clamp::None, ..*self };
        match (a.negative, index) {
            // The text itself names the result of `.satfinite` beyond the largest number.
            _ if self.clamp.is_finite() && UE5M3.canonical_nan == Some(limit.plainly(operands)) => {
                None
            }
            (true, 0) if self.rounding == Rounding::TowardPositive => {
                Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
            }
            (false, _) | (true, 0) => None,
            (true, 1) => Some(0),
            (true, _) => UE5M3.canonical_nan,
        }
    }

    /// A number beyond the largest one of ue5m3, or an infinity.
    fn beyond_ue5m3(
        &self,
        is_infinite: bool,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<u64> {
        let data = self.data(operands);
        let [a, scale, _] = data;
        if UE5M3.canonical_nan != Some(bits) || a.is_nan() || scale.is_nan() {
            return None;
        }
        (a.is_infinite() == is_infinite).then(|| UE5M3.max_finite())
    }

    /// The product with the second factor rounded to the format of the first, or truncated.
    fn product_otherwise(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        if index > 0 {
            return Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands));
        }
        let [from, other, third] = self.operands;
        let [a, b, c] = *operands;
        let format = from.float()?;
        let rounded =
            round(&other.decode(b).exact()?, format, Rounding::TiesToEven, Subnormals::Keep);
        let op = Self { operands: [from, from, third], ..*self };
        Some(op.plainly(&[a, format.encode(&rounded.datum), c]))
    }

    /// The result rounded to the nearest f32, then as the instruction says.
    fn through_single(&self, operands: &[u64; LANE_OPERANDS]) -> u64 {
        let single = Format::Float(&F32);
        let first = Self { result: single, rounding: Rounding::TiesToEven, ..*self };
        let then = Self {
            operation: Operation::Convert,
            operands: [single; LANE_OPERANDS],
            source_count: 1,
            ..*self
        };
        then.plainly(&[first.plainly(operands), 0, 0])
    }

    /// A result above the largest number of e4m3 that is rounded to it.
    fn beyond_e4m3(&self, operands: &[u64; LANE_OPERANDS], bits: u64) -> Option<u64> {
        let away = if bits & E4M3.sign_mask() == 0 {
            Rounding::TowardPositive
        } else {
            Rounding::TowardNegative
        };
        let is_largest = bits & E4M3.magnitude_mask() == E4M3.max_finite();
        let beyond = Self { rounding: away, ..*self }.plainly(operands);
        (is_largest && beyond != bits).then_some(beyond)
    }

    /// -0, or the least number of two's complement, kept by the clamp.
    fn less_clamped(&self, key: Key, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let is_finite = self.clamp.is_finite();
        let clamp = match (key, self.clamp) {
            (Key::ReluNegativeZero, Clamp::FiniteRelu) => Clamp::Finite,
            (Key::S2f6Saturation, Clamp::FiniteRelu) => return None,
            _ => Clamp::None,
        };
        let before = Self { clamp, ..*self }.plainly(operands);
        let is_it = match self.result {
            Format::Float(format) => before == format.sign_mask(),
            Format::Fixed(format) => is_finite && before == format.min(),
        };
        is_it.then_some(before)
    }

    /// A negative number in a format without sign.
    fn negative_otherwise(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [a, ..] = self.data(operands);
        let exact = a.exact().filter(|_| a.negative)?;
        let is_beyond =
            exact.leading_exponent() >= UE8M0.emax() && !exact.significand.is_power_of_two();
        match index {
            // The text itself names the result of `.satfinite` beyond the largest number.
            _ if is_beyond && self.clamp == Clamp::Finite => None,
            0 if self.rounding == Rounding::TowardPositive => {
                Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
            }
            0 => None,
            1 => Some(0),
            _ => UE8M0.canonical_nan,
        }
    }

    /// A zero, or a number below the smallest one, in a format without zero.
    fn zero_otherwise(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [a, ..] = self.data(operands);
        let is_below = |exact: Exact| {
            exact.leading_exponent() < UE8M0.emin() && self.rounding == Rounding::TowardZero
        };
        let is_it = a.is_zero() || a.exact().is_some_and(is_below);
        if is_it { UE8M0.canonical_nan } else { None }
    }

    /// Alternatives for other or differently placed random bits, and for results beyond the largest
    /// number.
    fn stochastic(
        &self,
        key: Key,
        index: usize,
        operands: &[u64; LANE_OPERANDS],
        bits: u64,
    ) -> Option<u64> {
        let format = self.result.float()?;
        let [a, ..] = self.data(operands);
        let exact = a.exact()?;
        let [number, random, _] = *operands;
        let with = |random: u64, count: u8| {
            let rounding = Rounding::Stochastic { random: 0, count };
            Self { rounding, ..*self }.plainly(&[number, random, 0])
        };
        match (key, index) {
            (Key::RsLayout, 0) => Some(with(random >> 8, 8)),
            (Key::RsLayout, 1) => Some(with(random & 0xff, 8)),
            (Key::RsLayout, _) if is(self.result, &E2M1) => {
                Some(with(random >> 8 | (random & 0xff) << 8, 16))
            }
            (Key::RsReversal, _) => Some(with(random.reverse_bits() >> 48, 16)),
            (Key::RsAlignment, _) => {
                let unit = lowest_exponent(exact.leading_exponent());
                let quantum = exact.leading_exponent() - i32::from(format.precision) + 1;
                let discarded = quantum.max(format.min_quantum()) - unit;
                match u8::try_from(discarded) {
                    Ok(count @ 1..=32) => Some(with(random, count)),
                    // More bits are discarded than added, so the sum does not carry.
                    _ if discarded > 32 => {
                        Some(Self { rounding: Rounding::TowardZero, ..*self }.plainly(operands))
                    }
                    _ => None,
                }
            }
            (Key::RsOverflow, _) => {
                let magnitude = bits & format.magnitude_mask();
                let is_infinite = self.result.decode(magnitude).is_infinite();
                is_infinite.then_some(bits & format.sign_mask() | format.max_finite())
            }
            _ => None,
        }
    }

    /// The result if an out-of-bounds NaN among the factors counts as an ordinary NaN, or an
    /// ordinary one as out of bounds. By the second alternative any NaN in the addend counts as out
    /// of bounds.
    fn heeded_otherwise(&self, index: usize, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [a, b, c] = *operands;
        if index > 0 {
            return (self.result.is_nan(c) && !self.is_out_of_bounds(c)).then_some(0);
        }
        if self.is_out_of_bounds(a) || self.is_out_of_bounds(b) {
            return Some(Self { has_oob: false, ..*self }.plainly(operands));
        }
        [a, b].into_iter().any(|bits| self.result.is_nan(bits)).then_some(0)
    }

    fn is_out_of_bounds(&self, bits: u64) -> bool {
        self.result.float().is_some_and(|format| bits & format.magnitude_mask() == OOB_NAN)
    }

    /// The result with the sign of the pseudocode for packed max, which looks at the first operand.
    fn signed_otherwise(&self, operands: &[u64; LANE_OPERANDS], bits: u64) -> Option<u64> {
        let format = self.result.float()?;
        let [a, b, _] = *operands;
        let sign = (a ^ b) & format.sign_mask();
        if !self.result.is_nan(a) && self.result.is_nan(bits) {
            Some(bits | sign)
        } else if self.result.is_nan(a) && !self.result.is_nan(bits) {
            Some(bits & format.magnitude_mask())
        } else {
            None
        }
    }

    /// The canonical NaN for an operand whose upper word is an infinity, but whose lower word is
    /// not 0.
    fn whole_nan(&self, operands: &[u64; LANE_OPERANDS]) -> Option<u64> {
        let [upper, lower, _] = *operands;
        let is_infinite = self.result.decode(upper).is_infinite();
        (is_infinite && lower != 0).then(|| self.result.canonical_nan())?
    }
}

/// The exponent of the lowest bit of an f32 number whose leading bit has the exponent `leading`.
fn lowest_exponent(leading: i32) -> i32 {
    (leading - i32::from(F32.precision) + 1).max(F32.min_quantum())
}
