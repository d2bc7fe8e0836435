use super::{Enclosure, Function, Truth};
use crate::arith::rounding::{Rounding, Subnormals};
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64};
use crate::number::Datum;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

pub(in crate::arith) const UNARY: [Function; 8] = [
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

/// Whether a function has a value there.
fn is_defined(function: Function, bits: u64, format: &FloatFormat) -> bool {
    let magnitude = bits & format.magnitude_mask();
    let infinity = format.infinity().unwrap();
    let is_negative = magnitude != bits && magnitude != 0;
    magnitude <= infinity
        && match function {
            Function::Root | Function::ReciprocalRoot | Function::Log2 => !is_negative,
            Function::Sine | Function::Cosine => magnitude != infinity,
            Function::Quotient | Function::Reciprocal | Function::Exp2 | Function::Tanh => true,
        }
}

/// The value with the other sign.
fn negated(truth: Truth) -> Truth {
    match truth {
        Truth::Finite(value) => Truth::Finite(Enclosure { negative: !value.negative, ..value }),
        Truth::Zero { negative } => Truth::Zero { negative: !negative },
        Truth::Infinite { negative } => Truth::Infinite { negative: !negative },
        Truth::Invalid => Truth::Invalid,
    }
}

/// Numbers that are ordered as the values of bit patterns.
fn key(bits: u64) -> i64 {
    let magnitude = (bits & F32.magnitude_mask()).cast_signed();
    if bits & F32.sign_mask() == 0 { magnitude } else { -magnitude }
}

/// Random operands of f32 and f64: a function has a value exactly where it is defined, and its sign
/// and its symmetry are known.
#[test]
fn values_are_where_the_function_is_defined_and_have_its_sign_and_symmetry() {
    for (index, bits) in (0..).zip(RandomBits(1).take(10_000)) {
        for function in UNARY {
            for (format, bits) in [(&F32, bits >> 32), (&F64, bits)] {
                let what = alloc::format!("{index}: {function:?} {} {bits:x}", format.name);
                let (here, opposite) = (truth(function, bits, format), bits ^ format.sign_mask());
                assert_eq!(here != Truth::Invalid, is_defined(function, bits, format), "{what}");
                let opposite = truth(function, opposite, format);
                match function {
                    Function::Reciprocal | Function::Sine | Function::Tanh => {
                        assert_eq!(opposite, negated(here), "{what}");
                    }
                    Function::Cosine => assert_eq!(opposite, here, "{what}"),
                    Function::Quotient
                    | Function::Root
                    | Function::ReciprocalRoot
                    | Function::Log2
                    | Function::Exp2 => {}
                }
                let Truth::Finite(value) = here else { continue };
                let is_negative = bits & format.sign_mask() != 0;
                let is_below_one = bits & format.magnitude_mask() < format.one();
                let expected = match function {
                    Function::Reciprocal | Function::Tanh => is_negative,
                    Function::Log2 => is_below_one,
                    Function::Root | Function::ReciprocalRoot | Function::Exp2 => false,
                    Function::Quotient | Function::Sine | Function::Cosine => value.negative,
                };
                assert_eq!(value.negative, expected, "{what}");
                // Only these enclose the values of other operands than those of f32.
                let is_for_f64 = matches!(
                    function,
                    Function::Reciprocal | Function::Root | Function::ReciprocalRoot
                );
                if format.width == 32 || is_for_f64 {
                    let n_bits = u128::BITS - value.low.leading_zeros();
                    assert!(value.low != 0 && (value.is_exact() || n_bits >= 60), "{what}");
                    assert!(value.low.checked_add(value.width).is_some(), "{what}");
                }
            }
        }
    }
}

/// Random operands of f32 beside their neighbors: results follow each other as operands do, and keep to
/// the range of the function.
#[test]
fn correctly_rounded_results_are_monotone_and_in_range() {
    let (mut n_compared, mut n_steps) = (0, 0);
    for bits in RandomBits(2).take(10_000).map(|bits| bits >> 32) {
        for function in UNARY {
            let (here, next) = (nearest(function, bits, &F32), nearest(function, bits + 1, &F32));
            let (Some(here), Some(next)) = (here, next) else { continue };
            let step = key(next) - key(here);
            // The neighbor of a negative operand is below it.
            let step = if bits & F32.sign_mask() == 0 { step } else { -step };
            let is_expected = match function {
                Function::Reciprocal | Function::ReciprocalRoot => step <= 0,
                Function::Root | Function::Log2 | Function::Exp2 | Function::Tanh => step >= 0,
                Function::Quotient | Function::Sine | Function::Cosine => true,
            };
            assert!(is_expected, "{function:?} {bits:08x}: {here:08x}, then {next:08x}");
            let is_bounded = matches!(function, Function::Sine | Function::Cosine | Function::Tanh);
            let magnitude = here & F32.magnitude_mask();
            assert!(!is_bounded || magnitude <= F32.one(), "{function:?} {bits:08x}: {here:08x}");
            n_compared += 1;
            n_steps += usize::from(step != 0);
        }
    }
    assert!(n_compared > 60_000 && n_steps > 20_000, "{n_compared}, {n_steps}");
}

/// Bit patterns in no order.
struct RandomBits(u64);

impl Iterator for RandomBits {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        Some(self.0)
    }
}
