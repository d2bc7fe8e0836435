//! Loads.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::build::Wanted;
use super::super::{Action, Call, Move, Source, declare, mov};
use super::Load;
use super::address::Address;
use super::bytes::Value;
use super::memory::{Content, Origin, Write};
use super::pointers::parameter;
use super::statement::At;
use super::trace::Tracer;
use super::variables::{Space, Type, typed};
use crate::catalog;
use crate::syntax::{self, Code, OperandText, Token, is_name};

/// Bits of a register that a byte is loaded to, by the names that compilers use, where nothing else
/// decides them.
fn usual_width(name: &str, size: usize) -> u8 {
    match (size, name.trim_end_matches(|c: char| c.is_ascii_digit())) {
        (1, "%r") => 32,
        (1, "%rd") => 64,
        (1, _) => 16,
        _ => u8::try_from(8 * size).unwrap_or(64),
    }
}

/// The type that a load or a store spells.
pub(super) fn spelled(at: &At<'_>) -> Option<Type> {
    at.statement().modifiers.iter().rev().find_map(|it| typed(it.text))
}

/// The number of elements that it spells.
fn count(at: &At<'_>) -> usize {
    match () {
        () if at.has(".v2") => 2,
        () if at.has(".v4") => 4,
        () if at.has(".v8") => 8,
        () => 1,
    }
}

impl<'t> Tracer<'t> {
    /// The type, the elements and the address of a load or a store; an error is reported.
    pub(super) fn access(
        &mut self,
        at: &At<'t>,
        is_load: bool,
    ) -> Option<(Type, OperandText<'t>, Address)> {
        let (value, address) = if is_load { (0, 1) } else { (1, 0) };
        let value = at.statement().operands.get(value)?.clone();
        let operand = at.statement().operands.get(address)?.clone();
        // It completes elsewhere.
        let kind = spelled(at).filter(|_| !at.has(".async"))?;
        if value.elements.len() != count(at) {
            let message = format!("expected {} registers in braces", count(at));
            self.builder.report(Code::OperandCount, at.head.clone(), message);
            return None;
        }
        if at.space() == Space::Param
            && let Some(element) = operand.elements.first()
            && let Some(inner) = element.text.strip_prefix('[')
        {
            let name = inner.trim().split(|c: char| !syntax::is_word(c)).next().unwrap_or_default();
            let offset = element.text.find(name).unwrap_or_default();
            let begin = element.span.start + offset;
            let token = Token { text: name, span: begin..begin + name.len() };
            if is_name(name) && !self.is_register(&token, at.start) {
                self.use_parameter(name);
            }
        }
        let address = self.address(&operand, at.space(), at.start)?;
        Some((kind, value, address))
    }

    /// Whether a name is that of a register.
    pub(super) fn is_register(&self, name: &Token<'t>, start: usize) -> bool {
        let declared = self.builder.declared(name, start);
        let is_declared = declared.is_some_and(|it| it.space == declare::Space::Register);
        if is_declared || name.text.starts_with('%') {
            return true;
        }
        let unique = self.builder.name(name, start);
        let is_variable = self.variable(name.text, Space::Generic).is_some();
        !is_variable && self.builder.register_of(&unique).is_some()
    }

