//! Operands where instructions go wrong: ties, subnormals, cancellation, overflow edges.

use crate::layout::{Layout, Magnitude};
use crate::operation::Operation;
use crate::random::Random;
use crate::spelling::{MAX_REGISTERS, Purpose, Spelling};

/// An endless supply of operands for an operation.
#[derive(Clone, Debug)]
pub struct Operands {
    pub(crate) random: Random,
    spelling: Spelling,
    pub(crate) sources: [Layout; 3],
    pub(crate) result: Layout,
}

impl Operands {
    /// Operands for an instruction.
    pub fn new(spelling: &Spelling, random: Random) -> Self {
        let result = spelling.result.element.layout();
        let mut sources = [result.unwrap_or(crate::layout::F32); 3];
        for (place, source) in sources.iter_mut().zip(spelling.lane_sources()) {
            *place = source.layout().unwrap_or(*place);
        }
        let result = result.unwrap_or(sources[0]);
        Self { random, spelling: spelling.clone(), sources, result }
    }

    /// The next operands of a lane; one that the operation lacks is 0.
    pub fn elements(&mut self) -> [u64; 3] {
        match self.spelling.operation {
            Operation::Convert => return self.conversion(),
            Operation::Abs | Operation::Neg | Operation::Test(_) => {
                return [self.number(self.sources[0]), 0, 0];
            }
            Operation::Rcp | Operation::Sqrt => return [self.sole(), 0, 0],
            Operation::Approximate if self.spelling.sources.len() == 1 => {
                return [self.sole(), 0, 0];
            }
            _ => {}
        }
        let [a, b, c] = self.sources.map(|layout| self.number(layout));
        match self.spelling.operation {
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
            Operation::Div | Operation::Approximate => [self.dividend(a, b), b, 0],
            Operation::Fma | Operation::MadTruncated => {
                let b = self.factor(a, b);
                let c = match self.random.below(8) {
                    0 => c & self.sources[2].sign(),
                    1 => c,
                    _ => self.third(a, b, c),
                };
                let is_alike = self.sources[0] == self.sources[1];
                if is_alike && self.random.coin() { [b, a, c] } else { [a, b, c] }
            }
            _ if self.spelling.sources.len() == 3 => [a, self.close(a, b), self.close(a, c)],
            _ => [a, self.close(a, b), 0],
        }
    }

    /// The next operands in registers; those that the instruction lacks are 0.
    pub fn registers(&mut self) -> [u64; MAX_REGISTERS] {
        let mut registers = [0; MAX_REGISTERS];
        for lane in 0..self.spelling.n_lanes() {
            let mut elements = self.elements().into_iter();
            for (source, register) in self.spelling.sources.iter().zip(&mut registers) {
                // Elements that fit together may be of a wider format.
                let mask = source.register.element.mask();
                let mut element = || elements.next().unwrap_or(0) & mask;
                match source.purpose {
                    Purpose::EveryLane => *register |= source.register.place(element(), lane),
                    Purpose::Lane(own) if own == lane => {
                        *register = source.register.place(element(), 0);
                    }
                    Purpose::AllLanes => {
                        let scale = element();
                        // Drawn once.
                        *register = if lane == 0 { scale } else { *register };
                    }
                    Purpose::Lane(_) => {}
                    Purpose::RandomBits => *register = self.random.bits() & u64::from(u32::MAX),
                }
            }
        }
        registers
    }

    /// An operand of a conversion, perhaps with a scale.
    fn conversion(&mut self) -> [u64; 3] {
        let from = self.spelling.sources[0].register.element;
        let scale = match self.random.below(8) {
            0 => self.random.below(256),
            1 => 0xff,
            _ => 127 + self.random.below(16) - 8,
        };
        [self.convertible(from, self.spelling.result.element), scale, 0]
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
            // A power of two and its neighbors.
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
