//! Operand text to bits.

use alloc::format;
use alloc::string::{String, ToString};

use super::print::{concise, exact_decimal};
use super::ratio::Ratio;
use super::scan::{Radix, Token, encoding, number};
use super::{Entry, Exactness, MAX_LENGTH, TextError};
use crate::format::table::{F32, F64};
use crate::format::{Class, FloatFormat};
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::number::{Datum, Kind};
use crate::rounding::{Rounding, Subnormals, round};

/// The digits of a stored datum that a note shows.
const NOTE_DIGITS: usize = 30;

/// Reads the text of one operand as a datum of `format`.
///
/// See the [module](super) for what is accepted.
/// What overflows becomes the infinity, or the largest finite magnitude in a format without one.
///
/// # Errors
///
/// Text that is no number, or that names what the format does not have: the message says where
/// and what would be right.
///
/// ```
/// use ptxfp::{format::table::F16, number::text::parse};
///
/// assert_eq!(parse("1/3", &F16).unwrap().bits, 0x3555);
/// assert_eq!(parse("0x13fc0", &F16).unwrap_err().message, "'0x13fc0' takes 17 bits; f16 has 16");
/// ```
pub fn parse(text: &str, format: &FloatFormat) -> Result<Entry, TextError> {
    let whole = Token { text, start: 0 }.trimmed();
    if whole.text.is_empty() {
        let message = "an operand is missing; write a number such as 1.5, 0x bits, inf or nan";
        return Err(Token { text, start: 0 }.error(message.to_string()));
    }
    if whole.text.len() > MAX_LENGTH {
        return Err(whole.error(format!("an operand has at most {MAX_LENGTH} characters")));
    }
    if let Some((numerator, denominator)) = whole.split('/') {
        return fraction(whole, numerator.trimmed(), denominator.trimmed(), format);
    }
    let (negative, token) = whole.sign();
    if let Some(entry) = encoded(whole, negative, token, format)? {
        return Ok(entry);
    }
    if let Some(bits) = word(whole, negative, token, format)? {
        let exactness =
            if format.decode(bits).is_nan() { Exactness::Given } else { Exactness::Exact };
        return Ok(Entry { bits, exactness, converted_from: None });
    }
    let value = if let Some(digits) = token.after("0x") {
        let number = number(digits, Radix::Hexadecimal)?;
        Ratio::binary(negative, &number.digits, number.exponent)
    } else {
        decimal(negative, token)?
    };
    let (bits, exactness) = store(&value, whole, format)?;
    Ok(Entry { bits, exactness, converted_from: None })
}

/// Reads an unsigned decimal number.
fn decimal(negative: bool, token: Token<'_>) -> Result<Ratio, TextError> {
    let text = token.text;
    let no_number = |hint: &str| token.error(format!("'{text}' is no number; {hint}"));
    let number = number(token, Radix::Decimal).map_err(|error| {
        let is_hexadecimal = text.chars().all(|character| character.is_ascii_hexdigit());
        if is_hexadecimal && !text.ends_with(['e', 'E']) {
            no_number(&format!("bits are written 0x{text}"))
        } else if text.starts_with(char::is_alphabetic) {
            no_number("write a decimal, a fraction, 0x bits, inf, nan, snan, min, max or sub")
        } else {
            error
        }
    })?;
    Ok(Ratio::decimal(negative, &number.digits, Natural::one(), number.exponent))
}

