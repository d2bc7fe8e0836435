//! Functions that take the bits of one type as those of another: `__int_as_float(0x3f800000)`,
//! `std::bit_cast<uint32_t>(1.0f)`; and bits as a dump of memory or a debugger prints them: `7fc00000`.

use alloc::string::String;

use super::tree::{is_bits, type_of};
use crate::bits::{hex, mask};
use crate::catalog::Type;
use crate::format::table::by_name;

/// The functions from an integer to a format.
const TO_NUMBERS: &[(&str, &str)] = &[
    ("__int_as_float", "f32"),
    ("__uint_as_float", "f32"),
    ("f32::from_bits", "f32"),
    ("__longlong_as_double", "f64"),
    ("f64::from_bits", "f64"),
    ("__short_as_half", "f16"),
    ("__ushort_as_half", "f16"),
    ("f16::from_bits", "f16"),
    ("__short_as_bfloat16", "bf16"),
    ("__ushort_as_bfloat16", "bf16"),
    ("bf16::from_bits", "bf16"),
];

/// The functions from a format to an integer.
const TO_BITS: &[(&str, &str)] = &[
    ("__float_as_int", "f32"),
    ("__float_as_uint", "f32"),
    ("__double_as_longlong", "f64"),
    ("__half_as_short", "f16"),
    ("__half_as_ushort", "f16"),
    ("__bfloat16_as_short", "bf16"),
    ("__bfloat16_as_ushort", "bf16"),
];

/// The function of C++, whatever the types.
const CAST: &str = "bit_cast<";

/// Such a function of one number, or bits without a prefix, as a question about bits; `None` if the text
/// is neither.
pub(super) fn question(text: &str) -> Option<String> {
    if let Some(question) = dumped(text) {
        return Some(question);
    }
    let (name, behind) = text.split_once('(')?;
    let (name, argument) = (name.trim(), behind.strip_suffix(')')?.trim());
    if argument.contains(['(', ')', ',']) {
        return None;
    }
    let find = |all: &[(&str, &'static str)]| {
        all.iter().find(|(own, _)| *own == name).map(|(_, format)| *format)
    };
    if let Some(to) = name.trim_start_matches("std::").strip_prefix(CAST) {
        let to = type_of(to.strip_suffix('>')?.trim())?;
        return if to.is_integer() {
            same_width(to).map(|format| of_number(argument, format))
        } else {
            of_bits(argument, to.format().name())
        };
    }
    match (find(TO_NUMBERS), find(TO_BITS)) {
        (Some(format), _) => of_bits(argument, format),
        (None, Some(format)) => Some(of_number(argument, format)),
        (None, None) => None,
    }
}

/// All digits of a register without a prefix: `7fc00000`, `3f80 in bf16`. With 4 digits, the format is
/// named.
fn dumped(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let digits = words.next().filter(|first| is_dumped(first) && type_of(first).is_none())?;
    let bits = ["0x", digits].concat();
    let name = words.next().map(|word| match word {
        "in" | "as" => words.next().unwrap_or_default(),
        name => name,
    });
    let Some(name) = name else { return (digits.len() > 4).then_some(bits) };
    let format = type_of(name).filter(|_| words.next().is_none())?.format();
    let is_whole = usize::from(format.width()) == digits.len() * 4;
    is_whole.then(|| [&*bits, " in ", format.name()].concat())
}

/// Whether a word is 4, 8 or 16 hexadecimal digits, and no decimal number such as `1234567f` or
/// `12345e10`.
fn is_dumped(word: &str) -> bool {
    let is_decimal = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let number = word.trim_end_matches(['f', 'F', 'd', 'D']);
    let is_number = match number.split_once(['e', 'E']) {
        // An exponent of more digits is beyond every format: `3e800000` is 0.25.
        Some((whole, exponent)) => is_decimal(whole) && is_decimal(exponent) && exponent.len() < 5,
        None => is_decimal(number),
    };
    matches!(word.len(), 4 | 8 | 16)
        && word.bytes().all(|it| it.is_ascii_hexdigit())
        && word.bytes().any(|it| it.is_ascii_digit())
        && !is_number
}

/// The format with which C++ shares the width of an integer.
fn same_width(integer: Type) -> Option<&'static str> {
    match integer.format().width() {
        32 => Some("f32"),
        64 => Some("f64"),
        _ => None,
    }
}

/// The question for the number of some bits, which are an integer.
fn of_bits(argument: &str, format: &str) -> Option<String> {
    let digits = argument.trim_end_matches(['u', 'U', 'l', 'L']).replace('_', "");
    let width = u32::from(by_name(format)?.width());
    let bits = if is_bits(&digits) {
        digits
    } else {
        let integer: i64 = digits.parse().ok()?;
        hex(integer.cast_unsigned() & mask(width), width)
    };
    Some([&*bits, " in ", format].concat())
}

/// The question for the bits of a number.
fn of_number(argument: &str, format: &str) -> String {
    ["bits of ", argument, " in ", format].concat()
}
