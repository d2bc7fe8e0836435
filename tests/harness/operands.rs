//! Operands where arithmetic goes wrong: ties, subnormals, cancellation, overflow edges.

use crate::layout::{Layout, Magnitude};
use crate::random::Random;
use crate::spelling::{Operation, Spelling};

/// An endless supply of operands for an operation.
#[derive(Clone, Debug)]
pub struct Operands {
    random: Random,
    operation: Operation,
    sources: [Layout; 3],
    result: Layout,
}

impl Operands {
    /// Operands for a lane of an instruction.
    pub const fn new(spelling: &Spelling, random: Random) -> Self {
        let Spelling { operation, sources, result, .. } = *spelling;
        Self { random, operation, sources, result }
    }

    /// The next operands; a third one that the operation lacks is 0.
    pub fn elements(&mut self) -> [u64; 3] {
        let [a, b, c] = self.sources.map(|layout| self.number(layout));
        match self.operation {
            Operation::Add | Operation::Sub => {
                let related = self.addend(a, self.sources[0], self.sources[1]);
                let b = if self.random.below(3) == 0 { b } else { related };
                if self.sources[0] == self.sources[1] && self.random.coin() {
                    [b, a, 0]
                } else {
                    [a, b, 0]
                }
            }
            Operation::Mul => [a, self.factor(a, b), 0],
            Operation::Fma => {
                let b = self.factor(a, b);
                let c = if self.random.below(4) == 0 { c } else { self.third(a, b, c) };
                if self.random.coin() { [b, a, c] } else { [a, b, c] }
            }
        }
    }

    /// The next operands in packed registers.
    pub fn registers(&mut self, n_lanes: u32) -> [u64; 3] {
        let mut registers = [0; 3];
        for lane in 0..n_lanes {
            let elements = self.elements();
            for ((register, element), layout) in
                registers.iter_mut().zip(elements).zip(self.sources)
            {
                *register |= element << (lane * layout.width);
            }
        }
        registers
    }

    /// A number by itself.
    pub fn number(&mut self, layout: Layout) -> u64 {
        let random = &mut self.random;
        let sign = if random.coin() { layout.sign() } else { 0 };
        let trailing = layout.trailing();
        let low = layout.min_normal() - 1;
        let top = layout.top_field();
        let bias = layout.bias();
        let any_field = random.below(top);
        let magnitude = match random.below(12) {
            0 => random.bits(),
            1 => special(random, layout),
            // A power of two and its neighbours.
            2 => return layout.step((any_field << trailing) | sign, random.between(-2, 2)),
            // Few bits set: exact results and ties.
            3 => (any_field << trailing) | sparse(random, trailing),
            // Runs of ones at either end: carries.
            4 => (any_field << trailing) | (low >> random.below(trailing.into()) & low),
            5 => (any_field << trailing) | (low << random.below(trailing.into()) & low),
            // Around the smallest normal number, and far up.
            6 => {
                (random.below(u64::from(layout.precision) + 3) << trailing) | (random.bits() & low)
            }
            7 => ((top - 1 - random.below(3)) << trailing) | (random.bits() & low),
            // Around 1: ties and cancellation.
            8 => {
                let near = bias + random.between(-3, 3);
                (u64::from(near.unsigned_abs()) << trailing) | (random.bits() & low)
            }
            9 => {
                let reach = i32::try_from(layout.precision).unwrap_or(0) + 2;
                let near = (bias + random.between(-reach, reach)).max(0);
                let significand =
                    if random.coin() { sparse(random, trailing) } else { random.bits() & low };
                (u64::from(near.unsigned_abs()) << trailing) | significand
            }
            // Subnormals of every length.
            10 => random.bits() & low >> random.below(trailing.into()),
            // Small integers.
            _ => {
                let integer = random.below(1 << layout.precision.min(20)) | 1;
                let zeros = integer.leading_zeros();
                let magnitude =
                    Magnitude { exponent: 63 - zeros.cast_signed(), aligned: integer << zeros };
                layout.join(false, magnitude)
            }
        };
        sign | magnitude & (layout.sign() - 1)
    }

    /// A second term for a sum: it cancels, or ends half an ulp below the first, or overflows.
    fn addend(&mut self, a: u64, of: Layout, layout: Layout) -> u64 {
        let is_negative = of.is_negative(a);
        let Some(value) = of.split(a) else { return self.number(layout) };
        let random = &mut self.random;
        let precision = i32::try_from(self.result.precision).unwrap_or(0);
        let related = match random.below(4) {
            // The same magnitude, or nearly.
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
            // The same binade: the sum carries or cancels.
            _ => Magnitude {
                exponent: value.exponent + random.between(-1, 1),
                aligned: random.bits() | 1 << 63,
            },
        };
        layout.join(random.coin(), related)
    }

    /// A second factor: the product is tiny, or huge, or next to a power of two, or anything.
    fn factor(&mut self, a: u64, b: u64) -> u64 {
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
    fn third(&mut self, a: u64, b: u64, c: u64) -> u64 {
        let [of_a, of_b, layout] = self.sources;
        let (Some(x), Some(y)) = (of_a.split(a), of_b.split(b)) else { return c };
        let wide = u128::from(x.aligned) * u128::from(y.aligned);
        let zeros = wide.leading_zeros();
        let product = Magnitude {
            exponent: x.exponent + y.exponent + 1 - zeros.cast_signed(),
            aligned: u64::try_from(wide << zeros >> 64).unwrap_or(0),
        };
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
}

/// One of the encodings that rules mention.
fn special(random: &mut Random, layout: Layout) -> u64 {
    let (min, infinity, one) = (layout.min_normal(), layout.infinity(), layout.one());
    let quiet = min >> 1;
    *random.pick(&[
        0,
        0,
        1,
        2,
        min - 1,
        min,
        min + 1,
        one - 1,
        one,
        one + 1,
        one + min,
        one - min,
        infinity - 1,
        infinity - 2,
        infinity,
        infinity,
        infinity | 1,
        infinity | quiet,
        infinity | quiet | 1,
        infinity | (min - 1),
        infinity | (quiet - 1),
        // Out of bounds, for the layouts of 16 bits.
        0x7ff7,
        0x7ff6,
    ])
}

/// A trailing significand of at most three bits.
fn sparse(random: &mut Random, trailing: u32) -> u64 {
    (0..random.below(4)).map(|_| 1 << random.below(trailing.into())).fold(0, |sum, bit| sum | bit)
}

/// Nothing, or the last bit that the layout keeps.
fn low_bit(random: &mut Random, layout: Layout) -> u64 {
    if random.coin() { 0 } else { 1 << (64 - layout.precision) }
}

fn random_sign(random: &mut Random, layout: Layout) -> u64 {
    if random.coin() { layout.sign() } else { 0 }
}
