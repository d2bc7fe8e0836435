use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Action, MAX_STATEMENTS, Sequence, Standing, line_and_column, normal};
use crate::catalog::{Context, LATEST_ISA, Target, Type};
use crate::syntax::Code;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

pub(super) fn sequence(text: &str) -> Sequence {
    Sequence::new(text, &context("sm_100a"))
}

/// The values of a register by its name, with every choice that contraction leaves.
pub(super) fn outcomes(text: &str, inputs: &[u64], name: &str) -> (Vec<u64>, Standing) {
    let sequence = sequence(text);
    assert!(sequence.diagnostics().is_empty(), "{text}: {:?}", sequence.diagnostics());
    let outcomes = sequence.outcomes(inputs);
    let registers = sequence.registers().iter();
    let index = registers.rev().position(|each| each.name == name).expect("a register");
    let index = sequence.registers().len() - 1 - index;
    assert_eq!(sequence.evaluate(inputs)[index], outcomes.value(index), "{text}");
    let bits = outcomes.of(index).iter().map(|value| value.bits).collect();
    (bits, outcomes.value(index).standing)
}

/// Checks a sequence without diagnostics: its inputs and outputs by name, and its results.
fn check(text: &str, inputs: &[(&str, u64)], outputs: &[(&str, u64, Standing)]) {
    let sequence = sequence(text);
    assert!(sequence.diagnostics().is_empty(), "{text}: {:?}", sequence.diagnostics());
    let name = |index: &usize| sequence.registers()[*index].name.as_str();
    let names: Vec<_> = sequence.inputs().iter().map(name).collect();
    assert_eq!(names, inputs.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{text}");
    let bits: Vec<_> = inputs.iter().map(|(_, bits)| *bits).collect();
    let values = sequence.evaluate(&bits);
    let found = sequence.outputs().iter();
    let found = found.map(|index| (name(index), values[*index].bits, values[*index].standing));
    let found: Vec<_> = found.collect();
    assert_eq!(found, outputs, "{text}");
}

use Standing::{Determined, OpenNan, Reference, Unknown};

const ONE: u64 = 0x3f80_0000;
const TWO: u64 = 0x4000_0000;

#[test]
fn statements_are_evaluated_in_order() {
    check(
        "{ .reg .f32 %f<9>;\n mul.rn.f32 %f1, %f2, %f3; // product\n add.f32 %f1, %f1, 0f3F800000\n}",
        &[("%f2", TWO), ("%f3", ONE)],
        &[("%f1", 0x4040_0000, Determined)],
    );
    // Names are as in PTX: case counts, and a register may be its own operand.
    check("add.f32 a, a, A", &[("a", ONE), ("A", TWO)], &[("a", 0x4040_0000, Determined)]);
    check(
        "add.f32 t, a, b; sub.f32 u, a, b; add.f32 t, 1.0, 2.0",
        &[("a", TWO), ("b", ONE)],
        &[("u", ONE, Determined), ("t", 0x4040_0000, Determined)],
    );
    check("testp.notanumber.f32 p, a", &[("a", 0x7f80_0001)], &[("p", 1, Determined)]);
}

#[test]
fn narrow_and_packed_code_is_plumbed_by_mov() {
    check(
        "mov.b16 one, 0x3c00; mov.b32 {lo, hi}, s; add.f16 lo, lo, one; mov.b32 d, {lo, hi}",
        &[("s", 0x4000_3c00)],
        &[("d", 0x4000_4000, Determined)],
    );
    check("mov.b32 {_, hi}, s", &[("s", 0x4000_3c00)], &[("hi", 0x4000, Determined)]);
    check(
        "mov.b64 d, {a, b}; mov.b64 {x, y}, d; mov.b32 {p, q, r, s}, y",
        &[("a", 1), ("b", 0x0403_0201)],
        &[
            ("x", 1, Determined),
            ("p", 1, Determined),
            ("q", 2, Determined),
            ("r", 3, Determined),
            ("s", 4, Determined),
        ],
    );
    check(
        "mov.b32 d, 0f40000000; mov.f32 e, 2.0; mov.b32 f, 16",
        &[],
        &[("d", TWO, Determined), ("e", TWO, Determined), ("f", 16, Determined)],
    );
    check(
        "cvt.rn.f16x2.f32 t, a, b; cvt.rn.satfinite.e4m3x2.f16x2 d, t",
        &[("a", ONE), ("b", TWO)],
        &[("d", 0x3840, Determined)],
    );
    check("mov.b32 p, 0x3c004000; add.f16x2 d, p, p", &[], &[("d", 0x4000_4400, Determined)]);
}

#[test]
fn what_is_open_stays_open() {
    let nan = 0x7fff_ffff;
    check("ex2.approx.f32 t, a; add.f32 d, t, t", &[("a", ONE)], &[("d", 0x4080_0000, Reference)]);
    check("add.f32 t, a, a; mov.b32 d, t", &[("a", nan)], &[("d", nan, OpenNan)]);
    check("add.f32 t, a, a; min.f32 d, t, 1.0", &[("a", nan)], &[("d", ONE, Determined)]);
    check("add.f32 t, a, a; copysign.f32 d, t, 1.0", &[("a", nan)], &[("d", ONE, Reference)]);
    check("add.f32 t, a, a; cvt.rn.f32.s32 d, t", &[("a", nan)], &[("d", 0x4f00_0000, Reference)]);
    check("add.f32 t, a, a; mov.b32 {_, d}, t", &[("a", nan)], &[("d", 0x7fff, Reference)]);
}

#[test]
fn inputs_are_typed_by_the_first_use_that_says_what_they_are() {
    let kinds = |text: &str| -> Vec<_> {
        let sequence = sequence(text);
        let register = |index: &usize| &sequence.registers()[*index];
        sequence.inputs().iter().map(|i| (register(i).kind, register(i).is_typed)).collect()
    };
    assert_eq!(kinds("add.f32 d, a, b"), [(Type::F32, true), (Type::F32, true)]);
    assert_eq!(kinds("mov.b32 t, a; add.f16x2 d, a, t"), [(Type::F16x2, true)]);
    assert_eq!(kinds("mov.b32 {x, y}, a"), [(Type::B32, false)]);
}

#[test]
fn unknown_statements_are_reported_and_the_rest_evaluated() {
    let text = "shfl.sync.idx.b32 a, p, 0, 31, -1;\nadd.f32 t, a, b;\n  @q mul.f32 u, b, b;\nadd.f32 d, b, 1.0;\nL: add.f32 v, b, b;\nbra L;\n.loc 1 2";
    let sequence = sequence(text);
    let reported: Vec<_> = sequence
        .diagnostics()
        .iter()
        .map(|each| (line_and_column(text, each.span.start), each.code))
        .collect();
    assert_eq!(reported, [((1, 1), Code::UnknownOpcode), ((6, 1), Code::Unsupported),]);
    let values = sequence.evaluate(&[ONE]);
    let outputs: Vec<_> = sequence
        .outputs()
        .iter()
        .map(|index| (sequence.registers()[*index].name.as_str(), values[*index].standing))
        .collect();
    assert_eq!(outputs, [("t", Unknown), ("u", Unknown), ("d", Determined), ("v", Unknown)]);
    assert!(!sequence.is_complete());
}

#[test]
fn diagnostics_of_statements_point_into_the_whole_text() {
    let reported = |text: &str| {
        let sequence = sequence(text);
        let all = sequence.diagnostics();
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        (all[0].code, text[all[0].span.clone()].to_string())
    };
    let first = "add.f32 x, a, b;\n";
    for (text, code, place) in [
        ("fma.rn.ftz.bf16x2 d, a, b, c", Code::ModifierNotAllowed, ".ftz"),
        ("fmul.f32 d, a, b", Code::UnknownOpcode, "fmul"),
        ("add.f64 d, x, 1.0", Code::RegisterWidth, "x"),
        ("add.f64 x, 1.0, 1.0", Code::RegisterWidth, "x"),
        (".reg .f16 h; add.f32 d, h, 1.0", Code::RegisterWidth, "h"),
        ("add.f32 d, 1x, 1.0", Code::Operand, "1x"),
        ("add.f32 d, [a], 1.0", Code::Operand, "[a]"),
        ("add.f32 1.0, 1.0", Code::OperandCount, "add.f32"),
        ("add.f32", Code::OperandCount, "add.f32"),
        ("add.f32 2.0, a, b", Code::Operand, "2.0"),
        ("mov.b128 d, a", Code::ModifierNotAllowed, "mov.b128"),
        ("mov.b32 d, {a, b, c}", Code::Operand, "mov.b32"),
        ("mov.b32 d", Code::OperandCount, "mov.b32"),
        (".reg .x y", Code::Unexpected, ".reg .x y"),
    ] {
        let (found, at) = reported(&[first, text].concat());
        // A second width of the same register is reported once a use.
        assert_eq!((found, at.as_str()), (code, place), "{text}");
    }
    let fixed = sequence("fma.rn.ftz.bf16x2 d, a, b, c");
    let statement = &fixed.statements()[0];
    assert_eq!(statement.head, 0..17);
    assert!(!statement.diagnostics[0].fixes.is_empty());
    assert!(matches!(statement.action, Action::Unknown(_)));
}

#[test]
fn sequences_have_an_end() {
    let long = "add.u32 a,a,1;\n".repeat(MAX_STATEMENTS + 6);
    let sequence = sequence(&long);
    let counts = (sequence.statements().len(), sequence.diagnostics().len());
    assert_eq!(counts, (MAX_STATEMENTS, 1));
    let values = sequence.evaluate(&[5]);
    assert_eq!(values[sequence.outputs()[0]].bits, 5 + MAX_STATEMENTS as u64);
    assert_eq!(sequence.evaluate(&[]).len(), values.len());
}

#[test]
fn a_normal_text_means_the_same_and_stays() {
    for (text, expected) in [
        ("", ""),
        ("L: add .f32 d , a,b ;;", "add.f32 d, a, b;"),
        ("mov.b32 {a,b}, s", "mov.b32 {a, b}, s;"),
        ("@p add.f32 d,a,b", "@p add.f32 d, a, b;"),
        ("add.f32 d a // x\n b", "add.f32 d a;\nb;"),
        ("ld.f32 a, [b + 4]", "ld.f32 a, [b + 4];"),
    ] {
        assert_eq!(normal(text), expected);
        assert_eq!(normal(expected), expected);
    }
}

/// ptxas 13.1.115 folds 5.5 (`ptxas -arch=sm_100a`, 22 November 2026).
#[test]
fn registers_of_inner_blocks_are_others() {
    let text = "{ .reg .f32 x0, x1, d; mov.f32 x0, 1.5; mov.f32 x1, 4.0;\n{ .reg .f32 x0; mov.f32 x0, 2.0; mov.f32 y, x0; }\nadd.f32 d, x0, x1; }";
    let sequence = sequence(text);
    let values = sequence.evaluate(&[]);
    let named = |name: &str| {
        let found = sequence.registers().iter().rposition(|each| each.name == name);
        values[found.unwrap()].bits
    };
    assert_eq!((named("d"), named("x0_1"), named("y")), (0x40b0_0000, TWO, TWO));
    assert_eq!(sequence.statements()[4].text, "mov.f32 x0_1, 2.0");
    let again = Sequence::new(&normal(text), &context("sm_100a"));
    assert_eq!(again.evaluate(&[]), values);
}

#[test]
fn what_depends_on_statements_that_are_not_evaluated_is_unknown() {
    for (statement, written) in [
        ("shfl.sync.idx.b32 d|p, a, 0, 31, -1", &["d", "p"][..]),
        ("call (d), f, (a)", &["d"]),
        ("call.uni (d, e), f, (a)", &["d", "e"]),
        ("bar.red.popc.u32 d, 0, p", &["d"]),
        ("ld.global.v2.f32 {d, e}, [a]", &["d", "e"]),
        ("add.f32 d, a, 1", &["d"]),
        ("atom.global.add.f32 d, [x], a", &["d"]),
    ] {
        let text = [
            "mov.f32 d, 1.0; mov.f32 e, 1.0; mov.pred p, 1; mov.b32 k, 5;\n",
            statement,
            ";\nmov.f32 u, d; mov.f32 v, e; mov.pred w, p; mov.b32 l, k; add.f32 x, u, u",
        ]
        .concat();
        let sequence = sequence(&text);
        let values = sequence.evaluate(&[ONE]);
        let last =
            |name: &str| sequence.registers().iter().rposition(|it| it.name == name).unwrap();
        for (name, copy) in [("d", "u"), ("e", "v"), ("p", "w"), ("k", "l")] {
            let is_unknown = values[last(copy)].standing == Unknown;
            assert_eq!(is_unknown, written.contains(&name), "{statement}: {name}");
            let since = sequence.registers()[last(copy)].unknown_since;
            assert_eq!(since, is_unknown.then_some(4), "{statement}: {name}");
        }
        assert_eq!(values[last("x")].standing, Unknown, "{statement}");
    }
    // After a jump, statements may not run, and after a label more than once.
    let sequence = sequence("add.f32 d, a, a; @p bra L; add.f32 e, a, a; L: add.f32 f, a, a");
    let values = sequence.evaluate(&[ONE]);
    let standing: Vec<_> = sequence.outputs().iter().map(|it| values[*it].standing).collect();
    assert_eq!(standing, [Determined, Unknown, Unknown]);
}

#[test]
fn an_open_nan_is_more_where_half_of_it_is_read() {
    let nan = 0x7ff8_0000_0000_0000;
    for text in
        ["add.f64 t, a, a; rcp.approx.ftz.f64 d, t", "add.f64 t, a, a; rsqrt.approx.ftz.f64 d, t"]
    {
        assert_eq!(outcomes(text, &[nan], "d").1, Reference, "{text}");
    }
}

/// `cvt` with ptxas 13.1.115 for `sm_100a` (22 November 2026): the results are stored and read in the
/// machine code.
#[test]
fn registers_of_cvt_may_be_wider() {
    check(".reg .b32 r; cvt.rn.f16.f32 r, -3.0; mov.b32 d, r", &[], &[("d", 0xc200, Determined)]);
    check(".reg .b32 r; cvt.rzi.s8.f32 r, -3.0", &[], &[("r", 0xffff_fffd, Determined)]);
    check(".reg .u32 r; cvt.rzi.u8.f32 r, 200.0", &[], &[("r", 200, Determined)]);
    check(".reg .b64 r; cvt.rzi.s32.f32 r, -3.0", &[], &[("r", 0xffff_ffff_ffff_fffd, Determined)]);
    check("mov.b32 r, 0x12345680; cvt.rn.f32.s8 d, r", &[], &[("d", 0xc300_0000, Determined)]);
    check(".reg .b32 r; cvt.f32.f16 d, r", &[("r", 0x1234_3c00)], &[("d", ONE, Determined)]);
    for (text, message) in [
        (
            ".reg .f32 r; cvt.f32.f16 d, r",
            "register `r` is declared with 32 bits; .f16 takes 16; a wider register may be used if it is declared `.b32`, not `.f32`",
        ),
        (".reg .b32 r; cvt.f32.bf16 d, r", "register `r` is declared with 32 bits; .bf16 takes 16"),
        (
            ".reg .b16 r; cvt.rzi.s32.f32 r, a",
            "register `r` is declared with 16 bits; .s32 takes 32",
        ),
        (".reg .b32 r; add.f16 d, r, r", "register `r` is declared with 32 bits; .f16 takes 16"),
    ] {
        assert_eq!(sequence(text).diagnostics()[0].message, message, "{text}");
    }
    // A link says as much.
    let text = "{ .reg .b32 r; cvt.f32.f16 d, r; }";
    assert_eq!(normal(text), ".reg .b32 r;\ncvt.f32.f16 d, r;");
    assert_eq!(normal(&normal(text)), normal(text));
}
