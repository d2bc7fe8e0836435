//! Text to a resolved sequence.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::declare::Declarations;
use super::guard::Guard;
use super::read::{Read, read};
use super::regions::{Regions, is_param};
use super::scope::Uses;
use super::split::{Kind as PieceKind, Piece};
use super::unevaluated::{BRANCHES, Branched, ENDS};
use super::{
    Action, Call, Register, Sequence, Source, Statement, context_directives, contraction, infer,
    memory, mov, registers, unevaluated,
};
use crate::catalog::{Context, Instruction, Type};
use crate::program::inline::Operand;
use crate::syntax::{self, Code, Diagnostic, OperandText, Token, is_name, is_word};
use crate::text::quote::quoted;

pub(super) fn build(text: &str, context: &Context) -> Sequence {
    let read = read(text);
    let mut builder = Builder::new(&read, context);
    builder.branched = unevaluated::branched(&read.text, &read.pieces);
    for piece in &read.pieces {
        builder.read(piece);
    }
    builder.finish()
}

/// A register by its name.
#[derive(Clone)]
pub(super) struct Name {
    pub(super) text: String,
    /// Its present value.
    pub(super) register: usize,
}

/// A register as a statement wants to use it.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) kind: Type,
    pub(super) is_typed: bool,
    /// Whether the register may be wider than the type.
    pub(super) is_relaxed: bool,
}

impl Wanted {
    /// A type that the register has the width of.
    pub(super) const fn exactly(kind: Type, is_typed: bool) -> Self {
        Self { kind, is_typed, is_relaxed: false }
    }

    /// Bits of the type.
    pub(super) const fn width(self) -> u8 {
        self.kind.packing().register_width()
    }
}

/// The kind of a statement, before its operands are read.
#[derive(Clone)]
pub(super) enum StatementKind {
    /// It ends the function.
    End,
    Move,
    /// It reads or writes a parameter.
    Param,
    Companion(crate::companion::Instruction),
    /// An instruction of the catalog.
    Call(Instruction, syntax::Legality),
    /// It reads or writes memory, or computes an address.
    Memory,
    Unknown,
}

