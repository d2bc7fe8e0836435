//! The permitted results by their definition: in numbers of any size, slowly.

use super::super::{Bound, Error, Over, Permitted, table};
use crate::arith::elementary::{Function, QUARTER_PI, Truth, power_of_two};
use crate::arith::rounding::{Rounding, Subnormals};
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32};
use crate::number::Datum;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn power(exponent: i32) -> Dyadic {
    Dyadic::new(false, &Natural::one(), exponent)
}

fn magnitude(value: &Dyadic) -> Dyadic {
    if value.is_negative() { value.neg() } else { value.clone() }
}

fn contains(over: Over, operand: &Datum) -> bool {
    let Some(value) = Dyadic::from_datum(operand) else { return over == Over::Everything };
    let magnitude = magnitude(&value);
    match over {
        Over::Everything => true,
        Over::PositiveFinite => value > Dyadic::ZERO,
        Over::Between(x, y) => power(x) < value && value < power(y),
        Over::MagnitudeWithin(x, y) => power(x) <= magnitude && magnitude <= power(y),
        Over::MagnitudeBetween(x, y) => power(x) < magnitude && magnitude < power(y),
        Over::MagnitudeUpToPi(x) => {
            magnitude <= Dyadic::new(false, &Natural::from(QUARTER_PI).mul_small(x), 2 - 128)
        }
    }
}

/// The true value of an encoding, an infinity being 2^(emax+1).
fn value(bits: u64, format: &FloatFormat) -> Dyadic {
    let datum = format.decode(bits);
    let beyond = power(format.emax() + 1);
    let beyond = if datum.negative { beyond.neg() } else { beyond };
    Dyadic::from_datum(&datum).unwrap_or(beyond)
}

/// Whether a number is the last one in a direction that does not lie beyond a limit.
fn is_last(bits: u64, limit: &Dyadic, format: &FloatFormat, upwards: bool) -> bool {
    let is_within = |bits| {
        let value = value(bits, format);
        if upwards { value <= *limit } else { *limit <= value }
    };
    let next = if upwards { format.next_up(bits) } else { format.next_down(bits) };
    is_within(bits) && next.is_none_or(|next| !is_within(next))
}

/// The ends of what is permitted around a true value between bounds, the error above it and below.
fn limits(truth: &Truth, error: Error, rounded: &Datum, format: &FloatFormat) -> [Dyadic; 2] {
    let (negative, (low, high)) = match truth {
        Truth::Finite(value) => (value.negative, value.bounds()),
        Truth::Zero { negative } => (*negative, (Dyadic::ZERO, Dyadic::ZERO)),
        Truth::Infinite { .. } | Truth::Invalid => panic!("{truth:?} has no ends"),
    };
    let center = magnitude(&value(format.encode(rounded), format));
    let units = |count: u8| {
        let binade = center.leading_exponent().unwrap_or(format.emin());
        let binade = binade.clamp(format.emin(), format.emax());
        let last = binade - format.trailing_width().cast_signed();
        Dyadic::new(false, &Natural::from(u64::from(count)), last)
    };
    let size = |thousandths| power_of_two(thousandths).bounds().0;
    let (bottom, top) = match error {
        Error::Ulp(count) => (high.sub(&units(count)), low.add(&units(count))),
        Error::UlpOfRounded(count) => (center.sub(&units(count)), center.add(&units(count))),
        Error::Absolute(exponent) => (high.sub(&size(exponent)), low.add(&size(exponent))),
        Error::Relative(exponent) => {
            let size = size(exponent);
            (high.sub(&high.mul(&size)), low.add(&low.mul(&size)))
        }
        Error::Vanishes => panic!("no interval"),
    };
    if negative { [top.neg(), bottom.neg()] } else { [bottom, top] }
}

