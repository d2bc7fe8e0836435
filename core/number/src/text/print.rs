//! Encodings as text.

use alloc::format;
use alloc::string::{String, ToString};

use super::ratio::Ratio;
use super::scan::natural;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::format::{FixedFormat, FloatFormat, Format};
use crate::number::decimal::Decimal;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::number::{Datum, Kind};

/// The longest exact decimal that is still easier to read than a shortened one.
const MAX_CONCISE_DIGITS: usize = 9;

/// The fewest digits of a shortened one: fewer mislead, as `1e-45` for 2^-149.
const MIN_CONCISE_DIGITS: usize = 3;

/// A datum as text: the words for special data, else what `number` makes of the magnitude.
fn layout(
    bits: u64,
    format: Format,
    zero: &str,
    number: impl Fn(&Natural, i32) -> String,
) -> String {
    let Datum { negative, kind } = format.decode(bits);
    let magnitude = match kind {
        Kind::Nan { .. } => return "NaN".to_string(),
        Kind::Infinite => "inf".to_string(),
        Kind::Zero => zero.to_string(),
        Kind::Finite { significand, exponent } => number(&significand.into(), exponent),
    };
    if negative { format!("-{magnitude}") } else { magnitude }
}

/// A fixed-point number in decimal, every digit, never with an exponent.
fn all_digits(bits: u64, format: &'static FixedFormat) -> String {
    layout(bits, Format::Fixed(format), "0", |significand, exponent| match exponent {
        0 => significand.to_string(),
        _ => Dyadic::new(false, significand, exponent).to_decimal(),
    })
}

/// A count with a comma between thousands.
///
/// ```
/// assert_eq!(ptxfp::text::grouped(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The shortest decimal that rounds to the datum, and of those the nearest: `0.1`, `6.55e-5`.
///
/// If two are equally near, the one with the even last digit is returned.
///
/// Special data are `inf`, `-inf` and `NaN`, zeros `0` and `-0`.
///
/// ```
/// use ptxfp::{format::table::F16, text::shortest};
///
/// assert_eq!(shortest(0x2e66, &F16), "0.1");
/// ```
#[must_use]
pub fn shortest(bits: u64, format: impl Into<Format>) -> String {
    let format = match format.into() {
        Format::Float(format) => format,
        Format::Fixed(format) => return all_digits(bits, format),
    };
    let magnitude = bits & format.magnitude_mask();
    layout(bits, format.into(), "0", |significand, exponent| {
        match Decimal::from_dyadic(significand, exponent) {
            Some(exact) => shortest_near(&exact, 1, magnitude, format).shortened(usize::MAX),
            None => "0".to_string(),
        }
    })
}

/// The shortest decimal near `exact`, of at least `n_least` digits, that rounds to `magnitude`.
///
/// If any decimal of that many digits rounds to it, one of the two around it does: those that round
/// to it form an interval.
fn shortest_near(exact: &Decimal, n_least: usize, magnitude: u64, format: &FloatFormat) -> Decimal {
    for n_digits in n_least..exact.n_digits() {
        let (near, far) = exact.neighbors(n_digits);
        if let Some(found) =
            [Some(near), far].into_iter().flatten().find(|it| rounds_to(it, magnitude, format))
        {
            return found;
        }
    }
    exact.clone()
}

/// Whether the decimal rounds to the datum; one that is clamped to it does not.
fn rounds_to(decimal: &Decimal, magnitude: u64, format: &FloatFormat) -> bool {
    let (digits, scale) = decimal.parts();
    let value = Ratio::decimal(false, &natural(digits), Natural::one(), i64::from(scale));
    value.to_exact().is_some_and(|exact| {
        let conversion = round(&exact, format, Rounding::TiesToEven, Subnormals::Keep);
        !conversion.overflowed && format.encode(&conversion.datum) == magnitude
    })
}

