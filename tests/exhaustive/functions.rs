//! Elementary functions are enclosed closely enough to round every f32 number correctly.
//!
//! `EXTENSIVE=1` goes through all of them: minutes in a release build.

use std::thread;

use conformance::is_extensive;
use ptxfp::elementary::{Function, Truth};
use ptxfp::format::table::F32;
use ptxfp::number::Datum;
use ptxfp::rounding::{Rounding, Subnormals};

/// A function, and the operands that are all different to it: the sign of an operand of an odd or
/// even function changes the result's sign at most, and roots repeat after two binades.
const FUNCTIONS: &[(Function, [(u64, u64); 2])] = &[
    (Function::Root, [(0x3f80_0000, 0x4080_0000), (0, 0x0080_0000)]),
    (Function::ReciprocalRoot, [(0x3f80_0000, 0x4080_0000), (0, 0x0080_0000)]),
    (Function::Sine, [(0, 0x7f80_0000), (0, 0)]),
    (Function::Cosine, [(0, 0x7f80_0000), (0, 0)]),
    (Function::Log2, [(0, 0x7f80_0000), (0, 0)]),
    (Function::Exp2, [(0, 0x7f80_0000), (0x8000_0000, 0xff80_0000)]),
    (Function::Tanh, [(0, 0x7f80_0000), (0, 0)]),
];

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

#[test]
fn every_operand_is_decided() {
    let n_threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
    let stride = if is_extensive() { 1 } else { 4099 };
    for &(function, ranges) in FUNCTIONS {
        let counts = thread::scope(|scope| {
            let spawn = |thread| {
                scope.spawn(move || {
                    let step = stride * n_threads;
                    ranges.map(|(first, last)| count(function, first + thread * stride, last, step))
                })
            };
            let threads: Vec<_> = (0..n_threads).map(spawn).collect();
            threads.into_iter().flat_map(|it| it.join().expect("no panic")).collect::<Vec<_>>()
        });
        let n_finite: u64 = counts.iter().map(|it| it.0).sum();
        let n_undecided: u64 = counts.iter().map(|it| it.1).sum();
        eprintln!("{function:?}: {n_finite} finite results, {n_undecided} undecided");
        assert!(n_finite > 5_000 && n_undecided == 0, "{function:?}: {n_undecided}");
    }
}
