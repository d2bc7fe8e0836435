mod questions;

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use self::questions::QUESTIONS;
use super::{Sequence, input_comments};
use crate::catalog::{Context, LATEST_ISA, Role, TARGETS, Target, Type};
use crate::eval::Prepared;
use crate::syntax::ask::{Means, Reading, Truth, read};
use crate::syntax::{Legality, check};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

/// A reading in short: its statement; the statements of a program; `= ` and a number with its bits;
/// `no ` and what comes nearest.
fn short(reading: &Reading) -> String {
    let lines = |program: &str| {
        let values: Vec<_> =
            input_comments(program).map(|(name, value)| format!("{name}={value}")).collect();
        let kept = program.lines().filter(|line| !line.starts_with("//"));
        let kept: Vec<_> = kept.map(|line| line.trim_end_matches(';')).collect();
        format!("{}: {}", values.join(" "), kept.join("; "))
    };
    match &reading.means {
        Means::Statement(text) => text.clone(),
        Means::Program(text) => lines(text),
        Means::Truth(truth) => lines(&truth.program),
        Means::Value(value) => {
            let (format, width) = (value.format.name(), value.format.width());
            format!("= {format} {}", crate::bits::hex(value.bits, width.into()))
        }
        Means::Nothing(nearest) => format!("no, {}", nearest.as_deref().unwrap_or("-")),
    }
}

