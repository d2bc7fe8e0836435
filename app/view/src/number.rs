//! Numbers as the page displays them, with a minus sign instead of a hyphen. Edited, copied and
//! saved texts keep the hyphen, which programs read.

use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;
use ptxfp::text;

/// A text with minus signs instead of its hyphens.
pub fn with_minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// A shown text as a program reads it.
pub fn with_hyphen(text: &str) -> String {
    text.replace('\u{2212}', "-")
}

/// The datum that bits encode, in ordinary decimal notation.
pub fn value(bits: u64, format: impl Into<Format>) -> String {
    with_minus(&text::concise(bits, format))
}

/// The exponent of the unit of a result's error: that of its last place, or of the exact value's where
/// that is far greater. After a cancellation the result may be 0, whose own last place says nothing.
pub(crate) fn unit_of_error(bits: u64, format: Format, exact: &Dyadic) -> i32 {
    let own = format.ulp_exponent(bits);
    let Some((leading, float)) = exact.leading_exponent().zip(format.float()) else { return own };
    let of_exact = leading
        .saturating_sub_unsigned(float.trailing_width())
        .min(format.ulp_exponent(float.max_finite()));
    if of_exact > own + 1 { of_exact } else { own }
}

/// A value shortened for tables; the result has all digits.
pub fn short(text: &str) -> String {
    const LONGEST: usize = 9;
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let (digits, exponent) = text.split_once('e').unwrap_or((text, ""));
    let e = if exponent.is_empty() { "" } else { "e" };
    let n_kept = LONGEST.saturating_sub(1 + e.len() + exponent.chars().count());
    let kept: String = digits.chars().take(n_kept).collect();
    [&*kept, "\u{2026}", e, exponent].concat()
}

#[cfg(test)]
mod shown;

#[cfg(test)]
mod tests {
    use ptxfp::format::Format;
    use ptxfp::format::table::F32;
    use ptxfp::internals::arith::Dyadic;

    use super::{short, unit_of_error, value};

    #[test]
    fn the_unit_of_an_error_is_that_of_the_result_unless_nothing_is_left_of_it() {
        let unit = |bits, exponent| {
            unit_of_error(bits, Format::from(&F32), &Dyadic::new(false, &1_u64.into(), exponent))
        };
        assert_eq!(unit(0x3f80_0000, 0), -23);
        // The number below 1, and the number above it.
        assert_eq!([unit(0x3f7f_ffff, 0), unit(0x3f80_0001, -1)], [-24, -23]);
        assert_eq!([unit(0, 0), unit(0, -149), unit(0x3f80_0000, 10)], [-23, -149, -13]);
        assert_eq!(unit(0, 2000), 104, "the unit of the largest number");
    }

    #[test]
    fn a_minus_is_no_hyphen() {
        assert_eq!(value(0xff80_0000, &F32), "\u{2212}inf");
        assert_eq!(value(0x8000_0001, &F32), "\u{2212}1.4e\u{2212}45");
    }

    #[test]
    fn long_values_keep_their_exponent() {
        for (text, shown) in [
            ("1.5", "1.5"),
            ("\u{2212}0.0625", "\u{2212}0.0625"),
            ("1.7976931348623157e308", "1.79\u{2026}e308"),
            ("\u{2212}9223372036854775808", "\u{2212}9223372\u{2026}"),
        ] {
            assert_eq!(short(text), shown);
        }
    }
}
