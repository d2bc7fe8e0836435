//! `ptxfp eval`, `check`, `list` and `corners`, run as a program.

mod command;
mod illegal;

use ptxfp::catalog::forms;

use crate::command::{check_refused, text};
use crate::illegal::check_illegal;

#[test]
fn eval_says_what_why_and_how_sure() {
    let statement = "fma.rn.f16 1.5, 0x3c00, -0";
    let shown = text(&["eval", statement, "--target", "sm_90"]);
    assert!(
        shown.starts_with("fma.rn.f16 on sm_90, PTX ISA 9.5: documented (PTX ISA 9.1 §9.7.4.4)")
    );
    for line in ["  c .f16  0x8000 = -0", "  d .f16  0x3e00 = 1.5", "exact bits guaranteed"] {
        assert!(shown.contains(line), "{shown}");
    }
    let with_destination = "fma.rn.f16 d, 1.5, 0x3c00, -0";
    assert_eq!(text(&["eval", with_destination, "--target", "sm_90"]), shown);
    let rounded = text(&["eval", "add.f16 0.1, 1000", "--target=sm_90", "--isa=8.6"]);
    for line in
        ["Stored as 0.0999755859375", "exact      1000.0999755859375", "error      -0.2 ulp"]
    {
        assert!(rounded.contains(line), "{rounded}");
    }
    let packed = text(&["eval", "add.f16x2 d, {1.5, nan}, 0x3c003c00", "--target", "sm_90"]);
    for line in [
        "a .f16x2  0x3e007fff = {1.5, NaN}",
        "lane 1 from bit 16: 0x4100 = 2.5",
        "a NaN, bits unspecified",
        "These bits are those that an H200 returned (measurement: ",
    ] {
        assert!(packed.contains(line), "{packed}");
    }
}

#[test]
fn an_error_is_that_of_the_number_that_is_returned() {
    let shown = text(&["eval", "cvt.rz.ue8m0x2.f32 1e-40, 3", "--target", "sm_100a"]);
    assert!(shown.contains("  error      +0.983 ulp\n"), "{shown}");
    assert!(shown.contains("  error      -0.5 ulp\n"), "{shown}");
}

/// √2 is 1.6a09e667f3bcc908b2fb… in hexadecimal.
#[test]
fn bits_that_are_cut_off_are_those_of_the_value() {
    for (statement, error, bits) in [
        ("div.rn.f64 1.0, 3.0", "-0.333 ulp", "0101|010101010101010101010101…"),
        ("sqrt.rn.f64 2.0", "+0.435 ulp", "11001100|100100001000101100101111…"),
    ] {
        let shown = text(&["eval", statement]);
        assert!(shown.contains(error) && shown.contains(bits), "{shown}");
    }
}

#[test]
fn eval_json_has_the_same_as_data() {
    let statement = "fma.rn.relu.bf16x2 0x3f803f80, {1, 1}, {-1, 1}";
    let json = text(&["eval", statement, "--target", "sm_90", "--json"]);
    for member in [
        r#""instruction": "fma.rn.relu.bf16x2""#,
        r#""target": "sm_90""#,
        r#""legality": "documented""#,
        r#""bits": "0x00004000""#,
        r#""guarantee": "bits""#,
        r#""title": "Round""#,
        r#""link": "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80&d=0x00004000&isa=9.5""#,
    ] {
        assert!(json.contains(member), "{member}: {json}");
    }
}

