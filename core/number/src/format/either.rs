//! A format of either kind, and what both kinds have.

use core::fmt;

use super::{Class, Field, FixedFormat, FloatFormat};
use crate::bits::mask;
use crate::number::{Datum, Kind};

/// A floating-point or fixed-point format.
///
/// ```
/// use ptxfp::Instruction;
///
/// let widen = Instruction::parse("cvt.rn.f16x2.e4m3x2", "sm_90")?;
/// let source = widen.operands().next().unwrap().format();
/// assert_eq!((source.to_string(), source.width()), ("e4m3".to_string(), 8));
/// assert!(source.float().is_some_and(|float| float.infinity().is_none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Floating point.
    Float(&'static FloatFormat),
    /// Fixed point, the integers included.
    Fixed(&'static FixedFormat),
}

impl From<&'static FloatFormat> for Format {
    fn from(format: &'static FloatFormat) -> Self {
        Self::Float(format)
    }
}

impl From<&'static FixedFormat> for Format {
    fn from(format: &'static FixedFormat) -> Self {
        Self::Fixed(format)
    }
}

impl fmt::Display for Format {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Format {
    /// The name PTX gives it, without the dot.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float(format) => format.name,
            Self::Fixed(format) => format.name,
        }
    }

    /// Bits of the encoding.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn width(self) -> u8 {
        match self {
            Self::Float(format) => format.width,
            Self::Fixed(format) => format.width,
        }
    }

    /// The floating-point format that it is, if it is one.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn float(self) -> Option<&'static FloatFormat> {
        match self {
            Self::Float(format) => Some(format),
            Self::Fixed(_) => None,
        }
    }

    /// Whether it has negative data.
    #[inline]
    pub const fn is_signed(self) -> bool {
        match self {
            Self::Float(format) => format.signed,
            Self::Fixed(format) => format.signed,
        }
    }

    /// Bits of the exponent field; a fixed-point format has none.
    #[inline]
    pub const fn exponent_width(self) -> u32 {
        match self {
            Self::Float(format) => format.exponent_width(),
            Self::Fixed(_) => 0,
        }
    }

    /// Bits below the sign and the exponent field.
    #[inline]
    pub const fn trailing_width(self) -> u32 {
        match self {
            Self::Float(format) => format.trailing_width(),
            Self::Fixed(format) => format.width as u32 - format.signed as u32,
        }
    }

    /// Reads the datum that the lowest bits encode; bits above the width are ignored.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn decode(self, bits: u64) -> Datum {
        match self {
            Self::Float(format) => format.decode(bits),
            Self::Fixed(format) => format.decode(bits),
        }
    }

    /// The encoding of a datum, total on all data.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn encode(self, datum: &Datum) -> u64 {
        match self {
            Self::Float(format) => format.encode(datum),
            Self::Fixed(format) => format.encode_datum(datum),
        }
    }

    /// The encoding of a datum that the format has, without rounding; `None` of another one. A NaN may
    /// lose its payload.
    ///
    /// ```
    /// use ptxfp_number::format::table::by_name;
    ///
    /// let [double, half] = ["f64", "f16"].map(|name| by_name(name).unwrap());
    /// let exact = |value: f64| half.encode_exact(&double.decode(value.to_bits()));
    /// assert_eq!((exact(1.5), exact(0.1), exact(65536.0)), (Some(0x3e00), None, None));
    /// ```
    #[must_use]
    pub fn encode_exact(self, datum: &Datum) -> Option<u64> {
        let bits = self.encode(datum);
        is_same(datum, &self.decode(bits)).then_some(bits)
    }

    /// The class of the datum that `bits` encode; a fixed-point number is zero or normal.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn classify(self, bits: u64) -> Class {
        match self {
            Self::Float(format) => format.classify(bits),
            Self::Fixed(format) if format.decode(bits).is_zero() => Class::Zero,
            Self::Fixed(_) => Class::Normal,
        }
    }

    /// The word shown to people for the class of the datum that `bits` encode.
    pub const fn class_name(self, bits: u64) -> &'static str {
        match self {
            Self::Float(format) => format.classify(bits).name(),
            Self::Fixed(format) => match (format.width, format.decode(bits).is_zero()) {
                (1, true) => "false",
                (1, false) => "true",
                (_, true) => Class::Zero.name(),
                (_, false) if format.fraction == 0 => "integer",
                (_, false) => "fixed point",
            },
        }
    }

    /// Whether `bits` encode a NaN.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn is_nan(self, bits: u64) -> bool {
        matches!(self.classify(bits), Class::QuietNan | Class::SignalingNan)
    }

    /// The canonical NaN, where there are NaNs.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn canonical_nan(self) -> Option<u64> {
        match self {
            Self::Float(format) => format.canonical_nan,
            Self::Fixed(_) => None,
        }
    }

    /// The encoding of 1, where the format has it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn one(self) -> u64 {
        match self {
            Self::Float(format) => format.one(),
            Self::Fixed(format) => 1 << format.fraction,
        }
    }

    /// The encoding of the largest finite datum.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn max_finite(self) -> u64 {
        match self {
            Self::Float(format) => format.max_finite(),
            Self::Fixed(format) => format.max(),
        }
    }

    /// The field that bit `index` belongs to, 0 being the least significant.
    ///
    /// In a fixed-point format the topmost bit is the sign if there is one, and the rest is
    /// significand.
    #[inline]
    pub const fn field(self, index: u32) -> Field {
        match self {
            Self::Float(format) => format.field(index),
            Self::Fixed(format) if format.signed && index + 1 >= format.width as u32 => Field::Sign,
            Self::Fixed(_) => Field::Significand,
        }
    }

    /// The encoding with the other sign, for NaNs too; `None` if the format has no signs, or the
    /// number no counterpart.
    #[must_use]
    pub const fn negate(self, bits: u64) -> Option<u64> {
        match self {
            Self::Float(float) if float.sign_mask() != 0 => Some(bits ^ float.sign_mask()),
            Self::Fixed(fixed) if fixed.signed && bits != fixed.min() => {
                Some(bits.wrapping_neg() & mask(fixed.width as u32))
            }
            Self::Float(_) | Self::Fixed(_) => None,
        }
    }

    /// The next encoding towards positive infinity, where there is one.
    #[inline]
    pub const fn next_up(self, bits: u64) -> Option<u64> {
        match self {
            Self::Float(format) => format.next_up(bits),
            Self::Fixed(format) => format.next_up(bits),
        }
    }

    /// The next encoding towards negative infinity, where there is one.
    #[inline]
    pub const fn next_down(self, bits: u64) -> Option<u64> {
        match self {
            Self::Float(format) => format.next_down(bits),
            Self::Fixed(format) => format.next_down(bits),
        }
    }

    /// The exponent of a unit in the last place of the datum that `bits` encode; of the smallest
    /// one where it is zero or not finite.
    #[inline]
    pub const fn ulp_exponent(self, bits: u64) -> i32 {
        match (self.decode(bits).kind, self) {
            (Kind::Finite { exponent, .. }, _) => exponent,
            (_, Self::Float(format)) => format.min_quantum(),
            (_, Self::Fixed(format)) => format.quantum(),
        }
    }
}

