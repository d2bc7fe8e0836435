//! Conditions of puzzles: about the registers of a program, by their names.

use alloc::format;
use alloc::string::{String, ToString};

use crate::explore::sequence::{Register, Sequence, Value};
use crate::format::{Class, Format, mask};
use crate::number::dyadic::Dyadic;
use crate::syntax::input;
use crate::text::quote::quoted;

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    left: String,
    test: Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    /// The bits are those of a register or a number.
    Same(String),
    /// They are others.
    Other(String),
    /// The value is less.
    Below(String),
    /// It is so many numbers of its format away from a register, or more.
    Apart(String, u64),
    /// It is of a kind.
    Is(Is),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Zero,
    Nonzero,
    Subnormal,
    Normal,
    Finite,
    Infinite,
    Nan,
    Negative,
}

const WORDS: [(&str, Is); 8] = [
    ("zero", Is::Zero),
    ("nonzero", Is::Nonzero),
    ("subnormal", Is::Subnormal),
    ("normal", Is::Normal),
    ("finite", Is::Finite),
    ("infinite", Is::Infinite),
    ("nan", Is::Nan),
    ("negative", Is::Negative),
];

impl Condition {
    /// Reads a condition.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("{} is no condition", quoted(text));
        let mut words = text.split_whitespace();
        let [left, verb, right] = [words.next(), words.next(), words.next()];
        let (left, verb, right) =
            (left.ok_or_else(wrong)?, verb.ok_or_else(wrong)?, right.ok_or_else(wrong)?);
        let other = right.to_string();
        let test = match verb {
            "==" => Test::Same(other),
            "!=" => Test::Other(other),
            "<" => Test::Below(other),
            "apart" => {
                let count = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
                Test::Apart(other, count)
            }
            "is" => {
                let found = WORDS.iter().find(|(word, _)| *word == right);
                Test::Is(found.ok_or_else(wrong)?.1)
            }
            _ => return Err(wrong()),
        };
        Ok(Self { left: left.to_string(), test })
    }

    /// A sentence without its point, which says that it does not hold.
    pub(super) fn failure(&self, sequence: &Sequence) -> String {
        let left = &self.left;
        match &self.test {
            Test::Same(other) => format!("`{left}` is not `{other}`"),
            Test::Other(other) if sequence.registers().iter().any(|it| it.name == *other) => {
                format!("`{left}` and `{other}` are the same")
            }
            Test::Other(other) => format!("`{left}` is `{other}`"),
            Test::Below(other) => format!("`{left}` is not less than `{other}`"),
            Test::Apart(other, count) => {
                format!("`{left}` and `{other}` are fewer than {count} numbers apart")
            }
            Test::Is(Is::Nonzero) => format!("`{left}` is zero"),
            Test::Is(Is::Nan) => format!("`{left}` is not a NaN"),
            Test::Is(kind) => {
                let word =
                    WORDS.iter().find(|(_, other)| other == kind).map_or("", |(word, _)| word);
                format!("`{left}` is not {word}")
            }
        }
    }

    /// Whether it holds; an error if a register is missing.
    pub(super) fn holds(&self, sequence: &Sequence, values: &[Value]) -> Result<bool, String> {
        let (bits, register) = value(sequence, values, &self.left)
            .ok_or_else(|| format!("there is no register {}", quoted(&self.left)))?;
        let format = register.kind.format();
        let other = |text: &str| match value(sequence, values, text) {
            Some((bits, _)) => Ok(bits),
            None => input(text, register.kind).map_err(|error| error.message),
        };
        Ok(match &self.test {
            Test::Same(text) => other(text)? == bits,
            Test::Other(text) => other(text)? != bits,
            Test::Below(text) => {
                let number = |bits| Dyadic::from_datum(&format.decode(bits));
                let (one, other) = (number(bits), number(other(text)?));
                one.is_some() && other.is_some() && one < other
            }
            Test::Apart(text, count) => {
                let [one, other] = [bits, other(text)?].map(|bits| place(bits, format));
                one.abs_diff(other) >= *count
            }
            Test::Is(kind) => kind.is(bits, format),
        })
    }
}

impl Is {
    fn is(self, bits: u64, format: Format) -> bool {
        let class = format.classify(bits);
        match self {
            Self::Zero => class == Class::Zero,
            Self::Nonzero => class != Class::Zero,
            Self::Subnormal => class == Class::Subnormal,
            Self::Normal => class == Class::Normal,
            Self::Finite => matches!(class, Class::Zero | Class::Subnormal | Class::Normal),
            Self::Infinite => class == Class::Infinite,
            Self::Nan => format.is_nan(bits),
            Self::Negative => format.decode(bits).negative,
        }
    }
}

/// The last value of a register.
pub(super) fn value<'s>(
    sequence: &'s Sequence,
    values: &[Value],
    name: &str,
) -> Option<(u64, &'s Register)> {
    let mut all = sequence.registers().iter().zip(values).rev();
    let (register, value) = all.find(|(register, _)| register.name == name)?;
    Some((value.bits, register))
}

/// The place of a number among all of its format, in their order.
fn place(bits: u64, format: Format) -> i64 {
    let Some(float) = format.float() else { return bits.cast_signed() };
    let size = (bits & mask(u32::from(float.width)) & float.magnitude_mask()).cast_signed();
    if bits & float.sign_mask() == 0 { size } else { -size }
}
