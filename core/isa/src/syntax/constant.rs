//! Constants in statements, as the assembler reads them (PTX ISA 4.5).
//!
//! They are not the operand texts of the page, where a decimal is rounded once to the format of the
//! operand: in PTX a decimal constant is an f64, which is then converted; `0f` and `0d` are the bits
//! of an f32 and an f64; integers and floating-point constants cannot replace each other; and
//! f16, bf16 and packed operands take no constants at all. ptxas 13.1.115 was asked about each.

#[doc(hidden)]
pub mod expression;
#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use self::expression::{Number, Wrong};
use super::diagnostic::Diagnostic;
use super::name::is_name;
use super::parse::{OperandText, Statement, Token};
use super::register::register;
use super::values::written_sources;
use crate::bits::{hex_digits, mask};
use crate::catalog::{Instruction, Operand, Type};
use crate::text::quote::quoted;
use crate::text::{self, Exactness, TextError};

/// The content of a constant, before it is known what takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Literal {
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

fn place(kind: Type, is_typed: bool) -> Place {
    if !is_typed {
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

/// An operand of a statement as the constant that it is in PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The bits of its register.
    pub bits: u64,
    /// Whether they are another number than the text says.
    pub is_rounded: bool,
    /// A remark on them, as a sentence.
    pub note: Option<String>,
}

impl Constant {
    /// The bits that a text is in PTX, with the remark on any operand text, unless that would be
    /// read as other bits.
    fn noted(text: &str, kind: Type, bits: u64) -> Self {
        let Ok(entry) = register(text, kind) else {
            return Self { bits, is_rounded: false, note: None };
        };
        let is_rounded = !matches!(entry.exactness, Exactness::Given | Exactness::Exact);
        let name = kind.format().name();
        let own = || format!("As a constant of PTX: rounded to f64, then to {name}.");
        let note = if entry.bits == bits { entry.note() } else { is_rounded.then(own) };
        Self { bits, is_rounded, note }
    }
}

impl Statement<'_> {
    /// Reads one of its operands as the constant that it is in PTX, with the bits that it has in a
    /// `explore::sequence::Sequence`. There is none if the operand is the name of
    /// a register, or if the statement is not [written as in a file of PTX](Self::is_ptx): then its
    /// values are operand texts.
    ///
    /// `is_typed` says whether the instruction gives the bits a meaning: those of `and.b32` have
    /// none.
    ///
    /// # Errors
    ///
    /// A text that the assembler refuses; the message says what would be right, and its place is one
    /// in the statement.
    ///
    /// ```
    /// use ptxfp::catalog::Type;
    /// use ptxfp::syntax::parse;
    ///
    /// let bits = |text: &str, index: usize| {
    ///     let (statement, _) = parse(text);
    ///     let read = statement.constant(&statement.operands[index], Type::U32, true)?;
    ///     Some(read.unwrap().bits)
    /// };
    /// assert_eq!(bits("cvt.rn.f32.u32 %f1, 010;", 1), Some(8));
    /// assert_eq!(bits("cvt.rn.f32.u32 %f1, 010;", 0), None);
    /// assert_eq!(bits("cvt.rn.f32.u32 d, 010", 1), None);
    /// ```
    #[must_use]
    pub fn constant(
        &self,
        operand: &OperandText<'_>,
        kind: Type,
        is_typed: bool,
    ) -> Option<Result<Constant, TextError>> {
        let element = operand.elements.first().filter(|_| self.is_ptx())?;
        if operand.is_vector {
            let are_names = operand.elements.iter().all(|each| is_name(each.text));
            let refused = || {
                let (span, message) = (operand.span.clone(), no_list(kind));
                Err(TextError { span, message })
            };
            return (!are_names || operand.is_value()).then(refused);
        }
        let is_register = |text| is_name(text) || text == Operand::SCALE_FACTOR;
        let is_constant = operand.is_value()
            || !is_register(element.text)
            || expression::is_constant(element.text);
        let noted = |bits| Constant::noted(element.text, kind, bits);
        is_constant.then(|| read(element, kind, is_typed).map(noted))
    }

    /// Reads the constants of a statement of PTX that names an instruction; what the assembler
    /// refuses is reported, in the order of the text.
    pub fn wrong_constants(&self, instruction: &Instruction) -> Vec<Diagnostic> {
        let wrong = |(_, operand, text): (usize, &Operand, OperandText<'_>)| {
            self.constant(&text, instruction.operand_type(operand), true)?.err()
        };
        let sources = written_sources(self, instruction).into_iter();
        sources.filter_map(wrong).map(Diagnostic::of_operand).collect()
    }
}

/// The error for a list of values where only a register is possible.
#[doc(hidden)]
pub fn no_list(kind: Type) -> String {
    format!("an operand of {} must be a register, not a list of values", kind.spelling())
}

/// Reads a constant that an operand is.
///
/// # Errors
///
/// A text that the assembler refuses; the message says what would be right.
#[doc(hidden)]
pub fn read(element: &Token<'_>, kind: Type, is_typed: bool) -> Result<u64, TextError> {
    let width = u32::from(kind.packing().register_width());
    let fail = |message: String| Err(TextError { span: element.span.clone(), message });
    let place = place(kind, is_typed);
    if place == Place::Register {
        return fail(no_constant(element.text, kind));
    }
    let constant = match parsed(element.text) {
        Ok(constant) => constant,
        Err(wrong) => return fail([&*wrong, &*suggestion(element.text, kind, place)].concat()),
    };
    match (place, constant) {
        (Place::Single, Literal::Single(bits))
        | (Place::Double, Literal::Double(bits) | Literal::Single(bits)) => Ok(bits),
        (Place::Single, Literal::Double(bits)) => Ok(narrowed(bits)),
        // An integer that is a predicate is true unless it is 0 (PTX ISA 4.5.3).
        (Place::Integer, Literal::Integer(bits)) if kind == Type::Pred => Ok((bits != 0).into()),
        (Place::Integer | Place::Bits, Literal::Integer(bits)) => Ok(bits & mask(width)),
        (Place::Bits, Literal::Single(bits)) if width == 32 => Ok(bits),
        (Place::Bits, Literal::Double(bits)) if width == 64 => Ok(bits),
        (Place::Single | Place::Double, Literal::Integer(_)) => fail(format!(
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
    let move_bits = matches!(width, 16 | 32 | 64).then(|| format!("mov.b{width}"));
    let bits = register(text, kind).ok().map(|entry| entry.bits);
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
    match register(text, kind) {
        Ok(entry) => {
            format!("; write {prefix}{}", hex_digits(entry.bits, width).to_ascii_uppercase())
        }
        Err(_) => String::new(),
    }
}

/// Reads a text as a constant: an expression, or the bits of an f32, which may not be part of one.
fn parsed(text: &str) -> Result<Literal, String> {
    if let Some(digits) = digits(text, "0f") {
        return bits("0f", digits, 8).map(Literal::Single).map_err(|wrong| said(&wrong, text));
    }
    match expression::evaluate(text) {
        Ok(Number::Signed(bits) | Number::Unsigned(bits)) => Ok(Literal::Integer(bits)),
        Ok(Number::Double(bits)) => Ok(Literal::Double(bits)),
        Err(wrong) => Err(said(&wrong, text)),
    }
}

/// The bits that `0f` and `0d` write, and how many they are.
pub(super) fn bits_of_float(text: &str) -> Option<(u64, u32)> {
    let single = || Some((bits("0f", digits(text, "0f")?, 8).ok()?, 32));
    single().or_else(|| Some((bits("0d", digits(text, "0d")?, 16).ok()?, 64)))
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
