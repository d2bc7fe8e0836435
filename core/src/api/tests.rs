use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{InputError, Instruction, Link, OperandError, Program, Run};
use crate::Verdict;
use crate::catalog::{forms, instructions_of, nearest_context};
use crate::eval::Guarantee;
use crate::link::State;

fn instruction(text: &str) -> Instruction {
    Instruction::parse(text, "sm_90").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn operands_are_counted_and_fit() {
    let fma = instruction("fma.rn.f16");
    let said = |registers: &[u64]| fma.evaluate(registers).map_err(|error| error.to_string());
    for (registers, expected) in [
        (&[][..], "`fma.rn.f16` takes 3 operands (a, b, c), but 0 were given"),
        (&[1], "`fma.rn.f16` takes 3 operands (a, b, c), but 1 was given"),
        (&[1, 2, 3, 4], "`fma.rn.f16` takes 3 operands (a, b, c), but 4 were given"),
        (&[1, 0x1_0000, 3], "operand b has 16 bits, but 0x10000 has more"),
    ] {
        assert_eq!(said(registers).map(|it| it.bits()), Err(expected.to_string()));
    }
    assert_eq!(said(&[0x3c00, 0x3c00, 0x3c00]).map(|it| it.bits()), Ok(0x4000));
}

#[test]
fn values_have_the_type_of_the_operands() {
    let pairs = Instruction::parse("add.rn.f32x2", "sm_100").unwrap();
    let sum = pairs.evaluate_values(&[[1.0_f32, 2.0], [3.0, 0.5]]).unwrap();
    assert_eq!(sum.value(), Some([4.0_f32, 2.5]));
    assert_eq!(sum.value::<f64>(), None);
    let error = instruction("fma.rn.f16").evaluate_values(&[1.0_f32; 3]).unwrap_err();
    assert_eq!(error.to_string(), "operand a is .f16, but the value is .f32");
    let error = pairs.evaluate_values(&[1.0_f64]).unwrap_err();
    assert_eq!(error.to_string(), "`add.rn.f32x2` takes 2 operands (a, b), but 1 was given");
}

#[cfg(feature = "half")]
#[test]
fn halves_go_in_and_out() {
    use half::{bf16, f16};

    let fma = instruction("fma.rn.f16x2");
    let [a, b, c] = [[1.5, 2.0], [2.0, 2.0], [0.0, -4.0]].map(|it: [f32; 2]| it.map(f16::from_f32));
    let d = fma.evaluate_values(&[a, b, c]).unwrap();
    assert_eq!(d.value(), Some([3.0, 0.0].map(f16::from_f32)));
    assert_eq!(d.value::<[bf16; 2]>(), None);
}

#[test]
fn nothing_illegal_is_evaluated() {
    for (text, target, place) in [
        ("fma.rn.ftz.bf16", "sm_90", 6..10),
        ("add.f32 1, 2", "sm_90", 8..9),
        ("add.f32 d, a, 2", "sm_90", 14..15),
        ("add.f32", "sm_99", 0..5),
        ("", "sm_90", 0..0),
        ("add.f32; add.f32", "sm_90", 9..16),
    ] {
        let error = Instruction::parse(text, target).expect_err(text);
        assert_eq!(error.iter().next().map(|it| it.span.clone()), Some(place), "{text}: {error}");
    }
}

#[test]
fn an_error_shows_the_place_in_its_own_line() {
    let error = Instruction::parse("// sum\nadd.q32 d, a, b;", "sm_90").unwrap_err().to_string();
    assert!(error.contains("\n  add.q32 d, a, b;\n     ^^^^"), "{error}");
}

#[test]
fn the_least_certain_lane_decides() {
    let sum = instruction("add.f16x2");
    let nan = sum.evaluate(&[0x3c00_7e00, 0x3c00_3c00]).unwrap();
    assert_eq!(nan.guarantee(), Guarantee::AnyNan);
    assert!(nan.permits(0x4000_7e01) && !nan.permits(0x4001_7e01));
    assert_eq!(nan.lanes().map(|lane| lane.text()).collect::<Vec<_>>(), ["NaN", "2"]);
}

#[test]
fn a_link_comes_back() {
    let sum = instruction("add.rn.f32").evaluate(&[0x3f80_0000, 0x4000_0000]).unwrap();
    let link = sum.link();
    let read: Link = link.to_string().parse().unwrap();
    assert_eq!(read, link);
    assert_eq!(read.verdict(), Some(Verdict::Reproduced));
    assert_eq!(read.evaluate().bits(), sum.bits());
    assert_eq!(read.without_record().verdict(), None);
    let error = "v1/add.rn.f99@sm_90".parse::<Link>().unwrap_err().to_string();
    assert!(error.contains("\n  v1/add.rn.f99@sm_90\n"), "{error}");
}

/// Every row can be had through the front door, with registers of its operands' widths.
#[test]
fn every_assembled_row_is_evaluated() {
    for form in forms().filter(|form| form.is_assembled()) {
        let row = instructions_of(form).next().expect("an instruction");
        let usual = State::default().context;
        let context = nearest_context(&row.requires(), &usual).expect("a context");
        let found = Instruction::new(row, &context).expect("an instruction of its context");
        assert_eq!(found.operands().len(), form.sources().len(), "{found}");
        let parsed = Instruction::parse_in(&row.statement(), &context);
        let parsed = parsed.unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(parsed.to_string(), found.to_string());
        let ones: Vec<u64> =
            found.operands().map(|it| u64::MAX >> (64 - u32::from(it.width()))).collect();
        let result = found.evaluate(&ones).unwrap();
        assert!(result.permits(result.bits()), "{found}");
        assert_eq!(result.lanes().len(), usize::from(found.destination().lanes()), "{found}");
        assert!(matches!(found.evaluate(&[]), Err(OperandError::Count { .. })), "{found}");
    }
}

#[test]
fn many_evaluations_are_those_one_by_one() {
    for (text, target) in [
        ("add.rn.ftz.f32", "sm_90"),
        ("fma.rn.relu.bf16x2", "sm_90"),
        ("cvt.rn.satfinite.e4m3x2.f32", "sm_90"),
        ("cvt.rs.satfinite.e2m1x4.f32", "sm_100a"),
        ("cvt.rn.f16x2.e5m2x2", "sm_90"),
        ("ex2.approx.ftz.bf16x2", "sm_90"),
        ("testp.normal.f64", "sm_90"),
        ("sqrt.rn.f64", "sm_90"),
        // In the upper half of its register.
        ("rcp.approx.ftz.f64", "sm_90"),
    ] {
        let instruction = Instruction::parse(text, target).unwrap();
        let columns: Vec<Vec<u64>> = instruction
            .operands()
            .enumerate()
            .map(|(index, operand)| {
                let multiplier = 0x9e37_79b9_7f4a_7c15_u64 | (index as u64 * 2);
                let hash = |row: u64| (row + 1).wrapping_mul(multiplier).rotate_left(17);
                let edge = |row: u64| {
                    if row.is_multiple_of(5) { 0x7f80_7c00_0001 * (row & 1) } else { hash(row) }
                };
                (0..700)
                    .map(|row| edge(row) & crate::format::mask(operand.width().into()))
                    .collect()
            })
            .collect();
        // The last operand is the same in every row, if there is another.
        let mut given: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
        if let [_, .., last] = given.as_mut_slice() {
            *last = &last[3..4];
        }
        let mut results = alloc::vec![0; 1000];
        assert_eq!(instruction.evaluate_many(&given, &mut results), Ok(700));
        for (row, result) in results.iter().enumerate().take(700) {
            let at = |column: &&[u64]| column[if column.len() == 1 { 0 } else { row }];
            let registers: Vec<u64> = given.iter().map(at).collect();
            let one = instruction.evaluate(&registers).unwrap();
            assert_eq!(*result, one.bits(), "{text} {registers:x?}");
        }
        assert_eq!(results[700..], [0; 300]);
    }
    let add = Instruction::parse("add.f16", "sm_90").unwrap();
    assert!(matches!(add.evaluate_many(&[&[1]], &mut []), Err(OperandError::Count { .. })));
    let wide = add.evaluate_many(&[&[0, 1, 0x1_0000], &[0]], &mut []);
    assert!(matches!(wide, Err(OperandError::Width { name: "a", bits: 0x1_0000, .. })));
}

/// Every item at the root is documented with an example of its own.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn every_root_item_has_an_example() {
    use std::path::{Path, PathBuf};
    use std::{fs, string::String};

    fn collect(folder: &Path, texts: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, texts);
            } else if path.extension().is_some_and(|it| it == "rs") {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    // `Instruction` and `Evaluation` are also names of types below the root: any one will do.
    let has_example = |text: &str, item: &str| {
        ["struct", "enum", "trait"].iter().any(|kind| {
            text.split(&std::format!("\npub {kind} {item}")).collect::<Vec<_>>().windows(2).any(
                |parts| {
                    let is_whole = !parts[1].starts_with(|it: char| it.is_ascii_alphanumeric());
                    let lines = parts[0].lines().rev();
                    let mut comment =
                        lines.take_while(|it| it.starts_with("///") || it.starts_with("#["));
                    is_whole && comment.any(|line| line.starts_with("/// ```"))
                },
            )
        })
    };
    let mut texts = Vec::new();
    for source in ["number/src", "isa/src", "src"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source), &mut texts);
    }
    let root = include_str!("../lib.rs");
    let exports = root.split("\npub use ").skip(1).map(|rest| rest.split(';').next().unwrap());
    let names = exports.flat_map(|export| {
        let list = export.rsplit(['{', ':']).next().unwrap_or_default().split([',', '}']);
        list.map(|name| name.split(" as ").next().unwrap_or_default().trim())
    });
    // Others are modules.
    let is_item = |name: &&str| name.starts_with(|it: char| it.is_ascii_uppercase());
    let names: Vec<&str> = names.filter(is_item).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        assert!(texts.iter().any(|text| has_example(text, name)), "{name} has no example");
    }
}

