//! Names of instructions, and the errors in them.

use super::super::{LINES, Opcode};
use super::*;
use alloc::string::ToString as _;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn wrong(spelling: &str) -> String {
    Mma::parse(spelling).unwrap_err().to_string()
}

#[test]
fn a_name_says_types_shape_and_scales() {
    let mma = Mma::parse("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16 {%r0, %r1}, {%r2};")
        .unwrap();
    assert_eq!((mma.opcode, mma.k, mma.shape()), (Opcode::Mma, 32, "m16n8k32"));
    let names = [mma.d, mma.a, mma.b, mma.c].map(Format::name);
    assert_eq!(names, ["f16", "e4m3", "e5m2", "f16"]);
    assert_eq!(mma.to_string(), "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16");
    let guarded =
        Mma::parse("  @!%p1 mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32;").unwrap();
    assert_eq!((guarded.k, guarded.a.name()), (8, "tf32"));
    let scaled = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
    let scaled = Mma::parse(scaled).unwrap();
    assert_eq!((scaled.k, scaled.n_scales()), (64, 4));
    assert_eq!(scaled.scale.unwrap().format.name, "ue4m3");
    let wide = Mma::parse("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16").unwrap();
    assert_eq!((wide.k, wide.shape(), wide.c.name()), (16, "m64n256k16", "f32"));
    let memory = Mma::parse(
        "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16{f32.e2m1.e2m1.ue8m0}",
    )
    .unwrap();
    assert_eq!((memory.k, memory.n_scales(), memory.scale.unwrap().format.name), (64, 4, "ue8m0"));
    assert_eq!(
        Mma::parse("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16").unwrap().c.name(),
        "f16"
    );
}

#[test]
fn errors_name_the_wrong_word_and_the_right_ones() {
    for (spelling, expected) in [
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16",
            "`.f16` is not possible as the type of c; expected `.f32`, as in `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`",
        ),
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.e3m2.e3m2.f32",
            "`.m16n8k16` is not possible as the shape; expected `.m16n8k32`, as in `mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e3m2.f32`",
        ),
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32.rn",
            "`.rn` is one word too many; expected nothing more, as in `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`",
        ),
        (
            "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f32",
            "`.f16` is not possible as the type of d; expected `.f32`, as in `mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32`",
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.f32.e2m1.e2m1.f32.ue4m3",
            "`.f32` is not possible as the size of a block; expected `.scale_vec::4X`, as in `mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3`",
        ),
        (
            "mma.m16n8k8.row.col",
            "`mma.m16n8k8.row.col` lacks `.sync` behind the opcode; expected `mma.sync` or `wmma.mma.sync`",
        ),
        (
            "add.f32",
            "`add.f32` is no instruction of tensor cores; expected `mma.sync`, `wmma.mma`, `wgmma.mma_async` or `tcgen05.mma`",
        ),
        (
            "mma.sp.sync.aligned.m16n8k16",
            "`mma.sp.sync.aligned.m16n8k16` multiplies sparse matrices, of which nothing is known",
        ),
        (
            "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
            "`.m64n12k16` is not possible as the shape; expected `.m64n8k16`, as in `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16`",
        ),
        (
            "tcgen05.mma.cta_group::1.kind::f16",
            "`tcgen05.mma` has its types in the instruction descriptor; expected them in braces, that of d first, as in `tcgen05.mma.cta_group::1.kind::f16{f32.f16.f16}`",
        ),
        (
            "tcgen05.mma.cta_group::1.kind::f8f6f4{f32.f16.e4m3}",
            "`.f16` is not possible as the type of a; expected `.e4m3`, `.e5m2`, `.e3m2`, `.e2m3` or `.e2m1`, as in `tcgen05.mma.cta_group::1.kind::f8f6f4{f32.e4m3.e4m3}`",
        ),
    ] {
        assert_eq!(wrong(spelling), expected, "{spelling}");
    }
}

/// Every line has a spelling that is read as that line.
#[test]
fn the_spelling_that_is_offered_is_right() {
    let mut count = 0;
    for line in LINES {
        let text = line.opcode.name();
        let offered = Mma::parse(text).unwrap_err().instead.unwrap();
        assert!(Mma::parse(&offered).is_ok() || offered.starts_with("tcgen05"), "{offered}");
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn any_text_is_answered() {
    for text in [
        "",
        ".",
        "mma.sync",
        "mma.sync.",
        "mma.sync..",
        "mma.sync.é",
        "tcgen05.mma{",
        "mma.sync{}",
        "@",
        "@p",
        "@p ",
        "wgmma.mma_async.sync.aligned.m64n+8k16.f32.f16.f16",
        "\u{202e}",
    ] {
        let error = Mma::parse(text).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert!(text.get(error.span.clone()).is_some(), "{text:?} {:?}", error.span);
    }
}

#[test]
fn statements_of_scalar_instructions_know_all_opcodes() {
    assert!(Opcode::ALL.iter().all(|opcode| crate::catalog::aliases::is_tensor(opcode.name())));
}
