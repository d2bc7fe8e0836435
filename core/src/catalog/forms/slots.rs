//! Slots, operands and requirements that rows share.

use crate::catalog::dsl::{defaulted, operand, optional, plain, required, second_type, since};
use crate::catalog::form::{Choice, Operand, Slot};
use crate::catalog::modifier::{Modifier, Type};
use crate::catalog::target::{Requires, isa};

pub(super) use crate::catalog::dsl::{corner, corner_when};

/// `.rm` and `.rp` of f32 need `sm_20`.
const DIRECTED_F32: Requires = Requires::from(isa(1, 0), 20);
/// `.rm` and `.rp` of f64 need `sm_13`.
const DIRECTED_F64: Requires = Requires::from(isa(1, 0), 13);
/// `ptxas` takes `.ftz` on f32 from 1.4 on.
const FTZ_F32: Requires = Requires::from(isa(1, 4), 10);
/// Introduced with `.f32x2` and the mixed-precision forms.
pub(super) const BLACKWELL: Requires = Requires::from(isa(8, 6), 100);

const ALL_F32: &[Choice] = &[
    plain(Modifier::Rn),
    plain(Modifier::Rz),
    since(Modifier::Rm, DIRECTED_F32),
    since(Modifier::Rp, DIRECTED_F32),
];
const ALL_F64: &[Choice] = &[
    plain(Modifier::Rn),
    plain(Modifier::Rz),
    since(Modifier::Rm, DIRECTED_F64),
    since(Modifier::Rp, DIRECTED_F64),
];
const NEAREST: &[Choice] = &[plain(Modifier::Rn)];

pub(super) const RND_F32: Slot = defaulted(".rnd", Modifier::Rn, ALL_F32);
pub(super) const RND_F64: Slot = defaulted(".rnd", Modifier::Rn, ALL_F64);
pub(super) const RND_HALF: Slot = defaulted(".rnd", Modifier::Rn, NEAREST);
pub(super) const MUST_RND_F32: Slot = required(".rnd", ALL_F32);
pub(super) const MUST_RND_F64: Slot = required(".rnd", ALL_F64);
pub(super) const MUST_RND_HALF: Slot = required(".rnd", NEAREST);
pub(super) const FTZ: Slot = optional(".ftz", &[plain(Modifier::Ftz)]);
pub(super) const FTZ_SINGLE: Slot = optional(".ftz", &[since(Modifier::Ftz, FTZ_F32)]);
pub(super) const SAT: Slot = optional(".sat", &[plain(Modifier::Sat)]);
pub(super) const RELU: Slot = optional(".relu", &[plain(Modifier::Relu)]);
pub(super) const MUST_RELU: Slot = required(".relu", &[plain(Modifier::Relu)]);

pub(super) const F16: Slot = required(".f16", &[plain(Modifier::Type(Type::F16))]);
pub(super) const F16X2: Slot = required(".f16x2", &[plain(Modifier::Type(Type::F16x2))]);
pub(super) const BF16: Slot = required(".bf16", &[plain(Modifier::Type(Type::Bf16))]);
pub(super) const BF16X2: Slot = required(".bf16x2", &[plain(Modifier::Type(Type::Bf16x2))]);
pub(super) const F32: Slot = required(".f32", &[plain(Modifier::Type(Type::F32))]);
pub(super) const F32X2: Slot = required(".f32x2", &[plain(Modifier::Type(Type::F32x2))]);
pub(super) const F64: Slot = required(".f64", &[plain(Modifier::Type(Type::F64))]);

/// The narrow type of a mixed-precision instruction.
pub(super) const NARROW: &[Choice] =
    &[plain(Modifier::Type(Type::F16)), plain(Modifier::Type(Type::Bf16))];

pub(super) const D_A_B: &[Operand] = &[operand("d"), operand("a"), operand("b")];
pub(super) const D_A_B_C: &[Operand] = &[operand("d"), operand("a"), operand("b"), operand("c")];
pub(super) const D_NARROW_A_C: &[Operand] = &[operand("d"), second_type("a"), operand("c")];
pub(super) const D_NARROW_A_B_C: &[Operand] =
    &[operand("d"), second_type("a"), second_type("b"), operand("c")];
