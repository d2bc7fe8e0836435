//! The rows, a file for each mnemonic family.

mod add;
mod binary;
mod fma;
mod mul;
mod slots;

use super::form::Form;

/// Every row, in the order of the ISA's sections within each mnemonic.
pub const FORMS: &[&Form] = &[
    &add::ADD_F32,
    &add::ADD_F32X2,
    &add::ADD_F64,
    &add::ADD_F16,
    &add::ADD_F16X2,
    &add::ADD_BF16,
    &add::ADD_BF16X2,
    &add::ADD_MIXED,
    &add::ADD_F64_EARLY,
    &add::SUB_F32,
    &add::SUB_F32X2,
    &add::SUB_F64,
    &add::SUB_F16,
    &add::SUB_F16X2,
    &add::SUB_BF16,
    &add::SUB_BF16X2,
    &add::SUB_MIXED,
    &add::SUB_F64_EARLY,
    &mul::MUL_F32,
    &mul::MUL_F32X2,
    &mul::MUL_F64,
    &mul::MUL_F16,
    &mul::MUL_F16X2,
    &mul::MUL_BF16,
    &mul::MUL_BF16X2,
    &mul::MUL_F64_EARLY,
    &fma::FMA_F32,
    &fma::FMA_F32X2,
    &fma::FMA_F64,
    &fma::FMA_F16,
    &fma::FMA_F16X2,
    &fma::FMA_RELU_F16,
    &fma::FMA_RELU_F16X2,
    &fma::FMA_BF16,
    &fma::FMA_BF16X2,
    &fma::FMA_OOB,
    &fma::FMA_MIXED,
    &fma::FMA_OOB_SAT,
    &fma::FMA_DIRECTED_BF16,
    &fma::FMA_F64_EARLY,
];
