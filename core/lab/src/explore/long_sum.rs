//! The error of a long sum of products, which takes many instructions, as it grows with their number.
//!
//! Each instruction adds to the result of the one before; or after some of them the sum is put aside,
//! added to a total by an ordinary addition of f32, and begun again with 0 (*promotion*).

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::random::Random;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{Dyadic, Exact};
use crate::format::table::F32;
use crate::format::{FloatFormat, Format};
use crate::tensor::{Mma, Operands, Room, Tensor, Vector, added, written};
use crate::text::{RelativeError, relative};

/// How the products are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// Each instruction goes on with the sum of the one before.
    Chained,
    /// The sum is promoted after this many products.
    Promoted(usize),
    /// The products are split into this many parts (*split K*), whose sums are added one after the
    /// other in f32.
    Split(usize),
    /// No tensor cores: an `fma` of the type of d for each product.
    Fma,
}

/// The numbers that are multiplied: uniform, rounded to the type of the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Between 0 and 1.
    Positive,
    /// Between -1 and 1.
    Signed,
}

/// Numbers of products, and the median of the relative errors there; nothing where it is 0.
pub type Errors = Vec<(usize, Option<RelativeError>)>;

/// The number of sums whose median error is taken.
pub const N_SUMS: usize = 15;

/// Random bits of a number.
const N_BITS: u32 = 24;

/// Sums of random numbers, to be computed in several ways.
#[derive(Clone, Debug)]
pub struct LongSum {
    mma: Mma,
    tensor: Tensor,
    draws: Vec<Draw>,
}

/// The operands of one sum.
#[derive(Clone, Debug)]
struct Draw {
    /// The elements for each instruction, as lists and as its unit takes them.
    parts: Vec<([Vec<u64>; 2], [Vector; 2])>,
    /// The exact sum behind each instruction.
    exact: Vec<Dyadic>,
}

impl LongSum {
    /// Draws numbers for sums of as many products as `n_instructions` multiply; `None` for integers,
    /// whose sums are exact. All scales are 1.
    #[must_use]
    pub fn new(
        mma: &Mma,
        tensor: &Tensor,
        numbers: Numbers,
        n_instructions: usize,
    ) -> Option<Self> {
        mma.d.float()?;
        let draws = (0..N_SUMS as u64)
            .map(|seed| Draw::new(mma, tensor, numbers, seed, n_instructions))
            .collect::<Option<Vec<_>>>()?;
        Some(Self { mma: mma.clone(), tensor: tensor.clone(), draws })
    }

    /// The errors, at numbers of products that double from those of one instruction.
    #[must_use]
    pub fn errors(&self, sums: Sums) -> Errors {
        let n_instructions = self.draws.first().map_or(0, |draw| draw.parts.len());
        let counts = core::iter::successors(Some(1), |n| Some(2 * n));
        let counts = counts.take_while(|n| *n <= n_instructions);
        // A sum that is split is another one for each number of products.
        let whole: Vec<Vec<u64>> = match sums {
            Sums::Split(_) => Vec::new(),
            Sums::Chained | Sums::Promoted(_) | Sums::Fma => {
                self.draws.iter().map(|draw| self.partial(draw, sums)).collect()
            }
        };
        counts
            .map(|count| {
                // In order.
                let mut errors: Vec<(Dyadic, Dyadic)> = Vec::new();
                for (place, draw) in self.draws.iter().enumerate() {
                    let sum = match sums {
                        Sums::Split(n_parts) => self.split(draw, count, n_parts),
                        Sums::Chained | Sums::Promoted(_) | Sums::Fma => {
                            whole.get(place).and_then(|sums| sums.get(count - 1)).copied()
                        }
                    };
                    let sum = sum.and_then(|sum| Dyadic::from_datum(&self.mma.d.decode(sum)));
                    let Some((sum, exact)) = sum.zip(draw.exact.get(count - 1)) else { continue };
                    let error = (sum.sub(exact), exact.clone());
                    let place = errors.iter().position(|each| compared(each, &error).is_gt());
                    errors.insert(place.unwrap_or(errors.len()), error);
                }
                let median = errors.get(errors.len() / 2);
                (count * self.mma.k, median.and_then(|(error, exact)| relative(error, exact)))
            })
            .collect()
    }

