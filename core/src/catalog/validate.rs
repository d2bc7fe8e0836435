//! Self-checks of the rows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    Context, FORMS, Form, Group, ISA_VERSIONS, Modifier, Presence, Slot, Status, TARGETS, Target,
    instructions_of, isa, opcodes,
};
use crate::number::text::parse;
use crate::source::Document;
use crate::syntax::{Legality, check};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The newest context: every row is legal there but for those of early targets.
fn newest() -> Context {
    Context { isa: super::LATEST_ISA, target: Target::parse("sm_121a").unwrap() }
}

fn early() -> Context {
    Context { isa: isa(1, 4), target: Target::parse("sm_10").unwrap() }
}

/// A slot as the ISA writes it.
fn render(slot: &Slot) -> String {
    match slot.presence {
        Presence::Required => slot.name.to_string(),
        Presence::Optional { .. } => format!("{{{}}}", slot.name),
    }
}

#[test]
fn slots_render_the_syntax_line() {
    for form in FORMS {
        let slots: String = form.slots.iter().map(render).collect();
        let names: Vec<_> = form.operands.iter().map(|operand| operand.name).collect();
        let line = format!("{}{slots}  {};", form.opcode, names.join(", "));
        assert_eq!(line, form.syntax);
    }
}

#[test]
fn a_slot_of_one_fixed_choice_is_named_after_it() {
    for slot in FORMS.iter().flat_map(|form| form.slots) {
        assert!(!slot.choices.is_empty());
        if let [only] = slot.choices {
            let spelling = only.modifier.spelling();
            assert!(slot.name == spelling || slot.name == ".rnd", "{} {spelling}", slot.name);
        }
        let group = slot.choices[0].modifier.group();
        assert!(slot.choices.iter().all(|choice| choice.modifier.group() == group));
    }
}

#[test]
fn every_row_has_examples_that_resolve_to_it_and_a_source() {
    for form in FORMS {
        assert!(!form.examples.is_empty(), "{}", form.syntax);
        for example in form.examples {
            let context =
                if *example == form.examples[0] && is_early(form) { early() } else { newest() };
            let found = check(example, &context);
            let instruction = found.instruction.unwrap_or_else(|| panic!("{example}: {found:?}"));
            assert!(
                core::ptr::eq(instruction.form, *form) || instruction.form == *form,
                "{example}"
            );
            assert_eq!(instruction.to_string(), *example);
        }
        let observed = matches!(form.status, Status::Undocumented { .. });
        assert_eq!(form.source.document.is_observation(), observed, "{}", form.syntax);
        assert_eq!(form.source.document == Document::PtxIsa, !form.source.anchor.is_empty());
    }
}

/// Rows that only targets without f64 need.
fn is_early(form: &Form) -> bool {
    !form.is_documented() && form.requires.sm < 13
}

#[test]
fn operands_refer_to_type_slots_and_corners_parse() {
    for form in FORMS {
        let type_slots = form.slots.iter().filter(|slot| slot.is_type()).count();
        for operand in form.operands {
            assert!(usize::from(operand.type_index) < type_slots, "{}", form.syntax);
        }
        assert!(form.slots.len() <= super::MAX_SLOTS && form.sources().len() <= 3);
        for instruction in instructions_of(form) {
            for corner in form.corners {
                assert_eq!(corner.operands.len(), form.sources().len(), "{}", form.syntax);
                for (text, operand) in corner.operands.iter().zip(form.sources()) {
                    parse(text, instruction.operand_type(operand).format()).unwrap();
                }
                parse(corner.result, instruction.destination_type().format()).unwrap();
            }
        }
    }
}

#[test]
fn no_two_rows_of_one_status_accept_the_same_spelling() {
    let mut seen: Vec<(String, bool)> = Vec::new();
    for form in FORMS {
        for instruction in instructions_of(form) {
            let key = (instruction.to_string(), form.is_documented());
            assert!(!seen.contains(&key), "{key:?} twice");
            seen.push(key);
        }
    }
    assert!(seen.len() >= 280, "{}", seen.len());
}

#[test]
fn every_instruction_is_legal_somewhere_and_its_spelling_resolves_to_itself() {
    for form in FORMS {
        for instruction in instructions_of(form) {
            let needs = instruction.requires();
            let target = TARGETS.iter().find(|target| target.sm >= needs.sm).unwrap();
            let context = Context { isa: needs.isa.max(target.since), target };
            let found = check(&instruction.to_string(), &context);
            assert_ne!(found.legality, Legality::Rejected, "{instruction} {found:?}");
            if form.is_documented() {
                assert_eq!(found.instruction, Some(instruction));
                assert_eq!(found.legality, Legality::Documented);
            }
        }
    }
}

#[test]
fn spellings_groups_versions_and_targets_are_distinct() {
    let spellings: Vec<_> = Modifier::all().map(Modifier::spelling).collect();
    for (index, spelling) in spellings.iter().enumerate() {
        assert!(!spellings[..index].contains(spelling));
        assert_eq!(Modifier::parse(spelling).map(Modifier::spelling), Some(*spelling));
    }
    assert!(Group::ALL.is_sorted() && ISA_VERSIONS.is_sorted());
    assert_eq!((ISA_VERSIONS.len(), TARGETS.len()), (44, 44));
    for (index, target) in TARGETS.iter().enumerate() {
        assert!(ISA_VERSIONS.contains(&target.since));
        assert!(TARGETS[..index].iter().all(|earlier| earlier.name != target.name));
    }
    assert_eq!(opcodes().collect::<Vec<_>>(), ["add", "sub", "mul", "fma"]);
}
