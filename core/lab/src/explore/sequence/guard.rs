//! Guards: a statement that runs only if a predicate says so.

use alloc::vec::Vec;
use core::ops::Range;

use super::build::{Builder, Wanted};
use super::interpret::bits::{read, set};
use super::{Action, Source, Standing, Value};
use crate::catalog::Type;
use crate::syntax::{Code, OperandText, Token, is_name, is_word};

/// `@p` or `@!p` before a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate.
    pub source: Source,
    /// Whether the statement runs if the predicate is false.
    pub is_negated: bool,
    /// The registers that the statement writes, each with the one that has its value if the
    /// statement does not run.
    pub kept: Vec<(usize, Option<usize>)>,
}

impl Guard {
    /// Whether the statement runs; `None` if that is not known.
    #[must_use]
    pub fn runs(&self, values: &[Value]) -> Option<bool> {
        let value = read(self.source, values);
        (value.standing != Standing::Unknown).then_some(self.runs_if(value.bits))
    }

    /// Whether the statement runs if the predicate has these bits.
    pub(super) const fn runs_if(&self, bits: u64) -> bool {
        (bits & 1 == 1) != self.is_negated
    }

    /// The value of a register after the statement that has this result.
    pub(super) fn choose(&self, register: usize, result: Value, values: &[Value]) -> Value {
        let condition = read(self.source, values);
        let found = self.kept.iter().find(|(index, _)| *index == register);
        let Some(runs) = self.runs(values) else { return Value::UNKNOWN };
        let before = || {
            let before = found.and_then(|(_, before)| *before);
            before.and_then(|index| values.get(index)).copied().unwrap_or(Value::UNKNOWN)
        };
        let value = if runs { result } else { before() };
        if condition.is_determined() || value.standing == Standing::Unknown {
            return value;
        }
        let other = if runs { before() } else { result };
        if other.standing == Standing::Unknown { value.opened(u64::BITS) } else { value.or(&other) }
    }

    /// Restores the previous values of the registers if the statement does not run.
    pub(super) fn apply(&self, values: &mut [Value]) {
        for (register, _) in &self.kept {
            let result = values.get(*register).copied().unwrap_or(Value::UNKNOWN);
            let value = self.choose(*register, result, values);
            set(values, *register, value);
        }
    }
}

/// The position in a statement after its guard; 0 if it has none.
pub(super) fn behind_guard(text: &str) -> usize {
    place(text).map_or(0, |guard| guard.end)
}

/// The place of the name in the guard of a statement; `None` if it has no guard.
fn place(text: &str) -> Option<Range<usize>> {
    let body = text.strip_prefix('@')?.trim_start_matches(['!', ' ']);
    let start = text.len() - body.len();
    let length = body.find(|c| !is_word(c)).unwrap_or(body.len());
    Some(start..start + length)
}

impl super::Sequence {
    /// Whether some statement has a guard.
    pub(crate) fn has_guards(&self) -> bool {
        self.statements().iter().any(|statement| statement.guard.is_some())
    }
}

impl<'t> Builder<'t> {
    /// Notes what the registers of a guarded statement keep if it does not run.
    pub(super) fn keep(&mut self, guard: &mut Guard, action: &mut Action) {
        for written in action.destinations() {
            let (before, rest) = self.sequence.registers.split_at_mut(written);
            let Some(register) = rest.first_mut() else { continue };
            let kept = before.iter().rposition(|each| each.name == register.name);
            if let Some(old) = kept.and_then(|kept| before.get_mut(kept)) {
                old.is_read = true;
                register.unknown_since = register.unknown_since.or(old.unknown_since);
                // Two values of one width are shown as the first one is.
                if !register.is_typed && old.is_typed {
                    (register.kind, register.is_typed) = (old.kind, true);
                }
            }
            guard.kept.push((written, kept));
        }
    }

    /// Reads the guard of a statement, if it has one, and the position of the text after it.
    ///
    /// # Errors
    ///
    /// The guard is not a predicate, which is reported.
    pub(super) fn guard(
        &mut self,
        text: &'t str,
        start: usize,
    ) -> Result<Option<(Guard, usize)>, ()> {
        let Some(span) = place(text) else { return Ok(None) };
        let begin = span.start;
        let is_negated = text.get(..begin).is_some_and(|sign| sign.contains('!'));
        let token = Token { text: text.get(span.clone()).unwrap_or_default(), span };
        if !is_name(token.text) {
            let message = "expected a predicate after `@`";
            self.report(Code::Operand, start..start + begin.max(1), message.into());
            return Err(());
        }
        let wanted = Wanted::exactly(Type::Pred, true);
        let source = self.source(&OperandText::of(&token), wanted, start).ok_or(())?;
        Ok(Some((Guard { source, is_negated, kept: Vec::new() }, token.span.end)))
    }
}
