//! Text to a resolved sequence.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::declare::{Class, Declarations, is_name};
use super::scope::Uses;
use super::split::{Kind as PieceKind, Piece, split};
use super::unknown::BRANCHES;
use super::{
    Action, Call, Move, Sequence, Source, Statement, Widened, contraction, mov, outcomes, unknown,
};
use crate::catalog::{Context, Instruction, Type};
use crate::eval::Prepared;
use crate::syntax::{self, Code, Diagnostic, OperandText, Token};
use crate::text::quote::quoted;

pub(super) fn build(text: &str, context: &Context) -> Sequence {
    let (pieces, diagnostics) = split(text);
    let sequence = Sequence {
        statements: Vec::new(),
        registers: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        diagnostics,
        last_uses: Vec::new(),
    };
    let mut builder = Builder {
        text,
        context,
        sequence,
        names: Vec::new(),
        uses: Uses::of(text, &pieces),
        end_of_line: unknown::end_of_line(text, &pieces),
        diagnostics: Vec::new(),
    };
    for piece in &pieces {
        builder.read(piece);
    }
    builder.finish()
}

/// A register by its name.
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
}

pub(super) struct Builder<'t> {
    text: &'t str,
    context: &'t Context,
    pub(super) sequence: Sequence,
    pub(super) names: Vec<Name>,
    pub(super) uses: Uses,
    /// Where statements begin that may run not at all, or more than once, and the one that is why.
    end_of_line: Option<(usize, usize)>,
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
            PieceKind::Open | PieceKind::Close => {}
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
                if let Err(message) = Declarations::default().read(text) {
                    self.report(Code::Unexpected, span.clone(), message);
                }
                self.push(piece, span, Action::Declaration);
            }
            PieceKind::Statement => self.statement(text, piece),
        }
    }

    fn push(&mut self, piece: &Piece, head: Range<usize>, action: Action) {
        let diagnostics = core::mem::take(&mut self.diagnostics);
        let text = super::text::line(&self.uses.rename(self.text, piece));
        let span = piece.span.clone();
        self.sequence.statements.push(Statement { span, head, text, action, diagnostics });
    }

    fn statement(&mut self, text: &'t str, piece: &Piece) {
        let span = &piece.span;
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
        let is_straight = self.end_of_line.is_none_or(|(start, _)| span.start < start);
        let action = if !self.diagnostics.is_empty() || !is_straight {
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
        self.push(piece, head, action);
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
        let is_cvt = form.opcode == "cvt";
        let mut sources = Vec::new();
        for (group, value) in form.operand_groups().skip(1).zip(values) {
            for (index, operand) in group.iter().enumerate() {
                let kind = instruction.operand_type(operand);
                // Operands in braces are registers of their own.
                let element = value.elements.get(index).filter(|_| operand.is_braced);
                let alone = element.map(OperandText::of);
                let is_relaxed = is_cvt && may_be_wider(kind);
                let wanted = Wanted { is_relaxed, ..Wanted::exactly(kind, true) };
                let source = self.source(alone.as_ref().unwrap_or(value), wanted, start);
                sources.push(source);
            }
        }
        let name = self.destination(destination.elements.first(), destination.is_vector, start);
        let sources: Vec<_> = sources.into_iter().collect::<Option<_>>()?;
        let kind = instruction.destination_type();
        let name = name?;
        let is_relaxed = is_cvt && (may_be_wider(kind) || kind == Type::F16x2);
        let wanted = Wanted { is_relaxed, ..Wanted::exactly(kind, true) };
        self.fits(&name, wanted, start)?;
        let widened = self.widened(&name, wanted, start);
        let stored = widened.map_or(wanted, |widened| extended(kind, widened));
        let since = self.unknown_since(&sources);
        let destination = self.write(&name, stored, true, start);
        self.mark_unknown(destination, since);
        let prepared = Prepared::new(instruction, self.context);
        let legality = syntax::Legality::Documented;
        let (instruction, contractions) = (*instruction, Vec::new());
        let observed = None;
        Some(Call {
            instruction,
            legality,
            prepared,
            sources,
            destination,
            widened,
            contractions,
            observed,
        })
    }

    /// How a result is extended to the register that takes it, if that is wider.
    fn widened(&self, name: &Token<'t>, wanted: Wanted, start: usize) -> Option<Widened> {
        let to = self.known_width(name, start)?;
        let from = wanted.kind.packing().register_width();
        let is_signed = matches!(wanted.kind, Type::S8 | Type::S16 | Type::S32 | Type::S64);
        (wanted.is_relaxed && to > from).then_some(Widened { from, to, is_signed })
    }

    /// The statement that is not evaluated and that a value of these depends on.
    fn unknown_since(&self, sources: &[Source]) -> Option<usize> {
        sources.iter().find_map(|source| match source {
            Source::Register { index, .. } => self.sequence.registers.get(*index)?.unknown_since,
            Source::Value(_) => None,
        })
    }

    fn mark_unknown(&mut self, register: usize, since: Option<usize>) {
        if let Some(register) = self.sequence.registers.get_mut(register) {
            register.unknown_since = since;
        }
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
        let wanted = Wanted::exactly(read.kind, read.is_typed);
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
            self.fits(name, Wanted::exactly(written.kind, written.is_typed), start)?;
        }
        let since = self.unknown_since(&sources);
        // A copy is what it is a copy of.
        let copied = match sources.as_slice() {
            [Source::Register { index, .. }] if !to.is_vector && !written.is_typed => {
                self.sequence.registers.get(*index).filter(|register| register.is_typed)
            }
            _ => None,
        };
        let copied = copied.map(|register| Wanted::exactly(register.kind, true));
        let wanted = copied.unwrap_or(Wanted::exactly(written.kind, written.is_typed));
        let part_width = if to.is_vector { written } else { read }.kind.packing().register_width();
        let mut destinations = Vec::new();
        for name in names {
            let written = name.map(|name| self.write(&name, wanted, true, start));
            if let Some(register) = written {
                self.mark_unknown(register, since);
            }
            destinations.push(written);
        }
        Some(Action::Move(Move { sources, destinations, part_width }))
    }

    /// A statement that is not evaluated: what it seems to read and to write.
    fn unknown(&mut self, statement: &syntax::Statement<'t>, start: usize) -> Action {
        let (written, read) = unknown::operands(statement);
        for name in read {
            let name = self.name(&name, start);
            let found = self.names.iter().find(|each| each.text == name);
            let register = found.map(|found| found.register);
            if let Some(register) = register.and_then(|i| self.sequence.registers.get_mut(i)) {
                register.is_read = true;
            }
        }
        let own = self.sequence.statements.len();
        let since = match self.end_of_line {
            Some((_, jump)) if self.diagnostics.is_empty() => jump,
            Some(_) | None => own,
        };
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
        let registers = &self.sequence.registers;
        let is_last = |index: &usize| self.names.iter().any(|name| name.register == *index);
        let is_output = |index: &usize| {
            let register = registers.get(*index);
            register.is_some_and(|each| each.writer.is_some() && !each.is_read)
        };
        let outputs = (0..registers.len()).filter(is_last).filter(is_output).collect();
        self.sequence.outputs = outputs;
        contraction::find(&mut self.sequence, self.context);
        self.sequence.last_uses = outcomes::last_uses(&self.sequence);
        self.sequence
    }
}

/// Whether a register of `cvt` may be wider than this type (PTX ISA 9.7.9.21); with ptxas 13.1.115
/// these are the types that a register of more bits is taken for.
const fn may_be_wider(kind: Type) -> bool {
    kind.is_integer() && !matches!(kind, Type::B32) || matches!(kind, Type::F16 | Type::F32)
}

/// Whether a register of a class may be wider than a type that it is read or written as.
pub(super) const fn is_extensible(class: Class, kind: Type) -> bool {
    match class {
        Class::Bits => true,
        Class::Integer => kind.is_integer(),
        Class::Float => false,
    }
}

/// What a register holds that a result is extended to.
fn extended(kind: Type, widened: Widened) -> Wanted {
    let integer = match (widened.to, widened.is_signed) {
        (16, true) => Type::S16,
        (32, true) => Type::S32,
        (64, true) => Type::S64,
        (16, false) => Type::U16,
        (32, false) => Type::U32,
        _ => Type::U64,
    };
    if kind.is_integer() {
        Wanted::exactly(integer, true)
    } else {
        Wanted::exactly(mov::bits(widened.to).unwrap_or(integer), false)
    }
}
