//! Order, neighbors, and what lies between them.

use ptxfp::format::{FloatFormat, table};
use ptxfp::internals::arith::Exact;
use ptxfp::internals::arith::rounding::{Rounding, Subnormals, round};

use crate::values::{DIRECTIONS, value};

/// Every pattern with a value, in the order of the values; -0 comes before +0.
fn sorted(format: &FloatFormat) -> Vec<(u64, f64)> {
    let all = (0..1_u64 << format.width).map(|bits| (bits, value(&format.decode(bits))));
    let mut numbers: Vec<_> = all.filter(|(_, value)| !value.is_nan()).collect();
    numbers.sort_by(|a, b| a.1.total_cmp(&b.1));
    numbers
}

fn narrow() -> impl Iterator<Item = &'static FloatFormat> {
    table::FLOATS.iter().copied().filter(|format| format.width <= 16)
}

#[test]
fn the_neighbor_is_the_next_value() {
    for format in narrow() {
        let numbers = sorted(format);
        for (index, (bits, value)) in numbers.iter().enumerate() {
            let above = numbers[index..].iter().find(|(_, other)| other > value);
            let below = numbers[..index].iter().rev().find(|(_, other)| other < value);
            for (found, expected) in
                [(format.next_up(*bits), above), (format.next_down(*bits), below)]
            {
                let found = found.map(|bits| self::value(&format.decode(bits)));
                let expected = expected.map(|(_, value)| *value);
                assert!(found == expected, "{} {bits:#x}: {found:?} {expected:?}", format.name);
            }
        }
    }
}

#[test]
fn nans_have_no_neighbors() {
    for format in narrow() {
        for bits in (0..1_u64 << format.width).filter(|bits| format.decode(*bits).is_nan()) {
            assert_eq!(
                (format.next_up(bits), format.next_down(bits)),
                (None, None),
                "{}",
                format.name
            );
        }
    }
}

/// The exact sum of half of two adjacent magnitudes, moved by a little.
fn between(format: &FloatFormat, low: u64, high: u64, offset: i32) -> Exact {
    let part =
        |bits| format.decode(bits).exact().map_or((0, 0), |it| (it.significand, it.exponent));
    let ((low, low_exponent), (high, high_exponent)) = (part(low), part(high));
    // In units of 2^-40 of the finer quantum.
    let unit = if low == 0 { high_exponent } else { low_exponent.min(high_exponent) } - 40;
    let scaled = |significand: u128, exponent: i32| {
        if significand == 0 { 0 } else { significand << (exponent - unit) }
    };
    let middle = scaled(low, low_exponent).midpoint(scaled(high, high_exponent));
    let significand = middle.checked_add_signed(offset.into()).expect("positive");
    Exact { negative: false, significand, exponent: unit, sticky: false }
}

/// Returns which of two adjacent magnitudes a positive value between them rounds to.
fn expected(rounding: Rounding, low: u64, high: u64, offset: i32) -> u64 {
    let even = if low.is_multiple_of(2) { low } else { high };
    let goes_up = match rounding {
        Rounding::TowardPositive => true,
        Rounding::TiesToAway => offset >= 0,
        Rounding::TiesToEven => offset > 0 || offset == 0 && even == high,
        _ => false,
    };
    if goes_up { high } else { low }
}

#[test]
fn what_lies_between_neighbors_rounds_to_one_of_them() {
    const MIRRORED: [(Rounding, Rounding); 2] = [
        (Rounding::TowardNegative, Rounding::TowardPositive),
        (Rounding::TowardPositive, Rounding::TowardNegative),
    ];
    for format in narrow().filter(|format| format.signed) {
        for low in 0..format.max_finite() {
            for offset in [-1, 0, 1] {
                let positive = between(format, low, low + 1, offset);
                for rounding in DIRECTIONS {
                    let rounded = round(&positive, format, rounding, Subnormals::Keep);
                    let found = format.encode(&rounded.datum);
                    let wanted = expected(rounding, low, low + 1, offset);
                    assert_eq!(found, wanted, "{} {low:#x} {offset} {rounding:?}", format.name);
                    let mirrored = MIRRORED.iter().find(|(of, _)| *of == rounding);
                    let mirrored = mirrored.map_or(rounding, |(_, to)| *to);
                    let negative = Exact { negative: true, ..positive };
                    let rounded = round(&negative, format, mirrored, Subnormals::Keep);
                    let wanted = wanted | format.sign_mask();
                    assert_eq!(format.encode(&rounded.datum), wanted, "-{} {low:#x}", format.name);
                }
            }
        }
    }
}

#[test]
fn ue8m0_rounds_in_the_directions_that_ptx_has_for_it() {
    let format = &table::UE8M0;
    for low in 0..0xfe {
        for offset in [-1, 0, 1] {
            let value = between(format, low, low + 1, offset);
            for rounding in [Rounding::TowardZero, Rounding::TowardPositive] {
                let rounded = round(&value, format, rounding, Subnormals::Keep);
                let wanted = expected(rounding, low, low + 1, offset);
                assert_eq!(format.encode(&rounded.datum), wanted, "{low:#x} {offset} {rounding:?}");
            }
        }
    }
}

#[test]
fn what_lies_beyond_the_largest_datum_overflows_from_the_tie_on() {
    for format in narrow().filter(|format| format.signed) {
        let max = format.max_finite();
        let Some(largest) = format.decode(max).exact() else { panic!("finite") };
        for offset in [-1_i8, 0, 1] {
            // Half a unit in the last place above it.
            let significand = (2 * largest.significand + 1) << 20;
            let significand = significand.checked_add_signed(offset.into()).expect("positive");
            let beyond = Exact { significand, exponent: largest.exponent - 21, ..largest };
            for rounding in DIRECTIONS {
                let conversion = round(&beyond, format, rounding, Subnormals::Keep);
                // The next code would be the even one, unless the largest is even itself.
                let goes_up = match rounding {
                    Rounding::TowardPositive => true,
                    Rounding::TiesToEven => offset > 0 || offset == 0 && max % 2 == 1,
                    Rounding::TiesToAway => offset >= 0,
                    _ => false,
                };
                let place = format!("{} {offset} {rounding:?}", format.name);
                assert_eq!(conversion.overflowed, goes_up, "{place}");
                assert_eq!(conversion.datum.is_infinite(), goes_up, "{place}");
                if !goes_up {
                    assert_eq!(format.encode(&conversion.datum), max, "{place}");
                }
            }
        }
    }
}
