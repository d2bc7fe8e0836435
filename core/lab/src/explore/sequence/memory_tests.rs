//! Programs whose parameters overlap, that load and store, and that have several functions.

use alloc::vec::Vec;

use super::Standing;
use super::program_tests::check;
use super::tests::sequence;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const ONE: u64 = 0x3f80_0000;

#[test]
fn parameters_are_bytes() {
    check(
        ".param .align 8 .b8 x[8]; st.param.b32 [x], 1; st.param.b32 [x+4], 2; ld.param.b64 d, [x];",
        &[],
        &[("d", 0x2_0000_0001)],
    );
    check(
        "st.param.v2.f32 [x], {1.0, 2.0}; ld.param.b64 d, [x];",
        &[],
        &[("d", 0x4000_0000_3f80_0000)],
    );
    check(
        ".param .b32 x; st.param.b32 [x], 0xffffffff; st.param.b16 [x], 7; ld.param.b32 d, [x];",
        &[],
        &[("d", 0xffff_0007)],
    );
    check(
        "st.param.b64 [x], 0x1122334455667788; ld.param.b16 d, [x+6]; ld.param.b32 e, [x+2];",
        &[],
        &[("x", 0x7788), ("d", 0x1122), ("e", 0x3344_5566)],
    );
    check(
        "st.param.b8 [x], 1; st.param.b8 [x+3], 0x80; st.param.b16 [x+1], 0x2233; ld.param.b32 d, [x];",
        &[],
        &[("d", 0x8022_3301)],
    );
    check(
        "ld.param.b64 a, [x]; ld.param.b32 c, [x+4]; ld.param.v2.b16 {e, f}, [x+2];",
        &[("x", 0x1122_3344_5566_7788)],
        &[("a", 0x1122_3344_5566_7788), ("c", 0x1122_3344), ("e", 0x5566), ("f", 0x3344)],
    );
    check(
        ".param .b16 h; ld.param.u8 %rs1, [h]; add.u16 d, %rs1, 1;",
        &[("h", 0x1234)],
        &[("d", 0x35)],
    );
    // Parameters that do not overlap are inputs of their own.
    check(
        "ld.param.v2.f32 {a, b}, [x]; ld.param.f32 c, [x+4]; add.f32 d, a, c; neg.f32 e, b;",
        &[("x", ONE), ("x+4", ONE)],
        &[("d", 0x4000_0000), ("e", 0xbf80_0000)],
    );
}

#[test]
fn bytes_that_nothing_wrote_are_unknown() {
    for text in [
        ".param .b32 x; st.param.b16 [x], 7; ld.param.b32 d, [x];",
        "st.param.b32 [x+4], 7; ld.param.b64 d, [x];",
        "st.param.b8 [x], 7; ld.param.b16 d, [x];",
    ] {
        let sequence = sequence(text);
        let found = sequence.diagnostics();
        assert!(found[0].message.contains("nothing was written to `x"), "{text}: {found:?}");
        let values = sequence.evaluate(&[]);
        let last = *sequence.outputs().last().unwrap();
        assert_eq!(values[last].standing, Standing::Unknown, "{text}");
    }
}

#[test]
fn accesses_that_cannot_be_followed_are_reported() {
    for text in [
        "ld.param.b32 a, [x]; st.param.b16 [x], 7;",
        "st.param.v2.f32 [x], {1.0, 2.0}; ld.param.b16 d, [x];",
        "ld.param.b32 a, [x]; ld.param.b32 b, [x+2];",
        "ld.param.b32 a, [x]; ld.param.u8 b, [x+1];",
    ] {
        let found = sequence(text);
        let found = found.diagnostics();
        assert!(found[0].message.contains("overlapping parts"), "{text}: {found:?}");
    }
}

