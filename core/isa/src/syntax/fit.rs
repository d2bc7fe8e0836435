//! The fit of a list of modifiers to a row.

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::{Form, Instruction, Laid, Modifier, forms_of};

/// Modifiers laid into the slots of a row.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The row.
    pub(super) form: &'static Form,
    /// The modifiers in its slots, and those without one.
    pub(super) laid: Laid<Modifier>,
    /// Whether the types do not go together.
    pub(super) is_mispaired: bool,
    /// The distance of the modifiers from the row; 0 if they fit.
    pub(super) distance: usize,
}

impl Fit {
    /// Assigns modifiers to slots, in any order except for the types, which keep theirs.
    pub(super) fn new(form: &'static Form, modifiers: &[Modifier]) -> Self {
        let laid = Laid::new(form.slots, modifiers);
        // The type says best what the writer wants.
        let is_type =
            |position: &usize| matches!(modifiers.get(*position), Some(Modifier::Type(_)));
        let weights = laid.leftover.iter().map(|position| if is_type(position) { 6 } else { 2 });
        let distance = weights.sum::<usize>() + laid.missing.len();
        let mut fit = Self { form, laid, is_mispaired: false, distance };
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
        Instruction { form: self.form, filled: self.laid.filled }
    }

    /// The instruction that remains if leftovers are dropped and gaps get their first choice.
    pub(super) fn completed(&self) -> Instruction {
        let mut filled = self.laid.filled;
        for (index, (slot, place)) in self.form.slots.iter().zip(&mut filled).enumerate() {
            if self.laid.missing.contains(&index) {
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
