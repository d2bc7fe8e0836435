//! The tokens of a typed number.

use alloc::format;
use alloc::string::String;
use core::num::NonZeroU32;

use super::TextError;
use crate::number::natural::Natural;
use crate::text::quote::one_line;

/// A part of the operand text and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// Byte offset in the operand text.
    pub(super) start: usize,
}

impl Token<'_> {
    /// The token without the white space around it.
    pub(super) fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Self { text: text.trim_end(), start: self.start + self.text.len() - text.len() }
    }

    /// The token without its first `n_bytes` bytes.
    pub(super) fn skip(self, n_bytes: usize) -> Self {
        let text = self.text.get(n_bytes..).unwrap_or_default();
        Self { text, start: self.start + n_bytes }
    }

    /// Returns the rest after `prefix`, if the token begins with it, letter case aside.
    pub(super) fn after(self, prefix: &str) -> Option<Self> {
        let begins = self.text.get(..prefix.len())?.eq_ignore_ascii_case(prefix);
        begins.then(|| self.skip(prefix.len()))
    }

    /// The parts before and after the first `separator`.
    pub(super) fn split(self, separator: char) -> Option<(Self, Self)> {
        let (before, behind) = self.text.split_once(separator)?;
        let start = self.start + before.len() + separator.len_utf8();
        Some((Self { text: before, ..self }, Self { text: behind, start }))
    }

    /// Whether there is a minus sign, and what follows the sign.
    pub(super) fn sign(self) -> (bool, Self) {
        match self.text.chars().next() {
            Some('+') => (false, self.skip(1).trimmed()),
            // The typographic minus sign is what pages show.
            Some(minus @ ('-' | '\u{2212}')) => (true, self.skip(minus.len_utf8()).trimmed()),
            Some(_) | None => (false, self),
        }
    }

    /// An error about the whole token.
    pub(super) fn error(self, message: String) -> TextError {
        TextError { span: self.start..self.start + self.text.len(), message: one_line(message) }
    }

    /// An error about the character at a byte offset within the token.
    fn error_at(self, offset: usize, character: char, message: String) -> TextError {
        let start = self.start + offset;
        TextError { span: start..start + character.len_utf8(), message: one_line(message) }
    }
}

/// The base of the digits of a number, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    /// The exponent, after `e`, counts powers of ten.
    Decimal,
    /// The exponent, after `p`, counts powers of two.
    Hexadecimal,
}

impl Radix {
    const fn base(self) -> NonZeroU32 {
        match self {
            Self::Decimal => NonZeroU32::new(10).expect("it is not zero"),
            Self::Hexadecimal => NonZeroU32::new(16).expect("it is not zero"),
        }
    }

    const fn exponent_mark(self) -> char {
        match self {
            Self::Decimal => 'e',
            Self::Hexadecimal => 'p',
        }
    }

    /// The exponent of one digit after the point.
    const fn digit_weight(self) -> i64 {
        match self {
            Self::Decimal => 1,
            Self::Hexadecimal => 4,
        }
    }

    const fn digits_name(self) -> &'static str {
        match self {
            Self::Decimal => "decimal",
            Self::Hexadecimal => "hexadecimal",
        }
    }
}

/// An unsigned number: `digits` · 10^`exponent`, or · 2^`exponent` if it is hexadecimal.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) digits: Natural,
    pub(super) exponent: i64,
}

/// The value of a string of decimal digits.
pub(super) fn natural(digits: &str) -> Natural {
    let mut value = Natural::ZERO;
    for digit in digits.chars().filter_map(|digit| digit.to_digit(10)) {
        value.push_digit(Radix::Decimal.base(), digit);
    }
    value
}

/// Reads an unsigned number: digits, perhaps with a point, an exponent, and a final suffix `f`.
///
/// # Errors
///
/// A character that does not belong there, or missing digits.
pub(super) fn number(token: Token<'_>, radix: Radix) -> Result<Number, TextError> {
    let mut digits = Natural::ZERO;
    let (mut n_digits, mut n_fraction) = (0_u32, 0_i64);
    let mut has_point = false;
    for (offset, character) in token.text.char_indices() {
        if let Some(digit) = character.to_digit(radix.base().get()) {
            digits.push_digit(radix.base(), digit);
            n_digits += 1;
            n_fraction += i64::from(has_point);
        } else if character == '.' && !has_point {
            has_point = true;
        } else if character == '_' && n_digits > 0 {
        } else if n_digits > 0 && character.eq_ignore_ascii_case(&radix.exponent_mark()) {
            let exponent = exponent(token.skip(offset), radix)?;
            return Ok(Number { digits, exponent: exponent - n_fraction * radix.digit_weight() });
        } else if n_digits > 0 && has_point && is_suffix(token.skip(offset)) {
            break;
        } else {
            return Err(token.error_at(offset, character, unexpected(character, has_point, radix)));
        }
    }
    if n_digits == 0 {
        return Err(token.error(format!("a number needs {} digits", radix.digits_name())));
    }
    Ok(Number { digits, exponent: -n_fraction * radix.digit_weight() })
}

