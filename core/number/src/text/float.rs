//! Text to values of a floating-point format.

use alloc::format;

use super::print::{concise, exact_decimal};
use super::ratio::Ratio;
use super::scan::Token;
use super::{Exactness, NOTE_DIGITS, TextError};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::format::{Class, FloatFormat, Format};
use crate::number::dyadic::Dyadic;

/// Reads a word for a datum.
pub(super) fn word(
    whole: Token<'_>,
    negative: bool,
    token: Token<'_>,
    format: &'static FloatFormat,
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

fn check_sign(whole: Token<'_>, format: &'static FloatFormat) -> Result<(), TextError> {
    if format.signed {
        return Ok(());
    }
    let name = format.name;
    Err(whole.error(format!("'{}' is negative; {name} has no sign", whole.text)))
}

pub(super) fn infinity(
    whole: Token<'_>,
    negative: bool,
    format: &'static FloatFormat,
) -> Result<u64, TextError> {
    let infinity = format.infinity().ok_or_else(|| {
        let largest = concise(format.max_finite(), format);
        let hint = format!("its largest value is max, {largest}");
        whole.error(format!("{} has no infinity; {hint}", format.name))
    })?;
    Ok(if negative { infinity | format.sign_mask() } else { infinity })
}

pub(super) fn canonical_nan(
    whole: Token<'_>,
    format: &'static FloatFormat,
) -> Result<u64, TextError> {
    format.canonical_nan.ok_or_else(|| {
        let hint = "each of its bit patterns is a number";
        whole.error(format!("{} has no NaN; {hint}", format.name))
    })
}

fn signaling_nan(whole: Token<'_>, format: &'static FloatFormat) -> Result<u64, TextError> {
    canonical_nan(whole, format)?;
    let candidate = format.infinity().map(|infinity| infinity | 1);
    candidate
        .filter(|&bits| format.classify(bits) == Class::SignalingNan)
        .ok_or_else(|| whole.error(format!("{} has no signaling NaN; its NaN is nan", format.name)))
}

/// Rounds a typed value to the format, once.
pub(super) fn store(
    value: &Ratio,
    whole: Token<'_>,
    format: &'static FloatFormat,
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
    let error_ulp = value.error_of(&datum, Format::Float(format).ulp_exponent(bits));
    Ok((bits, Exactness::Rounded { stored, error_ulp }))
}
