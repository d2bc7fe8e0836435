//! Numbers that a text states as a result.

use super::parse::parse;
use super::ratio::Ratio;
use super::scan::{Number, Radix, Token, number};
use super::{Exactness, TextError};
use crate::format::Format;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;

/// Checks that a text states a datum of `format`, whatever its bits: a decimal has to be the datum,
/// rounded or cut off to the digits that the text has. It is not enough that it rounds to the datum.
///
/// # Errors
///
/// Text that [`parse`] refuses, and a decimal that is not the datum; the message has the datum.
///
/// ```
/// use ptxfp::format::table::F16;
/// use ptxfp::text::check_stated;
///
/// assert_eq!(check_stated("0.333", &F16), Ok(()));
/// assert_eq!(
///     check_stated("2049", &F16).unwrap_err().message,
///     "2049 is not a number of f16; the nearest is 2048"
/// );
/// ```
pub fn check_stated(text: &str, format: impl Into<Format>) -> Result<(), TextError> {
    check(text, format.into())
}

fn check(text: &str, format: Format) -> Result<(), TextError> {
    let entry = parse(text, format)?;
    let nearest = match &entry.exactness {
        Exactness::Given | Exactness::Exact => return Ok(()),
        Exactness::Rounded { .. } if is_rounding(text, entry.bits, format) => return Ok(()),
        Exactness::Rounded { stored, .. } => ["the nearest is ", stored].concat(),
        Exactness::Overflowed { largest, .. } => ["the largest is ", largest].concat(),
    };
    let whole = Token { text, start: 0 }.trimmed();
    let name = format.name();
    Err(whole.error([whole.text, " is not a number of ", name, "; ", &nearest].concat()))
}

/// Whether a text states a datum: it is read as the datum, or it is no number of the format, and the
/// datum rounded or cut off to the digits that the text has.
///
/// ```
/// use ptxfp::format::table::F16;
/// use ptxfp::text::states;
///
/// // 0.333 rounds to 0x3554, and is 0x3555, to three digits.
/// assert!(states("0.333", &F16, 0x3554) && states("0.333", &F16, 0x3555));
/// assert!(!states("0.334", &F16, 0x3555));
/// // 0.5 is a number itself.
/// assert!(!states("0.5", &F16, 0x3801));
/// ```
#[must_use]
pub fn states(text: &str, format: impl Into<Format>, bits: u64) -> bool {
    let format = format.into();
    let Ok(entry) = parse(text, format) else { return false };
    entry.bits == bits
        || matches!(entry.exactness, Exactness::Rounded { .. })
            && decimal(text).is_some_and(|(value, last)| {
                let datum = Dyadic::from_datum(&format.decode(bits));
                datum.is_some_and(|datum| value.is_shortened(&datum, last))
            })
}

/// The value of a decimal, and the exponent of its last digit; `None` for a fraction.
fn decimal(text: &str) -> Option<(Ratio, i64)> {
    let (negative, token) = Token { text, start: 0 }.trimmed().sign();
    let Number { digits, exponent } = number(token, Radix::Decimal).ok()?;
    let value = Ratio::decimal(negative, &digits, Natural::one(), exponent);
    // The zeros at the end of an integer may be there for its size.
    let is_integer = token.text.chars().all(|c| c.is_ascii_digit());
    let n_zeros = token.text.len() - token.text.trim_end_matches('0').len();
    let last = if is_integer { i64::try_from(n_zeros).unwrap_or(0) } else { exponent };
    Some((value, last))
}

/// Whether a decimal is less than one unit of its last digit away from the datum that it rounds to;
/// a fraction has no digits, and is not restricted.
fn is_rounding(text: &str, bits: u64, format: Format) -> bool {
    if text.contains('/') {
        return true;
    }
    let Some((value, last)) = decimal(text) else { return false };
    let datum = Dyadic::from_datum(&format.decode(bits)).unwrap_or(Dyadic::ZERO);
    value.is_within(&datum, last)
}

#[cfg(test)]
mod tests {
    use super::check_stated;
    use crate::format::Format;
    use crate::format::table::{BF16, E4M3, F16, F32, F64, FLOATS, S8};
    use crate::text::{concise, exact_decimal, shortest};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_decimal_is_the_datum_to_its_digits() {
        let cases: [(&str, Format, bool); 26] = [
            ("2048", (&F16).into(), true),
            ("2049", (&F16).into(), false),
            ("2.05e3", (&F16).into(), true),
            ("4270", (&F16).into(), true),
            ("4271", (&F16).into(), false),
            ("2049/1", (&F16).into(), true),
            ("1/3", (&F16).into(), true),
            ("0.3", (&F16).into(), true),
            ("0.333", (&F16).into(), true),
            ("0.3333", (&F16).into(), true),
            ("0.3333", (&BF16).into(), false),
            ("0.3332", (&F16).into(), true),
            ("0.33325195", (&F16).into(), true),
            ("-0.1", (&BF16).into(), true),
            ("-0.10", (&BF16).into(), true),
            ("-0.100", (&BF16).into(), true),
            ("-0.1000", (&BF16).into(), true),
            ("-0.10000", (&BF16).into(), false),
            ("1.59e29", (&BF16).into(), true),
            ("0.1", (&F32).into(), true),
            ("5e-324", (&F64).into(), true),
            ("1e-400", (&F64).into(), false),
            ("500", (&E4M3).into(), false),
            ("448", (&E4M3).into(), true),
            ("0x1.001p0", (&F16).into(), false),
            ("300", (&S8).into(), false),
        ];
        for (text, format, is_right) in cases {
            assert_eq!(check_stated(text, format).is_ok(), is_right, "{text} {}", format.name());
        }
        let message = |text| check_stated(text, &E4M3).unwrap_err().message;
        assert_eq!(message(" 500"), "500 is not a number of e4m3; the largest is 448");
    }

    #[test]
    fn every_printed_datum_of_a_small_format_states_itself() {
        for format in FLOATS.iter().copied().filter(|format| format.width <= 16) {
            let step = if format.width == 16 { 7 } else { 1 };
            for bits in (0..1_u64 << format.width).step_by(step) {
                for print in [shortest, concise, exact_decimal] {
                    let text = print(bits, Format::from(format));
                    assert_eq!(check_stated(&text, format), Ok(()), "{text} {}", format.name);
                }
            }
        }
    }
}
