//! Jumps: followed where their predicate is guaranteed, and both ways where it is open.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::build::Name;
use super::super::{Action, Guard, Move, Register, Source, Standing, line_and_column};
use super::joins::Joins;
use super::memory::Condition;
use super::statement::{At, condition};
use super::trace::{Flow, Next, Tracer};
use crate::syntax::Code;
use crate::text::quote::quoted;

/// The largest number of open jumps around a statement whose sides both run.
pub(super) const MAX_FORKS: usize = 8;

impl<'t> Tracer<'t> {
    /// A jump, or the end of a function or of the thread.
    pub(super) fn jump(&mut self, at: &At<'t>) -> Next {
        let opcode = at.statement().opcode.as_ref().map_or("", |opcode| opcode.text);
        let target = match opcode {
            "ret" => Next::Return,
            "exit" => Next::Exit,
            "trap" => {
                let message = "the thread traps here, which ends the kernel with an error";
                self.builder.report(Code::Unsupported, at.head.clone(), message.into());
                Next::Exit
            }
            _ => {
                let Some(piece) = self.target(at) else {
                    self.unknown(at);
                    return Next::Stop;
                };
                Next::To(piece)
            }
        };
        self.push(at, Action::Declaration);
        match &at.guard {
            None => target,
            Some(guard) => self.fork(at, guard, target),
        }
    }

    /// The piece that a jump leads to; an error is reported.
    fn target(&mut self, at: &At<'t>) -> Option<usize> {
        let function = self.layout.functions.get(self.frames.last()?.function)?;
        let Some(targets) = self.layout.jumps(function, at.statement(), at.piece) else {
            let name = at.statement().operands.last()?.elements.first()?.text;
            let message = format!("there is no label {} in this function", quoted(name));
            self.builder.report(Code::Operand, at.head.clone(), message);
            return None;
        };
        if let [only] = targets.as_slice()
            && at.statement().operands.len() == 1
        {
            return Some(*only);
        }
        let index = at.statement().operands.first()?;
        let wanted = super::super::build::Wanted::exactly(crate::catalog::Type::U32, true);
        let source = self.builder.source(index, wanted, at.start)?;
        self.seed();
        let value = self.value(source);
        let place = usize::try_from(value.bits).ok().filter(|_| value.is_determined());
        let found = place.and_then(|place| targets.get(place)).copied();
        if found.is_none() {
            let message =
                "where this jump leads to is open: its index is not determined, or beyond the list";
            self.builder.report(Code::Unsupported, at.head.clone(), message.into());
        }
        found
    }

    /// Runs both sides of a jump, and chooses between their registers where they meet.
    fn fork(&mut self, at: &At<'t>, guard: &Guard, target: Next) -> Next {
        let Some(taken) = condition(guard) else { return Next::Stop };
        let Some(frame) = self.frames.last().map(|frame| frame.function) else { return Next::Stop };
        let joins = self.joins_of(frame);
        if self.max_forks == 0 || self.is_cut {
            return self.cut(at, taken, target);
        }
        if self.n_forks >= self.max_forks || !joins.ends(at.piece) {
            self.is_overrun = true;
            return Next::Stop;
        }
        let join = joins.after(at.piece);
        let other = taken.negated();
        let names = self.builder.names.clone();
        self.n_forks += 1;
        self.conditions.push(taken);
        let first = match target {
            Next::To(piece) => self.run(piece, join),
            Next::On | Next::Return => Flow::Returned,
            Next::Exit => Flow::Exited,
            Next::Stop => Flow::Stopped,
        };
        if first == Flow::Stopped {
            return Next::Stop;
        }
        self.conditions.pop();
        let taken_names = core::mem::replace(&mut self.builder.names, names);
        self.conditions.push(other);
        let second = self.run(at.piece + 1, join);
        if second == Flow::Stopped {
            return Next::Stop;
        }
        self.conditions.pop();
        self.n_forks -= 1;
        match (first, second) {
            (Flow::Exited, Flow::Exited) => Next::Exit,
            // One side ends the thread: what follows runs if the other one was taken.
            (Flow::Exited, rest) => {
                self.conditions.push(other);
                after(rest, join)
            }
            (rest, Flow::Exited) => {
                self.builder.names = taken_names;
                self.conditions.push(taken);
                after(rest, join)
            }
            (rest, _) => {
                self.merge(at, taken, &taken_names);
                after(rest, join)
            }
        }
    }

    /// Goes on where the reference goes, since there are too many open jumps: nothing that follows is
    /// guaranteed.
    fn cut(&mut self, at: &At<'t>, taken: Condition, target: Next) -> Next {
        let source = Source::Register { index: taken.register, is_reinterpreted: false };
        let value = self.value(source);
        let (line, _) = line_and_column(self.source, at.start);
        if value.standing == Standing::Unknown {
            let name = self.builder.sequence.registers.get(taken.register);
            let name = quoted(name.map_or("", |it| it.name.as_str()));
            let message = format!(
                "line {line}: whether this jumps is not known, since {name} is not. What follows is \
                 not evaluated"
            );
            self.builder.report(Code::Unsupported, at.head.clone(), message);
            self.push(at, Action::Declaration);
            return Next::Stop;
        }
        let jumps = (value.bits & 1 == 1) != taken.is_negated;
        if !self.is_cut {
            self.is_cut = true;
            self.note(&format!(
                "From line {line} on nothing is guaranteed: whether it jumps is open, as are more than \
                 {MAX_FORKS} jumps in all, and only the side of the reference results is followed"
            ));
            self.conditions.push(Condition { is_negated: taken.is_negated == jumps, ..taken });
        }
        if jumps { target } else { Next::On }
    }