#[test]
fn a_program_names_its_registers_and_refuses_what_does_not_fit() {
    let program = Program::parse("mul.rn.f32 %t, %a, %b; add.rn.f32 %t, %t, %a;", "sm_90").unwrap();
    let names: Vec<_> = program.registers().map(|register| register.name()).collect();
    assert_eq!(names, ["%a", "%b", "%t", "%t"]);
    let inputs = program.read_inputs(&[("a", "2"), ("%b", "3")]).unwrap();
    let run = program.run(&inputs).unwrap();
    // The last one of a name, with its sign or without.
    let last = ["t", "%t"].map(|name| run.get(name).unwrap().to_string());
    assert_eq!(last, ["8", "8"]);
    assert!(run.get("%%t").is_none() && run.get("u").is_none());
    assert!(run.link().starts_with("v1/sequence@sm_90?code=mul.rn.f32~"), "{}", run.link());
    let message = |result: Result<Run<'_>, InputError>| result.unwrap_err().to_string();
    assert_eq!(message(program.run(&[1])), "the program has 2 inputs, but 1 was given");
    let wide = program.run(&[1, 1 << 32]);
    assert_eq!(message(wide), "input %b has 32 bits, but 0x100000000 has more");
    let error = program.read_inputs(&[("a", "2")]).unwrap_err();
    assert_eq!(error.missing(), ["%b"]);
}

