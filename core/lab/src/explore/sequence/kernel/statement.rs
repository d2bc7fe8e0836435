//! One statement of a thread.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::build::{Name, Wanted};
use super::super::declare::Declarations;
use super::super::guard::behind_guard;
use super::super::special;
use super::super::{Action, Guard, Move, Register, Source, Statement, mov, text};
use super::memory::{Condition, Content, Origin, Place, Write};
use super::trace::{Next, Parsed, Tracer};
use super::variables::Space;
use crate::catalog::Type;
use crate::syntax::{self, Code, Diagnostic, OperandText, Token, parse};

/// Opcodes that do nothing to the values of one thread.
const WITHOUT_EFFECT: [&str; 15] = [
    "bar",
    "barrier",
    "membar",
    "fence",
    "prefetch",
    "prefetchu",
    "nanosleep",
    "pmevent",
    "setmaxnreg",
    "griddepcontrol",
    "discard",
    "applypriority",
    "brkpt",
    "stacksave",
    "stackrestore",
];

/// Opcodes that the trace knows by themselves.
const OWN: [&str; 18] = [
    "bra",
    "brx",
    "ret",
    "exit",
    "trap",
    "call",
    "ld",
    "ldu",
    "st",
    "cvta",
    "isspacep",
    "atom",
    "red",
    "shfl",
    "vote",
    "activemask",
    "cp",
    "createpolicy",
];

/// The place of a statement that is run.
#[derive(Clone)]
pub(super) struct At<'t> {
    pub(super) piece: usize,
    /// The beginning of the statement in the text, behind its guard.
    pub(super) start: usize,
    /// The place of opcode and modifiers in the text.
    pub(super) head: Range<usize>,
    pub(super) parsed: Rc<Parsed<'t>>,
    /// Its guard, if it is open whether it runs.
    pub(super) guard: Option<Guard>,
}

impl<'t> At<'t> {
    pub(super) fn statement(&self) -> &syntax::Statement<'t> {
        &self.parsed.statement
    }

    /// The element of an operand that is no vector.
    pub(super) fn element(&self, index: usize) -> Option<&Token<'t>> {
        self.statement().operands.get(index)?.elements.first()
    }

    /// Whether a modifier is spelled.
    pub(super) fn has(&self, modifier: &str) -> bool {
        self.statement().modifiers.iter().any(|it| it.text == modifier)
    }

    /// The state space that it spells.
    pub(super) fn space(&self) -> Space {
        let spelled = self.statement().modifiers.iter().find_map(|it| Space::spelled(it.text));
        spelled.unwrap_or(Space::Generic)
    }
}

/// Whether a guard lets its statement run.
enum Runs {
    Yes,
    No,
    Open(Guard),
}

impl<'t> Tracer<'t> {
    /// A declaration of registers.
    pub(super) fn declared(&mut self, piece: usize) -> Next {
        if !self.is_reported(piece)
            && let Err(message) = Declarations::default().read(self.layout.own(piece))
        {
            let span = self.layout.pieces.get(piece).map(|it| it.span.clone()).unwrap_or_default();
            let diagnostic = Diagnostic::new(Code::Unexpected, span, message);
            self.builder.sequence.diagnostics.push(diagnostic);
        }
        Next::On
    }

