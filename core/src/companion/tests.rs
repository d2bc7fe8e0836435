//! The rows and their results, beside a second implementation that works bit by bit.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Instruction, ROWS, find, forms_of, opcodes, resolve};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::syntax::{Code, check, parse};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

fn instruction(text: &str) -> Instruction {
    let (statement, diagnostics) = parse(text);
    assert_eq!(diagnostics, [], "{text}");
    let found = resolve(&statement, &context("sm_100a"));
    found.unwrap_or_else(|| panic!("{text}")).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

/// The results of an instruction.
fn run(text: &str, sources: &[u64]) -> [u64; 2] {
    instruction(text).prepare(&context("sm_100a")).evaluate(sources)
}

#[test]
fn rows_are_read_as_they_are_written() {
    for form in &ROWS {
        // The first choice of every slot, and the last.
        for is_last in [false, true] {
            let chosen = form.slots.iter().filter(|slot| slot.is_required || is_last);
            let choice = |slot: &super::Slot| {
                let place = if is_last { slot.choices.len() - 1 } else { 0 };
                slot.choices[place]
            };
            let modifiers: Vec<_> = chosen.map(choice).collect();
            let text = [form.opcode, &modifiers.concat()].concat();
            let found = instruction(&text);
            assert_eq!(found.to_string(), text);
            assert_eq!(found.form.operation, form.operation, "{text}");
        }
        assert!(form.syntax().starts_with(form.opcode));
        assert!(form.source.section.starts_with("9.7."));
    }
}

#[test]
fn what_the_catalog_has_is_not_a_companion() {
    for text in
        ["add.f32", "cvt.rn.f32.s32", "cvt.u32.u64", "min.f16x2", "foo.b32", "add", "abs.f64"]
    {
        let (statement, _) = parse(text);
        assert!(resolve(&statement, &context("sm_100a")).is_none(), "{text}");
    }
}

#[test]
fn versions_and_targets_are_minded() {
    for (text, target, message) in [
        ("lop3.b32", "sm_35", "`lop3.b32  d, a, b, c, immLut;` requires sm_50 or higher"),
        ("add.u16x2", "sm_80", "`add.type  d, a, b;` requires sm_90 or higher"),
    ] {
        let (statement, _) = parse(text);
        let found = resolve(&statement, &context(target)).unwrap().unwrap_err();
        assert_eq!(found.message, message);
    }
}

/// Results that PTX ISA 9.1 has in its examples and tables, and those at the ends of ranges.
#[test]
fn results_are_those_of_the_isa() {
    for (text, sources, result) in [
        ("bmsk.wrap.b32", &[1, 2][..], 6),
        ("bmsk.clamp.b32", &[4, 40], 0xffff_fff0),
        ("bmsk.clamp.b32", &[32, 1], 0),
        ("szext.wrap.u32", &[0xffff_ffff, 0], 0),
        ("szext.clamp.s32", &[0x80, 8], 0xffff_ff80),
        ("szext.clamp.s32", &[0x1234, 32], 0x1234),
        ("bfe.s32", &[0xf0, 4, 4], 0xffff_ffff),
        ("bfe.u32", &[0xf0, 4, 4], 15),
        ("bfe.s64", &[1 << 63, 60, 200], 0xffff_ffff_ffff_fff8),
        ("bfi.b32", &[0xff, 0, 8, 4], 0xf00),
        ("bfind.u32", &[0], 0xffff_ffff),
        ("bfind.s32", &[0xffff_fff7], 3),
        ("bfind.shiftamt.u32", &[1], 31),
        ("brev.b32", &[1], 0x8000_0000),
        ("clz.b64", &[1], 63),
        ("clz.b32", &[0], 32),
        ("add.sat.s32", &[0x7fff_ffff, 1], 0x7fff_ffff),
        ("sub.sat.s32", &[0x8000_0000, 1], 0x8000_0000),
        ("mad.hi.sat.s32", &[0x4000_0000, 4, 0x7fff_ffff], 0x7fff_ffff),
        ("abs.s16", &[0x8000], 0x8000),
        ("min.relu.s32", &[0xffff_ffff, 5], 0),
        ("min.s16x2", &[0xffff_0001, 0x0001_ffff], 0xffff_ffff),
        ("cvt.pack.sat.u8.s32.b32", &[300, 0xffff_ffff, 0x1234], 0x1234_ff00),
        ("cvt.pack.sat.s16.s32", &[1, 2], 0x0001_0002),
        ("shf.l.wrap.b32", &[0x8000_0000, 1, 1], 3),
        ("shf.r.clamp.b32", &[1, 2, 40], 2),
        ("shr.s32", &[0x8000_0000, 99], 0xffff_ffff),
        ("shr.s64", &[1 << 63, 64], u64::MAX),
        ("shl.b64", &[1, 64], 0),
        ("prmt.b32", &[0x8000_0000, 0, 0xbbbb], 0xffff_ffff),
        ("prmt.b32.b4e", &[0x0302_0100, 0x0706_0504, 1], 0x0607_0001),
        ("slct.b32.f32", &[1, 2, 0x8000_0000], 1),
        ("slct.b32.f32", &[1, 2, 0x7fc0_0000], 2),
        ("slct.ftz.b32.f32", &[1, 2, 0x8000_0001], 1),
        ("slct.b32.f32", &[1, 2, 0x8000_0001], 2),
        ("set.eq.f32.s32", &[1, 1], 0x3f80_0000),
        ("set.gtu.f16x2.f16x2", &[0x3c00_7e00, 0x4000_0000], 0x0000_3c00),
        ("set.lt.u32.f16x2", &[0x3c00_0000, 0x4000_0000], 0xffff_0000),
        ("dp4a.u32.s32", &[0x0000_00ff, 0x0000_00ff, 10], 0xffff_ff0b),
        ("dp2a.hi.u32.u32", &[0x0002_0003, 0x0507_0000, 1], 1 + 21 + 10),
    ] {
        assert_eq!(run(text, sources)[0], result, "{text} {sources:x?}");
    }
}

#[test]
fn queries_find_them_by_all_that_they_have() {
    let found = |query: &str| find(query).unwrap_or_else(|| panic!("{query}"));
    assert_eq!(found("").len(), ROWS.len());
    let all = |query: &str, is_right: fn(&super::Form) -> bool| {
        let forms = found(query);
        assert!(!forms.is_empty() && forms.into_iter().all(is_right), "{query}");
    };
    all("setp", |form| form.opcode == "setp");
    all("set", |form| form.opcode == "set");
    all("lop", |form| form.opcode == "lop3");
    all("setp.lt.f16x2", |form| form.opcode == "setp" && form.requires.0[0].isa.minor == 2);
    all("op:mul .wide", |form| form.opcode == "mul");
    all("type:bf16", |form| form.opcode == "set" || form.opcode == "setp");
    all("prmt sm>=20", |form| form.opcode == "prmt");
    assert!(found("shf isa:3.0").is_empty() && found("status:undocumented").is_empty());
    assert_eq!(found("!setp").len() + found("op:setp").len(), ROWS.len());
    // What only the catalog has.
    for other in ["fma", "satfinite", "e4m3", "approx"] {
        assert_eq!(find(other), None, "{other}");
    }
}

#[test]
fn a_single_statement_is_said_to_be_for_programs() {
    for form in &ROWS {
        let instruction = form.instructions().next().unwrap();
        let resolution = check(&instruction.to_string(), &context("sm_100a"));
        let code = resolution.diagnostics.first().map(|each| each.code);
        // `cvt.pack` has a modifier that no conversion has.
        let is_pack = form.opcode == "cvt";
        assert_eq!(code == Some(Code::Companion), !is_pack, "{instruction}");
    }
}

#[test]
fn every_row_and_choice_has_its_words() {
    for form in opcodes().into_iter().flat_map(forms_of) {
        let words = form.words();
        assert!(words.ends_with('.') && words.matches('`').count() % 2 == 0, "{words}");
        for slot in form.slots {
            for choice in slot.choices {
                assert_ne!(slot.meaning(choice), "", "{} {choice}", form.syntax());
            }
        }
    }
    let all: usize = opcodes().into_iter().map(|opcode| forms_of(opcode).count()).sum();
    assert_eq!(all, ROWS.len());
}
