//! Tests of programs of several statements, compiled.

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::Sequence;
use ptxfp::internals::export::cuda_test;

use crate::cuda::options;
use crate::parallel::find;
use crate::tool::Tool;

/// Programs with all that needs care: predicates and guards, parameters, names that are the compiler's
/// or the language's own, registers of every width, constants, halves of registers.
const PROGRAMS: [(&str, &str); 11] = [
    ("sm_90", "mul.rn.f32 t, a, b; add.rn.f32 d, t, c;"),
    ("sm_13", "mul.f32 %f1, %f2, %f2; add.f32 %f1, %f1, %f2;"),
    (
        "sm_80",
        "setp.lt.f32 %p1, %f1, 0f00000000; @%p1 neg.f32 %f1, %f1; @!%p1 sqrt.rn.f32 %f1, %f1;",
    ),
    ("sm_90", "setp.gt.and.f32 p|q, a, b, !r; selp.f32 d, a, b, p;"),
    ("sm_90", "add.f16 s, lo, hi; mov.b32 p, {s, hi}; mul.f16x2 d, p, p;"),
    (
        "sm_90",
        "mov.b64 {lo, hi}, x; fma.rn.f32 lo, lo, 0.5, 1.0; mov.b64 d, {lo, hi}; neg.f64 e, d;",
    ),
    ("sm_89", "cvt.rn.satfinite.e4m3x2.f32 once, x, x; cvt.rn.f16x2.e4m3x2 twice, once;"),
    ("sm_100a", "cvt.rn.satfinite.e2m1x2.f32 b, x, y; cvt.rn.f16x2.e2m1x2 back, b;"),
    (
        "sm_90",
        "ld.param.f32 %f1, [x]; ld.param.v2.f32 {%f2, %f3}, [y]; fma.rn.f32 %f4, %f1, %f2, %f3; \
         st.param.f32 [out+4], %f4;",
    ),
    (
        "sm_90",
        "ex2.approx.ftz.f32 %r1, %r2; prmt.b32 %r3, %r1, %r2, 0x5410; lop3.b32 in0, %r3, 7, %r1, 0x96; \
         shl.b32 results, in0, 3; cvt.rn.bf16x2.f32 inputs, %r1, results;",
    ),
    ("sm_90", "mul.rn.f64 %fd1, %rd1, 0d3FF8000000000000; cvt.rn.f32.f64 %1, %fd1;"),
];

#[test]
fn cuda_tests_of_programs_are_compiled() {
    let compiler = Tool::of("PTXFP_NVCC");
    let complaints = find(&PROGRAMS, |(target, text)| {
        let context = Context { isa: LATEST_ISA, target: Target::parse(target).expect("a target") };
        let n_inputs = Sequence::new(text, &context).inputs().len();
        let bits = (1..).map(|number| 0x9e37_79b9_f4a7_c155_u64.rotate_left(8 * number));
        let registers: Vec<_> = bits.take(n_inputs).collect();
        let test = cuda_test(text, context, &registers, "https://example.org/");
        let test = test.unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let complaint = compiler.complaint(&test, "cu", &options(&test))?;
        Some(format!("{complaint}\n{test}"))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    eprintln!("{} tests of programs are compiled", PROGRAMS.len());
}
