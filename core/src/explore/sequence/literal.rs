//! Constants in statements, as the assembler reads them (PTX ISA 4.5).
//!
//! They are not the operand texts of the page, where a decimal is rounded once to the format of the
//! operand: in PTX a decimal constant is an f64, which is then converted; `0f` and `0d` are the bits
//! of an f32 and an f64; integers and floating-point constants cannot replace each other; and
//! f16, bf16 and packed operands take no constants at all. ptxas 13.1.115 was asked about each.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::build::Wanted;
use super::declare::is_name;
use super::expression::{self, Number, Wrong};
use super::mov;
use crate::bits::{hex_digits, mask};
use crate::catalog::Type;
use crate::syntax::{OperandText, Token};
use crate::text;
use crate::text::quote::quoted;

/// A constant, before it is known what takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constant {
    /// An integer of 64 bits, in two's complement.
    Integer(u64),
    /// `0f`: the bits of an f32.
    Single(u64),
    /// A decimal, `0d`, or an expression of them: the bits of an f64.
    Double(u64),
}

/// The kind of constant that an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A floating-point constant, converted to f32.
    Single,
    /// A floating-point constant, as an f64.
    Double,
    /// An integer.
    Integer,
    /// The bits of a `mov` of an untyped register.
    Bits,
    /// None at all.
    Register,
}

fn place(wanted: Wanted) -> Place {
    let kind = wanted.kind;
    if !wanted.is_typed {
        Place::Bits
    } else if kind == Type::F32 {
        Place::Single
    } else if kind == Type::F64 {
        Place::Double
    } else if kind == Type::Pred || kind.is_integer() && kind != Type::B32 {
        Place::Integer
    } else {
        Place::Register
    }
}

/// Reads an operand of a statement on its own as the constant that it is in PTX, with the result
/// that it has in a [`Sequence`](super::Sequence); nothing if it is the name of a register.
///
/// `is_typed` says whether the instruction gives the bits a meaning: those of `and.b32` have none.
///
/// # Errors
///
/// Returns the span of the text that the assembler refuses, and a message with what is wrong and
/// what would be right.
///
/// ```
/// use ptxfp::catalog::Type;
/// use ptxfp::explore::sequence::constant;
/// use ptxfp::syntax::parse;
///
/// let (statement, _) = parse("cvt.rn.f32.u32 %f1, 010;");
/// let read = |index: usize| constant(&statement.operands[index], Type::U32, true);
/// assert_eq!((read(0), read(1)), (None, Some(Ok(8))));
/// ```
#[must_use]
pub fn constant(
    operand: &OperandText<'_>,
    kind: Type,
    is_typed: bool,
) -> Option<Result<u64, (Range<usize>, String)>> {
    let element = operand.elements.first()?;
    if operand.is_vector {
        let are_names = operand.elements.iter().all(|each| is_name(each.text));
        let refused = || Err((operand.span.clone(), no_list(kind)));
        return (!are_names || operand.is_value()).then(refused);
    }
    let is_constant =
        operand.is_value() || !is_name(element.text) || expression::is_constant(element.text);
    is_constant.then(|| read(element, Wanted::exactly(kind, is_typed)))
}

/// The error for a list of values where only a register is possible.
pub(super) fn no_list(kind: Type) -> String {
    format!("an operand of {} must be a register, not a list of values", kind.spelling())
}

