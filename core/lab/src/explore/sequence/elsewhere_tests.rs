use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::Sequence;
use crate::catalog::elsewhere::{Meaning, Means, Row, WORLDS, World, library_format, meanings};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::syntax::ask::{Means as Meant, read};
use crate::syntax::{Legality, check};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn newest() -> Context {
    Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() }
}

/// Every name of a world with its first path, its row and its place there.
fn names(world: &'static World) -> Vec<(String, &'static Row, usize)> {
    let path = world.paths.split(' ').next().unwrap();
    let mut all = Vec::new();
    for row in world.all() {
        for (place, name) in row.names().enumerate() {
            all.push(([path, name].concat(), row, place));
        }
    }
    all
}

/// A question that calls a function with as many numbers as it takes.
fn call(name: &str, n_arguments: usize) -> String {
    // A constant has one colon before it, a path two.
    let mut parts = name.split(if name.contains("::") { "\0" } else { ":" });
    let arguments = ["1", "2", "3"].into_iter().take(n_arguments).chain(parts.clone().skip(1));
    format!("{}({})", parts.next().unwrap(), arguments.collect::<Vec<_>>().join(", "))
}

#[test]
fn a_row_has_a_name_for_each_alternative() {
    for world in WORLDS {
        for row in world.all() {
            let nearest = row.means.nearest();
            let count = nearest
                .split_once('{')
                .map_or(1, |(_, rest)| rest.split('}').next().unwrap().split(',').count());
            assert!(count == 1 || count == row.names().count(), "{row:?}");
            assert!(!row.names().any(str::is_empty), "{row:?}");
            assert!(nearest.is_empty() == matches!(row.means, Means::As(_)), "{row:?}");
        }
    }
}

/// A name that a world has twice is for other types: the first is the usual one.
#[test]
fn no_name_has_two_meanings_of_one_type() {
    for world in WORLDS {
        for (name, ..) in names(world) {
            let all = meanings(&name);
            assert!(!all.is_empty() || name.contains("nvvm"), "{name}");
            let means = |meaning: &Meaning| format!("{}{:?}", meaning.spelling, meaning.row.means);
            let spellings: Vec<_> = all.iter().map(means).collect();
            let mut distinct = spellings.clone();
            distinct.dedup();
            assert_eq!(spellings, distinct, "{name}");
        }
    }
}

/// Every name is read with some number of arguments, and then as its row says: with exactly the
/// modifiers that are there.
#[test]
fn every_name_is_read_as_its_row_says() {
    let mut n_read = 0;
    for world in WORLDS {
        for (name, _, place) in names(world) {
            // Signs as words, conversions that need a format, and stems of intrinsics.
            let others = ["plus", "minus", "times", "convert", "cast", "quantize"];
            if name.contains("nvvm.") || others.contains(&&*name) {
                continue;
            }
            let read =
                (1..4).find_map(|count| Some((count, read(&call(&name, count), &newest())?)));
            let (count, reading) = read.unwrap_or_else(|| panic!("{name} is not read, at {place}"));
            let all = meanings(&name);
            let meaning = all.iter().find(|meaning| meaning.takes(count)).unwrap_or(&all[0]);
            let is_expected = match meaning.row.means {
                Means::Instruction(_) => matches!(reading.means, Meant::Statement(_)),
                Means::Program { .. } => matches!(reading.means, Meant::Program(_)),
                Means::Nothing { .. } | Means::As(_) => reading.is_nothing(),
            };
            assert!(is_expected, "{name}: {reading:?}");
            n_read += 1;
            if let Meant::Program(text) = &reading.means {
                let sequence = Sequence::new(text, &newest());
                assert_eq!(
                    sequence.diagnostics(),
                    Vec::<&crate::syntax::Diagnostic>::new(),
                    "{name}"
                );
                let outputs: Vec<_> = sequence.outputs().iter().collect();
                assert_eq!(outputs.len(), 1, "{name}");
                continue;
            }
            if !meaning.row.means.is_near() {
                assert_eq!(reading.text(), "", "{name}");
                continue;
            }
            let found = check(reading.text(), &reading.context);
            assert_ne!(found.legality, Legality::Rejected, "{name}: {reading:?}");
            let instruction = found.instruction.unwrap();
            let has =
                |part: &str| instruction.modifiers().any(|it| it.spelling().get(1..) == Some(part));
            let mut parts = meaning.parts();
            assert_eq!(parts.next(), Some(instruction.form.opcode), "{name}");
            assert!(parts.all(has), "{name}: {reading:?}");
            // Beyond that there is only what every use of the instruction needs.
            let is_written = |it: crate::catalog::Modifier| {
                meaning.parts().any(|part| it.spelling().get(1..) == Some(part))
            };
            let more: Vec<_> = instruction.modifiers().filter(|it| !is_written(*it)).collect();
            let is_typed =
                meaning.parts().skip(1).any(|part| part.ends_with(|c: char| c.is_ascii_digit()));
            assert!(more.is_empty() || !is_typed, "{name}: {reading:?}");
        }
    }
    assert!(n_read > 600, "{n_read}");
}

