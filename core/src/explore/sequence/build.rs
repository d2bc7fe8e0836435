//! Text to a resolved sequence.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::declare::{Declarations, is_name};
use super::split::{Kind as PieceKind, Piece, split};
use super::{Action, Call, Move, Sequence, Source, Statement, mov};
use crate::catalog::{Context, Instruction, Type};
use crate::eval::Prepared;
use crate::quote::quoted;
use crate::syntax::{self, Code, Diagnostic, OperandText, Token};

/// Opcodes that write no register.
const WITHOUT_RESULT: [&str; 14] = [
    "bra",
    "brx",
    "ret",
    "exit",
    "call",
    "trap",
    "st",
    "red",
    "bar",
    "barrier",
    "membar",
    "fence",
    "prefetch",
    "nanosleep",
];

/// Opcodes that leave the straight line.
const BRANCHES: [&str; 6] = ["bra", "brx", "ret", "exit", "call", "trap"];

pub(super) fn build(text: &str, context: &Context) -> Sequence {
    let (pieces, diagnostics) = split(text);
    let sequence = Sequence {
        statements: Vec::new(),
        registers: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        diagnostics,
    };
    let mut builder = Builder {
        text,
        context,
        sequence,
        names: Vec::new(),
        declarations: Declarations::default(),
        diagnostics: Vec::new(),
    };
    for piece in &pieces {
        builder.read(piece);
    }
    builder.finish()
}

/// A register by its name.
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    /// Its present value.
    pub(super) register: usize,
}

/// A register as a statement wants to use it.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) kind: Type,
    pub(super) is_typed: bool,
}

