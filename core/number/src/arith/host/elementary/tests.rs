use alloc::format;
use alloc::vec::Vec;

use super::*;
use crate::arith::elementary::Truth;
use crate::arith::elementary::tests::UNARY;
use crate::arith::host::vectors::{self, Task};
use crate::format::table::{F32, F64};
use crate::number::Datum;
use crate::number::dyadic::Dyadic;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn dyadic(number: f64) -> Dyadic {
    let datum = F64.decode(number.to_bits());
    datum.exact().map_or(Dyadic::ZERO, |exact| Dyadic::from_exact(&exact).unwrap())
}

/// Fills values in vectors of either width.
struct Filling<'a>(&'a mut Values, Function, [&'a Reals; 2]);

impl Task for Filling<'_> {
    fn run<const WIDE: bool>(self) {
        let Self(values, function, operands) = self;
        values.fill::<WIDE>(function, operands);
    }
}

fn is_operand(function: Function, number: f64) -> bool {
    let is_usual = number.is_finite() && number != 0.0;
    is_usual
        && match function {
            Function::Root | Function::ReciprocalRoot | Function::Log2 => number > 0.0,
            Function::Exp2 => number.abs() < 256.0,
            Function::Tanh => number.abs() < 16.0,
            Function::Quotient | Function::Reciprocal | Function::Sine | Function::Cosine => true,
        }
}

/// Compares values with the enclosures of the function, and returns how many: they are at most half of
/// their slack away.
fn check(function: Function, operands: [&Reals; 2]) -> u32 {
    let (mut narrow, mut wide) = (Values::NONE, Values::NONE);
    Filling(&mut narrow, function, operands).run::<false>();
    vectors::run(Filling(&mut wide, function, operands));
    let is_quotient = function == Function::Quotient;
    let mut count = 0;
    for row in 0..N_ROWS {
        let [a, b] = operands.map(|column| column[row]);
        if !is_operand(function, a) || is_quotient && !is_operand(function, b) {
            continue;
        }
        let [x, y] = [a, b].map(|number| F32.decode((number as f32).to_bits().into()));
        let truth = function.evaluate(x, if is_quotient { y } else { Datum::zero(false) });
        let Truth::Finite(value) = truth else {
            let is_zero = truth == Truth::Zero { negative: false } && a == 1.0;
            assert!(is_zero, "{function:?} {a:e} {truth:?}");
            continue;
        };
        let (low, high) = value.bounds();
        let [low, high] = if value.negative { [high.neg(), low.neg()] } else { [low, high] };
        for Value { high: sum, low: rest, slack } in [narrow.at(row), wide.at(row)] {
            let name = format!("{function:?} {a:e} {b:e}: {sum:e} {rest:e} {slack:e} {value:x?}");
            assert_eq!(sum + rest, sum, "{name}");
            assert_eq!(value.is_exact(), slack == 0.0, "{name}");
            let middle = dyadic(sum).add(&dyadic(rest));
            for off in [middle.sub(&high), low.sub(&middle)] {
                assert!(!dyadic(slack * 0.5).sub(&off).is_negative(), "{name}");
            }
        }
        count += 1;
    }
    count
}

#[test]
fn values_are_as_close_as_they_say() {
    let ends = [0, 1, 2, 3, 0x7f_fffd, 0x7f_fffe, 0x7f_ffff, 0x40_0000, 0x2a_aaab, 0x30_0000];
    let edges = (0..512).flat_map(|top: u32| ends.map(|end| top << 23 | end));
    let random = (0..40_000).map(|index: u32| index.wrapping_mul(0x9e37_79b9));
    let number = |bits| f64::from(f32::from_bits(bits));
    let operands: Vec<f64> = edges.chain(random).map(number).collect();
    for function in UNARY.into_iter().chain([Function::Quotient]) {
        let mut count = 0;
        for chunk in operands.chunks_exact(N_ROWS) {
            let a: Reals = chunk.try_into().unwrap();
            let mut b = a;
            b.reverse();
            count += check(function, [&a, &b]);
        }
        assert!(count > 20_000, "{function:?} {count}");
    }
}
