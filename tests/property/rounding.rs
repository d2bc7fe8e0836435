//! Laws of rounding, for every format.

use std::cmp::Ordering;

use proptest::prelude::*;
use ptxfp::format::FloatFormat;
use ptxfp::internals::arith::Dyadic;
use ptxfp::internals::arith::Exact;
use ptxfp::internals::arith::rounding::{Conversion, Rounding, Subnormals, round};

use crate::strategies::{config, format};

const DIRECTIONS: [Rounding; 5] = [
    Rounding::TiesToEven,
    Rounding::TiesToAway,
    Rounding::TowardZero,
    Rounding::TowardNegative,
    Rounding::TowardPositive,
];

/// A value in or near the range of a format: a datum of it with some more bits.
fn exact() -> impl Strategy<Value = (&'static FloatFormat, Exact)> {
    (format(), any::<u128>(), 0_u32..120, any::<bool>(), -6_i32..6, any::<u16>()).prop_map(
        |(format, random, short, negative, beyond, place)| {
            let significand = random >> short | 1;
            let reach = format.emax() - format.min_quantum() + 8;
            let leading = format.min_quantum() + i32::from(place) % reach - 4 + beyond;
            let length = 128 - i32::try_from(significand.leading_zeros()).unwrap_or(0);
            (format, Exact { negative, significand, exponent: leading + 1 - length, sticky: false })
        },
    )
}

fn converted(exact: &Exact, format: &FloatFormat, rounding: Rounding) -> Conversion {
    round(exact, format, rounding, Subnormals::Keep)
}

/// The difference of a result and the value it comes from; `None` if the result is infinite.
fn error(conversion: &Conversion, exact: &Exact) -> Option<Dyadic> {
    Some(Dyadic::from_datum(&conversion.datum)?.sub(&Dyadic::from_exact(exact)?))
}

fn sign(value: &Dyadic) -> Ordering {
    if value.is_zero() {
        Ordering::Equal
    } else if value.is_negative() {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// Datums in order; infinities at the ends.
fn key(conversion: &Conversion, format: &FloatFormat) -> i128 {
    let datum = conversion.datum;
    let magnitude = if datum.is_infinite() {
        i128::MAX
    } else if datum.is_zero() {
        -1
    } else {
        i128::from(format.encode(&datum) & format.magnitude_mask())
    };
    let magnitude = magnitude.saturating_add(1);
    if datum.negative { -magnitude } else { magnitude }
}

proptest! {
    #![proptest_config(config(8_000))]

    #[test]
    fn rounding_goes_where_it_says((format, exact) in exact()) {
        for rounding in DIRECTIONS {
            let conversion = converted(&exact, format, rounding);
            let Some(error) = error(&conversion, &exact) else { continue };
            let towards = match (rounding, exact.negative) {
                (Rounding::TowardNegative, _) | (Rounding::TowardZero, false) => Some(Ordering::Less),
                (Rounding::TowardPositive, _) | (Rounding::TowardZero, true) => Some(Ordering::Greater),
                _ => None,
            };
            if let Some(towards) = towards {
                prop_assert!([towards, Ordering::Equal].contains(&sign(&error)), "{rounding:?}");
            }
            prop_assert_eq!(conversion.is_inexact(), !error.is_zero());
        }
    }

    #[test]
    fn nearest_is_no_farther_than_either_neighbor((format, exact) in exact()) {
        let errors = DIRECTIONS.map(|rounding| error(&converted(&exact, format, rounding), &exact));
        let [Some(even), Some(away), Some(zero), Some(down), Some(up)] = errors else { return Ok(()) };
        for near in [even, away] {
            for other in [&zero, &down, &up] {
                // |near| <= |other|, in signs: both (other - near) and (other + near) point as other does.
                let (difference, sum) = (other.sub(&near), other.add(&near));
                let outward = |value: &Dyadic| value.is_zero() || sign(value) == sign(other);
                prop_assert!(outward(&difference) && outward(&sum));
            }
        }
    }

    #[test]
    fn rounding_is_monotone((format, exact) in exact(), more in 1_u128..1 << 40) {
        let Some(significand) = exact.significand.checked_add(more) else { return Ok(()) };
        let farther = Exact { significand, ..exact };
        for rounding in DIRECTIONS {
            let near = key(&converted(&exact, format, rounding), format);
            let far = key(&converted(&farther, format, rounding), format);
            prop_assert!(if exact.negative { far <= near } else { near <= far }, "{rounding:?}");
        }
    }

    #[test]
    fn rounding_again_changes_nothing((format, exact) in exact()) {
        for rounding in DIRECTIONS {
            let once = converted(&exact, format, rounding).datum;
            let Some(value) = once.exact() else { continue };
            for second in DIRECTIONS {
                let twice = converted(&value, format, second);
                prop_assert_eq!(format.encode(&twice.datum), format.encode(&once));
                prop_assert!(!twice.is_inexact());
            }
        }
    }

    #[test]
    fn flushing_changes_subnormals_only((format, exact) in exact()) {
        for rounding in DIRECTIONS {
            let kept = converted(&exact, format, rounding);
            let flushed = round(&exact, format, rounding, Subnormals::Flush);
            if flushed.flushed {
                prop_assert!(flushed.datum.is_zero());
                prop_assert_eq!(flushed.datum.negative, exact.negative);
                let bits = format.encode(&kept.datum) & format.magnitude_mask();
                prop_assert!(bits <= format.min_normal());
            } else {
                prop_assert_eq!(format.encode(&flushed.datum), format.encode(&kept.datum));
            }
        }
    }

    #[test]
    fn stochastic_rounding_goes_up_as_often_as_the_tail_is_large(
        (format, exact) in exact(), count in 1_u8..=8
    ) {
        let [down, up] = [Rounding::TowardZero, if exact.negative { Rounding::TowardNegative } else { Rounding::TowardPositive }]
            .map(|rounding| converted(&exact, format, rounding));
        if up.overflowed {
            return Ok(());
        }
        let random = 0..1_u32 << count;
        let results: Vec<_> = random.map(|random| converted(&exact, format, Rounding::Stochastic { random, count }).datum).collect();
        // Never past the neighbors, and larger random bits never round lower.
        prop_assert!(results.iter().all(|datum| *datum == down.datum || *datum == up.datum));
        let first_up = results.iter().position(|datum| *datum != down.datum).unwrap_or(results.len());
        prop_assert!(results[first_up..].iter().all(|datum| *datum == up.datum));
        prop_assert!(down.datum == up.datum || results[0] == down.datum);
    }
}
