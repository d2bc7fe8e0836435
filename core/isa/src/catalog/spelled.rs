//! From a spelling to its instructions, without diagnostics.

use alloc::vec::Vec;

use super::form::{Form, MAX_SLOTS};
use super::instruction::Instruction;
use super::modifier::Modifier;
use super::{forms_of, opcodes};

/// The instructions of a spelling in any letter case, with modifiers in any order: several where
/// forms differ in their operands or in their requirements.
///
/// [`check`](crate::syntax::check) reports the errors in any other text, which takes much more
/// code.
///
/// ```
/// use ptxfp::catalog::spelled;
///
/// assert_eq!(spelled("FMA.rn.ftz.F32")[0].to_string(), "fma.rn.ftz.f32");
/// assert_eq!(spelled("fma.rn.ftz.f64"), []);
/// ```
#[must_use]
pub fn spelled(text: &str) -> Vec<Instruction> {
    let (head, rest) =
        text.split_at_checked(text.find('.').unwrap_or(text.len())).unwrap_or_default();
    let opcode = opcodes().find(|opcode| opcode.eq_ignore_ascii_case(head)).unwrap_or_default();
    forms_of(opcode).filter_map(|form| fill(form, rest)).collect()
}

/// A form with its slots filled by modifiers, if all of them fit and none is missing.
fn fill(form: &'static Form, mut rest: &str) -> Option<Instruction> {
    let mut filled = [None; MAX_SLOTS];
    let mut last_type = 0;
    while !rest.is_empty() {
        let mut slots = form.slots.iter().zip(&mut filled).enumerate();
        rest = slots.find_map(|(index, (slot, place))| {
            let choice = slot.choices.iter().find_map(|choice| {
                let behind = without(rest, choice.modifier.spelling())?;
                // The order of types counts.
                let is_type = matches!(choice.modifier, Modifier::Type(_));
                (place.is_none() && !(is_type && index < last_type)).then_some((
                    choice.modifier,
                    is_type,
                    behind,
                ))
            });
            let (modifier, is_type, behind) = choice?;
            last_type = if is_type { index } else { last_type };
            *place = Some(modifier);
            Some(behind)
        })?;
    }
    let mut slots = form.slots.iter().zip(&filled);
    let is_whole = slots.all(|(slot, place)| place.is_some() || !slot.is_required());
    let instruction = Instruction { form, filled };
    (is_whole && form.pairs(instruction.signature())).then_some(instruction)
}

/// Returns the rest of a text after a modifier at its beginning, if the modifier ends there.
fn without<'t>(text: &'t str, modifier: &str) -> Option<&'t str> {
    let (start, behind) = text.split_at_checked(modifier.len())?;
    let is_whole = behind.is_empty() || behind.starts_with('.');
    (is_whole && start.eq_ignore_ascii_case(modifier)).then_some(behind)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::catalog::{Context, LATEST_ISA, TARGETS, forms, instructions_of};
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_instruction_is_found_by_its_spelling() {
        for instruction in forms().flat_map(instructions_of) {
            assert!(spelled(&instruction.to_string()).contains(&instruction), "{instruction}");
        }
    }

    #[test]
    fn what_is_available_is_what_the_diagnosis_takes() {
        for target in TARGETS.iter().rev().step_by(7) {
            let context = Context { isa: LATEST_ISA, target };
            for instruction in forms().flat_map(instructions_of) {
                let text = instruction.to_string();
                let found = spelled(&text).into_iter().find(|it| it.is_available(&context));
                let checked = check(&text, &context).instruction;
                assert_eq!(found.is_some(), checked.is_some(), "{text} on {}", target.name);
                assert!(checked.is_none_or(|it| spelled(&text).contains(&it)), "{text}");
            }
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in
            ["", ".", "add", "add.", "add.f32.", "add.f32.f32", "add..f32", "bogus.f32", "é.f32"]
        {
            assert_eq!(spelled(text), [], "{text}");
        }
    }
}
