//! The arithmetic of an instruction on tensor cores: steps of a unit, ordinary operations, or integers.

use alloc::vec::Vec;

use super::dot::{Cause, Dot, Fused, Place, Special, Specials, Term, Total};
use super::evaluate::Tensor;
use super::lowering::{Addend, Lowering, Order};
use super::number::{Decoded, Number};
use super::open::Open;
use super::step::Step;
use super::vector::Vector;
use crate::arith::host;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{Value, add, fma};
use crate::bits::mask;
use crate::format::table::{E5M2, F16, F32, F64};
use crate::format::{FixedFormat, FloatFormat, Format};
use crate::number::{Datum, Kind};

/// Room for the terms of a sum, used again for each element.
#[derive(Clone, Debug, Default)]
pub struct Room {
    terms: Vec<Term>,
}

/// The parts of an element of d.
#[derive(Clone, Copy)]
pub(super) struct Parts<'v> {
    pub(super) row: &'v Vector,
    pub(super) column: &'v Vector,
    pub(super) c: u64,
}

impl Parts<'_> {
    /// The product of the elements with an index.
    fn product(self, index: usize) -> Option<Decoded> {
        self.row.number(index).times(self.column.number(index))
    }

    /// The scales of a block.
    fn scales(self, block: usize) -> [Decoded; 2] {
        [self.row.scale(block), self.column.scale(block)]
    }
}

impl Tensor {
    /// Computes an element, and notes the steps.
    pub(super) fn run(
        &self,
        parts: Parts<'_>,
        room: &mut Room,
        notes: &mut impl Notes,
    ) -> Result<u64, Open> {
        let terms = &mut room.terms;
        let (bits, is_opposite) = match self.lowering {
            Lowering::Sums { dot, order, addend, .. } => {
                let groups = self.steps.iter();
                let sums = Sums { dot, addend, result: Lowering::result(&self.mma), parts };
                let found = sums.run(groups.clone(), terms, notes);
                if order == Order::Unknown && sums.run(groups.rev(), terms, &mut ()).0 != found.0 {
                    return Err(Open::Order);
                }
                found
            }
            Lowering::ScaledProducts(dot) => {
                let total = self.scaled_products(dot, parts, terms);
                one_sum(dot, total, terms, parts.c, notes)
            }
            Lowering::ScaledGroups(dot) => {
                let total = self.scaled_groups(dot, parts, terms);
                one_sum(dot, total, terms, parts.c, notes)
            }
            Lowering::Chain(rounding) => (chain(self.mma.k, rounding, parts, notes), false),
            Lowering::Software => {
                (software(Lowering::result(&self.mma), self.mma.k, parts, notes), false)
            }
            Lowering::Integer => (self.integer(parts, notes), false),
        };
        let e5m2 = Format::Float(&E5M2);
        if is_opposite && [self.mma.a, self.mma.b].contains(&e5m2) {
            return Err(Open::Infinities);
        }
        if self.mma.d == Format::Float(&F64) && self.mma.d.is_nan(bits) {
            return Err(Open::Payload);
        }
        Ok(bits)
    }

    /// Products of which the exponents are raised by those of the scales.
    fn scaled_products(&self, dot: Dot, parts: Parts<'_>, terms: &mut Vec<Term>) -> Total {
        let block = self.mma.scale.map_or(1, |scale| scale.block).max(1);
        let products = (0..self.mma.k).map(|index| {
            let [scale_a, scale_b] = parts.scales(index / block);
            let scaled =
                parts.product(index).and_then(|product| product.times(scale_a)?.times(scale_b));
            (Place::Product(index), scaled)
        });
        dot.sum(products, Decoded::of(&F32, parts.c), terms)
    }

    /// Groups of 16 exact sums of products, each with its scales.
    fn scaled_groups(&self, dot: Dot, parts: Parts<'_>, terms: &mut Vec<Term>) -> Total {
        /// The number of products in a group.
        const GROUP: usize = 16;
        let block = self.mma.scale.map_or(1, |scale| scale.block).max(1);
        let mut specials = Specials::default();
        terms.clear();
        for group in 0..self.mma.k / GROUP {
            let first = group * GROUP;
            let [scale_a, scale_b] = parts.scales(first / block);
            let scale = scale_a.times(scale_b);
            specials.note_product(scale);
            let sum = exact_sum(first..first + GROUP, parts);
            let mut term = dot.term(Place::Group(group), scaled(sum, scale));
            // A sum that cancels counts with the exponent of its scales.
            if let (Some(0), Some(Decoded::Finite(number))) = (sum, scale) {
                term.exponent = number.exponent;
            }
            terms.push(term);
        }
        let addend = Decoded::of(&F32, parts.c);
        terms.push(dot.term(Place::Addend, addend));
        dot.finish(terms, specials.with(addend))
    }

    /// An exact sum, which wraps or is clamped at its end.
    fn integer(&self, parts: Parts<'_>, notes: &mut impl Notes) -> u64 {
        let value = |format: Format, bits: u64| match format {
            Format::Fixed(format) => integer_of(format, bits),
            Format::Float(_) => 0,
        };
        let product = |index| {
            let (x, y) = (parts.row.bits(index), parts.column.bits(index));
            value(self.mma.a, x) * value(self.mma.b, y)
        };
        let sum = (0..self.mma.k).map(product).sum::<i64>() + value(self.mma.c, parts.c);
        let limits = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let limited =
            if self.mma.is_clamped { sum.clamp(*limits.start(), *limits.end()) } else { sum };
        let bits = limited.cast_unsigned() & mask(u32::BITS);
        notes.note(|| Step::Integer { sum, bits });
        bits
    }
}