/// Whether two data are one number, or NaNs both.
fn is_same(one: &Datum, other: &Datum) -> bool {
    let is_nan = one.is_nan() && other.is_nan();
    is_nan || one.negative == other.negative && odd(one.kind) == odd(other.kind)
}

/// The kind with a significand that is odd.
const fn odd(kind: Kind) -> Kind {
    match kind {
        Kind::Finite { significand, exponent } => {
            let zeros = significand.trailing_zeros();
            let significand = significand >> zeros;
            Kind::Finite { significand, exponent: exponent + zeros.cast_signed() }
        }
        Kind::Zero | Kind::Infinite | Kind::Nan { .. } => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::format::table::{FIXEDS, FLOATS, S32, U32};
    use crate::number::dyadic::Dyadic;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_other_sign_is_the_negative_value() {
        let floats = FLOATS.iter().copied().map(Format::Float);
        for format in floats.chain(FIXEDS.iter().copied().map(Format::Fixed)) {
            for bits in (0..1_u64 << format.width().min(16)).step_by(7) {
                let Some(other) = format.negate(bits) else { continue };
                assert_eq!(format.negate(other), Some(bits), "{} {bits:#x}", format.name());
                let (value, negative) = (format.decode(bits), format.decode(other));
                let (value, negative) = (Dyadic::from_datum(&value), Dyadic::from_datum(&negative));
                if let (Some(value), Some(negative)) = (value, negative) {
                    assert!(value.add(&negative).is_zero(), "{} {bits:#x}", format.name());
                }
            }
        }
        assert_eq!(Format::Fixed(&U32).negate(1), None);
        assert_eq!(Format::Fixed(&S32).negate(1 << 31), None);
    }
}
