//! Statements that are added to the sequence.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::build::Name;
use super::super::{Action, Guard, Register, Statement};
use super::statement::At;
use super::trace::Tracer;
use crate::catalog::Type;

impl<'t> Tracer<'t> {
    /// Adds a remark, once.
    pub(super) fn note(&mut self, text: &str) {
        if !self.notes.iter().any(|it| it == text) {
            self.notes.push(text.into());
        }
    }

    /// Adds a statement with its effect, and evaluates it.
    pub(super) fn push(&mut self, at: &At<'t>, action: Action) {
        let line = at.parsed.line.clone();
        self.push_as(at, line, action, None);
    }

    /// Adds a statement that the text does not have.
    pub(super) fn add(&mut self, at: &At<'t>, action: Action, guard: Option<Guard>) {
        self.push_as(at, String::new(), action, guard);
    }

    /// Adds a statement whose results are those of before if its guard says so.
    pub(super) fn push_guarded(&mut self, at: &At<'t>, action: Action, names: &[Name]) {
        let guard = at.guard.clone().map(|mut guard| {
            for register in action.destinations() {
                guard.kept.push((register, self.before(register, names)));
            }
            guard
        });
        self.push_as(at, at.parsed.line.clone(), action, guard);
    }

    /// Adds a statement that the text does not have, whose results are those of before if the guard of
    /// its place says so.
    pub(super) fn add_guarded(&mut self, at: &At<'t>, action: Action, names: &[Name]) {
        let guard = at.guard.clone().map(|mut guard| {
            for register in action.destinations() {
                guard.kept.push((register, self.before(register, names)));
            }
            guard
        });
        self.push_as(at, String::new(), action, guard);
    }

    /// The register that a name had before a statement that writes another one.
    fn before(&mut self, register: usize, names: &[Name]) -> Option<usize> {
        let registers = &mut self.builder.sequence.registers;
        let name = registers.get(register)?.name.clone();
        let place = names.binary_search_by(|each| each.text.as_str().cmp(&name)).ok()?;
        let old = names.get(place)?.register;
        let before = registers.get_mut(old)?;
        before.is_read = true;
        let (kind, is_typed, since) = (before.kind, before.is_typed, before.unknown_since);
        let own = registers.get_mut(register)?;
        own.unknown_since = own.unknown_since.or(since);
        if !own.is_typed && is_typed && own.width() == kind.packing().register_width() {
            (own.kind, own.is_typed) = (kind, true);
        }
        Some(old)
    }

    fn push_as(&mut self, at: &At<'t>, text: String, action: Action, guard: Option<Guard>) {
        let mut diagnostics = core::mem::take(&mut self.builder.diagnostics);
        if !diagnostics.is_empty() && self.is_reported(at.piece) {
            diagnostics.clear();
        }
        let span = self.layout.pieces.get(at.piece).map(|it| it.span.clone()).unwrap_or_default();
        let head = at.head.clone();
        let statement = Statement { span, head, text, action, guard, diagnostics };
        self.builder.sequence.statements.push(statement);
        self.evaluate();
    }

    /// A register that no name of the text leads to.
    pub(super) fn fresh(&mut self, name: &str, kind: Type, is_typed: bool, at: &At<'t>) -> usize {
        let sequence = &mut self.builder.sequence;
        sequence.registers.push(Register {
            name: name.into(),
            kind,
            is_typed,
            is_known: true,
            writer: Some(sequence.statements.len()),
            unknown_since: None,
            is_read: true,
            span: at.head.clone(),
        });
        sequence.registers.len() - 1
    }

    /// The names before a statement with an open guard; none for other ones, which need none.
    pub(super) fn names(&self, at: &At<'t>) -> Vec<Name> {
        if at.guard.is_some() { self.builder.names.clone() } else { Vec::new() }
    }
}
