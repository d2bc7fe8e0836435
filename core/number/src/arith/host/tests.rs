use super::vectors::Kernel;
use super::{Column, Double, Finish, LEFT, N_ROWS, NAN, Operation, Single};
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, QUOTIENT_BITS, Value};
use crate::bits::mask;
use crate::format::FloatFormat;
use crate::format::table::{BF16, F16, F32, F64};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A pseudorandom number of f64: of any size, or near 1, or with few bits, close to a power of two, or to
/// the largest number.
fn number(index: u64) -> u64 {
    let bits = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = bits ^ bits >> 32;
    let near = (bits & (1 << 63 | mask(52))) | (1020 + (bits >> 53) % 7) << 52;
    match bits >> 59 & 7 {
        0 => bits,
        1 => near & u64::MAX << 26,
        2 => (near & u64::MAX << 52).wrapping_add(bits % 5).wrapping_sub(2),
        3 => near & u64::MAX << 45,
        4 => near | 0x7f8 << 52,
        5 => (bits & 1 << 63) | (F64.max_finite() - bits % 3),
        _ => near,
    }
}

fn exact(operation: Operation, [a, b, c]: [Value; 3], rounding: Rounding) -> Value {
    match operation {
        Operation::Add => arith::add(a, b, rounding),
        Operation::Sub => arith::add(a, b.negated(), rounding),
        Operation::Mul => arith::mul(a, b),
        Operation::Fma => arith::fma(a, b, c, rounding),
        Operation::Div => arith::div(a, b, QUOTIENT_BITS),
        Operation::Rcp => arith::rcp(a, QUOTIENT_BITS),
        Operation::Sqrt => arith::sqrt(a, QUOTIENT_BITS),
    }
}

#[test]
fn doubles_are_those_of_the_stages() {
    use Operation::{Add, Div, Fma, Mul, Rcp, Sqrt, Sub};
    let directions = [
        Rounding::TiesToEven,
        Rounding::TowardZero,
        Rounding::TowardNegative,
        Rounding::TowardPositive,
    ];
    for operation in [Add, Sub, Mul, Fma, Div, Rcp, Sqrt] {
        for rounding in directions {
            let Some(kernel) = Double::arithmetic(operation, rounding) else {
                assert_eq!(operation, Sqrt);
                continue;
            };
            let mut n_decided = 0;
            for block in 0..80_u64 {
                let columns = columns(block);
                let (mut bits, mut states) = ([0; N_ROWS], [LEFT; N_ROWS]);
                kernel.run(&columns, &mut bits, &mut states);
                for row in (0..N_ROWS).filter(|row| states[*row] != LEFT) {
                    let operands = columns.map(|column| column[row]);
                    let values = operands.map(|bits| Value::from(F64.decode(bits)));
                    let Value::Finite(exact) = exact(operation, values, rounding) else {
                        assert!(states[row] == NAN || bits[row] << 1 == 0 || bits[row] << 12 == 0);
                        continue;
                    };
                    let rounded = round(&exact, &F64, rounding, Subnormals::Keep);
                    let expected = F64.encode(&rounded.datum);
                    assert_eq!(bits[row], expected, "{operation:?} {rounding:?} {operands:x?}");
                    n_decided += 1;
                }
            }
            assert!(n_decided > 6_000, "{operation:?} {rounding:?} {n_decided}");
        }
    }
}

/// Columns of pseudorandom numbers.
fn columns(block: u64) -> [Column; 3] {
    [3, 7, 13].map(|factor| core::array::from_fn(|row| number((block << 8 | row as u64) * factor)))
}

/// Checks that wide vectors find the same as others, where both find something.
fn check_widths(kernel: &impl Kernel, columns: &[Column; 3], what: &str) {
    let (mut wide, mut plain) = (([0; N_ROWS], [LEFT; N_ROWS]), ([0; N_ROWS], [LEFT; N_ROWS]));
    super::vectors::evaluate(kernel, columns, &mut wide.0, &mut wide.1);
    kernel.rows::<false>(columns, &mut plain.0, &mut plain.1);
    for row in (0..N_ROWS).filter(|row| wide.1[*row] != LEFT && plain.1[*row] != LEFT) {
        let operands = columns.map(|column| column[row]);
        assert_eq!(
            (wide.0[row], wide.1[row]),
            (plain.0[row], plain.1[row]),
            "{what} {operands:x?}"
        );
    }
}

#[test]
fn wide_vectors_find_the_same() {
    use Operation::{Add, Div, Fma, Mul, Rcp, Sqrt, Sub};
    let directions = [Rounding::TiesToEven, Rounding::TowardNegative, Rounding::TowardPositive];
    let of_f64 = |operation, rounding| Double::arithmetic(operation, rounding);
    let of = |format: &'static FloatFormat, operation, rounding| {
        let nan = format.canonical_nan.unwrap();
        let finish = Finish::plain(format, Some(nan), true);
        Single::new(operation, format, rounding, finish, [false; 2])
    };
    for operation in [Add, Sub, Mul, Fma, Div, Rcp, Sqrt] {
        for rounding in directions {
            for block in 0..20 {
                let columns = columns(block);
                if let Some(kernel) = of_f64(operation, rounding) {
                    check_widths(&kernel, &columns, &alloc::format!("{operation:?} {rounding:?}"));
                }
                for format in [&F32, &F16, &BF16] {
                    let shift = 64 - u32::from(format.width);
                    let columns = columns.map(|column| column.map(|bits| bits >> shift));
                    if let Some(kernel) = of(format, operation, rounding) {
                        let what = alloc::format!("{operation:?} {rounding:?} {}", format.name);
                        check_widths(&kernel, &columns, &what);
                    }
                }
            }
        }
    }
}