    /// A load.
    pub(super) fn load(&mut self, at: &At<'t>) -> Option<()> {
        let (kind, value, address) = self.access(at, true)?;
        let mut taken: Vec<(Token<'t>, Option<Source>)> = Vec::new();
        for (index, element) in value.elements.iter().enumerate() {
            if value.is_vector && element.text == "_" {
                continue;
            }
            let token = self.builder.destination(Some(element), false, at.start)?;
            let wanted = Wanted {
                is_relaxed: true,
                ..Wanted::exactly(kind.kind, kind.is_typed && kind.size > 1)
            };
            self.builder.fits(&token, wanted, at.start)?;
            let own = address.behind(index * kind.size);
            let source = match self.stored(at, &own, kind) {
                Value::Own(source) => Some(source),
                Value::Other => self.loaded(at, token.text, &own, kind),
                Value::Unknown => None,
            };
            taken.push((token, source));
        }
        self.take(at, kind, &taken)
    }

    /// An element that the thread has not written: an input.
    fn loaded(&mut self, at: &At<'t>, name: &str, address: &Address, kind: Type) -> Option<Source> {
        let own = address.parameter.clone().filter(|_| address.place.space == Space::Param);
        let own = own.or_else(|| self.parameter_at(address.place.address?));
        if let Some((name, offset)) = own {
            return self.parameter(at, (&name, offset), address, kind);
        }
        let name = format!("{name} = {}", address.text);
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        if self.memory.has_other_pointer(address.place) {
            self.note("Pointers without a value are taken to point to different memory");
        }
        self.input(
            at,
            name,
            wanted,
            (address.text.clone(), self.location(address.place.address, address.place.origin)),
        )
    }

    /// An input that other threads, or the program before the kernel, have written.
    pub(super) fn input(
        &mut self,
        at: &At<'t>,
        name: String,
        wanted: Wanted,
        (address, location): (String, Option<String>),
    ) -> Option<Source> {
        self.seed();
        let index = self.builder.push_input(name, wanted, at.head.clone());
        let register = self.builder.sequence.registers.get_mut(index)?;
        register.is_read = true;
        let register = register.clone();
        let given = self.given.load(index, &register, location.as_deref());
        self.set_or_point(index, &register, given);
        let value = self.inputs.last().and_then(|(_, value)| *value);
        let is_pointer = self.origins.get(index).is_some_and(|it| *it != Origin::None);
        let statement = self.builder.sequence.statements.len();
        self.loads.push(Load {
            statement,
            register: index,
            address,
            location,
            is_given: value.is_some() || is_pointer,
        });
        Some(Source::Register { index, is_reinterpreted: false })
    }

    /// A parameter of the function that runs first, or a part of it: an input, which stays the same.
    fn parameter(
        &mut self,
        at: &At<'t>,
        (base, offset): (&str, usize),
        address: &Address,
        kind: Type,
    ) -> Option<Source> {
        let formal = self.formal(base).filter(|formal| !formal.is_array).and_then(|it| it.kind);
        let mut whole = (kind, offset);
        if let Some(declared) = formal.filter(|it| offset + kind.size <= it.size) {
            let is_telling = !kind.is_typed || declared.size != kind.size;
            whole = (if is_telling { declared } else { kind }, 0);
        }
        let (own, start) = whole;
        self.seed();
        let name = parameter(base, start);
        let wanted = Wanted::exactly(own.kind, own.is_typed);
        let index = self.builder.push_input(name, wanted, at.head.clone());
        self.builder.sequence.registers.get_mut(index)?.is_read = true;
        self.seed();
        let mut place = address.place;
        let back = (offset - start) as u64;
        place.address = place.address.map(|it| it.wrapping_sub(back));
        self.memory.write(Write {
            place,
            size: own.size,
            content: Content::Register(index),
            conditions: Vec::new(),
            statement: self.builder.sequence.statements.len(),
        });
        match self.stored(at, address, kind) {
            Value::Own(source) => Some(source),
            Value::Other | Value::Unknown => None,
        }
    }

    /// Writes elements to registers, which may be wider.
    fn take(
        &mut self,
        at: &At<'t>,
        kind: Type,
        taken: &[(Token<'t>, Option<Source>)],
    ) -> Option<()> {
        let own = u8::try_from(8 * kind.size).ok()?;
        let names = self.names(at);
        let width = |tracer: &Self, token: &Token<'t>| {
            let known = tracer.builder.known_width(token, at.start);
            known.unwrap_or_else(|| usual_width(token.text, kind.size))
        };
        let is_plain =
            taken.iter().all(|(token, source)| width(self, token) == own && source.is_some());
        if is_plain {
            let mut parts = Move { sources: Vec::new(), destinations: Vec::new(), part_width: own };
            let wanted = Wanted::exactly(kind.kind, kind.is_typed);
            for (token, source) in taken {
                parts.sources.extend(source);
                parts.destinations.push(Some(self.written(at, token, wanted, source.as_ref())));
            }
            self.push_guarded(at, Action::Move(parts), &names);
            return Some(());
        }
        let mut is_first = true;
        for (token, source) in taken {
            let to = width(self, token);
            let action = if let Some(source) = source {
                self.extended(at, token, *source, kind, to)?
            } else {
                let wanted = Wanted::exactly(mov::bits(to)?, false);
                let register = self.builder.write(token, wanted, true, at.start);
                let own = self.builder.sequence.statements.len();
                self.builder.mark_unknown(register, Some(own));
                Action::Unknown(alloc::vec![register])
            };
            if is_first {
                self.push_guarded(at, action, &names);
            } else {
                self.add_guarded(at, action, &names);
            }
            is_first = false;
        }
        if is_first {
            self.push(at, Action::Declaration);
        }
        Some(())
    }

    /// The register that an element is written to.
    fn written(
        &mut self,
        at: &At<'t>,
        token: &Token<'t>,
        wanted: Wanted,
        source: Option<&Source>,
    ) -> usize {
        // A copy is what it is a copy of.
        let copied = match source {
            Some(Source::Register { index, .. }) if !wanted.is_typed => {
                let register = self.builder.sequence.registers.get(*index);
                register.filter(|it| it.is_typed && it.width() == wanted.width()).map(|it| it.kind)
            }
            _ => None,
        };
        let wanted = copied.map_or(wanted, |kind| Wanted::exactly(kind, true));
        self.builder.write(token, wanted, true, at.start)
    }

    /// An element in a wider register: behind copies of its sign for a signed type, else behind zeros.
    fn extended(
        &mut self,
        at: &At<'t>,
        token: &Token<'t>,
        source: Source,
        kind: Type,
        to: u8,
    ) -> Option<Action> {
        let from = u8::try_from(8 * kind.size).ok()?;
        if to == from {
            let wanted = Wanted::exactly(kind.kind, kind.is_typed);
            let written = self.written(at, token, wanted, Some(&source));
            let destinations = alloc::vec![Some(written)];
            let sources = alloc::vec![source];
            return Some(Action::Move(Move { sources, destinations, part_width: from }));
        }
        let is_signed = kind.is_typed
            && matches!(kind.kind, catalog::Type::S8 | catalog::Type::S16 | catalog::Type::S32);
        let wide = mov::Kind::spelled(&format!("{}{to}", if is_signed { ".s" } else { ".u" }))?;
        let is_integer = kind.is_typed && kind.kind.is_integer();
        let wanted = if is_integer { wide.kind } else { mov::bits(to)? };
        let written =
            self.builder.write(token, Wanted::exactly(wanted, is_integer), true, at.start);
        if is_signed {
            let text = format!("cvt.s{to}.s{from}");
            let instruction = syntax::check(&text, self.builder.context).instruction?;
            let context = self.builder.context;
            return Some(Action::Call(Call::new(
                &instruction,
                context,
                alloc::vec![source],
                written,
            )));
        }
        let mut sources = alloc::vec![source];
        sources.resize(usize::from(to / from), Source::Value(0));
        let destinations = alloc::vec![Some(written)];
        Some(Action::Move(Move { sources, destinations, part_width: from }))
    }
}
