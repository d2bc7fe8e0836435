//! Many operands at once have the results that each has alone, with its steps recorded.
//!
//! Most results of a batch are computed in one piece, without the stages: here they are compared, for every
//! operation that any instruction has for any version and target.
//! `EXTENSIVE=1` compares 10^9 operands, all of them where they are 16 bits, and all pairs of f16 and
//! bf16 under add and mul: with `--profile extensive` an hour on two cores.

use std::cmp::Ordering;
use std::sync::LazyLock;

use conformance::is_extensive;
use conformance::operands::Operands;
use conformance::random::Random;
use conformance::subject::Subject;
use ptxfp::catalog::{Context, ISA_VERSIONS, TARGETS, forms, instructions_of};
use ptxfp::eval::{Batch, Guarantee, LaneOp, LaneResult, N_ROWS, Prepared, Trace};
use ptxfp::format::Format;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The number of operands for each instruction, with steps.
const N_CASES: usize = 2_000;

/// The number of operands with random bits for each operation on a lane.
const N_RANDOM: usize = 500;

/// The number of operands for all instructions together, without steps.
const N_FAST: usize = 2_000_000;

/// The number of operands for all instructions together with `EXTENSIVE=1`.
const N_EXTENSIVE: usize = 1_000_000_000;

/// The number of operands that are evaluated at once.
const N_AT_ONCE: usize = 1 << 12;

/// Operands of a lane.
type Case = [u64; 3];

/// Operands of an instruction, followed by arbitrary bits.
fn cases(subject: &Subject) -> impl FnMut() -> Case + use<> {
    let mut operands = Operands::new(&subject.spelling, Random::named(&subject.name));
    let mut random = Random::named(&subject.name).fork("unused");
    let op = *subject.prepared().lane_op();
    move || {
        let mut case = operands.elements();
        // Random bits follow the numbers; bits after them have no influence, except for padding.
        let is_used = random.coin();
        for bits in case.iter_mut().skip(op.source_count.into()) {
            *bits = if is_used { random.bits() & u64::from(u32::MAX) } else { 0 };
        }
        case
    }
}

/// Compares a batch with evaluations of the same operands.
fn compare(name: &str, op: &LaneOp, batch: &Batch, cases: &[Case]) {
    for (case, result) in cases.iter().zip(results(batch, cases)) {
        let expected = op.evaluate(case, &mut ());
        assert_eq!(result, expected, "{name} of {case:x?}");
    }
}

/// The results of a batch.
fn results(batch: &Batch, cases: &[Case]) -> Vec<LaneResult> {
    let mut all = vec![LaneResult { bits: 0, guarantee: Guarantee::Unspecified }; cases.len()];
    let mut columns = [[0; N_ROWS]; 3];
    for (cases, results) in cases.chunks(N_ROWS).zip(all.chunks_mut(N_ROWS)) {
        for (row, case) in cases.iter().enumerate() {
            for (column, bits) in columns.iter_mut().zip(case) {
                column[row] = *bits;
            }
        }
        batch.results(&columns, results);
    }
    all
}

/// The instructions whose lanes are not those of another one.
fn operations() -> Vec<Subject> {
    let mut known: Vec<LaneOp> = Vec::new();
    let mut subjects = Vec::new();
    for subject in Subject::all() {
        let op = *subject.prepared().lane_op();
        if !known.contains(&op) {
            known.push(op);
            subjects.push(subject);
        }
    }
    subjects
}

/// An operation on a lane, and an instruction that has it.
type Lane = (String, LaneOp);

/// Every operation on a lane that an instruction has for any version and target; also those that no
/// [`Subject`] has, since the assembler refuses the instruction or nothing says what it means.
static LANES: LazyLock<Vec<Lane>> = LazyLock::new(|| {
    let mut lanes: Vec<Lane> = Vec::new();
    for instruction in forms().flat_map(instructions_of) {
        let requires = instruction.requires();
        let contexts = TARGETS.iter().flat_map(|target| {
            let versions = ISA_VERSIONS.iter().filter(|isa| **isa >= target.since);
            versions.map(move |isa| Context { isa: *isa, target })
        });
        for context in contexts.filter(|it| requires.iter().all(|each| each.is_met(it))) {
            let op = *Prepared::new(&instruction, &context).lane_op();
            // Most are those of the instruction in an earlier context.
            if !lanes.iter().rev().any(|(_, it)| *it == op) {
                let name = format!("{instruction} ({} {})", context.isa, context.target.name);
                lanes.push((name, op));
            }
        }
    }
    lanes
});

/// The encodings of a format where rules change: zeros, the ends of the subnormal and the normal
/// numbers, 1, infinities, and NaNs of every kind, of both signs; of integers, the ends and both sides
/// of where floating-point formats lack bits; and those up to `reach` away.
fn edges(format: Format, reach: u64) -> Vec<u64> {
    let all = u64::MAX >> (64 - format.width());
    let near = |it: u64| (0..=2 * reach).map(move |step| it.wrapping_add(step).wrapping_sub(reach));
    let Some(float) = format.float() else {
        let powers = [7, 8, 15, 16, 24, 25, 31, 32, 53, 54, 63].map(|exponent| 1 << exponent);
        let steps = powers.into_iter().chain([0]).flat_map(near);
        return steps.flat_map(|it| [it & all, it.wrapping_neg() & all]).collect();
    };
    let magnitudes = float.magnitude_mask();
    let (least, one, most) = (float.min_normal(), float.one(), float.max_finite());
    let quiet = least >> 1;
    // From `most + 1` on they are the infinity and the NaNs, if there are any.
    let numbers = [0, 2, quiet, least, one, one | quiet, most];
    // A sum with the largest number is below it, and one of its parts is not.
    let high = most.wrapping_sub(2 * least);
    let others = [high, most + 1, most + 2, most + 1 + quiet, magnitudes];
    let all = numbers.into_iter().chain(others).flat_map(near).map(|it| it & magnitudes);
    all.flat_map(|it| [it, it | float.sign_mask()]).collect()
}

