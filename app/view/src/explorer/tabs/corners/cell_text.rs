//! A result in at most five characters.

use ptxfp::explore::corner::Landmark;
use ptxfp::explore::rank::rank;
use ptxfp::format::Format;

use crate::number::value;

/// The maximum number of characters of a token.
const LONGEST: usize = 5;

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

    /// The token of a datum: its class if it represents that class, else its shortened value, or
    /// the nearest class if that is too long.
    pub(super) fn of(&self, bits: u64) -> String {
        if self.format.is_nan(bits) {
            return String::from("NaN");
        }
        if let Some((landmark, _)) = self.landmarks.iter().find(|(_, named)| *named == bits) {
            return landmark.name(self.format).to_owned();
        }
        let text = value(bits, self.format);
        brief(&text).unwrap_or_else(|| self.nearest(bits))
    }

    fn nearest(&self, bits: u64) -> String {
        let at = |bits| rank(self.format, bits);
        let all = self.landmarks.iter().filter(|(_, bits)| !self.format.is_nan(*bits));
        let nearest = all.min_by_key(|(_, named)| at(*named).abs_diff(at(bits)));
        ["\u{2248}", nearest.map_or("", |(landmark, _)| landmark.name(self.format))].concat()
    }
}

/// A number in at most this many characters, if possible.
fn brief(text: &str) -> Option<String> {
    let count = |text: &str| text.chars().count();
    if count(text) <= LONGEST {
        return Some(text.to_owned());
    }
    let (sign, text) = text.strip_prefix('\u{2212}').map_or(("", text), |rest| ("\u{2212}", rest));
    let (digits, exponent) = text.split_once('e').unwrap_or((text, ""));
    let whole = digits.split('.').next().unwrap_or_default();
    let cut = LONGEST - 1 - count(sign);
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
    let scaled = [sign, digits.get(lead..=lead)?, "e", &power].concat();
    (count(&scaled) <= LONGEST).then_some(scaled)
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
            (0x8080_0001, "\u{2248}\u{2212}min"),
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
