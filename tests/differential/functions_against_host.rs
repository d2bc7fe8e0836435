//! Approximate instructions against the host's f64 functions: the reference but where f64 cannot
//! tell which way it rounds, and the ends of what is permitted except for a millionth of the error.
//!
//! MPFR decides them exactly; it joins only where it is asked for. The documented errors are written
//! down once more here.

use std::cmp::Ordering;
use std::f64::consts::PI;

use conformance::expected::flushed;
use conformance::layout::{BF16, F16, F32, F64, Layout};
use conformance::operation::Operation;
use conformance::oracle::widen;
use conformance::report::Report;
use conformance::{Random, Subject, scale};
use ptxfp::eval::{Guarantee, LaneResult};

use crate::function_operands::operand;

const N_CASES: u64 = 20_000;

/// The distance that an end may be from where it should be, in parts of the error.
const SLACK: f64 = 1e-6;

fn opcode(subject: &Subject) -> &str {
    subject.text.split('.').next().unwrap_or_default()
}

fn value(bits: u64, layout: Layout) -> f64 {
    f64::from_bits(widen(bits, layout, F64))
}

/// An end of an interval: an infinity counts as the power of two that it follows.
fn end(bits: u64, layout: Layout) -> f64 {
    let value = value(bits, layout);
    if value.is_infinite() { 2_f64.powi(layout.bias() + 1).copysign(value) } else { value }
}

fn function(subject: &Subject, a: f64, b: f64) -> f64 {
    match opcode(subject) {
        "div" => a / b,
        "rcp" => 1.0 / a,
        "sqrt" => a.sqrt(),
        "rsqrt" if a == 0.0 => 1.0 / a,
        "rsqrt" => 1.0 / a.sqrt(),
        "sin" => a.sin(),
        "cos" => a.cos(),
        "lg2" => a.log2(),
        "ex2" => a.exp2(),
        "tanh" => a.tanh(),
        other => panic!("{other} is not approximate"),
    }
}

/// A unit in the last place of the binade of a number, at most of the top one.
fn unit(bits: u64, layout: Layout) -> f64 {
    let exponent = layout.split(bits).map_or(layout.emin(), |it| it.exponent.max(layout.emin()));
    let exponent = if layout.is_infinite(bits) { layout.bias() } else { exponent };
    2_f64.powi(exponent - layout.trailing().cast_signed())
}

/// The documented error around a center; `None` where there is no error.
fn error(subject: &Subject, [a, b]: [f64; 2], truth: f64, reference: u64) -> Option<(f64, f64)> {
    let layout = subject.spelling.layout();
    let around = |distance: f64| Some((truth, distance));
    let ulps = |count: f64| count * unit(reference, layout);
    let relative = |exponent: f64| around(exponent.exp2() * truth.abs());
    let absolute = |exponent: f64| around(exponent.exp2());
    if layout.width == 64 || layout.precision == 21 {
        return None;
    }
    match opcode(subject) {
        "div" if subject.text.contains("full") => around(ulps(2.0)),
        "div" => {
            let within = 2_f64.powi(-126)..=2_f64.powi(126);
            if within.contains(&b.abs()) { around(ulps(2.0)) } else { None }
        }
        "rcp" => around(ulps(1.0)),
        "sqrt" if a > 0.0 => relative(-23.0),
        "rsqrt" if a > 0.0 => relative(-22.9),
        "sin" | "cos" if a.abs() <= 2.0 * PI => absolute(-20.5),
        "sin" | "cos" if a.abs() <= 100.0 * PI => absolute(-14.7),
        "lg2" if a > 0.5 && a < 2.0 => absolute(-22.0),
        "lg2" if a > 0.0 => relative(-22.0),
        "ex2" if layout == F32 => Some((end(reference, layout), ulps(2.0))),
        "ex2" if layout == F16 => relative(-9.9),
        "ex2" => relative(-7.0),
        "tanh" if layout == F32 => relative(-11.0),
        "tanh" if layout == F16 => absolute(-10.987),
        "tanh" => absolute(-8.0),
        _ => None,
    }
}

/// The nearest number of a layout, and whether f64 is exact enough to decide.
fn nearest(truth: f64, layout: Layout) -> (u64, bool) {
    let sign = if truth.is_sign_negative() { layout.sign() } else { 0 };
    if truth.is_infinite() || truth == 0.0 {
        return (sign | if truth == 0.0 { 0 } else { layout.infinity() }, true);
    }
    let magnitude = F64.split(truth.to_bits()).expect("a number");
    let below = layout.join(false, magnitude);
    let above = layout.step(below, 1);
    let (down, up) = (truth.abs() - end(below, layout), end(above, layout) - truth.abs());
    let is_below = match down.total_cmp(&up) {
        Ordering::Less => true,
        Ordering::Equal => below.is_multiple_of(2),
        Ordering::Greater => false,
    };
    let is_clear = (down - up).abs() > truth.abs() * 1e-14;
    (sign | if is_below { below } else { above }, is_clear)
}

