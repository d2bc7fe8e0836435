//! Constants by their names: what the text defines them as.

use alloc::string::{String, ToString};

use super::{Constraint, Derived, Direction, Reader, host, is_word};
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
                let expression = with_constants(self.text, &operand.expression);
                operand.value = value(kind, &expression);
                if operand.value.is_none() {
                    operand.derived = Derived::of(self.text, kind, &expression);
                }
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
                expression = defined(self.text, &expression, |_| true);
            }
            if has_name(&expression) {
                operand.constraint = Constraint::Other;
            } else {
                operand.expression = expression;
            }
        }
    }
}

/// The bits of a register of inline assembly that holds an expression without names.
fn value(kind: &str, expression: &str) -> Option<u64> {
    let width = kind.get(2..)?.parse::<u32>().ok()?;
    let own = bare(expression);
    if !matches!(kind, ".f32" | ".f64") {
        return host::evaluate(own, width, None);
    }
    let digits = own.strip_prefix('-').unwrap_or(own);
    // Bits would be an integer of C, and so would digits after a zero.
    let is_octal = digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && !digits.starts_with("0x")
        && !digits.starts_with("0X")
        && !own.contains(['/', '^']);
    let format = if kind == ".f32" { Type::F32.format() } else { Type::F64.format() };
    text::parse(own, format).ok().filter(|_| is_number && !is_octal).map(|entry| entry.bits)
}

/// An expression with the values of constants that the text defines.
fn with_constants(text: &str, expression: &str) -> String {
    let mut expression = expression.to_string();
    for _ in 0..MAX_DEPTH {
        expression = defined(text, &expression, |name| is_constant(text, name));
    }
    expression
}

/// An expression without parentheses around it.
pub(super) fn bare(expression: &str) -> &str {
    let mut own = expression.trim();
    while let Some(inner) = own.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let mut depth = 0_u32;
        let is_whole = inner.bytes().all(|byte| {
            let is_open = byte != b')' || depth > 0;
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            is_open
        });
        if !is_whole {
            break;
        }
        own = inner.trim();
    }
    own
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
pub(super) fn names(expression: &str) -> impl Iterator<Item = (usize, &str)> {
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
fn defined(text: &str, expression: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut all = String::new();
    let mut position = 0;
    for (start, name) in names(expression) {
        let value = definition(text, name).filter(|_| is_taken(name));
        let Some(value) = value else { continue };
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
