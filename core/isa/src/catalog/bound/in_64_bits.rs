//! The permitted f32, f16 and bf16 results, from the [`Short`] value: a first attempt, in
//! 64 bits.

use super::{Bound, Error, Over, Range};
use crate::arith::elementary::{Function, Operand, Short, multiply_high};
use crate::bits::{low_half, low_word, mask};
use crate::format::FloatFormat;
use crate::format::table::F32;

/// The encoding of normal numbers of a format of at most 32 bits.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Normals {
    /// The number of fraction bits.
    width: i32,
    /// The exponent bias.
    bias: i32,
    /// The encoding of infinity.
    infinity: u32,
    /// The sign bit.
    sign: u32,
}

/// The normal numbers of f32.
#[doc(hidden)]
pub const SINGLE: Normals = Normals { width: 23, bias: 127, infinity: 0x7f80_0000, sign: 1 << 31 };

/// A range of a bound, for magnitudes of operands from one to another.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ShortRange {
    normals: Normals,
    least: u32,
    most: u32,
    error: Error,
    size: Short,
}

impl Normals {
    /// The normal numbers of a format with infinities and the width of f32, f16 or bf16.
    fn of(format: &FloatFormat) -> Option<Self> {
        let infinity =
            format.infinity().filter(|_| format.width <= 32 && format.precision <= 24)?;
        Some(Self {
            width: i32::from(format.precision) - 1,
            bias: format.bias,
            infinity: low_half(infinity),
            sign: low_half(format.sign_mask()),
        })
    }

    /// The bit of 1 in the significand of a normal number.
    #[inline]
    const fn leading(self) -> u64 {
        1 << self.width
    }

    /// The encoding of a magnitude from the exponent and the significand of a normal number.
    #[inline]
    pub(crate) const fn encode(self, exponent: i32, significand: u64) -> u32 {
        let field = (exponent + self.bias).cast_unsigned() << self.width;
        field + low_half(significand - self.leading())
    }

    /// The exponent of the leading bit and the significand of an encoding of a normal number; infinity
    /// counts as the next one.
    #[doc(hidden)]
    #[inline]
    pub const fn decode(self, magnitude: u32) -> (i32, u64) {
        let exponent = (magnitude >> self.width).cast_signed() - self.bias;
        (exponent, magnitude as u64 & (self.leading() - 1) | self.leading())
    }

    /// Whether an exponent is far enough from the ends of the range that neighbors are normal too.
    #[inline]
    const fn is_inside(self, exponent: i32) -> bool {
        exponent > 1 - self.bias && exponent < self.bias - 1
    }

    /// The correctly rounded result, if the value decides it and is far from the ends of the
    /// format.
    #[doc(hidden)]
    #[inline]
    pub fn nearest(self, value: &Short) -> Option<u32> {
        let leading = value.low.checked_ilog2()?;
        let exponent = value.exponent + leading.cast_signed();
        let shift = leading.checked_sub(self.width.unsigned_abs()).filter(|shift| *shift != 0)?;
        let half = 1 << (shift - 1);
        let last = value.low + value.width.saturating_sub(1);
        let [low, high] = [value.low, last].map(|end| (end + half) >> shift);
        let is_tie = value.width == 0 && value.low & mask(shift) == half;
        if low != high || is_tie || !self.is_inside(exponent) {
            return None;
        }
        // A carry into the next binade is one into the exponent field too.
        let sign = if value.negative { self.sign } else { 0 };
        Some(sign | (self.encode(exponent, self.leading()) + low_half(low - self.leading())))
    }

