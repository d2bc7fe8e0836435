//! `cvt`: exact values of `rustc_apfloat`'s binary128, which every source type fits in, converted
//! by it once more.

use rustc_apfloat::ieee::{BFloat, Double, Float8E5M2, Half, IeeeFloat, Quad, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::expected::{Expected, canonical, flushed, limited, quiet};
use crate::layout::{BF16, E4M3, E5M2, F16, F32, F64, Layout, Specials, TF32};
use crate::operation::{Limit, Rounding};
use crate::register::Element;
use crate::spelling::{Purpose, Spelling};
use crate::stochastic;

/// A format of that precision with binary128's exponents: rounding to it is rounding with an
/// unbounded exponent.
pub struct Unbounded<const PRECISION: usize>;

const WIDE_EXPONENT: usize = 15;

impl<const PRECISION: usize> Semantics for Unbounded<PRECISION> {
    const BITS: usize = WIDE_EXPONENT + PRECISION;
    const EXP_BITS: usize = WIDE_EXPONENT;
}

/// A format of that precision and least exponent, without a largest one that would matter.
struct Tall<const PRECISION: usize, const MIN_EXP: i32>;

impl<const PRECISION: usize, const MIN_EXP: i32> Semantics for Tall<PRECISION, MIN_EXP> {
    const BITS: usize = WIDE_EXPONENT + PRECISION;
    const EXP_BITS: usize = WIDE_EXPONENT;
    const MIN_EXP: i32 = MIN_EXP;
}

/// tf32 without its padding.
struct Tf32;

impl Semantics for Tf32 {
    const BITS: usize = 19;
    const EXP_BITS: usize = 8;
}

/// Returns the expected lane.
///
/// # Panics
///
/// If the spelling is no conversion.
pub fn expected(spelling: &Spelling, elements: [u64; 3]) -> Expected {
    let mut sources = spelling.lane_sources();
    let from = sources.next().expect("a source");
    let has_scale = sources.next().is_some();
    let is_single = |element| element == Element::Float(F32);
    let [bits, second, _] = elements;
    let bits = if is_single(from) { flushed(spelling, from, bits) } else { bits };
    // One scale factor for all lanes goes with flushed operands.
    let is_shared = spelling.sources.iter().any(|source| source.purpose == Purpose::AllLanes);
    let bits = match from {
        Element::Float(layout) if is_shared && layout.is_subnormal(bits) => bits & layout.sign(),
        _ => bits,
    };
    let to = spelling.result.element;
    if let (Element::Integer { .. }, Element::Integer { width, is_signed }) = (from, to) {
        return Expected::Bits(resized(integer(from, bits), width, is_signed, spelling.limit));
    }
    if from.is_nan(bits) || has_scale && second == 0xff {
        return of_nan(spelling, from, bits);
    }
    let Some(value) = value(from, bits) else {
        let is_negative = from.layout().is_some_and(|layout| layout.is_negative(bits));
        return of_infinity(spelling, is_negative);
    };
    let scale = if has_scale { i32::try_from(second).expect("8 bits") - 127 } else { 0 };
    match to {
        Element::Integer { width, is_signed } => {
            Expected::Bits(to_integer(value, width, is_signed, spelling.rounding))
        }
        Element::Scale => Expected::Bits(to_scale(value, spelling)),
        Element::Fixed => to_fixed(value.scalbn(-scale), spelling.limit, round(spelling.rounding)),
        Element::Magnitude => Expected::Bits(to_magnitude(value.scalbn(-scale), spelling)),
        Element::Float(layout) => {
            // It divides on the way down, and multiplies on the way up.
            let value = value.scalbn(if from.width() > layout.width { -scale } else { scale });
            let rounded = if spelling.rounding == Rounding::Stochastic {
                stochastic::rounded(from, bits, layout, second)
            } else if spelling.is_integral {
                nearest_number(value.round_to_integral(round(spelling.rounding)).value, layout)
            } else {
                let tiny = spelling.flushes && layout == F32 && is_tiny(value, spelling.rounding);
                let rounded = to_float(value, layout, round(spelling.rounding));
                if tiny { rounded & layout.sign() } else { rounded }
            };
            let rounded = if spelling.saturates && layout.magnitude(rounded) > layout.max_finite() {
                (rounded & layout.sign()) | layout.max_finite()
            } else {
                rounded
            };
            let limited = limited(spelling.limit, layout, rounded);
            let is_zero = layout.magnitude(limited) == 0;
            Expected::Bits(if spelling.makes_zero_positive && is_zero { 0 } else { limited })
        }
        Element::Truth => panic!("no conversion gives a predicate"),
    }
}

/// The direction in the oracle's words.
///
/// # Panics
///
/// If it is stochastic.
pub fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
        Rounding::Away => Round::NearestTiesToAway,
        Rounding::Stochastic => panic!("rustc_apfloat does not round by random bits"),
    }
}

