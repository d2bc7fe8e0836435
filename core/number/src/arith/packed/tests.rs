use super::{Direction, fma, mul, sqrt};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, QUOTIENT_BITS, Value};
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const DIRECTIONS: [Rounding; 5] = [
    Rounding::TiesToEven,
    Rounding::TiesToAway,
    Rounding::TowardZero,
    Rounding::TowardNegative,
    Rounding::TowardPositive,
];

/// Encodings of normal numbers, a pseudorandom one for each index; the lowest bits are often all 0,
/// all 1 or close to that.
fn normal(format: &FloatFormat, index: u64) -> u64 {
    let bits = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = bits ^ bits >> 29;
    let width = format.trailing_width();
    let trailing = match bits >> 61 {
        0 => 0,
        1 => bits % 3 + (1 << width) - 2,
        2 => bits % 5,
        3 => (bits & bits >> 17) << (width / 2),
        _ => bits,
    } & ((1 << width) - 1);
    let one = format.one() >> width;
    let fields = one.min(2 * u64::from(format.precision) + 4);
    let field = one + fields / 2 - bits % 1009 % fields;
    (bits >> 7 & format.sign_mask()) | field << width | trailing
}

/// The bits of an exact value, rounded.
fn expected(format: &FloatFormat, value: Value, rounding: Rounding) -> Option<u64> {
    let Value::Finite(exact) = value else { return None };
    Some(format.encode(&round(&exact, format, rounding, Subnormals::Keep).datum))
}

#[test]
fn results_are_those_of_the_stages() {
    for format in [&F16, &BF16, &F32, &F64] {
        let mut n_decided = 0_u64;
        for index in 0..40_000_u64 {
            let rounding = DIRECTIONS[usize::try_from(index % 5).unwrap()];
            let direction = Direction::new(rounding, format.precision).unwrap();
            let [a, b, c] = [3, 7, 13].map(|factor| normal(format, index * factor));
            let [x, y, z] = [a, b, c].map(|bits| Value::from(format.decode(bits)));
            let results = [
                (mul(format, a, b, &direction), arith::mul(x, y)),
                (fma(format, [a, b, c], &direction), arith::fma(x, y, z, rounding)),
            ];
            for (place, (found, value)) in results.into_iter().enumerate() {
                let Some(found) = found else { continue };
                let expected = expected(format, value, rounding);
                assert_eq!(Some(found), expected, "{place}: {} {a:x} {b:x} {c:x}", format.name);
                n_decided += 1;
            }
        }
        assert!(n_decided > 50_000, "{} {n_decided}", format.name);
    }
}

#[test]
fn roots_are_those_of_the_stages() {
    let mut n_decided = 0_u64;
    for index in 0..40_000_u64 {
        let rounding = DIRECTIONS[usize::try_from(index % 5).unwrap()];
        let direction = Direction::new(rounding, F64.precision).unwrap();
        let number = normal(&F64, 3 * index);
        // Near a square the root is near a number.
        let near = mul(&F64, number, number, &direction).unwrap_or(number);
        for bits in [number, near - 1, near, near + 1] {
            let Some(found) = sqrt(bits, &direction) else { continue };
            let root = arith::sqrt(Value::from(F64.decode(bits)), QUOTIENT_BITS);
            assert_eq!(Some(found), expected(&F64, root, rounding), "{rounding:?} {bits:x}");
            n_decided += 1;
        }
    }
    assert!(n_decided > 130_000, "{n_decided}");
}
