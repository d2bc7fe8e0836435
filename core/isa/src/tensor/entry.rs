//! Elements as text: numbers or bits, alone or in a list.

use alloc::string::String;
use alloc::vec::Vec;

use super::number::{unwritten, written, written_width};
use crate::format::Format;
use crate::text::quote::quoted;
use crate::text::{Entry, Exactness, TextError, concise, parse};

/// Reads an element: a number, which is rounded once, or its bits after `0x`.
///
/// # Errors
///
/// Fails like [`parse`].
pub fn read_element(text: &str, format: Format) -> Result<Entry, TextError> {
    let bits = text.trim().strip_prefix("0x").or_else(|| text.trim().strip_prefix("0X"));
    if let (Some(digits), true) = (bits, written_width(format) > format.width()) {
        return match u32::from_str_radix(digits, 16) {
            Ok(bits) => {
                let bits = u64::from(bits);
                Ok(Entry { bits, exactness: Exactness::Given, converted_from: None })
            }
            Err(_) => Err(TextError {
                span: 0..text.len(),
                message: alloc::format!("{} is not 32 bits in hexadecimal", quoted(text)),
            }),
        };
    }
    let entry = parse(text, format)?;
    Ok(Entry { bits: written(entry.bits, format), ..entry })
}

/// Reads a list of elements, between commas or blanks, in brackets or not.
///
/// # Errors
///
/// Fails with the index of the first wrong element, and with its place in the text.
pub fn read_list(text: &str, format: Format) -> Result<Vec<Entry>, (usize, TextError)> {
    let is_around = |c: char| c.is_whitespace() || "[](){};".contains(c);
    let is_blank = |c: char| is_around(c) || c == ',';
    let mut entries = Vec::new();
    let mut start = 0;
    // Between two commas there is an element, even if it is missing.
    let has_commas = text.contains(',');
    let parts = text.split_inclusive(|c: char| if has_commas { c == ',' } else { is_blank(c) });
    for part in parts {
        let element = part.trim_matches(is_blank);
        let is_last = start + part.len() == text.len() && !part.ends_with(',');
        if !element.is_empty() || has_commas && !is_last {
            let skipped = part.len() - part.trim_start_matches(is_blank).len();
            let entry = read_element(element, format)
                .map_err(|error| (entries.len(), error.behind(start + skipped)))?;
            entries.push(entry);
        }
        start += part.len();
    }
    Ok(entries)
}

/// An element as a number, with the fewest digits that mean it.
#[must_use]
pub fn written_element(bits: u64, format: Format) -> String {
    concise(unwritten(bits, format), format)
}
