//! Decoding of percent-encoding.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Problem;
use crate::text::quote::quoted;

/// A text without percent-encoding, which remembers where each of its bytes was.
#[derive(Debug)]
pub(super) struct Decoded {
    /// The text.
    pub(super) text: String,
    /// The position of each byte of the text in the original, and the end of the last one.
    places: Vec<usize>,
}

/// A text without percent-encoding; wrong encodings stay as they are.
#[must_use]
pub fn decode(text: &str) -> String {
    Decoded::new(text, &mut Vec::new()).text
}

impl Decoded {
    /// Decodes `original`, repeatedly where it was encoded repeatedly.
    pub(super) fn new(original: &str, problems: &mut Vec<Problem>) -> Self {
        let mut decoded = Self { text: String::with_capacity(original.len()), places: Vec::new() };
        let mut position = 0;
        // Bytes of one character may be encoded one by one.
        let mut run: Vec<u8> = Vec::new();
        let mut run_start = 0;
        while let Some(character) = original.get(position..).and_then(|rest| rest.chars().next()) {
            let encoded = if character == '%' { encoded_byte(original, position) } else { None };
            if let Some((byte, length)) = encoded {
                if run.is_empty() {
                    run_start = position;
                }
                run.push(byte);
                position += length;
                // An ASCII character is complete, and keeps a place of its own.
                if byte.is_ascii() {
                    decoded.push_run(&mut run, run_start..position, problems);
                }
                continue;
            }
            decoded.push_run(&mut run, run_start..position, problems);
            if character == '%' {
                let end = original.len().min(position + 3);
                let end = (position + 1..=end).rev().find(|&end| original.is_char_boundary(end));
                let span = position..end.unwrap_or(position + 1);
                let text = original.get(span.clone()).unwrap_or("%");
                let rest =
                    " is not an encoded character; expected two hexadecimal digits after `%`";
                Problem::report(problems, span, || [&*quoted(text), rest].concat());
            }
            decoded.push(character, position);
            position += character.len_utf8();
        }
        decoded.push_run(&mut run, run_start..position, problems);
        decoded.places.push(original.len());
        decoded
    }

    /// Returns the range of the original text that a range was read from.
    pub(super) fn span(&self, range: Range<usize>) -> Range<usize> {
        let place = |index: usize| self.places.get(index).or(self.places.last()).copied();
        place(range.start).unwrap_or(0)..place(range.end).unwrap_or(0)
    }

    fn push(&mut self, character: char, place: usize) {
        self.text.push(character);
        self.places.extend(core::iter::repeat_n(place, character.len_utf8()));
    }

    /// Takes over bytes that were encoded at `span`.
    fn push_run(&mut self, run: &mut Vec<u8>, span: Range<usize>, problems: &mut Vec<Problem>) {
        if let Ok(text) = core::str::from_utf8(run) {
            text.chars().for_each(|character| self.push(character, span.start));
        } else {
            let message = || String::from("the encoded bytes are not valid UTF-8");
            Problem::report(problems, span.clone(), message);
            self.push(char::REPLACEMENT_CHARACTER, span.start);
        }
        run.clear();
    }
}

/// The byte that is encoded at `position`, and the length of its encoding.
fn encoded_byte(text: &str, position: usize) -> Option<(u8, usize)> {
    let rest = text.as_bytes().get(position..)?.strip_prefix(b"%")?;
    // `%25` is the percent sign: after one encoding there may be another.
    let mut n_signs = 0;
    while rest.get(2 * n_signs..).is_some_and(|rest| rest.starts_with(b"25")) {
        n_signs += 1;
    }
    let digit = |index: usize| rest.get(index).and_then(|b| char::from(*b).to_digit(16));
    let at =
        |index: usize| Some(((digit(index)? << 4 | digit(index + 1)?).try_into().ok()?, index + 3));
    at(2 * n_signs).or_else(|| at(2 * n_signs.checked_sub(1)?))
}
