//! The documented bounds, in the order of the ISA's sections.

use super::Error::{Absolute, Relative, Ulp, UlpOfRounded, Vanishes};
use super::Over::{
    Between, Everything, MagnitudeBetween, MagnitudeUpToPi, MagnitudeWithin, PositiveFinite,
};
use super::{Bound, Error, Input, Outcome, Over, Range, Row};
use crate::arith::elementary::Function;
use crate::source::ptx;

const fn row(input: Input, outcome: Outcome) -> Row {
    Row { input, outcome }
}

const fn range(over: Over, error: Error) -> Range {
    Range::new(over, error)
}

const NAN: Row = row(Input::Nan, Outcome::Nan);
const CANONICAL_NAN: Row = row(Input::Nan, Outcome::CanonicalNan);

/// `div.approx.f32`; outside of both ranges, as for a divisor of 0, the ISA says nothing.
pub const DIV_APPROX_F32: Bound = Bound {
    function: Function::Quotient,
    corners: &[],
    ranges: &[
        range(MagnitudeWithin(-126, 126), Ulp(2)),
        range(MagnitudeBetween(126, 128), Vanishes),
    ],
    source: ptx("9.7.3.8", "floating-point-instructions-div"),
};

/// `div.full.f32`
pub const DIV_FULL_F32: Bound = Bound {
    function: Function::Quotient,
    corners: &[],
    ranges: &[range(Everything, Ulp(2))],
    source: ptx("9.7.3.8", "floating-point-instructions-div"),
};

/// `rcp.approx.f32`
pub const RCP_F32: Bound = Bound {
    function: Function::Reciprocal,
    corners: &[
        row(Input::NegativeInfinity, Outcome::NegativeZero),
        row(Input::NegativeZero, Outcome::NegativeInfinity),
        row(Input::PositiveZero, Outcome::PositiveInfinity),
        row(Input::PositiveInfinity, Outcome::PositiveZero),
        NAN,
    ],
    ranges: &[range(Everything, Ulp(1))],
    source: ptx("9.7.3.13", "floating-point-instructions-rcp"),
};

/// `rcp.approx.ftz.f64`, on the upper word of the operand and of the result
/// ([`F64_UPPER`](crate::format::table::F64_UPPER)).
///
/// "A fast, gross approximation": there is no bound.
pub const RCP_F64: Bound = Bound {
    function: Function::Reciprocal,
    corners: &[
        row(Input::NegativeInfinity, Outcome::NegativeZero),
        row(Input::NegativeSubnormal, Outcome::NegativeInfinity),
        row(Input::NegativeZero, Outcome::NegativeInfinity),
        row(Input::PositiveZero, Outcome::PositiveInfinity),
        row(Input::PositiveSubnormal, Outcome::PositiveInfinity),
        row(Input::PositiveInfinity, Outcome::PositiveZero),
        CANONICAL_NAN,
    ],
    ranges: &[],
    source: ptx("9.7.3.14", "floating-point-instructions-rcp-approx-ftz-f64"),
};

/// `sqrt.approx.f32`
pub const SQRT_F32: Bound = Bound {
    function: Function::Root,
    corners: &[
        row(Input::NegativeInfinity, Outcome::Nan),
        row(Input::NegativeNormal, Outcome::Nan),
        row(Input::NegativeZero, Outcome::NegativeZero),
        row(Input::PositiveZero, Outcome::PositiveZero),
        row(Input::PositiveInfinity, Outcome::PositiveInfinity),
        NAN,
    ],
    ranges: &[range(PositiveFinite, Relative(-23_000))],
    source: ptx("9.7.3.15", "floating-point-instructions-sqrt"),
};

const RSQRT_CORNERS: &[Row] = &[
    row(Input::NegativeInfinity, Outcome::Nan),
    row(Input::NegativeNormal, Outcome::Nan),
    row(Input::NegativeZero, Outcome::NegativeInfinity),
    row(Input::PositiveZero, Outcome::PositiveInfinity),
    row(Input::PositiveInfinity, Outcome::PositiveZero),
    NAN,
];

