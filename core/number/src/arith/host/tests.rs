use super::{
    Call, Choice, Chosen, Column, Double, Errors, Extreme, Fact, Facts, Finish, Kernel, LEFT,
    Measuring, N_ROWS, NAN, Narrow, Narrowing, Operation, Reader, Single, States, Test, Values,
    Widen, Writer,
};
use crate::arith::clamp::Clamp;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{self, Value};
use crate::bits::mask;
use crate::format::table::{BF16, E4M3, F16, F32, F64, S32, TF32, U64};
use crate::format::{Class, FloatFormat, Format};
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
        Operation::Div => arith::div(a, b),
        Operation::Rcp => arith::rcp(a),
        Operation::Sqrt => arith::sqrt(a),
        Operation::Convert | Operation::Integral => a,
    }
}

#[test]
fn doubles_are_those_of_the_stages() {
    let directions = [
        Rounding::TiesToEven,
        Rounding::TowardZero,
        Rounding::TowardNegative,
        Rounding::TowardPositive,
    ];
    for operation in OPERATIONS {
        for rounding in directions {
            let kernel = Double::arithmetic(operation, rounding);
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

/// Checks that wide vectors find the same as others where both find something, and returns in how many
/// rows.
fn check_widths(kernel: &impl Kernel, columns: &[Column; 3], what: &str) -> usize {
    let (mut wide, mut plain) = (([0; N_ROWS], [LEFT; N_ROWS]), ([0; N_ROWS], [LEFT; N_ROWS]));
    kernel.run(columns, &mut wide.0, &mut wide.1);
    kernel.rows::<false>(columns, &mut plain.0, &mut plain.1);
    let both = (0..N_ROWS).filter(|row| wide.1[*row] != LEFT && plain.1[*row] != LEFT);
    both.map(|row| {
        let of = |(bits, states): &(Column, States)| (bits[row], states[row]);
        let operands = columns.map(|column| column[row]);
        assert_eq!(of(&wide), of(&plain), "{what} {operands:x?}");
    })
    .count()
}

/// Columns of pseudorandom numbers of a format of at most 32 bits.
fn narrow_columns(block: u64, format: &FloatFormat) -> [Column; 3] {
    columns(block).map(|column| column.map(|bits| bits >> (64 - u32::from(format.width))))
}

fn finish(format: &FloatFormat) -> Finish {
    Finish::plain(format, format.canonical_nan, NAN)
}

const OPERATIONS: [Operation; 7] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Fma,
    Operation::Div,
    Operation::Rcp,
    Operation::Sqrt,
];
const DIRECTIONS: [Rounding; 3] =
    [Rounding::TiesToEven, Rounding::TowardNegative, Rounding::TowardPositive];

#[test]
fn wide_vectors_compute_the_same() {
    for (operation, rounding) in OPERATIONS.into_iter().flat_map(|it| DIRECTIONS.map(|to| (it, to)))
    {
        let name = alloc::format!("{operation:?} {rounding:?}");
        let kernel = Double::arithmetic(operation, rounding);
        let n: usize = (0..20).map(|it| check_widths(&kernel, &columns(it), &name)).sum();
        assert!(n > 2_000, "{name}: {n}");
        for format in [&F32, &F16, &BF16] {
            let name = alloc::format!("{name} {}", format.name);
            let of = |kernel: &dyn Fn(u64) -> usize| {
                let n: usize = (0..20).map(kernel).sum();
                assert!(n > 2_000, "{name}: {n}");
            };
            let reader = Reader::new(Format::Float(format), false).unwrap();
            let writer = Writer::float(format, false, finish(format)).unwrap();
            let kernel = Double::new(Call::new(operation, [reader; 3]), rounding, writer).unwrap();
            of(&|block| check_widths(&kernel, &narrow_columns(block, format), &name));
            let new = Single::new(operation, format, rounding, finish(format), [false; 2]);
            if let Some(kernel) = new {
                of(&|block| check_widths(&kernel, &narrow_columns(block, format), &name));
            }
        }
    }
}

/// *c* is up to 40 binades from the product, which may be at either end of the exponents, or close to half
/// of the least number.
#[test]
fn wide_vectors_round_bf16_products_with_a_sum_the_same() {
    let finish = finish(&BF16);
    let new = Single::new(Operation::Fma, &BF16, Rounding::TiesToEven, finish, [false; 2]);
    let kernel = new.unwrap();
    let n_blocks = if cfg!(debug_assertions) { 1 << 10 } else { 1 << 17 };
    let mut n_compared = 0;
    for block in 0..n_blocks {
        let mut columns = columns(block);
        for row in 0..N_ROWS {
            let bits = columns.map(|column| column[row]);
            let product = [2, 114, 128, 254, 380][row % 5] + bits[0] % 12;
            let exponent = (product * (bits[1] >> 8 & 15) / 15).min(254);
            let other = product.saturating_sub(exponent).min(254);
            let last = (product + bits[2] % 80).saturating_sub(127 + 40).min(254);
            for ((column, bits), exponent) in
                columns.iter_mut().zip(bits).zip([exponent, other, last])
            {
                column[row] = bits >> 48 & 0x807f | exponent << 7;
            }
        }
        n_compared += check_widths(&kernel, &columns, "fma");
    }
    assert!(n_compared > 100_000, "{n_compared}");
}

#[test]
fn wide_vectors_convert_and_choose_the_same() {
    for format in [&F16, &BF16, &E4M3, &TF32] {
        let is_small = *format == E4M3;
        let (from, to) = (Widen::new(format), Narrow::new(format, Rounding::TiesToEven, is_small));
        let narrow =
            Narrowing { from: None, to, finish: finish(format), flushed: 0, is_padded: false };
        let widen = Narrowing { from, to: None, finish: finish(&F32), ..narrow };
        for block in 0..20 {
            let name = format.name;
            assert!(check_widths(&narrow, &narrow_columns(block, &F32), name) > 0, "{name}");
            assert!(check_widths(&widen, &narrow_columns(block, format), name) > 0, "{name}");
        }
    }
    let formats = [&F16, &F32, &F64].map(Format::Float).into_iter();
    for format in formats.chain([&S32, &U64].map(Format::Fixed)) {
        let readers = [Reader::new(format, false).unwrap(); 3];
        let float = |to| Writer::float(to, false, finish(to)).unwrap();
        let integer = |to| (Operation::Integral, Writer::integer(to, 7).unwrap());
        let double = Writer::double(None, NAN);
        let mut all = alloc::vec![(Operation::Convert, double)];
        all.extend([&F16, &F32].map(|to| (Operation::Convert, float(to))));
        if format.float().is_some() {
            all.extend([integer(&S32), integer(&U64), (Operation::Integral, double)]);
        }
        for ((operation, writer), rounding) in
            all.into_iter().flat_map(|it| DIRECTIONS.map(|to| (it, to)))
        {
            let kernel = Double::new(Call::new(operation, readers), rounding, writer).unwrap();
            for block in 0..20 {
                let columns = columns(block)
                    .map(|it| it.map(|bits| bits >> (64 - u32::from(format.width()))));
                assert!(check_widths(&kernel, &columns, &alloc::format!("{kernel:?}")) > 0);
            }
        }
    }
    let extreme = |is_max, is_of_three, of_magnitudes| {
        let [has_xorsign, returns_nan] = [of_magnitudes, is_max];
        Chosen::Extreme(Extreme { is_max, is_of_three, of_magnitudes, has_xorsign, returns_nan })
    };
    let all = [Chosen::Magnitude, Chosen::Negative, Chosen::Signed, extreme(true, false, false)];
    for chosen in all.into_iter().chain([extreme(false, true, false), extreme(false, false, true)])
    {
        let kernel = Choice::new(chosen, &F32, false, Some((0x7fff_ffff, NAN)));
        for block in 0..20 {
            let columns = narrow_columns(block, &F32);
            assert_eq!(check_widths(&kernel, &columns, &alloc::format!("{kernel:?}")), N_ROWS);
        }
    }
    let test = Test::new(&F32, |class| class == Class::Subnormal);
    assert_eq!(check_widths(&test, &narrow_columns(0, &F32), "testp"), N_ROWS);
}

#[test]
fn wide_vectors_measure_the_same() {
    let mut n_known = 0;
    for operation in OPERATIONS {
        let flushes = [false; 2];
        let float = Format::Float(&F32);
        let measuring = Measuring::new(&F32, None, false, Clamp::None).unwrap();
        let call = Call::new(operation, [Reader::new(float, false).unwrap(); 3]);
        let new = Single::new(operation, &F32, Rounding::TiesToEven, finish(&F32), flushes);
        let kernel = new.unwrap();
        for block in 0..20 {
            let columns = narrow_columns(block, &F32);
            let (mut results, mut states) = ([0; N_ROWS], [LEFT; N_ROWS]);
            kernel.run(&columns, &mut results, &mut states);
            let [mut wide, mut plain] = [([0; N_ROWS], [0; N_ROWS]); 2];
            let mut values = Values::NONE;
            call.values(&columns, &mut values, &mut wide.1);
            measuring.run::<true>(&values, &results, &mut wide.0, &mut wide.1);
            call.values_of::<false>(&columns, &mut values, &mut plain.1);
            measuring.rows::<false, true>(&values, &results, &mut plain.0, &mut plain.1);
            for row in 0..N_ROWS {
                if (wide.1[row] | plain.1[row]) & Fact::UNKNOWN != 0 {
                    continue;
                }
                let has_error = wide.1[row] & (Fact::GIVEN | Fact::WITHOUT_ERROR) == 0;
                let of = |(errors, facts): &(Errors, Facts)| {
                    (facts[row], if has_error { errors[row] } else { 0 })
                };
                let operands = columns.map(|column| column[row]);
                assert_eq!(of(&wide), of(&plain), "{operation:?} {operands:x?}");
                n_known += usize::from(has_error);
            }
        }
    }
    assert!(n_known > 10_000, "{n_known}");
}