/// Whether the permitted interval for operands is that of the definition; with a flush, only the
/// numbers that the results without one are flushed to. Returns whether it is an interval.
fn check(bound: &Bound, operands: [u64; 2], format: &'static FloatFormat) -> bool {
    let data = operands.map(|bits| format.decode(bits));
    let [a, b] = data;
    let divisor = if bound.function == Function::Quotient { b } else { a };
    let range = bound.ranges.iter().find(|range| contains(range.over, &divisor));
    assert_eq!(bound.range_of(&divisor), range, "{:?} {operands:x?}", bound.function);
    let permitted =
        |operands: &[Datum], subnormals| bound.approximate(operands, format, subnormals).permitted;
    let kept = permitted(&data, Subnormals::Keep);
    let reference = bound.approximate(&data, format, Subnormals::Keep).reference;
    let (lo, hi) = match kept {
        Permitted::Interval { lo, hi } => (lo, hi),
        Permitted::Nearest => (reference, reference),
        Permitted::Pinned | Permitted::AnyNan | Permitted::Unbounded => return false,
    };
    let flushed = |bits: u64| {
        let is_flushed = bits & format.magnitude_mask() < format.min_normal();
        if is_flushed { bits & format.sign_mask() } else { bits }
    };
    let flushes_result = reference & format.magnitude_mask() < format.min_normal();
    let is_alike = kept != Permitted::Nearest || flushes_result;
    if is_alike && data.iter().all(|datum| flushed(format.encode(datum)) == format.encode(datum)) {
        let ends = Permitted::Interval { lo: flushed(lo), hi: flushed(hi) };
        assert_eq!(permitted(&data, Subnormals::Flush), ends, "{:?} {operands:x?}", bound.function);
    }
    let truth = bound.function.evaluate(a, b);
    let rounded = match truth {
        Truth::Finite(value) => value.round(format, Rounding::TiesToEven, Subnormals::Keep),
        Truth::Zero { negative } => Datum::zero(negative),
        Truth::Infinite { negative } => Datum::infinite(negative),
        Truth::Invalid => panic!("an interval around nothing"),
    };
    let reference = value(format.encode(&rounded), format);
    if matches!(truth, Truth::Infinite { .. }) {
        assert!([lo, hi].iter().all(|end| value(*end, format) == reference));
        return true;
    }
    let error = range.expect("an interval has an error").error;
    let [bottom, top] = limits(&truth, error, &rounded, format);
    let is_within = bottom <= reference && reference <= top;
    let is_beyond_all = rounded.is_infinite() || is_within;
    assert_eq!(is_beyond_all, kept != Permitted::Nearest, "{:?} {operands:x?}", bound.function);
    for (end, limit, upwards) in [(lo, &bottom, false), (hi, &top, true)] {
        // The correctly rounded result is permitted always.
        let is_beyond = if upwards { reference > *limit } else { reference < *limit };
        let is_right = if is_beyond {
            value(end, format) == reference
        } else {
            is_last(end, limit, format, upwards)
        };
        assert!(is_right, "{:?} {} {operands:x?} {end:x}", bound.function, format.name);
        if end & format.magnitude_mask() == 0 {
            let is_negative = end & format.sign_mask() != 0;
            let is_within = bottom <= Dyadic::ZERO && Dyadic::ZERO <= top;
            let expected = if is_within { !upwards } else { rounded.negative };
            assert_eq!(is_negative, expected, "{:?} {} {operands:x?}", bound.function, format.name);
        }
    }
    true
}

/// Every operand of 16 bits.
#[test]
fn narrow_operands_permit_what_the_definition_says() {
    for (bound, format) in [
        (&table::TANH_F16, &F16),
        (&table::EX2_F16, &F16),
        (&table::TANH_BF16, &BF16),
        (&table::EX2_BF16, &BF16),
    ] {
        let n_intervals = (0..1 << 16).filter(|bits| check(bound, [*bits, 0], format)).count();
        assert!(n_intervals > 63_000, "{:?} {n_intervals}", bound.function);
    }
}

/// Operands of every binade of every bound of f32, around its ends and anywhere; for the quotients,
/// of pairs of binades.
#[test]
fn f32_operands_permit_what_the_definition_says() {
    let mut random = 1_u64;
    for bound in table::BOUNDS {
        let mut n_intervals = 0;
        for binade in 0..512_u64 {
            for round in 0..20_u64 {
                random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                let trailing = match round {
                    0..4 => round,
                    4..8 => 0x7f_ffff - (round - 4),
                    _ => random >> 41,
                };
                let operands = [binade << 23 | trailing, random >> 8 & 0xffff_ffff];
                n_intervals += u32::from(check(bound, operands, &F32));
                if bound.function == Function::Quotient {
                    let [a, b] = operands;
                    n_intervals += u32::from(check(bound, [b, a], &F32));
                    // The quotient of these lies near 1, and may be exact.
                    n_intervals += u32::from(check(bound, [a, a ^ (random >> 60)], &F32));
                }
            }
        }
        let is_bounded = !bound.ranges.is_empty();
        assert_eq!(n_intervals > 2_000, is_bounded, "{:?} {n_intervals}", bound.function);
    }
}
