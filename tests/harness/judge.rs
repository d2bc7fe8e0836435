//! Implementations by other hands, and what the modifiers make of their results.

use crate::layout::{F64, Layout};
use crate::spelling::{Limit, Operation, Rounding, Spelling};

/// An operation in one format and direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// What is computed.
    pub operation: Operation,
    /// The format of operands and result.
    pub layout: Layout,
    /// The direction.
    pub rounding: Rounding,
}

/// An implementation by other hands.
pub trait Judge: Sync {
    /// What to call it in a report.
    fn name(&self) -> &'static str;

    /// Whether it can compute this.
    fn knows(&self, plain: &Plain) -> bool;

    /// The result for operands that are no NaNs; `None` if the operation is invalid.
    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64>;

    /// Whether the result, rounded to the format's precision with an unbounded exponent, lies
    /// strictly between 0 and the smallest normal magnitude; `None` if the judge cannot tell.
    fn is_tiny(&self, plain: &Plain, operands: [u64; 3]) -> Option<bool>;
}

/// What a lane should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// These bits, and no doubt.
    Bits(u64),
    /// A NaN whose bits the ISA leaves open; these are the ones that hardware returns.
    Nan(u64),
}

impl Expected {
    /// The bits.
    pub const fn bits(self) -> u64 {
        match self {
            Self::Bits(bits) | Self::Nan(bits) => bits,
        }
    }
}

/// The bits of an f16 or bf16 NaN that stands for an element out of bounds, without the sign.
const OUT_OF_BOUNDS: u64 = 0x7ff7;

/// What a lane should be, according to a judge; `None` where the judge cannot tell.
///
/// * `.oob`: an out-of-bounds NaN in *a* or *b* gives +0.
/// * `.ftz`: subnormal operands become zeros of their sign; so does a result that is below the
///   smallest normal number after rounding with an unbounded exponent.
/// * A NaN operand or an invalid operation gives the canonical NaN, except in f64 (see
///   [`nan_of_double`]).
/// * `.sat`: below 0, -0 and NaN give +0, above 1 gives 1. `.relu`: below 0 and -0 give +0.
pub fn expected(judge: &dyn Judge, spelling: &Spelling, elements: [u64; 3]) -> Option<Expected> {
    let used = &elements[..spelling.n_sources];
    if spelling.drops_out_of_bounds && used[..2].iter().any(|bits| bits & 0x7fff == OUT_OF_BOUNDS) {
        return Some(Expected::Bits(0));
    }
    let layout = spelling.result;
    let mut operands = [0; 3];
    for ((operand, bits), source) in operands.iter_mut().zip(used).zip(spelling.sources) {
        let is_flushed = spelling.flushes && source.is_subnormal(*bits);
        *operand = widen(if is_flushed { bits & source.sign() } else { *bits }, source, layout);
    }
    let plain = Plain { operation: spelling.operation, layout, rounding: spelling.rounding };
    let is_nan = operands[..spelling.n_sources].iter().any(|bits| layout.is_nan(*bits));
    let result = if is_nan { None } else { judge.result(&plain, operands) };
    let Some(mut bits) = result else {
        let nan = if layout == F64 {
            nan_of_double(spelling.operation, operands)
        } else {
            canonical(layout)
        };
        return Some(if spelling.limit == Limit::Sat {
            Expected::Bits(0)
        } else {
            Expected::Nan(nan)
        });
    };
    if spelling.flushes
        && layout.magnitude(bits) <= layout.min_normal()
        && judge.is_tiny(&plain, operands)?
    {
        bits &= layout.sign();
    }
    Some(Expected::Bits(match spelling.limit {
        Limit::Sat if bits > layout.one() && !layout.is_negative(bits) => layout.one(),
        Limit::Sat | Limit::Relu if layout.is_negative(bits) => 0,
        _ => bits,
    }))
}

/// The NaN of every format but f64: all ones below the sign.
const fn canonical(layout: Layout) -> u64 {
    layout.sign() - 1
}

/// The NaN of an f64 operation, as hardware was seen to return it: sign and payload of a NaN
/// operand survive, quieted; *b* comes before *c*, and both before *a*.
pub fn nan_of_double(operation: Operation, [a, b, c]: [u64; 3]) -> u64 {
    const QUIET: u64 = 1 << 51;
    let candidates = match operation {
        Operation::Add | Operation::Sub | Operation::Mul => [b, a, a],
        Operation::Fma => [b, c, a],
    };
    let nan = candidates.into_iter().find(|bits| F64.is_nan(*bits));
    nan.map_or(0xfff8_0000_0000_0000, |bits| bits | QUIET)
}

/// A number of a narrower format as one of a wider format, exactly; a NaN stays some NaN.
pub fn widen(bits: u64, from: Layout, to: Layout) -> u64 {
    if from == to {
        return bits;
    }
    let sign = if from.is_negative(bits) { to.sign() } else { 0 };
    let magnitude = from.magnitude(bits);
    match from.split(bits) {
        Some(value) => to.join(from.is_negative(bits), value),
        None if magnitude == 0 => sign,
        None if magnitude == from.infinity() => sign | to.infinity(),
        None => sign | canonical(to),
    }
}

#[cfg(test)]
mod tests {
    use super::widen;
    use crate::layout::{BF16, F16, F32};

    #[test]
    fn widening_agrees_with_the_half_crate() {
        for bits in 0..=u16::MAX {
            for (layout, wide) in [
                (F16, half::f16::from_bits(bits).to_f32()),
                (BF16, half::bf16::from_bits(bits).to_f32()),
            ] {
                let ours = widen(bits.into(), layout, F32);
                if wide.is_nan() {
                    assert!(F32.is_nan(ours));
                } else {
                    assert_eq!(ours, u64::from(wide.to_bits()), "{bits:#06x}");
                }
            }
        }
    }
}
