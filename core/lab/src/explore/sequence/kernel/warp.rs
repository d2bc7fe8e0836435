//! Instructions that exchange values with other threads of the warp or the block: those of other
//! threads are inputs.

use alloc::format;
use alloc::string::String;

use super::super::build::Wanted;
use super::super::{Action, Move, Source, Value};
use super::memory::{Content, Write};
use super::special_values;
use super::statement::At;
use super::trace::Tracer;
use super::variables::{Space, typed};
use crate::catalog::Type;
use crate::syntax::{Code, Token, is_name};

impl<'t> Tracer<'t> {
    /// An instruction of a warp or a block that has a result.
    pub(super) fn warp(&mut self, at: &At<'t>) -> Option<()> {
        let opcode = at.statement().opcode.as_ref()?.text;
        if opcode == "shfl" {
            return self.shuffle(at);
        }
        let (first, second) = two(at)?;
        if opcode == special_values::ACTIVE {
            self.seed();
            let index = self.builder.register_of(opcode).unwrap_or_else(|| {
                let wanted = Wanted::exactly(Type::B32, false);
                self.builder.push_input(opcode.into(), wanted, at.head.clone())
            });
            let source = Source::Register { index, is_reinterpreted: false };
            self.builder.sequence.registers.get_mut(index)?.is_read = true;
            return self.take_one(at, &first, source, Type::B32);
        }
        let kind = match opcode {
            "vote" if at.has(".ballot") => Type::B32,
            "vote" => Type::Pred,
            "match" => Type::B32,
            _ if at.has(".popc") => Type::U32,
            "bar" | "barrier" => Type::Pred,
            _ => at.statement().modifiers.iter().rev().find_map(|it| typed(it.text))?.kind,
        };
        for operand in at.statement().operands.iter().skip(1) {
            self.read_all(at, &operand.elements);
        }
        let what = self.what(at);
        self.seed();
        let wanted = Wanted::exactly(kind, kind != Type::B32);
        let source = self.input(at, format!("{} = {what}", first.text), wanted, (what, None))?;
        self.take_one(at, &first, source, kind)?;
        if let Some(second) = second {
            let own =
                self.builder.write(&second, Wanted::exactly(Type::Pred, true), false, at.start);
            self.add(at, Action::Unknown(alloc::vec![own]), None);
        }
        Some(())
    }

    /// A value of another lane.
    fn shuffle(&mut self, at: &At<'t>) -> Option<()> {
        let (first, second) = two(at)?;
        let kind = Type::B32;
        let mut sources = alloc::vec::Vec::new();
        for (index, is_typed) in [(1, false), (2, true), (3, true)] {
            let operand = at.statement().operands.get(index)?.clone();
            let wanted = Wanted::exactly(if is_typed { Type::U32 } else { kind }, is_typed);
            sources.push(self.builder.source(&operand, wanted, at.start)?);
        }
        if let Some(operand) = at.statement().operands.get(4) {
            self.read_all(at, &operand.elements);
        }
        self.seed();
        let [own, b, c] = *sources.as_slice() else { return None };
        let lane = self.lane();
        let number =
            |source| Some(self.value(source)).filter(Value::is_determined).map(|it| it.bits);
        let found = number(b).zip(number(c)).map(|(b, c)| source_lane(at, lane, b, c));
        let source = match found {
            Some((other, _)) if other == lane => own,
            Some((other, _)) => {
                let what = format!("{} of lane {other}", at.element(1)?.text);
                self.of_lane(at, first.text, own, what)?
            }
            None => self.of_lane(at, first.text, own, self.what(at))?,
        };
        self.take_one(at, &first, source, kind)?;
        let Some(second) = second else { return Some(()) };
        let register =
            self.builder.write(&second, Wanted::exactly(Type::Pred, true), true, at.start);
        let action = match found {
            Some((_, is_valid)) => Action::Move(Move {
                sources: alloc::vec![Source::Value(u64::from(is_valid))],
                destinations: alloc::vec![Some(register)],
                part_width: 1,
            }),
            None => Action::Unknown(alloc::vec![register]),
        };
        self.add_guarded(at, action, &[]);
        Some(())
    }

    /// The value of a register in another lane: an input of its type.
    fn of_lane(&mut self, at: &At<'t>, to: &str, own: Source, what: String) -> Option<Source> {
        let wanted = self.typed_as(own, Type::B32);
        self.input(at, format!("{to} = {what}"), wanted, (what, None))
    }

    /// The type of a source, if it has one.
    fn typed_as(&self, source: Source, otherwise: Type) -> Wanted {
        let register = match source {
            Source::Register { index, .. } => self.builder.sequence.registers.get(index),
            Source::Value(_) => None,
        };
        let typed = register.filter(|it| it.is_typed).map(|it| it.kind);
        typed.map_or(Wanted::exactly(otherwise, false), |kind| Wanted::exactly(kind, true))
    }