    /// The statement of a piece, which is read once.
    fn parsed(&mut self, piece: usize) -> Rc<Parsed<'t>> {
        if let Some(Some(known)) = self.parsed.get(piece) {
            return Rc::clone(known);
        }
        let own = self.layout.own(piece);
        let offset = behind_guard(own);
        let body = own.get(offset..).unwrap_or_default();
        let (statement, found) = parse(body);
        let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
        let is_own = OWN.contains(&opcode) || WITHOUT_EFFECT.contains(&opcode);
        let kind = (!is_own && found.is_empty()).then(|| {
            let mut wrong = Vec::new();
            let kind = self.builder.kind(body, &statement, true, &mut wrong);
            (kind, wrong)
        });
        let place = self.layout.pieces.get(piece);
        let line = place.map(|it| text::line(&self.builder.uses.rename(self.layout.text, it)));
        let line = line.unwrap_or_default();
        let parsed = Rc::new(Parsed { statement, offset, found, line, kind });
        if let Some(place) = self.parsed.get_mut(piece) {
            *place = Some(Rc::clone(&parsed));
        }
        parsed
    }

    /// Runs the statement of a piece.
    pub(super) fn statement(&mut self, piece: usize) -> Next {
        let begin = self.layout.pieces.get(piece).map_or(0, |it| it.span.start);
        let parsed = self.parsed(piece);
        let start = begin + parsed.offset;
        let head = parsed.statement.head_span();
        let head = head.start + start..head.end + start;
        let mut at = At { piece, start, head, parsed, guard: None };
        match self.runs(piece, begin) {
            Err(()) => {
                self.unknown(&at);
                return Next::On;
            }
            Ok(Runs::Yes) => {}
            Ok(Runs::No) => {
                self.skipped.push(self.builder.sequence.statements.len());
                self.push(&at, Action::Declaration);
                return Next::On;
            }
            Ok(Runs::Open(guard)) => at.guard = Some(guard),
        }
        if !at.parsed.found.is_empty() {
            self.unknown(&at);
            return Next::On;
        }
        let opcode = at.statement().opcode.as_ref().map_or("", |opcode| opcode.text);
        match opcode {
            "bra" | "brx" | "ret" | "exit" | "trap" => return self.jump(&at),
            "call" => return self.call(&at),
            _ => {}
        }
        let before = at.guard.as_ref().map(|guard| (self.conditions.len(), condition(guard)));
        if let Some((_, condition)) = before {
            self.conditions.extend(condition);
        }
        let done = match opcode {
            "ld" | "ldu" => self.load(&at),
            "st" => self.store(&at),
            "cvta" | "mov" if self.is_address(&at) => self.take_address(&at),
            "mov" if [".v2", ".v4", ".v8"].iter().any(|it| at.has(it)) => self.copy_vector(&at),
            "cvta" => self.convert_address(&at),
            "isspacep" => self.is_space(&at),
            "atom" | "red" => self.atomic(&at),
            "shfl" | "vote" | "match" | "redux" | "activemask" => self.warp(&at),
            "bar" | "barrier" if at.has(".red") => self.warp(&at),
            "cp" => self.copied(&at),
            "createpolicy" => self.policy(&at),
            _ if WITHOUT_EFFECT.contains(&opcode) => {
                self.push(&at, Action::Declaration);
                Some(())
            }
            _ => self.generic(&at),
        };
        if let Some((length, _)) = before {
            self.conditions.truncate(length);
        }
        if done.is_none() {
            self.unknown(&at);
        }
        Next::On
    }

    /// Whether the statement of a piece runs.
    fn runs(&mut self, piece: usize, begin: usize) -> Result<Runs, ()> {
        let Some((guard, _)) = self.builder.guard(self.layout.own(piece), begin)? else {
            return Ok(Runs::Yes);
        };
        self.seed();
        let value = self.value(guard.source);
        if let Source::Register { index, .. } = guard.source {
            self.needed.push(index);
        }
        if !value.is_determined() {
            return Ok(Runs::Open(guard));
        }
        if self.origin(guard.source) != Origin::None {
            self.note(
                "Pointers without a value are taken to be aligned, not null, and to point to different \
                 memory",
            );
        }
        Ok(if guard.runs_if(value.bits) { Runs::Yes } else { Runs::No })
    }

    /// The place of the last statement that ran.
    pub(super) fn last_place(&mut self) -> Option<At<'t>> {
        let last = self.builder.sequence.statements.last()?.span.start;
        let piece = self.layout.pieces.iter().position(|it| it.span.start == last)?;
        let parsed = self.parsed(piece);
        let head = self.layout.pieces.get(piece)?.span.clone();
        Some(At { piece, start: last + parsed.offset, head, parsed, guard: None })
    }

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

    /// An instruction that computes.
    fn generic(&mut self, at: &At<'t>) -> Option<()> {
        let (kind, wrong) = at.parsed.kind.as_ref()?;
        for diagnostic in wrong {
            let mut own = diagnostic.clone();
            own.span = own.span.start + at.start..own.span.end + at.start;
            self.builder.diagnostics.push(own);
        }
        self.builder.check_special(at.statement(), at.start);
        if !self.builder.diagnostics.is_empty() {
            return None;
        }
        let names = self.names(at);
        let action = self.builder.action(kind, at.statement(), at.start)?;
        self.push_guarded(at, action, &names);
        Some(())
    }

    /// The names before a statement with an open guard; none for other ones, which need none.
    pub(super) fn names(&self, at: &At<'t>) -> Vec<Name> {
        if at.guard.is_some() { self.builder.names.clone() } else { Vec::new() }
    }

    /// A statement that is not evaluated.
    pub(super) fn unknown(&mut self, at: &At<'t>) {
        for diagnostic in &at.parsed.found {
            let mut own = diagnostic.clone();
            own.span = own.span.start + at.start..own.span.end + at.start;
            self.builder.diagnostics.push(own);
        }
        let is_silent = self.builder.diagnostics.is_empty();
        let action = self.builder.unknown(at.statement(), at.start);
        let mut first = at.statement().operands.iter().take(2).filter_map(|it| it.elements.first());
        if first.any(|element| element.text.starts_with('[')) && !is_load(at) {
            // What it writes is not known.
            self.memory.write(Write {
                place: Place { space: Space::Generic, address: None, origin: Origin::None },
                size: 0,
                content: Content::Unknown,
                conditions: Vec::new(),
                statement: self.builder.sequence.statements.len(),
            });
        }
        if is_silent {
            let message = "this is not supported";
            self.builder.report(Code::Unsupported, at.head.clone(), message.into());
        }
        self.push(at, action);
    }

    /// A `mov` of several registers.
    fn copy_vector(&mut self, at: &At<'t>) -> Option<()> {
        let [to, from] = at.statement().operands.as_slice() else { return None };
        let kind = mov::Kind::spelled(at.statement().modifiers.last()?.text)?;
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        if to.elements.len() != from.elements.len() {
            return None;
        }
        let mut parts = Move {
            sources: Vec::new(),
            destinations: Vec::new(),
            part_width: kind.kind.packing().register_width(),
        };
        for element in &from.elements {
            parts.sources.push(self.builder.source(&OperandText::of(element), wanted, at.start)?);
        }
        let names = self.names(at);
        for element in &to.elements {
            let token = self.builder.destination(Some(element), false, at.start)?;
            self.builder.fits(&token, wanted, at.start)?;
            parts.destinations.push(Some(self.builder.write(&token, wanted, true, at.start)));
        }
        self.push_guarded(at, Action::Move(parts), &names);
        Some(())
    }

    /// A policy for caches, which no value depends on.
    fn policy(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let wanted = Wanted::exactly(Type::U64, false);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(register);
        self.push(at, Action::Unknown(alloc::vec![register]));
        Some(())
    }

    /// Whether a statement takes the address of a variable or of a parameter.
    fn is_address(&self, at: &At<'t>) -> bool {
        let operand = at.statement().operands.get(1).filter(|operand| !operand.is_vector);
        let name = operand.and_then(|it| it.elements.first()).map(|it| named(it.text));
        name.is_some_and(|(name, _)| {
            special::kind(name).is_none() && self.variable(name, Space::Generic).is_some()
        })
    }

    /// The address of a variable.
    fn take_address(&mut self, at: &At<'t>) -> Option<()> {
        let (name, offset) = named(at.element(1)?.text);
        let (address, origin, _) = self.variable(name, Space::Generic)?;
        let token = at.element(0)?.clone();
        let width = self.builder.known_width(&token, at.start).unwrap_or(64);
        let kind = if width == 32 { Type::U32 } else { Type::U64 };
        let wanted = Wanted::exactly(kind, true);
        self.builder.fits(&token, wanted, at.start)?;
        let names = self.names(at);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(register);
        self.push_guarded(at, Action::Unknown(alloc::vec![register]), &names);
        if at.guard.is_none() {
            self.set_hidden(register, address.wrapping_add(offset), origin);
        }
        Some(())
    }

    /// An address is no result, even if nothing uses it.
    fn mark_address(&mut self, register: usize) {
        if let Some(register) = self.builder.sequence.registers.get_mut(register) {
            register.is_read = true;
        }
    }

    /// The conversion of an address, which stays as it is.
    fn convert_address(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let kind = if at.has(".u32") { Type::U32 } else { Type::U64 };
        let wanted = Wanted::exactly(kind, false);
        let operand = at.statement().operands.get(1)?.clone();
        let source = self.builder.source(&operand, wanted, at.start)?;
        self.builder.fits(&token, wanted, at.start)?;
        let names = self.names(at);
        let written = self.builder.write(&token, wanted, true, at.start);
        self.mark_address(written);
        let destinations = alloc::vec![Some(written)];
        let part_width = kind.packing().register_width();
        let parts = Move { sources: alloc::vec![source], destinations, part_width };
        self.push_guarded(at, Action::Move(parts), &names);
        Some(())
    }

    /// Whether an address is one of a space.
    fn is_space(&mut self, at: &At<'t>) -> Option<()> {
        let token = at.element(0)?.clone();
        let operand = at.statement().operands.get(1)?.clone();
        let width = operand.elements.first().and_then(|it| self.builder.known_width(it, at.start));
        let kind = if width == Some(32) { Type::U32 } else { Type::U64 };
        let source = self.builder.source(&operand, Wanted::exactly(kind, false), at.start)?;
        self.seed();
        let (value, origin) = (self.value(source), self.origin(source));
        let names = self.names(at);
        let wanted = Wanted::exactly(Type::Pred, true);
        let register = self.builder.write(&token, wanted, true, at.start);
        self.push_guarded(at, Action::Unknown(alloc::vec![register]), &names);
        let space = match origin {
            Origin::Pointer(_) => Some(Space::Global),
            Origin::Variable(index) => self.variables.get(index).map(|it| it.space),
            Origin::None | Origin::Several => {
                Space::of_address(value.bits).filter(|_| origin != Origin::None)
            }
        };
        if let (Some(space), true, None) = (space, value.is_determined(), &at.guard) {
            self.set_hidden(register, u64::from(space == at.space()), origin);
            let about = format!(
                "`{}` is taken to be an address of global memory",
                operand.elements.first()?.text
            );
            if space == Space::Global {
                self.note(&about);
            }
        }
        Some(())
    }
}

/// The condition that a guard is.
pub(super) fn condition(guard: &Guard) -> Option<Condition> {
    match guard.source {
        Source::Register { index, .. } => {
            Some(Condition { register: index, is_negated: guard.is_negated })
        }
        Source::Value(_) => None,
    }
}

/// Whether a statement that is not evaluated only reads memory.
fn is_load(at: &At<'_>) -> bool {
    let opcode = at.statement().opcode.as_ref().map_or("", |opcode| opcode.text);
    ["ld", "ldu", "ldmatrix", "tex", "tld4", "suld", "prefetch", "mapa", "getctarank"]
        .contains(&opcode)
}

/// The name and the offset in an operand that takes an address: `x`, `x+4`, `generic(x)`.
fn named(text: &str) -> (&str, u64) {
    let inner = text.strip_prefix("generic(").and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    let (name, offset) = inner.split_once('+').unwrap_or((inner, "0"));
    (name.trim(), offset.trim().parse().unwrap_or(0))
}
