//! Sums to compare with, which no unit computes: without any rounding, rounded once, and as a chain of
//! `fma`.

use super::evaluate::Operands;
use super::name::Mma;
use super::number::unwritten;
use super::run::rounded;
use crate::arith::rounding::{Rounding, Subnormals, round};
use crate::arith::{Dyadic, Exact, Value, fma};
use crate::format::Format;

/// The significant bits of a sum that are looked at before it is rounded; below them it only matters
/// whether there are any.
const N_BITS: u32 = 120;

impl Mma {
    /// The sum of all products and c without any rounding; `None` if an operand is not finite, or if a
    /// scale is missing.
    #[must_use]
    pub fn exact(&self, operands: &Operands<'_>) -> Option<Dyadic> {
        let mut sum = value(operands.c, self.c)?;
        for (index, (a, b)) in operands.a.iter().zip(operands.b).enumerate() {
            let mut product = value(*a, self.a)?.mul(&value(*b, self.b)?);
            if let Some(scale) = self.scale {
                for list in [operands.scales_a, operands.scales_b] {
                    let bits = list.get(index / scale.block.max(1)).copied()?;
                    product = product.mul(&value(bits, Format::Float(scale.format))?);
                }
            }
            sum = sum.add(&product);
        }
        Some(sum)
    }

    /// That sum, rounded once to the nearest number of the type of d; `None` as for
    /// [`exact`](Self::exact), and for integers.
    #[must_use]
    pub fn nearest(&self, operands: &Operands<'_>) -> Option<u64> {
        let format = self.d.float()?;
        let sum = self.exact(operands)?;
        let shift = sum.magnitude().bit_length().saturating_sub(N_BITS);
        let exact = Exact {
            negative: sum.is_negative(),
            significand: sum.magnitude().shr(shift).to_u128()?,
            exponent: sum.exponent() + shift.cast_signed(),
            sticky: sum.magnitude().trailing_zeros() < shift,
        };
        if sum.is_zero() {
            return Some(0);
        }
        let rounding = Rounding::TiesToEven;
        Some(format.encode(&round(&exact, format, rounding, Subnormals::Keep).datum))
    }

    /// The result of a loop over k that begins with c and adds each product with an `fma` of the type
    /// of d, rounded to the nearest; `None` for integers and with scales.
    #[must_use]
    pub fn chained(&self, operands: &Operands<'_>) -> Option<u64> {
        let format = self.d.float()?;
        if self.scale.is_some() {
            return None;
        }
        let read = |bits: u64, format: Format| -> Value {
            Value::from(format.decode(unwritten(bits, format)))
        };
        let rounding = Rounding::TiesToEven;
        let mut sum = rounded(read(operands.c, self.c), format, rounding);
        for (a, b) in operands.a.iter().zip(operands.b) {
            let sum_before = read(sum, self.d);
            let next = fma(read(*a, self.a), read(*b, self.b), sum_before, rounding);
            sum = rounded(next, format, rounding);
        }
        Some(sum)
    }
}

/// The value of an element, as it is written.
fn value(bits: u64, format: Format) -> Option<Dyadic> {
    Dyadic::from_datum(&format.decode(unwritten(bits, format)))
}
