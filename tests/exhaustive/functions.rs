//! Elementary functions are enclosed closely enough to round every f32 number correctly.
//!
//! `EXTENSIVE=1` goes through all of them: half an hour of processor time in an optimised build.

use std::thread;

use conformance::is_extensive;
use ptxfp::elementary::{Function, Truth};
use ptxfp::format::table::F32;
use ptxfp::number::Datum;
use ptxfp::rounding::{Rounding, Subnormals};

/// The positive operands.
const POSITIVE: [u64; 2] = [0, 0x7f80_0000];
/// The negative operands.
const NEGATIVE: [u64; 2] = [0x8000_0000, 0xff80_0000];

/// Counts the finite results in a range, each `step`-th of them, and those that are undecided.
fn count(function: Function, first: u64, last: u64, step: u64) -> (u64, u64) {
    let (mut n_finite, mut n_undecided) = (0, 0);
    let mut bits = first;
    while bits < last {
        if let Truth::Finite(value) = function.evaluate(F32.decode(bits), Datum::zero(false)) {
            let decided = value.decided(&F32, Rounding::TiesToEven, Subnormals::Keep);
            n_finite += 1;
            n_undecided += u64::from(decided.is_none());
        }
        bits += step;
    }
    (n_finite, n_undecided)
}

fn check(function: Function, ranges: &[[u64; 2]]) {
    let n_threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let stride = if is_extensive() { 1 } else { 4099 };
    for &[first, last] in ranges {
        let counts: Vec<_> = thread::scope(|scope| {
            let spawn = |thread| {
                scope.spawn(move || {
                    count(function, first + thread * stride, last, stride * n_threads)
                })
            };
            let threads: Vec<_> = (0..n_threads).map(spawn).collect();
            threads.into_iter().map(|it| it.join().expect("no panic")).collect()
        });
        let n_finite: u64 = counts.iter().map(|it| it.0).sum();
        let n_undecided: u64 = counts.iter().map(|it| it.1).sum();
        eprintln!("{function:?}: {n_finite} finite results, {n_undecided} undecided");
        assert!(n_finite > 2_000 && n_undecided == 0, "{function:?}: {n_undecided}");
    }
}

/// Beyond the subnormal numbers all repeats after two binades.
const TWO_BINADES: [[u64; 2]; 2] = [[0x3f80_0000, 0x4080_0000], [0, 0x0080_0000]];

#[test]
fn roots_are_decided() {
    check(Function::Root, &TWO_BINADES);
    check(Function::ReciprocalRoot, &TWO_BINADES);
}

/// The sign of the operand changes the sign of the result at most, here and below.
#[test]
fn sines_are_decided() {
    check(Function::Sine, &[POSITIVE]);
}

#[test]
fn cosines_are_decided() {
    check(Function::Cosine, &[POSITIVE]);
}

#[test]
fn logarithms_are_decided() {
    check(Function::Log2, &[POSITIVE]);
}

#[test]
fn powers_are_decided() {
    check(Function::Exp2, &[POSITIVE, NEGATIVE]);
}

#[test]
fn hyperbolic_tangents_are_decided() {
    check(Function::Tanh, &[POSITIVE]);
}