    /// The sum of the first instructions, split into parts.
    fn split(&self, draw: &Draw, n_instructions: usize, n_parts: usize) -> Option<u64> {
        let mut room = Room::default();
        let parts = draw.parts.get(..n_instructions)?;
        let length = n_instructions.div_ceil(n_parts.max(1)).max(1);
        let mut total = None;
        for part in parts.chunks(length) {
            let mut sum = 0;
            for (_, [row, column]) in part {
                sum = self.tensor.element(row, column, sum, &mut room).ok()?;
            }
            total = Some(total.map_or(sum, |total| added(&F32, [total, sum])));
        }
        total
    }

    /// The sum behind each instruction.
    fn partial(&self, draw: &Draw, sums: Sums) -> Vec<u64> {
        let mut room = Room::default();
        let (mut total, mut sum, mut n_since) = (None, 0, 0);
        let mut all = Vec::with_capacity(draw.parts.len());
        for (lists, [row, column]) in &draw.parts {
            let next = match sums {
                Sums::Fma => {
                    let [a, b] = lists;
                    self.mma.chained(&Operands::new(a, b, sum))
                }
                Sums::Chained | Sums::Promoted(_) | Sums::Split(_) => {
                    self.tensor.element(row, column, sum, &mut room).ok()
                }
            };
            let Some(next) = next else { break };
            sum = next;
            n_since += self.mma.k;
            let promoted = total.map_or(sum, |total| added(&F32, [total, sum]));
            all.push(promoted);
            if let Sums::Promoted(after) = sums
                && n_since >= after
            {
                (total, sum, n_since) = (Some(promoted), 0, 0);
            }
        }
        all
    }
}

/// Compares two errors, each in relation to its exact sum.
fn compared((one, exact): &(Dyadic, Dyadic), (other, of_other): &(Dyadic, Dyadic)) -> Ordering {
    let magnitude = |it: Dyadic| if it.is_negative() { it.neg() } else { it };
    magnitude(one.mul(of_other)).cmp(&magnitude(other.mul(exact)))
}

impl Draw {
    fn new(
        mma: &Mma,
        tensor: &Tensor,
        numbers: Numbers,
        seed: u64,
        n_instructions: usize,
    ) -> Option<Self> {
        let mut random = Random::new(seed);
        let [.., (scale, n_scales)] = mma.lists();
        let scales = alloc::vec![scale.one(); n_scales];
        let (mut parts, mut exact) = (Vec::new(), Vec::new());
        let mut sum = Dyadic::new(false, &0_u64.into(), 0);
        for _ in 0..n_instructions {
            let mut draw = |format: Format| {
                let format = format.float()?;
                Some((0..mma.k).map(|_| number(&mut random, format, numbers)).collect::<Vec<_>>())
            };
            let lists = [draw(mma.a)?, draw(mma.b)?];
            let [a, b] = &lists;
            let operands = Operands { a, b, c: 0, scales_a: &scales, scales_b: &scales };
            sum = sum.add(&mma.exact(&operands)?);
            exact.push(sum.clone());
            let vectors = [tensor.row(a, &scales).ok()?, tensor.column(b, &scales).ok()?];
            parts.push((lists, vectors));
        }
        Some(Self { parts, exact })
    }
}