#[test]
fn wrong_input_is_refused_on_one_line() {
    let eval = |statement: &str, expected: &str| {
        check_illegal(&["eval", statement, "--target", "sm_90"], expected);
    };
    eval("fma.rn.f16 1, 2", "`fma` takes three source operands (a, b, c), but 2 were given");
    eval("fma.rn.f16", "column 11: fma.rn.f16 needs values for a, b, c");
    eval("fma.rn.f16 1, 2, 3, 4", "column 12: four numbers, but `fma` takes three source operands");
    eval(
        "add.f16 %h1, %h2, %h3",
        "column 14: operand a: `%h2` is not a value, such as 1.5, 0x3c00, inf or nan",
    );
    eval("add.f16 1, 0x13c00", "column 12: operand b: the value has more than the 16 bits");
    eval(
        "add.f16x2 1.5, 2.5",
        "column 11: operand a: `1.5` does not fill 2 lanes; write 0x and 8 digits, or {1.5, 1.5}",
    );
    eval("add.f16x2 {1, 2, 3}, 0x0", "column 11: the operand has 2 lanes, but 3 values were given");
    eval("add.f16 {1}, 2", "column 9: unexpected braces: the operand is one number");
    eval("add.f16x2 {1, 1x}, 0", "column 16: operand a: 'x' does not belong");
    eval("add.f99 1, 2", "column 4: `.f99` is not a modifier of `add`");
    eval("", "column 1: expected an opcode");
    eval("é", "column 1: ");
    check_refused(&["eval", "add.f16 1, 2", "--target", "sm_1"], "unknown target `sm_1`");
    check_refused(
        &["eval", "add.f16 1, 2", "--target", "sm_90", "--isa", "10"],
        "unknown PTX ISA version `10`",
    );
    check_refused(&["eval", "--batch", "--json"], "cannot be used with");
    check_refused(&["evaluate"], "unrecognized subcommand");
    check_refused(&[], "a command is missing");
    check_illegal(&["check", "add.f16 d", "--target", "sm_90"], "column 9: `add` takes 3 operands");
}

#[test]
fn constants_of_a_statement_of_ptx_are_those_of_the_assembler() {
    for (statement, operand) in [
        ("cvt.rn.f32.u32 %f1, 010;", "a .u32  0x00000008 = 8"),
        ("cvt.rn.f32.u32 d, 010", "a .u32  0x0000000a = 10"),
        ("cvt.rn.f32.u32 %f1, 5U;", "a .u32  0x00000005 = 5"),
        ("cvt.rn.f32.u32 %f1, (1<<4);", "a .u32  0x00000010 = 16"),
        ("add.f64 %fd1, 0d3ff0000000000000, 0f3f800000;", "b .f64  0x000000003f800000"),
        ("add.f32 %f1, 1.000000059604644775390625000001, 0.0;", "a .f32  0x3f800000 = 1"),
        ("add.f32 d, 1.000000059604644775390625000001, 0.0", "a .f32  0x3f800001 = 1.0000001"),
        ("add.f32 %f1, 0.1, 0.0;", "Stored as 0.100000001490116119384765625"),
        ("and.b32 %r1, (1<<4)|1, 0x13;", "0x00000011"),
        ("and.b32 d, 010, 0xff;", "0x00000008"),
    ] {
        let shown = text(&["eval", statement]);
        assert!(shown.contains(operand), "{statement}: {shown}");
        assert_eq!(text(&["check", statement]), "ok", "{statement}");
    }
    for (statement, message) in [
        (
            "add.f32 %f1, 1, 2.0;",
            ".f32 takes a floating-point constant, but `1` is an integer; write 1.0",
        ),
        ("add.f32 d, 1.0, -0;", ".f32 takes a floating-point constant"),
        ("add.f16 %h1, 1.5, %h2;", "an operand of .f16 must be a register, not a constant"),
        ("add.f16x2 %r1, {1.0, 2.0}, %r2;", "an operand of .f16x2 must be a register, not a list"),
        (
            "cvt.rn.f32.s32 %f1, 1.5;",
            ".s32 takes an integer, but `1.5` is a floating-point constant",
        ),
        ("max.f32 %f1, inf, %f2;", "`inf` is not a PTX constant; write 0f7F800000"),
    ] {
        check_illegal(&["eval", statement], message);
        check_illegal(&["check", statement], message);
    }
}

