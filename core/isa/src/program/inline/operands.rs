//! The operands after the strings: lists of C++, arguments of Rust, constraints of LLVM and Triton.

use alloc::format;
use alloc::string::ToString;
use core::ops::Range;

use super::{Constraint, Direction, Operand, Reader};
use crate::text::quote::quoted;

/// Returns the meaning of a constraint's letter.
fn constraint(text: &str) -> Constraint {
    match text.trim_start_matches(['=', '+', '&']) {
        "b" => Constraint::Register(".pred"),
        "c" => Constraint::Register(".b8"),
        "h" => Constraint::Register(".b16"),
        "r" => Constraint::Register(".b32"),
        "l" => Constraint::Register(".b64"),
        "f" => Constraint::Register(".f32"),
        "d" => Constraint::Register(".f64"),
        "n" | "i" => Constraint::Constant,
        _ => Constraint::Other,
    }
}

fn direction(text: &str) -> Direction {
    match text.as_bytes().first() {
        Some(b'=') => Direction::Out,
        Some(b'+') => Direction::InOut,
        _ => Direction::In,
    }
}

/// The constraints that nvcc takes, for a message.
const LETTERS: &str =
    "`h` (16 bits), `r` (32), `l` (64), `f` (f32), `d` (f64) and `n` (a constant)";

impl<'t> Reader<'t> {
    /// `: "=f"(d), [x] "+r"(y) : "f"(a) : "memory"`.
    pub(super) fn lists(&mut self) {
        for list in 0..3 {
            self.skip_space();
            if !self.rest().starts_with(':') {
                return;
            }
            self.position += 1;
            while self.listed(list < 2) {
                self.position += 1;
            }
        }
    }

    /// One operand of a list, or one word of the last; whether a comma follows.
    fn listed(&mut self, is_operand: bool) -> bool {
        self.skip_space();
        let start = self.position;
        let name = self.rest().strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let name = name.map(|(name, _)| name);
        self.position += name.map_or(0, |name| name.len() + 2);
        self.skip_space();
        if !self.rest().starts_with('"') {
            return false;
        }
        let text = self.quoted();
        self.skip_space();
        if is_operand {
            let expression = self.parenthesized();
            self.constrained(text, name, expression, start..self.position, '%');
        }
        self.skip_space();
        self.rest().starts_with(',')
    }

    fn constrained(
        &mut self,
        text: &str,
        name: Option<&str>,
        expression: &str,
        span: Range<usize>,
        sign: char,
    ) {
        let (mut direction, mut constraint) = (direction(text), constraint(text));
        // `"0"(x)`: what the output of that number is before.
        let first = self.operands.len() - self.n_own();
        let matched = text.parse::<usize>().ok();
        let matched = matched.and_then(|index| self.operands.get_mut(first.saturating_add(index)));
        if let Some(output) = matched {
            output.direction = Direction::InOut;
            (direction, constraint) = (Direction::In, output.constraint);
        } else if constraint == Constraint::Other {
            let message = format!(
                "{} is not a constraint of registers; expected one of {LETTERS}",
                quoted(text)
            );
            self.report(span.clone(), message);
        }
        self.push(name, direction, constraint, expression, span, sign);
    }

    fn push(
        &mut self,
        name: Option<&str>,
        direction: Direction,
        constraint: Constraint,
        expression: &str,
        span: Range<usize>,
        sign: char,
    ) {
        let sign = sign.to_string();
        let mut names = alloc::vec![[&*sign, &*self.n_own().to_string()].concat()];
        names.extend(name.map(|name| [&*sign, name].concat()));
        let expression = expression.trim().to_string();
        let (scope, is_result) = (self.scope.clone(), direction != Direction::In);
        self.operands.push(Operand {
            names,
            direction,
            constraint,
            expression,
            span,
            scope,
            is_result,
            value: None,
            derived: None,
        });
    }

    /// The text of a literal without escapes.
    fn quoted(&mut self) -> &'t str {
        let rest = self.rest().get(1..).unwrap_or_default();
        let length = rest.find('"').unwrap_or(rest.len());
        self.position += (length + 2).min(rest.len() + 1);
        rest.get(..length).unwrap_or_default()
    }

    /// Reads the contents of the parentheses here.
    fn parenthesized(&mut self) -> &'t str {
        let rest = self.rest();
        let Some(body) = rest.strip_prefix('(') else { return "" };
        let length = balanced(body, &[')']);
        self.position += (length + 2).min(rest.len());
        body.get(..length).unwrap_or_default()
    }

    /// `in(reg32) a, d = out(reg32) d, options(pure)`.
    pub(super) fn arguments(&mut self) {
        loop {
            self.skip_space();
            if !self.rest().starts_with(',') {
                return;
            }
            self.position += 1;
            self.skip_space();
            let start = self.position;
            let length = balanced(self.rest(), &[',', ')']);
            let text = self.rest().get(..length).unwrap_or_default();
            self.position += length;
            self.argument(text.trim_end(), start);
        }
    }

    fn argument(&mut self, text: &str, start: usize) {
        let Some((head, rest)) = text.split_once('(') else { return };
        let (name, word) = match head.split_once('=') {
            Some((name, word)) => (Some(name.trim()), word.trim()),
            None => (None, head.trim()),
        };
        let direction = match word {
            "in" => Direction::In,
            "out" | "lateout" => Direction::Out,
            "inout" | "inlateout" => Direction::InOut,
            _ => return,
        };
        let (class, expression) = rest.split_once(')').unwrap_or((rest, ""));
        let constraint = match class.trim() {
            "reg16" => Constraint::Register(".b16"),
            "reg32" => Constraint::Register(".b32"),
            "reg64" => Constraint::Register(".b64"),
            _ => Constraint::Other,
        };
        let span = start..start + text.len();
        self.push(name, direction, constraint, expression, span, '%');
    }

    /// `, "=f,f,f"(float %a, float %b)`, or `, constraints="=r,r", args=[x]`.
    pub(super) fn constraints(&mut self) {
        self.skip_space();
        let rest = self.rest();
        // The next string, unless it is another argument's.
        let Some((between, _)) = rest.strip_prefix(',').and_then(|it| it.split_once(['"', '\'']))
        else {
            return;
        };
        let word = between.trim().trim_end_matches(['=', '(', ' ']);
        // It may come behind other arguments, within the call.
        let is_named = word.ends_with("constraints") && balanced(word, &[')']) == word.len();
        if !word.is_empty() && !is_named {
            return;
        }
        let start = self.position + between.len() + 2;
        let body = self.text.get(start..).unwrap_or_default();
        let list = body.split(['"', '\'']).next().unwrap_or_default();
        let mut position = start;
        for part in list.split(',') {
            let span = position..position + part.len();
            position = span.end + 1;
            let part = part.trim();
            if !part.is_empty() && !part.starts_with('~') {
                self.constrained(part, None, "", span, '$');
            }
        }
        self.position = position;
    }
}

/// Returns the length of the text before one of the ends, outside all parentheses and strings.
fn balanced(text: &str, ends: &[char]) -> usize {
    let mut depth = 0_u32;
    let mut is_quoted = false;
    let mut last = ' ';
    for (index, character) in text.char_indices() {
        match character {
            '"' if last != '\\' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            _ if depth == 0 && ends.contains(&character) => return index,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = character;
    }
    text.len()
}
