//! Every instruction of the catalogue against `rustc_apfloat`, in every direction.

use conformance::apfloat::Apfloat;
use conformance::layout::{BF16, F16, F32, F64};
use conformance::operands::Operands;
use conformance::report::Report;
use conformance::spelling::Operation;
use conformance::subject::context;
use conformance::{Layout, Random, Subject, is_extensive};

/// Register tuples for a spelling without `.ftz`, `.oob` and limits.
const N_PLAIN: u32 = 200_000;
/// Register tuples for the others, whose arithmetic the plain ones have in common.
const N_MODIFIED: u32 = 25_000;
/// How many times as many an extensive run compares.
const EXTENSIVE: u32 = 100;

fn is_plain(text: &str) -> bool {
    !text.split('.').any(|part| ["ftz", "oob", "sat", "relu"].contains(&part))
}

fn check_all(operation: Operation, result: Layout) {
    let mut report = Report::default();
    let mut least = 0;
    let is_wanted = |subject: &Subject| {
        subject.spelling.operation == operation && subject.spelling.result == result
    };
    for subject in Subject::all().filter(is_wanted) {
        let n_cases = if is_plain(&subject.text) { N_PLAIN } else { N_MODIFIED };
        let n_cases = if is_extensive() { n_cases * EXTENSIVE } else { n_cases };
        let mut operands = Operands::new(&subject.spelling, Random::named(&subject.text));
        for _ in 0..n_cases {
            report.compare(&Apfloat, &subject, operands.registers(subject.spelling.n_lanes));
        }
        least += u64::from(n_cases);
    }
    assert!(least > 0, "there is no {operation:?} of {result:?}");
    report.finish(least);
}

macro_rules! families {
    ($($name:ident: $operation:ident $result:ident;)*) => {
        $(#[test]
        fn $name() {
            check_all(Operation::$operation, $result);
        })*

        #[test]
        fn every_instruction_belongs_to_a_family() {
            let families = [$((Operation::$operation, $result)),*];
            for subject in Subject::all() {
                let family = (subject.spelling.operation, subject.spelling.result);
                assert!(families.contains(&family), "{}", subject.text);
            }
        }
    };
}

// Mixed-precision instructions are with those of their result.
families! {
    add_f16: Add F16;
    add_bf16: Add BF16;
    add_f32: Add F32;
    add_f64: Add F64;
    sub_f16: Sub F16;
    sub_bf16: Sub BF16;
    sub_f32: Sub F32;
    sub_f64: Sub F64;
    mul_f16: Mul F16;
    mul_bf16: Mul BF16;
    mul_f32: Mul F32;
    mul_f64: Mul F64;
    fma_f16: Fma F16;
    fma_bf16: Fma BF16;
    fma_f32: Fma F32;
    fma_f64: Fma F64;
}

#[test]
fn single_precision_of_sm_1x_flushes_without_being_told() {
    let old = context("1.3", "sm_13");
    let mut report = Report::default();
    for text in ["add.f32", "sub.rn.f32", "mul.rz.f32", "mul.sat.f32", "add.f64", "mul.rp.f64"] {
        let mut subject = Subject::in_context(text, &old);
        let mut operands = Operands::new(&subject.spelling, Random::named(text));
        subject.spelling.flushes = text.ends_with("f32");
        for _ in 0..N_MODIFIED {
            report.compare(&Apfloat, &subject, operands.registers(1));
        }
    }
    report.finish(6 * u64::from(N_MODIFIED));
}
