//! Names from elsewhere mean what they mean there: the table (`core/isa/src/catalog/elsewhere/`) is
//! compared with the statements that `nvcc`, LLVM and Triton emit, and with results of libraries.
//!
//! The records are `vectors/nvcc-names.txt`, which `tests/exports/names/` writes,
//! and those that scripts beside them write.

use std::collections::BTreeMap;

use conformance::files;
use ptxfp::catalog::elsewhere::{Meaning, Means, Row, WORLDS, World, library_format, meanings};
use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::eval::Prepared;
use ptxfp::explore::sequence::{Sequence, input_comments};
use ptxfp::syntax;
use ptxfp::syntax::ask::{self, Means as Meant, Reading};

fn newest() -> Context {
    Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") }
}

/// The lines of a record without its comments, in columns.
fn record(path: &str, separator: char) -> Vec<Vec<String>> {
    let text = files::read(path);
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| line.split(separator).map(str::to_string).collect()).collect()
}

/// A statement as the table has it, with as many operands as a recorded one.
fn expected(meaning: &Meaning, recorded: &str) -> String {
    let count = recorded.matches(", ").count();
    let sources = match meaning.sources {
        "" => ["a", "b", "c"].get(..count).unwrap_or_default().join(", "),
        sources => sources.to_string(),
    };
    format!("{} d, {sources}", meaning.spelling)
}

/// Whether a recorded statement is what a meaning without types says, in some type.
fn is_in_some_type(meaning: &Meaning, recorded: &str) -> bool {
    let (found, operands) = recorded.split_once(' ').expect("operands");
    let has = |part: &str| found.split('.').any(|it| it == part);
    let (_, sources) = expected(meaning, recorded)
        .split_once(' ')
        .map_or_else(Default::default, |(a, b)| (a.to_string(), b.to_string()));
    meaning.spelling.split('.').all(has) && sources == operands
}

/// The result of a text with inputs in the comments: a statement or a program.
fn result(reading: &Reading) -> u64 {
    let (text, context) = (reading.text(), &reading.context);
    if matches!(reading.means, Meant::Program(_)) {
        let sequence = Sequence::new(text, context);
        let values: BTreeMap<_, _> = input_comments(text).collect();
        let registers: Vec<_> = sequence
            .input_registers()
            .map(|register| syntax::value(values[&*register.name], register.kind).expect("a value"))
            .collect();
        return sequence.evaluate(&registers)[sequence.outputs()[0]].bits;
    }
    let (instruction, registers) = syntax::read(text, context).unwrap_or_else(|_| panic!("{text}"));
    let registers: Vec<_> = registers.into_iter().map(|bits| bits.expect("a value")).collect();
    Prepared::new(&instruction, context).evaluate(&registers).destination
}

/// Whether a recorded program tells the same numbers apart as an instruction does.
fn is_same_test(meaning: &Meaning, recorded: &str, is_double: bool) -> bool {
    let (kind, values): (&str, [&str; 10]) = if is_double {
        (
            ".f64",
            ["0", "-0", "1", "-2.5", "1e-320", "1e308", "inf", "-inf", "nan", "0xfff0000000000001"],
        )
    } else {
        (".f32", ["0", "-0", "1", "-2.5", "1e-45", "3e38", "inf", "-inf", "nan", "0xff800001"])
    };
    values.iter().all(|value| {
        let text = format!("// ptxfp: a = {value}\n{}", recorded.replace("; ", ";\n"));
        let reading =
            |means| Reading { means, ..Reading::statement(String::new(), newest(), Vec::new()) };
        let program = reading(Meant::Program(text));
        let text = format!("{}{kind} {value}", meaning.spelling);
        let statement = reading(Meant::Statement(text));
        (result(&program) != 0) == (result(&statement) != 0)
    })
}

/// Whether a name of CUDA or C means what a line says.
fn agrees(meaning: &Meaning, line: &[String]) -> bool {
    let (types, statements) = (&line[2], &*line[3]);
    let fast = line.get(4).map_or("", String::as_str);
    let row = meaning.row;
    let is_fast = row.fast.is_empty() || row.fast == fast;
    match row.means {
        Means::Program { text, .. } => text == statements && is_fast,
        // More than an instruction: several statements.
        Means::Nothing { .. } => is_fast && !statements.starts_with(&meaning.spelling),
        Means::Instruction(_) | Means::As(_) if meaning.spelling.starts_with("testp.") => {
            is_same_test(meaning, statements, types.contains("double"))
        }
        Means::Instruction(_) | Means::As(_) => {
            let is_typed = meaning
                .spelling
                .split('.')
                .skip(1)
                .any(|part| part.ends_with(|c: char| c.is_ascii_digit()));
            is_fast
                && if is_typed {
                    expected(meaning, statements) == statements.replace("0f00000000", "0")
                } else {
                    is_in_some_type(meaning, statements)
                }
        }
    }
}

/// `isnormal` is not a function of the GPU.
const NOT_ON_THE_GPU: [&str; 1] = ["isnormal"];

