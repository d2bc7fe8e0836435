//! Questions to `ptxfp eval`, and numbers as people type them.

mod command;
mod illegal;

use crate::command::{check_refused, text};
use crate::illegal::check_illegal;

/// Questions, and a piece of the answer.
const ANSWERS: &[(&str, &str)] = &[
    ("1099511627777/1099511627776 in f16 rounded up", "d .f16  0x3c01 = 1.001"),
    ("68753031169/68719476736 in half", "d .f16  0x3c01"),
    ("275951648769/274877906944 in bf16", "d .bf16  0x3f81"),
    ("16842753 to bf16", "d .bf16  0x4b81"),
    ("2049.0000001 to f16", "d .f16  0x6801 = 2050"),
    ("1.0625000001 to e4m3", "rounded once, it is 0x39 = 1.125 in e4m3"),
    ("0x7e in e4m3", ".e4m3  0x7e = 448"),
    ("0x81 as ue8m0", ".ue8m0  0x81 = 4"),
    ("0x3e9a as bf16", ".bf16  0x3e9a = 0.30078125"),
    ("0x7f e4m3 to f16", "lane 0 from bit 0: 0x7fff = NaN"),
    ("half inf to e5m2", "lane 0 from bit 0: 0x7b = 57344"),
    ("65504 f16 to e5m2", "lane 0 from bit 0: 0x7b = 57344"),
    ("2^-149 in f32", "d .f32  0x00000001"),
    ("add.rp.f32 1, 2^-149", "d .f32  0x3f800001"),
    // A minus first is no option.
    ("-3 to u32", "d .u32  0x00000000 = 0"),
    ("-0.45466 to tf32", "0xbee8c000"),
    ("-1.5 * 2 in f16", "d .f16  0xc200 = -3"),
    ("-1/3 in half", "d .f16  0xb555"),
    ("-inf to e5m2", "0xfb = -57344"),
];

#[test]
fn questions_are_answered_with_one_rounding() {
    for (question, expected) in ANSWERS {
        let shown = text(&["eval", question]);
        assert!(shown.contains(expected), "{question}: {shown}");
    }
    for option in ["--jsn", "-x", "--3"] {
        check_refused(&["eval", option], "there is no such option");
    }
    assert!(text(&["eval", "--json", "-3 to u32", "--target=sm_80"]).contains("\"sm_80\""));
}

#[test]
fn a_range_of_a_sweep_is_bits_or_numbers() {
    let swept = |range: &str| {
        let operand = format!("--operand=a={range}");
        text(&["sweep", "cos.approx.f32", &operand, "--errors"])
    };
    assert_eq!(swept("9000..9001"), swept("0x460ca000..0x460ca400"));
    check_refused(&["sweep", "abs.f16", "--operand", "a=x..1"], "'x' is not a number");
}