/// Reads a constant that an operand is.
///
/// # Errors
///
/// Returns the span of the text that the assembler refuses, and a message with what is wrong and
/// what would be right.
pub(super) fn read(element: &Token<'_>, wanted: Wanted) -> Result<u64, (Range<usize>, String)> {
    let kind = wanted.kind;
    let width = u32::from(kind.packing().register_width());
    let fail = |message: String| Err((element.span.clone(), message));
    let place = place(wanted);
    if place == Place::Register {
        return fail(no_constant(element.text, kind));
    }
    let constant = match parsed(element.text) {
        Ok(constant) => constant,
        Err(wrong) => return fail([&*wrong, &*suggestion(element.text, kind, place)].concat()),
    };
    match (place, constant) {
        (Place::Single, Constant::Single(bits))
        | (Place::Double, Constant::Double(bits) | Constant::Single(bits)) => Ok(bits),
        (Place::Single, Constant::Double(bits)) => Ok(narrowed(bits)),
        // An integer that is a predicate is true unless it is 0 (PTX ISA 4.5.3).
        (Place::Integer, Constant::Integer(bits)) if kind == Type::Pred => Ok((bits != 0).into()),
        (Place::Integer | Place::Bits, Constant::Integer(bits)) => Ok(bits & mask(width)),
        (Place::Bits, Constant::Single(bits)) if width == 32 => Ok(bits),
        (Place::Bits, Constant::Double(bits)) if width == 64 => Ok(bits),
        (Place::Single | Place::Double, Constant::Integer(_)) => fail(format!(
            "{} takes a floating-point constant, but {} is an integer{}",
            kind.spelling(),
            quoted(element.text),
            suggestion(element.text, kind, place)
        )),
        (Place::Integer, _) => fail(format!(
            "{} takes an integer, but {} is a floating-point constant",
            kind.spelling(),
            quoted(element.text)
        )),
        (Place::Bits | Place::Register, _) => {
            let floats = match width {
                32 => " or the bits of an f32, such as 0f3F800000",
                64 => " or an f64 constant, such as 1.0",
                _ => "",
            };
            fail(format!(
                "a `mov` of {width} bits takes an integer{floats}, not {}",
                quoted(element.text)
            ))
        }
    }
}

/// The error for a constant where only a register is possible, with the way to get its bits there.
fn no_constant(text: &str, kind: Type) -> String {
    let packing = kind.packing();
    let width = packing.register_width();
    let move_bits = mov::bits(width).map(|_| ["mov.b", &*format!("{width}")].concat());
    let bits = crate::syntax::register(text, kind).ok().map(|entry| entry.bits);
    let way = match (move_bits, bits) {
        (Some(head), Some(bits)) => {
            format!(
                "; put the bits in a register first: {head} x, 0x{}",
                hex_digits(bits, width.into())
            )
        }
        _ => "; put the bits in a register first".into(),
    };
    format!("an operand of {} must be a register, not a constant{way}", kind.spelling())
}

/// The constant that a text seems to mean.
fn suggestion(text: &str, kind: Type, place: Place) -> String {
    // The suffix of C may be of lower case; that of PTX is not.
    if let Some(body) = text.strip_suffix('u')
        && integer(body).is_ok()
    {
        return format!("; write {body}U");
    }
    let (prefix, width) = match place {
        Place::Single => ("0f", 32),
        Place::Double => ("0d", 64),
        Place::Integer | Place::Bits | Place::Register => return String::new(),
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && !digits.is_empty() {
        return format!("; write {text}.0");
    }
    match crate::syntax::register(text, kind) {
        Ok(entry) => {
            format!("; write {prefix}{}", hex_digits(entry.bits, width).to_ascii_uppercase())
        }
        Err(_) => String::new(),
    }
}

/// Reads a text as a constant: an expression, or the bits of an f32, which may not be part of one.
fn parsed(text: &str) -> Result<Constant, String> {
    if let Some(digits) = digits(text, "0f") {
        return bits("0f", digits, 8).map(Constant::Single).map_err(|wrong| said(&wrong, text));
    }
    match expression::evaluate(text) {
        Ok(Number::Signed(bits) | Number::Unsigned(bits)) => Ok(Constant::Integer(bits)),
        Ok(Number::Double(bits)) => Ok(Constant::Double(bits)),
        Err(wrong) => Err(said(&wrong, text)),
    }
}

fn said(wrong: &Wrong, text: &str) -> String {
    match wrong {
        Wrong::Syntax => format!("{} is not a PTX constant", quoted(text)),
        Wrong::Undefined(message) => message.clone(),
    }
}

/// The text behind a prefix of upper or lower case.
fn digits<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (given, digits) = text.split_at_checked(prefix.len())?;
    given.eq_ignore_ascii_case(prefix).then_some(digits)
}

/// The bits behind `0f` or `0d`.
fn bits(prefix: &str, digits: &str, count: usize) -> Result<u64, Wrong> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let found = if is_hex { u64::from_str_radix(digits, 16).ok() } else { None };
    found
        .filter(|_| digits.len() == count)
        .ok_or_else(|| Wrong::Undefined(format!("{prefix} takes {count} hexadecimal digits")))
}

