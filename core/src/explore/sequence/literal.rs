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
use super::{expression, mov};
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
    /// A decimal: the bits of an f64.
    Decimal(u64),
    /// `0f`: the bits of an f32.
    Single(u64),
    /// `0d`: the bits of an f64.
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
    let is_constant = operand.is_value() || !is_name(element.text);
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
    let is_integer = matches!(place, Place::Integer | Place::Bits);
    let expression = if is_integer { expression::evaluate(element.text) } else { None };
    let constant =
        match expression.map_or_else(|| plain(element.text), |it| Ok(Constant::Integer(it))) {
            Ok(constant) => constant,
            Err(wrong) => return fail([&*wrong, &*suggestion(element.text, kind, place)].concat()),
        };
    match (place, constant) {
        (Place::Single, Constant::Single(bits))
        | (
            Place::Double,
            Constant::Decimal(bits) | Constant::Double(bits) | Constant::Single(bits),
        ) => Ok(bits),
        (Place::Single, Constant::Decimal(bits) | Constant::Double(bits)) => Ok(narrowed(bits)),
        (Place::Integer | Place::Bits, Constant::Integer(bits)) => Ok(bits & mask(width)),
        (Place::Bits, Constant::Single(bits)) if width == 32 => Ok(bits),
        (Place::Bits, Constant::Decimal(bits) | Constant::Double(bits)) if width == 64 => Ok(bits),
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

/// Reads a text as a constant without operators.
fn plain(text: &str) -> Result<Constant, String> {
    let wrong = || format!("{} is not a PTX constant", quoted(text));
    let (is_negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    let has_sign = body.len() != text.len();
    let prefix = body.get(..2).unwrap_or_default().to_ascii_lowercase();
    let digits = body.get(2..).unwrap_or_default();
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if matches!(prefix.as_str(), "0f" | "0d") {
        let (width, name) = if prefix == "0f" { (8, "0f") } else { (16, "0d") };
        if has_sign {
            return Err(format!("{name} takes no sign; the sign is one of the bits"));
        }
        if digits.len() != width || !is_hex(digits) {
            return Err(format!("{name} takes {width} hexadecimal digits"));
        }
        let bits = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        return Ok(if width == 8 { Constant::Single(bits) } else { Constant::Double(bits) });
    }
    let is_decimal = body
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    if is_decimal && body.contains(['.', 'e', 'E']) {
        let bits = text::parse(body, Type::F64.format()).map_err(|_| wrong())?.bits;
        if Type::F64.format().decode(bits).is_infinite() {
            return Err(format!(
                "{} is too large for f64, the type of decimal constants",
                quoted(text)
            ));
        }
        return Ok(Constant::Decimal(if is_negative { bits ^ 1 << 63 } else { bits }));
    }
    let bits = integer(body).ok_or_else(wrong)?;
    Ok(Constant::Integer(if is_negative { bits.wrapping_neg() } else { bits }))
}

/// An integer without a sign: decimal, hexadecimal, octal or binary, perhaps with a final `U`.
pub(super) fn integer(body: &str) -> Option<u64> {
    let number = body.strip_suffix(['U', 'u']).unwrap_or(body);
    let prefix = number.get(..2).unwrap_or_default().to_ascii_lowercase();
    let (digits, radix) = match (prefix.as_str(), number.strip_prefix('0')) {
        ("0x", _) => (number.get(2..).unwrap_or_default(), 16),
        ("0b", _) => (number.get(2..).unwrap_or_default(), 2),
        (_, Some(octal)) if !octal.is_empty() => (octal, 8),
        _ => (number, 10),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    u64::from_str_radix(digits, radix).ok().filter(|_| is_plain)
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
        ("1/3", Type::F32, true, "`1/3` is not a PTX constant; write 0f3EAAAAAB"),
        ("1.0f", Type::F32, true, "`1.0f` is not a PTX constant; write 0f3F800000"),
        ("0x1p0", Type::F32, true, "`0x1p0` is not a PTX constant; write 0f3F800000"),
        (
            "-0f3f800000",
            Type::F32,
            true,
            "0f takes no sign; the sign is one of the bits; write 0fBF800000",
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
