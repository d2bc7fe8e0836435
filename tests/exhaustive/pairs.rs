//! Operations on pairs and triples of f16 and bf16, in every direction.

use std::collections::BTreeSet;
use std::thread;

use conformance::apfloat::Apfloat;
use conformance::layout::{BF16, F16};
use conformance::operands::Operands;
use conformance::operation::{Operation, Rounding};
use conformance::oracle::{Oracle as _, Plain};
use conformance::{Layout, Random, Spelling, Subject};
use half::{bf16, f16};
use ptxfp::eval::LaneOp;

/// The core's own names of the directions.
const DIRECTIONS: [(Rounding, ptxfp::internals::arith::rounding::Rounding); 4] = [
    (Rounding::Nearest, ptxfp::internals::arith::rounding::Rounding::TiesToEven),
    (Rounding::Zero, ptxfp::internals::arith::rounding::Rounding::TowardZero),
    (Rounding::Down, ptxfp::internals::arith::rounding::Rounding::TowardNegative),
    (Rounding::Up, ptxfp::internals::arith::rounding::Rounding::TowardPositive),
];

/// Patterns with every exponent, every special datum, and significands that matter.
fn representatives(text: &str, count: usize) -> Vec<u64> {
    let spelling = Spelling::read(text);
    let layout = spelling.layout();
    let mut patterns = BTreeSet::new();
    for field in 0..=layout.top_field() {
        // Few of the many exponents of bf16.
        if layout.top_field() < 32
            || field < 4
            || field % 16 == 15
            || field > layout.top_field() - 4
        {
            patterns.insert(field << layout.trailing());
            patterns.insert((field << layout.trailing()) | (layout.min_normal() - 1));
            patterns.insert((field << layout.trailing()) | layout.sign() | 1);
        }
    }
    let mut operands = Operands::new(&spelling, Random::named(text));
    while patterns.len() < count {
        patterns.insert(operands.number(layout));
    }
    patterns.into_iter().collect()
}

fn check(op: &LaneOp, plain: &Plain, operands: [u64; 3]) {
    let ours = op.evaluate(&operands, &mut ());
    let n_used = usize::from(op.source_count);
    let is_nan = operands[..n_used].iter().any(|bits| plain.layout.is_nan(*bits));
    let theirs = if is_nan { None } else { Apfloat.result(plain, operands) };
    assert_eq!(ours.bits, theirs.unwrap_or(0x7fff), "{plain:?} {operands:x?}");
}

fn check_all(text: &str, operation: Operation, layout: Layout, count: usize) {
    let subject = Subject::new(text);
    let patterns = representatives(text, count);
    for (rounding, ours) in DIRECTIONS {
        let op = LaneOp { rounding: ours, ..*subject.prepared().lane_op() };
        let plain = Plain { operation, layout, rounding };
        for a in &patterns {
            for b in &patterns {
                if operation == Operation::Fma {
                    for c in &patterns {
                        check(&op, &plain, [*a, *b, *c]);
                    }
                } else {
                    check(&op, &plain, [*a, *b, 0]);
                }
            }
        }
    }
}

const PAIRS: usize = 512;
const TRIPLES: usize = 72;

#[test]
fn sums_and_products_of_f16_agree_in_every_direction() {
    check_all("add.f16", Operation::Add, F16, PAIRS);
    check_all("sub.f16", Operation::Sub, F16, PAIRS);
    check_all("mul.f16", Operation::Mul, F16, PAIRS);
}

#[test]
fn sums_and_products_of_bf16_agree_in_every_direction() {
    check_all("add.bf16", Operation::Add, BF16, PAIRS);
    check_all("sub.bf16", Operation::Sub, BF16, PAIRS);
    check_all("mul.bf16", Operation::Mul, BF16, PAIRS);
}

#[test]
fn fused_sums_of_products_agree_in_every_direction() {
    check_all("fma.rn.f16", Operation::Fma, F16, TRIPLES);
    check_all("fma.rn.bf16", Operation::Fma, BF16, TRIPLES);
}

/// Every pair against f32 arithmetic, which rounds so finely that rounding twice does no harm.
fn check_every_pair(
    text: &str,
    round: impl Fn(f32) -> u16 + Sync,
    widen: impl Fn(u16) -> f32 + Sync,
) {
    let subject = Subject::new(text);
    let op = *subject.prepared().lane_op();
    let n_threads =
        u32::try_from(thread::available_parallelism().map_or(1, usize::from)).unwrap_or(1);
    let strip = |first: u32| {
        for a in (first..=u32::from(u16::MAX)).step_by(n_threads as usize) {
            let a = u16::try_from(a).expect("16 bits");
            for b in 0..=u16::MAX {
                let (x, y) = (widen(a), widen(b));
                let wide = match subject.spelling.operation {
                    Operation::Add => x + y,
                    Operation::Sub => x - y,
                    _ => x * y,
                };
                let theirs = if wide.is_nan() { 0x7fff } else { round(wide) };
                let ours = op.evaluate(&[a.into(), b.into(), 0], &mut ()).bits;
                assert_eq!(ours, u64::from(theirs), "{text} {a:04x} {b:04x}");
            }
        }
    };
    thread::scope(|scope| {
        for first in 0..n_threads {
            let strip = &strip;
            scope.spawn(move || strip(first));
        }
    });
}

#[test]
#[ignore = "26 thousand million pairs; cargo xtask test --only exhaustive"]
fn every_pair_agrees() {
    for opcode in ["add", "sub", "mul"] {
        check_every_pair(
            &format!("{opcode}.f16"),
            |x| f16::from_f32(x).to_bits(),
            |x| f16::from_bits(x).to_f32(),
        );
        check_every_pair(
            &format!("{opcode}.bf16"),
            |x| bf16::from_f32(x).to_bits(),
            |x| bf16::from_bits(x).to_f32(),
        );
    }
}
