//! Reference implementations of arithmetic, and the effect of modifiers on their results.

use crate::expected::{Expected, canonical, flushed, limited, quiet};
use crate::layout::{F64, Layout};
use crate::mixed;
use crate::operation::{Limit, Operation, Rounding};
use crate::spelling::Spelling;

/// An operation in one format and direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The operation.
    pub operation: Operation,
    /// The format of operands and result.
    pub layout: Layout,
    /// The direction.
    pub rounding: Rounding,
}

impl Plain {
    /// The arithmetic operation of a spelling, without its modifiers.
    pub fn of(spelling: &Spelling) -> Self {
        let Spelling { operation, rounding, .. } = *spelling;
        Self { operation, layout: spelling.layout(), rounding }
    }
}

/// A reference implementation from another project.
pub trait Oracle: Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Whether it can compute this.
    fn knows(&self, plain: &Plain) -> bool;

    /// The result for operands that are no NaNs; `None` if the operation is invalid.
    fn result(&self, plain: &Plain, operands: [u64; 3]) -> Option<u64>;

    /// Whether the result, rounded to the format's precision with an unbounded exponent, is
    /// strictly between 0 and the smallest normal magnitude; `None` if the oracle does not know.
    fn is_tiny(&self, plain: &Plain, operands: [u64; 3]) -> Option<bool>;
}

/// The ISA's text, implemented a second time: the oracle for everything but arithmetic.
pub struct Text;

impl Oracle for Text {
    fn name(&self) -> &'static str {
        "the text, written again"
    }

    fn knows(&self, _plain: &Plain) -> bool {
        false
    }

    fn result(&self, plain: &Plain, _operands: [u64; 3]) -> Option<u64> {
        panic!("{plain:?} is asked of another oracle")
    }

    fn is_tiny(&self, _plain: &Plain, _operands: [u64; 3]) -> Option<bool> {
        None
    }
}

/// The bits of an f16 or bf16 NaN that marks an element out of bounds, without the sign.
const OUT_OF_BOUNDS: u64 = 0x7ff7;

/// The expected lane of an arithmetic instruction; `None` where the oracle does not know.
///
/// * `.oob`: an out-of-bounds NaN in *a* or *b* gives +0.
/// * `.ftz`: subnormal operands become zeros of their sign; so does a result that is below the
///   smallest normal number after rounding with an unbounded exponent.
/// * A NaN operand or an invalid operation gives the canonical NaN, except in f64 (see
///   [`nan_of_double`]).
/// * `.sat`: below 0, -0 and NaN give +0, above 1 gives 1. `.relu`: below 0 and -0 give +0.
pub fn arithmetic(
    oracle: &dyn Oracle,
    spelling: &Spelling,
    elements: [u64; 3],
) -> Option<Expected> {
    let is_out_of_bounds = |bits: &u64| bits & 0x7fff == OUT_OF_BOUNDS;
    if spelling.drops_out_of_bounds && elements[..2].iter().any(is_out_of_bounds) {
        return Some(Expected::Bits(0));
    }
    if mixed::is_mixed(spelling) {
        return Some(mixed::expected(spelling, elements));
    }
    let plain = Plain::of(spelling);
    let layout = plain.layout;
    let mut operands = [0; 3];
    let mut is_nan = false;
    for ((operand, bits), source) in operands.iter_mut().zip(elements).zip(spelling.lane_sources())
    {
        let from = source.layout()?;
        *operand = widen(flushed(spelling, source, bits), from, layout);
        is_nan |= from.is_nan(bits);
    }
    let result = if is_nan { None } else { oracle.result(&plain, operands) };
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
        && layout != F64
        && layout.magnitude(bits) <= layout.min_normal()
        && oracle.is_tiny(&plain, operands)?
    {
        bits &= layout.sign();
    }
    Some(Expected::Bits(limited(spelling.limit, layout, bits)))
}

/// The NaN of an f64 operation, as it was seen or extrapolated: sign and payload of a NaN
/// operand survive, quieted; *b* comes before *c*, and both before *a*.
pub fn nan_of_double(operation: Operation, [a, b, c]: [u64; 3]) -> u64 {
    let candidates = match operation {
        Operation::Fma => [b, c, a],
        Operation::Div => [a, b, b],
        Operation::Rcp | Operation::Sqrt => [a; 3],
        _ => [b, a, a],
    };
    let nan = candidates.into_iter().find(|bits| F64.is_nan(*bits));
    nan.map_or(canonical(F64), |bits| bits | quiet(F64))
}

/// A number of a narrower format as one of a wider format, exactly; a NaN stays some NaN.
pub fn widen(bits: u64, from: Layout, to: Layout) -> u64 {
    if from == to {
        return bits;
    }
    let sign = if from.is_negative(bits) { to.sign() } else { 0 };
    match from.split(bits) {
        Some(value) => to.join(from.is_negative(bits), value),
        None if from.magnitude(bits) == 0 => sign,
        None if from.is_infinite(bits) => sign | to.infinity(),
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