#[test]
fn check_explains_what_is_undocumented() {
    assert_eq!(text(&["check", "add.f32 d, a, b;", "--target", "sm_90"]), "ok");
    let undocumented = text(&["check", "fma.rz.bf16 d, a, b, c;", "--target", "sm_90"]);
    assert!(undocumented.starts_with("ok undocumented\nfma.rz.bf16: the ISA lists .rn only"));
}

#[test]
fn list_has_every_form() {
    let list = text(&["list"]);
    let json = text(&["list", "--json"]);
    for form in forms() {
        assert!(list.contains(&form.syntax()), "{}", form.syntax());
        assert!(json.contains(&format!(r#""syntax": "{}""#, form.syntax())), "{}", form.syntax());
    }
    for member in [
        r#""format": 1"#,
        r#""companions": []"#,
        r#""section_isa": "9.1""#,
        r#""source_url": "https://docs.nvidia.com/"#,
        r#""default": ".rn""#,
        r#""targets": "sm_100 or higher""#,
        r#""status": "undocumented""#,
        r#""role": "destination""#,
    ] {
        assert!(json.contains(member), "{member}");
    }
}

#[test]
fn list_finds_what_a_query_asks_for() {
    let some = text(&["list", "type:e4m3 sm>=100 !approx"]);
    assert!(some.contains("e4m3") || some.contains("f8x"), "{some}");
    assert!(some.contains("\ncvt\n") && !some.contains("sin"), "{some}");
    assert_eq!(some, text(&["list", "type:e4m3", "sm>=100", "-approx"]));
    assert!(text(&["list", "--json", "op:testp"]).contains(r#""opcode": "testp""#));
    check_refused(&["list", "fma bf17"], "column 5: unknown opcode, modifier or type `bf17`");
    check_refused(&["list", "max e4m3"], "no form meets every term; ");
    let new = text(&["list", "--since", "9.2", "op:mul"]);
    assert!(new.contains("mul.bf16x2.bf16x2.f16x2") && !new.contains("mul{.rnd}{.ftz}"), "{new}");
    assert_eq!(new, text(&["list", "op:mul", "since:9.2"]));
    let with_it = text(&["list", "--since", "9.1", "cvt"]);
    assert!(with_it.len() > text(&["list", "--since", "9.2", "cvt"]).len(), "{with_it}");
    check_refused(&["list", "--since", "9.9"], "unknown PTX ISA version `9.9`");
    check_refused(&["list", "sm:95"], "unknown target `95`");
    let message = "k.ptx, line 4; error   : Feature '.rs' not supported on .target 'sm_120'";
    assert_eq!(text(&["list", message]), text(&["list", ".rs"]));
}

#[test]
fn corners_shows_what_is_documented_and_what_is_returned() {
    let shown = text(&["corners", "fma.rn.f16", "--target", "sm_90", "--vary", "c,a"]);
    for line in [
        "fma.rn.f16 on sm_90, PTX ISA 9.5: documented (PTX ISA 9.1 §9.7.4.4)",
        "  a     b     c     documented  returned           source",
        "  +0    +inf  +1    NaN         0x7fff    NaN      IEEE 754-2019 §7.2",
        "every class: c down, a across; b = 0x3c00",
        "  −inf  -inf  -inf    -inf    -inf  ",
        "  every operand: correctly rounded to the nearest, ties to even: at most 0.5 ulp (PTX",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    // A statement with values fixes the others; a target that has the instruction is found.
    let scaled = "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 d, 1, 2, {1, 2}";
    let shown = text(&["corners", scaled, "--vary", "b"]);
    for line in ["on sm_121a", "every class: b; a = 0x3f800000; scale-factor = 0x7f80"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(shown.contains("\n  +1    0x3f800000  0.5"), "{shown}");
    let approximate = text(&["corners", "rcp.approx.f32"]);
    assert!(approximate.contains("+1    0x3f800000  1~"), "{approximate}");
    let silent = text(&["corners", "cvt.u8.s16"]);
    assert!(silent.contains("none: the ISA lists no special operands"), "{silent}");
    check_refused(&["corners", "fma.rn.f16", "--vary", "x"], "`x` is not an operand of lane 0");
    check_refused(&["corners", "fma.rn.f16", "--vary", "a,a"], "`a` is named twice");
    check_refused(&["corners", "fma.rn.f16 1, 2"], "`fma` takes three source operands");
    check_refused(&["corners", "fmad.f16"], "unknown instruction `fmad`");
}

#[test]
fn corners_json_has_the_same_as_data() {
    let json = text(&["corners", "rcp.approx.f32", "--json"]);
    for member in [
        r#""documented": "−0""#,
        r#""documented_bits": "0x80000000""#,
        r#""agrees": true"#,
        r#""source_url": "https://docs.nvidia.com/"#,
        r#""guarantee": "within""#,
        r#""kind": "infinity""#,
        r#""error": "1 ulp""#,
        r#""silence": null"#,
    ] {
        assert!(json.contains(member), "{member}: {json}");
    }
    assert!(!json.contains(r#""agrees": false"#), "{json}");
}

#[test]
fn a_question_is_answered_with_how_it_was_read() {
    let shown = text(&["eval", "0.1 + 0.2 in bf16"]);
    assert!(shown.starts_with("Read as add.rn.bf16 0.1, 0.2.\nadd.rn.bf16 on sm_90"), "{shown}");
    assert!(shown.contains("0x3e9a = 0.30078125"), "{shown}");
    let shown = text(&["eval", "1.5 in fp4", "--target", "sm_90"]);
    assert!(shown.contains("it needs sm_100a.\n") && shown.contains(" on sm_100a"), "{shown}");
    let json = text(&["eval", "max(nan, 1)", "--json"]);
    assert!(json.contains(r#""reading": "Read as `max.f32 nan, 1`: as C's `fmax`"#), "{json}");
    assert!(json.contains("return a NaN; no format is named, so it is f32."), "{json}");
    assert!(!text(&["eval", "add.f32 1, 2", "--json"]).contains("Read as"));
    check_illegal(&["eval", "hello"], "unknown instruction `hello`");
    check_illegal(&["eval", "why is my sum wrong"], "the page looks words up, ptxfp does not");
}

#[test]
fn a_function_of_several_statements_is_run() {
    let shown = text(&["eval", "expf(1)"]);
    assert!(shown.starts_with("Read as 10 statements, as nvcc compiles expf: with "), "{shown}");
    assert!(shown.contains("  out  d .f32  0x402df854 = 2.7182817, within "), "{shown}");
    let json = text(&["eval", "std::round(2.5)", "--json"]);
    assert!(
        json.contains(r#""reading": "Read as 3 statements, as nvcc compiles `roundf`."#),
        "{json}"
    );
    assert!(json.contains(r#""bits": "0x40400000""#), "{json}");
    check_illegal(&["eval", "sinf(1)"], "PTX has no sinf: nvcc compiles it to a routine");
    check_illegal(&["eval", "sinf(1)"], "The nearest is sin.approx.f32 1.");
    check_illegal(&["eval", "expf(x)"], "several statements in PTX");
    check_illegal(&["eval", "expf(1..2)"], "input a");
}

/// Two rows have the spelling `min.f32`, and the operands choose.
#[test]
fn as_many_operands_as_a_row_has_are_evaluated() {
    for (statement, expected) in
        [("min.f32 3, 2", "0x40000000 = 2"), ("min.f32 3, 2, 0.5", "0x3f000000 = 0.5")]
    {
        let printed = text(&["eval", statement, "--target", "sm_100"]);
        assert!(printed.contains(expected), "{statement}: {printed}");
    }
}
