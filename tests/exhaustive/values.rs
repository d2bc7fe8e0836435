//! Decoding and encoding, one pattern at a time.

use ptxfp::format::{Class, Format, Specials, table};
use ptxfp::internals::arith::rounding::{Rounding, Subnormals, round};
use ptxfp::internals::arith::{Datum, Kind};

use crate::standard::STANDARDS;

/// A datum as an f64, exactly.
pub(crate) fn value(datum: &Datum) -> f64 {
    let magnitude = match datum.kind {
        Kind::Zero => 0.0,
        Kind::Finite { significand, exponent } => {
            f64::from(u32::try_from(significand).expect("narrow")) * 2_f64.powi(exponent)
        }
        Kind::Infinite => f64::INFINITY,
        Kind::Nan { .. } => return f64::NAN,
    };
    if datum.negative { -magnitude } else { magnitude }
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn every_narrow_format_is_covered() {
    for format in table::FLOATS.iter().filter(|format| format.width <= 19) {
        let standard = STANDARDS.iter().find(|standard| standard.name == format.name);
        let standard = standard.unwrap_or_else(|| panic!("{} has no oracle", format.name));
        assert_eq!(standard.width, u32::from(format.width));
    }
}

#[test]
fn every_pattern_has_the_value_of_the_standard() {
    for standard in STANDARDS {
        let Some(Format::Float(format)) = table::by_name(standard.name) else { panic!("float") };
        for bits in 0..1_u32 << standard.width {
            let theirs = (standard.value)(bits);
            let datum = format.decode(bits.into());
            assert!(same(value(&datum), theirs), "{} {bits:#x}: {theirs}", format.name);
            let class = format.classify(bits.into());
            let expected = match theirs {
                v if v.is_nan() => [Class::QuietNan, Class::SignalingNan],
                v if v.is_infinite() => [Class::Infinite; 2],
                0.0 => [Class::Zero; 2],
                _ => [Class::Normal, Class::Subnormal],
            };
            assert!(expected.contains(&class), "{} {bits:#x}: {class:?}", format.name);
        }
    }
}

#[test]
fn subnormal_and_signaling_patterns_are_those_of_the_fields() {
    for format in table::FLOATS.iter().filter(|format| format.width <= 19) {
        for bits in 0..1_u64 << format.width {
            let trailing_width = u32::from(format.precision) - 1;
            let magnitude =
                if format.signed { bits & ((1 << (format.width - 1)) - 1) } else { bits };
            let (field, trailing) =
                (magnitude >> trailing_width, magnitude & ((1 << trailing_width) - 1));
            let is_subnormal = format.name != "ue8m0" && field == 0 && trailing != 0;
            assert_eq!(
                format.classify(bits) == Class::Subnormal,
                is_subnormal,
                "{} {bits:#x}",
                format.name
            );
            let has_signaling = ["f16", "bf16", "tf32", "e5m2"].contains(&format.name);
            let is_signaling = has_signaling
                && format.decode(bits).is_nan()
                && trailing >> (trailing_width - 1) == 0;
            assert_eq!(
                format.classify(bits) == Class::SignalingNan,
                is_signaling,
                "{} {bits:#x}",
                format.name
            );
        }
    }
}

#[test]
fn every_pattern_encodes_back() {
    for format in table::FLOATS.iter().filter(|format| format.width <= 19) {
        for bits in 0..1_u64 << format.width {
            let datum = format.decode(bits);
            let again = format.encode(&datum);
            // A NaN without a payload may have either sign, of which one is canonical.
            let is_plain_nan = datum.is_nan() && format.specials == Specials::NanOnly;
            let expected = format.canonical_nan.filter(|_| is_plain_nan).unwrap_or(bits);
            assert_eq!(again, expected, "{} {bits:#x}", format.name);
            for rounding in DIRECTIONS {
                if let Some(exact) = datum.exact() {
                    let rounded = round(&exact, format, rounding, Subnormals::Keep);
                    assert_eq!(format.encode(&rounded.datum), bits, "{} {bits:#x}", format.name);
                    assert!(!rounded.is_inexact(), "{} {bits:#x}", format.name);
                }
            }
        }
    }
}

#[test]
fn a_format_holds_the_formats_whose_numbers_it_has() {
    let number = |datum: Datum| match datum.kind {
        Kind::Finite { significand, exponent } => {
            let zeros = significand.trailing_zeros();
            (datum.negative, significand >> zeros, exponent + zeros.cast_signed())
        }
        _ => (datum.negative, 0, 0),
    };
    let narrow = || table::FLOATS.iter().filter(|format| format.width <= 19);
    for (to, from) in table::FLOATS.iter().flat_map(|to| narrow().map(move |from| (to, from))) {
        let mut datums = (0..1_u64 << from.width).map(|bits| from.decode(bits));
        let has_every = datums.all(|datum| {
            let Some(exact) = datum.exact() else { return true };
            let rounded = round(&exact, to, Rounding::TiesToEven, Subnormals::Keep);
            number(to.decode(to.encode(&rounded.datum))) == number(datum)
        });
        assert_eq!(to.holds(from), has_every, "{} {}", to.name, from.name);
    }
}

pub(crate) const DIRECTIONS: [Rounding; 5] = [
    Rounding::TiesToEven,
    Rounding::TiesToAway,
    Rounding::TowardZero,
    Rounding::TowardNegative,
    Rounding::TowardPositive,
];

#[test]
fn fixed_point_patterns_are_scaled_integers() {
    for bits in 0..=u8::MAX {
        let signed = i8::from_le_bytes([bits]);
        let cases = [
            (&table::S2F6, f64::from(signed) / 64.0),
            (&table::S8, f64::from(signed)),
            (&table::U8, f64::from(bits)),
        ];
        for (format, theirs) in cases {
            let datum = format.decode(bits.into());
            assert!(same(value(&datum), theirs), "{} {bits:#x}", format.name);
            let units =
                if format.signed { u128::from(signed.unsigned_abs()) } else { u128::from(bits) };
            assert_eq!(
                format.encode(datum.negative, units),
                u64::from(bits),
                "{} {bits:#x}",
                format.name
            );
        }
    }
    for bits in 0..=u16::MAX {
        let signed = i16::from_le_bytes(bits.to_le_bytes());
        assert!(same(value(&table::S16.decode(bits.into())), f64::from(signed)), "{bits:#x}");
        assert!(same(value(&table::U16.decode(bits.into())), f64::from(bits)), "{bits:#x}");
    }
}
