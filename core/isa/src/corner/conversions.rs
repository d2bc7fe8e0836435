//! The rules on `cvt` (PTX ISA 9.7.9.21), in the order they are shown.

use super::landmark::Landmark::{
    self, NegativeInfinity as NegInf, NegativeMax as NegMax, NegativeOne as NegOne,
    NegativeSubnormal as NegSub, NegativeZero as NegZero, PositiveInfinity as Inf,
    PositiveMax as Max, PositiveOne as One, PositiveSubnormal as Sub, PositiveZero as Zero,
    QuietNan as Nan, SignalingNan as Snan,
};
use super::rule::RuleSource::{Ieee5_9, Ieee6_1, Ieee6_3, Ieee7_4, Section};
use super::rule::flag::{DOWN, FTZ, INTEGRAL, KEPT, PZO, RANDOM, RELU, SAT, SATFINITE, UP};
use super::rule::{Pair, Rule, RuleSource, Stated, bit, rule};
use crate::catalog::Operation;

const LARGEST: Stated = Stated::MaxNorm { negative: false };
const LEAST: Stated = Stated::MaxNorm { negative: true };
const ABOVE: Stated = Stated::Overflow { negative: false };
const BELOW: Stated = Stated::Overflow { negative: true };

/// A conversion of a pair of formats.
const fn to(pair: Pair, operand: Landmark, result: Stated, place: RuleSource) -> Rule {
    rule(bit(Operation::Convert), &[operand], result, place).of_pair(pair)
}

/// A rule for a pair of formats that the section on `cvt` documents.
const fn cvt(pair: Pair, operand: Landmark, result: Stated) -> Rule {
    to(pair, operand, result, Section)
}

/// Like [`cvt`], with a datum as the result.
const fn is(pair: Pair, operand: Landmark, result: Landmark) -> Rule {
    cvt(pair, operand, Stated::Is(result))
}

pub(super) const RULES: &[Rule] = &[
    // To integers.
    cvt(Pair::ToInteger, Nan, Stated::NanToInteger),
    cvt(Pair::ToInteger, Snan, Stated::NanToInteger),
    is(Pair::ToInteger, Inf, Max),
    is(Pair::ToInteger, NegInf, NegMax),
    is(Pair::ToShortInteger, Max, Max),
    is(Pair::ToShortInteger, NegMax, NegMax),
    is(Pair::ToUnsigned, NegOne, NegMax),
    is(Pair::ToInteger, Sub, Zero).with(FTZ),
    is(Pair::ToInteger, Sub, One).with(KEPT | UP),
    // From integers.
    to(Pair::FromLongInteger, Max, ABOVE, Ieee7_4).without(SAT),
    to(Pair::FromLongInteger, NegMax, BELOW, Ieee7_4).without(SAT),
    is(Pair::FromInteger, Max, One).with(SAT),
    is(Pair::FromSigned, NegOne, Zero).with(SAT),
    is(Pair::LessAbove, Max, Max).with(SAT),
    is(Pair::LessBelow, NegMax, NegMax).with(SAT),
    // Between formats.
    cvt(Pair::NanToNan, Nan, Stated::Nan).without(SAT),
    cvt(Pair::NanToNan, Snan, Stated::Nan).without(SAT),
    cvt(Pair::NanToNumber, Nan, LARGEST),
    to(Pair::InfinityToInfinity, Inf, Stated::Is(Inf), Ieee6_1).without(SAT | SATFINITE),
    to(Pair::InfinityToInfinity, NegInf, Stated::Is(NegInf), Ieee6_1)
        .without(SAT | SATFINITE | RELU),
    to(Pair::BeyondToInfinity, Max, ABOVE, Ieee7_4).without(SAT | SATFINITE | RANDOM | INTEGRAL),
    to(Pair::BeyondToInfinity, NegMax, BELOW, Ieee7_4)
        .without(SAT | SATFINITE | RANDOM | RELU | INTEGRAL),
    cvt(Pair::InfinityToSigned, Inf, LARGEST).with(SATFINITE),
    cvt(Pair::InfinityToSigned, NegInf, LEAST).with(SATFINITE).without(RELU),
    cvt(Pair::InfinityToUnsigned, Inf, LARGEST).with(SATFINITE),
    cvt(Pair::InfinityToUnsigned, NegInf, LARGEST).with(SATFINITE),
    cvt(Pair::BeyondToSigned, Max, LARGEST).with(SATFINITE),
    cvt(Pair::BeyondToSigned, NegMax, LEAST).with(SATFINITE).without(RELU),
    cvt(Pair::BeyondToUnsigned, Max, LARGEST).with(SATFINITE),
    cvt(Pair::BeyondToUnsigned, NegMax, LARGEST).with(SATFINITE),
    to(Pair::ToSigned, NegZero, Stated::Is(NegZero), Ieee6_3).without(SAT | RELU | PZO),
    is(Pair::ToSigned, NegZero, Zero).with(PZO),
    // `.relu`, for every destination that has it.
    is(Pair::Any, NegOne, Zero).with(RELU),
    is(Pair::Any, NegInf, Zero).with(RELU),
    is(Pair::Any, NegMax, Zero).with(RELU),
    // `.sat`, for every floating-point destination.
    is(Pair::ToSigned, Nan, Zero).with(SAT),
    is(Pair::ToSigned, NegOne, Zero).with(SAT),
    is(Pair::ToSigned, NegInf, Zero).with(SAT),
    is(Pair::ToSigned, Max, One).with(SAT),
    is(Pair::ToSigned, Inf, One).with(SAT),
    // Subnormals, and their results when rounded to an integral value.
    is(Pair::ToSigned, Sub, Zero).with(FTZ),
    is(Pair::ToSigned, NegSub, NegZero).with(FTZ).without(SAT | RELU),
    to(Pair::Same, Sub, Stated::Operand(0), Section).with(KEPT).without(INTEGRAL),
    to(Pair::Same, Sub, Stated::Is(One), Section).with(KEPT | INTEGRAL | UP),
    to(Pair::Same, NegSub, Stated::Is(NegZero), Ieee5_9).with(KEPT | INTEGRAL | UP).without(SAT),
    to(Pair::Same, NegSub, Stated::Is(NegOne), Section).with(KEPT | INTEGRAL | DOWN).without(SAT),
];