    /// The joins of a function.
    fn joins_of(&mut self, function: usize) -> Rc<Joins> {
        if let Some(Some(known)) = self.joins.get(function) {
            return Rc::clone(known);
        }
        let layout = self.layout;
        let whole = layout.functions.get(function).cloned();
        let joins = match &whole {
            Some(whole) => Joins::of(layout, whole),
            None => Joins::none(),
        };
        let joins = Rc::new(joins);
        if let Some(place) = self.joins.get_mut(function) {
            *place = Some(Rc::clone(&joins));
        }
        joins
    }

    /// Chooses between the registers of two sides: the present names are those of the side that did
    /// not jump.
    fn merge(&mut self, at: &At<'t>, taken: Condition, jumped: &[Name]) {
        let present: Vec<(alloc::string::String, usize)> =
            self.builder.names.iter().map(|it| (it.text.clone(), it.register)).collect();
        for name in jumped {
            let place = present.binary_search_by(|(text, _)| text.as_str().cmp(&name.text)).ok();
            let other = place.and_then(|place| present.get(place)).map(|(_, register)| *register);
            if other == Some(name.register) {
                continue;
            }
            let new = self.choose(at, &[taken], name.register, other, &name.text);
            self.builder.set_name(name.text.clone(), new);
        }
        let negated = taken.negated();
        for (text, register) in present {
            if jumped.binary_search_by(|it| it.text.cmp(&text)).is_err() {
                let new = self.choose(at, &[negated], register, None, &text);
                self.builder.set_name(text, new);
            }
        }
    }

    /// A register that is one register if predicates say so, and another one otherwise.
    pub(super) fn choose(
        &mut self,
        at: &At<'t>,
        conditions: &[Condition],
        register: usize,
        otherwise: Option<usize>,
        name: &str,
    ) -> usize {
        let (kind, is_typed) = {
            let own = self.builder.sequence.registers.get(register);
            own.map_or((crate::catalog::Type::B32, false), |own| (own.kind, own.is_typed))
        };
        let condition = self.all_of(at, conditions);
        let is_read = |tracer: &Self| {
            tracer.builder.sequence.registers.get(register).is_some_and(|it| it.is_read)
        };
        let was_read = is_read(self);
        let new = self.fresh(name, kind, is_typed, at);
        if let Some(own) = self.builder.sequence.registers.get_mut(new) {
            // It is a result if the registers were.
            own.is_read = was_read;
        }
        for index in [Some(register), otherwise].into_iter().flatten() {
            if let Some(own) = self.builder.sequence.registers.get_mut(index) {
                own.is_read = true;
            }
        }
        let width = |tracer: &Self, index: usize| {
            tracer.builder.sequence.registers.get(index).map(Register::width)
        };
        let otherwise = otherwise.filter(|it| width(self, *it) == width(self, register));
        let source = Source::Register { index: register, is_reinterpreted: false };
        let part_width = kind.packing().register_width();
        let destinations = alloc::vec![Some(new)];
        let copy = Move { sources: alloc::vec![source], destinations, part_width };
        let guard = condition.map(|condition| Guard {
            source: Source::Register { index: condition.register, is_reinterpreted: false },
            is_negated: condition.is_negated,
            kept: alloc::vec![(new, otherwise)],
        });
        self.add(at, Action::Move(copy), guard);
        new
    }

    /// One predicate for all of several.
    fn all_of(&mut self, at: &At<'t>, conditions: &[Condition]) -> Option<Condition> {
        let (first, rest) = conditions.split_first()?;
        let mut all = *first;
        for next in rest {
            let new = self.fresh("", crate::catalog::Type::Pred, true, at);
            let operands = [all, *next].map(|it| {
                (Source::Register { index: it.register, is_reinterpreted: false }, it.is_negated)
            });
            let context = self.builder.context;
            let both = super::super::Companion::plain("and.pred", context, &operands, new)?;
            self.add(at, Action::Companion(both), None);
            all = Condition { register: new, is_negated: false };
        }
        Some(all)
    }

    /// Results that are open, since it is open whether the statements that made them run.
    pub(super) fn conditional_results(&mut self, outputs: &[usize]) -> Vec<usize> {
        let stored: Vec<usize> = self.stores.iter().map(|store| store.register).collect();
        let conditions = self.conditions.clone();
        let Some(at) = self.last_place() else { return outputs.to_vec() };
        let one = |tracer: &mut Self, register: usize| {
            if stored.contains(&register) {
                return register;
            }
            let name = tracer.builder.sequence.registers.get(register).map(|it| it.name.clone());
            tracer.choose(&at, &conditions, register, None, &name.unwrap_or_default())
        };
        outputs.iter().map(|register| one(self, *register)).collect()
    }
}

/// The statement after a side of a jump.
const fn after(flow: Flow, join: Option<usize>) -> Next {
    match (flow, join) {
        (Flow::Joined, Some(piece)) => Next::To(piece),
        (Flow::Exited, _) => Next::Exit,
        (Flow::Stopped, _) => Next::Stop,
        (Flow::Returned, _) | (Flow::Joined, None) => Next::Return,
    }
}
