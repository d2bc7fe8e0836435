//! The layouts of the floating-point formats, as IEEE 754-2019 §3.4 and OCP describe them.

/// The meaning of the topmost magnitudes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// The top exponent is for infinities and NaNs.
    Ieee,
    /// All ones is the only NaN; there is no infinity.
    OneNan,
    /// Every magnitude is a number.
    None,
}

/// Sign, biased exponent, trailing significand: everything follows from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bits of the encoding.
    pub width: u32,
    /// Significand bits, the implicit one included.
    pub precision: u32,
    /// The meaning of the topmost magnitudes.
    pub specials: Specials,
}

/// Binary16.
pub const F16: Layout = Layout::ieee(16, 11);
/// bfloat16.
pub const BF16: Layout = Layout::ieee(16, 8);
/// The upper 19 bits of binary32.
pub const TF32: Layout = Layout::ieee(19, 11);
/// Binary32.
pub const F32: Layout = Layout::ieee(32, 24);
/// Binary64.
pub const F64: Layout = Layout::ieee(64, 53);
/// OCP E5M2.
pub const E5M2: Layout = Layout::ieee(8, 3);
/// OCP E4M3.
pub const E4M3: Layout = Layout { width: 8, precision: 4, specials: Specials::OneNan };
/// OCP E2M3.
pub const E2M3: Layout = Layout { width: 6, precision: 4, specials: Specials::None };
/// OCP E3M2.
pub const E3M2: Layout = Layout { width: 6, precision: 3, specials: Specials::None };
/// OCP E2M1.
pub const E2M1: Layout = Layout { width: 4, precision: 2, specials: Specials::None };

/// A finite magnitude without its sign: `aligned`·2^(`exponent` - 63), bit 63 of `aligned` set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magnitude {
    /// The exponent of the leading bit.
    pub exponent: i32,
    /// The significand, its leading bit at the top.
    pub aligned: u64,
}

impl Layout {
    /// A layout with infinities and NaNs.
    pub const fn ieee(width: u32, precision: u32) -> Self {
        Self { width, precision, specials: Specials::Ieee }
    }

    /// The layout of a PTX type without its vector suffix.
    pub fn of_type(name: &str) -> Option<Self> {
        match name {
            "f16" => Some(F16),
            "bf16" => Some(BF16),
            "tf32" => Some(TF32),
            "f32" => Some(F32),
            "f64" => Some(F64),
            "e5m2" => Some(E5M2),
            "e4m3" => Some(E4M3),
            "e2m3" => Some(E2M3),
            "e3m2" => Some(E3M2),
            "e2m1" => Some(E2M1),
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

    /// The magnitude with the top exponent and nothing else: infinity where there is one.
    pub const fn infinity(self) -> u64 {
        self.sign() - (1 << self.trailing())
    }

    /// The largest finite number.
    pub const fn max_finite(self) -> u64 {
        match self.specials {
            Specials::Ieee => self.infinity() - 1,
            Specials::OneNan => self.sign() - 2,
            Specials::None => self.sign() - 1,
        }
    }

    /// The largest exponent field, for infinities and NaNs where there are any.
    pub const fn top_field(self) -> u64 {
        self.infinity() >> self.trailing()
    }

    /// The smallest positive normal number.
    pub const fn min_normal(self) -> u64 {
        1 << self.trailing()
    }

    /// The exponent bias.
    pub const fn bias(self) -> i32 {
        (1 << (self.width - self.precision - 1)) - 1
    }

    /// The exponent of the largest finite number.
    pub const fn emax(self) -> i32 {
        self.bias() + if matches!(self.specials, Specials::Ieee) { 0 } else { 1 }
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
        self.magnitude(bits) > self.max_finite() && !self.is_infinite(bits)
    }

    /// Whether it is an infinity.
    pub const fn is_infinite(self, bits: u64) -> bool {
        matches!(self.specials, Specials::Ieee) && self.magnitude(bits) == self.infinity()
    }

    /// Whether it is nonzero and below the smallest normal number.
    pub const fn is_subnormal(self, bits: u64) -> bool {
        self.magnitude(bits) != 0 && self.magnitude(bits) < self.min_normal()
    }

    /// The magnitude of a finite number other than 0.
    pub fn split(self, bits: u64) -> Option<Magnitude> {
        let magnitude = self.magnitude(bits);
        if magnitude == 0 || magnitude > self.max_finite() {
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
        if exponent > self.emax() {
            return sign | self.max_finite();
        }
        let below = self.emin().saturating_sub(exponent).max(0).unsigned_abs();
        let shift = 64 - self.precision + below;
        let significand = if shift > 63 { 0 } else { aligned >> shift };
        let field = u64::from((exponent - self.emin()).max(0).unsigned_abs());
        // The implicit bit adds the 1 that the field lacks.
        sign | ((field << self.trailing()) + significand).min(self.max_finite())
    }

    /// A few steps up or down in magnitude, at most to zero and to the infinity or the largest
    /// finite number.
    pub fn step(self, bits: u64, steps: i32) -> u64 {
        let magnitude = self.magnitude(bits).saturating_add_signed(i64::from(steps));
        let top = match self.specials {
            Specials::Ieee => self.infinity(),
            Specials::OneNan | Specials::None => self.max_finite(),
        };
        (bits & self.sign()) | magnitude.min(top)
    }
}

#[cfg(test)]
mod tests {
    use super::{BF16, E2M1, E2M3, E3M2, E4M3, E5M2, F16, F32, F64, TF32};

    #[test]
    fn layouts_have_the_parameters_of_the_standard() {
        assert_eq!((F16.bias(), F16.emin(), F16.one(), F16.infinity()), (15, -14, 0x3c00, 0x7c00));
        assert_eq!((BF16.bias(), BF16.one(), BF16.infinity()), (127, 0x3f80, 0x7f80));
        assert_eq!((F32.emin(), F32.one()), (-126, 0x3f80_0000));
        assert_eq!((F64.bias(), F64.one()), (1023, 0x3ff0_0000_0000_0000));
        assert_eq!((TF32.bias(), TF32.one(), TF32.max_finite()), (127, 0x1fc00, 0x3fbff));
        // OFP8 5.2, MX 5.3: exponent biases and largest magnitudes.
        let parameters =
            |layout: super::Layout| (layout.bias(), layout.emax(), layout.max_finite());
        assert_eq!(parameters(E4M3), (7, 8, 0b1111_110));
        assert_eq!(parameters(E5M2), (15, 15, 0b11110_11));
        assert_eq!(parameters(E2M3), (1, 2, 0b11_111));
        assert_eq!(parameters(E3M2), (3, 4, 0b111_11));
        assert_eq!(parameters(E2M1), (1, 2, 0b11_1));
    }

    #[test]
    fn splitting_and_joining_gives_every_number_back() {
        for layout in [F16, BF16, E4M3, E5M2, E2M3, E3M2, E2M1] {
            for bits in 0..=layout.mask() {
                if let Some(magnitude) = layout.split(bits) {
                    assert_eq!(layout.join(layout.is_negative(bits), magnitude), bits);
                }
            }
        }
    }
}