/// A question in place of a function that PTX does not have is read.
#[test]
fn what_comes_near_is_read() {
    let mut n_read = 0;
    for world in WORLDS {
        for (name, row, _) in names(world).into_iter().filter(|(_, row, _)| !row.instead.is_empty())
        {
            let n_arguments = if row.instead.contains('b') { 2 } else { 1 };
            let reading = read(&call(&name, n_arguments), &newest()).unwrap();
            let [note] = &reading.notes[..] else { panic!("{name}: {reading:?}") };
            let other = read(&note.instead[0], &newest()).unwrap();
            assert!(matches!(other.means, Meant::Program(_)), "{name}: {other:?}");
            n_read += 1;
        }
    }
    assert!(n_read >= 12, "{n_read}");
    let instead = |question| read(question, &newest()).unwrap().notes.remove(0).instead;
    assert_eq!(instead("silu(-2)"), ["-2 / (1 + exp(-(-2)))"]);
}

#[test]
fn a_name_counts_with_its_path_only() {
    let spelling = |name| meanings(name).into_iter().next().map(|meaning| meaning.spelling);
    assert_eq!(spelling("np.maximum").as_deref(), Some("max.NaN"));
    assert_eq!(spelling("np.fmaf"), None);
    assert_eq!(spelling("std::fmaf").as_deref(), Some("fma.rn.f32"));
    assert_eq!(spelling("jax.nn.relu").as_deref(), Some("max.NaN"));
    assert_eq!(spelling("__FADD_RU").as_deref(), Some("add.rp.f32"));
    assert_eq!(spelling("__fadd_r"), None);
    assert_eq!(spelling("max"), None);
    for (name, missing) in [
        ("torch.float8_e4m3fn", Some(false)),
        ("ml_dtypes.float8_e4m3", Some(true)),
        ("float8_e4m3", None),
        ("float8_e4m3fnuz", Some(true)),
        ("torch.bfloat16", None),
    ] {
        let found = library_format(name).map(|row| matches!(row.means, Means::Nothing { .. }));
        assert_eq!(found, missing, "{name}");
    }
}

/// The values of programs at operands where their branches part.
#[test]
fn programs_compute_what_they_are_named_for() {
    for (question, expected) in [
        ("expf(1)", 0x402d_f854),
        ("expf(-inf)", 0),
        ("expf(100)", 0x7f80_0000),
        ("logf(1)", 0),
        ("logf(inf)", 0x7f80_0000),
        ("logf(-0)", 0xff80_0000),
        ("logf(0x00000001)", 0xc2ce_8ed0),
        ("log2f(8)", 0x4040_0000),
        ("log10f(1000)", 0x4040_0000),
        ("tanhf(10)", 0x3f80_0000),
        ("tanhf(-0.25)", 0xbe7a_cbf5),
        ("tanhf(-inf)", 0xbf80_0000),
        ("roundf(2.5)", 0x4040_0000),
        ("roundf(-2.5)", 0xc040_0000),
        ("roundf(0.49999997)", 0),
        ("roundf(8388609)", 0x4b00_0001),
        ("lroundf(-2.5)", 0xffff_ffff_ffff_fffd),
        ("__frsqrt_rn(4)", 0x3f00_0000),
        ("__frsqrt_rn(0)", 0x7f80_0000),
        ("__frsqrt_rn(inf)", 0),
        ("__frsqrt_rn(0x00000001)", 0x64b5_04f3),
        ("cbrtf(-27)", 0xc040_0000),
        ("hypotf(3, 4)", 0x40a0_0000),
        ("hypotf(inf, nan)", 0x7f80_0000),
        ("fdimf(1, 3)", 0),
        ("expm1f(1e-6)", 0x3586_37c1),
        ("coshf(0)", 0x3f80_0000),
        ("sinhf(-0)", 0x8000_0000),
        ("hexp2(-1)", 0x3800),
        ("hexp(1)", 0x4170),
        ("hlog(1)", 0),
        ("hrcp(3)", 0x3555),
        ("htanh(10)", 0x3c00),
        ("hsin(0)", 0),
        ("hcos(0)", 0x3c00),
        ("__hadd_sat(0.75, 0.5) in bf16", 0x3f80),
        ("__hmul_sat(-1, 1) in bf16", 0),
        ("__hdiv(1, 3) in bf16", 0x3eab),
    ] {
        let reading = read(question, &newest()).unwrap_or_else(|| panic!("{question}"));
        assert!(matches!(reading.means, Meant::Program(_)), "{question}");
        let sequence = Sequence::new(reading.text(), &reading.context);
        let given: Vec<_> = crate::explore::sequence::input_comments(reading.text()).collect();
        let mut registers = vec![];
        for register in sequence.input_registers() {
            let (_, value) = given.iter().find(|(name, _)| *name == register.name).unwrap();
            registers.push(crate::syntax::value(value, register.kind).unwrap());
        }
        let values = sequence.evaluate(&registers);
        let output = sequence.outputs()[0];
        assert_eq!(values[output].bits, expected, "{question}: {:x}", values[output].bits);
    }
}
