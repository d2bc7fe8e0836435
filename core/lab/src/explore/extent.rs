//! The extent of many encodings: what they have in common.

use crate::bits::low_half;
use crate::eval::widest;
use crate::format::{Class, FloatFormat};

/// The least and the greatest magnitude among encodings, and the bits of all and of any of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent<'f> {
    format: &'f FloatFormat,
    magnitudes: [u64; 2],
    all: u64,
    any: u64,
}

impl<'f> Extent<'f> {
    /// The extent of encodings of a format.
    pub(super) fn of(format: &'f FloatFormat, encodings: &[u64]) -> Self {
        widest(|| Self::among(format, encodings))
    }

    #[inline]
    fn among(format: &'f FloatFormat, encodings: &[u64]) -> Self {
        let mask = format.magnitude_mask();
        // In 32 bits, of which a magnitude has 31 at most, the compiler takes several rows at a time.
        if format.width <= 32 {
            let mask = low_half(mask).cast_signed();
            let mut magnitudes = [i32::MAX, 0];
            let (mut all, mut any) = (-1, 0);
            for bits in encodings {
                let bits = low_half(*bits).cast_signed();
                magnitudes = [magnitudes[0].min(bits & mask), magnitudes[1].max(bits & mask)];
                (all, any) = (all & bits, any | bits);
            }
            let [all, any] = [all, any].map(|bits| u64::from(bits.cast_unsigned()));
            let magnitudes = magnitudes.map(|it| u64::from(it.cast_unsigned()));
            return Self { format, magnitudes, all, any };
        }
        let mut magnitudes = [u64::MAX, 0];
        let (mut all, mut any) = (u64::MAX, 0);
        for bits in encodings {
            magnitudes = [magnitudes[0].min(bits & mask), magnitudes[1].max(bits & mask)];
            (all, any) = (all & bits, any | bits);
        }
        Self { format, magnitudes, all, any }
    }

    /// The class of all encodings, if it is one; of NaNs it may be the other kind for some. Classes
    /// are intervals of magnitudes.
    pub(super) fn class(&self) -> Option<Class> {
        let [first, last] = self.magnitudes.map(|bits| self.format.classify(bits));
        (first == last || is_nan(first) && is_nan(last)).then_some(first)
    }

    /// The encodings of the least and of the greatest magnitude, if all have one sign.
    pub(super) const fn ends(&self) -> Option<[u64; 2]> {
        let sign = self.format.sign_mask();
        if (self.all ^ self.any) & sign != 0 {
            return None;
        }
        let [least, greatest] = self.magnitudes;
        Some([least | self.all & sign, greatest | self.all & sign])
    }
}

/// Whether a class is one of those of NaNs.
pub(super) const fn is_nan(class: Class) -> bool {
    matches!(class, Class::QuietNan | Class::SignalingNan)
}
