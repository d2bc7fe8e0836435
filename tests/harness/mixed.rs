//! Sums and products of operands that the format of the result does not hold: in `rustc_apfloat`'s
//! binary128, rounded to odd, then once more to the result.

use rustc_apfloat::ieee::Quad;
use rustc_apfloat::{Float, Round, Status, StatusAnd};

use crate::convert::{is_tiny_half, round, to_float, to_tall_e4m3, value};
use crate::expected::{Expected, canonical, flushed};
use crate::layout::{BF16, E4M3, F16, F32, Layout};
use crate::operation::Operation;
use crate::register::Element;
use crate::spelling::Spelling;

/// Whether the format of the result does not hold every operand.
pub fn is_mixed(spelling: &Spelling) -> bool {
    let layout = spelling.layout();
    let is_held = |element: Element| match element.layout() {
        Some(source) => source == layout || layout == F32 && [F16, BF16].contains(&source),
        None => false,
    };
    !spelling.lane_sources().all(is_held) || layout.width <= 8
}

/// The expected lane.
pub fn expected(spelling: &Spelling, elements: [u64; 3]) -> Expected {
    let layout = spelling.layout();
    let nan = Expected::Nan(canonical(layout));
    let mut operands = [Quad::ZERO; 3];
    for ((operand, bits), element) in operands.iter_mut().zip(elements).zip(spelling.lane_sources())
    {
        let bits = flushed(spelling, element, bits);
        if element.is_nan(bits) {
            return nan;
        }
        *operand = number(element, bits);
    }
    let cut = compute(spelling.operation, operands, Round::TowardZero);
    if cut.value.is_nan() {
        return nan;
    }
    if cut.value.is_zero() {
        // The direction decides its sign.
        let zero = compute(spelling.operation, operands, round(spelling.rounding)).value;
        return Expected::Bits(if zero.is_negative() { layout.sign() } else { 0 });
    }
    let odd = if cut.status.contains(Status::INEXACT) {
        Quad::from_bits(cut.value.to_bits() | 1)
    } else {
        cut.value
    };
    if spelling.flushes && is_tiny_half(odd, spelling.rounding) {
        return Expected::Bits(if odd.is_negative() { layout.sign() } else { 0 });
    }
    let sign = if odd.is_negative() { layout.sign() } else { 0 };
    let is_beyond = if layout == E4M3 {
        to_tall_e4m3(odd, round(spelling.rounding)).abs() > Quad::from_u128(448).value
    } else {
        let rounded = to_float(odd, layout, round(spelling.rounding));
        layout.is_infinite(rounded)
    };
    match (is_beyond, spelling.saturates, layout) {
        (false, ..) => Expected::Bits(to_float(odd, layout, round(spelling.rounding))),
        (true, true, _) => Expected::Bits(sign | layout.max_finite()),
        (true, false, E4M3) => nan,
        (true, false, _) => Expected::Bits(sign | layout.infinity()),
    }
}

fn number(element: Element, bits: u64) -> Quad {
    match element.layout() {
        Some(layout) if layout.is_infinite(bits) => signed(layout, bits, Quad::INFINITY),
        Some(layout) if layout.magnitude(bits) == 0 => signed(layout, bits, Quad::ZERO),
        _ => value(element, bits).expect("a number"),
    }
}

fn signed(layout: Layout, bits: u64, magnitude: Quad) -> Quad {
    if layout.is_negative(bits) { -magnitude } else { magnitude }
}

fn compute(operation: Operation, [a, b, c]: [Quad; 3], round: Round) -> StatusAnd<Quad> {
    match operation {
        Operation::Add => a.add_r(b, round),
        Operation::Sub => a.sub_r(b, round),
        Operation::Mul => a.mul_r(b, round),
        Operation::Fma => a.mul_add_r(b, c, round),
        other => panic!("{other:?} has no operands of several formats"),
    }
}
