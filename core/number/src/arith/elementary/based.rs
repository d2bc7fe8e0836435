//! Exponential functions and logarithms to other bases than 2, which programs compute.

use super::exponential::power_minus_one;
use super::fraction::{LN_2, multiply};
use super::{Enclosure, Function, Truth};
use crate::arith::Value;
use crate::bits::low_word;
use crate::number::natural::Natural;
use crate::number::{Datum, Exact};

/// A function that a program computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composed {
    /// A power of a base.
    Power(Base),
    /// The logarithm to a base.
    Logarithm(Base),
    /// A function that an instruction approximates.
    Approximated(Function),
}

/// A base that is not 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The base of natural logarithms.
    E,
    /// Ten.
    Ten,
}

/// log2(e)·2^126 and log2(10)·2^126, cut off.
const LOG2_E: u128 = 0x5c55_1d94_ae0b_f85d_df43_ff68_348e_9f44;
const LOG2_10: u128 = 0xd49a_784b_cd1b_8afe_492b_f6ff_4daf_db4c;
/// log10(2), cut off.
const LOG10_2: u128 = 0x4d10_4d42_7de7_fbcc_47c4_acd6_05be_48bc;

/// Beyond this exponent of the operand every power is far outside of all formats.
const LIMIT: i32 = 12;

impl Composed {
    /// The true value, where it is finite, not 0, and not far outside of every format.
    ///
    /// Operands are those of [`Function::evaluate`]; that of a power may have 53 bits.
    #[must_use]
    pub fn evaluate(self, a: Datum) -> Option<Enclosure> {
        match (self, Value::from(a)) {
            (Self::Approximated(function), _) => function.evaluate(a, Datum::zero(false)).finite(),
            (Self::Power(base), Value::Finite(x)) => base.power(&x),
            (Self::Logarithm(base), Value::Finite(_)) => base.logarithm(a),
            (Self::Power(_) | Self::Logarithm(_), _) => None,
        }
    }
}

impl Base {
    /// This base to the power of x.
    ///
    /// It is 2^y for y = x·log2(base). The constant is less than 2^-126 too low, so |y| < 2^14 is
    /// less than 2^-114 too low, and one unit of 2^-128 more where it is cut off. The derivative of
    /// 2^f is below 2, so that the power is off by less than 2^-112 of 2^⌊y⌋, either way.
    fn power(self, x: &Exact) -> Option<Enclosure> {
        const ERROR: u128 = 1 << 14;
        if x.leading_exponent() >= LIMIT {
            return None;
        }
        let logarithm = match self {
            Self::E => LOG2_E,
            Self::Ten => LOG2_10,
        };
        // y in units of 2^-128.
        let product = Natural::from(x.significand).mul(&logarithm.into());
        let shift = x.exponent.saturating_add(2);
        let y = if shift < 0 {
            product.shr(shift.unsigned_abs())
        } else {
            product.shl(shift.unsigned_abs())
        };
        let whole = y.shr(u128::BITS);
        let fraction = y.checked_sub(&whole.shl(u128::BITS))?.to_u128()?;
        let whole = i32::try_from(low_word(whole.to_u128()?)).ok()?;
        let (whole, fraction) = if x.negative {
            (-whole - i32::from(fraction != 0), fraction.wrapping_neg())
        } else {
            (whole, fraction)
        };
        let low = (1 << 126) + (power_minus_one(fraction) >> 2) - ERROR;
        Some(Enclosure { negative: false, low, width: 2 * ERROR, exponent: whole - 126 })
    }

