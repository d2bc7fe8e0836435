//! The rules on arithmetic, comparison and signs, in the order they are shown.
//!
//! Special operands of approximate instructions are in [`crate::catalog::bound::table`], and those of
//! `cvt` in [`super::conversions`].

use super::landmark::Landmark::{
    self, Half, NegativeInfinity as NegInf, NegativeMax as NegMax, NegativeOne as NegOne,
    NegativeSubnormal as NegSub, NegativeZero as NegZero, OutOfBounds as Oob,
    PositiveInfinity as Inf, PositiveMax as Max, PositiveMin as Min, PositiveOne as One,
    PositiveSubnormal as Sub, PositiveZero as Zero, QuietNan as Nan, SignalingNan as Snan, Two,
};
use super::rule::RuleSource::{Chapter, Ieee6_1, Ieee6_3, Ieee7_2, Ieee7_3, Ieee7_4, Section};
use super::rule::flag::{ABS, APPROXIMATE, FTZ, KEPT, NAN, OOB, RELU, SAT, SATFINITE, XORSIGN};
use super::rule::{Pair, Rule, RuleSource, Stated, bit, rule};
use crate::catalog::{Modifier, Operation};

const ADD: u32 = bit(Operation::Add) | bit(Operation::Sub);
const MUL: u32 = bit(Operation::Mul);
const FMA: u32 = bit(Operation::Fma);
/// With the `mad` of `sm_1x`, which is not documented to follow IEEE 754.
const ANY_FMA: u32 = FMA | bit(Operation::MadTruncated);
const DIV: u32 = bit(Operation::Div);
const RCP: u32 = bit(Operation::Rcp);
const SQRT: u32 = bit(Operation::Sqrt);
const ABSOLUTE: u32 = bit(Operation::Abs);
const NEG: u32 = bit(Operation::Neg);
const SIGN: u32 = bit(Operation::CopySign);
const MIN: u32 = bit(Operation::Min);
const MAX: u32 = bit(Operation::Max);
const EITHER: u32 = MIN | MAX;

const UP: Stated = Stated::Overflow { negative: false };
const DOWN: Stated = Stated::Overflow { negative: true };

/// A rule whose result is a datum.
const fn is(of: u32, operands: &[Landmark], result: Landmark, place: RuleSource) -> Rule {
    rule(of, operands, Stated::Is(result), place)
}

/// An invalid operation.
const fn invalid(of: u32, operands: &[Landmark]) -> Rule {
    rule(of, operands, Stated::Nan, Ieee7_2).without(SAT | APPROXIMATE)
}

/// A NaN operand.
const fn nan(of: u32, operands: &[Landmark]) -> Rule {
    rule(of, operands, Stated::Nan, Chapter).without(SAT)
}

/// The result of `.sat`.
const fn sat(of: u32, operands: &[Landmark], result: Landmark) -> Rule {
    is(of, operands, result, Section).with(SAT)
}

/// A subnormal operand or result that is flushed.
const fn flushed(of: u32, operands: &[Landmark], result: Landmark) -> Rule {
    is(of, operands, result, Section).with(FTZ).of_pair(Pair::SameNotDouble)
}

/// A subnormal operand that is kept.
const fn kept(of: u32, operands: &[Landmark], operand: u8) -> Rule {
    rule(of, operands, Stated::Operand(operand), Section).with(KEPT).of_pair(Pair::Same)
}

/// A result of exact arithmetic that no clamp changes.
const fn plain(of: u32, operands: &[Landmark], result: Stated, place: RuleSource) -> Rule {
    rule(of, operands, result, place).without(SAT | APPROXIMATE)
}

/// A negative result of exact arithmetic, which only `.relu` changes.
const fn below(of: u32, operands: &[Landmark], result: Stated, place: RuleSource) -> Rule {
    plain(of, operands, result, place).without(RELU)
}

/// The result of `.satfinite` for a result beyond the largest number.
const fn finite(of: u32, operands: &[Landmark], result: Landmark) -> Rule {
    is(of, operands, result, Section).with(SATFINITE).of_pair(Pair::Same)
}

