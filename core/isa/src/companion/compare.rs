//! Comparisons (PTX ISA 9.3.1, 9.7.6, 9.7.7).

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::arithmetic::value;
use super::evaluate::{Prepared, Results};
use super::form::Operation;
use super::partial::Partial;
use super::resolve::Instruction;
use super::shape::{Class, Shape};
use crate::bits::mask;
use crate::number::{Datum, Kind};

/// A comparison of two data, and its result for NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    GreaterOrEqual,
    /// True for one of these orders; the flag is the result if an operand is a NaN.
    Orders(&'static [Ordering], bool),
    /// True if no operand is a NaN.
    Numbers,
    /// True if an operand is a NaN.
    Nan,
}

const EQUAL: &[Ordering] = &[Ordering::Equal];
const UNEQUAL: &[Ordering] = &[Ordering::Less, Ordering::Greater];
const LESS: &[Ordering] = &[Ordering::Less];
const AT_MOST: &[Ordering] = &[Ordering::Less, Ordering::Equal];
const GREATER: &[Ordering] = &[Ordering::Greater];
const AT_LEAST: &[Ordering] = &[Ordering::Greater, Ordering::Equal];

impl Comparison {
    pub(super) fn parse(modifier: &str) -> Self {
        let (orders, is_unordered) = match modifier {
            ".eq" => (EQUAL, false),
            ".ne" => (UNEQUAL, false),
            ".lt" | ".lo" => (LESS, false),
            ".le" | ".ls" => (AT_MOST, false),
            ".gt" | ".hi" => (GREATER, false),
            ".ge" | ".hs" => (AT_LEAST, false),
            ".equ" => (EQUAL, true),
            ".neu" => (UNEQUAL, true),
            ".ltu" => (LESS, true),
            ".leu" => (AT_MOST, true),
            ".gtu" => (GREATER, true),
            ".geu" => (AT_LEAST, true),
            ".num" => return Self::Numbers,
            _ => return Self::Nan,
        };
        Self::Orders(orders, is_unordered)
    }

    /// The result for an order; `None` means that an operand is a NaN.
    fn of(self, order: Option<Ordering>) -> bool {
        let (orders, is_unordered) = match self {
            Self::Equal => (EQUAL, false),
            Self::GreaterOrEqual => (AT_LEAST, false),
            Self::Orders(orders, is_unordered) => (orders, is_unordered),
            Self::Numbers => return order.is_some(),
            Self::Nan => return order.is_none(),
        };
        order.map_or(is_unordered, |order| orders.contains(&order))
    }
}

/// The operation that combines a comparison with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boolean {
    And,
    Or,
    Xor,
}

impl Boolean {
    pub(super) fn of(instruction: &Instruction) -> Option<Self> {
        let slot = instruction.form.slots.iter().any(|slot| slot.name == ".BoolOp");
        let all = [(".and", Self::And), (".or", Self::Or), (".xor", Self::Xor)];
        all.into_iter().find(|(name, _)| slot && instruction.has(name)).map(|(_, boolean)| boolean)
    }

    pub(super) const fn combine(self, one: bool, other: bool) -> bool {
        match self {
            Self::And => one && other,
            Self::Or => one || other,
            Self::Xor => one != other,
        }
    }
}

/// Compares floating-point data; zeros of both signs are the same.
pub(super) fn floats(comparison: Comparison, shape: &Shape, flushes: bool, a: u64, b: u64) -> bool {
    let format = shape.kind.format();
    let Some(format) = format.float() else { return false };
    let datum = |bits: u64| {
        let datum = format.decode(bits & mask(shape.width.into()));
        let class = format.classify(bits & mask(shape.width.into()));
        let is_subnormal = class == crate::format::Class::Subnormal;
        let kind = if flushes && is_subnormal { Kind::Zero } else { datum.kind };
        let is_zero = kind == Kind::Zero;
        Datum { kind, negative: datum.negative && !is_zero }
    };
    let (a, b) = (datum(a), datum(b));
    let is_nan = |datum: &Datum| matches!(datum.kind, Kind::Nan { .. });
    let order = (!is_nan(&a) && !is_nan(&b)).then(|| crate::arith::compare(&a, &b));
    comparison.of(order)
}

