//! The text of a domain, both ways.

use alloc::string::{String, ToString};
use core::ops::Range;

use super::{Domain, DomainError, Order, Set};
use crate::format::Format;
use crate::text::quote::quoted;
use crate::text::{self, TextError};

const ALL: &str = "all";
const RANDOM: &str = "random";
const EDGES: &str = "edges";
const BY_BITS: &str = ":bits";

/// The expected shapes, in a sentence.
const SHAPES: &str = "a domain is `all`, `0x..` bits, a range such as `0x3f80..0x4000` or `1..2`, or `random:1000:7`";

/// A piece of the text, with its position in the whole.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    start: usize,
}

impl Part<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn error<T>(self, message: &[&str]) -> Result<T, TextError> {
        Err(TextError { span: self.span(), message: message.concat() })
    }

    /// The parts before and after the first separator.
    fn split(self, separator: &str) -> Option<(Self, Self)> {
        let (text, rest) = self.text.split_once(separator)?;
        let start = self.start + text.len() + separator.len();
        Some((Self { text, ..self }, Self { text: rest, start }))
    }

    /// The bits of an encoding.
    fn bits(self) -> Result<u64, TextError> {
        let digits = self.text.strip_prefix("0x").or_else(|| self.text.strip_prefix("0X"));
        let Some(digits) = digits else {
            return self.error(&[&quoted(self.text), " is not `0x` and hexadecimal digits"]);
        };
        let mut bits: u64 = 0;
        for digit in digits.chars() {
            let Some(value) = digit.to_digit(16) else {
                return self.error(&[
                    &quoted(self.text),
                    " has a character that is not a hexadecimal digit",
                ]);
            };
            if bits >> 60 != 0 {
                return self.error(&[DomainError::Wide.message()]);
            }
            bits = bits << 4 | u64::from(value);
        }
        if digits.is_empty() {
            return self.error(&["expected hexadecimal digits after `0x`"]);
        }
        Ok(bits)
    }

    /// The end of a range: the bits of an encoding, or a number.
    fn end(self, format: Format) -> Result<u64, TextError> {
        if is_hexadecimal(self.text) {
            return self.bits();
        }
        let entry = text::parse(self.text, format).map_err(|error| error.behind(self.start))?;
        Ok(entry.bits)
    }

    /// A whole number in decimal.
    fn number(self, what: &str) -> Result<u64, TextError> {
        let mut number: Option<u64> = None;
        for digit in self.text.chars() {
            let value = digit.to_digit(10).map(u64::from);
            let larger = number.unwrap_or(0).checked_mul(10);
            number = larger.zip(value).and_then(|(ten, digit)| ten.checked_add(digit));
            if number.is_none() {
                break;
            }
        }
        match number {
            Some(number) => Ok(number),
            None => {
                self.error(&[what, " must be a whole number in decimal, not ", &quoted(self.text)])
            }
        }
    }
}

pub(super) fn parse(text: &str, format: Format) -> Result<Domain, TextError> {
    let whole = Part { text, start: 0 };
    let (set, order, stride) = read(whole, format)?;
    let domain = Domain::new(format, set, order, stride);
    domain.map_err(|error| TextError { span: whole.span(), message: error.message().to_string() })
}

fn read(whole: Part<'_>, format: Format) -> Result<(Set, Order, u64), TextError> {
    for (name, edges) in [(RANDOM, false), (EDGES, true)] {
        if let Some((head, rest)) = whole.split(":").filter(|(head, _)| head.text == name) {
            let (count, seed) = match rest.split(":") {
                Some((count, seed)) => (count, seed.number("the seed")?),
                None => (rest, 0),
            };
            let count = count.number("the count")?;
            debug_assert_eq!(head.text, name);
            return Ok((Set::Random { count, seed, edges }, Order::Encoding, 1));
        }
        if whole.text == name {
            return whole.error(&["expected a count, such as `", name, ":1000`"]);
        }
    }
    let (order, rest) = match whole.text.strip_suffix(BY_BITS) {
        Some(text) => (Order::Encoding, Part { text, ..whole }),
        None => (Order::Value, whole),
    };
    let (rest, stride) = match rest.split("/") {
        Some((rest, stride)) => (rest, Some(stride.number("the stride")?)),
        None => (rest, None),
    };
    if rest.text == ALL {
        return Ok((Set::All, order, stride.unwrap_or(1)));
    }
    if let Some((first, last)) = rest.split("..") {
        let (first, last) = (first.end(format)?, last.end(format)?);
        return Ok((Set::Range { first, last }, order, stride.unwrap_or(1)));
    }
    if stride.is_some() || order == Order::Encoding || !is_hexadecimal(rest.text) {
        return whole.error(&[SHAPES]);
    }
    Ok((Set::Fixed(rest.bits()?), Order::Encoding, 1))
}

fn is_hexadecimal(text: &str) -> bool {
    text.get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"))
}

/// Appends `0x` and every digit of an encoding.
pub(super) fn push_bits(text: &mut String, bits: u64, format: Format) {
    text.push_str("0x");
    for place in (0..format.width().div_ceil(4)).rev() {
        push_digit(text, bits >> (4 * u32::from(place)) & 0xf);
    }
}

/// Appends a whole number in decimal.
fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    push_digit(text, number % 10);
}

fn push_digit(text: &mut String, digit: u64) {
    let character = u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 16));
    text.extend(character);
}

pub(super) fn text(domain: &Domain) -> String {
    let mut text = String::new();
    let format = domain.format;
    match domain.set {
        Set::Fixed(bits) => push_bits(&mut text, bits, format),
        Set::Random { count, seed, edges } => {
            text.push_str(if edges { EDGES } else { RANDOM });
            text.push(':');
            push_number(&mut text, count);
            text.push(':');
            push_number(&mut text, seed);
        }
        Set::All => text.push_str(ALL),
        Set::Range { first, last } => {
            push_bits(&mut text, first, format);
            text.push_str("..");
            push_bits(&mut text, last, format);
        }
    }
    if domain.stride != 1 {
        text.push('/');
        push_number(&mut text, domain.stride);
    }
    if matches!(domain.set, Set::All | Set::Range { .. }) && domain.order == Order::Encoding {
        text.push_str(BY_BITS);
    }
    text
}
