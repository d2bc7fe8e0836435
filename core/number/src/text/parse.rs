//! Operand text to bits.

use alloc::format;
use alloc::string::{String, ToString};

use super::ratio::Ratio;
use super::scan::{self, Radix, Token, encoding, number};
use super::{Entry, Exactness, MAX_LENGTH, TextError, fixed, float};
use crate::format::table::{F32, F64};
use crate::format::{FloatFormat, Format};
use crate::number::Kind;
use crate::number::natural::Natural;

/// Reads the text of one operand as a datum of `format`.
///
/// See the [module](super) for the accepted texts.
/// On overflow the result is the infinity, or, in a floating-point format without one, the largest
/// finite magnitude.
///
/// # Errors
///
/// Text that is not a number, that names something the format lacks, or that is beyond the range
/// of an integer or fixed-point format: the message says where and what would be right.
///
/// ```
/// use ptxfp::format::table::{F16, S8};
/// use ptxfp::text::parse;
///
/// assert_eq!(parse("1/3", &F16).unwrap().bits, 0x3555);
/// assert_eq!(parse("-1", &S8).unwrap().bits, 0xff);
/// assert_eq!(parse("0x13fc0", &F16).unwrap_err().message, "'0x13fc0' takes 17 bits; f16 has 16");
/// ```
pub fn parse(text: &str, format: impl Into<Format>) -> Result<Entry, TextError> {
    read(text, format.into())
}

fn read(text: &str, format: Format) -> Result<Entry, TextError> {
    let whole = Token { text, start: 0 }.trimmed();
    if whole.text.is_empty() {
        let message = match format {
            Format::Float(_) => {
                "an operand is missing; write a number such as 1.5, 0x bits, inf or nan"
            }
            Format::Fixed(_) => "an operand is missing; write a number such as 1, or 0x bits",
        };
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
    let word = match format {
        Format::Float(format) => float::word(whole, negative, token, format)?,
        Format::Fixed(format) => fixed::word(whole, negative, token, format)?,
    };
    if let Some(bits) = word {
        let exactness = if format.is_nan(bits) { Exactness::Given } else { Exactness::Exact };
        return Ok(Entry { bits, exactness, converted_from: None });
    }
    let value = if let Some((base, exponent)) = token.split('^') {
        power(negative, base, exponent)?
    } else if let Some(digits) = token.after("0x") {
        let number = number(digits, Radix::Hexadecimal)?;
        Ratio::binary(negative, &number.digits, number.exponent)
    } else {
        decimal(negative, token, format)?
    };
    let (bits, exactness) = store(&value, whole, format)?;
    Ok(Entry { bits, exactness, converted_from: None })
}

/// Reads a power of 2 or 10 with an integer exponent.
fn power(negative: bool, base: Token<'_>, exponent: Token<'_>) -> Result<Ratio, TextError> {
    let exponent = scan::integer(exponent.trimmed())?;
    let one = Natural::one();
    match base.trimmed().text {
        "2" => Ok(Ratio::binary(negative, &one, exponent)),
        "10" => Ok(Ratio::decimal(negative, &one, Natural::one(), exponent)),
        other => Err(base.error(format!("'{other}' has no powers here; write 2^k or 10^k"))),
    }
}

/// Rounds a typed value to the format, once.
fn store(value: &Ratio, whole: Token<'_>, format: Format) -> Result<(u64, Exactness), TextError> {
    match format {
        Format::Float(format) => float::store(value, whole, format),
        Format::Fixed(format) => fixed::store(value, whole, format),
    }
}

/// Reads an unsigned decimal number.
fn decimal(negative: bool, token: Token<'_>, format: Format) -> Result<Ratio, TextError> {
    let words = match format {
        Format::Float(_) => "write a decimal, a fraction, 0x bits, inf, nan, snan, min, max or sub",
        Format::Fixed(_) => "write a decimal, 0x bits, min or max",
    };
    let text = token.text;
    let no_number = |hint: &str| token.error(format!("'{text}' is not a number; {hint}"));
    let number = number(token, Radix::Decimal).map_err(|error| {
        let is_hexadecimal = text.chars().all(|character| character.is_ascii_hexdigit());
        if is_hexadecimal && !text.ends_with(['e', 'E']) {
            no_number(&format!("bits are written 0x{text}"))
        } else if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            no_number(words)
        } else {
            error
        }
    })?;
    Ok(Ratio::decimal(negative, &number.digits, Natural::one(), number.exponent))
}