/// `rsqrt.approx.f32`
pub const RSQRT_F32: Bound = Bound {
    function: Function::ReciprocalRoot,
    corners: RSQRT_CORNERS,
    ranges: &[range(PositiveFinite, Relative(-22_900))],
    source: ptx("9.7.3.16", "floating-point-instructions-rsqrt"),
};

/// `rsqrt.approx.f64`: the section bounds the error of `rsqrt.f32` only.
pub const RSQRT_F64: Bound = Bound {
    function: Function::ReciprocalRoot,
    corners: RSQRT_CORNERS,
    ranges: &[],
    source: ptx("9.7.3.16", "floating-point-instructions-rsqrt"),
};

/// `rsqrt.approx.ftz.f64`, on the upper word of the operand and of the result
/// ([`F64_UPPER`](crate::format::table::F64_UPPER)).
///
/// No bound is given, and no row for negative normal numbers.
pub const RSQRT_FTZ_F64: Bound = Bound {
    function: Function::ReciprocalRoot,
    corners: &[
        row(Input::NegativeInfinity, Outcome::Nan),
        row(Input::NegativeSubnormal, Outcome::NegativeInfinity),
        row(Input::NegativeZero, Outcome::NegativeInfinity),
        row(Input::PositiveZero, Outcome::PositiveInfinity),
        row(Input::PositiveSubnormal, Outcome::PositiveInfinity),
        row(Input::PositiveInfinity, Outcome::PositiveZero),
        CANONICAL_NAN,
    ],
    ranges: &[],
    source: ptx("9.7.3.17", "floating-point-instructions-rsqrt-approx-ftz-f64"),
};

const ANGLES: &[Range] =
    &[range(MagnitudeUpToPi(2), Absolute(-20_500)), range(MagnitudeUpToPi(100), Absolute(-14_700))];

/// `sin.approx.f32`
pub const SIN_F32: Bound = Bound {
    function: Function::Sine,
    corners: &[
        row(Input::NegativeInfinity, Outcome::Nan),
        row(Input::NegativeZero, Outcome::NegativeZero),
        row(Input::PositiveZero, Outcome::PositiveZero),
        row(Input::PositiveInfinity, Outcome::Nan),
        NAN,
    ],
    ranges: ANGLES,
    source: ptx("9.7.3.18", "floating-point-instructions-sin"),
};

/// `cos.approx.f32`
pub const COS_F32: Bound = Bound {
    function: Function::Cosine,
    corners: &[
        row(Input::NegativeInfinity, Outcome::Nan),
        row(Input::NegativeZero, Outcome::PositiveOne),
        row(Input::PositiveZero, Outcome::PositiveOne),
        row(Input::PositiveInfinity, Outcome::Nan),
        NAN,
    ],
    ranges: ANGLES,
    source: ptx("9.7.3.19", "floating-point-instructions-cos"),
};

/// `lg2.approx.f32`
pub const LG2_F32: Bound = Bound {
    function: Function::Log2,
    corners: &[
        row(Input::NegativeInfinity, Outcome::Nan),
        row(Input::NegativeNormal, Outcome::Nan),
        row(Input::NegativeZero, Outcome::NegativeInfinity),
        row(Input::PositiveZero, Outcome::NegativeInfinity),
        row(Input::PositiveInfinity, Outcome::PositiveInfinity),
        NAN,
    ],
    ranges: &[range(Between(-1, 1), Absolute(-22_000)), range(PositiveFinite, Relative(-22_000))],
    source: ptx("9.7.3.20", "floating-point-instructions-lg2"),
};

