//! The permitted f32 results, from the [`Short`] value: a first attempt, in 64 bits.

use super::{Error, Over, Range};
use crate::arith::elementary::{Short, multiply_high};
use crate::bits::{low_half, low_word};
use crate::format::table::F32;

/// The number of fraction bits of an f32 number.
const FRACTION_WIDTH: i32 = 23;
/// The bias of exponents.
const BIAS: i32 = 127;
/// The bits of 1 and below in the significand of a normal number.
const LEADING: u64 = 1 << FRACTION_WIDTH;
/// The encoding of infinity.
const INFINITY: u32 = 0x7f80_0000;

/// A range of a bound, for magnitudes of operands from one to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortRange {
    least: u32,
    most: u32,
    error: Error,
    size: Short,
}

/// A number between two, of which only the upper one may not be reached; or known.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: u64,
    high: u64,
    exponent: i32,
}

/// The encoding of a magnitude from the exponent and the significand of a normal number.
#[inline]
pub(crate) const fn encode(exponent: i32, significand: u64) -> u32 {
    let field = (exponent + BIAS).cast_unsigned() << FRACTION_WIDTH;
    field + low_half(significand - LEADING)
}

/// The exponent of the leading bit and the significand of an encoding of a normal number; infinity
/// counts as the next one.
#[inline]
pub(crate) const fn decode(magnitude: u32) -> (i32, u64) {
    let exponent = (magnitude >> FRACTION_WIDTH).cast_signed() - BIAS;
    (exponent, magnitude as u64 & (LEADING - 1) | LEADING)
}

impl Span {
    /// The largest number that is not above any of the span, in normal numbers; `None` where the
    /// span does not decide it.
    #[inline]
    fn floor(self) -> Option<u32> {
        let leading = self.low.checked_ilog2()?.cast_signed();
        let exponent = self.exponent + leading;
        let shift = leading - FRACTION_WIDTH;
        if shift < 0 || !(1 - BIAS..=BIAS).contains(&exponent) {
            return None;
        }
        let kept = self.low >> shift;
        (kept == (self.high - 1) >> shift).then(|| encode(exponent, kept))
    }

    /// The least number above all of a span of which nothing is a number itself.
    #[inline]
    fn ceiling(self) -> Option<u32> {
        self.floor().map(|floor| floor + 1)
    }
}

/// `value >> amount`, which may be anything.
#[inline]
fn shifted(value: u64, amount: i32) -> u64 {
    value.checked_shr(amount.unsigned_abs()).unwrap_or(0)
}

/// The sum of two magnitudes.
#[inline]
fn plus(a: &Short, b: &Short) -> Span {
    let exponent = a.exponent.max(b.exponent) + 1;
    let [i, j] = [exponent - a.exponent, exponent - b.exponent];
    let low = shifted(a.low, i) + shifted(b.low, j);
    let high = shifted(a.low + a.width, i) + shifted(b.low + b.width, j) + 2;
    Span { low, high, exponent }
}

/// The difference of two magnitudes; `None` unless it is known to be positive.
#[inline]
fn minus(a: &Short, b: &Short) -> Option<Span> {
    let exponent = a.exponent.max(b.exponent);
    let [i, j] = [exponent - a.exponent, exponent - b.exponent];
    let low = shifted(a.low, i).checked_sub(shifted(b.low + b.width, j) + 1)?;
    let high = (shifted(a.low + a.width, i) + 1).checked_sub(shifted(b.low, j))?;
    Some(Span { low, high, exponent })
}

impl ShortRange {
    /// The range of a bound on f32 operands.
    pub(crate) fn new(range: &Range) -> Self {
        let power = |exponent| encode(exponent, LEADING);
        let (least, most) = match range.over {
            Over::Everything | Over::PositiveFinite => (1, INFINITY - 1),
            Over::Between(x, y) | Over::MagnitudeBetween(x, y) => (power(x) + 1, power(y) - 1),
            Over::MagnitudeWithin(x, y) => (power(x), power(y)),
            Over::MagnitudeUpToPi(_) => {
                // The largest that it contains, a bit after the other.
                let contains = |bits: u32| range.over.contains(&F32.decode(bits.into()));
                let bits = (0..31).rev().map(|index| 1 << index);
                let most = bits.fold(
                    0,
                    |most, bit: u32| {
                        if contains(most | bit) { most | bit } else { most }
                    },
                );
                (1, most)
            }
        };
        let (significand, exponent) = range.size.parts();
        // The upper 62 bits of 127; those of a power of two are all.
        let low = low_word(significand >> 65);
        let width = u64::from(significand << 63 != 0);
        let size = Short { negative: false, low, width, exponent: exponent + 65 };
        Self { least, most, error: range.error, size }
    }

    /// Whether the magnitude of an operand lies in the range.
    #[inline]
    pub(crate) fn contains(&self, magnitude: u32) -> bool {
        (self.least..=self.most).contains(&magnitude)
    }

    /// The encodings of the least and the largest result that are permitted around a value with its
    /// correctly rounded result; `None` where the value does not decide it, or near the ends of the format.
    #[inline]
    pub(crate) fn permitted(&self, value: &Short, reference: u32) -> Option<[u32; 2]> {
        let sign = 1 << 31;
        let magnitude = reference & !sign;
        let (exponent, significand) = decode(magnitude);
        let ulps = |count: u8| {
            let count = u64::from(count);
            let shift = count.leading_zeros() - 2;
            let exponent = exponent - FRACTION_WIDTH - shift.cast_signed();
            Short { negative: false, low: count << shift, width: 0, exponent }
        };
        let error = match self.error {
            // An end beyond the next power of two but one is left to the long way.
            Error::UlpOfRounded(count) if (-120..=120).contains(&exponent) => {
                let [lo, hi] = neighbours(magnitude, significand, count.into());
                return Some(if value.negative { [sign | hi, sign | lo] } else { [lo, hi] });
            }
            // Only the long value shows that an end is a number itself.
            _ if value.width == 0 => return None,
            Error::Ulp(count) => ulps(count),
            Error::Absolute(_) => self.size,
            Error::Relative(_) => {
                let low = multiply_high(value.low, self.size.low);
                let top = multiply_high(value.low + value.width, self.size.low + self.size.width);
                let exponent = value.exponent + self.size.exponent + 64;
                Short { negative: false, low, width: top + 1 - low, exponent }
            }
            Error::UlpOfRounded(_) | Error::Vanishes => return None,
        };
        // On magnitudes, an end of the other sign with a sign.
        let top = plus(value, &error).floor()?.max(magnitude);
        let bottom = match minus(value, &error) {
            Some(span) => span.ceiling()?.min(magnitude),
            None => minus(&error, value)?.floor()? | sign,
        };
        Some(if value.negative { [top | sign, bottom ^ sign] } else { [bottom, top] })
    }
}

/// The largest and the least number at most that many units in the last place above and below a normal
/// one that is far from the ends of the format.
#[inline]
fn neighbours(magnitude: u32, significand: u64, count: u64) -> [u32; 2] {
    let above = (2 * LEADING - significand).min(count);
    let beyond = (count - above) >> 1;
    let below = (significand - LEADING).min(count);
    let beneath = (count - below) << 1;
    [magnitude - low_half(below + beneath), magnitude + low_half(above + beyond)]
}