/// The datum in decimal as people write it: every digit where there are at most 9, else the
/// [`shortest`] that rounds to it, of at least three digits.
///
/// ```
/// use ptxfp::{format::table::BF16, text::{concise, shortest}};
///
/// assert_eq!(concise(0x4011, &BF16), "2.265625");
/// assert_eq!(shortest(0x4011, &BF16), "2.27");
/// assert_eq!(concise(0x3dcd, &BF16), "0.1");
/// assert_eq!(concise(0x0001, &BF16), "9.18e-41");
/// assert_eq!(concise(0x5015, &BF16), "9999220736");
/// ```
#[must_use]
pub fn concise(bits: u64, format: impl Into<Format>) -> String {
    let format = match format.into() {
        Format::Float(format) => format,
        Format::Fixed(format) => return all_digits(bits, format),
    };
    let magnitude = bits & format.magnitude_mask();
    layout(bits, format.into(), "0", |significand, exponent| {
        match Decimal::from_dyadic(significand, exponent) {
            Some(exact) if exact.n_digits() <= MAX_CONCISE_DIGITS => exact.shortened(usize::MAX),
            Some(exact) => {
                laid_out(&shortest_near(&exact, MIN_CONCISE_DIGITS, magnitude, format), &exact)
            }
            None => "0".to_string(),
        }
    })
}

/// The datum in decimal as it is stored: every digit where there are at most 9, else rounded to 9
/// digits, or to as many as tell any two numbers of the format apart (17 for f64).
///
/// ```
/// use ptxfp::{format::table::{F32, F64}, text::stored};
///
/// assert_eq!(stored(0x3e99_999a, &F32), "0.300000012");
/// assert_eq!(stored(0x3f80_0000, &F32), "1");
/// assert_eq!(stored(0x3fd3_3333_3333_3334, &F64), "0.30000000000000004");
/// ```
#[must_use]
pub fn stored(bits: u64, format: impl Into<Format>) -> String {
    let format = match format.into() {
        Format::Float(format) => format,
        Format::Fixed(format) => return all_digits(bits, format),
    };
    // 1 + p·log10 2, rounded up.
    let n_distinct = 2 + usize::from(format.precision) * 30_103 / 100_000;
    let n_digits = n_distinct.max(MAX_CONCISE_DIGITS);
    layout(bits, format.into(), "0", |significand, exponent| {
        match Decimal::from_dyadic(significand, exponent) {
            Some(exact) => laid_out(&exact.rounded(n_digits), &exact),
            None => "0".to_string(),
        }
    })
}

/// A decimal near an exact one, or that one where zeros would take the place of digits: they would be
/// read as another integer.
fn laid_out(near: &Decimal, exact: &Decimal) -> String {
    if near.is_padded() { exact } else { near }.shortened(usize::MAX)
}

/// The datum exactly and briefly: in decimal where that has at most 9 digits, else as an odd number
/// times a power of two.
///
/// ```
/// use ptxfp::{format::table::F16, text::exact_brief};
///
/// assert_eq!(exact_brief(0x3800, &F16), "0.5");
/// assert_eq!(exact_brief(0x0001, &F16), "2^-24");
/// assert_eq!(exact_brief(0x83ff, &F16), "-1023·2^-24");
/// ```
#[must_use]
pub fn exact_brief(bits: u64, format: impl Into<Format>) -> String {
    let format = match format.into() {
        Format::Fixed(format) => return all_digits(bits, format),
        format @ Format::Float(_) => format,
    };
    layout(bits, format, "0", |significand, exponent| {
        let decimal = Decimal::from_dyadic(significand, exponent);
        if let Some(short) = decimal.filter(|it| it.n_digits() <= MAX_CONCISE_DIGITS) {
            return short.shortened(usize::MAX);
        }
        let zeros = significand.trailing_zeros();
        let power = i64::from(exponent) + i64::from(zeros);
        match significand.shr(zeros) {
            odd if power == 0 => odd.to_string(),
            odd if odd.bit_length() == 1 => format!("2^{power}"),
            odd => format!("{odd}·2^{power}"),
        }
    })
}

/// The datum in decimal, every digit: `0.0999755859375`.
#[must_use]
pub fn exact_decimal(bits: u64, format: impl Into<Format>) -> String {
    match format.into() {
        Format::Fixed(format) => all_digits(bits, format),
        format @ Format::Float(_) => {
            layout(bits, format, "0", |m, e| Dyadic::new(false, m, e).to_decimal())
        }
    }
}

/// The datum as a hexadecimal floating-point number of C, leading digit 1: `0x1.998p-4`.
#[must_use]
pub fn c_hex(bits: u64, format: impl Into<Format>) -> String {
    layout(bits, format.into(), "0x0p+0", |m, e| Dyadic::new(false, m, e).to_c_hex())
}
