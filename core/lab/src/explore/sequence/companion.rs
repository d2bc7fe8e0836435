//! Companion instructions in a sequence: their operands, the carry, and their results.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::build::{Builder, Wanted};
use super::interpret::bits::{read, set};
use super::{Action, Sequence, Source, Standing, Value};
use crate::bits::mask;
use crate::catalog::Type;
use crate::companion::{
    self, Class, Constants, Instruction, Kind, MAX_OPERANDS, Operand, Partial, Prepared, Shape,
};
use crate::syntax::constant::expression;
use crate::syntax::{self, Code, OperandText, Token};

/// The name of the carry, which no statement writes.
pub(super) const CARRY: &str = "CC.CF";

/// A companion instruction with its operands.
#[derive(Clone, Debug)]
pub struct Companion {
    /// The instruction.
    pub instruction: Instruction,
    /// The instruction, prepared.
    pub prepared: Prepared,
    /// The source operands, in the order of the syntax line; the carry is the last.
    pub sources: Vec<Source>,
    /// Whether each of them is negated.
    pub negated: Vec<bool>,
    /// The registers that it writes, in that order; `None` for one that nothing takes. The carry is
    /// the last.
    pub destinations: Vec<Option<usize>>,
    /// Whether the carry that it reads was set by subtraction and is read by addition, or the other
    /// way. The assembler's carry of subtraction means no borrow; the ISA's text says borrow.
    pub is_mixed: bool,
    widths: Vec<u8>,
}

/// The source operands of a statement.
#[derive(Default)]
struct Given {
    sources: Vec<Option<Source>>,
    negated: Vec<bool>,
    widths: Vec<u8>,
}

impl<'t> Builder<'t> {
    /// A companion instruction with its operands; `None` if there is an error, which is reported.
    pub(super) fn companion(
        &mut self,
        statement: &syntax::Statement<'t>,
        instruction: &Instruction,
        start: usize,
    ) -> Option<Action> {
        let form = instruction.form;
        let head = statement.head_span();
        let head = head.start + start..head.end + start;
        let [destination, operands @ ..] = statement.operands.as_slice() else {
            return self.wrong_count(instruction, head);
        };
        let elements = parted(destination);
        let n_least = form.written.len() - usize::from(form.n_optional);
        if operands.len() != form.read.len()
            || !(n_least..=form.written.len()).contains(&elements.len())
        {
            return self.wrong_count(instruction, head);
        }
        let mut given = Given::default();
        for (operand, text) in form.read.iter().zip(operands) {
            let (source, is_negated) = self.operand(instruction, operand, text, start);
            given.sources.push(source);
            given.negated.push(is_negated);
            given.widths.push(instruction.shape(operand).register_width());
        }
        let mut sources: Vec<_> = given.sources.into_iter().collect::<Option<_>>()?;
        let prepared = instruction.prepare(self.context);
        let mut is_mixed = false;
        if prepared.reads_carry() {
            let Some(index) = self.register_of(CARRY) else {
                let message = "no earlier statement sets the carry; those with `.cc` do";
                self.report(Code::Operand, head, message.into());
                return None;
            };
            is_mixed = self.is_borrow != form.is_borrow;
            if let Some(register) = self.sequence.registers.get_mut(index) {
                register.is_read = true;
            }
            sources.push(Source::Register { index, is_reinterpreted: false });
            given.negated.push(false);
            given.widths.push(1);
        }
        let carry = prepared.writes_carry().then(|| statement.head_span());
        let result = form.written.first().map(|operand| instruction.shape(operand));
        let is_float = result.is_some_and(|shape| shape.class == Class::Float);
        let taken = if is_float { None } else { self.taken(&prepared, &mut sources) };
        let destinations = self.written(instruction, &elements, carry, (&sources, taken), start)?;
        Some(Action::Companion(Companion {
            instruction: *instruction,
            prepared,
            sources,
            negated: given.negated,
            destinations,
            is_mixed,
            widths: given.widths,
        }))
    }

