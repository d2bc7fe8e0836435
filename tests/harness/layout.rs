//! The layouts of the binary interchange formats, as IEEE 754-2019 §3.4 describes them.

/// Sign, biased exponent, trailing significand: everything follows from two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bits of the encoding.
    pub width: u32,
    /// Significand bits, the implicit one included.
    pub precision: u32,
}

/// Binary16.
pub const F16: Layout = Layout { width: 16, precision: 11 };
/// bfloat16.
pub const BF16: Layout = Layout { width: 16, precision: 8 };
/// Binary32.
pub const F32: Layout = Layout { width: 32, precision: 24 };
/// Binary64.
pub const F64: Layout = Layout { width: 64, precision: 53 };

/// A finite magnitude without its sign: `aligned`·2^(`exponent` - 63), bit 63 of `aligned` set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magnitude {
    /// The exponent of the leading bit.
    pub exponent: i32,
    /// The significand, its leading bit at the top.
    pub aligned: u64,
}

impl Layout {
    /// The layout of a PTX type without its vector suffix.
    pub fn of_type(name: &str) -> Option<Self> {
        match name {
            "f16" => Some(F16),
            "bf16" => Some(BF16),
            "f32" => Some(F32),
            "f64" => Some(F64),
            _ => None,
        }
    }

    /// Bits of the trailing significand field.
    pub const fn trailing(self) -> u32 {
        self.precision - 1
    }

    /// The sign bit.
    pub const fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    /// All bits.
    pub const fn mask(self) -> u64 {
        self.sign() | (self.sign() - 1)
    }

    /// Positive infinity.
    pub const fn infinity(self) -> u64 {
        self.sign() - (1 << self.trailing())
    }

    /// The largest exponent field, that of infinities and NaNs.
    pub const fn top_field(self) -> u64 {
        self.infinity() >> self.trailing()
    }

    /// The smallest positive normal number.
    pub const fn min_normal(self) -> u64 {
        1 << self.trailing()
    }

    /// The exponent bias, which is emax too.
    pub const fn bias(self) -> i32 {
        (1 << (self.width - self.precision - 1)) - 1
    }

    /// The exponent of the smallest normal number.
    pub const fn emin(self) -> i32 {
        1 - self.bias()
    }

    /// 1.
    pub const fn one(self) -> u64 {
        (self.infinity() >> 1) & self.infinity()
    }

    /// Without the sign.
    pub const fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign() - 1)
    }

    /// Whether the sign bit is set.
    pub const fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// Whether it is a NaN.
    pub const fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.infinity()
    }

    /// Whether it is nonzero and below the smallest normal number.
    pub const fn is_subnormal(self, bits: u64) -> bool {
        self.magnitude(bits) != 0 && self.magnitude(bits) < self.min_normal()
    }

    /// The magnitude of a finite number other than 0.
    pub fn split(self, bits: u64) -> Option<Magnitude> {
        let magnitude = self.magnitude(bits);
        if magnitude == 0 || magnitude >= self.infinity() {
            return None;
        }
        let field = magnitude >> self.trailing();
        let trailing = magnitude & (self.min_normal() - 1);
        let significand = if field == 0 { trailing } else { trailing | self.min_normal() };
        let zeros = significand.leading_zeros();
        let last =
            i32::try_from(field.max(1)).unwrap_or(0) - self.bias() - self.trailing().cast_signed();
        Some(Magnitude { exponent: last + 63 - zeros.cast_signed(), aligned: significand << zeros })
    }

    /// The number of that sign and magnitude, towards zero; the largest finite one if it is beyond.
    pub fn join(self, negative: bool, magnitude: Magnitude) -> u64 {
        let Magnitude { exponent, aligned } = magnitude;
        let sign = if negative { self.sign() } else { 0 };
        if exponent > self.bias() {
            return sign | (self.infinity() - 1);
        }
        let below = self.emin().saturating_sub(exponent).max(0).unsigned_abs();
        let shift = 64 - self.precision + below;
        let significand = if shift > 63 { 0 } else { aligned >> shift };
        let field = u64::from((exponent - self.emin()).max(0).unsigned_abs());
        // The implicit bit adds the 1 that the field lacks.
        sign | ((field << self.trailing()) + significand)
    }

    /// A few steps up or down in magnitude, at most to the infinity and to zero.
    pub fn step(self, bits: u64, steps: i32) -> u64 {
        let magnitude = self.magnitude(bits).saturating_add_signed(i64::from(steps));
        (bits & self.sign()) | magnitude.min(self.infinity())
    }
}

#[cfg(test)]
mod tests {
    use super::{BF16, F16, F32, F64};

    #[test]
    fn layouts_have_the_parameters_of_the_standard() {
        assert_eq!((F16.bias(), F16.emin(), F16.one(), F16.infinity()), (15, -14, 0x3c00, 0x7c00));
        assert_eq!((BF16.bias(), BF16.one(), BF16.infinity()), (127, 0x3f80, 0x7f80));
        assert_eq!((F32.emin(), F32.one()), (-126, 0x3f80_0000));
        assert_eq!((F64.bias(), F64.one()), (1023, 0x3ff0_0000_0000_0000));
    }

    #[test]
    fn splitting_and_joining_gives_every_number_back() {
        for layout in [F16, BF16] {
            for bits in 0..=0xffff {
                if let Some(magnitude) = layout.split(bits) {
                    assert_eq!(layout.join(layout.is_negative(bits), magnitude), bits);
                }
            }
        }
    }
}
