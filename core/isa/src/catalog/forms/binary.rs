//! The shapes that `add`, `sub` and `mul` have in common, one function a syntax line.

use super::slots::{
    BF16, BF16X2, D_A_B, D_NARROW_A_C, EARLY_F64, F16, F16X2, F32, F32X2, F64, FTZ, FTZ_SINGLE,
    NARROW, RND_F32, RND_F64, RND_HALF, SAT, SM_13, SM_53, SM_90, SM_100,
};
use crate::catalog::dsl::{self, required};
use crate::catalog::form::{Form, Operation};
use crate::catalog::slot::Slot;
use crate::source::Source;

/// The differences between the three mnemonics.
#[derive(Clone, Copy)]
pub(super) struct Mnemonic {
    /// The opcode.
    pub(super) opcode: &'static str,
    /// The operation.
    pub(super) operation: Operation,
    /// Section of the f32 and f64 forms.
    pub(super) single: Source,
    /// Section of the f16 and bf16 forms.
    pub(super) half: Source,
}

const fn row(mnemonic: Mnemonic) -> Form {
    Form { operands: D_A_B, ..dsl::row(mnemonic.opcode, mnemonic.operation, mnemonic.single) }
}

/// `op{.rnd}{.ftz}{.sat}.f32  d, a, b;`
pub(super) const fn single(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_F32, FTZ_SINGLE, SAT, F32], ..row(mnemonic) }
}

/// `op{.rnd}{.ftz}.f32x2  d, a, b;`
pub(super) const fn single_pair(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_F32, FTZ, F32X2], requires: SM_100, ..row(mnemonic) }
}

/// `op{.rnd}.f64  d, a, b;`
pub(super) const fn double(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_F64, F64], requires: SM_13, tolerated: Some(EARLY_F64), ..row(mnemonic) }
}

const fn half(mnemonic: Mnemonic) -> Form {
    Form { requires: SM_53, source: mnemonic.half, ..row(mnemonic) }
}

/// `op{.rnd}{.ftz}{.sat}.f16  d, a, b;`
pub(super) const fn half_scalar(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_HALF, FTZ, SAT, F16], ..half(mnemonic) }
}

/// `op{.rnd}{.ftz}{.sat}.f16x2  d, a, b;`
pub(super) const fn half_pair(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_HALF, FTZ, SAT, F16X2], ..half(mnemonic) }
}

const fn bfloat(mnemonic: Mnemonic) -> Form {
    Form { requires: SM_90, source: mnemonic.half, ..row(mnemonic) }
}

/// `op{.rnd}.bf16  d, a, b;`
pub(super) const fn bfloat_scalar(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_HALF, BF16], ..bfloat(mnemonic) }
}

/// `op{.rnd}.bf16x2  d, a, b;`
pub(super) const fn bfloat_pair(mnemonic: Mnemonic) -> Form {
    Form { slots: &[RND_HALF, BF16X2], ..bfloat(mnemonic) }
}

/// `op{.rnd}{.sat}.f32.atype  d, a, c;`
pub(super) const fn mixed(mnemonic: Mnemonic, source: Source) -> Form {
    Form {
        slots: &[RND_F32, SAT, F32, ATYPE],
        operands: D_NARROW_A_C,
        requires: SM_100,
        source,
        ..row(mnemonic)
    }
}
const ATYPE: Slot = required(".atype", NARROW);
