//! The fit of a list of modifiers to a row.

use alloc::string::String;
use alloc::vec::Vec;

use super::parse::MAX_MODIFIERS;
use crate::catalog::{Form, Group, Instruction, MAX_SLOTS, Modifier, forms_of};

/// A set of positions below 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Positions(u32);

const _: () = assert!(MAX_MODIFIERS <= 32 && MAX_SLOTS <= 32);

impl Positions {
    fn insert(&mut self, position: usize) {
        self.0 |= 1 << position;
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |position| self.0 >> position & 1 == 1)
    }
}

/// Modifiers laid into the slots of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// The row.
    pub(super) form: &'static Form,
    /// The modifiers that found their slots.
    filled: [Option<Modifier>; MAX_SLOTS],
    /// Positions of modifiers without a slot.
    pub(super) leftover: Positions,
    /// Positions of modifiers that appear a second time.
    pub(super) repeated: Positions,
    /// Slots that must be filled and are not.
    pub(super) missing: Positions,
    /// Whether the types do not go together.
    pub(super) is_mispaired: bool,
    /// The distance of the modifiers from the row; 0 if they fit.
    pub(super) distance: usize,
}

impl Fit {
    /// Assigns modifiers to slots, in any order except for the types, which keep theirs.
    pub(super) fn new(form: &'static Form, modifiers: &[Modifier]) -> Self {
        let mut filled = [None; MAX_SLOTS];
        let (mut leftover, mut repeated) = (Positions::default(), Positions::default());
        let mut distance = 0;
        let n_types = modifiers.iter().filter(|modifier| modifier.group() == Group::Type).count();
        // If there are as many types as slots for them, they correspond one by one; otherwise a
        // type takes the next open slot.
        let is_aligned = n_types == form.type_slots().count();
        let mut n_seen = 0;
        for (position, modifier) in modifiers.iter().copied().enumerate() {
            let mut places = form.slots.iter().zip(&mut filled);
            let is_type = modifier.group() == Group::Type;
            let place = if is_type {
                let mut slots = places.filter(|(slot, _)| slot.is_type());
                let slot = if is_aligned {
                    slots.nth(n_seen)
                } else {
                    slots.find(|(_, place)| place.is_none())
                };
                n_seen += 1;
                slot.filter(|(slot, _)| slot.choice(modifier).is_some())
            } else {
                places.find(|(slot, _)| slot.choice(modifier).is_some())
            };
            match place {
                Some((_, place)) if place.is_none() => *place = Some(modifier),
                Some((_, place)) if *place == Some(modifier) => repeated.insert(position),
                Some(_) | None => {
                    leftover.insert(position);
                    // The type says best what the writer wants.
                    distance += if is_type { 6 } else { 2 };
                }
            }
        }
        let mut missing = Positions::default();
        for (index, (slot, place)) in form.slots.iter().zip(&filled).enumerate() {
            if slot.is_required() && place.is_none() {
                missing.insert(index);
                distance += 1;
            }
        }
        let mut fit =
            Self { form, filled, leftover, repeated, missing, is_mispaired: false, distance };
        fit.is_mispaired = !form.pairs(fit.completed().signature());
        fit.distance += 3 * usize::from(fit.is_mispaired);
        fit
    }

    /// Whether the modifiers are those of the row.
    pub(super) const fn is_exact(&self) -> bool {
        self.distance == 0
    }

    /// Returns the spelled part of an instruction, including gaps.
    #[cfg(feature = "full")]
    pub(super) const fn spelled(&self) -> Instruction {
        Instruction { form: self.form, filled: self.filled }
    }

    /// The instruction that remains if leftovers are dropped and gaps get their first choice.
    pub(super) fn completed(&self) -> Instruction {
        let mut filled = self.filled;
        for (index, (slot, place)) in self.form.slots.iter().zip(&mut filled).enumerate() {
            if self.missing.0 >> index & 1 == 1 {
                *place = slot.choices.first().map(|choice| choice.modifier);
            }
        }
        Instruction { form: self.form, filled }
    }
}

/// The rows of an opcode with the fit of each, documented rows before others.
pub(super) fn fits(opcode: &str, modifiers: &[Modifier]) -> Vec<Fit> {
    forms_of(opcode).map(|form| Fit::new(form, modifiers)).collect()
}

/// The spelling of modifiers in a row.
pub(super) fn spell(modifiers: &[Modifier]) -> String {
    modifiers.iter().map(|modifier| modifier.spelling()).collect()
}
