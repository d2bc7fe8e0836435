//! An element of d, from a row, a column and an element of c.

use alloc::vec::Vec;

use super::dot::{Cause, Dot, Fused, Place, Special, Specials};
use super::evidence;
use super::lowering::{Addend, Lowering, Order};
use super::name::{Mma, Scale};
use super::number::{Decoded, Number, as_f16};
use super::open::{Open, Refusal};
use super::step::{Step, Trace};
use super::unit::{Generation, Standing};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{Value, add, fma};
use crate::bits::mask;
use crate::catalog::Context;
use crate::format::table::{E2M1, E5M2, F16, F32, F64};
use crate::format::{FixedFormat, FloatFormat, Format};
use crate::number::{Datum, Kind};
use crate::observed::{Evidence, Grade};

/// The bits of the operands of one element of d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands<'a> {
    /// The row of a, in ascending k. A tf32 number is written with 32 bits, of which 13 are dropped;
    /// formats of 6 and 4 bits without padding.
    pub a: &'a [u64],
    /// The column of b, in ascending k.
    pub b: &'a [u64],
    /// The element of c.
    pub c: u64,
    /// The scales of the row, for blocks in ascending k; none without scales.
    pub scales_a: &'a [u64],
    /// The scales of the column.
    pub scales_b: &'a [u64],
}

impl<'a> Operands<'a> {
    /// Operands without scales.
    #[must_use]
    pub const fn new(a: &'a [u64], b: &'a [u64], c: u64) -> Self {
        Self { a, b, c, scales_a: &[], scales_b: &[] }
    }

    fn pair(&self, index: usize) -> (u64, u64) {
        let of = |list: &[u64]| list.get(index).copied().unwrap_or(0);
        (of(self.a), of(self.b))
    }
}

/// The behavior of tensor cores that was observed for an instruction on a target.
#[derive(Clone, Debug)]
pub struct Tensor {
    mma: Mma,
    generation: Generation,
    lowering: Lowering,
    grade: Option<Grade>,
}

impl Tensor {
    /// Looks up an instruction on a target.
    ///
    /// # Errors
    ///
    /// Fails where nothing is known, and where the instruction is not legal; [`Mma::unavailable`] says
    /// what it needs.
    pub fn new(mma: &Mma, context: &Context) -> Result<Self, Open> {
        let is_saturated = mma.is_clamped && mma.d.float().is_some();
        if mma.is_variant || is_saturated {
            return Err(Open::Variant);
        }
        if !mma.requires().is_met(context) {
            return Err(Open::Illegal);
        }
        let (generation, standing) = Generation::of(context.target).ok_or(Open::Target)?;
        let lowering = Lowering::of(mma, generation).ok_or(Open::Target)?;
        if !lowering.takes(mma) {
            return Err(Open::Addend);
        }
        let grade = match lowering {
            Lowering::Integer => None,
            Lowering::Sums { .. }
            | Lowering::ScaledProducts(_)
            | Lowering::ScaledGroups(_)
            | Lowering::Chain(_) => {
                let grade = evidence::grade(mma, generation).ok_or(Open::Target)?;
                Some(match (standing, grade) {
                    (Standing::Measured, _) | (Standing::Captured, Grade::Replayed) => grade,
                    (Standing::Captured | Standing::Alike, _) => Grade::SameCode,
                })
            }
        };
        Ok(Self { mma: mma.clone(), generation, lowering, grade })
    }

    /// The generation.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// The way through the machine.
    #[must_use]
    pub const fn lowering(&self) -> Lowering {
        self.lowering
    }

    /// The grade of the evidence; `None` for integers, which the ISA defines.
    #[must_use]
    pub const fn grade(&self) -> Option<Grade> {
        self.grade
    }

