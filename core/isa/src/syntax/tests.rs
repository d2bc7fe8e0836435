use super::{Action, ChipState, Code, Legality, check, chips};
use crate::catalog::{Context, IsaVersion, Target, forms, instructions_of};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(isa: &str, target: &str) -> Context {
    Context { isa: IsaVersion::parse(isa).unwrap(), target: Target::parse(target).unwrap() }
}

/// The diagnostics of a rejected statement as code, text under the span, and message.
fn rejected(isa: &str, target: &str, text: &str) -> Vec<(Code, String, String)> {
    let found = check(text, &context(isa, target));
    assert_eq!(found.legality, Legality::Rejected, "{text}");
    assert_eq!(found.instruction, None);
    assert!(!found.diagnostics.is_empty(), "{text}: a rejection without a reason");
    let parts = found.diagnostics.iter();
    parts.map(|d| (d.code, text[d.span.clone()].to_string(), d.message.clone())).collect()
}

fn check_rejected(text: &str, code: Code, span: &str, message: &str) {
    let found = rejected("9.1", "sm_90", text);
    assert_eq!(found, [(code, span.to_string(), message.to_string())]);
}

#[test]
fn testp_calls_a_nan_otherwise() {
    check_rejected(
        "testp.nan.f32",
        Code::UnknownModifier,
        ".nan",
        "`.nan` is `.notanumber` in PTX",
    );
}

#[test]
fn rejections_say_what_is_wrong_and_where() {
    check_rejected(
        "fmaa.f32",
        Code::UnknownOpcode,
        "fmaa",
        "unknown instruction `fmaa`; did you mean `fma`?",
    );
    check_rejected(
        "fma.rn.ftz.bf16x2 d, a, b, c;",
        Code::ModifierNotAllowed,
        ".ftz",
        "`fma` takes `.ftz` only with `.f32`, `.f32x2`, `.f16` or `.f16x2`",
    );
    check_rejected(
        "fma.rn.sat.relu.f16",
        Code::ModifierNotAllowed,
        ".relu",
        "`.relu` can't be combined with `.sat`",
    );
    check_rejected(
        "fma.rn.oob.ftz.f16",
        Code::ModifierNotAllowed,
        ".oob",
        "`.oob` can't be combined with `.ftz`",
    );
    check_rejected("add.rn.rn.f32", Code::DuplicateModifier, ".rn", "`.rn` appears twice");
    check_rejected(
        "add.rn.rz.f32",
        Code::ModifierNotAllowed,
        ".rz",
        "`.rz` can't be combined with `.rn`",
    );
    check_rejected(
        "fma.f32",
        Code::MissingModifier,
        "",
        "`fma` needs a rounding modifier: `.rn`, `.rz`, `.rm` or `.rp`",
    );
    check_rejected(
        "add.ftx.f32",
        Code::UnknownModifier,
        ".ftx",
        "`.ftx` is not a modifier of `add`; did you mean `.ftz`?",
    );
    check_rejected(
        "add.f32 %f1, %f2;",
        Code::OperandCount,
        "%f1, %f2",
        "`add` takes 3 operands (d, a, b), but 2 were given",
    );
    for statement in ["add.f32 é, 2", "add.f32 d, é, b"] {
        let message = "`é` is neither a value, such as 1.5, nor a register, such as %f1";
        check_rejected(statement, Code::OperandCount, "é", message);
    }
    check_rejected(
        "add.f32x2",
        Code::TargetTooLow,
        "add.f32x2",
        "add.f32x2 needs sm_100 or higher; the target is sm_90",
    );
}

#[test]
fn version_and_target_are_checked() {
    let found = rejected("1.3", "sm_13", "add.ftz.f32");
    assert_eq!(found[0].2, "`.ftz` here needs PTX ISA 1.4 or newer; the version is 1.3");
    let found = rejected("7.0", "sm_90", "add.f32");
    assert_eq!(found[0].2, "sm_90 needs PTX ISA 7.8 or newer; the version is 7.0");
    let found = rejected("1.4", "sm_13", "add.rm.f32");
    assert_eq!(found[0].1, ".rm");
    assert_eq!(found[0].2, "`.rm` here needs sm_20 or higher; the target is sm_13");
}

