//! The relative error of a stored number.

use alloc::string::String;

use super::parse::ratio;
use crate::format::Format;
use crate::number::dyadic::Dyadic;

/// The distance of a stored number from the text it was read from, relative to that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelativeError {
    /// The error with its sign: a percentage of three significant digits, or a power of ten where it is
    /// below 0.01 %.
    pub text: String,
    /// The power of ten of its first digit.
    pub exponent: i32,
}

/// The relative error of the datum that `bits` encode, beside the number that `text` is; nothing
/// where it is exact, where the text is 0 or not a number, or where the datum is not finite.
///
/// ```
/// use ptxfp::format::table::{BF16, F32};
/// use ptxfp::text::{parse, relative_error};
///
/// let error = |format| {
///     let bits = parse("0.1", format).unwrap().bits;
///     relative_error("0.1", bits, format).unwrap().text
/// };
/// assert_eq!((error(&BF16).as_str(), error(&F32).as_str()), ("+0.0977 %", "+1.49e-8"));
/// ```
pub fn relative_error(text: &str, bits: u64, format: impl Into<Format>) -> Option<RelativeError> {
    let value = ratio(text)?;
    let stored = Dyadic::from_datum(&format.into().decode(bits))?;
    let (error, whole) = value.difference(&stored)?;
    relative(&error, &if value.negative { whole.neg() } else { whole })
}

/// An error in relation to a number; nothing where either is 0.
#[must_use]
pub fn relative(error: &Dyadic, whole: &Dyadic) -> Option<RelativeError> {
    let sign = if error.is_negative() == whole.is_negative() { "+" } else { "-" };
    let decimal = error.over(whole, 3)?;
    let exponent = decimal.exponent();
    let text = if exponent < -4 {
        [sign, &decimal.shortened(usize::MAX)].concat()
    } else {
        [sign, &decimal.scaled(2).shortened(usize::MAX), " %"].concat()
    };
    Some(RelativeError { text, exponent })
}

#[cfg(test)]
mod tests {
    use super::relative_error;
    use crate::format::Format;
    use crate::format::table::{self, FLOATS};
    use crate::text::parse;
    use alloc::string::String;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn error(text: &str, format: impl Into<Format>) -> Option<String> {
        let format = format.into();
        let bits = parse(text, format).unwrap().bits;
        relative_error(text, bits, format).map(|error| error.text)
    }

    #[test]
    fn the_error_of_a_tenth_is_that_of_the_picture() {
        for (name, expected) in [
            ("f64", "+5.55e-17"),
            ("f32", "+1.49e-8"),
            ("tf32", "-0.0244 %"),
            ("f16", "-0.0244 %"),
            ("bf16", "+0.0977 %"),
            ("e5m2", "-6.25 %"),
            ("e4m3", "+1.56 %"),
            ("e3m2", "+25 %"),
            ("e2m3", "+25 %"),
            ("e2m1", "-100 %"),
        ] {
            let format = table::by_name(name).unwrap();
            assert_eq!(error("0.1", format).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn what_has_no_relative_error_has_none() {
        for text in ["0", "-0", "1.5", "inf", "nan", "max", "0x3c00", "1e9999"] {
            assert_eq!(error(text, &table::F16), None, "{text}");
        }
        assert_eq!(error("-0.1", &table::BF16).as_deref(), Some("+0.0977 %"));
        for format in FLOATS.iter().filter(|format| format.signed) {
            assert!(error("1/3", *format).is_some(), "{}", format.name);
        }
    }
}
