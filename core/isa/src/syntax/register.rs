//! The text of a whole register, and of its lanes.

use alloc::format;
use alloc::string::{String, ToString};

use super::constant::bits_of_float;
use crate::bits::mask;
use crate::catalog::Type;
use crate::text::quote::one_line;
use crate::text::{self, Entry, Exactness, TextError, parse};

/// Reads the text of a register of type `kind`: `0x` and its bits, or, if it holds one datum, any
/// operand text.
///
/// # Errors
///
/// Text that is neither, or bits that the register does not have: the message says where and what
/// would be right.
///
/// ```
/// use ptxfp::{catalog::Type, syntax::register};
///
/// assert_eq!(register("0x3c003c00", Type::F16x2).unwrap().bits, 0x3c00_3c00);
/// assert_eq!(register("1.5", Type::F16).unwrap().bits, 0x3e00);
/// assert!(register("1.5", Type::F16x2).is_err());
/// ```
pub fn register(text: &str, kind: Type) -> Result<Entry, TextError> {
    let packing = kind.packing();
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let whole = start..start + trimmed.len();
    if is_bits(trimmed) {
        let digits = trimmed.get(2..).unwrap_or_default();
        let error = |span, message| Err(TextError { span, message });
        if let Some((offset, stray)) =
            digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit() && *c != '_')
        {
            let from = start + 2 + offset;
            let stray_text = one_line(stray.into());
            let message = format!("'{stray_text}' is not a hexadecimal digit");
            return error(from..from + stray.len_utf8(), message);
        }
        let digits: String = digits.chars().filter(|c| *c != '_').collect();
        let width = packing.register_width();
        return match u64::from_str_radix(&digits, 16) {
            Ok(bits) if bits & !mask(u32::from(width)) == 0 => {
                Ok(Entry { bits, exactness: Exactness::Given, converted_from: None })
            }
            Err(_) if digits.is_empty() => {
                error(whole, "expected hexadecimal digits after `0x`".to_string())
            }
            Ok(_) | Err(_) => {
                error(whole, format!("the value has more than the {width} bits of the register"))
            }
        };
    }
    if packing.lanes > 1 {
        let (lanes, n_digits) = (packing.lanes, packing.register_width().div_ceil(4));
        let message =
            format!("the {lanes} lanes of a register are written as 0x and {n_digits} digits");
        return Err(TextError { span: whole, message });
    }
    let mut entry = parse(text, kind.format())?;
    entry.bits = packing.insert(0, 0, entry.bits);
    Ok(entry)
}

/// Whether a text is meant as bits in hexadecimal, not as a number of C.
fn is_bits(text: &str) -> bool {
    let is_prefixed = text.get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"));
    is_prefixed && !text.contains(['.', 'p', 'P'])
}

/// Reads the value of a pair: what [`register`] reads, or operand text for each lane of a register
/// of several; one text is for all of them. A plain list begins with lane 0; one in braces is that
/// of a statement, which begins with the highest.
///
/// # Errors
///
/// Text that is neither; the message says where and what would be right.
pub fn value(text: &str, kind: Type) -> Result<u64, TextError> {
    let packing = kind.packing();
    let lanes = packing.lanes;
    if lanes == 1 || is_bits(text.trim()) && !text.contains([',']) {
        return register(text, kind).map(|entry| entry.bits);
    }
    let (mut start, list) = lane_list(text);
    let n_given = list.split(',').count();
    if n_given > 1 && n_given != usize::from(lanes) {
        let message = format!("the register has {lanes} lanes, but {n_given} values were given");
        return Err(TextError { span: 0..text.len(), message });
    }
    let mut bits = 0;
    let mut elements = list.split(',');
    let mut last = None;
    let is_braced = text.starts_with('{');
    for place in 0..lanes {
        let lane = if is_braced { lanes - 1 - place } else { place };
        if let Some(element) = elements.next() {
            let entry = parse(element, kind.format()).map_err(|error| error.behind(start))?;
            start += element.len() + 1;
            last = Some(entry.bits);
        }
        bits = packing.insert(bits, lane, last.unwrap_or(0));
    }
    Ok(bits)
}