#[test]
fn every_function_has_names_of_its_own() {
    let text = "
        .func (.param .b32 r) f(.param .b32 x)
        { .reg .f32 %f<3>; ld.param.f32 %f1, [x]; add.f32 %f2, %f1, 1.0; st.param.f32 [r], %f2; ret; }
        .visible .func (.param .b64 r) g(.param .b64 x)
        { ld.param.f64 %f1, [x]; neg.f64 %f2, %f1; st.param.f64 [r], %f2; ret; }";
    check(
        text,
        &[("x", ONE), ("x_1", 0x3ff0_0000_0000_0000)],
        &[("r", 0x4000_0000), ("r_1", 0xbff0_0000_0000_0000)],
    );
    // A jump in one says nothing of the other.
    let text = "
        .func f() { setp.lt.f32 p, a, b; @p bra L; abs.f32 c, a; L: ret; }
        .func g() { abs.f32 d, b; ret; }";
    let sequence = sequence(text);
    let values = sequence.evaluate(&[ONE, ONE, ONE]);
    let standings = sequence.outputs().iter().map(|index| values[*index].standing);
    assert_eq!(standings.collect::<Vec<_>>(), [Standing::Unknown, Standing::Determined]);
}

#[test]
fn jumps_with_guards_of_inline_assembly_are_jumps() {
    for (jump, label) in [("bra L", "L:"), ("exit", ""), ("ret", "")] {
        let text = [
            r#"asm("{ .reg .pred %%p; setp.lt.s32 %%p, %1, 3; mov.u32 %0, 7; @%%p "#,
            jump,
            "; mov.u32 %0, 9; ",
            label,
            r#" }" : "=r"(d) : "r"(x));"#,
        ];
        let sequence = sequence(&text.concat());
        let values = sequence.evaluate(&[1]);
        assert_eq!(values[sequence.outputs()[0]].standing, Standing::Unknown, "{jump}");
    }
}

#[test]
fn loaded_registers_are_inputs_and_stored_ones_are_outputs() {
    check(
        "ld.global.f32 a, [p]; ld.global.v2.f32 {b, _}, [p+8]; fma.rn.f32 d, a, b, a; st.global.f32 [q], d; add.f32 d, d, d;",
        &[("a", ONE), ("b", ONE)],
        &[("d", 0x4000_0000), ("d", 0x4080_0000)],
    );
    // Registers may be wider than what is in memory.
    check(
        ".reg .b16 %rs<2>; .reg .b32 %r<2>; ld.global.u8 %rs1, [p]; ld.global.b16 %r1, [p]; add.u16 s, %rs1, 1; add.u32 t, %r1, 1; st.global.u8 [q], s; st.global.b16 [q], t;",
        &[("%rs1", 0xff), ("%r1", 0xffff)],
        &[("s", 0x100), ("t", 0x1_0000)],
    );
    // Pointers need no value, and are no results.
    check(
        "ld.param.u64 p, [x]; cvta.to.global.u64 q, p; neg.f32 b, a;",
        &[("a", ONE)],
        &[("b", 0xbf80_0000)],
    );
    check(
        "ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1; add.s64 %rd3, %rd2, 4; ld.global.b32 a, [%rd3]; neg.f32 b, a; st.global.b32 [%rd3], b;",
        &[("a", ONE)],
        &[("b", 0xbf80_0000)],
    );
    // An address may be an operand, too.
    check(
        "copysign.f32 d, a, b; ld.f32 t, [a]; neg.f32 d, t;",
        &[("a", ONE), ("b", ONE), ("t", ONE)],
        &[("d", 0xbf80_0000)],
    );
    // A second value of a name would be an input without a name.
    let found =
        sequence("ld.global.f32 a, [p]; neg.f32 b, a; ld.global.f32 a, [p+4]; neg.f32 c, a;");
    assert_eq!(found.diagnostics().len(), 1);
    let values = found.evaluate(&[ONE]);
    assert_eq!(values[found.outputs()[0]].bits, 0xbf80_0000);
    assert_eq!(values[found.outputs()[1]].standing, Standing::Unknown);
}