/// The number that bits encode; `None` if they are no number.
pub(crate) fn value(element: Element, bits: u64) -> Option<Quad> {
    Some(match element {
        Element::Float(layout) => {
            let magnitude = match layout.split(bits) {
                Some(it) => exact(it.aligned.into()).scalbn(it.exponent - 63),
                None if layout.magnitude(bits) == 0 => Quad::ZERO,
                None => return None,
            };
            if layout.is_negative(bits) { -magnitude } else { magnitude }
        }
        Element::Scale => exact(1).scalbn(i32::try_from(bits).ok()? - 127),
        Element::Magnitude => {
            let (field, trailing) = (i32::try_from(bits >> 3).ok()?, i128::from(bits & 7));
            let significand = if field == 0 { trailing } else { trailing | 8 };
            exact(significand).scalbn(field.max(1) - 15 - 3)
        }
        Element::Fixed => exact(sign_extended(bits, 8)).scalbn(-6),
        Element::Integer { .. } | Element::Truth => exact(integer(element, bits)),
    })
}

fn exact(integer: i128) -> Quad {
    Quad::from_i128(integer).value
}

fn integer(element: Element, bits: u64) -> i128 {
    match element {
        Element::Integer { width, is_signed: true } => sign_extended(bits, width),
        _ => bits.into(),
    }
}

fn sign_extended(bits: u64, width: u32) -> i128 {
    let is_negative = bits >> (width - 1) & 1 == 1;
    i128::from(bits) - if is_negative { 1 << width } else { 0 }
}

/// The lowest bits, or after `.sat` the nearest number of the type.
fn resized(value: i128, width: u32, is_signed: bool, limit: Limit) -> u64 {
    let [least, greatest] =
        if is_signed { [-1 << (width - 1), (1 << (width - 1)) - 1] } else { [0, (1 << width) - 1] };
    let value = if limit == Limit::Sat { value.clamp(least, greatest) } else { value };
    low_bits(value, width)
}

fn low_bits(value: i128, width: u32) -> u64 {
    u64::try_from(value & ((1 << width) - 1)).expect("at most 64 bits")
}

fn to_integer(value: Quad, width: u32, is_signed: bool, rounding: Rounding) -> u64 {
    let (bits, mut is_exact) = (width as usize, false);
    if is_signed {
        low_bits(value.to_i128_r(bits, round(rounding), &mut is_exact).value, width)
    } else {
        let result = value.to_u128_r(bits, round(rounding), &mut is_exact).value;
        u64::try_from(result).expect("at most 64 bits")
    }
}

fn converted<F: Float>(value: Quad, round: Round) -> F
where
    Quad: FloatConvert<F>,
{
    value.convert_r(round, &mut false).value
}

fn bits(value: impl Float) -> u64 {
    u64::try_from(value.to_bits()).expect("at most 64 bits")
}