    /// The evidence, that of the grade first.
    #[must_use]
    pub fn evidence(&self) -> Vec<&'static Evidence> {
        let list = |grade| evidence::list(&self.mma, self.generation, grade);
        self.grade.map(list).unwrap_or_default()
    }

    /// Returns the element of d.
    ///
    /// # Errors
    ///
    /// Fails if nobody knows it, or if a list has a wrong length.
    pub fn evaluate(&self, operands: &Operands<'_>) -> Result<u64, Refusal> {
        self.trace(operands).map(|trace| trace.bits)
    }

    /// Returns the element of d with the steps that lead to it.
    ///
    /// # Errors
    ///
    /// Fails like [`Self::evaluate`].
    pub fn trace(&self, operands: &Operands<'_>) -> Result<Trace, Refusal> {
        let (k, n_scales) = (self.mma.k, self.mma.n_scales());
        let lists = [
            ("elements of a", operands.a, k),
            ("elements of b", operands.b, k),
            ("scales of a", operands.scales_a, n_scales),
            ("scales of b", operands.scales_b, n_scales),
        ];
        for (list, given, expected) in lists {
            if given.len() != expected {
                return Err(Refusal::Count { list, expected, given: given.len() });
            }
        }
        let groups = self.lowering.steps(k);
        let trace = match self.lowering {
            Lowering::Sums { dot, order, addend, .. } => {
                let trace = self.sums(dot, addend, &groups, operands);
                if order == Order::Unknown {
                    let turned: Vec<_> = groups.iter().rev().cloned().collect();
                    if self.sums(dot, addend, &turned, operands).bits != trace.bits {
                        return Err(Open::Order.into());
                    }
                }
                trace
            }
            Lowering::ScaledProducts(dot) => self.scaled_products(dot, operands),
            Lowering::ScaledGroups(dot) => self.scaled_groups(dot, operands),
            Lowering::Chain(rounding) => chain(k, rounding, operands),
            Lowering::Integer => self.integer(operands),
        };
        self.refuse(&trace)?;
        Ok(trace)
    }

    /// Refuses results that nobody knows.
    fn refuse(&self, trace: &Trace) -> Result<(), Open> {
        let is_opposite = |step: &Step| match step {
            Step::Sum { fused, .. } => fused.special == Some(Special::Nan(Cause::OppositeProducts)),
            Step::Add { .. } | Step::Fma { .. } | Step::Integer { .. } => false,
        };
        let e5m2 = Format::Float(&E5M2);
        if [self.mma.a, self.mma.b].contains(&e5m2) && trace.steps.iter().any(is_opposite) {
            return Err(Open::Infinities);
        }
        if self.mma.d == Format::Float(&F64) && self.mma.d.is_nan(trace.bits) {
            return Err(Open::Payload);
        }
        Ok(())
    }

    /// The formats of a and b; those of integers do not come here.
    fn formats(&self) -> [&'static FloatFormat; 2] {
        [self.mma.a, self.mma.b].map(|format| format.float().unwrap_or(&F32))
    }

    /// Steps of a unit.
    fn sums(
        &self,
        dot: Dot,
        place: Addend,
        groups: &[Vec<usize>],
        operands: &Operands<'_>,
    ) -> Trace {
        let [a, b] = self.formats();
        let result = Lowering::result(&self.mma);
        let read = |format, bits| {
            if self.lowering.converts() {
                Decoded::of(&F16, as_f16(format, bits))
            } else {
                Decoded::of(format, bits)
            }
        };
        let mut steps = Vec::new();
        let c = operands.c & mask(result.width.into());
        let mut bits = if place == Addend::First { c } else { 0 };
        for group in groups {
            let products = group.iter().map(|index| {
                let (x, y) = operands.pair(*index);
                (Place::Product(*index), read(a, x).times(read(b, y)))
            });
            let fused = dot.sum(products, Decoded::of(result, bits));
            let addend = core::mem::replace(&mut bits, fused.bits);
            steps.push(Step::Sum { fused, addend });
        }
        if place == Addend::After {
            let numbers = [bits, c];
            bits = added(result, numbers);
            steps.push(Step::Add { format: Format::Float(result), numbers, bits });
        }
        Trace { steps, bits }
    }

    /// The scales of the block that an element is in, of a and of b.
    fn scales(&self, index: usize, operands: &Operands<'_>) -> [Decoded; 2] {
        let Some(Scale { format, block }) = self.mma.scale else { return [Decoded::Nan; 2] };
        let index = index / block.max(1);
        [operands.scales_a, operands.scales_b]
            .map(|list| list.get(index).map_or(Decoded::Nan, |bits| Decoded::of(format, *bits)))
    }

    /// Products of which the exponents are raised by those of the scales.
    fn scaled_products(&self, dot: Dot, operands: &Operands<'_>) -> Trace {
        let [a, b] = self.formats();
        let products = (0..self.mma.k).map(|index| {
            let (x, y) = operands.pair(index);
            let [scale_a, scale_b] = self.scales(index, operands);
            let product = Decoded::of(a, x).times(Decoded::of(b, y));
            let scaled = product.and_then(|product| product.times(scale_a)?.times(scale_b));
            (Place::Product(index), scaled)
        });
        let fused = dot.sum(products, Decoded::of(&F32, operands.c));
        single(fused, operands.c)
    }

    /// Groups of 16 exact sums of products, each with its scales.
    fn scaled_groups(&self, dot: Dot, operands: &Operands<'_>) -> Trace {
        /// The number of products in a group.
        const GROUP: usize = 16;
        let mut specials = Specials::default();
        let mut terms = Vec::new();
        for group in 0..self.mma.k / GROUP {
            let first = group * GROUP;
            let [scale_a, scale_b] = self.scales(first, operands);
            let scale = scale_a.times(scale_b);
            specials.note_product(scale);
            let sum = exact_sum(first..first + GROUP, operands);
            let mut term = dot.term(Place::Group(group), scaled(sum, scale));
            // A sum that cancels counts with the exponent of its scales.
            if let (Some(0), Some(Decoded::Finite(number))) = (sum, scale) {
                term.exponent = number.exponent;
            }
            terms.push(term);
        }
        let addend = Decoded::of(&F32, operands.c);
        terms.push(dot.term(Place::Addend, addend));
        single(dot.finish(terms, specials.with(addend)), operands.c)
    }

    /// An exact sum, which wraps or is clamped at its end.
    fn integer(&self, operands: &Operands<'_>) -> Trace {
        let value = |format: Format, bits: u64| match format {
            Format::Fixed(format) => integer_of(format, bits),
            Format::Float(_) => 0,
        };
        let product = |index| {
            let (x, y) = operands.pair(index);
            value(self.mma.a, x) * value(self.mma.b, y)
        };
        let c = value(self.mma.c, operands.c);
        let sum = (0..self.mma.k).map(product).sum::<i64>() + c;
        let limits = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let limited =
            if self.mma.is_clamped { sum.clamp(*limits.start(), *limits.end()) } else { sum };
        let bits = limited.cast_unsigned() & mask(u32::BITS);
        Trace { steps: [Step::Integer { sum, bits }].into(), bits }
    }
}

