//! The registers that statements read and write.

use alloc::vec::Vec;

use super::{Action, Call, Fusion, Sequence, Source, Statement};
use crate::order::push_new;

impl Action {
    /// The instruction of the catalog that it is.
    pub(super) const fn call(&self) -> Option<&Call> {
        if let Self::Call(call) = self { Some(call) } else { None }
    }

    /// The operands that it reads.
    pub(super) fn sources(&self) -> &[Source] {
        match self {
            Self::Call(call) => &call.sources,
            Self::Companion(each) => &each.sources,
            Self::Move(each) => &each.sources,
            Self::Unknown(_) | Self::Declaration => &[],
        }
    }

    /// The operands that it reads, then those of the products that it may be fused with.
    pub(super) fn sources_with_products(&self) -> impl Iterator<Item = Source> {
        let contractions = self.call().into_iter().flat_map(|call| &call.contractions);
        let ways = contractions.flat_map(|each| &each.ways);
        self.sources().iter().copied().chain(ways.flat_map(Fusion::sources))
    }

    /// The registers that it writes.
    pub(super) fn destinations(&self) -> Vec<usize> {
        match self {
            Self::Call(call) => alloc::vec![call.destination],
            Self::Companion(each) => each.destinations.iter().copied().flatten().collect(),
            Self::Move(each) => each.destinations.iter().copied().flatten().collect(),
            Self::Unknown(destinations) => destinations.clone(),
            Self::Declaration => Vec::new(),
        }
    }
}

impl Statement {
    /// The registers that it writes.
    pub fn destinations(&self) -> Vec<usize> {
        self.action.destinations()
    }

    /// The registers that it reads, each once: its operands, then the predicate of its guard.
    pub fn reads(&self) -> Vec<usize> {
        let guard = self.guard.iter().map(|guard| guard.source);
        registers(self.action.sources().iter().copied().chain(guard))
    }

    /// The registers that have the values of those that it writes, if it does not run.
    pub(super) fn kept(&self) -> impl Iterator<Item = usize> {
        let kept = self.guard.iter().flat_map(|guard| &guard.kept);
        kept.filter_map(|(_, before)| *before)
    }
}

/// The registers among operands, each once.
pub(super) fn registers(sources: impl Iterator<Item = Source>) -> Vec<usize> {
    let mut registers = Vec::new();
    for source in sources {
        if let Source::Register { index, .. } = source {
            push_new(&mut registers, index);
        }
    }
    registers
}

/// For each register, one more than the last statement that reads it; the largest number for
/// outputs.
pub(super) fn last_uses(sequence: &Sequence) -> Vec<usize> {
    let mut last = alloc::vec![0; sequence.registers.len()];
    let mut note = |register: usize, end: usize| {
        if let Some(place) = last.get_mut(register) {
            *place = end;
        }
    };
    for (index, statement) in sequence.statements.iter().enumerate() {
        let products = registers(statement.action.sources_with_products());
        let all = products.into_iter().chain(statement.reads()).chain(statement.kept());
        all.for_each(|register| note(register, index + 1));
    }
    sequence.outputs.iter().for_each(|output| note(*output, usize::MAX));
    last
}