/// The nearest number of a layout in a direction; beyond the largest finite magnitude of a layout
/// without infinities it is that magnitude.
pub(crate) fn to_float(value: Quad, layout: Layout, round: Round) -> u64 {
    match layout {
        F16 => bits(converted::<Half>(value, round)),
        BF16 => bits(converted::<BFloat>(value, round)),
        TF32 => bits(converted::<IeeeFloat<Tf32>>(value, round)),
        F32 => bits(converted::<Single>(value, round)),
        F64 => bits(converted::<Double>(value, round)),
        E5M2 => bits(converted::<Float8E5M2>(value, round)),
        _ => {
            let tall: Quad = match (layout.precision, layout.emin()) {
                (4, -6) => widened(converted::<IeeeFloat<Tall<4, -6>>>(value, round)),
                (4, 0) => widened(converted::<IeeeFloat<Tall<4, 0>>>(value, round)),
                (3, -2) => widened(converted::<IeeeFloat<Tall<3, -2>>>(value, round)),
                (2, 0) => widened(converted::<IeeeFloat<Tall<2, 0>>>(value, round)),
                _ => panic!("the tests have no semantics of {layout:?}"),
            };
            nearest_number(tall, layout)
        }
    }
}

/// A number rounded to the precision of e4m3, without a largest one.
pub(crate) fn to_tall_e4m3(value: Quad, round: Round) -> Quad {
    widened(converted::<IeeeFloat<Tall<4, -6>>>(value, round))
}

fn widened<S: Semantics>(value: IeeeFloat<S>) -> Quad
where
    IeeeFloat<S>: FloatConvert<Quad>,
{
    value.convert(&mut false).value
}

/// The encoding of a number that a layout has, or the largest finite one if it is beyond.
fn nearest_number(value: Quad, layout: Layout) -> u64 {
    let double = bits(converted::<Double>(value, Round::TowardZero));
    match F64.split(double) {
        Some(magnitude) => layout.join(F64.is_negative(double), magnitude),
        None if F64.is_negative(double) => layout.sign(),
        None => 0,
    }
}

/// Whether a number is below the smallest normal one of f32 after rounding to its precision.
fn is_tiny(value: Quad, rounding: Rounding) -> bool {
    let rounded = widened(converted::<IeeeFloat<Unbounded<24>>>(value, round(rounding)));
    rounded.is_non_zero() && rounded.abs() < widened(Single::smallest_normalized())
}

/// Whether a number is below the smallest normal one of f16 after rounding to its precision.
pub(crate) fn is_tiny_half(value: Quad, rounding: Rounding) -> bool {
    let rounded = widened(converted::<IeeeFloat<Unbounded<11>>>(value, round(rounding)));
    rounded.is_non_zero() && rounded.abs() < widened(Half::smallest_normalized())
}

/// The power of two nearest to a magnitude, towards zero or up; one below the least becomes the
/// least one.
fn to_scale(value: Quad, spelling: &Spelling) -> u64 {
    if value.is_zero() {
        return 0;
    }
    let magnitude = value.abs();
    let below = magnitude.ilogb();
    let is_power = magnitude == exact(1).scalbn(below);
    let goes_up = spelling.rounding == Rounding::Up && !is_power;
    let code = u64::try_from((below + i32::from(goes_up) + 127).max(0)).expect("positive");
    code.min(if spelling.saturates { 0xfe } else { 0xff })
}

/// The nearest magnitude of four bits, as if it were e4m3 with another bias and one more binade.
fn to_magnitude(value: Quad, spelling: &Spelling) -> u64 {
    let rounded: Quad =
        widened(converted::<IeeeFloat<Tall<4, -14>>>(value.abs(), round(spelling.rounding)));
    if rounded > exact(114_688) {
        // Towards zero nothing finite gets there.
        let is_cut = spelling.rounding == Rounding::Zero;
        return if spelling.saturates || is_cut { 0xfe } else { 0xff };
    }
    // The codes are in the order of their numbers.
    (0..=0xfe).rev().find(|code| value_of_magnitude(*code) <= rounded).unwrap_or(0)
}

fn value_of_magnitude(code: u64) -> Quad {
    value(Element::Magnitude, code).expect("a number")
}

