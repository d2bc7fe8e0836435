//! Many operands at once have the results that each has alone, with its steps recorded.

use conformance::operands::Operands;
use conformance::random::Random;
use conformance::subject::Subject;
use ptxfp::eval::{Guarantee, LaneResult, Trace};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The number of operands that each instruction is evaluated on.
const N_CASES: usize = 2_000;

#[test]
fn a_batch_has_the_results_of_traces() {
    let mut n_instructions = 0;
    for subject in Subject::all() {
        let mut operands = Operands::new(&subject.spelling, Random::named(&subject.name));
        let mut random = Random::named(&subject.name).fork("unused");
        let op = subject.prepared().lane_op();
        let cases = (0..N_CASES).map(|_| {
            let mut case = operands.elements();
            // Random bits follow the numbers, and what follows them does not matter.
            for bits in case.iter_mut().skip(op.source_count.into()) {
                *bits = random.bits() & u64::from(u32::MAX);
            }
            case
        });
        let cases: Vec<_> = cases.collect();
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Unspecified };
        let mut results = vec![nothing; cases.len()];
        subject.prepared().batch().run(&cases, &mut results);
        for (case, result) in cases.iter().zip(results) {
            let mut trace = Trace::default();
            let expected = op.evaluate(case, &mut trace);
            assert!(!trace.steps.is_empty());
            assert_eq!(result, expected, "{} of {case:x?}", subject.name);
        }
        n_instructions += 1;
    }
    assert!(n_instructions > 100);
}
