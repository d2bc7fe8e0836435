//! From a spelling to its instructions, without diagnostics.

use alloc::vec::Vec;

use super::fill::Laid;
use super::form::Form;
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
    let mut words = text.split('.');
    let is_it = |known: &str, word: &str| known.eq_ignore_ascii_case(word);
    let head = words.next().unwrap_or_default();
    let opcode = opcodes().find(|opcode| is_it(opcode, head)).unwrap_or_default();
    let modifiers = words.map(|word| {
        Modifier::find(&|known| known.strip_prefix('.').is_some_and(|known| is_it(known, word)))
    });
    let Some(modifiers) = modifiers.collect::<Option<Vec<_>>>() else { return Vec::new() };
    let instruction = |form: &'static Form| {
        let laid = Laid::new(form.slots, &modifiers);
        let found = Instruction { form, filled: laid.filled };
        (laid.is_whole() && form.pairs(found.signature())).then_some(found)
    };
    forms_of(opcode).filter_map(instruction).collect()
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
