//! A register with its content.

use alloc::string::String;
use alloc::vec::Vec;

use crate::bits::hex;
use crate::catalog::Type;
use crate::format::Format;
use crate::text::concise;

/// A register of an instruction with its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The operand's name in the syntax line.
    pub name: &'static str,
    /// Its type.
    pub kind: Type,
    /// Its bits.
    pub bits: u64,
    /// Whether its bits encode numbers.
    pub has_value: bool,
}

impl Register {
    /// Returns its width; 1 for a predicate.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.kind.packing().register_width().into()
    }

    /// All its bits, with `0x`.
    #[must_use]
    pub fn hex(&self) -> String {
        hex(self.bits, self.width())
    }

    /// The bits of its lanes, the least significant first.
    pub fn lanes(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let packing = self.kind.packing();
        (0..packing.lanes).map(move |lane| packing.extract(self.bits, lane))
    }

    /// Its lanes in decimal, as a statement has them: the highest first.
    fn value(&self) -> String {
        self.lanes_as(concise)
    }

    /// Its value with the bits of each NaN, which is the longest text that a card may have for it.
    #[must_use]
    pub fn longest(&self) -> String {
        if !self.has_value {
            return self.hex();
        }
        self.lanes_as(|bits, format| {
            if format.decode(bits).is_nan() {
                hex(bits, u32::from(format.width()))
            } else {
                concise(bits, format)
            }
        })
    }

    /// Its lanes, each as this text: the highest first.
    fn lanes_as(&self, text: fn(u64, Format) -> String) -> String {
        let format = self.kind.format();
        let values: Vec<_> = self.lanes().rev().map(|bits| text(bits, format)).collect();
        match values.as_slice() {
            [one] => one.clone(),
            all => ["{", &all.join(", "), "}"].concat(),
        }
    }

    /// Its bits, and in parentheses their values.
    #[must_use]
    pub fn words(&self) -> String {
        let hex = self.hex();
        if self.has_value { [&hex, " (", &self.value(), ")"].concat() } else { hex }
    }

    /// The values of its bits, or the bits.
    #[must_use]
    pub fn short(&self) -> String {
        if self.has_value { self.value() } else { self.hex() }
    }
}
