//! Constant expressions (PTX ISA 4.5.4 to 4.5.6).
//!
//! Integers have 64 bits, signed or unsigned, floating-point numbers are f64. Where the ISA says
//! nothing, or something else than the assembler, there is no value, and the error says why.

mod operate;
#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use self::operate::{binary, cast, complement, logical_not, negate};

/// The largest depth of parentheses, signs and `?:` that are read.
const MAX_DEPTH: u8 = 32;

/// The number of threads of a warp, on every target.
const WARP_SIZE: (&str, u64) = ("WARP_SZ", 32);

/// The binary operators, those that bind loosest first.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The value of a constant or of an expression, by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// `.s64`, in two's complement.
    Signed(u64),
    /// `.u64`.
    Unsigned(u64),
    /// The bits of an f64.
    Double(u64),
}

/// The reason why a text has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// It is not an expression.
    Syntax,
    /// It is one, but an operation in it has no result.
    Undefined(String),
}

impl Wrong {
    fn undefined<T>(message: &str) -> Result<T, Self> {
        Err(Self::Undefined(message.to_owned()))
    }
}

/// Whether a text begins as a constant, which no register does.
#[doc(hidden)]
pub fn is_constant(text: &str) -> bool {
    let signs = |c: char| matches!(c, '-' | '+' | '~' | '!') || c.is_whitespace();
    let rest = text.trim_start_matches(signs);
    let word = rest.split(|c| !is_word(c)).next().unwrap_or_default();
    rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '(')) || word == WARP_SIZE.0
}

/// The value of a constant or of an expression.
///
/// # Errors
///
/// A text that is neither, or has no value.
pub(crate) fn evaluate(text: &str) -> Result<Number, Wrong> {
    let value = read(text, Conditional::Converted)?;
    // Only there the ISA's rules and the assembler's differ.
    if text.contains('?') {
        let other = read(text, Conditional::Chosen).ok();
        if other.map(bits) != Some(bits(value)) {
            return Wrong::undefined(
                "PTX ISA 4.5.5 converts both operands of `?:` to unsigned if one is, but the \
                 assembler keeps the type of the chosen one, which leads to another value; write \
                 a cast to (.s64) or (.u64)",
            );
        }
    }
    Ok(value)
}

const fn bits(number: Number) -> u64 {
    match number {
        Number::Signed(bits) | Number::Unsigned(bits) | Number::Double(bits) => bits,
    }
}

fn read(text: &str, conditional: Conditional) -> Result<Number, Wrong> {
    let mut reader = Reader { rest: text.trim(), depth: 0, conditional };
    let found = reader.choice()?;
    if reader.rest.is_empty() { Ok(found) } else { Err(Wrong::Syntax) }
}

/// The type of `a ? b : c` with integers of which one is unsigned.
#[derive(Clone, Copy)]
enum Conditional {
    /// Unsigned, as in the ISA.
    Converted,
    /// The type of the chosen operand, as in ptxas 13.5.37.
    Chosen,
}

struct Reader<'t> {
    rest: &'t str,
    depth: u8,
    conditional: Conditional,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest).trim_start();
        rest.is_some()
    }

    /// Reads something that is one level deeper.
    fn deeper(
        &mut self,
        read: impl Fn(&mut Self) -> Result<Number, Wrong>,
    ) -> Result<Number, Wrong> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Wrong::Syntax);
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// `a ? b : c`.
    fn choice(&mut self) -> Result<Number, Wrong> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let one = self.deeper(Self::choice)?;
        if !self.take(":") {
            return Err(Wrong::Syntax);
        }
        let other = self.deeper(Self::choice)?;
        let is_first = match condition {
            Number::Signed(bits) | Number::Unsigned(bits) => bits != 0,
            Number::Double(_) => {
                return Wrong::undefined("the condition of `?:` must be an integer");
            }
        };
        let chosen = if is_first { one } else { other };
        match (one, other, self.conditional) {
            (Number::Double(_), Number::Double(_), _)
            | (Number::Signed(_), Number::Signed(_), _) => Ok(chosen),
            (Number::Double(_), ..) | (_, Number::Double(_), _) => Wrong::undefined(
                "the operands of `?:` must both be integers or both be floating-point",
            ),
            (.., Conditional::Converted) => Ok(Number::Unsigned(bits(chosen))),
            (.., Conditional::Chosen) => Ok(chosen),
        }
    }

    fn binary(&mut self, level: usize) -> Result<Number, Wrong> {
        let Some(operators) = OPERATORS.get(level) else { return self.deeper(Self::unary) };
        let mut value = self.binary(level + 1)?;
        loop {
            let is_double = |it: &str| {
                let longer = ["&&", "||", "<<", ">>", "<=", ">="];
                longer.iter().any(|each| each.len() > it.len() && self.rest.starts_with(each))
            };
            let found = operators.iter().find(|it| self.rest.starts_with(**it) && !is_double(it));
            let Some(operator) = found else { return Ok(value) };
            self.take(operator);
            let other = self.binary(level + 1)?;
            value = binary(operator, value, other)?;
        }
    }

    fn unary(&mut self) -> Result<Number, Wrong> {
        if self.take("-") {
            self.deeper(Self::unary).map(negate)
        } else if self.take("+") {
            self.deeper(Self::unary)
        } else if self.take("~") {
            complement(self.deeper(Self::unary)?)
        } else if self.take("!") {
            logical_not(self.deeper(Self::unary)?)
        } else if self.take("(") {
            if self.rest.starts_with('.') && !is_fraction(self.rest) {
                return self.cast();
            }
            let value = self.choice()?;
            if self.take(")") { Ok(value) } else { Err(Wrong::Syntax) }
        } else {
            self.literal()
        }
    }

    /// A cast, after its parenthesis.
    fn cast(&mut self) -> Result<Number, Wrong> {
        let (kind, rest) = self.rest.split_once(')').ok_or(Wrong::Syntax)?;
        let kind = kind.trim_end();
        self.rest = rest.trim_start();
        let is_signed = match kind {
            ".s64" => true,
            ".u64" => false,
            _ => {
                let kind = crate::text::quote::quoted(kind);
                let message = format!("there is no cast to {kind}, only to (.s64) and (.u64)");
                return Err(Wrong::Undefined(message));
            }
        };
        cast(is_signed, self.deeper(Self::unary)?)
    }

    fn literal(&mut self) -> Result<Number, Wrong> {
        let (word, rest) = self.rest.split_at(literal_length(self.rest));
        self.rest = rest.trim_start();
        let (warp_size, count) = WARP_SIZE;
        if word == warp_size { Ok(Number::Signed(count)) } else { super::number(word) }
    }
}

/// Whether a character may be part of a word; `%` is the operator here.
const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text is a fraction such as `.5`, by its first two characters.
fn is_fraction(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The bytes of the word or number at the beginning of a text; a decimal exponent may have a sign.
fn literal_length(text: &str) -> usize {
    let is_prefixed = |c: char| c.is_alphabetic() && !is_exponent(c);
    let is_decimal = !text.strip_prefix('0').is_some_and(|rest| rest.starts_with(is_prefixed));
    let mut is_sign = false;
    let is_behind = |c: char| {
        let is_part = is_word(c) || c == '.' || is_sign && matches!(c, '+' | '-');
        is_sign = is_decimal && is_exponent(c);
        !is_part
    };
    text.find(is_behind).unwrap_or(text.len())
}

const fn is_exponent(c: char) -> bool {
    matches!(c, 'e' | 'E')
}
