//! The results of a sequence, with every choice that contraction leaves.
//!
//! A sum that may be [fused](crate::explore::sequence::Contraction) is computed each way. Where the ways agree, there
//! is nothing to choose; where they do not, the evaluation continues with each result. Such *branches*
//! merge when they agree in all registers that are still to be read, so that chains of sums have
//! few. Beyond [`MAX_BRANCHES`] the result of a sum is open: its standing is that of a
//! [reference](Standing::Reference).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bits::{copy, repack, set};
use super::{At, Interpretation, interpret};
use crate::explore::sequence::results::{evaluate, fuse};
use crate::explore::sequence::{Call, Companion, Guard, Move, Sequence, Source, Standing, Value};

/// The largest number of branches at a time.
pub const MAX_BRANCHES: usize = 32;

/// The values of all registers, for each choice that contraction leaves.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Registers; at least one list of them, and first the one in which nothing is fused.
    branches: Vec<Vec<Value>>,
    /// The values of each register, without repetition; first the one where nothing is fused.
    values: Vec<Vec<Value>>,
}

impl Outcomes {
    /// The values that a register may have, each once; first the one where nothing is fused.
    pub fn of(&self, register: usize) -> &[Value] {
        self.values.get(register).map_or(&[], Vec::as_slice)
    }

    /// A value of a register, with the standing that it has whatever the choices: the one where
    /// nothing is fused.
    pub fn value(&self, register: usize) -> Value {
        let all = self.of(register);
        let Some(first) = all.first() else { return Value::UNKNOWN };
        let standing = all.iter().map(|value| value.standing).max().unwrap_or(first.standing);
        let is_open = all.iter().any(|value| value.bits != first.bits);
        let standing = if is_open { standing.max(Standing::Contracted) } else { standing };
        let any = all.iter().fold(*first, |any, value| any.or(value));
        Value { standing, ..any }
    }

    /// The registers of all sequences of choices that end differently; first those where nothing is
    /// fused. A register that no later statement reads may lack a value that [`Self::of`] has.
    pub fn branches(&self) -> impl Iterator<Item = &[Value]> {
        self.branches.iter().map(Vec::as_slice)
    }

    fn write(&mut self, branch: usize, register: usize, value: Value) {
        if let Some(values) = self.branches.get_mut(branch) {
            set(values, register, value);
        }
        self.push(register, value);
    }

    /// Adds the values that a register has in the branches to those that it may have.
    fn note(&mut self, register: usize) {
        for branch in 0..self.branches.len() {
            let values = self.branches.get(branch);
            let value = values.and_then(|values| values.get(register)).copied();
            self.push(register, value.unwrap_or(Value::UNKNOWN));
        }
    }

    fn push(&mut self, register: usize, value: Value) {
        let Some(all) = self.values.get_mut(register) else { return };
        match all.iter_mut().find(|known| known.bits == value.bits) {
            Some(known) => *known = known.or(&value),
            None => all.push(value),
        }
    }
}

/// The results of a call with these values, first the one where nothing is fused.
fn results(call: &Call, guard: Option<&Guard>, values: &[Value]) -> Vec<Value> {
    let mut results = alloc::vec![evaluate(call, values)];
    if !call.contractions.is_empty() {
        fuse(call, values, &mut results);
    }
    if let Some(guard) = guard {
        for value in &mut results {
            *value = guard.choose(call.destination, *value, values);
        }
        results.dedup();
    }
    results
}

impl Sequence {
    /// Whether contraction leaves a choice in some sum.
    pub fn is_contractible(&self) -> bool {
        let mut calls = self.statements.iter().filter_map(|statement| statement.action.call());
        calls.any(|call| !call.contractions.is_empty())
    }

    /// The values of all registers with every choice that contraction leaves. Inputs are those of
    /// [`Self::evaluate`].
    #[must_use]
    pub fn outcomes(&self, inputs: &[u64]) -> Outcomes {
        let mut outcomes = Outcomes::default();
        self.outcomes_into(inputs, &mut outcomes);
        outcomes
    }