#[test]
fn a_text_without_a_result_is_no_program() {
    for text in ["", ".reg .f32 a;", "ld.global.f32 %f1, [%rd1];", "@p bra L; L: ret;"] {
        assert!(Program::parse(text, "sm_90").is_err(), "{text:?}");
    }
}

#[test]
fn results_that_only_gpus_have_are_known_of_a_program() {
    let program = Program::parse("ex2.approx.ftz.f32 t, a; add.rn.f32 d, t, a;", "sm_90").unwrap();
    let run = program.run(&[0x3e80_0000]).unwrap();
    let d = run.get("d").unwrap();
    assert!(!d.is_determined() && d.observed().is_some());
    assert_eq!(d.could_differ(), Some(true));
    assert_eq!(run.get("a").unwrap().could_differ(), None);
}

#[test]
fn what_is_written_for_debugging_is_one_line() {
    let add = Instruction::parse("add.rn.f32", "sm_90").unwrap();
    let sum = add.evaluate(&[0x3fc0_0000, 0x4000_0000]).unwrap();
    assert_eq!(format!("{add:?}"), "Instruction(add.rn.f32 on sm_90, PTX ISA 9.5)");
    assert_eq!(
        format!("{sum:?}"),
        "Evaluation(add.rn.f32 of [3fc00000, 40000000]: 0x40600000 (3.5), exact bits guaranteed)"
    );
    assert_eq!(sum, add.evaluate(&[0x3fc0_0000, 0x4000_0000]).unwrap());
    assert_ne!(add, Instruction::parse("add.rn.f32", "sm_80").unwrap());
}