#[test]
fn fixes_lead_to_legal_statements() {
    for (isa, target, text) in [
        ("9.1", "sm_90", "fma.rn.ftz.bf16x2"),
        ("9.1", "sm_90", "fma.rn.sat.relu.f16"),
        ("9.1", "sm_90", "fma.f32"),
        ("9.1", "sm_90", "fmaa.rn.f32"),
        ("9.1", "sm_90", "add.f32x2"),
        ("1.3", "sm_13", "add.ftz.f32"),
        ("7.0", "sm_90", "add.bf16"),
        ("9.1", "sm_90", "add.relu.f32"),
        ("9.1", "sm_90", "add.ftx.f32"),
    ] {
        let here = context(isa, target);
        let found = check(text, &here);
        let fixes: Vec<_> = found.diagnostics.iter().flat_map(|d| &d.fixes).collect();
        assert!(!fixes.is_empty(), "{text}: no fix");
        for fix in fixes {
            let after = match &fix.action {
                Action::Spelling(text) | Action::Statement(text) => check(text, &here),
                Action::Context(isa, target) => check(text, &Context { isa: *isa, target }),
            };
            assert_ne!(after.legality, Legality::Rejected, "{text}: {fix:?} leads to {after:?}");
        }
    }
}

#[test]
fn a_fix_is_offered_once_and_in_the_order_of_the_syntax_line() {
    let here = context("9.1", "sm_100a");
    // Every thirteenth is a fair sample of the many alike.
    for instruction in forms().flat_map(instructions_of).step_by(13) {
        let spelling = instruction.to_string();
        for (first, last) in [("", ".f32"), ("", ".f16"), (".relu", ".f64"), (".sat", ".bf16x2")] {
            let modifiers = spelling.strip_prefix(instruction.form.opcode).unwrap();
            let text = [instruction.form.opcode, first, modifiers, last].concat();
            for diagnostic in check(&text, &here).diagnostics {
                let fixes = &diagnostic.fixes;
                for (place, fix) in fixes.iter().enumerate() {
                    let is_new = fixes.iter().take(place).all(|each| each.action != fix.action);
                    assert!(is_new, "{text}: {diagnostic:?}");
                    if let Action::Spelling(to) = &fix.action {
                        let found = check(to, &here).instruction;
                        assert_eq!(found.map(|it| it.to_string()).as_ref(), Some(to), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_of_modifiers_is_free_and_noted() {
    let here = context("9.1", "sm_100");
    for text in [
        "add.f32.rz.bf16.sat",
        "fma.f32.f16.rn",
        "add.f32.ftz.sat.rz",
        "add.sat.sat.f32",
        "fma.rn.relu.relu.f16",
    ] {
        let found = check(text, &here);
        assert!(matches!(found.legality, Legality::Undocumented(_)), "{text} {found:?}");
    }
    assert_eq!(check("fma.f16.f32.rn", &here).legality, Legality::Rejected);
    assert_eq!(check("add.rz.sat.f32.bf16", &here).legality, Legality::Documented);
}

#[test]
fn operands_choose_between_overloads() {
    let here = context("9.1", "sm_100");
    let two = check("min.f32 d, a, b;", &here).instruction.unwrap();
    let three = check("min.f32 d, a, b, c;", &here).instruction.unwrap();
    assert_eq!((two.form.sources().len(), three.form.sources().len()), (2, 3));
    assert_eq!(check("min.f32", &here).instruction, Some(two));
    assert_eq!(check("min.f32 1, 2, 3;", &here).instruction, Some(three));
    let groups = chips(&two, &here);
    let operands = groups.iter().find(|group| group.title == "operands").unwrap();
    let leads: Vec<_> = operands.chips.iter().map(|chip| chip.leads_to.as_str()).collect();
    assert_eq!(leads, ["min.f32 d, a, b;", "min.f32 d, a, b, c;"]);
    check_rejected(
        "min.f32 d, a, b, c;",
        Code::TargetTooLow,
        "min.f32",
        "min.f32 d, a, b, c needs sm_100 or higher; the target is sm_90",
    );
    check_rejected(
        "min.abs.f32 d, a, b;",
        Code::MissingModifier,
        "",
        "`min` needs `.xorsign` here",
    );
    check_rejected(
        "add.f16x2 d, {a, b}, c;",
        Code::OperandCount,
        "{a, b}",
        "unexpected braces: the operand is one register",
    );
}

#[test]
fn every_reason_is_reported() {
    let found = rejected("9.1", "sm_90", "cvt.rs.relu.e4m3x4.f32 d, {a, b}, rbits;");
    let messages: Vec<_> = found.iter().map(|(_, _, message)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "cvt.rs.satfinite.e4m3x4.f32 needs sm_100a, sm_103a or sm_107a; the target is sm_90, \
             and no sm_9x has it",
            "`cvt` needs `.satfinite` here",
            "expected 4 operands in braces: {a, b, e, f}",
        ]
    );
    let found = rejected("9.1", "sm_100", "fma.ftz.bf16x2 d, a, b, c;");
    assert_eq!(found[1].2, "`fma` needs `.rn` here");
    let found = rejected("9.1", "sm_100", "div.f32 d, a, b;");
    assert_eq!(
        found[0].2,
        "`div` needs a rounding modifier: `.approx`, `.full`, `.rn`, `.rz`, `.rm` or `.rp`; it is \
         optional only with PTX ISA 1.0 to 1.3, sm_10 or higher"
    );
    let found = rejected("9.1", "sm_100", "cvt.sat.u16.u8 d, a;");
    assert_eq!(found[0].2, "`.sat` changes nothing here: `.u16` holds every `.u8`");
    let found = rejected("9.1", "sm_100a", "div.ftz.full.f32 d, a, b;");
    assert_eq!((found[0].2.as_str(), found.len()), ("`.full` must come right after `div`", 1));
    let found = rejected("9.1", "sm_100a", "cvt.rna.relu.tf32.f32 d, a;");
    assert_eq!((found[0].0, found.len()), (Code::Refused, 1));
}

#[test]
fn chips_of_many_types_are_two_groups() {
    let here = context("9.1", "sm_100a");
    let instruction = check("cvt.rn.satfinite.e4m3x2.f32", &here).instruction.unwrap();
    let groups = chips(&instruction, &here);
    let titles: Vec<_> = groups.iter().map(|group| group.title).collect();
    assert_eq!(titles, ["rounding", "flush", "clamp", "finite", "zero", "scale", "to", "from"]);
    let leads_to = |title: &str, spelling: &str| {
        let group = groups.iter().find(|group| group.title == title).unwrap();
        let chip = group.chips.iter().find(|chip| chip.spelling == spelling).unwrap();
        chip.leads_to.as_str()
    };
    assert_eq!(leads_to("from", ".f16x2"), "cvt.rn.satfinite.e4m3x2.f16x2 d, a;");
    assert_eq!(leads_to("to", ".e5m2x4"), "cvt.rs.satfinite.e5m2x4.f32 d, {a, b, e, f}, rbits;");
    assert_eq!(leads_to("to", ".s32"), "cvt.rni.s32.f32 d, a;");
    assert_eq!(leads_to("clamp", ".relu"), "cvt.rn.satfinite.relu.e4m3x2.f32 d, a, b;");
}

#[test]
fn what_only_the_assembler_takes_is_undocumented() {
    for text in ["fma.rz.bf16", "fma.rn.oob.sat.f16x2", "fma.rp.oob.relu.bf16x2"] {
        let found = check(text, &context("9.1", "sm_90"));
        assert!(matches!(found.legality, Legality::Undocumented(_)), "{text}");
    }
    assert!(matches!(
        check("add.f64", &context("1.0", "sm_10")).legality,
        Legality::Undocumented(_)
    ));
    assert_eq!(check("add.f64", &context("1.2", "sm_13")).legality, Legality::Documented);
}

#[test]
fn chips_show_every_choice_and_where_it_leads() {
    /// Opcode and modifiers of a statement.
    fn head(statement: &str) -> &str {
        statement.split_once(' ').map_or(statement, |(head, _)| head)
    }

    let here = context("9.1", "sm_90");
    let instruction = check("fma.rn.relu.bf16x2", &here).instruction.unwrap();
    let groups = chips(&instruction, &here);
    let labels: Vec<_> = groups.iter().map(|group| group.title).collect();
    assert_eq!(labels, ["rounding", "flush", "out of bounds", "clamp", "finite", "type"]);
    let chip = |spelling: &str| {
        groups.iter().flat_map(|group| &group.chips).find(|chip| chip.spelling == spelling).unwrap()
    };
    assert!(chip(".rn").is_on && chip(".relu").is_on && chip(".bf16x2").is_on);
    assert_eq!(head(&chip(".rn").leads_to), "fma.rn.relu.bf16x2");
    assert!(matches!(chip(".rz").state, ChipState::Undocumented(_)));
    let ChipState::Unavailable(reasons) = &chip(".ftz").state else { panic!("{:?}", chip(".ftz")) };
    assert_eq!(
        reasons[0].message,
        "`fma` takes `.ftz` only with `.f32`, `.f32x2`, `.f16` or `.f16x2`"
    );
    assert_eq!(head(&chip(".relu").leads_to), "fma.rn.bf16x2");
    assert_eq!(head(&chip(".oob").leads_to), "fma.rn.oob.relu.bf16x2");
    assert_eq!(
        (&chip(".f16").state, head(&chip(".f16").leads_to)),
        (&ChipState::Available, "fma.rn.relu.f16")
    );
    assert_eq!(head(&chip(".f64").leads_to), "fma.rn.f64");
    assert!(matches!(chip(".f32x2").state, ChipState::Unavailable(_)));
    // A modifier that a row requires can be removed if another row does without it.
    let relu = check("fma.rn.relu.f16", &here).instruction.unwrap();
    let groups = chips(&relu, &here);
    let leads_to = |spelling: &str| {
        let mut all = groups.iter().flat_map(|group| &group.chips);
        all.find(|chip| chip.spelling == spelling)
            .unwrap()
            .leads_to
            .split_once(' ')
            .unwrap()
            .0
            .to_string()
    };
    assert_eq!(leads_to(".relu"), "fma.rn.f16");
    assert_eq!(leads_to(".rn"), "fma.rn.relu.f16");
    assert_eq!(leads_to(".sat"), "fma.rn.sat.f16");
}

#[test]
fn live_chips_lead_to_legal_instructions_everywhere() {
    for (isa, target) in [("9.1", "sm_90"), ("9.1", "sm_100a"), ("1.4", "sm_13"), ("7.0", "sm_80")]
    {
        let here = context(isa, target);
        // Every 23rd is a fair sample of the many alike.
        for instruction in forms().flat_map(instructions_of).step_by(23) {
            if check(&instruction.statement(), &here).legality == Legality::Rejected {
                continue;
            }
            for chip in chips(&instruction, &here).iter().flat_map(|group| &group.chips) {
                let after = check(&chip.leads_to, &here).legality;
                match &chip.state {
                    ChipState::Available => {
                        assert_eq!(after, Legality::Documented, "{instruction} {chip:?}");
                    }
                    ChipState::Undocumented(_) => {
                        assert!(matches!(after, Legality::Undocumented(_)));
                    }
                    ChipState::Unavailable(reasons) => {
                        assert!(!reasons.is_empty(), "{instruction} {chip:?}");
                    }
                }
            }
        }
    }
}

/// Syntax lines and examples of PTX ISA 9.1 and 9.4 have these orders, and not the others.
#[test]
fn every_order_of_the_manual_is_documented() {
    let legality = |text: &str, target: &str| check(text, &context("9.5", target)).legality;
    for (documented, reordered, target) in [
        ("mul.ftz.rz.f16x2.f32x2.f32x2", "mul.rz.ftz.f16x2.f32x2.f32x2", "sm_107a"),
        ("add.rz.ftz.f16x2.f32x2.f32x2", "add.ftz.rz.f16x2.f32x2.f32x2", "sm_107a"),
        ("cvt.rz.satfinite.relu.pzo.tf32.f32", "cvt.rz.relu.satfinite.pzo.tf32.f32", "sm_107a"),
        ("cvt.rz.relu.satfinite.pzo.f16.f32", "cvt.rz.satfinite.relu.pzo.f16.f32", "sm_107a"),
        ("add.rz.f32.bf16.sat", "add.f32.rz.bf16.sat", "sm_100"),
        ("sub.f32.f16.sat", "sub.f32.sat.f16", "sm_100"),
        ("fma.rz.sat.f32.f16.sat", "fma.sat.rz.f32.f16", "sm_100"),
        ("cvt.f64.bf16.rp", "cvt.f64.rp.bf16", "sm_90"),
        ("cvt.bf16.u32.rm", "cvt.f32.u32.rm", "sm_90"),
        ("cvt.rn.relu.satfinite.e5m2x2.f16x2", "cvt.rn.relu.satfinite.e5m2x2.f32", "sm_90"),
    ] {
        assert_eq!(legality(documented, target), Legality::Documented, "{documented}");
        let found = legality(reordered, target);
        let Legality::Undocumented(note) = found else { panic!("{reordered}: {found:?}") };
        assert!(note.contains("in another order"), "{reordered}: {note}");
    }
}

#[test]
fn a_statement_of_ptx_has_constants_of_ptx() {
    let context = context("9.1", "sm_90");
    let bits = |text: &str| {
        let read = super::read(text, &context).map_err(|all| all[0].to_string());
        read.map(|(_, registers)| registers)
    };
    for (text, registers) in [
        ("cvt.rn.f32.u32 %f1, 010", &[Some(8)][..]),
        ("cvt.rn.f32.u32 d, 010;", &[Some(8)]),
        ("cvt.rn.f32.u32 d, 010", &[Some(10)]),
        ("cvt.rn.f32.u32 %f1, (1<<4);", &[Some(16)]),
        ("cvt.rn.f32.u32 %f1, 5U;", &[Some(5)]),
        ("cvt.rn.f32.u32 %f1, WARP_SZ;", &[Some(32)]),
        ("cvt.rn.f32.u32 %f1, %r1;", &[None]),
        ("add.f64 %fd1, 0d3ff0000000000000, 0f3f800000;", &[Some(0x3ff << 52), Some(0x3f80_0000)]),
        ("add.f64 d, 0d3ff0000000000000, 0f3f800000", &[Some(0x3ff << 52); 2]),
        ("add.f32 %f1, 1.000000059604644775390625000001, %f2;", &[Some(0x3f80_0000), None]),
        ("add.f32 d, 1.000000059604644775390625000001, b", &[Some(0x3f80_0001), None]),
    ] {
        assert_eq!(bits(text).as_deref(), Ok(registers), "{text}");
    }
    for (text, message) in [
        (
            "add.f32 d, 1, b;",
            ".f32 takes a floating-point constant, but `1` is an integer; write 1.0",
        ),
        ("add.f32 d, inf, b;", "`inf` is not a PTX constant; write 0f7F800000"),
        ("cvt.rn.f32.u32 %f1, 08;", "`08` is not a PTX constant"),
    ] {
        assert_eq!(bits(text), Err(message.into()), "{text}");
        let (statement, _) = super::parse(text);
        let instruction = check(text, &context).instruction.unwrap();
        assert_eq!(statement.wrong_constants(&instruction)[0].message, message, "{text}");
    }
    let scaled = "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 d, a, b, scale-factor;";
    let target = self::context("9.1", "sm_100a");
    assert_eq!(super::read(scaled, &target).unwrap().1, [None; 3]);
    let (statement, _) = super::parse("add.f32 d, 1, b");
    let instruction = check("add.f32", &context).instruction.unwrap();
    assert_eq!(statement.wrong_constants(&instruction), []);
}
