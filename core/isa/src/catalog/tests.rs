//! Self-checks of the rows.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    Context, Form, Group, ISA_VERSIONS, Instruction, LATEST_ISA, Modifier, OperandType, Role,
    Status, TARGETS, Target, forms, instructions_of, nearest_context, opcodes,
};
use crate::source::Document;
use crate::syntax::{Legality, check};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A context in which the assembler accepts an instruction.
fn home(instruction: &Instruction) -> Option<Context> {
    let newest = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    nearest_context(&instruction.requires(), &newest)
}

#[test]
fn syntax_lines_read_as_in_the_isa() {
    let lines: Vec<_> = forms().map(Form::syntax).collect();
    for line in [
        "add{.rnd}{.ftz}{.sat}.f32  d, a, b;",
        "fma.rnd.oob{.relu}.type  d, a, b, c;",
        "mad{.ftz}{.sat}.f32  d, a, b, c;",
        "testp.op.type  p, a;",
        "div.full{.ftz}.f32  d, a, b;",
        "rsqrt.approx.ftz.f64  d, a;",
        "ex2.approx.ftz.btype  d, a;",
        "cvt.frnd2{.relu}{.satfinite}.f16x2.f32  d, a, b;",
        "cvt.rs{.relu}.satfinite.f8x4type.f32  d, {a, b, e, f}, rbits;",
        "cvt.frnd2{.satfinite}{.relu}.tf32.f32  d, a;",
        "cvt.rn.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.f32  d, a, b, scale-factor;",
    ] {
        assert!(lines.iter().any(|each| each == line), "{line}");
    }
}

#[test]
fn slots_have_one_group_and_the_name_of_their_only_choice() {
    for slot in forms().flat_map(|form| form.slots) {
        let [first, rest @ ..] = slot.choices else { panic!("{}: no choices", slot.name) };
        assert!(rest.iter().all(|choice| choice.modifier.group() == first.modifier.group()));
        let is_named = !rest.is_empty() || slot.name == first.modifier.spelling();
        let is_generic = [".rnd", ".f4x2type", ".f4x4type"].contains(&slot.name);
        assert!(is_named || is_generic, "{}", slot.name);
    }
}

#[test]
fn the_assembler_accepts_a_row_wherever_the_isa_has_it() {
    for form in forms() {
        let Some(tolerated) = form.tolerated else { continue };
        for target in TARGETS {
            for isa in ISA_VERSIONS {
                let context = Context { isa: *isa, target };
                let is_documented = form.requires.is_met(&context);
                assert!(!is_documented || tolerated.requires.is_met(&context), "{}", form.syntax());
            }
        }
    }
}

#[test]
fn the_rows_of_an_opcode_follow_one_another() {
    let in_order: Vec<_> = opcodes().flat_map(super::forms_of).collect();
    assert_eq!(in_order, forms().collect::<Vec<_>>());
    for pair in in_order.windows(2) {
        assert!(!pair[1].goes_before(pair[0]), "{}", pair[1].syntax());
    }
}

#[test]
fn sources_say_where_rows_come_from() {
    for form in forms() {
        let observed = matches!(form.status, Status::Undocumented { .. });
        let document = form.source.document;
        let is_isa = matches!(document, Document::PtxIsa(_));
        // A row that the assembler accepts against the notes of a section may cite the section.
        assert!(!observed || document.is_observation() || is_isa);
        assert_eq!(is_isa, !form.source.anchor.is_empty());
        assert!(observed || is_isa, "{}", form.syntax());
    }
}

#[test]
fn operands_have_types_and_lanes() {
    for form in forms() {
        let syntax = form.syntax();
        assert!(form.slots.len() <= super::MAX_SLOTS, "{syntax}");
        assert!(form.sources().len() <= super::MAX_SOURCES && !form.sources().is_empty());
        let types = form.type_slots().count();
        for operand in form.operands {
            if let OperandType::Spelled(index) = operand.kind {
                assert!(usize::from(index) < types, "{syntax}");
            }
        }
        for instruction in instructions_of(form) {
            let lanes = instruction.destination_type().packing().lanes;
            let fed = form.sources().iter().filter_map(|operand| match operand.role {
                Role::Lane(lane) => Some(lane),
                Role::Lanes | Role::RandomBits | Role::ScaleFactor | Role::SharedScale => None,
            });
            let fed: Vec<_> = fed.collect();
            let all: Vec<_> = (0..lanes).rev().collect();
            assert!(fed.is_empty() || fed == all, "{instruction}: {fed:?}");
            for operand in form.sources().iter().filter(|operand| operand.role == Role::Lanes) {
                let packing = instruction.operand_type(operand).packing();
                assert_eq!(packing.lanes, lanes, "{instruction}");
            }
        }
    }
}

#[test]
fn no_two_rows_of_one_status_accept_the_same_statement_in_one_context() {
    let mut seen: Vec<(String, bool, Instruction)> = Vec::new();
    for instruction in forms().flat_map(instructions_of) {
        let (text, documented) = (instruction.statement(), instruction.form.is_documented());
        for (_, _, other) in seen.iter().filter(|(t, d, _)| *t == text && *d == documented) {
            // A row for old targets and one for new ones may spell alike.
            for target in TARGETS {
                for isa in ISA_VERSIONS.iter().copied().filter(|isa| *isa >= target.since) {
                    let context = Context { isa, target };
                    let both = other.is_available(&context) && instruction.is_available(&context);
                    assert!(!both, "{text} twice on {} {isa}", target.name);
                }
            }
        }
        seen.push((text, documented, instruction));
    }
    assert!(seen.len() >= 1_400, "{}", seen.len());
}

#[test]
fn every_instruction_is_legal_somewhere_and_its_statement_resolves_to_itself() {
    for instruction in forms().flat_map(instructions_of) {
        let Some(context) = home(&instruction) else {
            panic!("{instruction} can be used nowhere");
        };
        let found = check(&instruction.statement(), &context);
        match instruction.form.status {
            Status::Documented => {
                assert_eq!(found.instruction, Some(instruction));
                assert_eq!(found.legality, Legality::Documented, "{instruction}");
            }
            Status::Undocumented { .. } => {
                assert!(matches!(found.legality, Legality::Undocumented(_)), "{instruction}");
            }
            Status::Refused { note } => {
                assert_eq!(found.legality, Legality::Rejected, "{instruction}");
                let is_reported = found.diagnostics.iter().any(|each| each.message == note);
                assert!(is_reported, "{instruction}: {:?}", found.diagnostics);
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
    assert_eq!((ISA_VERSIONS.len(), TARGETS.len()), (48, 47));
    for (index, target) in TARGETS.iter().enumerate() {
        assert!(ISA_VERSIONS.contains(&target.since));
        assert!(TARGETS[..index].iter().all(|earlier| earlier.name != target.name));
    }
    let all: Vec<_> = opcodes().map(ToString::to_string).collect();
    assert_eq!(
        all.join(" "),
        "testp copysign abs neg add sub mul fma mad div min max rcp sqrt rsqrt sin cos lg2 ex2 tanh cvt"
    );
}