#[test]
fn questions_are_read_as_statements() {
    let mut wrong = Vec::new();
    for (question, expected) in QUESTIONS {
        let found = read(question, &context("sm_90"));
        let text = found.as_ref().map_or_else(String::new, short);
        if text != *expected {
            wrong.push(format!("{question}: {text}, expected {expected}"));
        }
        if let Some(reading) = found {
            let sentence = reading.sentence();
            let start = if reading.is_nothing() { "PTX has no " } else { "Read as " };
            assert!(sentence.starts_with(start), "{sentence}");
            assert!(sentence.ends_with('.') && sentence.len() < 280, "{sentence}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn how_a_question_is_read_is_said() {
    for (question, reading) in [
        ("0.1+0.2 in bf16", "Read as `add.rn.bf16 0.1, 0.2`."),
        ("0.1+0.2", "Read as `add.rn.f32 0.1, 0.2`: no format is named, so it is f32."),
        (
            "500 in fp8",
            "Read as `cvt.rn.satfinite.e4m3x2.f32 500, 0`: fp8 is e4m3 here, not e5m2; e4m3 comes \
             in pairs, so the other number is 0.",
        ),
        ("2*3+1 in f32", "Read as 2 statements, in the order of C, none fused."),
        (
            "sqrt(2) in f16",
            "PTX has no `sqrt` in f16: it computes in f32, f64. The nearest is `sqrt.rn.f32 2`.",
        ),
        ("1/3 as half", "Read as `cvt.rn.f16.f32 1/3`: the fraction 1/3 is one number."),
        (
            "2049.0000001 to f16",
            "Read as `cvt.rn.f16.f64 2049.0000001`: it is from f64, since f32 would round the \
             number first.",
        ),
        (
            "0x3f800000 to half",
            "Read as `cvt.rn.f16.f32 0x3f800000`: the bits 0x3f800000 are those of f32.",
        ),
        ("0x3c01 to half", "Read as `cvt.rn.f16.f32 0x3c01`: the bits 0x3c01 are those of f32."),
        (
            "0x3f800000 to f32",
            "Read as `cvt.rn.f32.f64 0x3f800000`: the bits 0x3f800000 are those of f64.",
        ),
        ("0x3f800000 as tf32", "Read as the bits 0x3f800000 in tf32."),
        ("0x3c00", "Read as the bits 0x3c00 in f16: 16 bits without a format are an f16."),
        (
            "0.1 in hex",
            "Read as the number 0.1 in f32: no format is named, so it is f32; 0.1 is no number of f32; \
             the nearest is above it, +0.2 ulp.",
        ),
        ("half max", "Read as the largest finite number in f16."),
        (
            "0x7e e4m3 to f32",
            "Read as `cvt.rn.f32.f64 448`: 0x7e is 448 in e4m3; PTX converts no e4m3 to f32, so \
             this is from f64.",
        ),
        (
            "1 + 2 in bf16 rz",
            "PTX has no `add.bf16` with `.rz`: the instruction does not take it. The nearest is \
             `add.bf16 1, 2`.",
        ),
        ("2.7 to int", "Read as `cvt.rzi.s32.f32 2.7`: towards zero, as a cast in C."),
    ] {
        let found = read(question, &context("sm_90")).unwrap();
        assert_eq!(found.sentence(), reading, "{question}");
    }
}

#[test]
fn the_other_reading_of_bits_is_a_question_about_them() {
    let context = context("sm_100a");
    let mut found = 0;
    for kind in Type::SPELLED {
        let name = kind.format().name();
        let Some(into) = read(&["0x1 to ", name].concat(), &context) else { continue };
        let Some(question) = into.notes.iter().flat_map(|note| &note.instead).next() else {
            continue;
        };
        let Some(Reading { means: Means::Value(value), .. }) = read(question, &context) else {
            panic!("{question}")
        };
        assert_eq!((value.format, value.bits), (kind.format(), 1), "{question}");
        found += 1;
    }
    assert!(found > 15, "{found}");
}

#[test]
fn what_two_roundings_change_is_said() {
    let of = |question, target| read(question, &context(target)).unwrap();
    let found = of("1.0625000001 to e4m3", "sm_90");
    let once = "rounded once, it is 0x39 = 1.125 in e4m3, but a register of f32 rounds it first, \
                which leads to 0x38 = 1";
    assert!(found.sentence().contains(once), "{found:?}");
    // The target asked for has no conversion from f64.
    let found = of("16842753 to bf16", "sm_80");
    assert_eq!(found.text(), "cvt.rn.bf16.f32 16842753");
    assert!(found.sentence().contains("it is 0x4b81 = 16908288 in bf16"), "{found:?}");
    assert!(found.sentence().ends_with("leads to 0x4b80 = 16777216."), "{found:?}");
    let found = of("9007199254740993 to s64", "sm_90");
    assert!(found.sentence().contains("it is 0x0020000000000001 = 9007199254740993 in s64"));
    // Near-ties that f64 cannot separate either.
    let found = of("2049.00000000000000000001 to f16", "sm_90");
    assert!(found.sentence().contains("it is 0x6801 = 2050 in f16"), "{found:?}");
    assert!(found.sentence().ends_with("leads to 0x6800 = 2048."), "{found:?}");
}

fn newest() -> Context {
    context("sm_100a")
}

#[test]
fn the_nearest_target_is_named() {
    let found = read("1.5 in fp4", &context("sm_90")).unwrap();
    assert_eq!(found.text(), "cvt.rn.satfinite.e2m1x2.f32 1.5, 0");
    assert_eq!(found.context.target.name, "sm_100a");
    assert!(found.sentence().ends_with("; it needs sm_100a."), "{found:?}");
    let found = read("0.1 + 0.2 in bf16", &context("sm_80")).unwrap();
    assert_eq!(found.context.target.name, "sm_90");
    let old = Context { isa: crate::catalog::isa(7, 0), target: Target::parse("sm_80").unwrap() };
    let found = read("0.1 to bf16", &old).unwrap();
    assert_eq!(found.context, old);
}

/// The difference of a library or a language is said with the answer.
#[test]
fn differences_are_said() {
    for (question, words) in [
        ("round(2.5)", "C, C++ and CUDA round them away from zero"),
        ("isnormal(0)", "C does not count zeros as normal"),
        ("copysign(1, -2)", "PTX copies the sign of its first operand"),
        ("torch.float8_e4m3fn(465)", "`ml_dtypes` and JAX give NaN"),
        ("70000 to torch.float8_e5m2", "the libraries give infinity"),
        ("torch.float8_e8m0fnu(2.5)", "the libraries round to nearest"),
        ("3 to ue8m0", "ue8m0 is rounded up"),
        ("__hadd(1, 2)", "the compiler may fuse it"),
        ("expf(1) in f64", "PTX has no `expf` in f64: its numbers are f32"),
    ] {
        let found = read(question, &context("sm_100a")).unwrap();
        assert!(found.sentence().contains(words), "{question}: {found:?}");
    }
}

#[test]
fn what_is_no_instruction_is_a_program_or_nothing() {
    let first = |question: &str, kind: &str, text: &str, words: &str| {
        let found = read(question, &context("sm_90")).unwrap();
        let is_it = match found.means {
            Means::Statement(_) => kind == "statement",
            Means::Program(_) => kind == "program",
            Means::Truth(_) | Means::Value(_) => false,
            Means::Nothing(_) => kind == "nothing",
        };
        assert!(is_it, "{question}: {found:?}");
        assert!(found.text().starts_with(text), "{question}: {found:?}");
        assert!(found.sentence().contains(words), "{question}: {found:?}");
    };
    let (program, nothing) = ("program", "nothing");
    first("expf(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "Read as 10 statements");
    first("exp(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "nvcc compiles `expf`");
    first("np.exp(1)", program, "// ptxfp: a = 1\nfma.rn.f32 t1, a, ", "nvcc compiles `expf`");
    first("exp(1) in f16", program, "// ptxfp: a = 1\ncvt.f32.f16 ", "nvcc compiles `hexp`");
    first("__powf(2, 3)", program, "// ptxfp: a = 2\n// ptxfp: b = 3\nlg2", "Read as 3 statements");
    first("std::round(2.5)", program, "// ptxfp: a = 2.5\ncopysign.f32 ", "`roundf`");
    first("round(2.5) in f64", "statement", "cvt.rni.f64.f64", "ties to even");
    first("hexp2(1) in bf16", program, "// ptxfp: a = 1\ncvt.f32.bf16", "Read as 3 statements");
    let inputs = "// ptxfp: a = nan\n// ptxfp: b = 1.0f\n";
    let call = |question: &str, statement: &str| {
        first(question, program, &[inputs, statement].concat(), "a program of one statement");
    };
    call("setp.lt.f32(NaN, 1.0f)", "setp.lt.f32 d, a, b;\n");
    call("set.gt.u32.f32(NaN, 1.0f)", "set.gt.u32.f32 d, a, b;\n");
    first("popc.b32(255)", program, "// ptxfp: a = 255\npopc.b32 d, a;\n", "`popc.b32 d, a`");
    first("max.s32(-1, 2)", program, "// ptxfp: a = -1\n// ptxfp: b = 2\nmax.s32 d, a, b;", "");
    first("sinf(1)", nothing, "sin.approx.f32 1", "PTX has no `sinf`: nvcc compiles it to");
    first("torch.sin(1)", nothing, "sin.approx.f32 1", "with `-use_fast_math` it emits");
    first("powf(2, 3)", nothing, "", "with `-use_fast_math` it emits `lg2");
    first(
        "sigmoid(1)",
        nothing,
        "",
        "PTX has no `sigmoid`: libraries compute it by several operations.",
    );
    first("erff(1)", program, "// ptxfp: a = 1\nabs.f32 t1, a", "as nvcc compiles `erff`");
    first("inf to ml_dtypes.float8_e4m3", nothing, "cvt.rn.satfinite.e4m3x2.f32 inf, 0", "240");
    first("float8_e4m3fnuz(1)", nothing, "cvt.rn.satfinite.e4m3x2.f32 1, 0", "negative zero");
    let nosat = "__nv_cvt_float_to_fp8(465, __NV_NOSAT, __NV_E4M3)";
    first(nosat, nothing, "cvt.rn.satfinite.e4m3x2.f32 0, 465", "`__NV_NOSAT, __NV_E4M3`");
    for none in ["expf(1, 2)", "__powf(1)", "sinf()", "setp.lt.f32", "popc(1, 2, 3, 4)"] {
        assert_eq!(read(none, &context("sm_90")), None, "{none}");
    }
}

/// Claims that an answer is a legal statement whose values can be evaluated, or a program; says
/// whether there is one.
fn is_answered(question: &str, context: &Context) -> bool {
    let Some(reading) = read(question, context) else { return false };
    let text = match &reading.means {
        Means::Statement(text) | Means::Nothing(Some(text)) => text,
        Means::Program(text) | Means::Truth(Truth { program: text, .. }) => {
            // A function of several statements may need a later target.
            let problems = [reading.context, newest()].map(|context| {
                let sequence = Sequence::new(text, &context);
                sequence.diagnostics().into_iter().cloned().collect::<Vec<_>>()
            });
            let is_sound = problems.iter().any(Vec::is_empty);
            assert!(is_sound, "{question}: {problems:?}\n{text}");
            return true;
        }
        Means::Value(_) | Means::Nothing(None) => return true,
    };
    let found = check(text, &reading.context);
    assert_ne!(found.legality, Legality::Rejected, "{question}: {reading:?}");
    let instruction = found.instruction.unwrap();
    let form = instruction.form;
    let lanes = form.sources().iter().filter(|it| !matches!(it.role, Role::RandomBits));
    assert!(lanes.count() > 0);
    let registers = vec![0; form.sources().len()];
    let prepared = Prepared::new(&instruction, &reading.context);
    let evaluation = prepared.evaluate(&registers);
    assert_eq!(evaluation.lanes().len(), usize::from(prepared.destination().lanes), "{question}");
    true
}

/// Any mixture of words of questions is a legal statement, or no question.
#[test]
fn every_answer_is_a_legal_statement() {
    let numbers = ["0.1", "-0", "nan", "0x3c00", "1/3", "500", "max"];
    let operations = ["+", "-", "*", "/", "^", ", "];
    let functions =
        ["", "max", "sqrt", "exp", "fma", "round", "floor", "clamp", "isnan", "fp8", "1 +", "cvt"];
    let endings =
        ["", "in bf16", "to fp8", "as int", "in f16x2", "in fp4", "rz", "from f64 to f16"];
    let targets: Vec<_> = TARGETS.iter().step_by(7).collect();
    let (mut index, mut n_answered) = (0, 0);
    for function in functions {
        for (place, first) in numbers.iter().enumerate() {
            for operation in operations {
                for ending in endings {
                    index += 1;
                    let second = numbers[(place + index) % numbers.len()];
                    let target = targets[index % targets.len()];
                    let isa = LATEST_ISA;
                    let question = [function, "(", first, operation, second, ") ", ending].concat();
                    n_answered += usize::from(is_answered(&question, &Context { isa, target }));
                    let question: String = [function, " ", first, " ", ending].concat();
                    n_answered += usize::from(is_answered(&question, &Context { isa, target }));
                }
            }
        }
    }
    // Most of these mixtures are none.
    assert!(n_answered > 2_500, "{n_answered} of {}", 2 * index);
}
