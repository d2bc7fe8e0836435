//! How a list of modifiers fits a row.

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::{Form, Group, Instruction, MAX_SLOTS, Modifier, Presence, forms_of};
use crate::order::sort_by_key;

/// Modifiers laid into the slots of a row.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The row.
    pub(super) form: &'static Form,
    /// What found its slot.
    pub(super) filled: [Option<Modifier>; MAX_SLOTS],
    /// Positions of modifiers that found none.
    pub(super) leftover: Vec<usize>,
    /// Positions of modifiers that stand there a second time.
    pub(super) repeated: Vec<usize>,
    /// Slots that must be filled and are not.
    pub(super) missing: Vec<usize>,
}

impl Fit {
    /// Lays modifiers into slots, in any order but for the types, which keep theirs.
    pub(super) fn new(form: &'static Form, modifiers: &[Modifier]) -> Self {
        let mut filled = [None; MAX_SLOTS];
        let (mut leftover, mut repeated) = (Vec::new(), Vec::new());
        for (position, modifier) in modifiers.iter().copied().enumerate() {
            let places = form.slots.iter().zip(&mut filled);
            let place = if modifier.group() == Group::Type {
                // The next open type slot must take it.
                places
                    .filter(|(slot, place)| slot.is_type() && place.is_none())
                    .take(1)
                    .find(|(slot, _)| slot.choice(modifier).is_some())
            } else {
                let mut offered = places.filter(|(slot, _)| slot.choice(modifier).is_some());
                offered.next()
            };
            match place {
                Some((_, place)) if place.is_none() => *place = Some(modifier),
                Some((_, place)) if *place == Some(modifier) => repeated.push(position),
                Some(_) | None => leftover.push(position),
            }
        }
        let missing = form.slots.iter().zip(&filled).enumerate();
        let is_missing = |(slot, filled): (&crate::catalog::Slot, &Option<Modifier>)| {
            slot.presence == Presence::Required && filled.is_none()
        };
        let missing =
            missing.filter(|(_, pair)| is_missing(*pair)).map(|(index, _)| index).collect();
        Self { form, filled, leftover, repeated, missing }
    }

    /// How far the modifiers are from the row; 0 if they fit.
    ///
    /// A wrong type weighs most: the type says best what the writer wants.
    pub(super) fn distance(&self, modifiers: &[Modifier]) -> usize {
        let weight = |position: &usize| match modifiers.get(*position).map(|m| m.group()) {
            Some(Group::Type) => 6,
            _ => 2,
        };
        self.leftover.iter().map(weight).sum::<usize>() + self.missing.len()
    }

    /// The instruction that remains if leftovers are dropped and gaps get their first choice.
    pub(super) fn completed(&self) -> Instruction {
        let mut filled = self.filled;
        for index in &self.missing {
            if let (Some(place), Some(slot)) = (filled.get_mut(*index), self.form.slots.get(*index))
            {
                *place = slot.choices.first().map(|choice| choice.modifier);
            }
        }
        Instruction { form: self.form, filled }
    }
}

/// The rows of an opcode with the fit of each, best first, documented rows before others.
pub(super) fn fits(opcode: &str, modifiers: &[Modifier]) -> Vec<Fit> {
    let mut fits: Vec<_> = forms_of(opcode).map(|form| Fit::new(form, modifiers)).collect();
    sort_by_key(&mut fits, |fit| fit.distance(modifiers));
    fits
}

/// The type spellings a row accepts, such as `.f32.bf16`.
pub(super) fn type_signatures(form: &'static Form) -> Vec<Vec<Modifier>> {
    let mut signatures = alloc::vec![Vec::new()];
    for slot in form.slots.iter().filter(|slot| slot.is_type()) {
        signatures = (signatures.iter())
            .flat_map(|prefix| {
                slot.choices.iter().map(move |choice| {
                    let mut longer: Vec<Modifier> = prefix.clone();
                    longer.push(choice.modifier);
                    longer
                })
            })
            .collect();
    }
    signatures
}

/// The spelling of modifiers in a row.
pub(super) fn spell(modifiers: &[Modifier]) -> String {
    modifiers.iter().map(|modifier| modifier.spelling()).collect()
}