/// A literal of an expression.
pub(super) fn number(word: &str) -> Result<Number, Wrong> {
    if digits(word, "0f").is_some() {
        let message =
            "0f may not be part of an expression, and takes no sign; the sign is one of the bits";
        return Err(Wrong::Undefined(message.into()));
    }
    if let Some(digits) = digits(word, "0d") {
        return bits("0d", digits, 16).map(Number::Double);
    }
    let is_hex = digits(word, "0x").is_some();
    if !is_hex && word.contains(['.', 'e', 'E']) { decimal(word) } else { integer(word) }
}

/// A decimal constant.
fn decimal(word: &str) -> Result<Number, Wrong> {
    let is_part =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+');
    if !word.bytes().all(is_part) {
        return Err(Wrong::Syntax);
    }
    let bits = text::parse(word, Type::F64.format()).map_err(|_| Wrong::Syntax)?.bits;
    if Type::F64.format().decode(bits).is_infinite() {
        let name = quoted(word);
        let message = format!("{name} is too large for f64, the type of decimal constants");
        return Err(Wrong::Undefined(message));
    }
    Ok(Number::Double(bits))
}

/// An integer without a sign: decimal, hexadecimal, octal or binary. It is unsigned with a final
/// `U`, and where it does not fit in `.s64`.
fn integer(word: &str) -> Result<Number, Wrong> {
    let body = word.strip_suffix('U');
    let number = body.unwrap_or(word);
    let (digits, radix) =
        match (digits(number, "0x"), digits(number, "0b"), number.strip_prefix('0')) {
            (Some(digits), ..) => (digits, 16),
            (_, Some(digits), _) => (digits, 2),
            (.., Some(octal)) if !octal.is_empty() => (octal, 8),
            _ => (number, 10),
        };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let found = u64::from_str_radix(digits, radix).ok().filter(|_| is_plain);
    let bits = found.ok_or(Wrong::Syntax)?;
    let is_signed = body.is_none() && i64::try_from(bits).is_ok();
    Ok(if is_signed { Number::Signed(bits) } else { Number::Unsigned(bits) })
}

/// The f32 that an f64 is converted to, to nearest even; a NaN keeps sign and the upper payload.
fn narrowed(bits: u64) -> u64 {
    let (from, to) = (Type::F64.format(), Type::F32.format());
    let sign = bits >> 63 << 31;
    if from.decode(bits).is_nan() {
        return sign | 0x7fc0_0000 | bits >> 29 & 0x003f_ffff;
    }
    let exact = text::c_hex(bits, from);
    text::parse(&exact, to).map_or(sign, |entry| entry.bits)
}

#[cfg(test)]
mod tests {
    use super::{Wanted, read};
    use crate::catalog::Type;
    use crate::syntax::Token;
    use alloc::string::String;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn value(text: &str, kind: Type, is_typed: bool) -> Result<u64, String> {
        let token = Token { text, span: 0..text.len() };
        let wanted = Wanted { kind, is_typed, is_relaxed: false };
        read(&token, wanted).map_err(|(_, message)| message)
    }

    /// Recorded from ptxas 13.1.115 on 22 November 2026: each in its own kernel for `sm_100a` that
    /// stores the result (`ptxas -arch=sm_100a`), with the constant read from `nvdisasm -c`.
    #[test]
    fn constants_are_what_the_assembler_reads() {
        for (text, kind, bits) in [
            ("1.0", Type::F32, 0x3f80_0000),
            ("-1.0", Type::F32, 0xbf80_0000),
            ("- 1.0", Type::F32, 0xbf80_0000),
            (".5", Type::F32, 0x3f00_0000),
            ("1.", Type::F32, 0x3f80_0000),
            ("1e3", Type::F32, 0x447a_0000),
            ("1.0e+3", Type::F32, 0x447a_0000),
            // The f64 next to it is a tie of f32, and goes to the even one.
            ("1.000000059604644775390625000001", Type::F32, 0x3f80_0000),
            ("0d3ff0000010000000", Type::F32, 0x3f80_0000),
            ("0d3ff0000010000001", Type::F32, 0x3f80_0001),
            ("1e300", Type::F32, 0x7f80_0000),
            ("1e-50", Type::F32, 0),
            ("0d36a0000000000000", Type::F32, 1),
            ("0dfff0000000000001", Type::F32, 0xffc0_0000),
            ("0d7ff8000000000001", Type::F32, 0x7fc0_0000),
            ("0f7f800001", Type::F32, 0x7f80_0001),
            ("1.0", Type::F64, 0x3ff0_0000_0000_0000),
            // As the assembler has it: the bits are not converted.
            ("0f3f800000", Type::F64, 0x3f80_0000),
            ("-5", Type::S32, 0xffff_fffb),
            ("017", Type::U32, 15),
            ("0b101", Type::U32, 5),
            ("5U", Type::U32, 5),
            ("0x1ffffffff", Type::U32, 0xffff_ffff),
            ("65536", Type::U16, 0),
            ("2", Type::Pred, 1),
            ("0x100000000", Type::Pred, 1),
            ("-2", Type::Pred, 1),
            ("0", Type::Pred, 0),
            ("4-4", Type::Pred, 0),
            ("!2", Type::Pred, 0),
        ] {
            assert_eq!(value(text, kind, true), Ok(bits), "{text} {kind:?}");
        }
        for (text, kind, bits) in [
            ("16", Type::B32, 16),
            ("0f3f800000", Type::B32, 0x3f80_0000),
            ("1.0", Type::U64, 0x3ff0_0000_0000_0000),
            ("0d3ff0000000000000", Type::U64, 0x3ff0_0000_0000_0000),
            ("-1", Type::U64, u64::MAX),
            ("0x3c00", Type::U16, 0x3c00),
            ("-1", Type::U16, 0xffff),
        ] {
            assert_eq!(value(text, kind, false), Ok(bits), "mov {text} {kind:?}");
        }
    }

