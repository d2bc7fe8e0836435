//! Integer expressions of the other language, with the types of C.
//!
//! Only what every host compiler agrees on has a value: an overflow, a shift by too many places and a
//! step that depends on an unknown sign have none.

use super::is_word;
use crate::bits::mask;

/// The largest depth of parentheses and signs that are read.
const MAX_DEPTH: u8 = 32;

/// The types of C, C++, CUDA and Rust whose width and sign are the same everywhere.
const TYPES: [(&str, Kind); 22] = [
    ("int", Kind::signed(32)),
    ("int32_t", Kind::signed(32)),
    ("std::int32_t", Kind::signed(32)),
    ("signed", Kind::signed(32)),
    ("i32", Kind::signed(32)),
    ("unsigned", Kind::unsigned(32)),
    ("unsigned int", Kind::unsigned(32)),
    ("uint", Kind::unsigned(32)),
    ("uint32_t", Kind::unsigned(32)),
    ("std::uint32_t", Kind::unsigned(32)),
    ("u32", Kind::unsigned(32)),
    ("long long", Kind::signed(64)),
    ("int64_t", Kind::signed(64)),
    ("std::int64_t", Kind::signed(64)),
    ("i64", Kind::signed(64)),
    ("unsigned long long", Kind::unsigned(64)),
    ("unsigned long long int", Kind::unsigned(64)),
    ("uint64_t", Kind::unsigned(64)),
    ("std::uint64_t", Kind::unsigned(64)),
    ("size_t", Kind::unsigned(64)),
    ("std::size_t", Kind::unsigned(64)),
    ("u64", Kind::unsigned(64)),
];

/// The binary operators, those that bind loosest first.
const OPERATORS: [&[&str]; 6] =
    [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// The type of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// 32 or 64.
    width: u32,
    /// Whether it is signed, if that is known.
    is_signed: Option<bool>,
}

impl Kind {
    const fn signed(width: u32) -> Self {
        Self { width, is_signed: Some(true) }
    }

    const fn unsigned(width: u32) -> Self {
        Self { width, is_signed: Some(false) }
    }

    /// The type of a variable that is in a register of this width, from the words before its name
    /// where the text declares it.
    pub(super) fn of_variable(text: &str, name: &str, width: u32) -> Option<Self> {
        let mut found = None;
        let mut from = 0;
        while let Some(start) = super::word(text, name, from) {
            from = start + name.len();
            let before = text.get(..start)?.trim_end_matches([' ', '\t', '&']);
            let is_part = |c: char| c == ' ' || c == ':' || c.is_ascii() && is_word(c as u8);
            let length = before.chars().rev().take_while(|c| is_part(*c)).count();
            let words = before.get(before.len() - length..)?;
            let Some(kind) = declared(words) else { continue };
            // Variables of one name in several functions may differ.
            if found.replace(kind).is_some_and(|other| other != kind) {
                return None;
            }
        }
        match found {
            Some(kind) => Some(kind).filter(|kind| kind.width == width),
            None => Some(Self { width, is_signed: None }),
        }
    }
}

/// Whether a name is a type, or a word of one.
pub(super) fn is_type(name: &str) -> bool {
    TYPES.iter().any(|(known, _)| known.split([' ', ':']).any(|word| word == name))
}

/// The type at the end of some words, such as `const unsigned int`.
fn declared(words: &str) -> Option<Kind> {
    let words = words.trim();
    let matching = TYPES.iter().filter(|(name, _)| {
        let rest = words.strip_suffix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    });
    matching.max_by_key(|(name, _)| name.len()).map(|(_, kind)| *kind)
}

/// An integer with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Integer {
    /// Its bits; none above its width.
    bits: u64,
    kind: Kind,
}

impl Integer {
    fn new(bits: u64, kind: Kind) -> Self {
        Self { bits: bits & mask(kind.width), kind }
    }

    /// Its value; nothing if that depends on an unknown sign.
    fn value(self) -> Option<i128> {
        let Kind { width, is_signed } = self.kind;
        let is_high = self.bits >> (width - 1) & 1 == 1;
        match is_signed {
            Some(true) if is_high => Some(i128::from(self.bits) - (1 << width)),
            None if is_high => None,
            _ => Some(i128::from(self.bits)),
        }
    }

    /// The integer of another type with the same value, modulo its width.
    fn converted(self, kind: Kind) -> Option<Self> {
        if kind.width <= self.kind.width {
            return Some(Self::new(self.bits, kind));
        }
        Some(Self::of(self.value()?, kind))
    }

    #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "modulo 2^64")]
    fn of(value: i128, kind: Kind) -> Self {
        Self::new(value as u64, kind)
    }
}

