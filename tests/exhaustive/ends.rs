//! Whether the bounds of a true value leave open what the ISA permits around it.
//!
//! The ends of what is permitted lie between bounds as the true value does. Where an f32 number lies
//! between these, the core could not decide whether that number is permitted.

use std::f64::consts::PI;

use ptxfp::catalog::bound::{Bound, Error, table as bounds};
use ptxfp::internals::arith::Natural;
use ptxfp::internals::arith::elementary::{Enclosure, Function};

/// Whether an operand lies in a range.
type Contains = fn(f64) -> bool;

/// The unit of absolute errors is 2^-`UNIT`.
const UNIT: u32 = 126;

/// The documented error of an instruction, in each of its ranges.
pub(crate) struct Ends {
    ranges: Vec<(Contains, Distance)>,
}

/// An error, enclosed with room for what the core takes for it.
#[derive(Clone, Copy, Debug)]
enum Distance {
    /// It is counted from the rounded result, and so its ends are known.
    Known,
    /// 2^-n of the true value.
    Shifted(u32),
    /// Relative to the true value, in units of 2^-126, at least and at most.
    Part([u128; 2]),
    /// Absolute, in units of 2^-126, at least and at most.
    Absolute([u128; 2]),
}

/// 2^(-`tenths`/10) in units of 2^-126, less than 9 too low and 1 too high.
fn power(tenths: u32) -> [u128; 2] {
    // The largest p whose tenth power is at most that of the power: bit by bit.
    let target = Natural::one().shl(1260 - tenths);
    let mut root = 0_u128;
    for bit in (0..UNIT).rev() {
        let trial = root | 1 << bit;
        let wide = Natural::from(trial);
        let fifth = (0..4).fold(wide.clone(), |product, _| product.mul(&wide));
        if fifth.mul(&fifth) <= target {
            root = trial;
        }
    }
    [root - 8, root + 1]
}

impl Distance {
    /// Returns the meaning of an error here.
    fn of(error: Error) -> Self {
        let tenths = |thousandths: i32| {
            assert!(thousandths < 0 && thousandths % 100 == 0, "{thousandths}");
            thousandths.unsigned_abs() / 100
        };
        match error {
            Error::UlpOfRounded(_) => Self::Known,
            Error::Relative(thousandths) if thousandths % 1000 == 0 => {
                Self::Shifted(thousandths.unsigned_abs() / 1000)
            }
            Error::Relative(thousandths) => Self::Part(power(tenths(thousandths))),
            Error::Absolute(thousandths) => Self::Absolute(power(tenths(thousandths))),
            Error::Ulp(_) | Error::Vanishes => panic!("{error:?} is no error of a function here"),
        }
    }
}

impl Ends {
    /// The error of a function's f32 instruction.
    pub(crate) fn of(function: Function) -> Self {
        let (bound, ranges): (&Bound, &[Contains]) = match function {
            Function::Root => (&bounds::SQRT_F32, &[|_| true]),
            Function::ReciprocalRoot => (&bounds::RSQRT_F32, &[|_| true]),
            Function::Sine => (&bounds::SIN_F32, ANGLES),
            Function::Cosine => (&bounds::COS_F32, ANGLES),
            Function::Log2 => (&bounds::LG2_F32, &[|x| x > 0.5 && x < 2.0, |_| true]),
            Function::Exp2 => (&bounds::EX2_F32, &[|_| true]),
            Function::Tanh => (&bounds::TANH_F32, &[|_| true]),
            Function::Quotient | Function::Reciprocal => panic!("{function:?} has no series"),
        };
        assert_eq!(bound.ranges.len(), ranges.len(), "{function:?}");
        let distances = bound.ranges.iter().map(|range| Distance::of(range.error));
        Self { ranges: ranges.iter().copied().zip(distances).collect() }
    }

    /// Whether no f32 number lies strictly between the bounds of either end.
    pub(crate) fn are_decided(&self, value: &Enclosure, operand: f32) -> bool {
        let operand = f64::from(operand);
        let range = self.ranges.iter().find(|(contains, _)| contains(operand));
        let Some((_, distance)) = range else { return true };
        // An exact value may have few bits.
        let spare = if value.is_exact() { value.low.leading_zeros() - 1 } else { 0 };
        let [low, high] = [value.low, value.low + value.width].map(|bound| bound << spare);
        match *distance {
            Distance::Known => true,
            Distance::Shifted(shift) => {
                let unit = 1 << shift;
                no_number([low + low / unit, high + high.div_ceil(unit)])
                    && no_number([low - low.div_ceil(unit), high - high / unit])
            }
            Distance::Part([least, most]) => {
                no_number([low + part(low, least), high + part(high, most) + 1])
                    && no_number([low - part(low, most) - 1, high - part(high, least)])
            }
            Distance::Absolute([least, most]) => {
                let shift = value.exponent - spare.cast_signed() + UNIT.cast_signed();
                let [low, high] = if shift < 0 {
                    let cut = |bound: u128| bound.checked_shr(shift.unsigned_abs()).unwrap_or(0);
                    [cut(low), cut(high) + 1]
                } else {
                    [low << shift, high << shift]
                };
                // The magnitude of the lower end, which may lie beyond zero.
                let lower = if low > most {
                    [low - most, high - least]
                } else if high < least {
                    [least - high, most - low]
                } else {
                    return false;
                };
                no_number([low + least, high + most]) && no_number(lower)
            }
        }
    }
}

/// A part of a number in units of 2^-126, cut off.
fn part(number: u128, part: u128) -> u128 {
    let product = Natural::from(number).mul(&Natural::from(part));
    product.shr(UNIT).to_u128().expect("less than the number")
}

/// The ranges of angles. No f32 number lies between a multiple of the host's π and that of π.
const ANGLES: &[Contains] = &[|x| x.abs() <= 2.0 * PI, |x| x.abs() <= 100.0 * PI];

/// Whether no number of 24 bits lies strictly between two.
const fn no_number([low, high]: [u128; 2]) -> bool {
    let spare = u128::BITS - 24 - (low + 1).leading_zeros();
    high <= low + 1 || low >> spare == (high - 1) >> spare
}

#[test]
fn ends_with_a_number_between_their_bounds_are_found() {
    let number = 0xa5_5a5a_u128 << 100;
    assert!(no_number([number, number + 9]) && no_number([number - 9, number]));
    assert!(no_number([number, number]) && !no_number([number - 1, number + 1]));
    assert!(!no_number([(1 << 120) - 3, (1 << 120) + 1]));
    // 2^-20.5 is √2·2^-21.
    let [least, most] = power(205);
    let root = Natural::one().shl(2 * (126 - 21) + 1).isqrt();
    assert_eq!(root.to_u128(), Some(most - 1));
    assert_eq!(most - least, 9);
    // (1 + 2^-126)·(1 - 2^-11) is closer to a number than these bounds are.
    let ends = Ends::of(Function::Tanh);
    let close = Enclosure { negative: false, low: (1 << 126) - 2, width: 4, exponent: -126 };
    assert!(!ends.are_decided(&close, 1.0));
    assert!(ends.are_decided(&Enclosure { low: 1 << 126, ..close }, 1.0));
    // Nor is it known whether the lower end is negative.
    let close = Enclosure { low: least, width: 9, ..close };
    assert!(!Ends::of(Function::Sine).are_decided(&close, 1.0));
}
