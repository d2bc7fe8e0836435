use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::tests::{outcomes, sequence};
use super::{Action, MAX_BRANCHES, Sequence, Standing};
use crate::catalog::{Context, IsaVersion, Target};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use Standing::{Contracted, Determined, Reference};

const ONE: u64 = 0x3f80_0000;

/// a = b, and -a * b rounded: what the product loses is all that is left.
const LOST: [u64; 2] = [0x3f80_0800, 0xbf80_1000];
const LEFT: u64 = 0x3380_0000;

/// With ptxas 13.1.115 (`ptxas -arch=sm_100a`, then `nvdisasm -c`, 22 November 2026) the sums with
/// several results here are FFMA, HFMA2, DFMA or FFMA2, except for those that say otherwise.
#[test]
fn products_and_sums_without_rounding_modifiers_have_two_results() {
    let both = (alloc::vec![0, LEFT], Contracted);
    let one = (alloc::vec![0], Determined);
    for text in [
        "mul.f32 t, a, a; add.f32 d, t, c",
        "mul.f32 t, a, a; add.f32 d, c, t",
        "mul.f32 t, a, a; neg.f32 n, c; sub.f32 d, t, n",
        "mul.f32 t, a, a; neg.f32 n, t; sub.f32 d, c, n",
        "mul.f32 t, a, a; mov.f32 u, t; mov.b32 v, u; add.f32 d, v, c",
        "mul.f32 t, a, a; cvt.f32.f32 u, t; add.f32 d, u, c",
        "mul.f32 t, a, a; mul.rn.f32 u, t, 1.0; add.f32 d, u, c",
        "mov.f32 one, -1.0; mul.f32 t, a, a; mul.f32 u, one, t; sub.f32 d, c, u",
        "mul.ftz.f32 t, a, a; neg.f32 u, t; neg.ftz.f32 v, u; add.ftz.f32 d, v, c",
        "mul.f32 t, a, a; add.sat.f32 d, t, c",
        // The lanes of a register are products too; the assembler does not fuse these yet.
        "mul.f32 t, a, a; mov.b64 p, {t, t}; mov.b64 q, {c, c}; add.f32x2 s, p, q; mov.b64 {d, _}, s",
    ] {
        assert_eq!(outcomes(text, &LOST, "d"), both, "{text}");
    }
    for text in [
        "mul.rn.f32 t, a, a; add.f32 d, t, c",
        "mul.f32 t, a, a; add.rn.f32 d, t, c",
        "mul.ftz.f32 t, a, a; add.f32 d, t, c",
        "mul.f32 t, a, a; add.ftz.f32 d, t, c",
        "mul.f32 t, a, a; abs.f32 u, t; add.f32 d, u, c",
        "mul.f32 t, a, a; neg.ftz.f32 u, t; neg.f32 v, u; add.f32 d, v, c",
        "mul.f32 t, a, a; mul.rz.f32 u, t, 1.0; add.rn.f32 d, u, c",
        "mul.f32 t, a, a; add.rn.f32 u, t, 0f80000000; add.f32 d, u, c",
    ] {
        assert_eq!(outcomes(text, &LOST, "d"), one, "{text}");
    }
    let sat = outcomes("mul.sat.f32 t, a, a; add.f32 d, t, c", &LOST, "d");
    assert_eq!(sat.1, Determined);
    // Where both come to the same, nothing is open.
    assert_eq!(outcomes("mul.f32 t, a, a; add.f32 d, t, c", &[ONE, ONE], "d").1, Determined);
}

#[test]
fn every_format_is_contracted() {
    let f16 = [0x3c01, 0xbc02];
    let text = "mul.f16 t, a, a; add.f16 d, t, c";
    assert_eq!(outcomes(text, &f16, "d"), (alloc::vec![0, 0x0010], Contracted));
    let bf16 = [0x3f81, 0xbf82];
    let text = "mul.bf16 t, a, a; add.bf16 d, t, c";
    assert_eq!(outcomes(text, &bf16, "d"), (alloc::vec![0, 0x3880], Contracted));
    let f64 = [0x3ff0_0000_0000_0001, 0xbff0_0000_0000_0002];
    let text = "mul.f64 t, a, a; add.f64 d, t, c";
    assert_eq!(outcomes(text, &f64, "d"), (alloc::vec![0, 0x3970_0000_0000_0000], Contracted));
    // The lanes of a packed product are fused together.
    let f16x2 = [0x3c01_3c01, 0xbc02_bc02];
    let text = "mul.f16x2 t, a, a; sub.f16x2 u, c, t; neg.f16x2 d, u; mul.f16x2 e, d, d";
    let negated = [0xbc02_bc02_u64; 1].map(|bits| bits ^ 0x8000_8000);
    let text = text.replace("c, t", "m, t");
    let (found, standing) = outcomes(&text, &[f16x2[0], negated[0]], "d");
    assert_eq!((found, standing), (alloc::vec![0x8000_8000, 0x0010_0010], Contracted));
    let text = "mul.f32x2 t, a, a; add.f32x2 d, t, c";
    let wide = LOST.map(|bits| bits << 32 | bits);
    assert_eq!(outcomes(text, &wide, "d").0, [0, LEFT << 32 | LEFT]);
    // Products of their own are fused each for itself.
    let text = "mul.f16 t, a, a; mul.f16 u, a, a; mov.b32 p, {t, u}; add.f16x2 d, p, c";
    let (found, _) = outcomes(text, &[0x3c01, 0xbc02_bc02], "d");
    assert_eq!(found, [0, 0x10, 0x0010_0000, 0x0010_0010]);
    // Sums of mixed precision: the text lets them be fused, the assembler does not do it yet.
    let text = "mul.f32 t, a, a; add.f32.f16 d, h, t";
    assert_eq!(outcomes(text, &[LOST[0], 0xbc00], "d").0, [0x3a00_0000, 0x3a00_0400]);
    let text = "mul.f16 t, a, a; sub.f32.f16 d, t, c";
    assert_eq!(outcomes(text, &[0x3c01, 0x3f80_4000], "d").0, [0, 0x3580_0000]);
}

