mod beside;
mod examples;
mod names;
mod rules;
mod scaled;

use alloc::string::String;
use alloc::vec::Vec;

use super::{Mma, Open, Operands, Refusal, Step, Tensor, Trace};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::format::Format;
use crate::text;

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

/// The behavior of an instruction on a target.
fn tensor(spelling: &str, target: &str) -> Tensor {
    let mma = Mma::parse(spelling).unwrap();
    Tensor::new(&mma, &context(target)).unwrap()
}

/// Elements of which all but the given ones are zero, by index.
fn sparse(format: Format, k: usize, given: &[(usize, &str)]) -> Vec<u64> {
    let mut all: Vec<u64> = core::iter::repeat_n(0, k).collect();
    for (index, value) in given {
        all[*index] = element(format, value);
    }
    all
}

/// The bits of a number; a tf32 number is in the upper bits of 32.
fn element(format: Format, value: &str) -> u64 {
    let bits = text::parse(value, format).unwrap().bits;
    if format.name() == "tf32" { bits << 13 } else { bits }
}

/// The trace for products, given as the index and the two factors, and an accumulator.
fn trace(
    spelling: &str,
    target: &str,
    products: &[(usize, &str, &str)],
    c: &str,
) -> Result<Trace, Refusal> {
    let mma = Mma::parse(spelling).unwrap();
    let left: Vec<_> = products.iter().map(|(index, a, _)| (*index, *a)).collect();
    let right: Vec<_> = products.iter().map(|(index, _, b)| (*index, *b)).collect();
    let (a, b) = (sparse(mma.a, mma.k, &left), sparse(mma.b, mma.k, &right));
    let tensor = Tensor::new(&mma, &context(target)).map_err(Refusal::Open)?;
    tensor.trace(&Operands::new(&a, &b, element(mma.c, c)))
}

/// The result for those, as a number.
fn result(spelling: &str, target: &str, products: &[(usize, &str, &str)], c: &str) -> String {
    let mma = Mma::parse(spelling).unwrap();
    let bits = trace(spelling, target, products, c).unwrap().bits;
    text::shortest(bits, mma.d)
}

fn open(spelling: &str, target: &str) -> Option<Open> {
    Tensor::new(&Mma::parse(spelling).unwrap(), &context(target)).err()
}

/// The first sum of a trace.
fn first_sum(trace: &Trace) -> &super::Fused {
    let Step::Sum { fused, .. } = &trace.steps[0] else { panic!("{trace:?}") };
    fused
}

const F16_K8: &str = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
const F16_K16: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
const F16_IN_F16: &str = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
const BF16: &str = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
const TF32: &str = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32";
const FP8: &str = "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32";
const WGMMA_F16: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16";
const WGMMA_FP8: &str = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e5m2.e5m2";
const TCGEN05_FP8: &str = "tcgen05.mma.cta_group::1.kind::f8f6f4{f32.e5m2.e5m2}";
const TCGEN05_F16: &str = "tcgen05.mma.cta_group::1.kind::f16{f32.f16.f16}";
const F64: &str = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
const VOLTA: &str = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
