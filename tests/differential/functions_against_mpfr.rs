//! The references and the permitted results of approximate instructions against MPFR.
//!
//! The documented bounds are written down a second time here, from the ISA's text, and what they
//! permit is computed in another way: with 500 bits and directed rounding.

use std::cmp::Ordering;

use conformance::layout::{BF16, F16, F32, F64, Layout, Magnitude};
use conformance::report::Report;
use conformance::{Random, scale};
use ptxfp::catalog::bound::{Bound, Permitted, table as bounds};
use ptxfp::format::{FloatFormat, table as formats};
use ptxfp::internals::arith::elementary::Truth;
use ptxfp::internals::arith::rounding::Subnormals;
use rug::Float;
use rug::float::{Constant, Round};

use crate::against_mpfr::float;
use crate::function_operands::operand;

/// Enough for x - x³/6 with x = 2^-149.
const PRECISION: u32 = 500;

/// The upper word of binary64.
const UPPER: Layout = Layout::ieee(32, 21);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    DivApprox,
    DivFull,
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
}

struct Subject {
    name: &'static str,
    function: Function,
    bound: &'static Bound,
    layout: Layout,
    format: &'static FloatFormat,
    flushes: &'static [bool],
}

const EITHER: &[bool] = &[false, true];

const fn f32(name: &'static str, function: Function, bound: &'static Bound) -> Subject {
    Subject { name, function, bound, layout: F32, format: &formats::F32, flushes: EITHER }
}

const fn half(
    name: &'static str,
    function: Function,
    bound: &'static Bound,
    layout: Layout,
    flushes: &'static [bool],
) -> Subject {
    let format = if layout.precision == F16.precision { &formats::F16 } else { &formats::BF16 };
    Subject { name, function, bound, layout, format, flushes }
}

const WIDE: &[Subject] = &[
    f32("div.approx.f32", Function::DivApprox, &bounds::DIV_APPROX_F32),
    f32("div.full.f32", Function::DivFull, &bounds::DIV_FULL_F32),
    f32("rcp.approx.f32", Function::Rcp, &bounds::RCP_F32),
    f32("sqrt.approx.f32", Function::Sqrt, &bounds::SQRT_F32),
    f32("rsqrt.approx.f32", Function::Rsqrt, &bounds::RSQRT_F32),
    f32("sin.approx.f32", Function::Sin, &bounds::SIN_F32),
    f32("cos.approx.f32", Function::Cos, &bounds::COS_F32),
    f32("lg2.approx.f32", Function::Lg2, &bounds::LG2_F32),
    f32("ex2.approx.f32", Function::Ex2, &bounds::EX2_F32),
    Subject { flushes: &[false], ..f32("tanh.approx.f32", Function::Tanh, &bounds::TANH_F32) },
    Subject {
        name: "rsqrt.approx.f64",
        function: Function::Rsqrt,
        bound: &bounds::RSQRT_F64,
        layout: F64,
        format: &formats::F64,
        flushes: &[false],
    },
    Subject {
        name: "rcp.approx.ftz.f64",
        function: Function::Rcp,
        bound: &bounds::RCP_F64,
        layout: UPPER,
        format: &formats::F64_UPPER,
        flushes: &[true],
    },
    Subject {
        name: "rsqrt.approx.ftz.f64",
        function: Function::Rsqrt,
        bound: &bounds::RSQRT_FTZ_F64,
        layout: UPPER,
        format: &formats::F64_UPPER,
        flushes: &[true],
    },
];

const NARROW: &[Subject] = &[
    half("ex2.approx.f16", Function::Ex2, &bounds::EX2_F16, F16, &[false]),
    half("ex2.approx.ftz.bf16", Function::Ex2, &bounds::EX2_BF16, BF16, &[true]),
    half("tanh.approx.f16", Function::Tanh, &bounds::TANH_F16, F16, &[false]),
    half("tanh.approx.bf16", Function::Tanh, &bounds::TANH_BF16, BF16, &[false]),
];

/// An error as the ISA states it.
enum Error {
    Ulp(u32),
    UlpOfRounded(u32),
    /// A power of two.
    Absolute(Float),
    /// A power of two.
    Relative(Float),
}

