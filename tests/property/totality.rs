//! Every row has a result for any registers, those included that no assembler accepts.

use conformance::operands::Operands;
use conformance::spelling::MAX_REGISTERS;
use conformance::subject::{context, place};
use conformance::{Random, is_extensive};
use ptxfp::catalog::{Instruction, forms, instructions_of};
use ptxfp::eval::{Evaluation, Guarantee, Prepared};

use crate::strategies::SUBJECTS;

const N_CASES: u32 = 300;

fn n_cases() -> u32 {
    if is_extensive() { 100 * N_CASES } else { N_CASES }
}

/// Checks the properties of every result.
fn check(instruction: &Instruction, prepared: &Prepared, registers: [u64; MAX_REGISTERS]) {
    let evaluation: Evaluation = prepared.evaluate(&registers);
    let (destination, bits) = (prepared.destination(), evaluation.destination);
    let shown = format!("{instruction} {registers:x?}: {evaluation:x?}");
    assert_eq!(evaluation.lanes().len(), usize::from(prepared.lanes()), "{shown}");
    let mut packed = 0;
    for (lane, result) in (0..).zip(evaluation.lanes()) {
        assert_eq!(destination.extract(bits, lane), result.bits, "{shown}");
        packed = destination.insert(packed, lane, result.bits);
        let is_approximate = instruction.form.bound().is_some();
        match result.guarantee {
            Guarantee::Within { lo, hi } => {
                assert!(is_approximate, "{shown}");
                for end in [lo, hi] {
                    assert_eq!(destination.extract(destination.insert(0, lane, end), lane), end);
                }
            }
            Guarantee::Unbounded => assert!(is_approximate, "{shown}"),
            Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan | Guarantee::Unspecified => {}
        }
    }
    assert_eq!(packed, bits, "nothing lies between the lanes: {shown}");
}

#[test]
fn all_registers_have_a_result() {
    let (mut n_rows, mut n_instructions) = (0, 0);
    for form in forms() {
        n_rows += 1;
        for instruction in instructions_of(form) {
            n_instructions += 1;
            let context = place(&instruction).unwrap_or_else(|| context("9.1", "sm_100"));
            let prepared = Prepared::new(&instruction, &context);
            let mut random = Random::named("any").fork(&instruction.statement());
            for _ in 0..n_cases() {
                check(&instruction, &prepared, [(); MAX_REGISTERS].map(|()| random.bits()));
            }
        }
    }
    assert!(n_rows > 150 && n_instructions > 1_400, "{n_rows} {n_instructions}");
}

#[test]
fn chosen_registers_have_a_result() {
    for subject in SUBJECTS.iter() {
        let random = Random::named("chosen").fork(&subject.name);
        let mut operands = Operands::new(&subject.spelling, random);
        for _ in 0..n_cases() {
            check(&subject.instruction, subject.prepared(), operands.registers());
        }
    }
}