/// The edges of an operand, and the numbers next to those of the result; of a third one only its own.
fn edges_of_operand(op: &LaneOp, index: usize) -> Vec<u64> {
    let format = op.operands[index];
    let all = u64::MAX >> (64 - format.width());
    let mut found = edges(format, u64::from(index < 2));
    if op.result != format && index < 2 {
        let ends = edges(op.result, 0).into_iter().map(|it| format.encode(&op.result.decode(it)));
        found.extend(ends.flat_map(|it| [it.wrapping_sub(1) & all, it, it.wrapping_add(1) & all]));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// All combinations of the edges of operands, with some bits after the last one, and cases of edges and
/// random bits.
fn edge_cases(name: &str, op: &LaneOp) -> Vec<Case> {
    let mut random = Random::named(name);
    let n_sources = usize::from(op.source_count);
    let mut columns: [Vec<u64>; 3] = [const { Vec::new() }; 3];
    for (index, column) in columns.iter_mut().enumerate() {
        *column = match index.cmp(&n_sources) {
            Ordering::Less => edges_of_operand(op, index),
            Ordering::Equal => vec![0, 1, 0x8000_0000, 0xffff_ffff],
            Ordering::Greater => vec![0],
        };
    }
    let [a, b, c] = &columns;
    let pairs = || a.iter().flat_map(|a| b.iter().map(move |b| [*a, *b]));
    let mut cases: Vec<_> = pairs().flat_map(|[a, b]| c.iter().map(move |c| [a, b, *c])).collect();
    cases.extend((0..N_RANDOM).map(|_| {
        core::array::from_fn(|index| {
            let all = op.operands.get(index).map_or(0, |it| u64::MAX >> (64 - it.width()));
            let edge = *random.pick(&columns[index]);
            let bits = random.bits() & all;
            match random.below(4) {
                _ if index >= n_sources => edge,
                0 => edge,
                1 => (edge ^ random.below(16)) & all,
                _ => bits,
            }
        })
    }));
    cases
}

#[test]
fn a_batch_has_the_results_of_traces() {
    let mut n_instructions = 0;
    for subject in Subject::all() {
        let op = subject.prepared().lane_op();
        let mut next = cases(&subject);
        let cases: Vec<_> = (0..N_CASES).map(|_| next()).collect();
        for (case, result) in cases.iter().zip(results(&subject.prepared().batch(), &cases)) {
            let mut trace = Trace::default();
            let expected = op.evaluate(case, &mut trace);
            assert!(!trace.steps.is_empty());
            assert_eq!(result, expected, "{} of {case:x?}", subject.name);
        }
        n_instructions += 1;
    }
    assert!(n_instructions > 100);
}

#[test]
fn a_batch_has_the_results_of_evaluations() {
    let subjects = operations();
    let total = if is_extensive() { N_EXTENSIVE } else { N_FAST };
    let n_cases = total.div_ceil(subjects.len());
    for subject in &subjects {
        let (op, batch) = (subject.prepared().lane_op(), subject.prepared().batch());
        let mut next = cases(subject);
        let mut left = n_cases;
        while left > 0 {
            let cases: Vec<_> = (0..left.min(N_AT_ONCE)).map(|_| next()).collect();
            compare(&subject.name, op, &batch, &cases);
            left -= cases.len();
        }
    }
}

#[test]
fn a_batch_of_all_short_operands_has_the_results_of_evaluations() {
    let mut n_operations = 0;
    for (name, op) in &*LANES {
        let batch = Batch::new(*op);
        let width = op.operands[0].width();
        if op.source_count != 1 || width > 16 {
            continue;
        }
        // Approximate functions are left to `EXTENSIVE=1`, except for every 16th.
        let step = if op.bound.is_some() && !is_extensive() { 16 } else { 1 };
        let all = (0..1_u64 << width).step_by(step);
        let cases: Vec<_> = all.map(|bits| [bits, 0x1234_5678 * (bits & 1), 0]).collect();
        compare(name, op, &batch, &cases);
        n_operations += 1;
    }
    assert!(n_operations > 50, "{n_operations}");
}

#[test]
fn a_batch_of_edges_has_the_results_of_evaluations() {
    for (name, op) in &*LANES {
        let batch = Batch::new(*op);
        for cases in edge_cases(name, op).chunks(N_AT_ONCE) {
            compare(name, op, &batch, cases);
        }
    }
    // More than the subjects, whose instructions the assembler accepts.
    assert!(LANES.len() > operations().len() + 100, "{}", LANES.len());
}

#[test]
fn a_batch_of_all_short_pairs_has_the_results_of_evaluations() {
    // All second operands, for every 4,093rd first operand or for each.
    let step = if is_extensive() { 1 } else { 4_093 };
    let names = ["add.f16", "add.bf16", "mul.f16", "mul.bf16", "min.f16", "max.NaN.bf16"];
    let mut n_operations = 0;
    for subject in operations().iter().filter(|it| names.contains(&&*it.text)) {
        let (op, batch) = (subject.prepared().lane_op(), subject.prepared().batch());
        for a in (0..1_u64 << 16).step_by(step) {
            let cases: Vec<_> = (0..1_u64 << 16).map(|b| [a, b, 0]).collect();
            compare(&subject.name, op, &batch, &cases);
        }
        n_operations += 1;
    }
    assert!(n_operations >= 4, "{n_operations}");
}
