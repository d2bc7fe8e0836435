//! Lanes: how data lie in a register.

use alloc::string::{String, ToString};

use crate::bits::mask;

/// The layout of the lanes of a register.
///
/// Lane 0 is the least significant one.
/// PTX puts the first source of a packing instruction into the highest lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The number of lanes, at least 1.
    pub lanes: u8,
    /// Bits from one lane to the next.
    pub stride: u8,
    /// Bits of an element.
    pub width: u8,
    /// Unused bits below the element within its stride: 13 for tf32, else 0.
    pub padding_below: u8,
}

impl Packing {
    /// One lane that fills its register.
    #[inline]
    pub const fn scalar(width: u8) -> Self {
        Self { lanes: 1, stride: width, width, padding_below: 0 }
    }

    /// Two lanes that fill their register.
    #[inline]
    pub const fn pair(width: u8) -> Self {
        Self { lanes: 2, stride: width, width, padding_below: 0 }
    }

    /// The name of a lane: empty where there is one, `hi` and `lo` where there are two.
    #[must_use]
    pub fn lane_name(&self, lane: u8) -> String {
        match (self.lanes, lane) {
            (1, _) => String::new(),
            (2, 0) => String::from("lo"),
            (2, _) => String::from("hi"),
            _ => lane.to_string(),
        }
    }

    /// Bits of the register that lanes lie in.
    #[inline]
    pub const fn register_width(&self) -> u8 {
        self.lanes * self.stride
    }

    /// The position of the least significant bit of a lane's element.
    #[inline]
    pub const fn offset(&self, lane: u8) -> u32 {
        lane as u32 * self.stride as u32 + self.padding_below as u32
    }

    /// The bits of a lane's element; 0 for a lane that does not exist.
    #[must_use]
    #[inline]
    pub const fn extract(&self, register: u64, lane: u8) -> u64 {
        if lane >= self.lanes { 0 } else { register >> self.offset(lane) & mask(self.width as u32) }
    }

    /// The bits of a lane's stride that are not its element's, where they are.
    #[must_use]
    #[inline]
    pub const fn padding(&self, register: u64, lane: u8) -> u64 {
        let stride = Self { width: self.stride, padding_below: 0, ..*self };
        let element = mask(self.width as u32) << self.padding_below;
        stride.extract(register, lane) & !element
    }

    /// Whether a register has bits outside of its lanes' elements, where a result has none.
    #[must_use]
    pub fn has_strays(&self, register: u64) -> bool {
        (0..self.lanes).fold(register, |rest, lane| self.insert(rest, lane, 0)) != 0
    }

    /// The register with a lane's element replaced.
    #[must_use]
    pub const fn insert(&self, register: u64, lane: u8, bits: u64) -> u64 {
        if lane >= self.lanes {
            return register;
        }
        let field = mask(self.width as u32) << self.offset(lane);
        register & !field | bits << self.offset(lane) & field
    }
}