    /// The logarithm of a number to this base: its binary logarithm times that of 2.
    fn logarithm(self, a: Datum) -> Option<Enclosure> {
        let Truth::Finite(binary) = Function::Log2.evaluate(a, Datum::zero(false)) else {
            return None;
        };
        let factor = match self {
            Self::E => LN_2,
            Self::Ten => LOG10_2,
        };
        // The product has the bits of the binary logarithm, which are few if that is exact.
        let shift = binary.low.leading_zeros();
        let low = multiply(binary.low << shift, factor);
        let width = (binary.width << shift) + 2;
        let exponent = binary.exponent - shift.cast_signed();
        Some(Enclosure { low, width, exponent, ..binary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::rounding::{Rounding, Subnormals};
    use crate::format::table::{F32, F64};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The nearest numbers of f32 and f64.
    fn nearest(function: Composed, bits: u64) -> [Option<u64>; 2] {
        let value = function.evaluate(F32.decode(bits));
        [&F32, &F64].map(|format| {
            let rounded = value?.decided(format, Rounding::TiesToEven, Subnormals::Keep)?;
            Some(format.encode(&rounded))
        })
    }

    /// The results of mpmath 1.3, with 400 bits, rounded to both formats.
    #[test]
    fn powers_and_logarithms_are_those_of_another_implementation() {
        use Base::{E, Ten};
        use Composed::{Logarithm, Power};
        for (function, bits, single, double) in [
            (Power(E), 0x3f80_0000, 0x402d_f854, 0x4005_bf0a_8b14_5769),
            (Power(E), 0xbf80_0000, 0x3ebc_5ab2, 0x3fd7_8b56_362c_ef38),
            (Power(E), 0x42b0_0000, 0x7ef8_82b7, 0x47df_1056_dc7b_f22d),
            (Power(E), 0xc2ae_0000, 0x00b3_3687, 0x3816_66d0_dad2_961d),
            (Power(E), 0x3300_0001, 0x3f80_0000, 0x3ff0_0000_0800_0012),
            (Power(E), 0xb300_0001, 0x3f7f_ffff, 0x3fef_ffff_efff_ffe4),
            (Power(E), 0x3e99_999a, 0x3fac_c82d, 0x3ff5_9905_90dd_e87f),
            (Power(E), 0x0000_0001, 0x3f80_0000, 0x3ff0_0000_0000_0000),
            (Power(Ten), 0x3f80_0000, 0x4120_0000, 0x4024_0000_0000_0000),
            (Power(Ten), 0xbf00_0000, 0x3ea1_e89b, 0x3fd4_3d13_6248_490f),
            (Power(Ten), 0x4218_0000, 0x7e96_7699, 0x47d2_ced3_2a16_a1b1),
            (Power(Ten), 0xc217_0000, 0x00c1_a332, 0x3818_3466_3d98_2612),
            (Power(Ten), 0x3412_3456, 0x3f80_0003, 0x3ff0_0000_5429_7c48),
            (Logarithm(E), 0x4000_0000, 0x3f31_7218, 0x3fe6_2e42_fefa_39ef),
            (Logarithm(E), 0x3f80_0001, 0x33ff_ffff, 0x3e7f_ffff_e000_002b),
            (Logarithm(E), 0x3f7f_ffff, 0xb380_0000, 0xbe70_0000_0800_0005),
            (Logarithm(E), 0x0000_0001, 0xc2ce_8ed0, 0xc059_d1d9_fccf_4770),
            (Logarithm(E), 0x7f7f_ffff, 0x42b1_7218, 0x4056_2e42_feba_39ef),
            (Logarithm(E), 0x402d_f854, 0x3f7f_ffff, 0x3fef_ffff_efb2_45ea),
            (Logarithm(Ten), 0x4120_0000, 0x3f80_0000, 0x3ff0_0000_0000_0000),
            (Logarithm(Ten), 0x4000_0000, 0x3e9a_209b, 0x3fd3_4413_509f_79ff),
            (Logarithm(Ten), 0x3f80_0001, 0x335e_5bd8, 0x3e6b_cb7a_f95b_6a1e),
            (Logarithm(Ten), 0x7f7f_ffff, 0x421a_209b, 0x4043_4413_5067_e309),
        ] {
            assert_eq!(
                nearest(function, bits),
                [Some(single), Some(double)],
                "{function:?} {bits:x}"
            );
        }
    }

    /// A power of a logarithm is the number.
    #[test]
    fn the_functions_of_a_base_are_inverse() {
        for base in [Base::E, Base::Ten] {
            for number in [0x3f80_0001, 0x3fc0_0000, 0x4120_0000, 0x7f7f_ffff, 0x0080_0000] {
                let logarithm = Composed::Logarithm(base).evaluate(F32.decode(number)).unwrap();
                let rounded = logarithm.round(&F64, Rounding::TiesToEven, Subnormals::Keep);
                let power = Composed::Power(base).evaluate(rounded).unwrap();
                let back = power.round(&F32, Rounding::TiesToEven, Subnormals::Keep);
                assert_eq!(F32.encode(&back), number, "{base:?}");
            }
        }
    }

    #[test]
    fn constants_belong_together() {
        // log2(e)·ln 2 = 1 and log2(10)·log10(2) = 1, less what is cut off.
        for (one, other) in [(LOG2_E, LN_2), (LOG2_10, LOG10_2)] {
            let short = (1_u128 << 126) - multiply(one, other);
            assert!((1..8).contains(&short), "{short}");
        }
    }

    #[test]
    fn what_has_no_finite_value_has_none() {
        let function = Composed::Power(Base::E);
        for bits in [0, 0x7f80_0000, 0x7fc0_0000, 0x4580_0000] {
            assert_eq!(function.evaluate(F32.decode(bits)), None, "{bits:x}");
        }
        let function = Composed::Logarithm(Base::Ten);
        for bits in [0, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0x7fc0_0000] {
            assert_eq!(function.evaluate(F32.decode(bits)), None, "{bits:x}");
        }
    }
}
