//! Reading a link to a statement that is not legal.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::code::decode_text;
use super::parse::{Reader, with_operands};
use super::part::{Pair, recased};
use super::rejected::{OPERANDS, REJECTED, Rejected, in_values, legal_context, operand_of};
use super::{CODE, ISA, Linked, Problem, RECORDED, SWEEP, State, VIEW, WITH};
use crate::catalog::{Context, Form, forms};
use crate::order::sort_by_key;
use crate::syntax::{Diagnostic, check, read, value};
use crate::text::quote::one_line;

impl Reader {
    /// Reads a link that holds a statement as text.
    pub(super) fn statement(&mut self, pairs: &[Pair<'_>], context: Context, end: usize) -> Linked {
        let code = pairs.iter().find(|pair| pair.is(CODE));
        let place = code.map_or(end..end, |pair| pair.value.span());
        let text = code.map_or_else(String::new, |pair| decode_text(pair.value.text));
        for pair in pairs {
            if ![CODE, RECORDED, ISA, WITH, SWEEP, VIEW].iter().any(|key| pair.is(key)) {
                self.unknown_key(pair, &[CODE, RECORDED, ISA, VIEW]);
            }
        }
        let Ok((instruction, registers)) = read(&text, &context) else {
            return Linked::Rejected(self.rejected(&text, (place, 0), context, pairs));
        };
        // It has become legal since the link was made.
        let names = instruction.form.sources().iter().map(|operand| operand.name);
        for (name, register) in names.zip(&registers) {
            if register.is_none() {
                let message = ["operand `", name, "` has no value; 0 is used"].concat();
                self.report(place.clone(), message);
            }
        }
        let registers = registers.into_iter().map(Option::unwrap_or_default).collect();
        Linked::Legal(self.attributes(State::new(instruction, context, registers), pairs))
    }

    /// The statement of a spelling that is not legal: operands have the types of the instruction if
    /// it is legal elsewhere, or else are texts.
    pub(super) fn rejected_text(
        &mut self,
        spelling: &str,
        context: Context,
        pairs: &[Pair<'_>],
    ) -> String {
        let head = recased(spelling);
        let is_legal = check(&head, &context).instruction.is_some();
        let near = if is_legal { Some(context) } else { legal_context(&head, &context) };
        let instruction = near.and_then(|near| check(&head, &near).instruction);
        let instruction = instruction.map(|found| with_operands(found, pairs));
        let registers = instruction.and_then(|found| {
            let sources = found.form.sources().iter().map(|operand| {
                let pair = pairs.iter().find(|pair| pair.is(operand.name))?;
                let kind = found.operand_type(operand);
                // Where the operands alone make it illegal, none may be taken for a destination.
                if is_legal {
                    return Some(self.register(pair, kind).unwrap_or(0));
                }
                value(pair.value.text, kind).ok()
            });
            Some((found, sources.collect::<Option<Vec<_>>>()?))
        });
        if let Some((instruction, registers)) = registers {
            let state = State::new(instruction, context, registers);
            return in_values(&head, &state);
        }
        let mut named: Vec<&Pair<'_>> = Vec::new();
        for pair in pairs {
            if is_operand(pair) {
                named.push(pair);
            } else if ![RECORDED, ISA, WITH, SWEEP, VIEW].iter().any(|key| pair.is(key)) {
                let known = OPERANDS.iter().take(3).chain(&[RECORDED, ISA, VIEW]);
                self.unknown_key(pair, &known.collect::<Vec<_>>());
            }
        }
        let first =
            |pair: &&Pair<'_>| pair.key.text.bytes().next().unwrap_or(0).to_ascii_lowercase();
        sort_by_key(&mut named, |pair| first(pair).into());
        let operands: Vec<_> = named.iter().map(|pair| operand_of(pair.value.text)).collect();
        let separator = if operands.is_empty() { "" } else { " " };
        [&*head, separator, &operands.join(", ")].concat()
    }

    /// A rejected statement with its reasons. `place` is its place in the link, which has the first
    /// `n_same` bytes of the text as they are.
    pub(super) fn rejected(
        &mut self,
        text: &str,
        (place, n_same): (Range<usize>, usize),
        context: Context,
        pairs: &[Pair<'_>],
    ) -> Rejected {
        let mut rejected = Rejected::new(text, context);
        let is_same = text.get(..n_same) == rejected.statement().get(..n_same);
        for diagnostic in rejected.diagnostics() {
            let Range { start, end } = diagnostic.span;
            let span = if is_same && 0 < n_same && end <= n_same {
                place.start + start..place.start + end
            } else {
                place.clone()
            };
            Problem::report(&mut self.reasons, span, || one_line(reason(&diagnostic)));
        }
        let record = pairs.iter().find(|pair| pair.is(RECORDED));
        rejected.is_recorded =
            record.is_some_and(|pair| pair.value.text.eq_ignore_ascii_case(REJECTED));
        rejected.view = pairs.iter().find(|pair| pair.is(VIEW)).and_then(|pair| self.plain(pair));
        rejected
    }
}

/// Whether a pair is an operand of an unknown instruction.
fn is_operand(pair: &Pair<'_>) -> bool {
    let is_known = || forms().flat_map(Form::sources).any(|operand| pair.is(operand.name));
    OPERANDS.iter().any(|key| pair.is(key)) || is_known()
}

/// A diagnostic with its fixes.
fn reason(diagnostic: &Diagnostic) -> String {
    let mut text = alloc::format!("rejected: {diagnostic}");
    for fix in &diagnostic.fixes {
        let separator = if text.ends_with('?') { " " } else { "; " };
        text.push_str(separator);
        text.push_str(&fix.to_string());
    }
    text
}