pub(super) struct Builder<'t> {
    text: &'t str,
    context: &'t Context,
    pub(super) sequence: Sequence,
    pub(super) names: Vec<Name<'t>>,
    pub(super) declarations: Declarations,
    /// What is wrong with the statement that is being read.
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    pub(super) fn report(&mut self, code: Code, span: Range<usize>, message: String) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn read(&mut self, piece: &Piece) {
        let span = piece.span.clone();
        let text = self.text.get(span.clone()).unwrap_or_default();
        match piece.kind {
            PieceKind::Label | PieceKind::Directive => {
                let message = if piece.kind == PieceKind::Label {
                    "labels are not supported: statements are evaluated one after the other"
                } else {
                    "directives other than `.reg` are not supported in a sequence"
                };
                let diagnostic = Diagnostic::new(Code::Unsupported, span, message.into());
                self.sequence.diagnostics.push(diagnostic);
            }
            PieceKind::Declaration => {
                if let Err(message) = self.declarations.read(text) {
                    self.report(Code::Unexpected, span.clone(), message);
                }
                self.push(span.clone(), span, Action::Declaration);
            }
            PieceKind::Statement => self.statement(text, &span),
        }
    }

    fn push(&mut self, span: Range<usize>, head: Range<usize>, action: Action) {
        let diagnostics = core::mem::take(&mut self.diagnostics);
        self.sequence.statements.push(Statement { span, head, action, diagnostics });
    }

    fn statement(&mut self, text: &'t str, span: &Range<usize>) {
        let (statement, mut found) = syntax::parse(text);
        let is_move = statement.opcode.as_ref().is_some_and(|opcode| opcode.text == mov::OPCODE);
        let mut instruction = None;
        if text.starts_with('@') {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            let message = "predicates are not supported: whether the statement runs is not known";
            found.push(Diagnostic::new(Code::Unsupported, 0..end, message.into()));
        } else if let Some(opcode) =
            statement.opcode.as_ref().filter(|opcode| BRANCHES.contains(&opcode.text))
        {
            let message =
                format!("{} is not supported: a sequence has no branches", quoted(opcode.text));
            found.push(Diagnostic::new(Code::Unsupported, opcode.span.clone(), message));
        } else if !is_move {
            let resolution = syntax::check(text, self.context);
            found = resolution.diagnostics;
            instruction = resolution.instruction.map(|found| (found, resolution.legality));
        }
        for mut diagnostic in found {
            diagnostic.span = diagnostic.span.start + span.start..diagnostic.span.end + span.start;
            self.diagnostics.push(diagnostic);
        }
        let head = statement.head_span();
        let head = head.start + span.start..head.end + span.start;
        let action = if !self.diagnostics.is_empty() {
            None
        } else if is_move {
            self.movement(&statement, span.start)
        } else {
            instruction.and_then(|(instruction, legality)| {
                let call = self.call(&statement, &instruction, span.start)?;
                Some(Action::Call(Call { legality, ..call }))
            })
        };
        let action = action.unwrap_or_else(|| self.unknown(&statement, span.start));
        self.push(span.clone(), head, action);
    }

    /// An instruction of the catalogue with its operands.
    fn call(
        &mut self,
        statement: &syntax::Statement<'t>,
        instruction: &Instruction,
        start: usize,
    ) -> Option<Call> {
        let form = instruction.form;
        let given = statement.operands.as_slice();
        let [destination, values @ ..] = given else {
            return self.without_destination(statement, instruction, start);
        };
        if given.len() != form.operand_count() {
            return self.without_destination(statement, instruction, start);
        }
        let mut sources = Vec::new();
        for (group, value) in form.operand_groups().skip(1).zip(values) {
            for (index, operand) in group.iter().enumerate() {
                let kind = instruction.operand_type(operand);
                // Operands in braces are registers of their own.
                let element = value.elements.get(index).filter(|_| operand.is_braced);
                let alone = element.map(OperandText::of);
                let wanted = Wanted { kind, is_typed: true };
                let source = self.source(alone.as_ref().unwrap_or(value), wanted, start);
                sources.push(source);
            }
        }
        let name = self.destination(destination.elements.first(), destination.is_vector, start);
        let sources: Vec<_> = sources.into_iter().collect::<Option<_>>()?;
        let kind = instruction.destination_type();
        let name = name?;
        self.fits(&name, kind, start)?;
        let destination = self.write(&name, Wanted { kind, is_typed: true }, true, start);
        let prepared = Prepared::new(instruction, self.context);
        let legality = syntax::Legality::Documented;
        Some(Call { instruction: *instruction, legality, prepared, sources, destination })
    }

    fn without_destination(
        &mut self,
        statement: &syntax::Statement<'t>,
        instruction: &Instruction,
        start: usize,
    ) -> Option<Call> {
        let head = statement.head_span();
        let message = format!(
            "a statement of a sequence names all its registers: {}",
            instruction.statement()
        );
        self.report(Code::OperandCount, head.start + start..head.end + start, message);
        None
    }

    /// The name of the register that an operand is.
    fn destination(
        &mut self,
        element: Option<&Token<'t>>,
        is_vector: bool,
        start: usize,
    ) -> Option<Token<'t>> {
        let element = element?;
        if is_vector || !is_name(element.text) || OperandText::of(element).is_value() {
            let span = element.span.start + start..element.span.end + start;
            self.report(Code::Operand, span, "a register is expected here".into());
            return None;
        }
        Some(element.clone())
    }

    /// A `mov` with its operands.
    fn movement(&mut self, statement: &syntax::Statement<'t>, start: usize) -> Option<Action> {
        let head = statement.head_span();
        let head = head.start + start..head.end + start;
        let Some(kind) = mov::Kind::of(statement) else {
            let message =
                "`mov` has one type here: b16, b32, b64, u, s or f of such widths, or pred";
            self.report(Code::ModifierNotAllowed, head, message.into());
            return None;
        };
        let [to, from] = statement.operands.as_slice() else {
            let message = "mov has 2 operands (d, a), and may have one of them in braces";
            self.report(Code::OperandCount, head, message.into());
            return None;
        };
        let parts = |operand: &OperandText<'_>| {
            if operand.is_vector { kind.part(operand.elements.len()) } else { Some(kind) }
        };
        let (Some(written), Some(read), false) =
            (parts(to), parts(from), to.is_vector && from.is_vector)
        else {
            let message = "braces of a `mov` hold 2 or 4 parts, on one side, of a type `.b`";
            self.report(Code::Operand, head, message.into());
            return None;
        };
        let wanted = Wanted { kind: read.kind, is_typed: read.is_typed };
        let sources =
            from.elements.iter().map(|each| self.source(&OperandText::of(each), wanted, start));
        let sources: Option<Vec<_>> = sources.collect();
        let mut names = Vec::new();
        for each in &to.elements {
            if to.is_vector && each.text == "_" {
                names.push(None);
            } else {
                names.push(Some(self.destination(Some(each), false, start)?));
            }
        }
        let sources = sources?;
        for name in names.iter().flatten() {
            self.fits(name, written.kind, start)?;
        }
        // A copy is what it is a copy of.
        let copied = match sources.as_slice() {
            [Source::Register { index, .. }] if !to.is_vector && !written.is_typed => {
                self.sequence.registers.get(*index).filter(|register| register.is_typed)
            }
            _ => None,
        };
        let copied = copied.map(|register| Wanted { kind: register.kind, is_typed: true });
        let wanted = copied.unwrap_or(Wanted { kind: written.kind, is_typed: written.is_typed });
        let part_width = if to.is_vector { written } else { read }.kind.packing().register_width();
        let mut destinations = Vec::new();
        for name in names {
            destinations.push(name.map(|name| self.write(&name, wanted, true, start)));
        }
        Some(Action::Move(Move { sources, destinations, part_width }))
    }

    /// A statement that is not evaluated: what it seems to read and to write.
    fn unknown(&mut self, statement: &syntax::Statement<'t>, start: usize) -> Action {
        let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
        let has_result = !WITHOUT_RESULT.contains(&opcode);
        let (first, rest) = match statement.operands.split_first() {
            Some((first, rest)) if has_result => (Some(first), rest),
            _ => (None, statement.operands.as_slice()),
        };
        for element in rest.iter().flat_map(|operand| &operand.elements) {
            let name = element.text.trim_matches(['[', ']']);
            let found = self.names.iter().find(|each| each.text == name);
            let register = found.map(|found| found.register);
            if let Some(register) = register.and_then(|i| self.sequence.registers.get_mut(i)) {
                register.is_read = true;
            }
        }
        let mut destinations: Vec<usize> = Vec::new();
        for element in first.into_iter().flat_map(|operand| operand.elements.clone()) {
            if !is_name(element.text) || OperandText::of(&element).is_value() {
                continue;
            }
            // One that was written keeps its width: another statement says more than this one.
            let wanted = Wanted { kind: Type::B32, is_typed: false };
            destinations.push(self.write(&element, wanted, false, start));
        }
        Action::Unknown(destinations)
    }

    fn finish(mut self) -> Sequence {
        let registers = &self.sequence.registers;
        let is_last = |index: &usize| self.names.iter().any(|name| name.register == *index);
        let is_output = |index: &usize| {
            let register = registers.get(*index);
            register.is_some_and(|each| each.writer.is_some() && !each.is_read)
        };
        let outputs = (0..registers.len()).filter(is_last).filter(is_output).collect();
        self.sequence.outputs = outputs;
        self.sequence
    }
}
