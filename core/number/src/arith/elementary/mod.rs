//! Elementary functions: the true value of a finite operand, enclosed between two close bounds.
//!
//! The permitted results of an approximate instruction are defined by their distance from the true
//! value, and the reference beside them is the true value, correctly rounded.
//! Quotients and reciprocals are exact to a sticky bit (see `arith`), roots to 119 bits and a
//! sticky one. The other functions are series in fixed point, cut off at 128 bits; a comment at each
//! one states its error. For f16, bf16 and f32 operands the bounds are less than 2^-86 of the
//! magnitude apart; or, for tiny operands, they are the first term of a series and a close neighbor.
//!
//! This decides every rounding to these formats, without a second attempt at a higher precision.
//! Exact results are few (2^x and log2 x are rational for dyadic x only if x is an integer, or a
//! power of two; sin, cos and tanh of an algebraic number other than 0 are transcendental), so
//! every other value lies some distance from the nearest boundary. No theorem shows that this
//! distance always exceeds the width of the bounds. Tests check all operands of 16 bits and every
//! 4,099th of f32; an extensive run, made once for each function, checks all of f32. It also shows
//! that the bounds decide every permitted result.
//!
//! Functions that programs compose of instructions are here, too, for their exact values beside the
//! results; nothing is defined by them.

mod based;
mod enclosure;
mod exponential;
mod fraction;
mod logarithm;
mod root;
mod trigonometric;

pub use based::{Base, Composed};
pub use enclosure::Enclosure;
pub use exponential::power_of_two;
pub(super) use exponential::{power_minus_one, tanh_of};
pub(super) use fraction::TWO_OVER_PI;
pub use fraction::{QUARTER_PI, multiply};
pub(super) use logarithm::log2_of;

use crate::arith::{self, Value};
use crate::number::{Datum, Exact};

/// A function that instructions approximate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// a/b
    Quotient,
    /// 1/a
    Reciprocal,
    /// √a
    Root,
    /// 1/√a
    ReciprocalRoot,
    /// sin a, a in radians
    Sine,
    /// cos a, a in radians
    Cosine,
    /// log2 a
    Log2,
    /// 2^a
    Exp2,
    /// tanh a
    Tanh,
}

/// The true value of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Finite and not zero.
    Finite(Enclosure),
    /// A zero of either sign.
    Zero {
        /// The sign.
        negative: bool,
    },
    /// An exact infinity.
    Infinite {
        /// The sign.
        negative: bool,
    },
    /// The function has no value there, or an operand is a NaN.
    Invalid,
}

/// Below 2^`TINY` the first term of a series is close enough.
const TINY: i32 = -30;

impl Function {
    /// The true value for an operand `a`, and a divisor `b` that only the quotient has.
    ///
    /// Zeros and infinities follow IEEE 754-2019 §9.2.1, NaNs are invalid.
    /// Finite operands are data of at most 24 significand bits with exponents like those of f32;
    /// any f64 datum will do for quotients, reciprocals and roots.
    #[must_use]
    pub fn evaluate(self, a: Datum, b: Datum) -> Truth {
        use Value::{Finite, Infinite, Invalid, Zero};
        match (self, Value::from(a)) {
            (Self::Quotient, a) => arith::div(a, b.into()).into(),
            (Self::Reciprocal, a) => arith::rcp(a).into(),
            (Self::Root, a) => arith::sqrt(a).into(),
            (_, Invalid)
            | (Self::Sine | Self::Cosine, Infinite { .. })
            | (Self::ReciprocalRoot | Self::Log2, Infinite { negative: true }) => Truth::Invalid,
            (Self::ReciprocalRoot | Self::Log2, Finite(x)) if x.negative => Truth::Invalid,
            (Self::Sine | Self::Tanh, Zero { negative }) => Truth::Zero { negative },
            (Self::ReciprocalRoot, Zero { negative }) => Truth::Infinite { negative },
            (Self::Log2, Zero { .. }) => Truth::Infinite { negative: true },
            (Self::Cosine | Self::Exp2, Zero { .. }) => one(false),
            (Self::Tanh, Infinite { negative }) => one(negative),
            (Self::Exp2, Infinite { negative: true }) | (Self::ReciprocalRoot, Infinite { .. }) => {
                Truth::Zero { negative: false }
            }
            (Self::Log2 | Self::Exp2, Infinite { .. }) => Truth::Infinite { negative: false },
            (Self::ReciprocalRoot, Finite(x)) => Truth::Finite(root::root(&x, true)),
            (Self::Sine, Finite(x)) => Truth::Finite(trigonometric::sin(&x)),
            (Self::Cosine, Finite(x)) => Truth::Finite(trigonometric::cos(&x)),
            (Self::Log2, Finite(x)) => logarithm::log2(&x),
            (Self::Exp2, Finite(x)) => Truth::Finite(exponential::exp2(&x)),
            (Self::Tanh, Finite(x)) => Truth::Finite(exponential::tanh(&x)),
        }
    }
}

/// The square root of a positive number.
pub(super) fn square_root(x: &Exact) -> Enclosure {
    root::root(x, false)
}

impl Truth {
    /// The value where it is finite and not 0.
    pub const fn finite(self) -> Option<Enclosure> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Zero { .. } | Self::Infinite { .. } | Self::Invalid => None,
        }
    }
}

impl From<Value> for Truth {
    fn from(value: Value) -> Self {
        match value {
            Value::Finite(exact) => Self::Finite(exact.into()),
            Value::Zero { negative } => Self::Zero { negative },
            Value::Infinite { negative } => Self::Infinite { negative },
            Value::Invalid => Self::Invalid,
        }
    }
}

const fn one(negative: bool) -> Truth {
    Truth::Finite(Enclosure { negative, low: 1, width: 0, exponent: 0 })
}

/// A number of the same sign as x, tiny, and less than x³/2 nearer to 0.
fn just_below(x: &Exact) -> Enclosure {
    let shift = x.significand.leading_zeros().saturating_sub(1);
    let significand = x.significand << shift;
    // x² < 2^-60
    let width = (significand >> 61) + 1;
    let exponent = x.exponent.saturating_sub_unsigned(shift);
    Enclosure { negative: x.negative, low: significand - width, width, exponent }
}

#[cfg(test)]
pub(super) mod tests;
