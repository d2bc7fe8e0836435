//! Integer arithmetic (PTX ISA 9.7.1, 9.7.2).

use super::evaluate::{Half, Prepared, Results};
use super::form::Operation;
use super::shape::{Class, Shape};
use crate::bits::mask;

/// Reads a datum of an integer type.
pub(super) fn value(bits: u64, shape: &Shape) -> i128 {
    let own = bits & mask(shape.width.into());
    let is_negative = shape.class == Class::Signed && own >> (shape.width - 1) & 1 == 1;
    i128::from(own) - if is_negative { 1 << shape.width } else { 0 }
}

/// The least and the largest integer of a type.
fn limits(shape: &Shape) -> (i128, i128) {
    let count = 1_i128 << shape.width;
    if shape.class == Class::Signed { (-count / 2, count / 2 - 1) } else { (0, count - 1) }
}

/// The bits of an integer that fit its type.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
fn wrapped(number: i128, width: u8) -> u64 {
    number as u64 & mask(width.into())
}

impl Prepared {
    /// Computes each lane of a register from the same lane of two others.
    pub(super) fn lanewise(&self, a: u64, b: u64, compute: impl Fn(i128, i128) -> i128) -> u64 {
        let width = u32::from(self.shape.width);
        let lanes = (0..u32::from(self.shape.lanes)).map(|lane| {
            let at = |register: u64| value(register >> (lane * width), self.shape);
            wrapped(compute(at(a), at(b)), self.shape.width) << (lane * width)
        });
        lanes.fold(0, |all, lane| all | lane)
    }

    /// A sum, a difference, or a product plus a term, with the carry.
    ///
    /// After a subtraction the carry is 1 for no borrow, as in the assembler.
    pub(super) fn sum(&self, sources: &[u64]) -> Results {
        let at = |index: usize| sources.get(index).copied().unwrap_or(0);
        let (one, two, last) = if self.operation == Operation::Mad {
            (self.product(at(0), at(1)), at(2), at(3))
        } else {
            (at(0), at(1), at(2))
        };
        let width = if self.half == Half::Both { 2 * self.shape.width } else { self.shape.width };
        let is_difference = self.operation == Operation::Sub;
        if !self.reads_carry && !self.writes_carry {
            if self.operation == Operation::Mad {
                let sum = value(one, self.shape) + value(two, self.shape);
                let is_plain = !self.is_saturated;
                let all = mask(width.into());
                return [if is_plain { one.wrapping_add(two) & all } else { self.clamped(sum) }, 0];
            }
            let sum = self.lanewise(one, two, |a, b| {
                let sum = if is_difference { a - b } else { a + b };
                let (least, largest) = limits(self.shape);
                if self.is_saturated { sum.clamp(least, largest) } else { sum }
            });
            return [sum, 0];
        }
        let all = mask(width.into());
        let carry = match (self.reads_carry, is_difference) {
            (true, _) => last & 1,
            (false, is_difference) => is_difference.into(),
        };
        let two = if is_difference { !two & all } else { two };
        let sum = u128::from(one) + u128::from(two) + u128::from(carry);
        let carried = u64::from(sum >> width & 1 == 1);
        #[expect(clippy::cast_possible_truncation, reason = "the rest is carried")]
        let low = sum as u64 & all;
        [low, carried]
    }

    fn clamped(&self, number: i128) -> u64 {
        let (least, largest) = limits(self.shape);
        wrapped(number.clamp(least, largest), self.shape.width)
    }

    /// The lower or upper half of a product, or all of it, as the instruction asks.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
    pub(super) fn product(&self, a: u64, b: u64) -> u64 {
        // In two's complement the lowest 128 bits do not depend on the signs.
        let product = (value(a, self.shape) as u128).wrapping_mul(value(b, self.shape) as u128);
        let width = self.shape.width;
        match self.half {
            Half::Low => product as u64 & mask(width.into()),
            Half::High => (product >> width) as u64 & mask(width.into()),
            Half::Both => product as u64 & mask(u32::from(width) * 2),
        }
    }