    /// The registers that it writes, followed by the carry.
    fn written(
        &mut self,
        instruction: &Instruction,
        elements: &[Token<'t>],
        carry: Option<Range<usize>>,
        (sources, taken): (&[Source], Option<Type>),
        start: usize,
    ) -> Option<Vec<Option<usize>>> {
        let form = instruction.form;
        let taken = taken.map(|kind| Wanted::exactly(kind, true));
        let mut written = Vec::new();
        for (operand, name) in form.written.iter().zip(elements) {
            if name.text == "_" && form.written.len() > 1 {
                written.push(None);
                continue;
            }
            let name = self.destination(Some(name), false, start)?;
            let wanted = wanted(instruction.shape(operand));
            self.fits(&name, wanted, start)?;
            written.push(Some((name, taken.unwrap_or(wanted))));
        }
        if let Some(span) = carry {
            let carry = Token { text: CARRY, span };
            written.push(Some((carry, Wanted::exactly(Type::Pred, true))));
            self.is_borrow = form.is_borrow;
        }
        let since = self.unknown_since(sources);
        let mut destinations = Vec::new();
        for each in written {
            let register = each.map(|(name, wanted)| self.write(&name, wanted, true, start));
            if let Some(register) = register {
                self.mark_unknown(register, since);
            }
            destinations.push(register);
        }
        Some(destinations)
    }

    /// The type that a selection of bits or integers takes over from its sources, as compilers write these
    /// for any data; a source that was written as another type is read as that one.
    fn taken(&self, prepared: &Prepared, sources: &mut [Source]) -> Option<Type> {
        prepared.chosen(&[])?;
        let kind = |source: &Source| match source {
            Source::Register { index, .. } => {
                let register = self.sequence.registers.get(*index)?;
                register.is_typed.then_some(register.kind)
            }
            Source::Value(_) => None,
        };
        let first = sources.iter().take(2).find_map(kind)?;
        for source in sources.iter_mut().take(2) {
            let is_other = kind(source).is_some_and(|kind| kind != first);
            if let Source::Register { is_reinterpreted, .. } = source {
                *is_reinterpreted |= is_other;
            }
        }
        Some(first)
    }

    fn wrong_count(&mut self, instruction: &Instruction, head: Range<usize>) -> Option<Action> {
        let list = instruction.form.operand_list();
        let message = format!("the operands are `{instruction} {list}`");
        self.report(Code::OperandCount, head, message);
        None
    }

    /// An operand, and whether it is negated.
    fn operand(
        &mut self,
        instruction: &Instruction,
        operand: &Operand,
        text: &OperandText<'t>,
        start: usize,
    ) -> (Option<Source>, bool) {
        let shape = instruction.shape(operand);
        let body = if shape.kind == Type::Pred { negated(text) } else { None };
        let is_constant = self.is_constant(text, start);
        if operand.kind == Kind::Constant && !is_constant && !self.is_undefined(text, start) {
            return (self.wrong_constant(BYTE.into(), text, start), false);
        }
        match body {
            Some(token) => (self.source(&OperandText::of(&token), wanted(shape), start), true),
            None if is_constant => (self.constant(instruction, operand, text, start), false),
            None => (self.source(text, wanted(shape), start), false),
        }
    }

    /// An operand that is a constant.
    fn constant(
        &mut self,
        instruction: &Instruction,
        operand: &Operand,
        text: &OperandText<'t>,
        start: usize,
    ) -> Option<Source> {
        let shape = instruction.shape(operand);
        match instruction.constants(operand) {
            Constants::Typed => self.source(text, wanted(shape), start),
            Constants::Integers => self.source(text, Wanted::exactly(Type::U32, true), start),
            Constants::Bytes => match self.source(text, wanted(shape), start)? {
                Source::Value(256..) => self.wrong_constant(BYTE.into(), text, start),
                source @ (Source::Value(_) | Source::Register { .. }) => Some(source),
            },
            Constants::Nothing => {
                let message = format!(
                    "an operand of {} must be a register, not a constant; put the bits in a register first: mov.b32",
                    shape.spelling
                );
                self.wrong_constant(message, text, start)
            }
        }
    }

    fn wrong_constant(
        &mut self,
        message: String,
        text: &OperandText<'t>,
        start: usize,
    ) -> Option<Source> {
        self.report(Code::Operand, text.span.start + start..text.span.end + start, message);
        None
    }
}

/// The constants of a table or a number of bits.
const BYTE: &str = "expected a constant from 0 to 255";

/// The requirement on a register of a type.
fn wanted(shape: &Shape) -> Wanted {
    Wanted::exactly(shape.kind, shape.is_typed)
}

/// The operand that `!` negates, if there is one.
pub(super) fn negated<'t>(operand: &OperandText<'t>) -> Option<Token<'t>> {
    let element = operand.elements.first().filter(|_| !operand.is_vector)?;
    let text = element.text.strip_prefix('!')?.trim_start();
    // A negation cannot be negated, and `!` before a constant is part of an expression.
    let is_negated = text.starts_with('!') || expression::is_constant(text);
    let begin = element.span.end - text.len();
    (!is_negated).then_some(Token { text, span: begin..element.span.end })
}