    /// The lane of the thread.
    fn lane(&self) -> u64 {
        let given = |name: &str| self.given.known(name);
        given("%laneid").or_else(|| special_values::default("%laneid", &given)).unwrap_or(0) & 31
    }

    /// Writes a value to a register.
    fn take_one(&mut self, at: &At<'t>, to: &Token<'t>, source: Source, kind: Type) -> Option<()> {
        let names = self.names(at);
        self.builder.fits(to, Wanted::exactly(kind, false), at.start)?;
        let wanted = self.typed_as(source, kind);
        let register = self.builder.write(to, wanted, true, at.start);
        let destinations = alloc::vec![Some(register)];
        let part_width = kind.packing().register_width();
        let copy = Move { sources: alloc::vec![source], destinations, part_width };
        self.push_guarded(at, Action::Move(copy), &names);
        Some(())
    }

    /// Marks the registers of operands as read.
    pub(super) fn read_all(&mut self, at: &At<'t>, elements: &[Token<'t>]) {
        for element in elements {
            let text = element.text.trim_start_matches('!');
            let begin = element.span.end - text.len();
            let token = Token { text, span: begin..element.span.end };
            let index = self.builder.mark_read(&token, at.start);
            self.needed.extend(index);
        }
    }

    /// An instruction with its operands, as what a value comes from.
    fn what(&self, at: &At<'t>) -> String {
        let own = self.layout.own(at.piece);
        let text = own.get(at.parsed.offset..).unwrap_or_default();
        super::super::split::on_one_line(text)
    }

    /// `cp.async`: the bytes that it copies to are inputs when they are loaded.
    pub(super) fn copied(&mut self, at: &At<'t>) -> Option<()> {
        if !at.has(".async") {
            return None;
        }
        let is_copy = at.statement().operands.first().is_some_and(|it| {
            it.elements.first().is_some_and(|element| element.text.starts_with('['))
        });
        if !is_copy {
            // It waits for copies, or counts them.
            self.push(at, Action::Declaration);
            return Some(());
        }
        if at.has(".bulk") || at.has(".reduce") {
            return None;
        }
        let to = at.statement().operands.first()?.clone();
        let from = at.statement().operands.get(1)?.clone();
        let to = self.address(&to, Space::Shared, at.start)?;
        self.address(&from, Space::Global, at.start)?;
        let size = at.element(2).and_then(|it| it.text.parse().ok()).unwrap_or(16);
        self.push(at, Action::Declaration);
        self.memory.write(Write {
            place: to.place,
            size,
            content: Content::Input,
            conditions: self.conditions.clone(),
            statement: self.builder.sequence.statements.len().saturating_sub(1),
        });
        self.note(
            "Values that `cp.async` copies are inputs where they are loaded from shared memory",
        );
        Some(())
    }

    /// Reports that an instruction is not evaluated for one thread.
    pub(super) fn not_alone(&mut self, at: &At<'t>, message: &str) {
        self.builder.report(Code::Unsupported, at.head.clone(), message.into());
    }
}

/// The registers of a destination such as `d|p`; `None` for what is left out.
fn two<'t>(at: &At<'t>) -> Option<(Token<'t>, Option<Token<'t>>)> {
    let element = at.element(0)?;
    let (first, second) = element.text.split_once('|').unwrap_or((element.text, ""));
    let token = |text: &'t str, offset: usize| {
        let own = text.trim();
        let start = element.span.start + offset + (text.len() - text.trim_start().len());
        Token { text: own, span: start..start + own.len() }
    };
    let second = Some(token(second, first.len() + 1)).filter(|it| is_name(it.text));
    Some((token(first, 0), second)).filter(|(first, _)| is_name(first.text))
}

/// The lane that a shuffle reads, and whether it is in range (PTX ISA 9.7.9.6).
fn source_lane(at: &At<'_>, lane: u64, b: u64, c: u64) -> (u64, bool) {
    let (offset, bound, segment) = (b & 31, c & 31, c >> 8 & 31);
    let last = lane & segment | bound & !segment & 31;
    let first = lane & segment;
    let (other, is_valid) = match () {
        () if at.has(".up") => {
            let other = lane.wrapping_sub(offset);
            (other, lane >= offset && other >= last)
        }
        () if at.has(".down") => (lane + offset, lane + offset <= last),
        () if at.has(".bfly") => (lane ^ offset, lane ^ offset <= last),
        () => {
            let other = first | offset & !segment & 31;
            (other, other <= last)
        }
    };
    if is_valid { (other, true) } else { (lane, false) }
}