/// Whether only the suffix that C gives an `f32` constant is left.
fn is_suffix(token: Token<'_>) -> bool {
    token.text.eq_ignore_ascii_case("f")
}

fn unexpected(character: char, has_point: bool, radix: Radix) -> String {
    match character {
        '.' if has_point => String::from("a number has at most one decimal point"),
        ',' => String::from("',' does not belong in a number; the decimal point is '.'"),
        _ => format!("'{character}' does not belong in a {} number", radix.digits_name()),
    }
}

/// Reads an exponent, its mark included; one beyond ±10^15 counts as ±10^15.
fn exponent(token: Token<'_>, radix: Radix) -> Result<i64, TextError> {
    let after_mark = token.skip(1);
    if after_mark.text.trim_start_matches(['+', '-', '\u{2212}']).is_empty() {
        let mark = radix.exponent_mark();
        return Err(token.error(format!("the exponent after '{mark}' needs decimal digits")));
    }
    integer(after_mark)
}

/// Reads an exponent with its sign; one beyond ±10^15 counts as ±10^15.
///
/// # Errors
///
/// A character that does not belong there, or missing digits.
pub(super) fn integer(token: Token<'_>) -> Result<i64, TextError> {
    const LIMIT: i64 = 1_000_000_000_000_000;
    let (negative, digits) = match token.text.chars().next() {
        Some('+') => (false, token.skip(1)),
        Some(minus @ ('-' | '\u{2212}')) => (true, token.skip(minus.len_utf8())),
        Some(_) | None => (false, token),
    };
    let (mut value, mut n_digits) = (0, 0_u32);
    for (offset, character) in digits.text.char_indices() {
        if let Some(digit) = character.to_digit(10) {
            value = (value * 10 + i64::from(digit)).min(LIMIT);
            n_digits += 1;
        } else if n_digits > 0 && (character == '_' || is_suffix(digits.skip(offset))) {
        } else {
            let message = format!("'{character}' does not belong in an exponent");
            return Err(digits.error_at(offset, character, message));
        }
    }
    if n_digits == 0 {
        return Err(token.error(String::from("an exponent needs decimal digits")));
    }
    Ok(if negative { -value } else { value })
}

/// Reads the digits of an encoding, base 2 or 16, at most `width` bits.
///
/// `whole` is the text to name, prefix included; `name` names what has `width` bits.
///
/// # Errors
///
/// A character that is not a digit, no digits, or too many bits.
pub(super) fn encoding(
    whole: Token<'_>,
    digits: Token<'_>,
    n_digit_bits: u32,
    width: u8,
    name: &str,
) -> Result<u64, TextError> {
    let base_name = if n_digit_bits == 1 { "binary" } else { "hexadecimal" };
    let base = NonZeroU32::MIN.saturating_add((1 << n_digit_bits) - 1);
    let mut bits = Natural::ZERO;
    let mut n_digits = 0_u32;
    for (offset, character) in digits.text.char_indices() {
        if let Some(digit) = character.to_digit(base.get()) {
            bits.push_digit(base, digit);
            n_digits += 1;
        } else if character != '_' {
            let message = format!("'{character}' is not a {base_name} digit");
            return Err(digits.error_at(offset, character, message));
        }
    }
    if n_digits == 0 {
        return Err(whole.error(format!("'{}' needs {base_name} digits", whole.text)));
    }
    let n_bits = bits.bit_length();
    let narrow = bits.to_u128().and_then(|bits| u64::try_from(bits).ok());
    match narrow {
        Some(bits) if n_bits <= u32::from(width) => Ok(bits),
        Some(_) | None => {
            let message = format!("'{}' takes {n_bits} bits; {name} has {width}", whole.text);
            Err(whole.error(message))
        }
    }
}
