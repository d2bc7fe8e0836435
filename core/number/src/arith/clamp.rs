//! The clamping modifiers, as total functions on the rounded datum.

use crate::format::{FixedFormat, Format};
use crate::number::Datum;

/// The limits that an instruction sets to its rounded result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// Nothing.
    None,
    /// `.sat`: to [0, 1]; NaN and both zeros become +0.
    Unit,
    /// `.sat` on an integer: to its range, where the conversion to it has clamped it already.
    Range,
    /// `.relu`: negative values and -0 become +0; a NaN becomes canonical.
    Relu,
    /// `.satfinite`: an infinity becomes the largest finite datum of its sign; a NaN becomes
    /// canonical, or the largest finite datum where the format has no NaN.
    Finite,
    /// `.satfinite`, then `.relu`.
    FiniteRelu,
    /// `.pzo`: -0 becomes +0. After `.relu` there is no -0.
    PositiveZero,
    /// `.satfinite`, then `.pzo`.
    FinitePositiveZero,
}

impl Clamp {
    /// Applies the clamp to a datum of `format`.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn apply(self, datum: Datum, format: Format) -> Datum {
        match self {
            Self::None | Self::Range => datum,
            Self::Unit => unit(datum, format),
            Self::Relu => relu(datum, format),
            Self::Finite => finite(datum, format),
            Self::FiniteRelu => relu(finite(datum, format), format),
            Self::PositiveZero => positive_zero(datum),
            Self::FinitePositiveZero => positive_zero(finite(datum, format)),
        }
    }

    /// Whether it has `.satfinite`.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        matches!(self, Self::Finite | Self::FiniteRelu | Self::FinitePositiveZero)
    }

    /// Whether it has `.relu`.
    #[must_use]
    pub const fn is_relu(self) -> bool {
        matches!(self, Self::Relu | Self::FiniteRelu)
    }

    /// Whether negative numbers become +0.
    pub(super) const fn clears_negative(self) -> bool {
        match self {
            Self::Unit | Self::Relu | Self::FiniteRelu => true,
            Self::None
            | Self::Range
            | Self::Finite
            | Self::PositiveZero
            | Self::FinitePositiveZero => false,
        }
    }
}

#[cfg_attr(optimized_for_speed, inline(always))]
const fn unit(datum: Datum, format: Format) -> Datum {
    if datum.is_nan() || datum.negative || datum.is_zero() {
        Datum::zero(false)
    } else if format.encode(&datum) > format.one() {
        format.decode(format.one())
    } else {
        datum
    }
}

#[cfg_attr(optimized_for_speed, inline(always))]
const fn relu(datum: Datum, format: Format) -> Datum {
    if datum.is_nan() {
        canonical_nan(format)
    } else if datum.negative {
        Datum::zero(false)
    } else {
        datum
    }
}

#[cfg_attr(optimized_for_speed, inline(always))]
const fn positive_zero(datum: Datum) -> Datum {
    if datum.is_zero() { Datum::zero(false) } else { datum }
}

#[cfg_attr(optimized_for_speed, inline(always))]
const fn finite(datum: Datum, format: Format) -> Datum {
    match format {
        _ if datum.is_nan() => canonical_nan(format),
        Format::Float(_) if datum.is_infinite() => {
            Datum { negative: datum.negative, ..format.decode(format.max_finite()) }
        }
        Format::Fixed(format) if is_beyond_max(&datum, format) => {
            format.decode(format.max()).negated()
        }
        Format::Float(_) | Format::Fixed(_) => datum,
    }
}

/// Whether the magnitude of a datum exceeds that of the largest number of its format.
///
/// Only the least number of two's complement is; PTX ISA 9.7.9.21 has "sign-preserved `MAX_NORM`"
/// for it, read as written. No capture says whether GPUs return the least number instead.
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn is_beyond_max(datum: &Datum, format: &FixedFormat) -> bool {
    format.signed && datum.negative && format.encode_datum(datum) == format.min()
}

/// The canonical NaN; the largest finite datum where the
/// format has no NaN.
#[must_use]
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn canonical_nan(format: Format) -> Datum {
    match format.canonical_nan() {
        Some(bits) => format.decode(bits),
        None => format.decode(format.max_finite()),
    }
}

#[cfg(test)]
mod tests {
    use super::Clamp;
    use crate::format::Format;
    use crate::format::table::{E2M1, E4M3, F16, S2F6};
    use crate::number::{Datum, Kind};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn check(clamp: Clamp, bits: u64, expected: u64) {
        assert_eq!(
            F16.encode(&clamp.apply(F16.decode(bits), Format::Float(&F16))),
            expected,
            "{clamp:?} {bits:#x}"
        );
    }

