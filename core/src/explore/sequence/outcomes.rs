//! The results of a sequence, with every choice that contraction leaves.
//!
//! A sum that may be [fused](super::contraction) is computed each way. Where the ways agree, there
//! is nothing to choose; where they do not, the evaluation continues with each result. Such *branches*
//! merge when they agree in all registers that are still to be read, so that chains of sums have
//! few. Beyond [`MAX_BRANCHES`] the result of a sum is open: its standing is that of a
//! [reference](Standing::Reference).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::lane::{evaluate, fuse};
use super::{Action, Call, Fusion, Guard, Sequence, Source, Standing, Value};
use crate::order::push_new;

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
            super::run::set(values, register, value);
        }
        self.push(register, value);
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
        self.statements().iter().any(|statement| match &statement.action {
            Action::Call(call) => !call.contractions.is_empty(),
            Action::Companion(_) | Action::Move(_) | Action::Unknown(_) | Action::Declaration => {
                false
            }
        })
    }

    /// The values of all registers with every choice that contraction leaves. Inputs are those of
    /// [`Self::evaluate`].
    #[must_use]
    pub fn outcomes(&self, inputs: &[u64]) -> Outcomes {
        let mut outcomes = Outcomes::default();
        self.outcomes_into(inputs, &mut outcomes);
        outcomes
    }

    /// The same, into `outcomes`, which can be used again.
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
        let given = outcomes.branches.first().cloned().unwrap_or_default();
        for index in self.inputs() {
            outcomes.push(*index, given.get(*index).copied().unwrap_or(Value::UNKNOWN));
        }
        for (index, statement) in self.statements().iter().enumerate() {
            if let Action::Call(call) = &statement.action {
                let n_branches = outcomes.branches.len();
                let mut room = MAX_BRANCHES.saturating_sub(n_branches);
                for branch in 0..n_branches {
                    let Some(values) = outcomes.branches.get_mut(branch) else { break };
                    let mut results = results(call, statement.guard.as_ref(), values);
                    if results.len() > 1 + room {
                        results.truncate(1);
                        if let Some(only) = results.first_mut() {
                            let written = self.register(call.destination);
                            *only = only.opened(written.map_or(64, |it| it.width().into()));
                        }
                    }
                    room -= results.len() - 1;
                    for (place, value) in results.into_iter().enumerate() {
                        if place == 0 {
                            outcomes.write(branch, call.destination, value);
                        } else if let Some(mut other) = outcomes.branches.get(branch).cloned() {
                            super::run::set(&mut other, call.destination, value);
                            outcomes.branches.push(other);
                            outcomes.push(call.destination, value);
                        }
                    }
                }
            } else if matches!(&statement.action, Action::Move(_) | Action::Companion(_)) {
                for values in &mut outcomes.branches {
                    match &statement.action {
                        Action::Move(each) => super::run::move_parts(each, values),
                        Action::Companion(each) => each.evaluate(values),
                        Action::Call(_) | Action::Unknown(_) | Action::Declaration => {}
                    }
                    if let Some(guard) = &statement.guard {
                        guard.apply(values);
                    }
                }
                for register in statement.destinations() {
                    for branch in 0..outcomes.branches.len() {
                        let values = outcomes.branches.get(branch);
                        let value = values.and_then(|values| values.get(register)).copied();
                        outcomes.push(register, value.unwrap_or(Value::UNKNOWN));
                    }
                }
            }
            self.merge(index, outcomes);
        }
    }

    /// Leaves out branches that nothing after a statement distinguishes from an earlier one.
    fn merge(&self, statement: usize, outcomes: &mut Outcomes) {
        let mut place = 1;
        while place < outcomes.branches.len() {
            let (before, rest) = outcomes.branches.split_at(place);
            let is_known = rest
                .first()
                .is_some_and(|new| before.iter().any(|old| self.is_alike(statement, old, new)));
            if is_known {
                drop(outcomes.branches.remove(place));
            } else {
                place += 1;
            }
        }
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

impl Sequence {
    /// The reason for several results of a statement, in a sentence: the product that may be fused
    /// with its sum, and the section of the ISA; `None` if nothing may be. Code is between
    /// backquotes.
    #[must_use]
    pub fn contraction(&self, statement: usize) -> Option<String> {
        let Action::Call(call) = &self.statements.get(statement)?.action else { return None };
        let mut ways = call.contractions.iter().flat_map(|each| &each.ways);
        let first = ways.next()?;
        let mut products: Vec<usize> = Vec::new();
        for way in call.contractions.iter().flat_map(|each| &each.ways) {
            push_new(&mut products, way.product);
        }
        let spelled = |index: &usize| match &self.statements.get(*index)?.action {
            Action::Call(product) => Some(["`", &product.instruction.to_string(), "`"].concat()),
            Action::Companion(_) | Action::Move(_) | Action::Unknown(_) | Action::Declaration => {
                None
            }
        };
        let mut names: Vec<String> = Vec::new();
        products.iter().filter_map(spelled).for_each(|name| push_new(&mut names, name));
        Some(
            [
                "The product of ",
                &names.join(" or "),
                " may be rounded, or fused with the sum of `",
                &call.instruction.to_string(),
                "` as `",
                &first.instruction.to_string(),
                "` (",
                &call.instruction.form.source.to_string(),
                "): `.rn` on either prevents fusion.",
            ]
            .concat(),
        )
    }
}

/// For each register, one more than the last statement that reads it; the largest number for
/// outputs.
pub(super) fn last_uses(sequence: &Sequence) -> Vec<usize> {
    let mut last = alloc::vec![0; sequence.registers.len()];
    let mut note = |source: &Source, end: usize| {
        if let Source::Register { index, .. } = source
            && let Some(place) = last.get_mut(*index)
        {
            *place = end;
        }
    };
    for (index, statement) in sequence.statements.iter().enumerate() {
        match &statement.action {
            Action::Call(call) => {
                call.sources.iter().for_each(|source| note(source, index + 1));
                let ways = call.contractions.iter().flat_map(|each| &each.ways);
                ways.flat_map(Fusion::sources).for_each(|source| note(&source, index + 1));
            }
            Action::Companion(each) => {
                each.sources.iter().for_each(|source| note(source, index + 1));
            }
            Action::Move(each) => each.sources.iter().for_each(|source| note(source, index + 1)),
            Action::Unknown(_) | Action::Declaration => {}
        }
        if let Some(guard) = &statement.guard {
            note(&guard.source, index + 1);
            for kept in guard.kept.iter().filter_map(|(_, kept)| *kept) {
                note(&Source::Register { index: kept, is_reinterpreted: false }, index + 1);
            }
        }
    }
    for output in &sequence.outputs {
        note(&Source::Register { index: *output, is_reinterpreted: false }, usize::MAX);
    }
    last
}