/// Reads a fraction of two decimal numbers.
fn fraction(
    whole: Token<'_>,
    numerator: Token<'_>,
    denominator: Token<'_>,
    format: &FloatFormat,
) -> Result<Entry, TextError> {
    /// Where the exponents would no longer be told apart.
    const EXPONENT_LIMIT: i64 = 1_000_000_000;
    let side = |token: Token<'_>| {
        let (negative, digits) = token.sign();
        if digits.after("0x").is_some() {
            let hint = "a fraction takes decimal numbers";
            return Err(token.error(format!("'{}' is hexadecimal; {hint}", token.text)));
        }
        let number = number(digits, Radix::Decimal)?;
        if number.exponent.abs() > EXPONENT_LIMIT {
            let hint = format!("within a fraction it lies within ±{EXPONENT_LIMIT}");
            return Err(
                token.error(format!("the exponent of '{}' is too large; {hint}", token.text))
            );
        }
        Ok((negative, number))
    };
    let (above_negative, above) = side(numerator)?;
    let (below_negative, below) = side(denominator)?;
    let negative = above_negative != below_negative;
    if below.digits.is_zero() {
        return Err(denominator.error("division by zero; write inf or nan".to_string()));
    }
    let exponent = above.exponent - below.exponent;
    let value = Ratio::decimal(negative, &above.digits, below.digits, exponent);
    let (bits, exactness) = store(&value, whole, format)?;
    Ok(Entry { bits, exactness, converted_from: None })
}

/// Reads the forms that give bits: `0x`, `0b`, and PTX's `0f` and `0d`.
fn encoded(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    format: &FloatFormat,
) -> Result<Option<Entry>, TextError> {
    for (prefix, constant) in [("0f", &F32), ("0d", &F64)] {
        if let Some(digits) = token.after(prefix) {
            return constant_entry(whole, negative, token, digits, constant, format).map(Some);
        }
    }
    let raw = if let Some(digits) = token.after("0x") {
        (!digits.text.contains(['.', 'p', 'P'])).then_some((digits, 4))
    } else {
        token.after("0b").map(|digits| (digits, 1))
    };
    let Some((digits, n_digit_bits)) = raw else { return Ok(None) };
    let bits = encoding(token, digits, n_digit_bits, format.width, format.name)?;
    if whole.start != token.start {
        let hint = if negative && format.signed {
            format!("; with the other sign they are {:#x}", bits ^ format.sign_mask())
        } else {
            String::new()
        };
        return Err(whole.error(format!("bits take no sign{hint}")));
    }
    Ok(Some(Entry { bits, exactness: Exactness::Given, converted_from: None }))
}

/// Reads a PTX constant: bits of `constant`'s format, whose value is converted to `format`.
fn constant_entry(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    digits: Token<'_>,
    constant: &FloatFormat,
    format: &FloatFormat,
) -> Result<Entry, TextError> {
    let n_digits = usize::from(constant.width) / 4;
    let name = constant.name;
    let n_given = digits.text.chars().filter(|&character| character != '_').count();
    if n_given != n_digits {
        let message = format!("an {name} constant has {n_digits} hexadecimal digits");
        return Err(token.error(format!("{message}; '{}' has {n_given}", token.text)));
    }
    let sign = if negative { constant.sign_mask() } else { 0 };
    let bits = encoding(token, digits, 4, constant.width, name)? ^ sign;
    if constant == format {
        return Ok(Entry { bits, exactness: Exactness::Given, converted_from: None });
    }
    let datum = constant.decode(bits);
    let (bits, exactness) = match datum.kind {
        Kind::Nan { .. } => (canonical_nan(whole, format)?, Exactness::Given),
        Kind::Infinite => (infinity(whole, datum.negative, format)?, Exactness::Exact),
        Kind::Zero | Kind::Finite { .. } => {
            let magnitude = datum.exact();
            let (digits, exponent) =
                magnitude.map_or((0, 0), |exact| (exact.significand, exact.exponent));
            let value = Ratio::binary(datum.negative, &digits.into(), i64::from(exponent));
            store(&value, whole, format)?
        }
    };
    Ok(Entry { bits, exactness, converted_from: Some(name) })
}

