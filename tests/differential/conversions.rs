//! Every conversion of the catalog against exact values of `rustc_apfloat`.

use conformance::Subject;
use conformance::apfloat::Apfloat;
use conformance::operation::{Operation, Rounding};
use conformance::oracle::{Oracle, Text};
use conformance::register::Element;

use crate::compare::{Size, compare};

/// The kind of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    IntegerToInteger,
    FloatToInteger,
    IntegerToFloat,
    Integral,
    Random,
    FloatToFloat,
    Packed,
}

fn family(subject: &Subject) -> Family {
    let spelling = &subject.spelling;
    let from = spelling.sources[0].register.element;
    match (from, spelling.result.element) {
        (Element::Integer { .. }, Element::Integer { .. }) => Family::IntegerToInteger,
        (_, Element::Integer { .. }) => Family::FloatToInteger,
        (Element::Integer { .. }, _) => Family::IntegerToFloat,
        _ if spelling.is_integral => Family::Integral,
        _ if spelling.rounding == Rounding::Stochastic => Family::Random,
        _ if spelling.n_lanes() == 1 => Family::FloatToFloat,
        _ => Family::Packed,
    }
}

fn check(wanted: Family, n_plain: u64, n_modified: u64) {
    let is_wanted = |subject: &Subject| {
        subject.spelling.operation == Operation::Convert && family(subject) == wanted
    };
    // Neither random bits nor integers alone are a matter of arithmetic.
    let oracle: &dyn Oracle = match wanted {
        Family::Random | Family::IntegerToInteger => &Text,
        _ => &Apfloat,
    };
    let size = Size { n_plain, n_modified };
    compare(oracle, &format!("cvt, {wanted:?}"), size, Subject::all().filter(is_wanted));
}

#[test]
fn integers_are_cut_extended_and_clamped() {
    check(Family::IntegerToInteger, 2_000, 2_000);
}

#[test]
fn numbers_become_integers() {
    check(Family::FloatToInteger, 4_000, 2_000);
}

#[test]
fn integers_become_numbers() {
    check(Family::IntegerToFloat, 4_000, 2_000);
}

#[test]
fn numbers_become_integral() {
    check(Family::Integral, 30_000, 15_000);
}

#[test]
fn numbers_are_rounded_by_random_bits() {
    check(Family::Random, 100_000, 50_000);
}

#[test]
fn numbers_change_their_format() {
    check(Family::FloatToFloat, 60_000, 30_000);
}

#[test]
fn numbers_are_packed_and_unpacked() {
    check(Family::Packed, 6_000, 4_000);
}
