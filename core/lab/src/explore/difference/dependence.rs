//! The cells of the inputs that each lane of a register depends on.

use alloc::vec::Vec;

use super::space::Cell;
use super::subject::Subject;
use crate::catalog::Type;
use crate::eval::MAX_LANES;
use crate::explore::sequence::{Action, Call, Move, Source};

/// The cells that each part of a register depends on, as sets of bits.
#[derive(Clone, Copy)]
pub(super) struct Dependence {
    lanes: u8,
    stride: u8,
    cells: [u64; MAX_LANES],
}

impl Dependence {
    pub(super) const NONE: Self = Self { lanes: 1, stride: 0, cells: [0; MAX_LANES] };

    /// A register each part of which depends on all of these cells.
    fn on(cells: u64) -> Self {
        Self { cells: [cells; MAX_LANES], ..Self::NONE }
    }

    /// Returns the cells that any part depends on.
    pub(super) fn all(&self) -> u64 {
        self.cells.iter().fold(0, |all, each| all | each)
    }

    /// Returns the cells that a lane depends on, if the register has lanes of this number and
    /// stride.
    pub(super) fn part(&self, lanes: u8, stride: u8, lane: u8) -> u64 {
        let own = self.cells.get(usize::from(lane)).copied().unwrap_or(0);
        if (self.lanes, self.stride) == (lanes, stride) { own } else { self.all() }
    }
}

/// Returns the cells that each register of a subject depends on; `places` has the index of each of
/// its inputs among those of the pair.
pub(super) fn dependences(subject: &Subject, places: &[usize], cells: &[Cell]) -> Vec<Dependence> {
    let sequence = subject.sequence();
    let mut found = alloc::vec![Dependence::NONE; sequence.registers().len()];
    for (register, place) in sequence.inputs().iter().zip(places) {
        let own = cells.iter().enumerate().filter(|(_, cell)| cell.input == *place);
        let own: Vec<u64> = own.map(|(index, _)| 1 << (index & 63)).collect();
        let kind = sequence.register(*register).map_or(Type::B32, |register| register.kind);
        let packing = kind.packing();
        let mut dependence = Dependence::NONE;
        if own.len() == usize::from(packing.lanes) {
            (dependence.lanes, dependence.stride) = (packing.lanes, packing.stride);
            dependence.cells.iter_mut().zip(&own).for_each(|(place, cell)| *place = *cell);
        } else {
            let all = own.iter().fold(0, |all, each| all | each);
            dependence.cells = [all; MAX_LANES];
        }
        if let Some(place) = found.get_mut(*register) {
            *place = dependence;
        }
    }
    for statement in sequence.statements() {
        let written = match &statement.action {
            Action::Call(call) => alloc::vec![(call.destination, called(call, &found))],
            Action::Companion(each) => {
                let all = each.sources.iter().map(|source| of(source, &found).all());
                let whole = Dependence::on(all.fold(0, |all, own| all | own));
                each.destinations.iter().copied().flatten().map(|index| (index, whole)).collect()
            }
            Action::Move(each) => moved(each, &found),
            Action::Unknown(_) | Action::Declaration => Vec::new(),
        };
        let written: Vec<_> = match &statement.guard {
            None => written,
            Some(guard) => {
                let condition = of(&guard.source, &found).all();
                let kept = |index: usize| {
                    let kept = guard.kept.iter().find(|(written, _)| *written == index);
                    let before = kept.and_then(|(_, before)| found.get((*before)?));
                    before.map_or(0, Dependence::all)
                };
                let chosen = |(index, own): (usize, Dependence)| {
                    (index, Dependence::on(own.all() | condition | kept(index)))
                };
                written.into_iter().map(chosen).collect()
            }
        };
        for (index, dependence) in written {
            if let Some(place) = found.get_mut(index) {
                *place = dependence;
            }
        }
    }
    found
}

fn of(source: &Source, found: &[Dependence]) -> Dependence {
    match source {
        Source::Register { index, .. } => found.get(*index).copied().unwrap_or(Dependence::NONE),
        Source::Value(_) => Dependence::NONE,
    }
}

/// Returns the cells that the result of an instruction depends on.
fn called(call: &Call, found: &[Dependence]) -> Dependence {
    let packing = call.instruction.destination_type().packing();
    let mut result = Dependence::NONE;
    (result.lanes, result.stride) = (packing.lanes, packing.stride);
    for (lane, place) in (0..packing.lanes).zip(&mut result.cells) {
        for (index, own) in call.prepared.operands_of_lane(lane) {
            let packing = call.prepared.source(index);
            let source = call.sources.get(index).map_or(Dependence::NONE, |it| of(it, found));
            let is_random = call.prepared.is_random(index);
            let part = source.part(packing.lanes, packing.stride, own);
            *place |= if is_random { source.all() } else { part };
        }
    }
    result
}

/// Returns the registers that a `mov` writes, with the cells they depend on.
fn moved(each: &Move, found: &[Dependence]) -> Vec<(usize, Dependence)> {
    let count = |n: usize| u8::try_from(n).unwrap_or(1);
    let (n_sources, n_parts) = (each.sources.len(), each.destinations.len());
    if n_sources == n_parts {
        let pairs = each.destinations.iter().zip(&each.sources);
        let written = pairs.filter_map(|(to, source)| Some(((*to)?, of(source, found))));
        return written.collect();
    }
    let first = each.sources.first().map_or(Dependence::NONE, |source| of(source, found));
    let mut whole = first;
    if n_sources > 1 {
        whole = Dependence::NONE;
        (whole.lanes, whole.stride) = (count(n_sources), each.part_width);
        for (place, source) in whole.cells.iter_mut().zip(&each.sources) {
            *place = of(source, found).all();
        }
    }
    let mut written = Vec::new();
    for (lane, destination) in (0..).zip(&each.destinations) {
        let Some(destination) = destination else { continue };
        let mut part = whole;
        if n_parts > 1 {
            part = Dependence::NONE;
            part.stride = each.part_width;
            part.cells[0] = first.part(count(n_parts), each.part_width, lane);
        }
        written.push((*destination, part));
    }
    written
}