#[test]
fn every_name_of_cuda_is_recorded() {
    let record = record("vectors/nvcc-names.txt", '\t');
    let (mut wrong, mut n_names) = (Vec::new(), 0);
    let is_native = |world: &&&World| ["CUDA", "C and C++"].contains(&world.name);
    for world in WORLDS.iter().filter(is_native) {
        for row in world.all() {
            for name in row.names().filter(|name| !NOT_ON_THE_GPU.contains(name)) {
                let lines: Vec<_> = record.iter().filter(|line| line[1] == name).collect();
                // C++'s names for several types are those of C for f32.
                if matches!(row.means, Means::As(_)) {
                    continue;
                }
                let of_row = meanings(name).into_iter().chain(meanings(&["std::", name].concat()));
                let of_row: Vec<_> =
                    of_row.filter(|meaning| std::ptr::eq(meaning.row, row)).collect();
                let Some(meaning) = of_row.first() else {
                    wrong.push(format!("{name} is not found"));
                    continue;
                };
                n_names += 1;
                if !lines.iter().any(|line| agrees(meaning, line)) {
                    wrong.push(format!("{name}: {} is not {lines:?}", meaning.spelling));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_names > 400, "{n_names}");
}

#[test]
fn intrinsics_of_llvm_are_what_llvm_emits() {
    let record = record("vectors/llvm-names.txt", '\t');
    let mut wrong = Vec::new();
    for line in &record {
        let [name, statement] = &line[..] else { panic!("{line:?}") };
        let Some(meaning) = meanings(name).into_iter().next() else {
            wrong.push(format!("{name} is not read"));
            continue;
        };
        let table = expected(&meaning, statement);
        // The order of modifiers is free.
        let sorted = |text: &str| {
            let (head, operands) = text.split_once(' ').expect("operands");
            let mut parts: Vec<_> = head.split('.').collect();
            parts[1..].sort_unstable();
            (parts.join("."), operands.to_string())
        };
        if sorted(&table) != sorted(statement) {
            wrong.push(format!("{name}: {table} is not {statement}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(record.len() > 200, "{}", record.len());
}

#[test]
fn functions_of_triton_are_what_triton_emits() {
    let record = record("vectors/triton-names.txt", '\t');
    let world = WORLDS.iter().find(|world| world.name == "Triton").expect("Triton");
    for name in world.all().flat_map(Row::names) {
        let name = ["tl.", name].concat();
        let line = record.iter().find(|line| line[0] == name).unwrap_or_else(|| panic!("{name}"));
        let meaning = meanings(&name).into_iter().next().unwrap_or_else(|| panic!("{name}"));
        let is_right = match meaning.row.means {
            Means::Program { text, .. } => text == line[1],
            Means::Nothing { .. } => !line[1].starts_with(&meaning.spelling),
            Means::Instruction(_) | Means::As(_) => expected(&meaning, &line[1]) == line[1],
        };
        assert!(is_right, "{name}: {} is not {}", meaning.spelling, line[1]);
    }
}

/// Whether two results are NaNs, whose signs and payloads may differ.
fn are_nans(name: &str, found: u64, bits: u64) -> bool {
    let (mask, infinity) = match name.rsplit('.').next() {
        Some("bfloat16") => (0x7fff, 0x7f80),
        Some("float16") => (0x7fff, 0x7c00),
        // The differences of other formats are said.
        _ if name.contains("float") => return false,
        _ => (0x7fff_ffff, 0x7f80_0000),
    };
    found & mask > infinity && bits & mask > infinity
}

/// Whether two numbers of f32 are approximations of one function. Those of JAX are off by up to 18
/// numbers near the largest; the root of `PyTorch` by one.
fn is_near(name: &str, reading: &Reading, found: u64, bits: u64) -> bool {
    let is_approximate =
        matches!(reading.means, Meant::Program(_)) || reading.text().contains(".approx");
    (is_approximate || name == "torch.sqrt") && found.abs_diff(bits) <= 20
}

#[test]
fn functions_and_formats_of_libraries_give_their_results() {
    let record = record("vectors/library-names.txt", ' ');
    let (mut wrong, mut n_said, mut n_exact) = (Vec::new(), 0, 0);
    for line in &record {
        let [name, operands @ .., bits] = &line[..] else { panic!("{line:?}") };
        let bits = u64::from_str_radix(bits, 16).expect("bits");
        let operands: Vec<_> = operands.iter().map(|operand| ["0x", operand].concat()).collect();
        let question = format!("{name}({})", operands.join(", "));
        let Some(reading) = ask::read(&question, &newest()) else {
            wrong.push(format!("{question} is not read"));
            continue;
        };
        if reading.is_nothing() {
            n_said += 1;
            continue;
        }
        let mut found = result(&reading);
        if reading.text().contains("x2.f32") {
            // The number is the upper one of two.
            found >>= 8;
        }
        let is_zero = (found | bits) << 33 == 0;
        let is_said = library_format(name).is_some_and(|row| reading.sentence().contains(row.note))
            || is_zero && reading.sentence().contains("of 0 and -0 the library");
        if found == bits || are_nans(name, found, bits) || is_near(name, &reading, found, bits) {
            n_exact += 1;
        } else if is_said {
            n_said += 1;
        } else {
            wrong.push(format!("{question}: {found:x}, recorded {bits:x}; {}", reading.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_exact > 900 && n_said < 150, "{n_exact} {n_said}");
}
