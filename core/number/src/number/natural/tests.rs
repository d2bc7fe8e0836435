use super::*;
use alloc::string::ToString;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A reproducible sequence of bits (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// A number of up to 128 bits, often with long runs of equal bits.
fn next_u128(state: &mut u64) -> u128 {
    let bits = u128::from(next(state)) << 64 | u128::from(next(state));
    let shape = next(state);
    let bits = match shape % 4 {
        0 => u128::MAX,
        1 => 1 << (shape >> 8 & 127),
        2 => bits | u128::MAX << (shape >> 8 & 127),
        _ => bits,
    };
    bits >> (shape >> 16 & 127)
}

fn large(state: &mut u64, n_words: u64) -> Natural {
    let words = 0..next(state) % n_words;
    words.fold(Natural::ZERO, |value, _| value.shl(128).add(&next_u128(state).into()))
}

#[test]
fn arithmetic_agrees_with_u128() {
    let state = &mut 1;
    for _ in 0..20_000 {
        let (a, b) = (next_u128(state), next_u128(state));
        let (n, m) = (Natural::from(a), Natural::from(b));
        assert_eq!(n.to_u128(), Some(a));
        assert_eq!(n.cmp(&m), a.cmp(&b));
        assert_eq!(n.bit_length(), 128 - a.leading_zeros());
        assert_eq!(n.trailing_zeros(), if a == 0 { 0 } else { a.trailing_zeros() });
        assert_eq!(n.add(&m).to_u128(), a.checked_add(b), "{a} + {b}");
        assert_eq!(n.checked_sub(&m), a.checked_sub(b).map(Natural::from), "{a} - {b}");
        assert_eq!(n.mul(&m).to_u128(), a.checked_mul(b), "{a} * {b}");
        let expected = a.checked_div(b).map(|q| (q.into(), (a % b).into()));
        assert_eq!(n.div_rem(&m), expected, "{a} / {b}");
        assert_eq!(n.isqrt(), a.isqrt().into());
        let amount = u32::try_from(b & 127).unwrap();
        assert_eq!(n.shr(amount), (a >> amount).into());
        assert_eq!(n.shl(amount).shr(amount), n);
        assert_eq!(n.bit(amount), a >> amount & 1 == 1);
        assert_eq!(n.to_string(), a.to_string());
        assert_eq!(alloc::format!("{n:x}"), alloc::format!("{a:x}"));
    }
}

#[test]
fn division_undoes_multiplication() {
    let state = &mut 2;
    for _ in 0..3_000 {
        let (a, b) = (large(state, 8), large(state, 5));
        let Some((quotient, remainder)) = a.div_rem(&b) else {
            assert!(b.is_zero());
            continue;
        };
        assert!(remainder < b);
        assert_eq!(quotient.mul(&b).add(&remainder), a);
        let root = a.isqrt();
        let above = root.add(&Natural::one());
        assert!(root.mul(&root) <= a && a < above.mul(&above));
    }
}

#[test]
fn division_corrects_an_estimate_that_is_too_high() {
    // The divisor's lowest limb is what the estimate of 4 overlooks (Hacker's Delight, §9-2).
    let a = Natural::from(0x8000_0000_0000_0000_0000_0003_u128);
    let b = Natural::from(0x2000_0000_0000_0000_0000_0001_u128);
    assert_eq!(a.div_rem(&b), Some((Natural::from(3_u64), Natural::one().shl(93))));
}

#[test]
fn powers_print_in_decimal() {
    assert_eq!(Natural::pow(10, 0), Natural::one());
    assert_eq!(Natural::pow(2, 70), Natural::one().shl(70));
    assert_eq!(Natural::pow(10, 40).to_string(), alloc::format!("1{}", "0".repeat(40)));
    let digits = "340282366920938463463374607431768211456";
    assert_eq!(Natural::one().shl(128).to_string(), digits);
    assert_eq!(Natural::ZERO.to_string(), "0");
}