/// The number that a text is; nothing where it is a word, bits, or cannot be read.
pub(super) fn ratio(text: &str) -> Option<Ratio> {
    let whole = Token { text, start: 0 }.trimmed();
    if whole.text.len() > MAX_LENGTH {
        return None;
    }
    if let Some((numerator, denominator)) = whole.split('/') {
        return fraction_of(numerator.trimmed(), denominator.trimmed()).ok();
    }
    let (negative, token) = whole.sign();
    if let Some((base, exponent)) = token.split('^') {
        return power(negative, base, exponent).ok();
    }
    // The parts of a number of C distinguish it from bits.
    if let Some(digits) = token.after("0x") {
        let is_number = digits.text.contains(['.', 'p', 'P']);
        let number = number(digits, Radix::Hexadecimal).ok().filter(|_| is_number)?;
        return Some(Ratio::binary(negative, &number.digits, number.exponent));
    }
    let number = number(token, Radix::Decimal).ok()?;
    Some(Ratio::decimal(negative, &number.digits, Natural::one(), number.exponent))
}

/// Reads a fraction of two decimal numbers, and rounds it to the format.
fn fraction(
    whole: Token<'_>,
    numerator: Token<'_>,
    denominator: Token<'_>,
    format: Format,
) -> Result<Entry, TextError> {
    let value = fraction_of(numerator, denominator)?;
    let (bits, exactness) = store(&value, whole, format)?;
    Ok(Entry { bits, exactness, converted_from: None })
}

/// Reads a fraction of two decimal numbers.
fn fraction_of(numerator: Token<'_>, denominator: Token<'_>) -> Result<Ratio, TextError> {
    /// The exponent beyond which exponents could no longer be distinguished.
    const EXPONENT_LIMIT: i64 = 1_000_000_000;
    let side = |token: Token<'_>| {
        let (negative, digits) = token.sign();
        if digits.after("0x").is_some() {
            let hint = "a fraction takes decimal numbers";
            return Err(token.error(format!("'{}' is hexadecimal; {hint}", token.text)));
        }
        let number = number(digits, Radix::Decimal)?;
        if number.exponent.abs() > EXPONENT_LIMIT {
            let hint = format!("in a fraction it must be within ±{EXPONENT_LIMIT}");
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
    Ok(Ratio::decimal(negative, &above.digits, below.digits, exponent))
}

/// Reads the forms that give bits: `0x`, `0b`, and PTX's `0f` and `0d`.
fn encoded(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    format: Format,
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
    let bits = encoding(token, digits, n_digit_bits, format.width(), format.name())?;
    if whole.start != token.start {
        let hint = match format {
            Format::Float(format) if negative && format.signed => {
                format!("; with the opposite sign they are {:#x}", bits ^ format.sign_mask())
            }
            Format::Float(_) | Format::Fixed(_) => String::new(),
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
    constant: &'static FloatFormat,
    format: Format,
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
    if Format::Float(constant) == format {
        return Ok(Entry { bits, exactness: Exactness::Given, converted_from: None });
    }
    let datum = constant.decode(bits);
    let (bits, exactness) = match datum.kind {
        Kind::Nan { .. } => match format {
            Format::Float(format) => (float::canonical_nan(whole, format)?, Exactness::Given),
            Format::Fixed(format) => return Err(fixed::no_special(whole, "NaN", format)),
        },
        Kind::Infinite => match format {
            Format::Float(format) => {
                (float::infinity(whole, datum.negative, format)?, Exactness::Exact)
            }
            Format::Fixed(format) => return Err(fixed::no_special(whole, "infinity", format)),
        },
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
