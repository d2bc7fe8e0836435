//! Filling the slots of a syntax line.
//!
//! The assembler reads the modifiers of every instruction alike, so this knows nothing of their
//! meaning: companion instructions have a table and modifiers of their own, and fill their slots
//! here too.

use alloc::vec::Vec;

use super::form::Tolerated;
use super::requires::Requires;
use super::slot::{Choice, MAX_SLOTS, Presence, Slot, Word};
use super::target::Context;

/// A part of an instruction that has requirements: its row, or a modifier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The modifier, with its dot; nothing for the row.
    pub(crate) modifier: Option<&'static str>,
    /// The requirements of the ISA.
    pub(crate) requires: Requires,
    /// The versions and targets on which the assembler accepts it, where they are others.
    pub(crate) tolerated: Option<Tolerated>,
}

impl Part {
    /// A modifier.
    pub(crate) fn of<W: Word>(choice: &Choice<W>) -> Self {
        let Choice { modifier, requires, tolerated } = *choice;
        Self { modifier: Some(modifier.spelling()), requires, tolerated }
    }

    /// The requirements of the assembler.
    pub(crate) fn assembler_requires(&self) -> Requires {
        self.tolerated.map_or(self.requires, |other| other.requires)
    }

    /// Whether the assembler accepts it.
    pub(crate) fn is_assembled(&self, context: &Context) -> bool {
        self.assembler_requires().is_met(context)
    }
}

/// The modifier in each slot.
pub(crate) type Filled<W> = [Option<W>; MAX_SLOTS];

/// The parts of an instruction: its row, and the modifiers in its slots.
pub(crate) fn parts<W: Word>(
    row: Part,
    slots: &'static [Slot<W>],
    filled: &Filled<W>,
) -> impl Iterator<Item = Part> {
    let choices = slots.iter().zip(filled).filter_map(|(slot, word)| slot.choice((*word)?));
    core::iter::once(row).chain(choices.map(Part::of))
}

/// Every way to fill slots.
pub(crate) fn fillings<W: Word>(slots: &'static [Slot<W>]) -> impl Iterator<Item = Filled<W>> {
    // A mixed-radix counter over the slots; an optional slot has one more state, empty.
    let states = |slot: &Slot<W>| slot.choices.len() + usize::from(!slot.is_required());
    let total: usize = slots.iter().map(states).product();
    (0..total).map(move |mut number| {
        let mut filled = [None; MAX_SLOTS];
        for (slot, place) in slots.iter().zip(&mut filled) {
            let count = states(slot);
            let skipped = count - slot.choices.len();
            let index = (number % count).checked_sub(skipped);
            *place = index.and_then(|index| Some(slot.choices.get(index)?.modifier));
            number /= count;
        }
        filled
    })
}

/// Modifiers laid into the slots of a row.
#[derive(Clone, Debug)]
pub(crate) struct Laid<W> {
    /// The modifiers that found their slots.
    pub(crate) filled: Filled<W>,
    /// Positions of modifiers without a slot.
    pub(crate) leftover: Vec<usize>,
    /// Positions of modifiers that appear a second time.
    pub(crate) repeated: Vec<usize>,
    /// Positions of modifiers that must come right after the opcode and do not.
    pub(crate) misplaced: Vec<usize>,
    /// Slots that must be filled and are not.
    pub(crate) missing: Vec<usize>,
}

impl<W: Word> Laid<W> {
    /// Assigns modifiers to slots, in any order except for the types, which keep theirs.
    pub(crate) fn new(slots: &[Slot<W>], words: &[W]) -> Self {
        let mut filled = [None; MAX_SLOTS];
        let (mut leftover, mut repeated, mut misplaced) = (Vec::new(), Vec::new(), Vec::new());
        // If there are as many types as slots for them, they correspond one by one; otherwise a
        // type takes the next open slot.
        let n_types = words.iter().filter(|word| word.is_type()).count();
        let is_aligned = n_types == slots.iter().filter(|slot| slot.is_type()).count();
        let mut n_seen = 0;
        for (position, word) in words.iter().copied().enumerate() {
            let mut places = slots.iter().zip(&mut filled);
            let place = if word.is_type() {
                let mut places = places.filter(|(slot, _)| slot.is_type());
                let place = if is_aligned {
                    places.nth(n_seen)
                } else {
                    places.find(|(_, place)| place.is_none())
                };
                n_seen += 1;
                place.filter(|(slot, _)| slot.choice(word).is_some())
            } else {
                places.find(|(slot, _)| slot.choice(word).is_some())
            };
            match place {
                Some((slot, place)) if place.is_none() => {
                    *place = Some(word);
                    if position > 0 && matches!(slot.presence, Presence::Leading) {
                        misplaced.push(position);
                    }
                }
                Some((_, place)) if *place == Some(word) => repeated.push(position),
                Some(_) | None => leftover.push(position),
            }
        }
        let slots = slots.iter().zip(&filled).enumerate();
        let missing = slots.filter(|(_, (slot, place))| slot.is_required() && place.is_none());
        let missing = missing.map(|(index, _)| index).collect();
        Self { filled, leftover, repeated, misplaced, missing }
    }

    /// Whether every modifier has a slot of its own, and no slot lacks one.
    pub(crate) fn is_whole(&self) -> bool {
        self.leftover.is_empty() && self.repeated.is_empty() && self.missing.is_empty()
    }
}