#[test]
fn products_of_four_are_contracted_where_one_instruction_has_their_types() {
    // 1.125 * 1.125 - 1.25 in each lane.
    let operands = [0x3939_3939, 0xbaba_baba];
    let both = (alloc::vec![0, 0x0808_0808], Contracted);
    let text = "mul.e4m3x4.e4m3x4.e4m3x4 t, a, a; add.e4m3x4.e4m3x4 d, t, c";
    assert_eq!(outcomes(text, &operands, "d"), both);
    let text = "mul.e4m3x4.e4m3x4.e4m3x4 t, a, a; add.e4m3x4.e4m3x4 d, c, t";
    assert_eq!(outcomes(text, &operands, "d"), both);
    // The addend of a multiply-add has the type of the result; a product that is clamped is kept.
    for text in [
        "mul.e4m3x4.e4m3x4.e4m3x4 t, a, a; add.e4m3x4.e5m2x4 d, c, t",
        "mul.satfinite.e4m3x4.e4m3x4.e4m3x4 t, a, a; add.e4m3x4.e4m3x4 d, t, c",
        "mul.rn.e4m3x4.e4m3x4.e4m3x4 t, a, a; add.e4m3x4.e4m3x4 d, t, c",
    ] {
        assert_eq!(outcomes(text, &operands, "d").0.len(), 1, "{text}");
    }
}

#[test]
fn each_sum_is_contracted_for_itself_and_what_follows_agrees_with_it() {
    // A product may be stored and fused all the same, and feed two sums.
    let text =
        "mul.f32 t, a, a; add.f32 d, t, c; add.f32 e, t, c; sub.rn.f32 f, d, e; mov.b32 s, t";
    for name in ["d", "e"] {
        assert_eq!(outcomes(text, &LOST, name).0, [0, LEFT], "{name}");
    }
    assert_eq!(outcomes(text, &LOST, "f").0, [0, LEFT, LEFT | 1 << 31]);
    // One value is read twice, and is the same both times.
    let text = "mul.f32 t, a, a; add.f32 d, t, c; sub.rn.f32 e, d, d; mul.rn.f32 f, d, d";
    assert_eq!(outcomes(text, &LOST, "e"), (alloc::vec![0], Determined));
    assert_eq!(outcomes(text, &LOST, "f").0, [0, 0x2780_0000]);
    // Either product of a sum may be fused.
    let text = "mul.f32 t, a, a; mul.f32 u, c, one; sub.f32 d, t, u; add.f32 e, t, t";
    let (found, _) = outcomes(text, &[LOST[0], LOST[1] ^ 1 << 31, ONE], "d");
    assert_eq!(found, [0, LEFT]);
    // Long sums have few results at a time.
    let mut text = String::from("mul.f32 s, a, b;");
    for index in 0..30 {
        let _ = write!(text, "mul.f32 t, a{index}, b{index}; sub.f32 s, t, s;");
    }
    let inputs: Vec<_> = (0..62).map(|index| 0x3f80_1001 + 0x1_2345 * index).collect();
    let (found, standing) = outcomes(&text, &inputs, "s");
    assert!(found.len() <= MAX_BRANCHES && standing >= Contracted, "{}", found.len());
}

#[test]
fn too_many_results_are_open_and_never_determined() {
    // Each sum has two results, and all of them are read at the end.
    let mut sums = String::new();
    for index in 0..8 {
        let _ = write!(sums, "mul.f32 t{index}, a, a; add.f32 d{index}, t{index}, c;");
    }
    let sequence = sequence(&sums);
    let outcomes = sequence.outcomes(&LOST);
    assert_eq!(outcomes.branches().count(), MAX_BRANCHES);
    for output in sequence.outputs() {
        assert!(outcomes.value(*output).standing >= Contracted);
    }
    let last = sequence.outputs()[7];
    assert_eq!((outcomes.of(last).len(), outcomes.value(last).standing), (1, Reference));
}

#[test]
fn targets_without_a_fused_multiply_add_truncate_the_product() {
    let old =
        Context { isa: IsaVersion::parse("1.4").unwrap(), target: Target::parse("sm_13").unwrap() };
    let sequence = Sequence::new("mul.f32 t, a, b; add.f32 d, t, c", &old);
    let Action::Call(call) = &sequence.statements()[1].action else { panic!("a call") };
    assert_eq!(call.contractions[0].ways[0].instruction.to_string(), "mad.f32");
    assert!(sequence.contraction(1).unwrap().contains("`mad.f32` (PTX ISA 9.1 §9.7.3.3)"));
    assert_eq!(sequence.contraction(0), None);
}