/// The registers of a destination such as `p|q`.
fn parted<'t>(operand: &OperandText<'t>) -> Vec<Token<'t>> {
    let Some(element) = operand.elements.first().filter(|_| !operand.is_vector) else {
        return Vec::new();
    };
    let mut position = element.span.start;
    let parts = element.text.split('|').map(|part| {
        let own = part.trim();
        let begin = position + (part.len() - part.trim_start().len());
        position += part.len() + 1;
        Token { text: own, span: begin..begin + own.len() }
    });
    parts.collect()
}

impl Sequence {
    /// Whether a register is the carry after a subtraction. The ISA's text has the borrow there, the
    /// assembler its opposite; what later subtractions make of it is the same.
    #[must_use]
    pub fn is_borrow(&self, register: usize) -> bool {
        let Some(carry) = self.register(register).filter(|it| it.name == CARRY) else {
            return false;
        };
        let statement = carry.writer.and_then(|writer| self.statements().get(writer));
        statement.is_some_and(|statement| {
            matches!(&statement.action, Action::Companion(each) if each.instruction.form.is_borrow)
        })
    }
}

impl Companion {
    /// An instruction without modifiers of the carry, spelled, with its operands, each with whether it
    /// is negated; `None` if the context does not have it.
    pub(super) fn plain(
        spelled: &str,
        context: &crate::catalog::Context,
        operands: &[(Source, bool)],
        destination: usize,
    ) -> Option<Self> {
        let instruction = companion::resolve(&syntax::parse(spelled).0, context)?.ok()?;
        let read = instruction.form.read;
        Some(Self {
            prepared: instruction.prepare(context),
            sources: operands.iter().map(|(source, _)| *source).collect(),
            negated: operands.iter().map(|(_, is_negated)| *is_negated).collect(),
            destinations: alloc::vec![Some(destination)],
            is_mixed: false,
            widths: read.iter().map(|it| instruction.shape(it).register_width()).collect(),
            instruction,
        })
    }