/// The bits of a register of this width that holds an expression; nothing if it is none of integers,
/// or has no value that is the same everywhere. `variable` is the only name that it may have, with
/// its type and bits.
pub(super) fn evaluate(
    expression: &str,
    width: u32,
    variable: Option<(&str, Kind, u64)>,
) -> Option<u64> {
    let mut reader = Reader { rest: expression.trim(), depth: 0, variable };
    let found = reader.binary(0)?;
    let kind = Kind { width, is_signed: None };
    let converted = found.converted(kind).filter(|_| reader.rest.is_empty());
    converted.map(|found| found.bits)
}

struct Reader<'t> {
    rest: &'t str,
    depth: u8,
    variable: Option<(&'t str, Kind, u64)>,
}

impl<'t> Reader<'t> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest).trim_start();
        rest.is_some()
    }

    fn binary(&mut self, level: usize) -> Option<Integer> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        loop {
            // `&&`, `||` and comparisons are no operators here, and end the expression.
            let is_other = |it: &str| {
                ["&&", "||"]
                    .iter()
                    .any(|other| other.starts_with(it) && self.rest.starts_with(other))
            };
            let found = operators.iter().find(|it| self.rest.starts_with(**it) && !is_other(it));
            let Some(operator) = found else { return Some(value) };
            self.take(operator);
            let other = self.binary(level + 1)?;
            value = operate(operator, value, other)?;
        }
    }

    fn unary(&mut self) -> Option<Integer> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take("-") {
            let value = self.unary()?;
            operate("-", Integer::new(0, value.kind), value)
        } else if self.take("+") {
            self.unary()
        } else if self.take("~") {
            let value = self.unary()?;
            Some(Integer::new(!value.bits, value.kind))
        } else if self.take("(") {
            self.parenthesized()
        } else {
            self.literal()
        };
        self.depth -= 1;
        value
    }

    /// A cast or an expression, after its parenthesis.
    fn parenthesized(&mut self) -> Option<Integer> {
        let (name, rest) = self.rest.split_once(')')?;
        if let Some((_, kind)) = TYPES.iter().find(|(known, _)| *known == name.trim()) {
            self.rest = rest.trim_start();
            return self.unary()?.converted(*kind);
        }
        let value = self.binary(0)?;
        self.take(")").then_some(value)
    }

    fn literal(&mut self) -> Option<Integer> {
        let length = self.rest.bytes().take_while(|byte| is_word(*byte)).count();
        let (word, rest): (&'t str, _) = self.rest.split_at_checked(length)?;
        self.rest = rest.trim_start();
        if let Some((_, kind, bits)) = self.variable.filter(|(name, ..)| *name == word) {
            return Some(Integer::new(bits, kind));
        }
        // A fraction, an element, or a call.
        if self.rest.starts_with(['.', '[', '(']) {
            return None;
        }
        literal(word)
    }
}

/// An integer literal.
fn literal(word: &str) -> Option<Integer> {
    let lower = word.to_ascii_lowercase();
    let number = lower.trim_end_matches(['u', 'l']);
    let suffix = lower.get(number.len()..)?;
    let prefixed = |prefix: &str| number.strip_prefix(prefix);
    let (digits, radix) = match (prefixed("0x"), prefixed("0b"), prefixed("0")) {
        (Some(digits), ..) => (digits, 16),
        (_, Some(digits), _) => (digits, 2),
        // Octal in C, decimal in Rust.
        (.., Some(rest)) if !rest.is_empty() => return None,
        _ => (number, 10),
    };
    let bits = u64::from_str_radix(digits, radix).ok()?;
    let is_wide = match suffix {
        "" | "u" => false,
        "ll" | "ull" | "llu" => true,
        _ => return None,
    };
    let is_unsigned = suffix.contains('u');
    // Decimal literals are signed unless they say otherwise.
    let fits = |kind: &Kind| {
        let n_bits = kind.width - u32::from(kind.is_signed == Some(true));
        bits <= mask(n_bits)
            && (kind.width == 64 || !is_wide)
            && (kind.is_signed == Some(false) || !is_unsigned)
            && (kind.is_signed == Some(true) || is_unsigned || radix != 10)
    };
    let kinds = [Kind::signed(32), Kind::unsigned(32), Kind::signed(64), Kind::unsigned(64)];
    kinds.into_iter().find(fits).map(|kind| Integer::new(bits, kind))
}

/// The type that two operands are converted to.
fn common(a: Kind, b: Kind) -> Kind {
    if a.width != b.width {
        return if a.width > b.width { a } else { b };
    }
    let is_signed = match (a.is_signed, b.is_signed) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    Kind { width: a.width, is_signed }
}

