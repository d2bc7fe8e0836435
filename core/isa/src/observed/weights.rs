//! The weights of the terms of each function of the unit, beside its table.

use super::coefficients::{self, Packed};
use super::unit::Unit;

/// The weights of the terms of a function.
pub(super) struct Weights {
    /// The coefficients.
    pub(super) table: &'static [Packed],
    /// The number of fraction bits in the index.
    pub(super) index_width: u32,
    /// The shifts of the first two coefficients.
    pub(super) shifts: [u32; 2],
    /// The exponent of the bit of the sum that stands for 1.
    pub(super) unit: u32,
    /// The term that is added.
    pub(super) constant: i64,
    /// The signs of the second and of the third term.
    pub(super) signs: [i64; 2],
}

static RECIPROCAL: Weights = Weights {
    table: &coefficients::RECIPROCAL,
    index_width: 7,
    shifts: [30, 17],
    unit: 56,
    constant: 0xcfce_0000,
    signs: [-1, 1],
};
static ROOT: Weights = Weights {
    table: &coefficients::ROOT,
    index_width: 6,
    shifts: [33, 18],
    unit: 58,
    constant: 0x3_fffc_0000,
    signs: [1, -1],
};
static RECIPROCAL_ROOT: Weights = Weights {
    table: &coefficients::RECIPROCAL_ROOT,
    index_width: 6,
    shifts: [31, 17],
    unit: 57,
    constant: 0x1_fffe_0000,
    signs: [-1, 1],
};
static SINE: Weights = Weights {
    table: &coefficients::SINE,
    index_width: 6,
    shifts: [31, 19],
    unit: 56,
    constant: 0,
    signs: [1, -1],
};
static LOG2: Weights = Weights {
    table: &coefficients::LOG2,
    index_width: 6,
    shifts: [30, 18],
    unit: 56,
    constant: 0x10d16_0000,
    signs: [1, -1],
};
static EXP2: Weights = Weights {
    table: &coefficients::EXP2,
    index_width: 6,
    shifts: [32, 19],
    unit: 57,
    constant: 0x1bf10_0000,
    signs: [1, 1],
};
static TANH: Weights = Weights {
    table: &coefficients::TANH,
    index_width: 0,
    shifts: [33, 18],
    unit: 56,
    constant: 0,
    signs: [1, -1],
};

impl Weights {
    /// The weights of a function.
    pub(super) const fn of(unit: Unit) -> &'static Self {
        match unit {
            Unit::Reciprocal => &RECIPROCAL,
            Unit::Root => &ROOT,
            Unit::ReciprocalRoot => &RECIPROCAL_ROOT,
            Unit::Sine | Unit::Cosine => &SINE,
            Unit::Log2 => &LOG2,
            Unit::Exp2 => &EXP2,
            Unit::Tanh => &TANH,
        }
    }
}