    /// Whether another one does the same with its operands.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.prepared == other.prepared
            && self.negated == other.negated
            && self.destinations.len() == other.destinations.len()
    }

    /// The registers whose types it determines, with those.
    pub(super) fn typed(&self) -> impl Iterator<Item = (usize, Type)> {
        let form = self.instruction.form;
        let read = form.read.iter().zip(&self.sources).map(|(operand, source)| match source {
            Source::Register { index, .. } => Some((operand, *index)),
            Source::Value(_) => None,
        });
        let written = form.written.iter().zip(&self.destinations);
        let written = written.map(|(operand, index)| Some((operand, (*index)?)));
        let all = read.chain(written).flatten();
        all.filter_map(|(operand, index)| {
            let shape = self.instruction.shape(operand);
            shape.is_typed.then_some((index, shape.kind))
        })
    }

    /// The registers that a selection takes one of, each with the one that has it then; none for
    /// other instructions.
    pub(super) fn selected(&self) -> impl Iterator<Item = (usize, usize)> {
        let destination = self.destinations.first().copied().flatten();
        let is_selection = self.prepared.chosen(&[]).is_some();
        let sources = self.sources.iter().take(if is_selection { 2 } else { 0 });
        sources.filter_map(move |source| match source {
            Source::Register { index, .. } => Some((*index, destination?)),
            Source::Value(_) => None,
        })
    }

    /// A source operand as it is evaluated.
    pub(super) fn given(&self, index: usize, bits: u64) -> u64 {
        let width = self.widths.get(index).copied().unwrap_or(64);
        let is_negated = self.negated.get(index).copied().unwrap_or(false);
        bits & mask(width.into()) ^ u64::from(is_negated)
    }

    /// A source operand as it is evaluated, with its open bits.
    fn given_partial(&self, index: usize, source: Source, value: &Value) -> companion::Given {
        let width = self.widths.get(index).copied().unwrap_or(64);
        let own = value.partial().masked(mask(width.into()));
        let register = match source {
            Source::Register { index, .. } => Some(index),
            Source::Value(_) => None,
        };
        let turned = self.given(index, value.bits);
        let is_turned = turned != own.bits;
        let partial = if is_turned { Partial::open(turned, own.open) } else { own };
        companion::Given { partial, register }
    }

    /// Writes its results.
    pub(super) fn evaluate(&self, values: &mut [Value]) {
        let nothing = companion::Given { partial: Partial::determined(0), register: None };
        let mut given = [nothing; MAX_OPERANDS];
        let mut read_values = [Value::of(0); MAX_OPERANDS];
        for (index, source) in self.sources.iter().enumerate() {
            let value = read(*source, values);
            if let (Some(place), Some(known)) = (given.get_mut(index), read_values.get_mut(index)) {
                *place = self.given_partial(index, *source, &value);
                *known = match source {
                    Source::Register { .. } => value,
                    Source::Value(bits) => Value::of(self.given(index, *bits)),
                };
            }
        }
        let bits = given.map(|each| each.partial.bits);
        let taken = self.prepared.chosen(&bits).and_then(|index| read_values.get(index));
        let [_, _, condition, ..] = given;
        let standing = match taken {
            Some(taken) if condition.partial.is_determined() => {
                let [_, _, condition, ..] = read_values;
                condition.standing.max(taken.standing)
            }
            _ => {
                let most = read_values.iter().map(|value| value.standing).max();
                most.unwrap_or(Standing::Determined)
            }
        };
        if standing == Standing::Unknown {
            self.write(values, [Value::UNKNOWN; 2]);
            return;
        }
        if let (Some(taken), true) = (taken, condition.partial.is_determined()) {
            self.write(values, [*taken, Value::of(0)]);
            return;
        }
        let form = self.instruction.form;
        let widths = [0, 1].map(|index| {
            // The carry is no operand of the syntax line.
            let operand = form.written.get(index);
            operand.map_or(1, |it| self.instruction.shape(it).register_width().into())
        });
        let results = self.prepared.follow(&given, widths);
        let is_open = self.is_mixed || self.prepared.is_open(&bits);
        let mut written = results.map(|partial| Value::of_partial(&partial, Standing::Reference));
        if is_open {
            for (value, width) in written.iter_mut().zip(widths) {
                *value = value.opened(width);
            }
        }
        self.write(values, written);
    }

    fn write(&self, values: &mut [Value], results: [Value; 2]) {
        for (destination, value) in self.destinations.iter().zip(results) {
            if let Some(index) = destination {
                set(values, *index, value);
            }
        }
    }
}
