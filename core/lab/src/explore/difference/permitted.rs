//! Whether the ISA permits a common result for two lanes.

use crate::catalog::bound::is_between;
use crate::eval::Guarantee;
use crate::format::Format;
use crate::format::table::TF32;

/// Whether an interval has a number.
fn holds(lo: u64, hi: u64, bits: u64, format: Format) -> bool {
    format.float().is_none_or(|float| is_between(bits, lo, hi, float))
}

/// Whether two results with different bits have a permitted result in common.
pub(super) fn may_agree(
    (a, one): (u64, Guarantee),
    (b, other): (u64, Guarantee),
    formats: [Format; 2],
) -> bool {
    use Guarantee::{AnyNan, Bits, Reading, Unbounded, Unspecified, Within};
    let [format, second] = formats;
    match (one, other) {
        (Bits, Bits) => false,
        // Another reading of tf32 only changes bits beside the lane.
        (Reading, Reading) if formats == [Format::Float(&TF32); 2] => false,
        // Another reading may lead to the other lane's result.
        (Reading | Unbounded | Unspecified, _) | (_, Reading | Unbounded | Unspecified) => true,
        // Bits mean something else in another format.
        _ if format != second => true,
        (Bits, AnyNan) => format.is_nan(a),
        (AnyNan, Bits) => format.is_nan(b),
        (AnyNan, AnyNan) => true,
        (Bits, Within { lo, hi }) => holds(lo, hi, a, format),
        (Within { lo, hi }, Bits) => holds(lo, hi, b, format),
        (Within { .. }, AnyNan) | (AnyNan, Within { .. }) => false,
        (Within { lo, hi }, Within { lo: from, hi: to }) => {
            holds(lo, hi, from, format) || holds(from, to, lo, format)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::may_agree;
    use crate::eval::Guarantee::{AnyNan, Bits, Unbounded, Within};
    use crate::format::{Format, table};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn results_agree_where_their_sets_overlap() {
        let formats = [Format::Float(&table::F16); 2];
        let (zero, least) = (0x0000, 0x8001);
        let around = |lo, hi| Within { lo, hi };
        for (a, one, b, other, agree) in [
            (0, Bits, 0x8000, Bits, false),
            (0x7fff, AnyNan, 0x7e00, Bits, true),
            (0x7fff, AnyNan, 0x7c00, Bits, false),
            (0x7fff, AnyNan, 0xfe00, AnyNan, true),
            (0x3c00, around(0x3bff, 0x3c01), 0x3c01, Bits, true),
            (0x3c00, around(0x3bff, 0x3c01), 0x3c02, Bits, false),
            (0x3c00, around(0x3bff, 0x3c01), 0x7fff, AnyNan, false),
            (0x3c00, around(0x3bff, 0x3c01), 0x3c03, around(0x3c01, 0x3c04), true),
            (0x3c00, around(0x3bff, 0x3c01), 0x3c03, around(0x3c02, 0x3c04), false),
            (0, around(least, zero), 0x8000, Bits, true),
            (0, around(zero, 0x0001), 0x8000, Bits, false),
            (0, around(zero, 0x0001), 0x8000, around(least, 0x8000), false),
            (0, around(least, zero), 0x7fff, Bits, false),
            (0, Unbounded, 1, Bits, true),
        ] {
            assert_eq!(may_agree((a, one), (b, other), formats), agree, "{a:x} {b:x}");
            assert_eq!(may_agree((b, other), (a, one), formats), agree, "{b:x} {a:x}");
        }
    }
}
