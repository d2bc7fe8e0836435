//! Text to values of an integer or fixed-point format.

use alloc::format;

use super::print::exact_decimal;
use super::ratio::Ratio;
use super::scan::Token;
use super::{Exactness, TextError};
use crate::arith::rounding::{Rounding, round_to_fixed};
use crate::format::{FixedFormat, Format};

/// Reads a word for a number: the ends of the range, and the values of a predicate.
pub(super) fn word(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    format: &'static FixedFormat,
) -> Result<Option<u64>, TextError> {
    let is = |word: &str| token.text.eq_ignore_ascii_case(word);
    let is_predicate = format.width == 1 && whole.start == token.start;
    let bits = if is("max") {
        format.max()
    } else if is("min") {
        format.min()
    } else if is_predicate && is("true") {
        1
    } else if is_predicate && is("false") {
        0
    } else if is("inf") || is("infinity") {
        return Err(no_special(whole, "infinity", format));
    } else if is("nan") || is("snan") {
        return Err(no_special(whole, "NaN", format));
    } else if is("sub") {
        return Err(no_special(whole, "subnormals", format));
    } else {
        return Ok(None);
    };
    if !negative {
        return Ok(Some(bits));
    }
    // The range of two's complement is not symmetric.
    let datum = format.decode(bits).negated();
    let opposite = format.encode_datum(&datum);
    let is_there = datum.is_zero() || format.decode(opposite) == datum;
    if is_there { Ok(Some(opposite)) } else { Err(out_of_range(whole, format)) }
}

/// The numbers that the format has: `-128 to 127`.
fn range(format: &'static FixedFormat) -> alloc::string::String {
    let end = |bits| exact_decimal(bits, format);
    format!("{} to {}", end(format.min()), end(format.max()))
}

/// The error that a format has no such thing as a text names.
pub(super) fn no_special(whole: Token<'_>, what: &str, format: &'static FixedFormat) -> TextError {
    whole.error(format!("{} has no {what}; it holds {}", format.name, range(format)))
}

fn out_of_range(whole: Token<'_>, format: &'static FixedFormat) -> TextError {
    let message =
        format!("'{}' is out of range; {} holds {}", whole.text, format.name, range(format));
    whole.error(message)
}

/// Rounds a typed value to the format, once.
pub(super) fn store(
    value: &Ratio,
    whole: Token<'_>,
    format: &'static FixedFormat,
) -> Result<(u64, Exactness), TextError> {
    let Some(exact) = value.to_exact() else { return Ok((0, Exactness::Exact)) };
    let conversion = round_to_fixed(&exact, format, Rounding::TiesToEven);
    if conversion.overflowed {
        return Err(out_of_range(whole, format));
    }
    let bits = format.encode_datum(&conversion.datum);
    if !conversion.is_inexact() {
        return Ok((bits, Exactness::Exact));
    }
    let stored = exact_decimal(bits, format);
    let exponent = Format::Fixed(format).ulp_exponent(bits);
    let error_ulp = value.error_of(&conversion.datum, exponent);
    Ok((bits, Exactness::Rounded { stored, error_ulp }))
}
