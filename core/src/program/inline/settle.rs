//! Constants by their names: what the text defines them as.

use alloc::string::{String, ToString};

use super::{Constraint, Direction, Reader, is_word};
use crate::bits::mask;
use crate::catalog::Type;
use crate::text;

/// The largest number of definitions that lead from one to another.
const MAX_DEPTH: usize = 8;

impl Reader<'_> {
    /// Puts definitions of the text in place of the names in constants.
    ///
    /// A constant whose value the text does not have is an input like another.
    pub(super) fn settle(&mut self) {
        for operand in &mut self.operands {
            if let (Constraint::Register(kind), Direction::In) =
                (operand.constraint, operand.direction)
            {
                operand.value = value(self.text, kind, &operand.expression);
            }
            if operand.constraint != Constraint::Constant {
                continue;
            }
            // Constraints of LLVM have no values beside them.
            if operand.expression.is_empty() {
                operand.constraint = Constraint::Other;
            }
            if !has_name(&operand.expression) {
                continue;
            }
            let mut expression = operand.expression.clone();
            for _ in 0..MAX_DEPTH {
                expression = defined(self.text, &expression);
            }
            if has_name(&expression) {
                operand.constraint = Constraint::Other;
            } else {
                operand.expression = expression;
            }
        }
    }
}

/// The bits of a register of inline assembly, by what its expression is.
fn value(text: &str, kind: &str, expression: &str) -> Option<u64> {
    let own = bare(expression);
    let is_name =
        |own: &str| names(own).next().is_some_and(|(start, name)| (start, name) == (0, own));
    let own = if is_name(own) {
        bare(definition(text, own).filter(|_| is_constant(text, own))?)
    } else {
        own
    };
    let digits = own.strip_prefix('-').unwrap_or(own);
    let is_float = matches!(kind, ".f32" | ".f64");
    let is_octal = digits.len() > 1 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_octal = is_octal && digits.starts_with('0');
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || is_octal {
        return None;
    }
    if is_float {
        // Bits would be an integer of C.
        let is_number =
            !digits.starts_with("0x") && !digits.starts_with("0X") && !own.contains('/');
        let format = if kind == ".f32" { Type::F32.format() } else { Type::F64.format() };
        return text::parse(own, format).ok().filter(|_| is_number).map(|entry| entry.bits);
    }
    let width = kind.get(2..)?.parse::<u32>().ok()?;
    let own = own.trim_end_matches(['u', 'U', 'l', 'L']);
    let entry =
        text::parse(own, Type::S64.format()).or_else(|_| text::parse(own, Type::U64.format()));
    let is_integer = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    Some(entry.ok().filter(|_| is_integer)?.bits & mask(width))
}

/// An expression without parentheses around it.
fn bare(expression: &str) -> &str {
    let own = expression.trim();
    let inner = own.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).map_or(own, str::trim)
}

/// Whether the definition of a name says that it is a constant: `const`, `constexpr`, `#define`,
/// or a name in capital letters.
fn is_constant(text: &str, name: &str) -> bool {
    let is_capital = !name.bytes().any(|byte| byte.is_ascii_lowercase());
    let mut lines = text.lines().filter(|line| super::word(line, name, 0).is_some());
    is_capital
        || lines.next().is_some_and(|line| line.contains("const") || line.contains("#define"))
}

/// The names in an expression, with their places.
fn names(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut position = 0;
    let words = expression.split(|c: char| !c.is_ascii() || !is_word(c as u8));
    words.filter_map(move |word| {
        let found = expression.get(position..)?.find(word)? + position;
        position = found + word.len();
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some((found, word))
    })
}

fn has_name(expression: &str) -> bool {
    names(expression).next().is_some()
}

/// An expression with the values of the names that the text defines.
fn defined(text: &str, expression: &str) -> String {
    let mut all = String::new();
    let mut position = 0;
    for (start, name) in names(expression) {
        let Some(value) = definition(text, name) else { continue };
        all.push_str(expression.get(position..start).unwrap_or_default());
        all.push('(');
        all.push_str(value);
        all.push(')');
        position = start + name.len();
        // A text that contains its own name would go on growing.
        if all.len() > 1000 {
            return expression.to_string();
        }
    }
    all.push_str(expression.get(position..).unwrap_or_default());
    all
}

/// Returns the value of `NAME = …;` or `#define NAME …`, if there is exactly one of them.
fn definition<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut from = 0;
    let mut found = None;
    while let Some(start) = super::word(text, name, from) {
        from = start + name.len();
        let rest = text.get(from..)?;
        let before = text.get(..start)?.trim_end();
        let value = if before.ends_with("#define") {
            rest.lines().next()
        } else {
            let body = rest.trim_start().strip_prefix('=').filter(|body| !body.starts_with('='));
            body.and_then(|body| body.get(..body.find([';', ','])?))
        };
        let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) else { continue };
        if found.replace(value).is_some_and(|known| known != value) {
            return None;
        }
    }
    found
}