/// The steps to an element as far as they are wanted: a list of them, or nothing.
pub(super) trait Notes {
    fn note(&mut self, step: impl FnOnce() -> Step);
}

impl Notes for () {
    fn note(&mut self, _: impl FnOnce() -> Step) {}
}

impl Notes for Vec<Step> {
    fn note(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }
}

/// Steps of a unit.
struct Sums<'v> {
    dot: Dot,
    addend: Addend,
    result: &'static FloatFormat,
    parts: Parts<'v>,
}

impl Sums<'_> {
    /// Runs the steps of some groups; returns the bits, and whether infinite products of both signs
    /// made a NaN.
    fn run<'g>(
        &self,
        groups: impl Iterator<Item = &'g Vec<usize>>,
        terms: &mut Vec<Term>,
        notes: &mut impl Notes,
    ) -> (u64, bool) {
        let c = self.parts.c & mask(self.result.width.into());
        let mut bits = if self.addend == Addend::First { c } else { 0 };
        let mut is_opposite = false;
        for group in groups {
            let products = group.iter();
            let products = products.map(|it| (Place::Product(*it), self.parts.product(*it)));
            let total = self.dot.sum(products, Decoded::of(self.result, bits), terms);
            let (found, opposite) = one_sum(self.dot, total, terms, bits, notes);
            is_opposite |= opposite;
            bits = found;
        }
        if self.addend == Addend::After {
            let numbers = [bits, c];
            bits = added(self.result, numbers);
            notes.note(|| Step::Add { format: Format::Float(self.result), numbers, bits });
        }
        (bits, is_opposite)
    }
}

/// Notes a sum; returns its bits, and whether infinite products of both signs made a NaN.
fn one_sum(
    dot: Dot,
    total: Total,
    terms: &[Term],
    addend: u64,
    notes: &mut impl Notes,
) -> (u64, bool) {
    notes.note(|| Step::Sum { fused: Fused::new(dot, terms.to_vec(), total), addend });
    (total.bits, total.special == Some(Special::Nan(Cause::OppositeProducts)))
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
fn exact_sum(indices: core::ops::Range<usize>, parts: Parts<'_>) -> Option<i64> {
    let mut sum = None;
    for index in indices {
        if let Some(Decoded::Finite(number)) = parts.product(index) {
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

/// The bits of a value in a format.
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

/// The sum of two numbers of a format, rounded to the nearest: `add.rn`.
#[must_use]
pub fn added(format: &'static FloatFormat, numbers: [u64; 2]) -> u64 {
    let [x, y] = numbers.map(|bits| Value::from(format.decode(bits)));
    let rounding = Rounding::TiesToEven;
    rounded(add(x, y, rounding), format, rounding)
}

/// A number in another format, rounded to the nearest.
fn converted(from: &'static FloatFormat, bits: u64, to: &'static FloatFormat) -> u64 {
    rounded(Value::from(from.decode(bits)), to, Rounding::TiesToEven)
}

/// A chain of fused multiply-adds of f64.
fn chain(k: usize, rounding: Rounding, parts: Parts<'_>, notes: &mut impl Notes) -> u64 {
    let mut bits = parts.c;
    let is_trusted = host::is_trusted();
    for index in 0..k {
        let numbers = [parts.row.bits(index), parts.column.bits(index), bits];
        let direct = if is_trusted { host::fused(numbers, rounding) } else { None };
        bits = direct.unwrap_or_else(|| fused(&F64, numbers, rounding));
        notes.note(|| Step::Fma { format: Format::Float(&F64), index, numbers, rounding, bits });
    }
    bits
}

/// A fused multiply-add of numbers of a format.
fn fused(format: &'static FloatFormat, numbers: [u64; 3], rounding: Rounding) -> u64 {
    let [x, y, z] = numbers.map(|bits| Value::from(format.decode(bits)));
    rounded(fma(x, y, z, rounding), format, rounding)
}

/// The function that the assembler adds for products of f16 without a step of the machine.
///
/// It computes in f32. For d in f32 it adds c to a chain of fused multiply-adds that begins with 0, for d
/// in f16 it adds the sums of two products to c, one after the other, and converts.
fn software(
    result: &'static FloatFormat,
    k: usize,
    parts: Parts<'_>,
    notes: &mut impl Notes,
) -> u64 {
    /// A product plus this is the product, whatever its sign.
    const NOTHING: u64 = 1 << 31;
    let format = Format::Float(&F32);
    let rounding = Rounding::TiesToEven;
    let wide = |bits| converted(&F16, bits, &F32);
    let fma = |index, addend, notes: &mut _| {
        let numbers = [wide(parts.row.bits(index)), wide(parts.column.bits(index)), addend];
        let bits = fused(&F32, numbers, rounding);
        Notes::note(notes, || Step::Fma { format, index, numbers, rounding, bits });
        bits
    };
    let add = |numbers, notes: &mut _| {
        let bits = added(&F32, numbers);
        Notes::note(notes, || Step::Add { format, numbers, bits });
        bits
    };
    if *result == F32 {
        let sum = (0..k).fold(0, |sum, index| fma(index, sum, notes));
        return add([sum, parts.c], notes);
    }
    let mut number = wide(parts.c);
    for first in (0..k).step_by(2) {
        let product = fma(first, NOTHING, notes);
        let sum = fma(first + 1, product, notes);
        number = add([number, sum], notes);
    }
    let bits = converted(&F32, number, result);
    notes.note(|| Step::Convert { format, number, bits });
    bits
}