#[test]
fn quotes_and_fences_are_no_part_of_what_they_are_around() {
    let shown = text(&["eval", "add.f32 1, 2"]);
    for quoted in ["`add.f32 1, 2`", "'add.f32 1, 2'", "\"add.f32 1, 2\"", "```\nadd.f32 1, 2\n```"]
    {
        assert_eq!(text(&["eval", quoted]), shown, "{quoted}");
    }
    assert_eq!(text(&["check", "`add.f32 %f1, %f2, %f3;`"]), "ok");
    check_illegal(&["check", "`add.f99 %f1, %f2, %f3;`"], "column 5: ");
    let file = |body: &str| {
        let output = command::run(&["run", "-", "--set", "a=1.5"], body.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let program = file("abs.f32 d, a;\n");
    assert!(program.contains("0x3fc00000"), "{program}");
    for fenced in ["```ptx\nabs.f32 d, a;\n```\n", "~~~\nabs.f32 d, a;\n~~~\n", "`abs.f32 d, a;`"] {
        assert!(file(fenced).contains("0x3fc00000"), "{fenced}");
    }
}

#[test]
fn inputs_are_named_with_a_value_of_their_type() {
    let refused = |program: &str, set: &[&str], expected: &str| {
        let mut arguments = vec!["run", "-", "--target", "sm_70"];
        arguments.extend(set.iter().flat_map(|each| ["--set", *each]));
        let output = command::run(&arguments, program.as_bytes());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{program}: {stderr}");
        assert!(stderr.contains(expected), "{program}: {stderr}");
    };
    let choice = "selp.s32 d, a, b, p;";
    refused(choice, &["a=3", "b=4"], "a value is missing for p; write --set p=1");
    refused(choice, &[], "missing for a, b, p; write --set a=1");
    refused("abs.f32 d, a;", &[], "missing for a; write --set a=1.5");
    refused(choice, &["a=3", "b=4", "p=0.4"], "input p: '0.4' is not 0 or 1, as a predicate is");
    refused(choice, &["a=100.7"], "input a: '100.7' is not an integer, as s32 holds");
    refused(
        "// ptxfp: a = 0.5\nselp.s32 d, a, b, p;",
        &[],
        "input a, in a comment: '0.5' is not an",
    );
    // Why there is none.
    refused(
        "bra L;\nadd.s32 r, n, 1;\nL: add.f32 d, 1.0, 2.0;",
        &["n=3"],
        "`n` is not an input: only statements that are not evaluated read it (line 2 is behind a jump",
    );
    refused(
        "fma.rn.bf16 d, a, b, c;",
        &["a=1"],
        "only statements that are not evaluated read it (1:1: fma.rn.bf16 needs sm_80 or higher",
    );
    refused("fma.rn.bf16 d, a, b, c;", &["x=1"], "`x` is not an input: there are none (1:1: fma");
    refused("add.f32 d, 1.0, 2.0;", &["x=1"], "every register is written before it is read");
    refused("abs.f32 d, a;", &["x=1"], "`x` is not an input; the inputs are a");
}

#[test]
fn two_lanes_are_called_hi_and_lo() {
    let shown = text(&["eval", "add.f16x2 {1, 2}, {3, 4}"]);
    assert!(shown.contains("a .f16x2  0x3c004000 = {1, 2} (hi, lo)"), "{shown}");
    assert!(shown.contains("d .f16x2  0x44004600 = {4, 6} (hi, lo)"), "{shown}");
    let program = "mov.b32 s, {a, b}; add.f16x2 d, s, s;";
    let output =
        command::run(&["run", "-", "--set", "a=0x3c00", "--set", "b=0x4000"], program.as_bytes());
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("0x44004000 = {4, 2} (hi, lo)"), "{shown}");
    let four = text(&["eval", "cvt.rs.satfinite.e4m3x4.f32 {1, 2, 3, 4}, 0", "--target=sm_100a"]);
    assert!(four.contains("= {1, 2, 3, 4}\n"), "{four}");
}

#[test]
fn assembly_in_python_is_found_in_any_string() {
    for source in [
        "y = tl.inline_asm_elementwise('tanh.approx.f32 $0, $1;', '=f, f', [x])",
        "ASM: tl.constexpr = \"tanh.approx.f32 $0, $1;\"\ny = inline_asm_elementwise(ASM, \"=f, f\", [x])",
        "y, = elementwise_inline_asm(\"tanh.approx.f32 $0, $1;\", args=[x])",
    ] {
        let output = command::run(&["run", "-", "--set", "$1=0.5"], source.as_bytes());
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{source}: {output:?}");
        assert!(shown.contains("in   $1 .f32  0x3f000000 = 0.5"), "{source}: {shown}");
    }
}

#[test]
fn a_constant_in_an_operand_of_assembly_is_not_asked_for() {
    let source = "constexpr uint32_t K = 0x64006400;\nasm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(d) : \"r\"(x), \"r\"(0x000f000f), \"r\"(K));";
    let output = command::run(&["run", "-", "--set", "%1=0x12345678"], source.as_bytes());
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        shown.contains("in   %3  0x64006400") && shown.contains("out  %0  0x64046408"),
        "{shown}"
    );
    let other = ["run", "-", "--set", "%1=0x12345678", "--set", "%3=0"];
    let output = command::run(&other, source.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).contains("0x00040008"), "{output:?}");
}

#[test]
fn expressions_of_an_operand_of_assembly_follow_it() {
    let source = "#define K 0x80\nuint32_t i4s;\nasm(\"lop3.b32 %0, %1, %2, %3, 0xea;\" : \"=r\"(d) : \"r\"(i4s), \"r\"(i4s >> 4), \"r\"(K | 1 << 4));";
    let run = |set: &[&str]| {
        let mut arguments = vec!["run", "-"];
        arguments.extend(set.iter().flat_map(|each| ["--set", *each]));
        let output = command::run(&arguments, source.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = run(&["%1=0xf6543210"]);
    assert!(shown.contains("in   %2  0x0f654321"), "{shown}");
    assert!(shown.contains("in   %3  0x00000090") && !shown.contains("in the text"), "{shown}");
    let shown = run(&["%1=0xf6543210", "%2=7"]);
    let note = "       in the text %2 is i4s >> 4 of %1, which has another value\n";
    assert!(shown.contains("in   %2  0x00000007") && shown.contains(note), "{shown}");
}

#[test]
fn a_call_of_a_companion_is_a_program_of_one_statement() {
    let shown = text(&["eval", "setp.lt.f32(NaN, 1.0f)"]);
    assert!(
        shown.starts_with("Read as a program of one statement, setp.lt.f32 d, a, b."),
        "{shown}"
    );
    assert!(shown.contains("out  d .pred  0x0 = 0"), "{shown}");
    assert!(text(&["eval", "popc.b32(255)"]).contains("out  d .u32  0x00000008 = 8"));
    assert!(text(&["eval", "max.s32(-1, 2)"]).contains("out  d .s32  0x00000002 = 2"));
    check_illegal(&["eval", "setp.foo.f32(1, 2)"], "unexpected `.foo`");
    check_illegal(&["eval", "popc(3)"], "`.type` is missing");
}

#[test]
fn a_function_of_llvm_is_named_as_such() {
    let function = "define float @f(float %a) {\n  %r = fadd float %a, %a\n  ret float %r\n}\n";
    let output = command::run(&["run", "-"], function.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("1:1: `define` begins a function of LLVM IR"), "{errors}");
    assert!(!errors.contains('\u{fffd}'), "{errors}");
    assert_eq!(output.status.code(), Some(1));
    let call = text(&["eval", "call float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)"]);
    assert!(call.starts_with("Read as fma.rn.f32 1.0, 2.0, 3.0."), "{call}");
}
