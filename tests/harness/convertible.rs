//! Operands of conversions: what lies on, between and beyond the data of the destination.

use crate::layout::{Layout, Magnitude};
use crate::operands::Operands;
use crate::register::Element;
use crate::related::random_sign;

impl Operands {
    /// An element to convert.
    pub(crate) fn convertible(&mut self, from: Element, to: Element) -> u64 {
        match from {
            Element::Float(layout) if layout.width > 8 => {
                if self.random.below(3) == 0 {
                    return self.number(layout);
                }
                let target = match to {
                    Element::Float(to) => self.between_numbers(to),
                    Element::Integer { width, .. } => self.between_integers(width),
                    Element::Fixed => {
                        let value = self.between_integers(7);
                        Magnitude { exponent: value.exponent - 6, ..value }
                    }
                    Element::Magnitude => Magnitude {
                        exponent: self.random.between(-20, 17),
                        aligned: 1 << 63 | self.random.below(64) << 57,
                    },
                    Element::Scale | Element::Truth => Magnitude {
                        exponent: self.random.between(-151, 129),
                        aligned: 1 << 63 | if self.random.coin() { self.random.bits() } else { 0 },
                    },
                };
                let bits = layout.join(false, target) | random_sign(&mut self.random, layout);
                if layout.magnitude(bits) <= layout.max_finite() {
                    layout.step(bits, self.random.between(-1, 1))
                } else {
                    bits
                }
            }
            Element::Integer { width, .. } => self.integer(width, to) & from.mask(),
            Element::Float(_)
            | Element::Scale
            | Element::Magnitude
            | Element::Fixed
            | Element::Truth => self.random.bits() & from.mask(),
        }
    }

    /// A number of a layout, or the middle between two.
    fn between_numbers(&mut self, layout: Layout) -> Magnitude {
        let number = self.number(layout) & layout.mask();
        let bits = layout.magnitude(number).min(layout.max_finite());
        let Some(value) = layout.split(bits) else {
            // Around half of the smallest number.
            let exponent = layout.emin() - layout.trailing().cast_signed() - 1;
            return Magnitude { exponent, aligned: 1 << 63 };
        };
        // A subnormal number has a larger unit relative to its magnitude.
        let unit = value.exponent.max(layout.emin()) - layout.trailing().cast_signed();
        let place = 62 - (value.exponent - unit);
        let aligned = if self.random.coin() { value.aligned } else { value.aligned | 1 << place };
        Magnitude { aligned, ..value }
    }

    /// An integer or a half: any, or near the ends of the integer types of this width.
    fn between_integers(&mut self, width: u32) -> Magnitude {
        let random = &mut self.random;
        let ends = [width - 1, width, 8, 16, 32, 63];
        let twice = match random.below(4) {
            0 => u128::from(random.below(64)),
            1 => {
                let end = 2_u128 << *random.pick(&ends);
                end.saturating_add_signed(random.between(-4, 4).into())
            }
            _ => u128::from(random.bits() >> random.below(u64::from(width.min(63)) + 1)) | 1,
        };
        let zeros = twice.leading_zeros();
        let aligned = u64::try_from(twice.checked_shl(zeros).unwrap_or(0) >> 64).unwrap_or(0);
        Magnitude { exponent: 126 - zeros.cast_signed(), aligned }
    }

    /// An integer: any, next to a power of two, or next to the middle of two numbers of a layout.
    fn integer(&mut self, width: u32, to: Element) -> u64 {
        let precision = to.layout().map_or(8, |layout| layout.precision);
        let random = &mut self.random;
        let n_bits = random.below(u64::from(width)) + 1;
        let near = u64::from(random.between(-2, 2).unsigned_abs());
        let magnitude = match random.below(4) {
            0 => random.bits() >> (64 - n_bits),
            1 => (1_u64 << (n_bits - 1)).wrapping_add(near).wrapping_sub(1),
            _ => {
                let tie = 1 << precision | random.bits() >> (64 - precision) | 1;
                let shift = random.below(u64::from(width.saturating_sub(precision)) + 1);
                (tie << shift).wrapping_add(near).wrapping_sub(1)
            }
        };
        if random.coin() { magnitude } else { magnitude.wrapping_neg() }
    }
}
