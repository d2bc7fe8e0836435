use super::{
    Rounding, Subnormals, Tail, round, round_to_fixed, round_to_integral, round_to_quantum,
};
use crate::format::table::{E2M3, E4M3, F16, F32, S8, U8, U64, UE8M0};
use crate::number::{Datum, Exact, Kind};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const DIRECTIONS: [Rounding; 5] = [
    Rounding::TiesToEven,
    Rounding::TiesToAway,
    Rounding::TowardZero,
    Rounding::TowardNegative,
    Rounding::TowardPositive,
];

fn exact(significand: u128, exponent: i32) -> Exact {
    Exact { negative: false, significand, exponent, sticky: false }
}

/// Rounds quarters to integers in each direction, positive and negative.
fn check(quarters: u128, positive: [u128; 5], negative: [u128; 5]) {
    for (index, direction) in DIRECTIONS.into_iter().enumerate() {
        let value = exact(quarters, -2);
        let up = round_to_quantum(&value, 0, direction).significand;
        assert_eq!(up, positive[index], "{quarters}/4 {direction:?}");
        let down = round_to_quantum(&Exact { negative: true, ..value }, 0, direction).significand;
        assert_eq!(down, negative[index], "-{quarters}/4 {direction:?}");
    }
}

#[test]
fn each_direction_rounds_each_tail() {
    check(8, [2; 5], [2; 5]);
    check(9, [2, 2, 2, 2, 3], [2, 2, 2, 3, 2]);
    check(10, [2, 3, 2, 2, 3], [2, 3, 2, 3, 2]);
    check(14, [4, 4, 3, 3, 4], [4, 4, 3, 4, 3]);
    check(11, [3, 3, 2, 2, 3], [3, 3, 2, 3, 2]);
}

#[test]
fn sticky_breaks_ties_and_marks_exact_values() {
    let tie = Exact { sticky: true, ..exact(10, -2) };
    assert_eq!(round_to_quantum(&tie, 0, Rounding::TiesToEven).significand, 3);
    let whole = Exact { sticky: true, ..exact(8, -2) };
    let rounded = round_to_quantum(&whole, 0, Rounding::TowardPositive);
    assert_eq!((rounded.significand, rounded.tail), (3, Tail::BelowHalf));
}

#[test]
fn values_far_below_the_quantum_keep_their_tail() {
    let one = 1 << 127;
    for (significand, exponent, tail) in [
        (one | 1, -128, Tail::AboveHalf),
        (one, -128, Tail::Half),
        (one - 1, -128, Tail::BelowHalf),
        (one, -129, Tail::BelowHalf),
        (u128::MAX, -129, Tail::BelowHalf),
        (1, -4000, Tail::BelowHalf),
    ] {
        let rounded = round_to_quantum(&exact(significand, exponent), 0, Rounding::TiesToAway);
        assert_eq!(rounded.tail, tail, "{significand:x} {exponent}");
        assert_eq!(rounded.significand, u128::from(tail >= Tail::Half));
    }
}

#[test]
fn overflow_follows_the_direction() {
    let beyond = exact(1, 16);
    let max = F16.decode(F16.max_finite()).kind;
    for (direction, expected) in [
        (Rounding::TiesToEven, Kind::Infinite),
        (Rounding::TowardZero, max),
        (Rounding::TowardNegative, max),
        (Rounding::TowardPositive, Kind::Infinite),
    ] {
        let result = round(&beyond, &F16, direction, Subnormals::Keep);
        assert_eq!(result.datum.kind, expected, "{direction:?}");
        assert!(result.overflowed);
    }
    // 65519.99 rounds down to the largest finite value, 65520 is the tie that overflows.
    let below = Exact { sticky: true, ..exact(65519, 0) };
    assert_eq!(round(&below, &F16, Rounding::TiesToEven, Subnormals::Keep).datum.kind, max);
    let tie = round(&exact(65520, 0), &F16, Rounding::TiesToEven, Subnormals::Keep);
    assert_eq!(tie.datum.kind, Kind::Infinite);
    // E4M3's top binade is cut short: 464 ties to 448, anything above overflows.
    let tie = round(&exact(464, 0), &E4M3, Rounding::TiesToEven, Subnormals::Keep);
    assert!(!tie.overflowed && E4M3.encode(&tie.datum) == 0x7e);
    assert!(round(&exact(465, 0), &E4M3, Rounding::TiesToEven, Subnormals::Keep).overflowed);
    // A quantum of 1 is beyond the range of E2M3.
    assert!(round(&exact(8, 0), &E2M3, Rounding::TiesToEven, Subnormals::Keep).overflowed);
}

#[test]
fn flush_is_decided_after_rounding_with_unbounded_exponent() {
    // 0x1.fffffe p-127 keeps 24 bits there, so it is subnormal although it ties up to 2^-126.
    let tie = exact(0x00ff_ffff, -150);
    let kept = round(&tie, &F32, Rounding::TiesToEven, Subnormals::Keep);
    assert_eq!(F32.encode(&kept.datum), 0x0080_0000);
    let flushed = round(&tie, &F32, Rounding::TiesToEven, Subnormals::Flush);
    assert!(flushed.flushed && flushed.datum == Datum::zero(false));
    // With one more bit the unbounded rounding reaches 2^-126 itself.
    let above = exact(0x01ff_ffff, -151);
    let normal = round(&above, &F32, Rounding::TiesToEven, Subnormals::Flush);
    assert_eq!(F32.encode(&normal.datum), 0x0080_0000);
}