    #[test]
    fn a_clamp_has_the_modifiers_that_its_name_says() {
        for (clamp, modifiers) in [
            (Clamp::None, [false, false]),
            (Clamp::Range, [false, false]),
            (Clamp::Unit, [false, false]),
            (Clamp::Relu, [false, true]),
            (Clamp::Finite, [true, false]),
            (Clamp::FiniteRelu, [true, true]),
            (Clamp::PositiveZero, [false, false]),
            (Clamp::FinitePositiveZero, [true, false]),
        ] {
            assert_eq!([clamp.is_finite(), clamp.is_relu()], modifiers, "{clamp:?}");
            let least = Datum { negative: true, ..F16.decode(1) };
            let is_cleared = !clamp.apply(least, Format::Float(&F16)).negative;
            assert_eq!(clamp.clears_negative(), is_cleared, "{clamp:?}");
        }
    }

    #[test]
    fn sat_clamps_to_the_unit_interval() {
        for (bits, expected) in [
            (0x7e00, 0),
            (0xfe00, 0),
            (0x8000, 0),
            (0xbc00, 0),
            (0xfc00, 0),
            (0x8001, 0),
            (0x0001, 1),
            (0x3bff, 0x3bff),
            (0x3c00, 0x3c00),
            (0x3c01, 0x3c00),
            (0x7c00, 0x3c00),
        ] {
            check(Clamp::Unit, bits, expected);
        }
    }

    #[test]
    fn relu_clamps_negatives_and_canonicalizes_nan() {
        for (bits, expected) in [
            (0x7e01, 0x7fff),
            (0xfe00, 0x7fff),
            (0x8000, 0),
            (0xbc00, 0),
            (0xfc00, 0),
            (0x0001, 1),
            (0x4200, 0x4200),
            (0x7c00, 0x7c00),
        ] {
            check(Clamp::Relu, bits, expected);
        }
    }

    #[test]
    fn satfinite_clamps_infinities_and_gives_each_format_its_nan() {
        let nan = Datum { negative: true, kind: Kind::Nan { quiet: true, payload: 1 } };
        for (format, max, sign, nan_bits) in
            [(&F16, 0x7bff, 0x8000, 0x7fff), (&E4M3, 0x7e, 0x80, 0x7f), (&E2M1, 0x7, 0x8, 0x7)]
        {
            let clamp =
                |clamp: Clamp, datum| format.encode(&clamp.apply(datum, Format::Float(format)));
            assert_eq!(clamp(Clamp::Finite, Datum::infinite(false)), max, "{}", format.name);
            assert_eq!(clamp(Clamp::Finite, Datum::infinite(true)), sign | max, "{}", format.name);
            assert_eq!(clamp(Clamp::FiniteRelu, Datum::infinite(true)), 0, "{}", format.name);
            assert_eq!(clamp(Clamp::Finite, nan), nan_bits, "{}", format.name);
            assert_eq!(clamp(Clamp::FiniteRelu, nan), nan_bits, "{}", format.name);
            assert_eq!(clamp(Clamp::Finite, format.decode(1)), 1, "{}", format.name);
        }
    }

    #[test]
    fn pzo_changes_the_sign_of_zeros_alone() {
        for (bits, expected) in [
            (0x8000, 0),
            (0x0000, 0),
            (0x8001, 0x8001),
            (0xfc00, 0xfc00),
            (0xfe01, 0xfe01),
            (0xbc00, 0xbc00),
        ] {
            check(Clamp::PositiveZero, bits, expected);
        }
        check(Clamp::FinitePositiveZero, 0xfc00, 0xfbff);
        check(Clamp::FinitePositiveZero, 0x8000, 0);
    }

    #[test]
    fn satfinite_is_symmetric_in_fixed_point() {
        let s2f6 = Format::Fixed(&S2F6);
        let clamp = |clamp: Clamp, bits| s2f6.encode(&clamp.apply(s2f6.decode(bits), s2f6));
        for (bits, expected, rectified) in
            [(0x80, 0x81, 0), (0x81, 0x81, 0), (0xff, 0xff, 0), (0x00, 0x00, 0), (0x7f, 0x7f, 0x7f)]
        {
            assert_eq!(clamp(Clamp::Finite, bits), expected);
            assert_eq!(clamp(Clamp::FiniteRelu, bits), rectified);
        }
        let nan = Datum { negative: true, kind: Kind::Nan { quiet: true, payload: 1 } };
        assert_eq!(s2f6.encode(&Clamp::FiniteRelu.apply(nan, s2f6)), 0x7f);
    }
}