    /// The refused constants: the text, the type, whether it is an instruction's, and the error.
    const REFUSED: [(&str, Type, bool, &str); 18] = [
        (
            "1",
            Type::F32,
            true,
            ".f32 takes a floating-point constant, but `1` is an integer; write 1.0",
        ),
        (
            "0x3f800000",
            Type::F32,
            true,
            ".f32 takes a floating-point constant, but `0x3f800000` is an integer; write 0f3F800000",
        ),
        (
            "1",
            Type::F64,
            true,
            ".f64 takes a floating-point constant, but `1` is an integer; write 1.0",
        ),
        (
            "1.0",
            Type::F16,
            true,
            "an operand of .f16 must be a register, not a constant; put the bits in a register first: mov.b16 x, 0x3c00",
        ),
        (
            "0x3c003c00",
            Type::F16x2,
            true,
            "an operand of .f16x2 must be a register, not a constant; put the bits in a register first: mov.b32 x, 0x3c003c00",
        ),
        (
            "5",
            Type::B32,
            true,
            "an operand of .b32 must be a register, not a constant; put the bits in a register first: mov.b32 x, 0x00000005",
        ),
        ("5.0", Type::S32, true, ".s32 takes an integer, but `5.0` is a floating-point constant"),
        ("inf", Type::F32, true, "`inf` is not a PTX constant; write 0f7F800000"),
        (
            "1/3",
            Type::F32,
            true,
            ".f32 takes a floating-point constant, but `1/3` is an integer; write 0f3EAAAAAB",
        ),
        ("1.0f", Type::F32, true, "`1.0f` is not a PTX constant; write 0f3F800000"),
        ("0x1p0", Type::F32, true, "`0x1p0` is not a PTX constant; write 0f3F800000"),
        (
            "-0f3f800000",
            Type::F32,
            true,
            "0f may not be part of an expression, and takes no sign; the sign is one of the bits; write 0fBF800000",
        ),
        ("0f3f80", Type::F32, true, "0f takes 8 hexadecimal digits"),
        (
            "1e400",
            Type::F32,
            true,
            "`1e400` is too large for f64, the type of decimal constants; write 0f7F800000",
        ),
        (
            "1.0",
            Type::B32,
            false,
            "a `mov` of 32 bits takes an integer or the bits of an f32, such as 0f3F800000, not `1.0`",
        ),
        (
            "0f3f800000",
            Type::U64,
            false,
            "a `mov` of 64 bits takes an integer or an f64 constant, such as 1.0, not `0f3f800000`",
        ),
        ("1.0", Type::U16, false, "a `mov` of 16 bits takes an integer, not `1.0`"),
        ("18446744073709551616", Type::U32, true, "`18446744073709551616` is not a PTX constant"),
    ];

    #[test]
    fn what_the_assembler_refuses_is_refused_with_what_would_be_right() {
        for (text, kind, is_typed, message) in REFUSED {
            assert_eq!(value(text, kind, is_typed), Err(message.into()), "{text} {kind:?}");
        }
    }
}