impl Subject {
    fn value(&self, [a, b]: [u64; 2]) -> Float {
        let a = Float::with_val(PRECISION, float(a, self.layout));
        match self.function {
            Function::DivApprox | Function::DivFull => a / float(b, self.layout),
            Function::Rcp => a.recip(),
            Function::Sqrt => a.sqrt(),
            // MPFR's own takes -0 to +∞.
            Function::Rsqrt if a.is_zero() => a.recip(),
            Function::Rsqrt => a.recip_sqrt(),
            Function::Sin => a.sin(),
            Function::Cos => a.cos(),
            Function::Lg2 => a.log2(),
            // Further out MPFR's exponents overflow; infinities stay what they are.
            Function::Ex2 if a.is_finite() => a.clamp(&-100_000, &100_000).exp2(),
            Function::Ex2 => a.exp2(),
            // Further out 1 - |tanh a| needs more bits; infinities stay what they are.
            Function::Tanh if a.is_finite() => a.clamp(&-100, &100).tanh(),
            Function::Tanh => a.tanh(),
        }
    }

    /// The documented error for operands, `None` where there is none.
    fn error(&self, [a, b]: [u64; 2]) -> Option<Error> {
        let power = |exponent: f64| {
            // Tenths and thousandths of the text, not of the double.
            let thousandths = (exponent * 1000.0).round();
            Float::with_val(PRECISION, Float::with_val(PRECISION, thousandths) / 1000).exp2()
        };
        let magnitude = |bits| float(bits, self.layout).abs();
        let two_to = |exponent: i32| Float::with_val(64, 1) << exponent;
        let pi = |count: u32| Float::with_val(PRECISION, Constant::Pi) * count;
        let is_positive = a & self.layout.sign() == 0;
        Some(match self.function {
            Function::DivApprox => {
                let b = magnitude(b);
                (b >= two_to(-126) && b <= two_to(126)).then_some(Error::Ulp(2))?
            }
            Function::DivFull => Error::Ulp(2),
            _ if self.layout == F64 || self.layout == UPPER => return None,
            Function::Rcp => Error::Ulp(1),
            Function::Sqrt => is_positive.then_some(Error::Relative(power(-23.0)))?,
            Function::Rsqrt => is_positive.then_some(Error::Relative(power(-22.9)))?,
            Function::Sin | Function::Cos if magnitude(a) <= pi(2) => Error::Absolute(power(-20.5)),
            Function::Sin | Function::Cos if magnitude(a) <= pi(100) => {
                Error::Absolute(power(-14.7))
            }
            Function::Sin | Function::Cos => return None,
            Function::Lg2 if !is_positive => return None,
            Function::Lg2 if magnitude(a) > 0.5 && magnitude(a) < 2 => {
                Error::Absolute(power(-22.0))
            }
            Function::Lg2 => Error::Relative(power(-22.0)),
            Function::Ex2 if self.layout == F32 => Error::UlpOfRounded(2),
            Function::Ex2 if self.layout == F16 => Error::Relative(power(-9.9)),
            Function::Ex2 => Error::Relative(power(-7.0)),
            Function::Tanh if self.layout == F32 => Error::Relative(power(-11.0)),
            Function::Tanh if self.layout == F16 => Error::Absolute(power(-10.987)),
            Function::Tanh => Error::Absolute(power(-8.0)),
        })
    }