pub(super) struct Builder<'t> {
    pub(super) text: &'t str,
    pub(super) context: &'t Context,
    pub(super) sequence: Sequence,
    /// The registers that have been named, in the order of their names.
    pub(super) names: Vec<Name>,
    pub(super) uses: Uses,
    /// The bytes of parameters.
    pub(super) regions: Regions,
    /// The operands of inline assembly.
    pub(super) operands: &'t [Operand],
    /// The parts of the text that are not straight.
    branched: Vec<Branched>,
    /// The registers that are stored.
    pub(super) stored: Vec<usize>,
    /// The registers that statements read which are not evaluated, except in addresses.
    pub(super) needed: Vec<usize>,
    /// The registers that addresses have.
    pub(super) addresses: Vec<usize>,
    /// Whether instructions of f64 compute in f32.
    maps_doubles: bool,
    /// Whether the function has ended.
    is_ended: bool,
    /// Whether the carry is that of a subtraction.
    pub(super) is_borrow: bool,
    /// The diagnostics of the statement that is being read.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    /// A builder that has read no statement yet, for a text in which every statement runs once.
    pub(super) fn new(read: &'t Read<'_>, context: &'t Context) -> Self {
        let (text, pieces, operands) = (&*read.text, &*read.pieces, &*read.operands);
        let sequence = Sequence {
            statements: Vec::new(),
            registers: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            diagnostics: read.diagnostics.clone(),
            dependent: operands.iter().filter(|it| it.derived.is_some()).cloned().collect(),
            last_uses: Vec::new(),
        };
        let uses = Uses::of(text, pieces, operands);
        Self {
            text,
            context,
            sequence,
            names: Vec::new(),
            regions: Regions::of(text, pieces, &uses),
            uses,
            operands,
            branched: Vec::new(),
            stored: Vec::new(),
            needed: Vec::new(),
            addresses: Vec::new(),
            maps_doubles: context_directives::maps_doubles(text, pieces),
            is_ended: false,
            is_borrow: false,
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, code: Code, span: Range<usize>, message: String) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn read(&mut self, piece: &Piece) {
        let span = piece.span.clone();
        let text = self.text.get(span.clone()).unwrap_or_default();
        match piece.kind {
            PieceKind::Open | PieceKind::Close => {}
            // A place that nothing jumps to.
            PieceKind::Label => self.is_ended = false,
            PieceKind::Directive => {
                if unevaluated::function(text).is_some() {
                    self.is_ended = false;
                    self.names.retain(|name| name.text != super::companion::CARRY);
                }
                self.directive(text, span);
            }
            PieceKind::Declaration => self.declaration(text, piece),
            PieceKind::Statement => self.statement(text, piece),
        }
    }

    /// Reports a directive that is not known, and wrong names in it.
    pub(super) fn directive(&mut self, text: &str, span: Range<usize>) {
        let end = text.get(1..).and_then(|rest| rest.find(|c| !is_word(c)));
        let word = text.get(..end.map_or(text.len(), |end| end + 1)).unwrap_or_default();
        if !unevaluated::DIRECTIVES.contains(&word) {
            let message = "this directive is not supported";
            let diagnostic = Diagnostic::new(Code::Unsupported, span, message.into());
            self.sequence.diagnostics.push(diagnostic);
        } else if let Some((own, message)) = context_directives::wrong(text) {
            let place = own.start + span.start..own.end + span.start;
            let diagnostic = Diagnostic::new(Code::Unsupported, place, message);
            self.sequence.diagnostics.push(diagnostic);
        }
    }

    fn declaration(&mut self, text: &str, piece: &Piece) {
        let span = piece.span.clone();
        if let Err(message) = Declarations::default().read(text) {
            self.report(Code::Unexpected, span.clone(), message);
        }
        self.push(piece, span, Action::Declaration, None);
    }

    fn push(&mut self, piece: &Piece, head: Range<usize>, action: Action, guard: Option<Guard>) {
        let diagnostics = core::mem::take(&mut self.diagnostics);
        let text = super::text::line(&self.uses.rename(self.text, piece));
        let span = piece.span.clone();
        self.sequence.statements.push(Statement { span, head, text, action, guard, diagnostics });
    }

    fn statement(&mut self, text: &'t str, piece: &Piece) {
        if self.is_ended {
            let message = "this never runs: it follows `ret` or `exit`";
            self.report(Code::Unsupported, piece.span.clone(), message.into());
        }
        let guard = self.guard(text, piece.span.start);
        let (mut guard, offset) = match guard {
            Ok(Some((guard, offset))) => (Some(guard), offset),
            Ok(None) | Err(()) => (None, 0),
        };
        let start = piece.span.start + offset;
        let body = text.get(offset..).unwrap_or_default();
        let (statement, mut found) = syntax::parse(body);
        let kind = self.kind(body, &statement, guard.is_some(), &mut found);
        for mut diagnostic in found {
            diagnostic.span = diagnostic.span.start + start..diagnostic.span.end + start;
            self.diagnostics.push(diagnostic);
        }
        self.check_special(&statement, start);
        let head = statement.head_span();
        let head = head.start + start..head.end + start;
        let is_straight = self.jump_before(piece.span.start).is_none();
        let action = if self.diagnostics.is_empty() && is_straight {
            self.is_ended |= matches!(kind, StatementKind::End);
            self.action(&kind, &statement, start)
        } else {
            None
        };
        let is_known = action.is_some();
        let mut action = action.unwrap_or_else(|| self.unknown(&statement, start));
        match &mut guard {
            Some(guard) if is_known => self.keep(guard, &mut action),
            Some(Guard { source: Source::Register { index, .. }, .. }) => self.needed.push(*index),
            Some(_) | None => {}
        }
        if !is_known && self.diagnostics.is_empty() && is_straight {
            let message = "this is not supported";
            self.report(Code::Unsupported, head.clone(), message.into());
        }
        self.push(piece, head, action, guard.filter(|_| is_known));
    }

    /// The effect of a statement of a kind; `None` if it is not evaluated.
    pub(super) fn action(
        &mut self,
        kind: &StatementKind,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        match kind {
            StatementKind::End => Some(Action::Declaration),
            StatementKind::Move => self.movement(statement, start),
            StatementKind::Param => self.param(statement, start),
            StatementKind::Companion(companion) => self.companion(statement, companion, start),
            StatementKind::Call(instruction, legality) => {
                let call = self.call(statement, instruction, start);
                call.map(|call| Action::Call(Call { legality: legality.clone(), ..call }))
            }
            StatementKind::Memory => self.memory(statement, start),
            StatementKind::Unknown => None,
        }
    }

    /// Returns the kind of a statement, and adds its errors to `found`.
    pub(super) fn kind(
        &self,
        body: &'t str,
        statement: &syntax::Statement<'t>,
        is_guarded: bool,
        found: &mut Vec<Diagnostic>,
    ) -> StatementKind {
        let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
        let is_end = ENDS.contains(&opcode) && !is_guarded;
        if is_end {
            return StatementKind::End;
        }
        if BRANCHES.contains(&opcode) {
            let message = format!("{} is not supported: a program has no branches", quoted(opcode));
            let start = statement.head_span().start;
            let span = start..start + opcode.len();
            found.push(Diagnostic::new(Code::Unsupported, span, message));
            return StatementKind::Unknown;
        }
        if self.maps_doubles
            && let Some(wrong) = context_directives::mapped(statement)
        {
            found.push(wrong);
            return StatementKind::Unknown;
        }
        if opcode == mov::OPCODE {
            return StatementKind::Move;
        }
        if is_param(statement) {
            return StatementKind::Param;
        }
        if memory::is_memory(statement) && !is_guarded {
            return StatementKind::Memory;
        }
        match crate::companion::resolve(statement, self.context) {
            Some(Ok(companion)) => return StatementKind::Companion(companion),
            Some(Err(wrong)) => {
                found.push(wrong);
                return StatementKind::Unknown;
            }
            None => {}
        }
        let resolution = syntax::check(body, self.context);
        *found = resolution.diagnostics;
        let instruction = resolution.instruction;
        instruction.map_or(StatementKind::Unknown, |instruction| {
            StatementKind::Call(instruction, resolution.legality)
        })
    }

    /// The jump that a statement at a place may not run for, or more than once.
    fn jump_before(&self, place: usize) -> Option<usize> {
        let found = self.branched.iter().find(|each| each.bytes.contains(&place));
        found.map(|branched| branched.jump)
    }

    /// The present value of a name.
    pub(super) fn register_of(&self, name: &str) -> Option<usize> {
        let place = self.names.binary_search_by(|each| each.text.as_str().cmp(name)).ok()?;
        self.names.get(place).map(|found| found.register)
    }

    /// Makes a register the present value of a name.
    pub(super) fn set_name(&mut self, text: String, register: usize) {
        match self.names.binary_search_by(|each| each.text.cmp(&text)) {
            Ok(place) => {
                if let Some(known) = self.names.get_mut(place) {
                    known.register = register;
                }
            }
            Err(place) => self.names.insert(place, Name { text, register }),
        }
    }

    /// The statement that is not evaluated and that a value of these depends on.
    pub(super) fn unknown_since(&self, sources: &[Source]) -> Option<usize> {
        sources.iter().find_map(|source| match source {
            Source::Register { index, .. } => self.sequence.registers.get(*index)?.unknown_since,
            Source::Value(_) => None,
        })
    }

    pub(super) fn mark_unknown(&mut self, register: usize, since: Option<usize>) {
        if let Some(register) = self.sequence.registers.get_mut(register) {
            register.unknown_since = since;
        }
    }

    /// The name of the register that an operand is.
    pub(super) fn destination(
        &mut self,
        element: Option<&Token<'t>>,
        is_vector: bool,
        start: usize,
    ) -> Option<Token<'t>> {
        let element = element?;
        if is_vector || !is_name(element.text) || OperandText::of(element).is_value() {
            let span = element.span.start + start..element.span.end + start;
            self.report(Code::Operand, span, "expected a register".into());
            return None;
        }
        Some(element.clone())
    }

    /// Marks the present value of a name as one that is read, and returns it, if it has one.
    pub(super) fn mark_read(&mut self, name: &Token<'t>, start: usize) -> Option<usize> {
        let index = self.register_of(&self.name(name, start))?;
        self.sequence.registers.get_mut(index)?.is_read = true;
        Some(index)
    }

    /// A statement that is not evaluated: the registers that it seems to read and to write.
    pub(super) fn unknown(&mut self, statement: &syntax::Statement<'t>, start: usize) -> Action {
        let unevaluated::Names { written, read, addresses } = unevaluated::operands(statement);
        self.read_address(&addresses, start);
        for name in &read {
            let index = self.mark_read(name, start);
            self.needed.extend(index);
        }
        let own = self.sequence.statements.len();
        let jump = self.jump_before(start).filter(|_| self.diagnostics.is_empty());
        let since = jump.unwrap_or(own);
        let mut destinations: Vec<usize> = Vec::new();
        for name in written {
            // One that was written keeps its width: another statement says more than this one.
            let register = self.write(&name, Wanted::exactly(Type::B32, false), false, start);
            self.mark_unknown(register, Some(since));
            destinations.push(register);
        }
        Action::Unknown(destinations)
    }

    fn finish(mut self) -> Sequence {
        let mut outputs = self.results();
        outputs.append(&mut self.stored);
        outputs.sort_unstable();
        outputs.dedup();
        self.sequence.outputs = outputs;
        memory::leave_addresses(&mut self.sequence, &self.needed, &self.addresses);
        self.infer();
        contraction::find(&mut self.sequence, self.context);
        self.sequence.last_uses = registers::last_uses(&self.sequence);
        self.sequence
    }

    /// Gives types to the registers that no statement has given one.
    pub(super) fn infer(&mut self) {
        let uses = &self.uses;
        let is_declared = |register: &Register| {
            let declared = uses.at(register.span.start).and_then(|each| each.declared);
            declared.is_some_and(|declared| declared.kind().is_some())
        };
        infer::infer(&mut self.sequence, is_declared);
    }

    /// The registers whose last value is written and not read, or those that inline assembly says are
    /// its results.
    pub(super) fn results(&self) -> Vec<usize> {
        let registers = &self.sequence.registers;
        let is_output = |name: &&Name| {
            let register = registers.get(name.register);
            let is_result = register.is_some_and(|each| each.writer.is_some() && !each.is_read);
            is_result && name.text != super::companion::CARRY
        };
        let outputs = self.names.iter().filter(is_output).map(|name| name.register);
        // Inline assembly says which registers are its results.
        let results = self.operands.iter().filter(|operand| operand.is_result);
        let results = results.filter_map(|operand| self.register_of(operand.names.last()?));
        let results = results.filter(|index| {
            registers.get(*index).is_some_and(|register| register.writer.is_some())
        });
        let results: Vec<usize> = results.collect();
        if results.is_empty() { outputs.collect() } else { results }
    }
}