const EX2_CORNERS: &[Row] = &[
    row(Input::NegativeInfinity, Outcome::PositiveZero),
    row(Input::NegativeZero, Outcome::PositiveOne),
    row(Input::PositiveZero, Outcome::PositiveOne),
    row(Input::PositiveInfinity, Outcome::PositiveInfinity),
    NAN,
];

/// `ex2.approx.f32`
pub const EX2_F32: Bound = Bound {
    function: Function::Exp2,
    corners: EX2_CORNERS,
    ranges: &[range(Everything, UlpOfRounded(2))],
    source: ptx("9.7.3.21", "floating-point-instructions-ex2"),
};

const TANH_CORNERS: &[Row] = &[
    row(Input::NegativeInfinity, Outcome::NegativeOne),
    row(Input::NegativeZero, Outcome::NegativeZero),
    row(Input::PositiveZero, Outcome::PositiveZero),
    row(Input::PositiveInfinity, Outcome::PositiveOne),
    NAN,
];

/// `tanh.approx.f32`; a note of its section passes subnormal operands through.
pub const TANH_F32: Bound = Bound {
    function: Function::Tanh,
    corners: &[
        row(Input::NegativeInfinity, Outcome::NegativeOne),
        row(Input::NegativeSubnormal, Outcome::Operand),
        row(Input::NegativeZero, Outcome::NegativeZero),
        row(Input::PositiveZero, Outcome::PositiveZero),
        row(Input::PositiveSubnormal, Outcome::Operand),
        row(Input::PositiveInfinity, Outcome::PositiveOne),
        NAN,
    ],
    ranges: &[range(Everything, Relative(-11_000))],
    source: ptx("9.7.3.22", "floating-point-instructions-tanh"),
};

/// `tanh.approx.f16`
pub const TANH_F16: Bound = Bound {
    function: Function::Tanh,
    corners: TANH_CORNERS,
    ranges: &[range(Everything, Absolute(-10_987))],
    source: ptx("9.7.4.9", "half-precision-floating-point-instructions-tanh"),
};

/// `tanh.approx.bf16`
pub const TANH_BF16: Bound = Bound {
    function: Function::Tanh,
    corners: TANH_CORNERS,
    ranges: &[range(Everything, Absolute(-8_000))],
    source: ptx("9.7.4.9", "half-precision-floating-point-instructions-tanh"),
};

/// `ex2.approx.f16`
pub const EX2_F16: Bound = Bound {
    function: Function::Exp2,
    corners: EX2_CORNERS,
    ranges: &[range(Everything, Relative(-9_900))],
    source: ptx("9.7.4.10", "half-precision-floating-point-instructions-ex2"),
};

/// `ex2.approx.ftz.bf16`
pub const EX2_BF16: Bound = Bound {
    function: Function::Exp2,
    corners: &[
        row(Input::NegativeInfinity, Outcome::PositiveZero),
        row(Input::NegativeSubnormal, Outcome::PositiveOne),
        row(Input::NegativeZero, Outcome::PositiveOne),
        row(Input::PositiveZero, Outcome::PositiveOne),
        row(Input::PositiveSubnormal, Outcome::PositiveOne),
        row(Input::PositiveInfinity, Outcome::PositiveInfinity),
        NAN,
    ],
    ranges: &[range(Everything, Relative(-7_000))],
    source: ptx("9.7.4.10", "half-precision-floating-point-instructions-ex2"),
};

/// Every bound.
#[cfg(test)]
pub(crate) const BOUNDS: &[&Bound] = &[
    &DIV_APPROX_F32,
    &DIV_FULL_F32,
    &RCP_F32,
    &RCP_F64,
    &SQRT_F32,
    &RSQRT_F32,
    &RSQRT_F64,
    &RSQRT_FTZ_F64,
    &SIN_F32,
    &COS_F32,
    &LG2_F32,
    &EX2_F32,
    &TANH_F32,
    &TANH_F16,
    &TANH_BF16,
    &EX2_F16,
    &EX2_BF16,
];
