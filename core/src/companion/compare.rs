//! Comparisons (PTX ISA 9.3.1, 9.7.6, 9.7.7).

use core::cmp::Ordering;

use super::arithmetic::value;
use super::evaluate::{Prepared, Results};
use super::resolve::Instruction;
use super::shape::{Class, Shape};
use crate::bits::mask;
use crate::number::{Datum, Kind};

/// A comparison of two data, and whether a NaN makes it true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    GreaterOrEqual,
    /// One of these orders holds; the last says what NaNs do.
    Orders(&'static [Ordering], bool),
    /// There is no NaN.
    Numbers,
    /// There is one.
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

    /// The result of an order; without one there is a NaN.
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

impl Prepared {
    /// Whether a lane of two registers compares so.
    fn holds(&self, lane: u8, a: u64, b: u64) -> bool {
        let shape = self.other;
        let offset = u32::from(lane) * u32::from(shape.width);
        let (a, b) = (a >> offset, b >> offset);
        if shape.class == Class::Float {
            return floats(self.comparison, shape, self.flushes, a, b);
        }
        self.comparison.of(Some(value(a, shape).cmp(&value(b, shape))))
    }

    fn combined(&self, comparison: bool, condition: u64) -> bool {
        self.boolean.map_or(comparison, |it| it.combine(comparison, condition == 1))
    }

    /// `setp`: the result and its complement, or those of both lanes.
    pub(super) fn predicates(&self, [a, b, c]: [u64; 3]) -> Results {
        let first = self.holds(0, a, b);
        let second = if self.other.lanes == 2 { self.holds(1, a, b) } else { !first };
        [first, second].map(|each| self.combined(each, c).into())
    }

    /// `set`: all ones or 1.0.
    pub(super) fn set(&self, [a, b, c]: [u64; 3]) -> u64 {
        let lanes = u32::from(self.other.lanes);
        // A word for two lanes has a half for each.
        let width = u32::from(self.shape.register_width()) / lanes;
        let one = match self.shape.kind.format().float() {
            Some(format) => format.one(),
            None => mask(width),
        };
        let lane = |lane: u8| {
            let is_true = self.combined(self.holds(lane, a, b), c);
            if is_true { one << (u32::from(lane) * width) } else { 0 }
        };
        (0..self.other.lanes).map(lane).fold(0, |all, bits| all | bits)
    }
}
