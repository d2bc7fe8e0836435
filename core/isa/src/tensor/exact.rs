//! The sum that no unit computes: without any rounding.

use super::evaluate::Operands;
use super::name::Mma;
use super::number::written_width;
use crate::arith::Dyadic;
use crate::format::Format;

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
}

/// The value of an element, as it is written.
fn value(bits: u64, format: Format) -> Option<Dyadic> {
    Dyadic::from_datum(&format.decode(bits >> (written_width(format) - format.width())))
}
