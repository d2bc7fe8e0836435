//! Memory as one thread leaves it: what it stored, byte by byte.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::variables::Space;

/// The pointer or variable that a register was computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// None: it is a number.
    #[default]
    None,
    /// The register of an input that is a pointer without a value.
    Pointer(usize),
    /// A variable.
    Variable(usize),
    /// Several of them.
    Several,
}

impl Origin {
    /// The origin of a result of both.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, any) | (any, Self::None) => any,
            (one, two) if one == two => one,
            (
                Self::Pointer(_) | Self::Variable(_) | Self::Several,
                Self::Pointer(_) | Self::Variable(_) | Self::Several,
            ) => Self::Several,
        }
    }

    /// Whether an address of this origin may be one of another origin, if one of both is not known.
    fn meets(self, other: Self) -> bool {
        let is_one = |it: Self| matches!(it, Self::Pointer(_) | Self::Variable(_));
        self == other || !is_one(self) || !is_one(other)
    }
}

/// An address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) space: Space,
    /// The number; `None` if it is not known, or not determined.
    pub(super) address: Option<u64>,
    pub(super) origin: Origin,
}

/// A predicate that decides whether statements run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// The register of the predicate.
    pub(super) register: usize,
    /// Whether they run if it is false.
    pub(super) is_negated: bool,
}

impl Condition {
    /// The opposite.
    pub(super) const fn negated(self) -> Self {
        Self { is_negated: !self.is_negated, ..self }
    }
}

/// The content of bytes that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A register of as many bits.
    Register(usize),
    /// Nothing that this thread knows: a load is an input.
    Input,
    /// Nothing that is known.
    Unknown,
}

/// Bytes that were written.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) place: Place,
    pub(super) size: usize,
    pub(super) content: Content,
    /// The predicates that all decide whether it happens.
    pub(super) conditions: Vec<Condition>,
    /// The statement that did it.
    pub(super) statement: usize,
}

/// The bytes that a load reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// This thread has not written them.
    Nothing,
    /// They are a register that was written as a whole.
    Whole(usize),
    /// They are bytes of registers, each with its place there.
    Bytes(Vec<(usize, usize)>),
    /// They were written under these conditions; otherwise they are what was there before.
    Perhaps(Vec<Condition>, usize, Box<Found>),
    /// A statement may have written them, or a part of them.
    Unclear(usize),
}

/// Bytes in one part of the index.
const GRANULE: u64 = 16;

/// All that was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    writes: Vec<Write>,
    /// The writes at known addresses, by these.
    by_address: BTreeMap<u64, Vec<usize>>,
    /// The other ones.
    unplaced: Vec<usize>,
}

impl Memory {
    /// Adds bytes that are written.
    pub(super) fn write(&mut self, write: Write) {
        let index = self.writes.len();
        match write.place.address {
            Some(address) => {
                for part in parts(address, write.size) {
                    self.by_address.entry(part).or_default().push(index);
                }
            }
            None => self.unplaced.push(index),
        }
        self.writes.push(write);
    }

    /// The bytes that a load reads which runs under some conditions.
    pub(super) fn read(&self, place: Place, size: usize, conditions: &[Condition]) -> Found {
        self.read_before(self.writes.len(), place, size, conditions)
    }

    fn read_before(
        &self,
        end: usize,
        place: Place,
        size: usize,
        conditions: &[Condition],
    ) -> Found {
        let Some(address) = place.address else {
            let any = self.writes.iter().take(end).rev().find(|write| may_meet(write, place, size));
            return any.map_or(Found::Nothing, |write| match write.content {
                Content::Input => Found::Nothing,
                Content::Register(_) | Content::Unknown => Found::Unclear(write.statement),
            });
        };
        let candidates = self.candidates(address, size, end);
        let mut bytes: Vec<Option<(usize, usize)>> = alloc::vec![None; size];
        for index in candidates {
            let Some(write) = self.writes.get(index) else { continue };
            if !may_meet(write, place, size) {
                continue;
            }
            let Some(from) = write.place.address else {
                return if is_done(&bytes) {
                    found(&bytes)
                } else {
                    Found::Unclear(write.statement)
                };
            };
            if write.conditions.iter().any(|it| conditions.contains(&it.negated())) {
                continue;
            }
            let is_sure = conditions.starts_with(&write.conditions);
            let is_whole = from == address && write.size == size;
            let Content::Register(register) = write.content else {
                let is_input = write.content == Content::Input && bytes.iter().all(Option::is_none);
                return if is_input { Found::Nothing } else { Found::Unclear(write.statement) };
            };
            if !is_sure {
                if !is_whole || bytes.iter().any(Option::is_some) {
                    return Found::Unclear(write.statement);
                }
                let before = self.read_before(index, place, size, conditions);
                return Found::Perhaps(write.conditions.clone(), register, Box::new(before));
            }
            if is_whole && bytes.iter().all(Option::is_none) {
                return Found::Whole(register);
            }
            for (offset, byte) in (address..).zip(bytes.iter_mut()) {
                let within = offset.checked_sub(from).and_then(|it| usize::try_from(it).ok());
                if let (Some(within), None) = (within.filter(|it| *it < write.size), &byte) {
                    *byte = Some((register, within));
                }
            }
            if is_done(&bytes) {
                return found(&bytes);
            }
        }
        match bytes.iter().flatten().next() {
            None => Found::Nothing,
            Some((register, _)) => self.partly(*register),
        }
    }

    /// The answer where only a part of the bytes was written.
    fn partly(&self, register: usize) -> Found {
        let write = self.writes.iter().rev().find(|it| it.content == Content::Register(register));
        Found::Unclear(write.map_or(0, |write| write.statement))
    }

    /// The writes before one that may be at an address, the last one first.
    fn candidates(&self, address: u64, size: usize, end: usize) -> Vec<usize> {
        let own = parts(address, size).filter_map(|part| self.by_address.get(&part));
        let mut all: Vec<usize> = own.flatten().chain(&self.unplaced).copied().collect();
        all.retain(|index| *index < end);
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }

    /// Whether a pointer other than that of a load was stored through in its space.
    pub(super) fn has_other_pointer(&self, place: Place) -> bool {
        self.writes.iter().any(|write| {
            let is_other = write.place.origin != place.origin;
            let is_pointer = |origin| matches!(origin, Origin::Pointer(_));
            let are_pointers = is_pointer(write.place.origin) && is_pointer(place.origin);
            is_other && are_pointers && write.place.space.meets(place.space)
        })
    }
}

/// The parts of the index that bytes are in.
fn parts(address: u64, size: usize) -> impl Iterator<Item = u64> {
    let last = address.saturating_add(size.saturating_sub(1) as u64);
    address / GRANULE..=last / GRANULE
}

/// Whether a write may have written bytes of a place.
fn may_meet(write: &Write, place: Place, size: usize) -> bool {
    if !write.place.space.meets(place.space) {
        return false;
    }
    match (write.place.address, place.address) {
        (Some(from), Some(to)) => {
            from < to.saturating_add(size as u64) && to < from.saturating_add(write.size as u64)
        }
        _ => write.place.origin.meets(place.origin),
    }
}

fn is_done(bytes: &[Option<(usize, usize)>]) -> bool {
    bytes.iter().all(Option::is_some)
}

fn found(bytes: &[Option<(usize, usize)>]) -> Found {
    Found::Bytes(bytes.iter().copied().flatten().collect())
}