/// A uniform number, rounded to the nearest one of a format.
fn number(random: &mut Random, format: &'static FloatFormat, numbers: Numbers) -> u64 {
    let bits = random.bits();
    let significand = u128::from(bits >> (64 - N_BITS));
    if significand == 0 {
        return 0;
    }
    let negative = numbers == Numbers::Signed && bits & 1 != 0;
    let exact = Exact { negative, significand, exponent: -N_BITS.cast_signed(), sticky: false };
    let rounded = round(&exact, format, Rounding::TiesToEven, Subnormals::Keep);
    written(format.encode(&rounded.datum), Format::Float(format))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Context, LATEST_ISA};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn long_sum(spelling: &str, target: &str, numbers: Numbers, n: usize) -> LongSum {
        let mma = Mma::parse(spelling).unwrap();
        let context = Context { isa: LATEST_ISA, target: target.parse().unwrap() };
        LongSum::new(&mma, &Tensor::new(&mma, &context).unwrap(), numbers, n).unwrap()
    }

    /// The power of ten of each error.
    fn exponents(sum: &LongSum, sums: Sums) -> Vec<Option<i32>> {
        sum.errors(sums).into_iter().map(|(_, error)| error.map(|error| error.exponent)).collect()
    }

    const WGMMA: &str = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3";

    #[test]
    fn promotion_keeps_the_error_of_fp8_small() {
        let sum = long_sum(WGMMA, "sm_90a", Numbers::Positive, 128);
        let last = |sums| exponents(&sum, sums).last().copied().flatten().unwrap();
        let errors = [Sums::Chained, Sums::Promoted(512), Sums::Promoted(128), Sums::Fma].map(last);
        assert!(errors.is_sorted_by(|a, b| a >= b), "{errors:?}");
        assert!(errors[0] >= -2 && errors[2] <= -4 && errors[3] <= -6, "{errors:?}");
        let lengths: Vec<_> = sum.errors(Sums::Fma).iter().map(|it| it.0).collect();
        assert_eq!(lengths, [32, 64, 128, 256, 512, 1024, 2048, 4096]);
    }

    #[test]
    fn a_promotion_after_every_instruction_is_a_chain_of_additions() {
        let sum = long_sum(WGMMA, "sm_90a", Numbers::Signed, 4);
        let draw = &sum.draws[0];
        let mut room = Room::default();
        let alone = |room: &mut Room, place: usize| {
            let (_, [row, column]) = &draw.parts[place];
            sum.tensor.element(row, column, 0, room).unwrap()
        };
        let mut total = alone(&mut room, 0);
        for place in 1..4 {
            total = added(&F32, [total, alone(&mut room, place)]);
        }
        assert_eq!(sum.partial(draw, Sums::Promoted(32))[3], total);
        assert_eq!(sum.partial(draw, Sums::Promoted(32))[0], sum.partial(draw, Sums::Chained)[0]);
    }

    #[test]
    fn a_split_sum_has_a_chain_for_each_part() {
        let sum = long_sum(WGMMA, "sm_90a", Numbers::Signed, 8);
        let draw = &sum.draws[0];
        let chain = sum.partial(draw, Sums::Chained);
        assert_eq!(sum.split(draw, 8, 1), Some(chain[7]));
        let other = Draw { parts: draw.parts[4..].to_vec(), exact: Vec::new() };
        let last = sum.partial(&other, Sums::Chained)[3];
        assert_eq!(sum.split(draw, 8, 2), Some(added(&F32, [chain[3], last])));
        assert_eq!(sum.errors(Sums::Split(2)).len(), 4);
    }

    #[test]
    fn integers_have_no_errors_and_scales_are_1() {
        let integers = Mma::parse("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32").unwrap();
        let context = Context { isa: LATEST_ISA, target: "sm_90".parse().unwrap() };
        let tensor = Tensor::new(&integers, &context).unwrap();
        assert!(LongSum::new(&integers, &tensor, Numbers::Positive, 4).is_none());
        let nvf4 = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
        let sum = long_sum(nvf4, "sm_120a", Numbers::Positive, 8);
        assert_eq!(sum.errors(Sums::Chained).len(), 4);
        assert!(sum.errors(Sums::Fma).iter().all(|(_, error)| error.is_none()));
    }
}