    /// The lowest or the highest 32 of the 48 bits of a product of 24 bits each, as the instruction
    /// asks.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it wraps")]
    pub(super) fn product_24(&self, a: u64, b: u64) -> u64 {
        let part = Shape { width: 24, ..*self.shape };
        let product = (value(a, &part) * value(b, &part)) as u64;
        (if self.half == Half::High { product >> 16 } else { product }) & mask(32)
    }

    pub(super) fn sum_24(&self, a: u64, b: u64, c: u64) -> u64 {
        let sum = value(self.product_24(a, b), self.shape) + value(c, self.shape);
        if self.is_saturated { self.clamped(sum) } else { wrapped(sum, self.shape.width) }
    }

    /// The quotient, rounded towards zero, or the remainder. A division by zero gives all ones, as
    /// ptxas 13.5.37 folds it in 32 bits.
    pub(super) fn quotient(&self, a: u64, b: u64) -> u64 {
        let (a, b) = (value(a, self.shape), value(b, self.shape));
        let is_quotient = self.operation == Operation::Div;
        let found = if is_quotient { a.checked_div(b) } else { a.checked_rem(b) };
        wrapped(found.unwrap_or(-1), self.shape.width)
    }

    /// Whether the ISA leaves a quotient or a remainder open: division by zero is machine-specific,
    /// and so is the direction in which negative quotients are rounded (PTX ISA 9.7.1.8, 9.7.1.9).
    pub(super) fn is_quotient_open(&self, a: u64, b: u64) -> bool {
        let (a, b) = (value(a, self.shape), value(b, self.shape));
        let Some(remainder) = a.checked_rem(b) else { return true };
        let is_inexact = remainder != 0 && (a < 0 || b < 0);
        // The negative of the least integer is too large for the type.
        let overflows = self.operation == Operation::Div && a / b > limits(self.shape).1;
        is_inexact || overflows
    }

    pub(super) fn extremum(&self, a: u64, b: u64) -> u64 {
        let is_min = self.operation == Operation::Min;
        let floor = if self.is_relu { 0 } else { i128::MIN };
        self.lanewise(a, b, |a, b| if is_min { a.min(b) } else { a.max(b) }.max(floor))
    }
}

/// *c* + |*a* − *b*|.
pub(super) fn sad(shape: &Shape, a: u64, b: u64, c: u64) -> u64 {
    let distance = (value(a, shape) - value(b, shape)).abs();
    wrapped(distance + value(c, shape), shape.width)
}

/// The parts of a register, the lowest first, as integers.
fn parts(register: u64, count: u8, shape: &Shape) -> impl Iterator<Item = i128> {
    let part = Shape { width: 32 / count, ..*shape };
    (0..u32::from(count))
        .map(move |index| value(register >> (index * u32::from(part.width)), &part))
}

/// *c* and four products of bytes.
pub(super) fn dot_4(one: &Shape, other: &Shape, [a, b, c]: [u64; 3]) -> u64 {
    let products = parts(a, 4, one).zip(parts(b, 4, other)).map(|(x, y)| x * y);
    wrapped(i128::from(c) + products.sum::<i128>(), 32)
}

/// *c* and two products of halves with bytes.
pub(super) fn dot_2(one: &Shape, other: &Shape, is_high: bool, [a, b, c]: [u64; 3]) -> u64 {
    let bytes = parts(b, 4, other).skip(if is_high { 2 } else { 0 });
    let products = parts(a, 2, one).zip(bytes).map(|(x, y)| x * y);
    wrapped(i128::from(c) + products.sum::<i128>(), 32)
}

/// Packs two saturated integers into the lowest bits, and puts the bits of `c` above them.
pub(super) fn pack(shape: &Shape, [a, b, c]: [u64; 3]) -> u64 {
    let (least, largest) = limits(shape);
    let part =
        |bits: u64| wrapped(value(bits, &super::shape::S32).clamp(least, largest), shape.width);
    let width = u32::from(shape.width);
    (part(b) | part(a) << width | c << (2 * width)) & mask(32)
}
