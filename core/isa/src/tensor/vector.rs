//! Rows of a and columns of b, read once for all elements of d that they lead to.

use alloc::vec::Vec;

use super::number::Decoded;

/// A row of a or a column of b with its scales, as an instruction reads it.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The elements in ascending k.
    bits: Vec<u64>,
    /// Their numbers; none of f64 and of integers.
    numbers: Vec<Decoded>,
    /// The scales, for blocks in ascending k.
    scales: Vec<Decoded>,
}

impl Vector {
    pub(super) const fn new(bits: Vec<u64>, numbers: Vec<Decoded>, scales: Vec<Decoded>) -> Self {
        Self { bits, numbers, scales }
    }

    /// The bits of an element.
    pub(super) fn bits(&self, index: usize) -> u64 {
        self.bits.get(index).copied().unwrap_or(0)
    }

    /// An element.
    pub(super) fn number(&self, index: usize) -> Decoded {
        self.numbers.get(index).copied().unwrap_or(Decoded::Zero)
    }

    /// A scale.
    pub(super) fn scale(&self, index: usize) -> Decoded {
        self.scales.get(index).copied().unwrap_or(Decoded::Nan)
    }
}
