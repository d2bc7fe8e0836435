//! Many operands at once have the results that each has alone, with its steps recorded.
//!
//! Most results of a batch are computed in one piece, without the stages: here they are compared.
//! `EXTENSIVE=1` compares 10^9 operands, all of them where they are 16 bits, and all pairs of f16 and
//! bf16 under add and mul: with `--profile extensive` an hour on two cores.

use conformance::is_extensive;
use conformance::operands::Operands;
use conformance::random::Random;
use conformance::subject::Subject;
use ptxfp::eval::{Batch, Guarantee, LaneOp, LaneResult, N_ROWS, Trace};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The number of operands for each instruction, with steps.
const N_CASES: usize = 2_000;

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
    for subject in operations() {
        let (op, batch) = (subject.prepared().lane_op(), subject.prepared().batch());
        let width = op.operands[0].width();
        if op.source_count != 1 || width > 16 {
            continue;
        }
        // Approximate functions are left to `EXTENSIVE=1`, except for every 16th.
        let step = if op.bound.is_some() && !is_extensive() { 16 } else { 1 };
        let all = (0..1_u64 << width).step_by(step);
        let cases: Vec<_> = all.map(|bits| [bits, 0x1234_5678 * (bits & 1), 0]).collect();
        compare(&subject.name, op, &batch, &cases);
        n_operations += 1;
    }
    assert!(n_operations > 50, "{n_operations}");
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
