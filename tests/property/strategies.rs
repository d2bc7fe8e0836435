//! Random instructions, operands, numbers and texts.

use std::sync::LazyLock;

use conformance::operands::Operands;
use conformance::spelling::MAX_REGISTERS;
use conformance::{Random, Subject, is_extensive};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use ptxfp::format::{FloatFormat, table};

/// The number of cases, the same ones in every run; extensive runs try others, and more.
pub(crate) fn config(n_cases: u32) -> ProptestConfig {
    let (cases, rng_seed) = if is_extensive() {
        (100 * n_cases, RngSeed::Random)
    } else {
        (n_cases, RngSeed::Fixed(0x9e37_79b9))
    };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// The instructions of the catalog.
pub(crate) static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| Subject::all().collect());

/// An instruction with registers, biased towards where arithmetic goes wrong.
pub(crate) fn call() -> impl Strategy<Value = (&'static Subject, [u64; MAX_REGISTERS])> {
    (any::<Index>(), any::<u64>()).prop_map(|(index, seed)| {
        let subject = index.get(&SUBJECTS);
        let mut operands = Operands::new(&subject.spelling, Random::new(seed));
        (subject, operands.registers())
    })
}

/// An instruction of one lane and one type without limits, `.ftz` and `.oob`, by its spelling.
pub(crate) fn plain(texts: &'static [&'static str]) -> impl Strategy<Value = (Subject, [u64; 3])> {
    (select(texts), any::<u64>()).prop_map(|(text, seed)| {
        let subject = Subject::new(text);
        let mut operands = Operands::new(&subject.spelling, Random::new(seed));
        (subject, operands.elements())
    })
}

/// A format of the catalog.
pub(crate) fn format() -> impl Strategy<Value = &'static FloatFormat> {
    select(table::FLOATS)
}

/// Text made of pieces that statements and numbers are made of, and of anything else.
pub(crate) fn nearly_ptx() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => select(&[
            "add", "fma", "mul", "sub", ".rn", ".rz", ".f32", ".f16x2", ".bf16", ".ftz", ".sat", ".relu", ".oob", ".x",
            " ", "%f1", ",", ";", "{", "}", "//", "@p", "@!p ", ".", "::", "0x", "0f3f800000", "0d", "1e", "1.5", "-",
            "+", "/", "nan", "inf", "_", "p+3", "e-400", "v1/", "@sm_90", "?a=", "&b=", "=", "isa=8.6", "%20", "#",
        ][..]).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<char>().prop_map(String::from),
        1 => "[0-9a-f]{1,20}",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Statements with registers that hang together, and pieces of others.
pub(crate) fn statements() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => select(&[
            "add.f32 a, a, b", "mul.rn.f32 t, a, 1.5", "add.f32 d, t, %c", "fma.rn.f32 d, a, b, t",
            "mov.b32 {h, l}, a", "add.f16 h, h, l", "mov.b32 p, {h, l}", "add.f16x2 p, p, {1, -0}", "mul.f32 t, a, b", "sub.f32 d, b, t", "neg.f32 t, t",
            "mul.f16 h, h, l", "mul.f16x2 p, p, a", "add.f16x2 d, p, a", ".reg .b32 t, h", "shfl.sync.idx.b32 d|q, a, 0, 31, -1",
            "cvt.rn.f16x2.f32 p, a, d", "cvt.f32.f16 a, h", "ex2.approx.f32 t, t", "mov.b64 w, {a, p}",
            "add.f64 w, w, 0d3ff0000000000000", "testp.normal.f32 q, a", "mov.f32 isa, 0f3f800000",
            "ld.f32 t, [a]", "@q add.f32 a, a, a", "L: neg.f32 b, b", "bra L", ".reg .f32 a, t",
            "copysign.f32 d, a, view", "mov.b32 d, a", "{", "}", "sm_20 d", "neg.f32 d, with", "min.f32 d, %c, code, a",
        ][..]).prop_map(str::to_owned),
        1 => nearly_ptx(),
    ];
    let end = select(&["; ", ";\n", "\n", " // x\n", "/* ; */;"][..]);
    proptest::collection::vec((line, end), 0..10)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}
