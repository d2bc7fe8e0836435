//! The rows, and their results compared with a second implementation that works bit by bit.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Instruction, ROWS, find, forms_of, opcodes, resolve};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::syntax::{Action, Code, check, parse};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

/// Two targets that together have every row.
const TARGETS: [&str; 2] = ["sm_100a", "sm_120f"];

fn instruction(text: &str) -> Instruction {
    let (statement, diagnostics) = parse(text);
    assert_eq!(diagnostics, [], "{text}");
    let mut all = TARGETS.into_iter().map(|target| resolve(&statement, &context(target)));
    let found = all.find_map(|found| found.unwrap_or_else(|| panic!("{text}")).ok());
    found.unwrap_or_else(|| panic!("{text}"))
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
            let chosen = form.slots.iter().filter(|slot| slot.is_required() || is_last);
            let choice = |slot: &super::Slot| {
                let place = if is_last { slot.choices.len() - 1 } else { 0 };
                slot.choices[place].modifier
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
    for (text, target, place, message) in [
        ("lop3.b32", "sm_35", "lop3.b32", "lop3.b32 needs sm_50 or higher; the target is sm_35"),
        ("add.u16x2", "sm_80", "add.u16x2", "add.u16x2 needs sm_90 or higher; the target is sm_80"),
        ("addc.cc.u64", "sm_13", ".cc", "`.cc` here needs sm_20 or higher; the target is sm_13"),
    ] {
        let (statement, _) = parse(text);
        let found = resolve(&statement, &context(target)).unwrap().unwrap_err();
        assert_eq!((&text[found.span], &*found.message), (place, message));
        let Some(Action::Context(isa, target)) = found.fixes.first().map(|fix| &fix.action) else {
            panic!("{text}: no fix")
        };
        assert!(resolve(&statement, &Context { isa: *isa, target }).unwrap().is_ok(), "{text}");
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

/// As ptxas 13.5.37 folds constants for `sm_90` and `sm_120f`, and results at the ends of ranges.
#[test]
fn results_are_those_of_the_assembler() {
    for (text, sources, result) in [
        ("mul24.lo.u32", &[0xffff_ffff, 0xffff_ffff][..], 0xfe00_0001),
        ("mul24.hi.u32", &[0xffff_ffff, 0xffff_ffff], 0xffff_fe00),
        ("mul24.lo.s32", &[0x00ff_ffff, 3], 0xffff_fffd),
        ("mul24.hi.s32", &[0x00ff_ffff, 3], 0xffff_ffff),
        ("mul24.hi.s32", &[0x0080_0000, 0x0080_0000], 0x4000_0000),
        ("mul24.lo.s32", &[0x0100_0002, 3], 6),
        ("mad24.lo.u32", &[0xffff_ffff, 0xffff_ffff, 1], 0xfe00_0002),
        ("mad24.hi.u32", &[0xffff_ffff, 0xffff_ffff, 1], 0xffff_fe01),
        ("mad24.hi.s32", &[0x007f_ffff, 0x007f_ffff, 0x7fff_ffff], 0xbfff_feff),
        ("mad24.hi.sat.s32", &[0x007f_ffff, 0x007f_ffff, 0x7fff_ffff], 0x7fff_ffff),
        ("mad24.hi.sat.s32", &[0x0080_0000, 0x007f_ffff, 0x8000_0000], 0x8000_0000),
        ("add.u8x4", &[0x80ff_017f, 0x8101_ff7f], 0x0100_00fe),
        ("add.sat.u8x4", &[0x80ff_017f, 0x8101_ff7f], 0xffff_fffe),
        ("add.sat.s8x4", &[0x80ff_017f, 0x8101_ff7f], 0x8000_007f),
        ("sub.u8x4", &[0x80ff_017f, 0x8101_ff7f], 0xfffe_0200),
        ("sub.sat.u8x4", &[0x80ff_017f, 0x8101_ff7f], 0x00fe_0000),
        ("sub.sat.s8x4", &[0x80ff_017f, 0x8101_ff7f], 0xfffe_0200),
        ("neg.s8x4", &[0x80ff_017f], 0x8001_ff81),
        ("min.relu.s8x4", &[0x80ff_017f, 0x8101_ff7e], 0x0000_007e),
        ("max.u8x4", &[0x80ff_017f, 0x8101_ff7f], 0x81ff_ff7f),
        ("add.sat.u32", &[0xffff_ffff, 1], 0xffff_ffff),
        ("add.sat.u16x2", &[0xffff_0001, 0x0001_0001], 0xffff_0002),
        ("add.sat.s16x2", &[0x7fff_8000, 0x0001_ffff], 0x7fff_8000),
        ("div.u32", &[7, 2], 3),
        ("div.s64", &[7_u64.wrapping_neg(), 2], 3_u64.wrapping_neg()),
        ("rem.s16", &[0xfff9, 2], 0xffff),
        ("rem.u64", &[u64::MAX, 10], 5),
        ("div.u32", &[7, 0], 0xffff_ffff),
        ("div.s32", &[0x8000_0000, 0xffff_ffff], 0x8000_0000),
    ] {
        assert_eq!(run(text, sources)[0], result, "{text} {sources:x?}");
    }
}

#[test]
fn quotients_are_open_where_the_isa_leaves_them_to_the_machine() {
    for (text, a, b, is_open) in [
        ("div.u32", 7, 2, false),
        ("div.u32", 7, 0, true),
        ("rem.u16", 7, 0, true),
        ("div.s32", 7, 2, false),
        ("div.s32", 0xffff_fff9, 2, true),
        ("rem.s32", 0xffff_fff9, 2, true),
        ("rem.s32", 7, 0xffff_fffe, true),
        // Exact quotients need no rounding.
        ("div.s32", 0xffff_fff8, 2, false),
        ("rem.s32", 0xffff_fff8, 0xffff_fffe, false),
        ("div.u32", 0xffff_fff9, 2, false),
        ("div.s32", 0x8000_0000, 0xffff_ffff, true),
        ("rem.s32", 0x8000_0000, 0xffff_ffff, false),
        ("div.s64", 0, 0, true),
        ("add.s32", 7, 0, false),
    ] {
        let prepared = instruction(text).prepare(&context("sm_90"));
        assert_eq!(prepared.is_open(&[a, b]), is_open, "{text} {a:x} {b:x}");
    }
}

/// Each order was tried with ptxas 13.5.37 for `sm_100a` on 25 November 2026.
#[test]
fn modifiers_are_read_in_every_order_that_the_assembler_takes() {
    for (text, spelling) in [
        ("add.s32.sat", "add.sat.s32"),
        ("add.u32.cc", "add.cc.u32"),
        ("subc.s32.cc", "subc.cc.s32"),
        ("mad.lo.u32.cc", "mad.lo.cc.u32"),
        ("mad.hi.s32.sat", "mad.hi.sat.s32"),
        ("mad24.hi.s32.sat", "mad24.hi.sat.s32"),
        ("max.s16x2.relu", "max.relu.s16x2"),
        ("setp.f32.lt", "setp.lt.f32"),
        ("setp.and.lt.f32", "setp.lt.and.f32"),
        ("setp.f32.and.lt", "setp.lt.and.f32"),
        ("setp.ftz.lt.f32", "setp.lt.ftz.f32"),
        ("setp.u32.lo", "setp.lo.u32"),
        ("set.f32.f32.lt", "set.lt.f32.f32"),
        ("set.u32.lt.f32", "set.lt.u32.f32"),
        ("set.lt.f32.f32.ftz", "set.lt.ftz.f32.f32"),
        ("prmt.f4e.b32", "prmt.b32.f4e"),
        ("lop3.b32.and", "lop3.and.b32"),
        ("bfind.u32.shiftamt", "bfind.shiftamt.u32"),
        ("szext.s32.clamp", "szext.clamp.s32"),
        ("shf.l.b32.wrap", "shf.l.wrap.b32"),
        ("slct.f32.f32.ftz", "slct.ftz.f32.f32"),
        ("cvt.pack.u8.s32.b32.sat", "cvt.pack.sat.u8.s32.b32"),
        ("add.sat.s32.sat", "add.sat.s32"),
        ("min.relu.relu.s32", "min.relu.s32"),
        ("add.cc.cc.u32", "add.cc.u32"),
    ] {
        let found = instruction(text);
        assert_eq!(found.to_string(), spelling, "{text}");
        let note = |text| found.departure(&parse(text).0, &context("sm_100a"));
        assert!(note(text).is_some() && note(spelling).is_none(), "{text}");
    }
}

/// `ptxas` 13.5.37 rejects each of these.
#[test]
fn other_orders_are_refused() {
    for text in [
        "mad.u32.lo.cc",
        "mad.cc.lo.u32",
        "mul.u32.wide",
        "shf.b32.l.wrap",
        "shf.wrap.l.b32",
        "dp2a.u32.s32.lo",
        "cvt.sat.pack.u8.s32.b32",
        "cvt.pack.s32.u8.sat.b32",
        "mul24.u32.lo",
        "setp.lt.lt.f32",
        "setp.lt.and.and.f32",
        "setp.ftz.ftz.lt.f32",
        "szext.clamp.clamp.s32",
        "lop3.or.and.b32",
        "add.cc.sat.s32",
        "add.s32.s32",
        "prmt.b32.b32",
        "max.u16x2.relu",
        "sub.sat.u16x2",
        "mad24.lo.sat.s32",
        "div.b32",
    ] {
        let (statement, _) = parse(text);
        for target in TARGETS {
            let found = resolve(&statement, &context(target));
            assert!(!matches!(found, Some(Ok(_))), "{text}");
        }
    }
}

/// The syntax line has `!` for the last operand of `setp` only.
#[test]
fn a_negated_source_is_undocumented() {
    for (text, is_documented) in [
        ("selp.b32 d, a, b, !p", false),
        ("xor.pred p, q, !r", false),
        ("setp.lt.and.f32 p, a, b, !q", true),
        ("selp.b32 d, a, b, p", true),
    ] {
        let (statement, _) = parse(text);
        let found = resolve(&statement, &context("sm_90")).unwrap().unwrap();
        assert_eq!(
            found.departure(&statement, &context("sm_90")).is_none(),
            is_documented,
            "{text}"
        );
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
    // Words that only the catalog has.
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
                let word = choice.modifier;
                assert_ne!(slot.meaning(word), "", "{} {word}", form.syntax());
            }
        }
    }
    let all: usize = opcodes().into_iter().map(|opcode| forms_of(opcode).count()).sum();
    assert_eq!(all, ROWS.len());
}