pub(super) const RULES: &[Rule] = &[
    // a + b, and a - b with the sign of b flipped.
    invalid(ADD, &[Inf, NegInf]),
    invalid(ADD, &[NegInf, Inf]),
    plain(ADD, &[Inf, One], Stated::Is(Inf), Ieee6_1).without(SATFINITE),
    plain(ADD, &[NegMax, NegInf], Stated::Is(NegInf), Ieee6_1).without(SATFINITE),
    plain(ADD, &[Zero, NegZero], Stated::Canceled, Ieee6_3),
    plain(ADD, &[NegZero, NegZero], Stated::Is(NegZero), Ieee6_3),
    plain(ADD, &[One, NegOne], Stated::Canceled, Ieee6_3),
    plain(ADD, &[Max, Max], UP, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    plain(ADD, &[NegMax, NegMax], DOWN, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    // a × b
    invalid(MUL, &[Zero, Inf]),
    invalid(MUL, &[NegInf, Zero]),
    plain(MUL, &[Inf, NegOne], Stated::Is(NegInf), Ieee6_1).without(SATFINITE),
    plain(MUL, &[NegZero, One], Stated::Is(NegZero), Ieee6_3),
    plain(MUL, &[NegZero, NegOne], Stated::Is(Zero), Ieee6_3),
    plain(MUL, &[Max, Max], UP, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    plain(MUL, &[Max, NegMax], DOWN, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    // NaNs of two operands.
    nan(ADD | MUL | DIV, &[Nan, One]),
    nan(ADD | MUL | DIV, &[One, Nan]),
    nan(ADD | MUL | DIV, &[Snan, One]),
    // a × b + c
    invalid(FMA, &[Zero, Inf, One]),
    invalid(FMA, &[NegInf, Zero, One]),
    invalid(FMA, &[Inf, One, NegInf]),
    invalid(FMA, &[NegInf, One, Inf]),
    nan(ANY_FMA, &[Inf, Zero, Nan]),
    nan(ANY_FMA, &[Nan, One, One]),
    nan(ANY_FMA, &[One, Nan, One]),
    nan(ANY_FMA, &[One, One, Nan]),
    plain(FMA, &[Inf, One, One], Stated::Is(Inf), Ieee6_1).without(SATFINITE),
    below(FMA, &[One, One, NegInf], Stated::Is(NegInf), Ieee6_1).without(SATFINITE),
    plain(FMA, &[One, NegOne, One], Stated::Canceled, Ieee6_3),
    plain(FMA, &[NegOne, Zero, Zero], Stated::Canceled, Ieee6_3),
    below(FMA, &[NegOne, Zero, NegZero], Stated::Is(NegZero), Ieee6_3),
    plain(FMA, &[Max, Max, NegMax], UP, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    below(FMA, &[Max, NegMax, Max], DOWN, Ieee7_4).of_pair(Pair::Same).without(SATFINITE),
    is(FMA, &[Oob, One, One], Zero, Section).with(OOB),
    is(FMA, &[One, Oob, One], Zero, Section).with(OOB),
    is(FMA, &[Oob, Nan, Nan], Zero, Section).with(OOB),
    // a ÷ b
    invalid(DIV, &[Zero, Zero]),
    invalid(DIV, &[Inf, NegInf]),
    plain(DIV, &[One, Zero], Stated::Is(Inf), Ieee7_3),
    plain(DIV, &[One, NegZero], Stated::Is(NegInf), Ieee7_3),
    plain(DIV, &[Inf, NegOne], Stated::Is(NegInf), Ieee6_1),
    plain(DIV, &[NegOne, Inf], Stated::Is(NegZero), Ieee6_1),
    plain(DIV, &[Zero, NegOne], Stated::Is(NegZero), Ieee6_3),
    plain(DIV, &[Max, Min], UP, Ieee7_4),
    plain(DIV, &[NegMax, Min], DOWN, Ieee7_4),
    // 1 ÷ a
    plain(RCP, &[NegInf], Stated::Is(NegZero), Ieee6_1),
    plain(RCP, &[NegZero], Stated::Is(NegInf), Ieee7_3),
    plain(RCP, &[Zero], Stated::Is(Inf), Ieee7_3),
    plain(RCP, &[Inf], Stated::Is(Zero), Ieee6_1),
    plain(RCP, &[Sub], UP, Ieee7_4).with(KEPT),
    nan(RCP, &[Nan]).without(APPROXIMATE),
    nan(RCP | SQRT, &[Snan]).without(APPROXIMATE),
    flushed(RCP, &[Sub], Inf).without(APPROXIMATE),
    flushed(RCP, &[NegSub], NegInf).without(APPROXIMATE),
    // √a: other special operands are in the table of its section.
    invalid(SQRT, &[NegSub]).with(KEPT),
    // |a|, -a, the sign of a
    is(ABSOLUTE, &[NegInf], Inf, Section),
    is(ABSOLUTE, &[NegZero], Zero, Section),
    is(NEG, &[Inf], NegInf, Section),
    is(NEG, &[Zero], NegZero, Section),
    is(NEG, &[NegZero], Zero, Section),
    rule(ABSOLUTE, &[Nan], Stated::Nan, Section).of_pair(Pair::SameNotDouble),
    rule(ABSOLUTE, &[Snan], Stated::Operand(0), Section).of_pair(Pair::Double),
    rule(NEG, &[Nan], Stated::Nan, Section),
    flushed(ABSOLUTE, &[NegSub], Zero),
    is(ABSOLUTE, &[NegSub], Sub, Section).with(KEPT),
    flushed(NEG, &[Sub], NegZero),
    is(NEG, &[Sub], NegSub, Section).with(KEPT),
    is(SIGN, &[NegOne, Inf], NegInf, Section),
    is(SIGN, &[One, NegInf], Inf, Section),
    is(SIGN, &[NegZero, Zero], NegZero, Section),
    is(SIGN, &[Zero, NegMax], Max, Section),
    is(SIGN, &[Snan, NegOne], One, Section),
    rule(SIGN, &[One, Snan], Stated::Operand(1), Section),
    // The lesser and the greater of two.
    is(EITHER, &[Nan, One], One, Section).without(NAN),
    is(EITHER, &[One, Nan], One, Section).without(NAN),
    is(EITHER, &[Snan, One], One, Section).without(NAN),
    is(EITHER, &[NegOne, Nan], NegOne, Section).without(NAN | ABS).of_pair(Pair::SameNotDouble),
    is(EITHER, &[NegOne, Nan], NegOne, Section).without(NAN).with(XORSIGN),
    rule(EITHER, &[Nan, Nan], Stated::Nan, Section).without(NAN),
    rule(EITHER, &[Nan, One], Stated::CanonicalNan, Section).with(NAN),
    rule(EITHER, &[One, Nan], Stated::CanonicalNan, Section).with(NAN),
    is(MIN, &[NegZero, Zero], NegZero, Section).without(ABS),
    is(MIN, &[Zero, NegZero], NegZero, Section).without(ABS),
    is(MAX, &[NegZero, Zero], Zero, Section).without(ABS),
    is(MAX, &[Zero, NegZero], Zero, Section).without(ABS),
    is(MIN, &[NegInf, One], NegInf, Section).without(ABS),
    is(MAX, &[NegInf, One], One, Section).without(ABS),
    is(EITHER, &[NegZero, Zero], NegZero, Section).with(XORSIGN),
    is(EITHER, &[NegZero, NegZero], Zero, Section).with(XORSIGN),
    is(MIN, &[NegInf, One], NegOne, Section).with(XORSIGN),
    is(MIN, &[NegOne, NegInf], One, Section).with(XORSIGN),
    is(MAX, &[NegInf, One], NegInf, Section).with(XORSIGN),
    is(MAX, &[NegOne, NegInf], Inf, Section).with(XORSIGN),
    flushed(MIN, &[Sub, One], Zero),
    flushed(MAX, &[NegSub, NegOne], NegZero).without(ABS),
    kept(MIN, &[Sub, One], 0),
    // min and max of three operands.
    is(EITHER, &[Nan, Nan, One], One, Section).without(NAN),
    is(EITHER, &[One, Nan, Nan], One, Section).without(NAN),
    is(EITHER, &[Nan, One, Nan], One, Section).without(NAN),
    rule(EITHER, &[Nan, Nan, Nan], Stated::Nan, Section).without(NAN),
    rule(EITHER, &[Nan, One, One], Stated::CanonicalNan, Section).with(NAN),
    rule(EITHER, &[One, Nan, One], Stated::CanonicalNan, Section).with(NAN),
    rule(EITHER, &[One, One, Nan], Stated::CanonicalNan, Section).with(NAN),
    is(MIN, &[Zero, NegZero, Zero], NegZero, Section).without(ABS),
    is(MAX, &[NegZero, Zero, NegZero], Zero, Section).without(ABS),
    is(EITHER, &[NegZero, NegZero, NegZero], Zero, Section).with(ABS),
    is(MIN, &[Inf, One, NegInf], NegInf, Section).without(ABS),
    is(MIN, &[NegInf, NegOne, Max], One, Section).with(ABS),
    is(MAX, &[NegInf, NegOne, Max], Max, Section).without(ABS),
    is(MAX, &[NegInf, NegOne, Max], Inf, Section).with(ABS),
    flushed(MIN, &[One, Sub, One], Zero),
    kept(MIN, &[One, Sub, One], 1),
    // .sat
    sat(ADD | MUL, &[Nan, One], Zero),
    sat(ADD | MUL, &[One, Nan], Zero),
    sat(ADD, &[Inf, NegInf], Zero),
    sat(MUL, &[Zero, Inf], Zero),
    sat(ADD | MUL, &[NegInf, One], Zero),
    sat(ADD | MUL, &[Inf, One], One),
    sat(ADD, &[NegOne, NegZero], Zero),
    sat(ADD, &[One, One], One),
    sat(MUL, &[Max, One], One),
    sat(MUL, &[NegOne, One], Zero),
    sat(ANY_FMA, &[Nan, One, One], Zero),
    sat(ANY_FMA, &[One, Nan, One], Zero),
    sat(ANY_FMA, &[One, One, Nan], Zero),
    sat(ANY_FMA, &[Zero, Inf, One], Zero),
    sat(ANY_FMA, &[NegInf, One, One], Zero),
    sat(ANY_FMA, &[Inf, One, One], One),
    sat(ANY_FMA, &[NegOne, One, Zero], Zero),
    sat(ANY_FMA, &[Two, One, One], One),
    // .satfinite
    finite(ADD, &[Max, Max], Max),
    finite(ADD, &[NegMax, NegMax], NegMax),
    finite(MUL, &[Max, Max], Max),
    finite(MUL, &[Max, NegMax], NegMax),
    finite(FMA, &[Max, Max, NegMax], Max),
    finite(FMA, &[Max, NegMax, Max], NegMax),
    // .relu
    is(FMA, &[NegOne, One, Zero], Zero, Section).with(RELU),
    is(FMA, &[NegInf, One, Zero], Zero, Section).with(RELU),
    is(FMA, &[Max, NegMax, Max], Zero, Section).with(RELU),
    // Subnormals.
    flushed(ADD, &[Sub, Zero], Zero),
    flushed(ADD, &[NegSub, NegZero], NegZero).without(SAT),
    kept(ADD, &[Sub, NegZero], 0),
    flushed(MUL, &[Sub, One], Zero),
    flushed(MUL, &[NegSub, One], NegZero).without(SAT),
    flushed(MUL, &[Min, Half], Zero),
    kept(MUL, &[Sub, One], 0),
    flushed(ANY_FMA, &[Sub, One, Zero], Zero),
    flushed(ANY_FMA, &[One, Zero, Sub], Zero),
    flushed(ANY_FMA, &[Min, Half, Zero], Zero),
    kept(ANY_FMA, &[Sub, One, Zero], 0),
    kept(ANY_FMA, &[One, Zero, Sub], 2),
    flushed(DIV, &[Sub, One], Zero).without(APPROXIMATE),
    flushed(DIV, &[One, NegSub], NegInf).without(APPROXIMATE),
    flushed(DIV, &[Min, Two], Zero).without(APPROXIMATE),
    kept(DIV, &[Sub, One], 0).without(APPROXIMATE),
];

/// `testp`: for every class of operands the properties that it has.
pub(super) const PROPERTIES: &[(Landmark, &[Modifier])] = {
    use Modifier::{Finite, Infinite, Normal, NotANumber, Number, Subnormal};
    const INFINITE: &[Modifier] = &[Infinite, Number];
    const NORMAL: &[Modifier] = &[Finite, Number, Normal];
    const SUBNORMAL: &[Modifier] = &[Finite, Number, Subnormal];
    const NOT_A_NUMBER: &[Modifier] = &[NotANumber];
    &[
        (NegInf, INFINITE),
        (NegOne, NORMAL),
        (NegSub, SUBNORMAL),
        // "Positive and negative zero are considered normal numbers."
        (NegZero, NORMAL),
        (Zero, NORMAL),
        (Sub, SUBNORMAL),
        (Min, NORMAL),
        (Max, NORMAL),
        (Inf, INFINITE),
        (Nan, NOT_A_NUMBER),
        (Snan, NOT_A_NUMBER),
    ]
};