/// A trace of one sum.
fn single(fused: Fused, addend: u64) -> Trace {
    let bits = fused.bits;
    Trace { steps: [Step::Sum { fused, addend }].into(), bits }
}

/// The value of an integer of at most 32 bits.
fn integer_of(format: &'static FixedFormat, bits: u64) -> i64 {
    let datum = format.decode(bits);
    match datum.kind {
        Kind::Finite { significand, .. } => {
            let magnitude = i64::try_from(significand).unwrap_or(0);
            if datum.negative { -magnitude } else { magnitude }
        }
        Kind::Zero | Kind::Infinite | Kind::Nan { .. } => 0,
    }
}

/// The exact sum of products of e2m1 in units of 2^-2; `None` if all are zero.
fn exact_sum(indices: core::ops::Range<usize>, operands: &Operands<'_>) -> Option<i64> {
    let mut sum = None;
    for index in indices {
        let (x, y) = operands.pair(index);
        let product = Decoded::of(&E2M1, x).times(Decoded::of(&E2M1, y));
        if let Some(Decoded::Finite(number)) = product {
            let shift = number.quantum.saturating_sub(UNIT_OF_E2M1).unsigned_abs();
            let magnitude = (number.significand << shift).cast_signed();
            let signed = if number.negative { -magnitude } else { magnitude };
            sum = Some(sum.unwrap_or(0) + signed);
        }
    }
    sum
}

/// The exponent of the unit of products of e2m1.
const UNIT_OF_E2M1: i32 = -2;

/// An exact sum with its scales: the exponent that is compared is that of the scales alone.
fn scaled(sum: Option<i64>, scale: Option<Decoded>) -> Decoded {
    let (Some(sum), Some(Decoded::Finite(scale))) = (sum, scale) else { return Decoded::Zero };
    if sum == 0 {
        return Decoded::Zero;
    }
    Decoded::Finite(Number {
        negative: sum < 0,
        significand: sum.unsigned_abs() * scale.significand,
        quantum: scale.quantum + UNIT_OF_E2M1,
        exponent: scale.exponent,
    })
}

/// The bits of a value, rounded to the nearest.
pub(super) fn rounded(value: Value, format: &FloatFormat, rounding: Rounding) -> u64 {
    match value {
        Value::Finite(exact) => {
            format.encode(&round(&exact, format, rounding, Subnormals::Keep).datum)
        }
        Value::Zero { negative } => format.encode(&Datum::zero(negative)),
        Value::Infinite { negative } => format.encode(&Datum::infinite(negative)),
        Value::Invalid => format.canonical_nan.unwrap_or(0),
    }
}

/// An ordinary addition.
fn added(format: &'static FloatFormat, numbers: [u64; 2]) -> u64 {
    let [x, y] = numbers.map(|bits| Value::<u128>::from(format.decode(bits)));
    let rounding = Rounding::TiesToEven;
    rounded(add(x, y, rounding), format, rounding)
}

/// A chain of fused multiply-adds of f64.
fn chain(k: usize, rounding: Rounding, operands: &Operands<'_>) -> Trace {
    let mut bits = operands.c;
    let mut steps = Vec::new();
    for index in 0..k {
        let (x, y) = operands.pair(index);
        let numbers = [x, y, bits];
        let [x, y, z] = numbers.map(|bits| Value::<u128>::from(F64.decode(bits)));
        bits = rounded(fma(x, y, z, rounding), &F64, rounding);
        steps.push(Step::Fma { index, numbers, rounding, bits });
    }
    Trace { steps, bits }
}