#[test]
fn stochastic_rounding_carries() {
    // A tail of 3/8 with three random bits goes up for random bits 5, 6 and 7.
    for random in 0..8 {
        let rounded =
            round_to_quantum(&exact(0b1011, -3), 0, Rounding::Stochastic { random, count: 3 });
        assert_eq!(rounded.incremented, random >= 5, "{random}");
    }
    // A tail shorter than the random bits is padded with zeros.
    let half = exact(3, -1);
    assert!(round_to_quantum(&half, 0, Rounding::Stochastic { random: 4, count: 3 }).incremented);
    assert!(!round_to_quantum(&half, 0, Rounding::Stochastic { random: 3, count: 3 }).incremented);
    // Only the topmost bits of a longer tail count: 0.10110 is added to two random bits as 0.10.
    for random in 0..4 {
        let rounded =
            round_to_quantum(&exact(0b1_10110, -5), 0, Rounding::Stochastic { random, count: 2 });
        assert_eq!(rounded.incremented, random >= 2, "{random}");
    }
}

#[test]
fn powers_of_two_alone_round_in_ue8m0() {
    let three = exact(3, 0);
    let down = round(&three, &UE8M0, Rounding::TowardZero, Subnormals::Keep);
    assert_eq!(UE8M0.encode(&down.datum), 0x80);
    let up = round(&three, &UE8M0, Rounding::TowardPositive, Subnormals::Keep);
    assert_eq!(UE8M0.encode(&up.datum), 0x81);
    // A value that rounds up to the largest power does not overflow.
    let top = round(&exact(7, 124), &UE8M0, Rounding::TiesToEven, Subnormals::Keep);
    assert!(!top.overflowed && UE8M0.encode(&top.datum) == 0xfe);
}

#[test]
fn a_zero_sum_is_negative_towards_negative_infinity_alone() {
    let random = Rounding::Stochastic { random: 1, count: 3 };
    for direction in DIRECTIONS.into_iter().chain([random]) {
        let is_downwards = direction == Rounding::TowardNegative;
        assert_eq!(direction.zero_sum_is_negative(), is_downwards, "{direction:?}");
    }
}

#[test]
fn only_stochastic_rounding_takes_random_bits() {
    for direction in DIRECTIONS {
        assert_eq!(direction.with_random(7), direction);
    }
    let random = Rounding::Stochastic { random: 1, count: 3 };
    assert_eq!(random.with_random(7), Rounding::Stochastic { random: 7, count: 3 });
}

#[test]
fn what_was_kept_is_the_significand_before_its_increment() {
    for (quarters, kept, significand) in [(9, 2, 2), (11, 2, 3), (3, 0, 1), (8, 2, 2)] {
        let rounded = round_to_quantum(&exact(quarters, -2), 0, Rounding::TiesToEven);
        assert_eq!((rounded.truncated(), rounded.significand), (kept, significand), "{quarters}/4");
    }
}

/// A value that every quantum divides is lost by its magnitude alone.
#[test]
fn overflow_and_flush_alone_are_inexact() {
    let result = |significand, exponent, subnormals| {
        round(&exact(significand, exponent), &F16, Rounding::TiesToEven, subnormals)
    };
    let beyond = result(1, 16, Subnormals::Keep);
    assert!(beyond.rounded.tail == Tail::Zero && beyond.overflowed && beyond.is_inexact());
    let below = result(1, -20, Subnormals::Flush);
    assert!(below.rounded.tail == Tail::Zero && below.flushed && below.is_inexact());
    let kept = result(1, -20, Subnormals::Keep);
    assert!(!kept.flushed && !kept.overflowed && !kept.is_inexact());
}

#[test]
fn integral_values_keep_the_sign_of_zero() {
    let integral = |value| round_to_integral(&value, Rounding::TiesToEven).datum;
    let small = Exact { negative: true, ..exact(1, -2) };
    assert_eq!(integral(small), Datum::zero(true));
    let kind = Kind::Finite { significand: 2, exponent: 0 };
    assert_eq!(integral(exact(7, -2)), Datum { negative: false, kind });
}

#[test]
fn the_range_of_integers_ends_results() {
    for (format, significand, exponent, negative, expected, overflows) in [
        (&U64, 3, 40, false, 3 << 40, false),
        (&U64, 1, 63, false, 1 << 63, false),
        (&U64, 1, 64, false, u64::MAX, true),
        (&U64, 1, 900, false, u64::MAX, true),
        (&U8, 3, 7, false, 0xff, true),
        (&U8, 255, 0, false, 0xff, false),
        (&U8, 511, -1, false, 0xff, true),
        (&U8, 1, 0, true, 0, true),
        (&S8, 1, 7, false, 0x7f, true),
        (&S8, 1, 7, true, 0x80, false),
        (&S8, 129, 0, true, 0x80, true),
        (&S8, 1, -1, true, 0, false),
    ] {
        let value = Exact { negative, ..exact(significand, exponent) };
        let result = round_to_fixed(&value, format, Rounding::TiesToEven);
        let found = (format.encode_datum(&result.datum), result.overflowed);
        assert_eq!(found, (expected, overflows), "{significand}·2^{exponent} as {}", format.name);
    }
}
