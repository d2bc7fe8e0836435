//! A result in a few characters.

use ptxfp::explore::corner::Landmark;
use ptxfp::format::Format;

use crate::number::value;

/// The number of characters up to which a value is not cut.
const LONG: usize = 5;
/// The number of characters of the longest token: `−`, a digit and `e−308`.
#[cfg(test)]
const LONGEST: usize = 7;

/// The classes of a format, which tokens are named by.
pub(super) struct Tokens {
    format: Format,
    landmarks: Vec<(Landmark, u64)>,
}

impl Tokens {
    /// The tokens of a format.
    pub(super) fn new(format: Format) -> Self {
        Self { format, landmarks: Landmark::of(format).collect() }
    }

    /// The token of a datum: its class if it represents that class, else its shortened value.
    pub(super) fn of(&self, bits: u64) -> String {
        if self.format.is_nan(bits) {
            return String::from("NaN");
        }
        if let Some((landmark, _)) = self.landmarks.iter().find(|(_, named)| *named == bits) {
            return landmark.name(self.format).to_owned();
        }
        let text = value(bits, self.format);
        brief(&text).unwrap_or(text)
    }
}

/// A number that is not longer than its sign, a digit and its power of ten.
fn brief(text: &str) -> Option<String> {
    let count = |text: &str| text.chars().count();
    if count(text) <= LONG {
        return Some(text.to_owned());
    }
    let (sign, text) = text.strip_prefix('\u{2212}').map_or(("", text), |rest| ("\u{2212}", rest));
    let (digits, exponent) = text.split_once('e').unwrap_or((text, ""));
    let whole = digits.split('.').next().unwrap_or_default();
    let cut = LONG - 1 - count(sign);
    let power = match exponent {
        "" if whole.len() > cut => (whole.len() - 1).to_string(),
        // Only zeros would remain.
        "" if digits.starts_with("0.00") => {
            let zeros = digits.split('.').nth(1)?.find(|digit| digit != '0')?;
            ["\u{2212}", &(zeros + 1).to_string()].concat()
        }
        "" => return Some([sign, text.get(..cut)?, "\u{2026}"].concat()),
        power => power.to_owned(),
    };
    let lead = digits.find(|digit: char| digit.is_ascii_digit() && digit != '0')?;
    Some([sign, digits.get(lead..=lead)?, "e", &power].concat())
}

#[cfg(test)]
mod tests {
    use ptxfp::format::table::{BF16, F32, F64, U16};

    use super::*;

    #[test]
    fn a_class_is_named_and_a_value_cut() {
        let token = |bits| Tokens::new((&F32).into()).of(bits);
        for (bits, text) in [
            (0xff80_0000, "\u{2212}inf"),
            (0x0000_0001, "+sub"),
            (0x7fc0_0000, "NaN"),
            (0x3f80_0000, "+1"),
            (0x4000_0000, "2"),
            (0x3f57_6aa4, "0.84\u{2026}"),
            (0xbf57_6aa4, "\u{2212}0.8\u{2026}"),
            (0x5f80_0000, "1e19"),
            (0xff7f_fffe, "\u{2212}3e38"),
            (0x0080_0001, "1e\u{2212}38"),
            (0x8080_0001, "\u{2212}1e\u{2212}38"),
            (0x8100_0000, "\u{2212}2e\u{2212}38"),
        ] {
            assert_eq!(token(bits), text, "{bits:08x}");
        }
        assert_eq!(Tokens::new((&U16).into()).of(300), "300");
    }

    #[test]
    fn no_token_is_longer() {
        for format in [Format::from(&BF16), (&F64).into(), (&U16).into()] {
            let (tokens, width) = (Tokens::new(format), u32::from(format.width()));
            for step in 0..=0xffff_u64 {
                let bits = if width > 16 { step << (width - 16) | step } else { step };
                let token = tokens.of(bits);
                assert!(token.chars().count() <= LONGEST && !token.is_empty(), "{token}");
            }
        }
    }
}