/// Reads a word for a datum.
fn word(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    format: &FloatFormat,
) -> Result<Option<u64>, TextError> {
    let is = |word: &str| token.text.eq_ignore_ascii_case(word);
    let magnitude = if is("inf") || is("infinity") {
        infinity(whole, false, format)?
    } else if is("nan") {
        // A NaN has the canonical sign unless there is one in the text.
        let nan = canonical_nan(whole, format)?;
        if whole.start == token.start { nan } else { nan & !format.sign_mask() }
    } else if is("snan") {
        signaling_nan(whole, format)?
    } else if is("max") {
        format.max_finite()
    } else if is("min") {
        format.min_normal()
    } else if is("sub") {
        format.min_subnormal().ok_or_else(|| {
            let smallest = concise(format.min_normal(), format);
            let hint = format!("its smallest value is min, {smallest}");
            whole.error(format!("{} has no subnormals; {hint}", format.name))
        })?
    } else {
        return Ok(None);
    };
    if negative {
        check_sign(whole, format)?;
    }
    Ok(Some(if negative { magnitude | format.sign_mask() } else { magnitude }))
}

fn check_sign(whole: Token<'_>, format: &FloatFormat) -> Result<(), TextError> {
    if format.signed {
        return Ok(());
    }
    let name = format.name;
    Err(whole.error(format!("'{}' is negative; {name} has no sign", whole.text)))
}

fn infinity(whole: Token<'_>, negative: bool, format: &FloatFormat) -> Result<u64, TextError> {
    let infinity = format.infinity().ok_or_else(|| {
        let largest = concise(format.max_finite(), format);
        let hint = format!("its largest value is max, {largest}");
        whole.error(format!("{} has no infinity; {hint}", format.name))
    })?;
    Ok(if negative { infinity | format.sign_mask() } else { infinity })
}

fn canonical_nan(whole: Token<'_>, format: &FloatFormat) -> Result<u64, TextError> {
    format.canonical_nan.ok_or_else(|| {
        let hint = "each of its bit patterns is a number";
        whole.error(format!("{} has no NaN; {hint}", format.name))
    })
}

fn signaling_nan(whole: Token<'_>, format: &FloatFormat) -> Result<u64, TextError> {
    canonical_nan(whole, format)?;
    let candidate = format.infinity().map(|infinity| infinity | 1);
    candidate
        .filter(|&bits| format.classify(bits) == Class::SignalingNan)
        .ok_or_else(|| whole.error(format!("{} has no signaling NaN; its NaN is nan", format.name)))
}

/// Rounds a typed value to the format, once.
fn store(
    value: &Ratio,
    whole: Token<'_>,
    format: &FloatFormat,
) -> Result<(u64, Exactness), TextError> {
    if value.negative {
        check_sign(whole, format)?;
    }
    let sign = if value.negative { format.sign_mask() } else { 0 };
    let Some(exact) = value.to_exact() else {
        if format.classify(0) == Class::Zero {
            return Ok((sign, Exactness::Exact));
        }
        let smallest = concise(format.min_normal(), format);
        let hint = format!("its smallest value is min, {smallest}");
        return Err(whole.error(format!("{} has no zero; {hint}", format.name)));
    };
    let conversion = round(&exact, format, Rounding::TiesToEven, Subnormals::Keep);
    if conversion.overflowed {
        let bits = sign | format.infinity().unwrap_or(format.max_finite());
        let largest = concise(format.max_finite(), format);
        return Ok((bits, Exactness::Overflowed { stored: concise(bits, format), largest }));
    }
    let bits = format.encode(&conversion.datum);
    if !conversion.is_inexact() {
        return Ok((bits, Exactness::Exact));
    }
    let datum = format.decode(bits);
    let stored = match Dyadic::from_datum(&datum) {
        Some(stored) if !stored.is_zero() => stored.to_decimal_shortened(NOTE_DIGITS),
        Some(_) | None => exact_decimal(bits, format),
    };
    let error_ulp = value.error_of(&datum, ulp_exponent(&datum, format));
    Ok((bits, Exactness::Rounded { stored, error_ulp }))
}

/// The exponent of a unit in the last place of a datum that is no NaN.
fn ulp_exponent(datum: &Datum, format: &FloatFormat) -> i32 {
    match datum.kind {
        Kind::Finite { exponent, .. } => exponent,
        Kind::Zero | Kind::Infinite | Kind::Nan { .. } => format.min_quantum(),
    }
}