/// The value of `a operator b`.
fn operate(operator: &str, a: Integer, b: Integer) -> Option<Integer> {
    if matches!(operator, "<<" | ">>") {
        let count = b.value().and_then(|count| u32::try_from(count).ok());
        let count = count.filter(|count| *count < a.kind.width)?;
        return Some(match operator {
            "<<" => Integer::new(a.bits << count, a.kind),
            _ if count == 0 => a,
            // Without a sign bit both shifts are one.
            _ => Integer::of(a.value()? >> count, a.kind),
        });
    }
    let kind = common(a.kind, b.kind);
    let (a, b) = (a.converted(kind)?, b.converted(kind)?);
    let bitwise = match operator {
        "&" => Some(a.bits & b.bits),
        "|" => Some(a.bits | b.bits),
        "^" => Some(a.bits ^ b.bits),
        // Modulo the width, whatever the signs.
        "+" if kind.is_signed != Some(true) => Some(a.bits.wrapping_add(b.bits)),
        "-" if kind.is_signed != Some(true) => Some(a.bits.wrapping_sub(b.bits)),
        "*" if kind.is_signed != Some(true) => Some(a.bits.wrapping_mul(b.bits)),
        _ => None,
    };
    if let Some(bits) = bitwise {
        return Some(Integer::new(bits, kind));
    }
    let (x, y) = (a.value()?, b.value()?);
    let value = match operator {
        "+" => x + y,
        "-" => x - y,
        "*" => x.checked_mul(y)?,
        "/" => x.checked_div(y)?,
        "%" => x.checked_rem(y)?,
        _ => return None,
    };
    // An overflow of a signed integer is undefined.
    Some(Integer::of(value, kind)).filter(|it| it.value() == Some(value))
}

#[cfg(test)]
mod tests {
    use super::{Kind, evaluate};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The values are those of g++ 12.2.0 (`-w`), which printed them on 25 November 2026.
    #[test]
    fn constants_have_the_types_of_c() {
        for (expression, width, bits) in [
            ("1 << 4", 32, Some(16)),
            ("010", 32, None),
            ("(1 << 4) | 3", 32, Some(19)),
            ("~0 >> 4", 32, Some(0xffff_ffff)),
            ("~0u >> 4", 32, Some(0x0fff_ffff)),
            ("-1", 64, Some(u64::MAX)),
            ("-1U", 64, Some(0xffff_ffff)),
            ("0xffffffff + 1", 32, Some(0)),
            ("0xffffffff + 1", 64, Some(0)),
            ("0xffffffffll + 1", 64, Some(1 << 32)),
            ("-7 / 2", 32, Some(0xffff_fffd)),
            ("-7 % 3", 32, Some(0xffff_ffff)),
            ("(unsigned)-1 / 2", 32, Some(0x7fff_ffff)),
            ("(uint64_t)1 << 40", 64, Some(1 << 40)),
            ("0x80000000 >> 31", 32, Some(1)),
            ("2 * (3 + 4) - 1", 32, Some(13)),
            ("5 & 6 ^ 1", 32, Some(5)),
            // Undefined, not of integers, or of names.
            ("1 << 32", 32, None),
            ("0x7fffffff + 1", 32, None),
            ("1 / 0", 32, None),
            ("1.5 + 1", 32, None),
            ("1 && 2", 32, None),
            ("f(1)", 32, None),
            ("x + 1", 32, None),
            ("1 +", 32, None),
            ("", 32, None),
            ("(", 32, None),
        ] {
            assert_eq!(evaluate(expression, width, None), bits, "{expression}");
        }
        assert_eq!(evaluate(&"(".repeat(100_000), 32, None), None);
        assert_eq!(evaluate(&"~".repeat(100_000), 32, None), None);
    }

    #[test]
    fn a_step_that_depends_on_an_unknown_sign_has_no_value() {
        let of = |text: &str, expression: &str, bits: u64| {
            let kind = Kind::of_variable(text, "x", 32)?;
            evaluate(expression, 32, Some(("x", kind, bits)))
        };
        for (text, expression, bits, value) in [
            ("", "x >> 4", 0x7654_3210, Some(0x0765_4321)),
            ("", "x >> 4", 0x8000_0000, None),
            ("uint32_t x;", "x >> 4", 0x8000_0000, Some(0x0800_0000)),
            ("const unsigned int &x", "x >> 4", 0x8000_0000, Some(0x0800_0000)),
            ("int x = 5;", "x >> 4", 0x8000_0000, Some(0xf800_0000)),
            ("int x; { uint32_t x; }", "x >> 4", 0x10, None),
            ("uint64_t x;", "x >> 4", 0x10, None),
            ("", "x & 0x0f0f0f0f", 0xffff_ffff, Some(0x0f0f_0f0f)),
            ("", "x + 1", 0xffff_ffff, Some(0)),
            ("int x;", "x + 1", 0x7fff_ffff, None),
            ("", "(uint32_t)x >> 8", 0xff00_0000, Some(0x00ff_0000)),
            ("", "x[1]", 1, None),
            ("", "y + x", 1, None),
        ] {
            assert_eq!(of(text, expression, bits), value, "{text} {expression}");
        }
    }
}