    /// An operand that is finite and not 0, its significand of 24 bits; `None` for others, and for
    /// subnormal ones that are flushed.
    #[doc(hidden)]
    #[inline]
    pub fn operand(self, bits: u32, flushes: bool) -> Option<Operand> {
        let magnitude = bits & (self.sign - 1);
        let negative = bits != magnitude;
        if magnitude >= self.infinity {
            return None;
        }
        let is_normal = u64::from(magnitude) >= self.leading();
        if !is_normal && (flushes || magnitude == 0) {
            return None;
        }
        let (exponent, significand) =
            if is_normal { self.decode(magnitude) } else { (1 - self.bias, magnitude.into()) };
        let shift = significand.leading_zeros() - 40;
        let exponent = exponent - self.width - shift.cast_signed();
        Some(Operand { negative, significand: significand << shift, exponent })
    }
}

/// The other results that are permitted, for a result in 64 bits.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// The results from one to another.
    Between([u32; 2]),
    /// Any result: its error has no bound.
    Unbounded,
    /// No number is within the documented error, so that a reading decides.
    Reading,
}

/// A first attempt at approximate results.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct FirstAttempt {
    function: Function,
    normals: Normals,
    flushes: bool,
    ranges: [Option<ShortRange>; 2],
    /// Powers of two are out of range for operands of this magnitude and larger ones.
    far: u32,
    /// The results for larger positive and negative operands, and the others that are permitted.
    beyond: [(u32, Ends); 2],
}

impl FirstAttempt {
    /// A first attempt for a bound on f32, f16 or bf16; `long` evaluates an operand in 128 bits.
    pub(crate) fn new(
        bound: &Bound,
        format: &FloatFormat,
        flushes: bool,
        long: impl Fn(u32) -> (u32, Ends),
    ) -> Option<Self> {
        let normals = Normals::of(format).filter(|_| bound.ranges.len() <= 2)?;
        let mut ranges = bound.ranges.iter().map(|range| ShortRange::new(range, normals, format));
        let limit = (format.emax() + i32::from(format.precision) + 2).cast_unsigned();
        let far = if bound.function == Function::Exp2 {
            let exponent = limit.next_power_of_two().ilog2().cast_signed();
            normals.encode(exponent, normals.leading())
        } else {
            u32::MAX
        };
        let beyond = [far, far | normals.sign]
            .map(|bits| if far == u32::MAX { (0, Ends::Unbounded) } else { long(bits) });
        Some(Self {
            function: bound.function,
            normals,
            flushes,
            ranges: [ranges.next(), ranges.next()],
            far,
            beyond,
        })
    }

    /// The correctly rounded result and the others that are permitted; `None` where 64 bits do not decide.
    /// Results that are not `beyond` are normal, and within any documented error.
    #[inline]
    pub(crate) fn approximate(&self, [a, b]: [u32; 2]) -> Option<(u32, Ends)> {
        let normals = self.normals;
        let magnitude = a & (normals.sign - 1);
        if magnitude >= self.far && magnitude < normals.infinity {
            let [positive, negative] = self.beyond;
            return Some(if a == magnitude { positive } else { negative });
        }
        let x = normals.operand(a, self.flushes)?;
        let (y, size) = if self.function == Function::Quotient {
            (normals.operand(b, self.flushes)?, b & (normals.sign - 1))
        } else {
            (x, magnitude)
        };
        let value = self.function.short(x, y)?;
        let reference = normals.nearest(&value)?;
        let range = self.ranges.iter().flatten().find(|range| range.contains(size));
        let ends = match range {
            None => Ends::Unbounded,
            Some(range) => Ends::Between(range.permitted(&value, reference)?),
        };
        Some((reference, ends))
    }
}

/// A number known exactly, or between two bounds, of which only the upper one cannot be reached.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: u64,
    high: u64,
    exponent: i32,
}

impl Span {
    /// The largest number of the format at or below the span; `None` unless it is the same for all
    /// of the span and normal.
    #[inline]
    fn floor(self, normals: Normals) -> Option<u32> {
        let leading = self.low.checked_ilog2()?.cast_signed();
        let exponent = self.exponent + leading;
        let shift = leading - normals.width;
        if shift < 0 || !(1 - normals.bias..=normals.bias).contains(&exponent) {
            return None;
        }
        let kept = self.low >> shift;
        (kept == (self.high - 1) >> shift).then(|| normals.encode(exponent, kept))
    }

