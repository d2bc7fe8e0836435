//! Slots, operands and requirements that rows share.

use crate::catalog::dsl::{
    choices, defaulted, needing, operand, optional, required, second_type, tolerated, types,
};
use crate::catalog::form::{Operand, Tolerated};
use crate::catalog::modifier::Modifier;
use crate::catalog::requires::{ANY, Clause, Requires, Targets, since};
use crate::catalog::slot::{Choice, Slot};
use crate::catalog::target::isa;

/// Explicit `.approx` and `.ftz`: `ptxas` accepts neither before, and the ISA documents that for most.
pub(super) const EXPLICIT: Requires = Requires(&[since(isa(1, 4), Targets::From(10))]);
/// The last version with defaults where an explicit modifier is required since.
pub(super) const LEGACY: Requires =
    Requires(&[Clause { isa: isa(1, 0), until: Some(isa(1, 3)), targets: Targets::From(10) }]);
/// Double precision.
pub(crate) const SM_13: Requires = Requires(&[since(isa(1, 0), Targets::From(13))]);
/// Double precision with an explicit modifier.
pub(super) const EXPLICIT_F64: Requires = Requires(&[since(isa(1, 4), Targets::From(13))]);
/// Double precision with defaults where an explicit modifier is required since.
pub(super) const LEGACY_F64: Requires =
    Requires(&[Clause { isa: isa(1, 0), until: Some(isa(1, 3)), targets: Targets::From(13) }]);
/// The second generation.
pub(super) const SM_20: Requires = Requires(&[since(isa(2, 0), Targets::From(20))]);
/// Half precision.
pub(super) const SM_53: Requires = Requires(&[since(isa(4, 2), Targets::From(53))]);
/// `.relu`, `.NaN` and the first bf16 instructions.
pub(super) const SM_80: Requires = Requires(&[since(isa(7, 0), Targets::From(80))]);
/// All of bf16.
pub(super) const SM_90: Requires = Requires(&[since(isa(7, 8), Targets::From(90))]);
/// `.f32x2`, the mixed-precision forms, and `.satfinite` with a direction to tf32.
pub(super) const SM_100: Requires = Requires(&[since(isa(8, 6), Targets::From(100))]);

/// The assembler accepts double precision on targets without it.
pub(crate) const EARLY_F64: Tolerated = tolerated(
    ANY,
    "the ISA requires sm_13 or higher for f64, or map_f64_to_f32; the assembler accepts it on every \
     target",
);

const ALL_F32: &[Choice] = &[
    needing(Modifier::Rn, ANY),
    needing(Modifier::Rz, ANY),
    needing(Modifier::Rm, SM_20),
    needing(Modifier::Rp, SM_20),
];
const ALL_F64: &[Choice] = &[
    needing(Modifier::Rn, ANY),
    needing(Modifier::Rz, ANY),
    needing(Modifier::Rm, SM_13),
    needing(Modifier::Rp, SM_13),
];
/// Every direction.
pub(super) const ALL: &[Choice] = choices![Rn, Rz, Rm, Rp];
const NEAREST: &[Choice] = choices![Rn];

pub(super) const RND_F32: Slot = defaulted(".rnd", Modifier::Rn, ALL_F32);
pub(super) const RND_F64: Slot = defaulted(".rnd", Modifier::Rn, ALL_F64);
pub(super) const RND_HALF: Slot = defaulted(".rnd", Modifier::Rn, NEAREST);
pub(super) const MUST_RND: Slot = required(".rnd", ALL);
pub(super) const MUST_RND_F64: Slot = required(".rnd", ALL_F64);
pub(super) const MUST_RND_HALF: Slot = required(".rnd", NEAREST);
pub(super) const APPROX: Slot = required(".approx", choices![Approx]);
pub(super) const FTZ: Slot = optional(".ftz", choices![Ftz]);
pub(super) const FTZ_SINGLE: Slot = optional(".ftz", &[needing(Modifier::Ftz, EXPLICIT)]);
pub(super) const MUST_FTZ: Slot = required(".ftz", choices![Ftz]);
pub(super) const SAT: Slot = optional(".sat", choices![Sat]);
pub(super) const MUST_SAT: Slot = required(".sat", choices![Sat]);
pub(super) const RELU: Slot = optional(".relu", choices![Relu]);
pub(super) const MUST_RELU: Slot = required(".relu", choices![Relu]);

pub(super) const F16: Slot = required(".f16", types![F16]);
pub(super) const F16X2: Slot = required(".f16x2", types![F16x2]);
pub(super) const BF16: Slot = required(".bf16", types![Bf16]);
pub(super) const BF16X2: Slot = required(".bf16x2", types![Bf16x2]);
pub(super) const F32: Slot = required(".f32", types![F32]);
pub(super) const F32X2: Slot = required(".f32x2", types![F32x2]);
pub(super) const F64: Slot = required(".f64", types![F64]);

/// The narrow type of a mixed-precision instruction.
pub(super) const NARROW: &[Choice] = types![F16, Bf16];

pub(super) const D_A: &[Operand] = &[operand("d"), operand("a")];
pub(super) const D_A_B: &[Operand] = &[operand("d"), operand("a"), operand("b")];
pub(super) const D_A_B_C: &[Operand] = &[operand("d"), operand("a"), operand("b"), operand("c")];
pub(super) const D_NARROW_A_C: &[Operand] = &[operand("d"), second_type("a"), operand("c")];
pub(super) const D_NARROW_A_B_C: &[Operand] =
    &[operand("d"), second_type("a"), second_type("b"), operand("c")];
