//! Order.

use core::cmp::Ordering;

use crate::number::{Datum, Kind};

/// Compares two data of one format by value, −0 being less than +0 (PTX ISA 9.7.3.11).
///
/// A NaN counts as an infinity of its sign; its effect is decided before.
#[must_use]
pub fn compare(a: &Datum, b: &Datum) -> Ordering {
    match (a.negative, b.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => magnitude(a).cmp(&magnitude(b)),
        (true, true) => magnitude(b).cmp(&magnitude(a)),
    }
}

/// A key in the order of magnitudes: the exponent counts first, since within a format only the
/// least exponent comes with significands of different lengths.
fn magnitude(datum: &Datum) -> (i32, u64) {
    match datum.kind {
        Kind::Zero => (i32::MIN, 0),
        Kind::Finite { significand, exponent } => (exponent, significand),
        Kind::Infinite | Kind::Nan { .. } => (i32::MAX, 0),
    }
}

#[cfg(test)]
mod tests {
    use core::cmp::Ordering;

    use super::compare;
    use crate::format::table::{E4M3, F16};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn encodings_in_order_compare_in_order() {
        for format in [&F16, &E4M3] {
            let top = format.infinity().unwrap_or(format.max_finite());
            let ascending = |sign| (0..=top).map(move |bits| format.decode(bits | sign));
            let mut last = format.decode(top | format.sign_mask());
            for datum in ascending(format.sign_mask()).rev().skip(1).chain(ascending(0)) {
                assert_eq!(compare(&last, &datum), Ordering::Less, "{last:?} {datum:?}");
                assert_eq!(compare(&datum, &last), Ordering::Greater);
                assert_eq!(compare(&datum, &datum), Ordering::Equal);
                last = datum;
            }
        }
    }
}