    /// Writes [`Self::outcomes`] to ones that exist already, and uses their memory.
    pub fn outcomes_into(&self, inputs: &[u64], outcomes: &mut Outcomes) {
        outcomes.branches.truncate(1);
        if outcomes.branches.is_empty() {
            outcomes.branches.push(Vec::new());
        }
        if let Some(first) = outcomes.branches.first_mut() {
            self.begin(inputs, first);
        }
        outcomes.values.resize(self.registers().len(), Vec::new());
        outcomes.values.iter_mut().for_each(Vec::clear);
        for index in self.inputs() {
            outcomes.note(*index);
        }
        let mut branches = Branches { sequence: self, outcomes, written: Vec::new() };
        let _ = interpret(self, 0, &mut branches);
    }

    /// Whether two lists of values are the same in every register that is read after a statement or
    /// is an output. The guarantee of a value that is not determined may depend on registers that
    /// are read no more, so such values distinguish branches.
    fn is_alike(&self, statement: usize, one: &[Value], other: &[Value]) -> bool {
        let all = self.last_uses.iter().zip(one.iter().zip(other));
        all.filter(|(last, _)| **last > statement + 1).all(|(_, (x, y))| {
            x == y && matches!(x.standing, Standing::Determined | Standing::Unknown)
        })
    }
}

/// Registers of each branch.
struct Branches<'s> {
    sequence: &'s Sequence,
    outcomes: &'s mut Outcomes,
    /// The registers that the present statement has written; none if it is an instruction of the
    /// catalog.
    written: Vec<usize>,
}

impl Interpretation for Branches<'_> {
    fn call(&mut self, at: At<'_>, call: &Call) -> ControlFlow<()> {
        let n_branches = self.outcomes.branches.len();
        let mut room = MAX_BRANCHES.saturating_sub(n_branches);
        for branch in 0..n_branches {
            let Some(values) = self.outcomes.branches.get(branch) else { break };
            let mut results = results(call, at.statement.guard.as_ref(), values);
            if results.len() > 1 + room {
                results.truncate(1);
                if let Some(only) = results.first_mut() {
                    let written = self.sequence.register(call.destination);
                    *only = only.opened(written.map_or(64, |it| it.width().into()));
                }
            }
            room -= results.len() - 1;
            for (place, value) in results.into_iter().enumerate() {
                if place == 0 {
                    self.outcomes.write(branch, call.destination, value);
                } else if let Some(mut other) = self.outcomes.branches.get(branch).cloned() {
                    set(&mut other, call.destination, value);
                    self.outcomes.branches.push(other);
                    self.outcomes.push(call.destination, value);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn companion(&mut self, _: At<'_>, companion: &Companion) {
        self.outcomes.branches.iter_mut().for_each(|values| companion.evaluate(values));
        self.written.extend(companion.destinations.iter().flatten());
    }

    fn copy(&mut self, _: At<'_>, from: Source, to: usize) {
        self.outcomes.branches.iter_mut().for_each(|values| copy(from, to, values));
        self.written.push(to);
    }

    fn repack(&mut self, _: At<'_>, parts: &Move) {
        self.outcomes.branches.iter_mut().for_each(|values| repack(parts, values));
        self.written.extend(parts.destinations.iter().flatten());
    }

    fn guard(&mut self, at: At<'_>, guard: &Guard) {
        // Results of the catalog are chosen before they make branches.
        if at.statement.action.call().is_none() {
            self.outcomes.branches.iter_mut().for_each(|values| guard.apply(values));
        }
    }

    fn finish(&mut self, at: At<'_>) {
        for register in self.written.drain(..) {
            self.outcomes.note(register);
        }
        self.merge(at.index);
    }
}

impl Branches<'_> {
    /// Leaves out branches that nothing after a statement distinguishes from an earlier one.
    fn merge(&mut self, statement: usize) {
        let branches = &mut self.outcomes.branches;
        let mut place = 1;
        while place < branches.len() {
            let (before, rest) = branches.split_at(place);
            let is_known = rest.first().is_some_and(|new| {
                before.iter().any(|old| self.sequence.is_alike(statement, old, new))
            });
            if is_known {
                drop(branches.remove(place));
            } else {
                place += 1;
            }
        }
    }
}
