//! Which bits of a register are open after statements.

use super::tests::{outcomes, sequence};
use super::{Enclosure, Standing};
use Standing::{Determined, OpenNan, Reference};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const NAN: u64 = 0x7fc0_0000;
const ONE: u64 = 0x3f80_0000;

/// Checks the last values of registers, by their names.
fn check(text: &str, inputs: &[u64], expected: &[(&str, u64, Standing)]) {
    for (name, bits, standing) in expected {
        let found = outcomes(text, inputs, name);
        assert_eq!(found, (alloc::vec![*bits], *standing), "{text} {name}");
        // Bits that are determined are guaranteed, too.
        let sequence = sequence(text);
        let index = sequence.registers().iter().rposition(|each| each.name == *name).unwrap();
        let known = sequence.enclose(inputs, 4096).of(index);
        let is_determined = *standing == Determined;
        assert_eq!(known == Enclosure::Bits(*bits), is_determined, "{text} {name} {known:x?}");
    }
}

#[test]
fn a_lane_beside_a_nan_is_determined() {
    check(
        "add.f16x2 t, a, a; mov.b32 {lo, hi}, t; add.f16 d, lo, lo; mov.b32 u, {lo, hi}; \
         add.f16x2 v, u, u; mov.b32 {x, y}, v; mov.b32 {y2, x2}, u",
        &[0x7e00_3c00],
        &[
            ("t", 0x7fff_4000, OpenNan),
            ("lo", 0x4000, Determined),
            ("hi", 0x7fff, Reference),
            ("d", 0x4400, Determined),
            ("u", 0x7fff_4000, Reference),
            ("v", 0x7fff_4400, OpenNan),
            ("x", 0x4400, Determined),
            ("y2", 0x4000, Determined),
        ],
    );
    // A NaN in a part is one for the instruction that reads it.
    check(
        "add.bf16x2 t, a, a; mov.b32 {lo, hi}, t; mov.b16 one, 0x3f80; min.bf16 d, hi, one; add.bf16 e, hi, lo",
        &[0x7fc0_3f80],
        &[("d", 0x3f80, Determined), ("e", 0x7fff, OpenNan)],
    );
    // The upper half of an f64 NaN is one of f32, the lower half may be anything.
    check(
        "add.rn.f64 t, a, a; mov.b64 {lo, hi}, t; min.f32 d, hi, 0f3f800000; min.f32 e, lo, 0f3f800000",
        &[0x7ff8_0000_0000_0000],
        &[("d", ONE, Determined), ("e", 0, Reference)],
    );
}

#[test]
fn the_lower_word_of_an_approximate_f64_is_zero() {
    check(
        "rcp.approx.ftz.f64 t, a; mov.b64 {lo, hi}, t; and.b64 d, t, 0xffffffff; \
         shl.b64 e, t, 32; cvt.u32.u64 f, t",
        &[0x4008_0000_0000_0000],
        &[
            ("t", 0x3fd5_5555_0000_0000, Reference),
            ("lo", 0, Determined),
            ("hi", 0x3fd5_5555, Reference),
            ("d", 0, Determined),
            ("e", 0, Determined),
        ],
    );
}

#[test]
fn integers_of_a_nan_are_determined_where_every_nan_has_them() {
    check(
        "add.rn.f32 t, a, b; and.b32 u, t, 0x7fffffff; setp.gt.u32 p, u, 0x7f800000; \
         and.b32 d, t, 0x7f800000; or.b32 e, t, 0xffffffff; xor.b32 f, t, t; selp.b32 g, 1, 2, p; \
         setp.gt.u32 q, u, 0x7fc00000; shl.b32 h, t, 1; setp.gt.u32 r, h, 0xff000000; \
         bfe.u32 i, t, 23, 8; lop3.b32 j, t, 0x7f800000, 0, 0xc0; sub.u32 k, t, t",
        &[NAN, ONE],
        &[
            ("u", 0x7fff_ffff, Reference),
            ("p", 1, Determined),
            ("d", 0x7f80_0000, Determined),
            ("e", 0xffff_ffff, Determined),
            ("f", 0, Determined),
            ("g", 1, Determined),
            // A quiet NaN has it, a signaling one has not.
            ("q", 1, Reference),
            ("r", 1, Determined),
            ("i", 0xff, Determined),
            ("j", 0x7f80_0000, Determined),
            ("k", 0, Determined),
        ],
    );
}

#[test]
fn bits_that_an_interval_shares_are_determined() {
    // 2^0.5 within some ulp.
    let text =
        "ex2.approx.ftz.f32 t, a; and.b32 d, t, 0x7f800000; shr.u32 e, t, 23; mov.b32 {lo, hi}, t";
    check(
        text,
        &[0x3f00_0000],
        &[
            ("t", 0x3fb5_04f3, Reference),
            ("d", 0x3f80_0000, Determined),
            ("e", 0x7f, Determined),
            ("hi", 0x3fb5, Determined),
            ("lo", 0x04f3, Reference),
        ],
    );
}

#[test]
fn a_guard_that_is_open_leaves_open_what_differs() {
    let text = "ex2.approx.ftz.f32 t, a; and.b32 u, t, 1; setp.eq.u32 p, u, 1; mov.b32 d, b; \
        @p mov.b32 d, c; mov.b32 e, b; @p mov.b32 e, b;";
    let text = [text, " and.b32 f, d, 4;"].concat();
    check(
        &text,
        &[0x3f00_0000, 5, 4],
        &[("d", 4, Reference), ("e", 5, Determined), ("f", 4, Determined)],
    );
}

#[test]
fn an_interval_is_shown_as_the_type_of_the_register() {
    let text = "rsqrt.approx.ftz.f32 t, a; add.s32 d, t, 4; @p neg.f32 d, a;";
    let sequence = sequence(text);
    let inputs: alloc::vec::Vec<u64> = sequence
        .input_registers()
        .map(|register| if register.name == "a" { 0x4040_0000 } else { 0 })
        .collect();
    let output = sequence.outputs()[0];
    let register = sequence.register(output).unwrap();
    assert_eq!(register.kind.spelling(), ".f32");
    let Enclosure::Within(lanes) = sequence.enclose(&inputs, 4096).of(output) else { panic!() };
    assert_eq!(lanes.format, register.kind.format());
    let [low, high] = lanes.lane(0);
    assert!(low < high && low > 0x3f13_0000 && high < 0x3f14_0000, "{low:x} {high:x}");
}
