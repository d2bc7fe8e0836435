//! Operands that are made for one another.

use crate::layout::{Layout, Magnitude};
use crate::operands::Operands;
use crate::random::Random;

impl Operands {
    /// A second term for a sum, which cancels, ends half an ulp below the first, or overflows.
    pub(crate) fn addend(&mut self, a: u64, of: Layout, layout: Layout) -> u64 {
        let is_negative = of.is_negative(a);
        let Some(value) = of.split(a) else { return self.number(layout) };
        let random = &mut self.random;
        let precision = i32::try_from(self.result.precision).unwrap_or(0);
        let related = match random.below(4) {
            // An equal magnitude, or nearly.
            0 => {
                let same = layout.join(is_negative, value);
                return layout.step(same, random.between(-3, 3)) ^ random_sign(random, layout);
            }
            // Around half an ulp.
            1 => Magnitude {
                exponent: value.exponent - precision + random.between(-1, 1),
                aligned: 1 << 63 | low_bit(random, layout),
            },
            // Anywhere from overlapping to far below.
            2 => Magnitude {
                exponent: value.exponent - random.between(0, 2 * precision + 3),
                aligned: random.bits() | 1 << 63,
            },
            // A magnitude in a binade near the first: the sum carries or cancels.
            _ => Magnitude {
                exponent: value.exponent + random.between(-1, 1),
                aligned: random.bits() | 1 << 63,
            },
        };
        layout.join(random.coin(), related)
    }

    /// A second factor for a product that is tiny, huge, near a power of two, or arbitrary.
    pub(crate) fn factor(&mut self, a: u64, b: u64) -> u64 {
        let [of, layout] = [self.sources[0], self.sources[1]];
        let Some(value) = of.split(a) else { return b };
        let random = &mut self.random;
        let precision = i32::try_from(self.result.precision).unwrap_or(0);
        let aligned = match random.below(3) {
            0 => random.bits() | 1 << 63,
            1 => 1 << 63 | low_bit(random, layout),
            // Nearly the reciprocal.
            _ => {
                let quotient = (u128::MAX >> 1) / u128::from(value.aligned);
                let quotient = u64::try_from(quotient).unwrap_or(u64::MAX);
                quotient << quotient.leading_zeros()
            }
        };
        let product = match random.below(5) {
            0 => self.result.emin() - random.between(-2, precision + 2),
            1 => self.result.emin() - random.between(-2, 2),
            2 => self.result.bias() - random.between(-2, 2),
            3 => random.between(-3, 3),
            _ => return b,
        };
        let related = Magnitude { exponent: product - value.exponent, aligned };
        let factor = layout.join(random.coin(), related);
        layout.step(factor, random.between(-1, 1))
    }

    /// A third operand: it cancels the product, or one of them ends near half an ulp of the other.
    pub(crate) fn third(&mut self, a: u64, b: u64, c: u64) -> u64 {
        let [of_a, of_b, layout] = self.sources;
        let (Some(x), Some(y)) = (of_a.split(a), of_b.split(b)) else { return c };
        let product = product(x, y);
        let is_negative = of_a.is_negative(a) != of_b.is_negative(b);
        let precision = i32::try_from(layout.precision).unwrap_or(0);
        let random = &mut self.random;
        let exponent = match random.below(5) {
            0 | 1 => {
                let opposite = layout.join(!is_negative, product);
                return layout.step(opposite, random.between(-3, 3));
            }
            2 => product.exponent - precision + random.between(-2, 2),
            3 => product.exponent + precision + random.between(-2, 2),
            _ => product.exponent + random.between(-3 * precision, 3 * precision),
        };
        let aligned =
            if random.coin() { 1 << 63 | low_bit(random, layout) } else { random.bits() | 1 << 63 };
        layout.join(random.coin(), Magnitude { exponent, aligned })
    }

    /// A dividend for a quotient *q* by *b*: their product, or a neighbor of it.
    pub(crate) fn dividend(&mut self, q: u64, b: u64) -> u64 {
        let layout = self.result;
        let (Some(x), Some(y)) = (layout.split(q), layout.split(b)) else { return q };
        if self.random.below(3) == 0 {
            return q;
        }
        // A quotient between two numbers: one more significand bit.
        let half = if self.random.coin() { low_bit(&mut self.random, layout) >> 1 } else { 0 };
        let product = product(Magnitude { aligned: x.aligned | half, ..x }, y);
        let sign = random_sign(&mut self.random, layout);
        layout.step(layout.join(false, product), self.random.between(-1, 1)) ^ sign
    }

    /// An operand of a function of one: a number, a square, a reciprocal or a neighbor of those.
    pub(crate) fn sole(&mut self) -> u64 {
        let layout = self.result;
        let number = self.number(layout);
        let Some(value) = layout.split(number) else { return number };
        let half = if self.random.coin() { low_bit(&mut self.random, layout) >> 1 } else { 0 };
        let value = Magnitude { aligned: value.aligned | half, ..value };
        let related = match self.random.below(4) {
            0 => product(value, value),
            1 => {
                let one = Magnitude { exponent: 0, aligned: 1 << 63 };
                Magnitude { exponent: -value.exponent - 1, ..quotient(one, value) }
            }
            _ => return number,
        };
        let sign = if self.random.below(8) == 0 { layout.sign() } else { 0 };
        layout.step(layout.join(false, related), self.random.between(-1, 1)) | sign
    }

    /// An operand to compare with *a*: the same, its neighbor, its opposite, or *b*.
    pub(crate) fn close(&mut self, a: u64, b: u64) -> u64 {
        let layout = self.result;
        match self.random.below(4) {
            0 => a ^ random_sign(&mut self.random, layout),
            1 if layout.magnitude(a) <= layout.infinity() => {
                let step = self.random.between(-1, 1);
                layout.step(a, step) ^ random_sign(&mut self.random, layout)
            }
            _ => b,
        }
    }
}

fn product(x: Magnitude, y: Magnitude) -> Magnitude {
    let wide = u128::from(x.aligned) * u128::from(y.aligned);
    let zeros = wide.leading_zeros();
    Magnitude {
        exponent: x.exponent + y.exponent + 1 - zeros.cast_signed(),
        aligned: u64::try_from(wide << zeros >> 64).unwrap_or(0),
    }
}

/// The significand of a quotient; its exponent is the caller's.
fn quotient(x: Magnitude, y: Magnitude) -> Magnitude {
    let wide = (u128::from(x.aligned) << 63) / u128::from(y.aligned);
    let wide = u64::try_from(wide).unwrap_or(u64::MAX);
    Magnitude { exponent: 0, aligned: wide << wide.leading_zeros() }
}

/// Nothing, or the last bit that the layout keeps.
pub(crate) fn low_bit(random: &mut Random, layout: Layout) -> u64 {
    if random.coin() { 0 } else { 1 << (64 - layout.precision) }
}

pub(crate) fn random_sign(random: &mut Random, layout: Layout) -> u64 {
    if random.coin() { layout.sign() } else { 0 }
}
