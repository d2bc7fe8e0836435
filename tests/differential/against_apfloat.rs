//! Every arithmetic instruction of the catalog against `rustc_apfloat`, in every direction.

use conformance::apfloat::Apfloat;
use conformance::layout::{BF16, E4M3, E5M2, F16, F32, F64};
use conformance::operation::Operation;
use conformance::{Layout, Subject};

use crate::compare::{Size, compare};

/// Register tuples for a spelling without modifiers but a direction.
const N_PLAIN: u64 = 120_000;
/// Register tuples for the others, whose arithmetic the plain ones have in common.
const N_MODIFIED: u64 = 20_000;
/// Register tuples for results of 8 bits: four lanes each, of instructions by the hundred that
/// differ in the formats of their operands.
const N_NARROW: u64 = 3000;

fn check_all(family: &str, operation: Operation, result: Layout) {
    let is_wanted = |subject: &Subject| {
        subject.spelling.operation == operation && subject.spelling.layout() == result
    };
    let size = match result.width {
        8 => Size { n_plain: N_NARROW, n_modified: N_NARROW },
        _ => Size { n_plain: N_PLAIN, n_modified: N_MODIFIED },
    };
    compare(&Apfloat, family, size, Subject::arithmetic().filter(is_wanted));
}

macro_rules! families {
    ($($name:ident: $operation:ident $result:ident;)*) => {
        $(#[test]
        fn $name() {
            check_all(stringify!($name), Operation::$operation, $result);
        })*

        #[test]
        fn every_instruction_belongs_to_a_family() {
            let families = [$((Operation::$operation, $result)),*];
            for subject in Subject::arithmetic() {
                let family = (subject.spelling.operation, subject.spelling.layout());
                assert!(families.contains(&family), "{}", subject.name);
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
    add_e4m3: Add E4M3;
    add_e5m2: Add E5M2;
    sub_e4m3: Sub E4M3;
    sub_e5m2: Sub E5M2;
    mul_e4m3: Mul E4M3;
    mul_e5m2: Mul E5M2;
    fma_e4m3: Fma E4M3;
    fma_e5m2: Fma E5M2;
    fma_f16: Fma F16;
    fma_bf16: Fma BF16;
    fma_f32: Fma F32;
    fma_f64: Fma F64;
    mad_f32_with_a_truncated_product: MadTruncated F32;
    div_f32: Div F32;
    div_f64: Div F64;
    rcp_f32: Rcp F32;
    rcp_f64: Rcp F64;
    sqrt_f32: Sqrt F32;
    sqrt_f64: Sqrt F64;
}
