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

/// Compares values with the enclosures of the function; returns how many, and the largest part of the slack
/// that any of them needs, in thousandths.
fn check(function: Function, operands: [&Reals; 2]) -> (u32, u64) {
    let (mut narrow, mut wide) = (Values::NONE, Values::NONE);
    Filling(&mut narrow, function, operands).run::<false>();
    vectors::run(Filling(&mut wide, function, operands));
    let (mut count, mut most) = (0, 0);
    for row in 0..N_ROWS {
        let [a, b] = operands.map(|column| column[row]);
        let is_quotient = function == Function::Quotient;
        if !is_operand(function, a) || is_quotient && !is_operand(function, b) {
            continue;
        }
        let [x, y] = [a, b].map(|number| F32.decode((number as f32).to_bits().into()));
        let truth = function.evaluate(x, if is_quotient { y } else { Datum::zero(false) });
        let Truth::Finite(value) = truth else {
            assert!(truth == Truth::Zero { negative: false } && a == 1.0, "{function:?} {a} {truth:?}");
            continue;
        };
        let (low, high) = value.bounds();
        let [low, high] = if value.negative { [high.neg(), low.neg()] } else { [low, high] };
        for Value { high: sum, low: rest, slack } in [narrow.at(row), wide.at(row)] {
            assert_eq!(sum + rest, sum, "{function:?} {a:e}: {rest:e} is a rest of {sum:e}");
            let middle = dyadic(sum).add(&dyadic(rest));
            let off = [middle.sub(&high), low.sub(&middle)];
            let slack_of = dyadic(slack);
            for off_ in &off { let off = off_;
                let is_within = !slack_of.sub(off).is_negative();
                assert!(is_within, "{function:?} {a:e} {sum:e} {rest:e} {slack:e} {value:x?}");
                if slack > 0.0 && !off.is_negative() && !off.is_zero() {
                    let [off, all] = [off, &slack_of].map(|it: &Dyadic| it.leading_exponent().unwrap_or(-9999));
                    let _ = (off, all);
                    let ratio = {
                        let f = |d: &Dyadic| { let m = d.magnitude(); let n = m.bit_length(); let cut = n.saturating_sub(60); (m.shr(cut).to_u128().unwrap() as f64) * 2f64.powi(d.exponent() + cut as i32) };
                        f(off_) / f(&slack_of)
                    };
                    most = most.max((ratio * 1000.0) as u64);
                }
            }
            assert_eq!(value.is_exact(), slack == 0.0, "{function:?} {a:e} {sum:e} {rest:e}");
        }
        count += 1;
    }
    (count, most)
}

#[test]
fn values_are_as_close_as_they_say() {
    let ends = [0, 1, 2, 3, 0x7f_fffd, 0x7f_fffe, 0x7f_ffff, 0x40_0000, 0x2a_aaab, 0x30_0000];
    let edges = (0..512_u64).flat_map(|top| ends.map(|end| top << 23 | end));
    let random = (0..200_000_u64).map(|index| index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32);
    let number = |bits: u64| f64::from(f32::from_bits(bits as u32));
    let operands: std::vec::Vec<f64> = edges.chain(random).map(number).collect();
    for function in UNARY.into_iter().chain([Function::Quotient]) {
        let (mut count, mut most) = (0, 0);
        for chunk in operands.chunks_exact(N_ROWS) {
            let a: Reals = chunk.try_into().unwrap();
            let mut b = a;
            b.reverse();
            let (n, part) = check(function, [&a, &b]);
            (count, most) = (count + n, most.max(part));
        }
        std::println!("{function:?} {count} {most}");
        assert!(count > 50_000, "{function:?} {count}");
    }
}