    /// The reference and the permitted interval.
    fn expected(&self, operands: [u64; 2], flushes: bool) -> (u64, Permitted) {
        let layout = self.layout;
        let operands = operands.map(|bits| {
            if flushes && layout.is_subnormal(bits) { bits & layout.sign() } else { bits }
        });
        let [a, b] = operands;
        let is_quotient = matches!(self.function, Function::DivApprox | Function::DivFull);
        let nan = if layout == F64 { 0xfff8_0000_0000_0000 } else { layout.sign() - 1 };
        if layout.is_nan(a) || is_quotient && layout.is_nan(b) {
            // The ISA gives the bits for the upper words only.
            return (nan, if layout == UPPER { Permitted::Pinned } else { Permitted::AnyNan });
        }
        let magnitude = layout.magnitude(a);
        // A note has tanh.approx.f32 pass subnormals through.
        if self.function == Function::Tanh && layout == F32 && layout.is_subnormal(a) {
            return (a, Permitted::Pinned);
        }
        if self.function == Function::DivApprox
            && (0x7e80_0001..0x7f80_0000).contains(&layout.magnitude(b))
        {
            return if magnitude == layout.infinity() {
                (nan, Permitted::AnyNan)
            } else {
                ((a ^ b) & layout.sign(), Permitted::Pinned)
            };
        }
        let value = self.value(operands);
        let is_row = !is_quotient && (magnitude == 0 || magnitude == layout.infinity());
        if value.is_nan() {
            let is_row = is_row || layout != UPPER && !layout.is_subnormal(a) || is_quotient;
            let is_bounded = is_row && (!is_quotient || self.error(operands).is_some());
            return (nan, if is_bounded { Permitted::AnyNan } else { Permitted::Unbounded });
        }
        let rounded = to_bits(&value, layout, Round::Nearest);
        let is_tiny = Float::with_val_round(layout.precision, &value, Round::Nearest)
            .0
            .get_exp()
            .is_some_and(|exponent| exponent - 1 < layout.emin());
        let reference = if flushes && is_tiny { rounded & layout.sign() } else { rounded };
        if is_row {
            return (reference, Permitted::Pinned);
        }
        let Some(error) = self.error(operands) else { return (reference, Permitted::Unbounded) };
        (reference, interval(&value, rounded, &error, layout, flushes))
    }
}

/// The number of a layout in a direction; an infinity counts as the power of two it follows.
fn to_bits(value: &Float, layout: Layout, round: Round) -> u64 {
    let (mut result, direction) = Float::with_val_round(layout.precision, value, round);
    result.subnormalize_round(layout.emin() + 1, direction, round);
    let negative = result.is_sign_negative();
    let sign = if negative { layout.sign() } else { 0 };
    if result.is_infinite() {
        return sign | layout.infinity();
    }
    let Some((integer, exponent)) = result.to_integer_exp().filter(|(integer, _)| *integer != 0)
    else {
        return sign;
    };
    let significand = integer.abs().to_u64().expect("at most 53 bits");
    let zeros = significand.leading_zeros();
    let exponent = exponent + 63 - zeros.cast_signed();
    if exponent > layout.bias() {
        return sign | layout.infinity();
    }
    layout.join(negative, Magnitude { exponent, aligned: significand << zeros })
}

/// All numbers within the error, and the rounded one.
fn interval(
    value: &Float,
    rounded: u64,
    error: &Error,
    layout: Layout,
    flushes: bool,
) -> Permitted {
    if value.is_infinite() {
        return Permitted::Interval { lo: rounded, hi: rounded };
    }
    let magnitude = layout.magnitude(rounded);
    let infinity = || Float::with_val(PRECISION, 1) << (layout.bias() + 1);
    let rounded_value = if magnitude == layout.infinity() {
        if layout.is_negative(rounded) { -infinity() } else { infinity() }
    } else {
        Float::with_val(PRECISION, float(rounded, layout))
    };
    let field = (magnitude >> layout.trailing()).clamp(1, layout.top_field() - 1);
    let last =
        i32::try_from(field).expect("11 bits") - layout.bias() - layout.trailing().cast_signed();
    let unit = Float::with_val(PRECISION, 1) << last;
    let (center, distance) = match error {
        Error::Ulp(count) => (value.clone(), unit * *count),
        Error::UlpOfRounded(count) => (rounded_value, unit * *count),
        Error::Absolute(power) => (value.clone(), power.clone()),
        Error::Relative(power) => (value.clone(), power.clone() * value.clone().abs()),
    };
    let flushed = |bits| {
        if flushes && layout.is_subnormal(bits) { bits & layout.sign() } else { bits }
    };
    let least = |x, y| if order(x, y, layout) == Ordering::Less { x } else { y };
    let most = |x, y| if order(x, y, layout) == Ordering::Less { y } else { x };
    let [bottom, top] =
        [&center - &distance, &center + &distance].map(|end| Float::with_val(PRECISION, end));
    // A zero within the error may have either sign.
    let lower = to_bits(&bottom, layout, Round::Up);
    let lower = if layout.magnitude(lower) == 0 { layout.sign() } else { lower };
    let upper = to_bits(&top, layout, Round::Down);
    let upper = if layout.magnitude(upper) == 0 { 0 } else { upper };
    let is_beyond = order(lower, rounded, layout).is_gt() || order(rounded, upper, layout).is_gt();
    if is_beyond && !(flushes && layout.magnitude(rounded) < layout.min_normal()) {
        return Permitted::Nearest;
    }
    Permitted::Interval { lo: flushed(least(lower, rounded)), hi: flushed(most(upper, rounded)) }
}

