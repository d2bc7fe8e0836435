use super::{Function, Truth};
use crate::arith::rounding::{Rounding, Subnormals};
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64};
use crate::number::Datum;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

pub(super) const UNARY: [Function; 8] = [
    Function::Reciprocal,
    Function::Root,
    Function::ReciprocalRoot,
    Function::Sine,
    Function::Cosine,
    Function::Log2,
    Function::Exp2,
    Function::Tanh,
];

fn truth(function: Function, bits: u64, format: &FloatFormat) -> Truth {
    function.evaluate(format.decode(bits), Datum::zero(false))
}

/// The correctly rounded result, `None` if there is none.
fn nearest(function: Function, bits: u64, format: &FloatFormat) -> Option<u64> {
    let datum = match truth(function, bits, format) {
        Truth::Finite(value) => {
            value.decided(format, Rounding::TiesToEven, Subnormals::Keep).expect("decided")
        }
        Truth::Zero { negative } => Datum::zero(negative),
        Truth::Infinite { negative } => Datum::infinite(negative),
        Truth::Invalid => return None,
    };
    Some(format.encode(&datum))
}

fn check(function: Function, cases: &[(u64, u64)]) {
    for &(bits, expected) in cases {
        let result = nearest(function, bits, &F32);
        assert_eq!(result, Some(expected), "{function:?} {bits:08x} {result:08x?}");
    }
}

/// Operands where a double-precision function, rounded again, misses, and edges.
#[test]
fn hard_cases_are_rounded_correctly() {
    check(
        Function::Exp2,
        &[
            (0x3b42_9d37, 0x3f80_4385),
            (0xbcf3_a937, 0x3f7a_c6b1),
            (0x42ff_ffff, 0x7f7f_ffa7),
            (0x4300_0000, 0x7f80_0000),
            (0xc316_0000, 0),
            (0xc315_ffff, 1),
            (0xff7f_ffff, 0),
            (0x7f7f_ffff, 0x7f80_0000),
            (0x0000_0001, 0x3f80_0000),
            (0x3f80_0000, 0x4000_0000),
        ],
    );
    check(Function::Sine, &[(0x4619_9998, 0xbeb1_fa5d), (0xc619_9998, 0x3eb1_fa5d), (1, 1)]);
    check(
        Function::Cosine,
        &[
            (0x5f18_b878, 0x3f7f_14bb),
            (0xdf18_b878, 0x3f7f_14bb),
            (0x6115_cb11, 0x3f78_142f),
            (0xe115_cb11, 0x3f78_142f),
            (1, 0x3f80_0000),
        ],
    );
    check(
        Function::Log2,
        &[
            (0x3f80_0000, 0),
            (1, 0xc315_0000),
            (0x3f80_0001, 0x3438_aa3a),
            (0x4000_0000, 0x3f80_0000),
        ],
    );
    check(Function::Root, &[(0x4110_0000, 0x4040_0000), (2, 0x1a80_0000)]);
    check(Function::Tanh, &[(1, 1), (0x7f7f_ffff, 0x3f80_0000), (0xc2c8_0000, 0xbf80_0000)]);
}

#[test]
fn zeros_and_infinities_follow_the_standard() {
    let infinity = F32.infinity().unwrap();
    let minus = F32.sign_mask();
    let expected: [(Function, [Option<u64>; 4]); 8] = [
        (Function::Reciprocal, [Some(infinity), Some(minus | infinity), Some(0), Some(minus)]),
        (Function::Root, [Some(0), Some(minus), Some(infinity), None]),
        (Function::ReciprocalRoot, [Some(infinity), Some(minus | infinity), Some(0), None]),
        (Function::Sine, [Some(0), Some(minus), None, None]),
        (Function::Cosine, [Some(F32.one()), Some(F32.one()), None, None]),
        (Function::Log2, [Some(minus | infinity), Some(minus | infinity), Some(infinity), None]),
        (Function::Exp2, [Some(F32.one()), Some(F32.one()), Some(infinity), Some(0)]),
        (Function::Tanh, [Some(0), Some(minus), Some(F32.one()), Some(minus | F32.one())]),
    ];
    for (function, results) in expected {
        for (bits, result) in [0, minus, infinity, minus | infinity].into_iter().zip(results) {
            assert_eq!(nearest(function, bits, &F32), result, "{function:?} {bits:08x}");
        }
        assert_eq!(nearest(function, infinity + 1, &F32), None);
    }
    for function in [Function::Root, Function::ReciprocalRoot, Function::Log2] {
        assert_eq!(nearest(function, 0xbf80_0000, &F32), None);
        assert_eq!(nearest(function, 0x8000_0001, &F32), None);
    }
}

#[test]
fn exact_results_are_known_to_be() {
    let is_exact = |function, bits| {
        let Truth::Finite(value) = truth(function, bits, &F32) else { panic!("not finite") };
        value.is_exact()
    };
    // 9, and 3; 2^-6 has an even exponent, 2^-5 an odd one.
    let [nine, three, even, odd] = [0x4110_0000, 0x4040_0000, 0x3c80_0000, 0x3d00_0000];
    assert!(is_exact(Function::Root, nine) && !is_exact(Function::Root, three));
    assert!(is_exact(Function::ReciprocalRoot, even) && !is_exact(Function::ReciprocalRoot, odd));
    assert!(!is_exact(Function::ReciprocalRoot, nine));
    assert!(is_exact(Function::Exp2, three) && is_exact(Function::Log2, odd));
    assert!(!is_exact(Function::Log2, three) && !is_exact(Function::Cosine, three));
}

/// Every operand of 16 bits in every direction, and how far apart the bounds are at most.
#[test]
fn narrow_operands_are_decided_in_every_direction() {
    let directions = [Rounding::TiesToEven, Rounding::TowardNegative, Rounding::TowardPositive];
    for format in [&F16, &BF16] {
        for (function, bits) in UNARY.iter().flat_map(|it| (0..1 << 16).map(move |bits| (it, bits)))
        {
            let Truth::Finite(value) = truth(*function, bits, format) else { continue };
            for rounding in directions {
                let decided = value.decided(format, rounding, Subnormals::Keep);
                assert!(decided.is_some(), "{function:?} {} {bits:04x}", format.name);
            }
            let operand = format.decode(bits).exact().map_or(0, |exact| exact.leading_exponent());
            // Tiny operands give the first term of a series, quotients have 60 bits.
            let tiny = if *function == Function::Exp2 { -100 } else { -30 };
            let is_coarse = operand < tiny || *function == Function::Reciprocal;
            let limit = if is_coarse { 29 } else { 86 };
            assert!(
                value.is_exact() || value.low >> limit >= value.width,
                "{function:?} {bits:04x}"
            );
        }
    }
}

#[test]
fn every_bit_pattern_has_a_truth() {
    let mut bits = 1_u64;
    for _ in 0..20_000 {
        bits = bits.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        for function in UNARY {
            for (format, bits) in [(&F32, bits >> 32), (&F64, bits)] {
                let _ = truth(function, bits, format);
            }
        }
    }
}