    /// The least number of the format above the span, in which there is none.
    #[inline]
    fn ceiling(self, normals: Normals) -> Option<u32> {
        self.floor(normals).map(|floor| floor + 1)
    }
}

/// `value >> amount`; 0 for a large `amount`.
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
    #[doc(hidden)]
    pub fn of_single(range: &Range) -> Self {
        Self::new(range, SINGLE, &F32)
    }

    /// The range of a bound on operands of a format.
    fn new(range: &Range, normals: Normals, format: &FloatFormat) -> Self {
        let power = |exponent| normals.encode(exponent, normals.leading());
        let (least, most) = match range.over {
            Over::Everything | Over::PositiveFinite => (1, normals.infinity - 1),
            Over::Between(x, y) | Over::MagnitudeBetween(x, y) => (power(x) + 1, power(y) - 1),
            Over::MagnitudeWithin(x, y) => (power(x), power(y)),
            Over::MagnitudeUpToPi(_) => {
                // The largest magnitude in the range, found bit by bit.
                let contains = |bits: u32| range.over.contains(&format.decode(bits.into()));
                let bits = (0..normals.sign.ilog2()).rev().map(|index| 1 << index);
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
        // The upper 62 of 127 bits; a power of two has no others.
        let low = low_word(significand >> 65);
        let width = u64::from(significand << 63 != 0);
        let size = Short { negative: false, low, width, exponent: exponent + 65 };
        Self { normals, least, most, error: range.error, size }
    }

    /// Whether the magnitude of an operand lies in the range.
    #[doc(hidden)]
    #[inline]
    pub fn contains(&self, magnitude: u32) -> bool {
        (self.least..=self.most).contains(&magnitude)
    }

    /// The encodings of the least and the largest result that are permitted around a value;
    /// `reference` is the correctly rounded one. `None` where 64 bits do not decide, and near the
    /// ends of the format.
    #[doc(hidden)]
    #[inline]
    pub fn permitted(&self, value: &Short, reference: u32) -> Option<[u32; 2]> {
        let normals = self.normals;
        let sign = normals.sign;
        let magnitude = reference & !sign;
        let (exponent, significand) = normals.decode(magnitude);
        let ulps = |count: u8| {
            let count = u64::from(count);
            let shift = count.leading_zeros() - 2;
            let exponent = exponent - normals.width - shift.cast_signed();
            Short { negative: false, low: count << shift, width: 0, exponent }
        };
        let error = match self.error {
            // An end beyond the second next power of two is left to 128 bits.
            Error::UlpOfRounded(count)
                if (7 - normals.bias..=normals.bias - 7).contains(&exponent) =>
            {
                let [lo, hi] = normals.neighbors([magnitude.into(), significand], count.into());
                return Some(if value.negative { [sign | hi, sign | lo] } else { [lo, hi] });
            }
            // Only 128 bits show that an end is a number of the format.
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
        // Both are magnitudes; a lower end of the other sign has its sign bit set.
        let top = plus(value, &error).floor(normals)?.max(magnitude);
        let bottom = match minus(value, &error) {
            Some(span) => span.ceiling(normals)?.min(magnitude),
            None => minus(&error, value)?.floor(normals)? | sign,
        };
        Some(if value.negative { [top | sign, bottom ^ sign] } else { [bottom, top] })
    }
}

impl Normals {
    /// The least and the largest number at most `count` units in the last place below and above a
    /// normal one that is far from the ends of the format.
    #[inline]
    fn neighbors(self, [magnitude, significand]: [u64; 2], count: u64) -> [u32; 2] {
        let leading = self.leading();
        let above = (2 * leading - significand).min(count);
        let beyond = (count - above) >> 1;
        let below = (significand - leading).min(count);
        let beneath = (count - below) << 1;
        [magnitude - below - beneath, magnitude + above + beyond].map(low_half)
    }
}