fn order(a: u64, b: u64, layout: Layout) -> Ordering {
    let key = |bits| {
        let magnitude = layout.magnitude(bits).cast_signed();
        if layout.is_negative(bits) { !magnitude } else { magnitude }
    };
    key(a).cmp(&key(b))
}

/// Compares an instruction on some operands.
fn compare(report: &mut Report, subject: &Subject, operands: impl Iterator<Item = [u64; 2]>) {
    for operands in operands {
        for &flushes in subject.flushes {
            let data = operands.map(|bits| subject.format.decode(bits));
            let subnormals = if flushes { Subnormals::Flush } else { Subnormals::Keep };
            let ours = subject.bound.approximate(&data, subject.format, subnormals);
            let theirs = subject.expected(operands, flushes);
            report.note((ours.reference, ours.permitted) == theirs, || {
                let name = subject.name;
                format!("{name} {operands:x?} flushed {flushes}: core {ours:x?}, MPFR {theirs:x?}")
            });
        }
    }
}

#[test]
fn every_half_precision_operand_agrees_with_mpfr() {
    for subject in NARROW {
        let mut report = Report::new("MPFR", format!("{} of every operand", subject.name));
        compare(&mut report, subject, (0..1 << 16).map(|bits| [bits, 0]));
        report.finish(1 << 16);
    }
}

const N_CASES: u64 = 10_000;

fn check(family: &str, subjects: &[Subject]) {
    let usual = subjects.iter().map(|it| N_CASES * it.flushes.len() as u64).sum();
    let scale = scale(usual);
    let mut report = Report::new("MPFR", format!("{family}: {} instructions", subjects.len()));
    for subject in subjects {
        let mut random = Random::named("functions").fork(subject.name);
        let operands = (0..N_CASES * scale)
            .map(|_| [subject.name, "b"].map(|name| operand(&mut random, name, subject.layout)));
        compare(&mut report, subject, operands);
    }
    report.finish(usual * scale);
}

#[test]
fn quotients_and_roots_of_f32_agree_with_mpfr() {
    check("approximate quotients and roots of f32", &WIDE[..5]);
}

#[test]
fn functions_of_f32_agree_with_mpfr() {
    check("approximate functions of f32", &WIDE[5..10]);
}

#[test]
fn approximations_of_f64_agree_with_mpfr() {
    check("approximations of f64", &WIDE[10..]);
}

/// The bounds of true values are what the comments on their errors claim.
#[test]
fn enclosures_hold_the_true_value() {
    let subjects = || WIDE.iter().filter(|subject| subject.layout == F32);
    // Some are not finite.
    let least = N_CASES / 2 * subjects().count() as u64;
    let scale = scale(least);
    let mut report = Report::new("MPFR", "enclosures of true values for f32");
    for subject in subjects() {
        let mut random = Random::named("enclosures").fork(subject.name);
        for _ in 0..N_CASES * scale {
            let operands = ["b", subject.name].map(|name| operand(&mut random, name, F32));
            let [b, a] = operands;
            let data = [a, b].map(|bits| subject.format.decode(bits));
            let Truth::Finite(value) = subject.bound.function.evaluate(data[0], data[1]) else {
                continue;
            };
            // Further out both sides stop at a power of two of their own.
            if subject.function == Function::Ex2 && float(a, F32).abs() > 4000 {
                continue;
            }
            let bound = |significand: u128| Float::with_val(128, significand) << value.exponent;
            let (low, high) = (bound(value.low), bound(value.low + value.width));
            let truth = subject.value([a, b]);
            let is_inside = truth.is_sign_negative() == value.negative && {
                let truth = truth.abs();
                if value.is_exact() { truth == low } else { low < truth && truth < high }
            };
            report.note(is_inside, || format!("{} {a:08x} {b:08x} {value:x?}", subject.name));
        }
    }
    report.finish(least * scale);
}
