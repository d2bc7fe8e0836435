//! A digest of many results, to compare platforms without carrying the results about.

use std::fmt::Write as _;

use ptxfp::eval::Guarantee;

use crate::operands::Operands;
use crate::random::Random;
use crate::subject::Subject;

/// The number of register tuples that each instruction is evaluated on.
const N_CASES: u32 = 1_500;

/// One line for each instruction of the catalog: its digest and its spelling.
///
/// The digest covers bits and guarantee of every lane, and the number of steps of its trace.
pub fn table() -> String {
    let mut table = String::new();
    for subject in Subject::all() {
        let digest = of_instruction(&subject, N_CASES);
        // Writing to a String cannot fail.
        let _ = writeln!(table, "{digest:016x} {}", subject.name);
    }
    table
}

fn of_instruction(subject: &Subject, n_cases: u32) -> u64 {
    let spelling = &subject.spelling;
    let mut operands = Operands::new(spelling, Random::named(&subject.name));
    let mut digest = 0;
    for _ in 0..n_cases {
        let evaluation = subject.evaluate(&operands.registers());
        digest = mix(digest, evaluation.destination);
        for lane in evaluation.lanes() {
            digest = mix(digest, lane.bits);
            for word in guarantee(lane.guarantee) {
                digest = mix(digest, word);
            }
        }
    }
    digest
}

fn guarantee(guarantee: Guarantee) -> [u64; 3] {
    match guarantee {
        Guarantee::Bits => [0; 3],
        Guarantee::AnyNan => [1, 0, 0],
        Guarantee::Within { lo, hi } => [2, lo, hi],
        Guarantee::Unbounded => [3, 0, 0],
        Guarantee::Unspecified => [4, 0, 0],
        Guarantee::Reading => [5, 0, 0],
    }
}

/// One step of a hash, good enough to detect differences between platforms.
pub fn mix(digest: u64, value: u64) -> u64 {
    let mixed = (digest.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