/// The nearest of the numbers -127/64 to 127/64; the text's "sign-preserved `MAX_NORM`" beyond
/// them could mean -128/64 as well.
fn to_fixed(value: Quad, limit: Limit, round: Round) -> Expected {
    let scaled = value.scalbn(6).round_to_integral(round).value;
    let rounded = scaled.to_i128(64).value;
    if limit == Limit::Relu && rounded < 0 {
        Expected::Bits(0)
    } else if rounded < -127 {
        Expected::Open(0x81)
    } else {
        Expected::Bits(low_bits(rounded.min(127), 8))
    }
}

/// Returns the result of a NaN: observed facts, except for what the text says of integers, of
/// `.sat` and of formats without NaN.
fn of_nan(spelling: &Spelling, from: Element, bits: u64) -> Expected {
    let to = match spelling.result.element {
        Element::Integer { width, .. } => {
            let is_wide = width == 64 || from == Element::Float(F64);
            return Expected::Bits(if is_wide { 1 << (width - 1) } else { 0 });
        }
        Element::Scale | Element::Magnitude => return Expected::Bits(0xff),
        Element::Fixed => return Expected::Bits(0x7f),
        Element::Truth => panic!("no conversion gives a predicate"),
        Element::Float(to) => to,
    };
    if spelling.limit == Limit::Sat {
        return Expected::Bits(0);
    }
    let is_plain = !spelling.is_integral && !spelling.flushes;
    Expected::Nan(match (from, to) {
        (_, Layout { specials: Specials::None, .. }) => return Expected::Bits(to.max_finite()),
        (Element::Float(layout), _) if layout == to && is_plain && !is_half(to) => bits,
        (Element::Float(BF16), F32) if is_plain => bits << 16,
        (Element::Float(F64), F64) => bits | quiet(F64),
        (Element::Float(F32), TF32)
            if spelling.rounding == Rounding::Away && !spelling.saturates =>
        {
            let upper = bits >> 13;
            if TF32.is_nan(upper) { upper } else { upper | quiet(TF32) }
        }
        (Element::Float(F64), to) if to == F32 || is_half(to) => moved(bits, F64, to),
        (Element::Float(from), F64) if is_half(from) => moved(bits, from, F64),
        (_, F64) => 0x7fff_ffff_e000_0000,
        _ => canonical(to),
    })
}

/// Whether a format is one of 16 bits.
fn is_half(layout: Layout) -> bool {
    layout == F16 || layout == BF16
}

/// A quiet NaN with the sign of another, and as many upper bits of its payload as there is room for.
fn moved(bits: u64, from: Layout, to: Layout) -> u64 {
    let payload = bits & (from.min_normal() - 1);
    // The lowest exponent bit is the lowest one above the payload.
    let [own, other] = [from, to].map(|layout| layout.min_normal().trailing_zeros());
    let payload = if own > other { payload >> (own - other) } else { payload << (other - own) };
    let sign = if from.is_negative(bits) { to.sign() } else { 0 };
    sign | to.infinity() | quiet(to) | payload
}

fn of_infinity(spelling: &Spelling, is_negative: bool) -> Expected {
    match spelling.result.element {
        Element::Integer { width, is_signed } => {
            let value =
                if is_negative { i128::from(i64::MIN) << 8 } else { i128::from(i64::MAX) << 8 };
            Expected::Bits(resized(value, width, is_signed, Limit::Sat))
        }
        Element::Scale | Element::Magnitude => {
            Expected::Bits(if spelling.saturates { 0xfe } else { 0xff })
        }
        Element::Fixed => {
            let beyond = if is_negative { -exact(4) } else { exact(4) };
            to_fixed(beyond, spelling.limit, round(spelling.rounding))
        }
        Element::Truth => panic!("no conversion gives a predicate"),
        Element::Float(layout) => {
            let is_clamped = spelling.saturates || layout == E4M3;
            let top = if is_clamped { layout.max_finite() } else { layout.infinity() };
            let sign = if is_negative { layout.sign() } else { 0 };
            Expected::Bits(limited(spelling.limit, layout, sign | top))
        }
    }
}