/// The possible results of a comparison.
pub(super) const BOTH: [bool; 2] = [false, true];

impl Prepared {
    /// Whether the comparison is true for a lane of two registers.
    fn holds(&self, lane: u8, a: u64, b: u64) -> bool {
        let shape = self.other;
        let offset = u32::from(lane) * u32::from(shape.width);
        let (a, b) = (a >> offset, b >> offset);
        if shape.class == Class::Float {
            return floats(self.comparison, shape, self.flushes, a, b);
        }
        self.comparison.of(Some(value(a, shape).cmp(&value(b, shape))))
    }

    /// The possible results of comparing a lane of two registers with open bits. `is_same` says
    /// that both operands are one register.
    pub(super) fn may_hold(&self, lane: u8, [a, b]: [&Partial; 2], is_same: bool) -> Vec<bool> {
        let shape = self.other;
        if lane >= shape.lanes {
            return vec![false];
        }
        let reference = || vec![self.holds(lane, a.bits, b.bits)];
        let width = u32::from(shape.width);
        let [one, two] = [a, b].map(|each| each.field(u32::from(lane) * width, width));
        if one.is_determined() && two.is_determined() {
            return reference();
        }
        if shape.class == Class::Float {
            // With a NaN there is no order, whatever the other operand is.
            let format = shape.kind.format();
            let is_unordered = one.is_nan(format) || two.is_nan(format);
            return if is_unordered { reference() } else { BOTH.into() };
        }
        if is_same {
            return reference();
        }
        let sign = if shape.class == Class::Signed { 1 << (shape.width - 1) } else { 0 };
        let [[low, high], [other_low, other_high]] =
            [one, two].map(|each| each.ends(sign).map(|bits| value(bits, shape)));
        let may_be_equal = (one.bits ^ two.bits) & !(one.open | two.open) == 0
            && low <= other_high
            && other_low <= high;
        let orders = [
            (Ordering::Less, low < other_high),
            (Ordering::Equal, may_be_equal),
            (Ordering::Greater, high > other_low),
        ];
        let possible = orders.into_iter().filter(|(_, is_possible)| *is_possible);
        possible.map(|(order, _)| self.comparison.of(Some(order))).collect()
    }

    /// The results of `set` or `setp`, given the comparison of each lane.
    pub(super) fn of_comparison(&self, holds: [bool; 2], condition: u64) -> Results {
        if self.operation == Operation::Set {
            [self.chosen_words(holds, condition), 0]
        } else {
            self.chosen_predicates(holds, condition)
        }
    }

    fn combined(&self, comparison: bool, condition: u64) -> bool {
        self.boolean.map_or(comparison, |it| it.combine(comparison, condition == 1))
    }

    /// The results of `setp`: the comparison and its complement, or the comparisons of both lanes.
    fn chosen_predicates(&self, [first, second]: [bool; 2], condition: u64) -> Results {
        let second = if self.other.lanes == 2 { second } else { !first };
        [first, second].map(|each| self.combined(each, condition).into())
    }

    /// The result of `set`: all ones or 1.0 in a lane that compares true, else 0.
    fn chosen_words(&self, holds: [bool; 2], condition: u64) -> u64 {
        let lanes = self.other.lanes;
        // A word for two lanes has a half for each.
        let width = u32::from(self.shape.register_width()) / u32::from(lanes);
        let one = match self.shape.kind.format().float() {
            Some(format) => format.one(),
            None => mask(width),
        };
        let words = (0..u32::from(lanes)).zip(holds).map(|(lane, holds)| {
            if self.combined(holds, condition) { one << (lane * width) } else { 0 }
        });
        words.fold(0, |all, bits| all | bits)
    }

    /// The results of `set` or `setp`.
    pub(super) fn compare(&self, [a, b, condition]: [u64; 3]) -> Results {
        let second = self.other.lanes == 2 && self.holds(1, a, b);
        self.of_comparison([self.holds(0, a, b), second], condition)
    }
}