/// Reads the value of an input: what [`value`] reads, but an integer or predicate takes no number
/// that would have to be rounded, and an integer has the bits of the PTX constants `0f` and `0d`.
///
/// # Errors
///
/// Text that [`value`] refuses, a number that is no integer, and bits of another width.
///
/// ```
/// use ptxfp::{catalog::Type, syntax::input};
///
/// assert_eq!(input("0.1", Type::F16).unwrap(), 0x2e66);
/// assert_eq!(input("0f3fc00000", Type::B32).unwrap(), 0x3fc0_0000);
/// assert_eq!(input("100.7", Type::U32).unwrap_err().message, "'100.7' is not an integer, as u32 holds");
/// ```
pub fn input(text: &str, kind: Type) -> Result<u64, TextError> {
    let fail = |message: String| Err(TextError { span: 0..text.len(), message });
    if let Some((bits, width)) = bits_of_float(text.trim()).filter(|_| kind.is_integer()) {
        let own = u32::from(kind.packing().register_width());
        if width != own {
            let shown = one_line(text.trim().into());
            return fail(format!("'{shown}' has {width} bits, but the register has {own}"));
        }
        return Ok(bits);
    }
    let bits = value(text, kind)?;
    if !kind.is_integer() && kind != Type::Pred {
        return Ok(bits);
    }
    let entry = parse(text, kind.format());
    if !entry.is_ok_and(|entry| matches!(entry.exactness, Exactness::Rounded { .. })) {
        return Ok(bits);
    }
    let (shown, name) = (one_line(text.trim().into()), kind.format().name());
    fail(if kind == Type::Pred {
        format!("'{shown}' is not 0 or 1, as a predicate is")
    } else {
        format!("'{shown}' is not an integer, as {name} holds")
    })
}

/// A value that suits a type, for a message.
#[must_use]
pub fn example(kind: Type) -> &'static str {
    if kind.is_integer() || kind == Type::Pred { "1" } else { "1.5" }
}

/// The list of lanes that a text is, without its braces, and where it begins. The closing brace may
/// have been taken for punctuation after a link.
fn lane_list(text: &str) -> (usize, &str) {
    let list = text.strip_prefix('{').unwrap_or(text);
    (text.len() - list.len(), list.strip_suffix('}').unwrap_or(list))
}

/// The bits of a result where a text states them, as [`text::states`] says; lanes that it states otherwise
/// have the bits that it is read as.
///
/// ```
/// use ptxfp::{catalog::Type, syntax::stated_for};
///
/// assert_eq!(stated_for("0.333, 1", Type::F16x2, 0x3c00_3555), 0x3c00_3555);
/// assert_eq!(stated_for("{1, 0.333}", Type::F16x2, 0x3c00_3600), 0x3c00_3554);
/// ```
#[must_use]
pub fn stated_for(text: &str, kind: Type, result: u64) -> u64 {
    let Ok(read) = value(text, kind) else { return result };
    if is_bits(text.trim()) && !text.contains(',') {
        return read;
    }
    let packing = kind.packing();
    let is_braced = text.starts_with('{');
    let (mut bits, mut elements, mut last) = (read, lane_list(text).1.split(','), "");
    for place in 0..packing.lanes {
        last = elements.next().unwrap_or(last);
        let lane = if is_braced { packing.lanes - 1 - place } else { place };
        let own = packing.extract(result, lane);
        if text::states(last, kind.format(), own) {
            bits = packing.insert(bits, lane, own);
        }
    }
    bits
}

/// Reads a result that a text states: like [`value`], but a decimal has to be the datum to the
/// digits that the text has, as [`text::check_stated`] demands.
///
/// # Errors
///
/// Text that [`value`] refuses, and a decimal that is no datum; the message has the nearest one.
///
/// ```
/// use ptxfp::{catalog::Type, syntax::stated};
///
/// assert_eq!(stated("2048, 0.1", Type::F16x2).unwrap(), 0x2e66_6800);
/// assert!(stated("2049, 0.1", Type::F16x2).is_err());
/// ```
pub fn stated(text: &str, kind: Type) -> Result<u64, TextError> {
    let bits = value(text, kind)?;
    if is_bits(text.trim()) && !text.contains(',') {
        return Ok(bits);
    }
    let (mut start, list) = lane_list(text);
    for element in list.split(',') {
        text::check_stated(element, kind.format()).map_err(|error| error.behind(start))?;
        start += element.len() + 1;
    }
    Ok(bits)
}