/// Returns the error in a result, if there is one.
fn fault(subject: &Subject, elements: [u64; 2], result: LaneResult) -> Option<&'static str> {
    let spelling = &subject.spelling;
    let layout = spelling.layout();
    let element = spelling.result.element;
    let flushes = |bits| {
        if layout.precision == 21 && layout.is_subnormal(bits) {
            bits & layout.sign()
        } else {
            flushed(spelling, element, bits)
        }
    };
    let [a, b] = elements.map(|bits| value(flushes(bits), layout));
    let is_hole = subject.text.starts_with("div") && !subject.text.contains("full");
    if is_hole && b.abs() > 2_f64.powi(126) && b.is_finite() && !a.is_nan() {
        let sign = (elements[0] ^ elements[1]) & layout.sign();
        let is_right = if a.is_infinite() {
            result.guarantee == Guarantee::AnyNan
        } else {
            result.guarantee == Guarantee::Bits && result.bits == sign
        };
        return (!is_right).then_some("not the text's zero or NaN");
    }
    let truth = function(subject, a, b);
    if truth.is_nan() {
        let is_right =
            layout.is_nan(result.bits) && !matches!(result.guarantee, Guarantee::Within { .. });
        return (!is_right).then_some("not a NaN");
    }
    let (rounded, is_clear) = nearest(truth, layout);
    let is_close = layout.magnitude(result.bits).abs_diff(layout.magnitude(rounded)) <= 1;
    let is_right = result.bits == rounded
        || (!is_clear || layout == F64) && is_close
        || spelling.flushes
            && layout.magnitude(rounded) <= layout.min_normal()
            && result.bits == rounded & layout.sign();
    if !is_right {
        return Some("the reference is not the nearest number");
    }
    let is_zero_or_infinite = a == 0.0 || a.is_infinite();
    // A note has tanh.approx.f32 pass subnormals through.
    let is_passed = opcode(subject) == "tanh" && layout == F32 && layout.is_subnormal(elements[0]);
    let is_row = is_passed || is_zero_or_infinite && opcode(subject) != "div";
    let documented = error(subject, [a, b], truth, rounded);
    match (result.guarantee, documented) {
        (Guarantee::Bits | Guarantee::Reading, _) if is_row => None,
        (Guarantee::Unbounded, None) if !is_row => None,
        // No f16 number is within the error.
        (Guarantee::Reading, Some((center, distance))) if !is_row => {
            // The host has zero for the least values.
            let is_within = center != 0.0 && (end(result.bits, layout) - center).abs() <= distance;
            is_within.then_some("a reading where the text is clear")
        }
        // Only the reference is within the error.
        (Guarantee::Bits, Some((center, distance))) if !is_row => {
            wrong_end(subject, [result.bits; 2], result.bits, [center, distance])
        }
        (Guarantee::Within { lo, hi }, Some((center, distance))) if !is_row => {
            wrong_end(subject, [lo, hi], result.bits, [center, distance])
        }
        _ => Some("another guarantee than documented"),
    }
}

fn wrong_end(
    subject: &Subject,
    [lo, hi]: [u64; 2],
    reference: u64,
    [center, distance]: [f64; 2],
) -> Option<&'static str> {
    let layout = subject.spelling.layout();
    if center.is_infinite() {
        return (lo != hi).then_some("an infinity has no neighbors");
    }
    let least = layout.emin() - layout.trailing().cast_signed();
    let step = |bits: u64| unit(bits, layout).max(2_f64.powi(least));
    let slack = distance * SLACK;
    for (bits, sign) in [(lo, -1.0), (hi, 1.0)] {
        let found = end(bits, layout) * sign;
        let limit = (center * sign) + distance;
        // Flushed ends, and an end that is no farther than the rounded result.
        if layout.magnitude(bits) < 2 * layout.min_normal() {
            continue;
        }
        if found > limit + slack && bits != reference {
            return Some("an end lies outside of the error");
        }
        // Below a power of two numbers lie closer.
        let is_power = bits & (layout.min_normal() - 1) == 0;
        let next = if found < 0.0 && is_power { step(bits) / 2.0 } else { step(bits) };
        if found + next < limit - slack && !layout.is_infinite(bits) {
            return Some("an end lies inside of the error");
        }
    }
    None
}

/// Compares the instructions of an opcode.
fn check(wanted: &str) -> usize {
    let is_wanted = |subject: &Subject| {
        subject.spelling.operation == Operation::Approximate && opcode(subject) == wanted
    };
    let subjects: Vec<_> = Subject::all().filter(is_wanted).collect();
    assert!(!subjects.is_empty(), "{wanted}");
    let usual = N_CASES * subjects.len() as u64;
    let scale = scale(usual);
    let mut report =
        Report::new("the host", format!("{wanted}: {} approximate instructions", subjects.len()));
    for subject in &subjects {
        assert!(subject.is_approximate(), "{}", subject.name);
        let layout = subject.spelling.layout();
        let register = subject.spelling.result;
        let mut random = Random::named("host").fork(&subject.name);
        for index in 0..N_CASES * scale {
            // A narrow format has all its operands tried.
            let first = match layout {
                F16 | BF16 => index.wrapping_mul(0x9e37) & 0xffff,
                _ => operand(&mut random, &subject.text, layout),
            };
            let elements = [first, operand(&mut random, "b", layout)];
            let registers = elements.map(|bits| register.place(bits, 0));
            let result = subject.evaluate(&registers).lanes()[0];
            let fault = fault(subject, elements, result);
            report.note(fault.is_none(), || {
                let fault = fault.unwrap_or_default();
                format!("{} {elements:x?}: {result:x?}: {fault}", subject.name)
            });
        }
    }
    report.finish(usual * scale);
    subjects.len()
}

#[test]
fn approximate_functions_agree_with_the_host() {
    const OPCODES: [&str; 9] = ["div", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"];
    let n_subjects: usize = OPCODES.into_iter().map(check).sum();
    let all = Subject::all().filter(|it| it.spelling.operation == Operation::Approximate);
    assert_eq!(n_subjects, all.count());
}
