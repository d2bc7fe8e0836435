use super::*;
use crate::arith::elementary::tests::UNARY;
use crate::arith::elementary::{Enclosure, Truth};
use crate::format::table::F32;
use crate::number::Datum;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A finite number other than 0 as both attempts take it.
fn operand(bits: u64) -> Option<(Operand, Datum)> {
    let datum = F32.decode(bits);
    let exact = datum.exact()?;
    let shift = low_word(exact.significand).leading_zeros() - 40;
    let significand = low_word(exact.significand) << shift;
    let exponent = exact.exponent - shift.cast_signed();
    Some((Operand { negative: exact.negative, significand, exponent }, datum))
}

fn ends(value: &Short) -> [Dyadic; 2] {
    let end = |low| Dyadic::new(false, &Natural::from(low), value.exponent);
    [end(value.low), end(value.low + value.width)]
}

/// Whether the bounds of the long function lie within those of the short one, which are close.
fn check(function: Function, [a, b]: [u64; 2]) -> bool {
    let (Some((a, long_a)), Some((b, long_b))) = (operand(a), operand(b)) else { return false };
    let Some(short) = function.short(a, b) else { return false };
    let Truth::Finite(long) = function.evaluate(long_a, long_b) else {
        panic!("{function:?} {a:x?} {short:x?}")
    };
    let [low, high] = ends(&short);
    let (least, greatest) = long.bounds();
    let is_inside = !least.sub(&low).is_negative() && !high.sub(&greatest).is_negative();
    assert!(is_inside, "{function:?} {a:x?} {short:x?} {long:x?}");
    assert_eq!((short.width == 0, short.negative), (Enclosure::is_exact(&long), long.negative));
    let is_close = short.low >> 59 != 0 && short.width <= 32.max(short.low >> 45);
    assert!(is_close, "{function:?} {a:x?} {short:x?}");
    true
}

#[test]
fn the_long_bounds_lie_within_the_short_ones() {
    let ends = [0, 1, 2, 3, 0x7f_fffd, 0x7f_fffe, 0x7f_ffff, 0x40_0000, 0x2a_aaab, 0x30_0000];
    let edges = (0..512_u64).flat_map(|top| ends.map(|end| top << 23 | end));
    let random = (0..200_000_u64).map(|index| index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32);
    let mut count = 0;
    for bits in edges.chain(random) {
        let divisor = bits.wrapping_mul(0x85eb_ca6b) >> 3 & 0xffff_ffff;
        count += u64::from(check(Function::Quotient, [bits, divisor]));
        for function in UNARY {
            count += u64::from(check(function, [bits, 0x3f80_0000]));
        }
    }
    assert!(count > 1_000_000, "{count}");
}

#[test]
fn tanh_lies_within_its_bounds() {
    let mut n_close = 0_u32;
    for bits in (0x0080_0000..0x7f80_0000_u64).step_by(39_989) {
        let (x, long_x) = operand(bits | (bits & 1) << 31).unwrap();
        let short = tanh(x);
        let Truth::Finite(long) = Function::Tanh.evaluate(long_x, long_x) else {
            panic!("{bits:x}")
        };
        let [low, high] = ends(&short);
        let (least, greatest) = long.bounds();
        let is_inside = !least.sub(&low).is_negative() && !high.sub(&greatest).is_negative();
        assert!(is_inside && short.negative == long.negative, "{bits:x} {short:x?} {long:x?}");
        assert!(short.low >> 59 != 0 && short.width < short.low >> 30, "{bits:x} {short:x?}");
        n_close += u32::from(short.width < short.low >> 50);
    }
    assert!(n_close > 15_000, "{n_close}");
}
