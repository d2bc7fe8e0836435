//! One statement of a thread.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::declare::Declarations;
use super::super::guard::behind_guard;
use super::super::unevaluated::WITHOUT_EFFECT;
use super::super::{Action, Guard, Source, text};
use super::memory::{Condition, Content, Origin, Place, Write};
use super::trace::{Next, Parsed, Tracer};
use super::variables::Space;
use crate::syntax::{self, Code, Diagnostic, Token, parse};

/// Opcodes that the trace knows by themselves.
const OWN: [&str; 19] = [
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
    "stacksave",
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
            // Only `stackrestore` reads what it writes.
            _ if opcode == "stacksave" || WITHOUT_EFFECT.contains(&opcode) => {
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

    /// A statement that is not evaluated.
    pub(super) fn unknown(&mut self, at: &At<'t>) {
        for diagnostic in &at.parsed.found {
            let mut own = diagnostic.clone();
            own.span = own.span.start + at.start..own.span.end + at.start;
            self.builder.diagnostics.push(own);
        }
        let is_silent = self.builder.diagnostics.is_empty();
        let action = match at.statement().opcode.as_ref().map(|opcode| opcode.text) {
            Some("call") => self.unknown_call(at),
            _ => self.builder.unknown(at.statement(), at.start),
        };
        let mut first = at.statement().operands.iter().take(2).filter_map(|it| it.elements.first());
        if first.any(|element| element.text.starts_with('[')) && !is_load(at) {
            // The bytes that it writes are not known.
            self.memory.write(Write {
                place: Place { space: at.space(), address: None, origin: Origin::None },
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
