//! The bits of a register, some of which are open.

use crate::bits::{bit_length, mask};
use crate::format::Format;

/// The bits of a register, some of which are open: each of those may be 0 or 1.
///
/// The payload of a NaN is open, but not all of it is 0. So some open bits form *runs*: at least
/// one bit of a run is 1. One mask has all runs, each as a sequence of adjacent ones; the payloads
/// of different lanes are not adjacent. Two runs that become adjacent merge into one, which is a
/// weaker statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The value of the bits; for open ones, the reference.
    pub bits: u64,
    /// The open bits.
    pub open: u64,
    /// The runs, of each of which at least one bit is 1.
    nonzero: u64,
}

/// The runs of adjacent ones in a mask.
fn runs(mask: u64) -> impl Iterator<Item = u64> {
    let mut rest = mask;
    core::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        // The sum carries through the lowest run.
        let run = rest & !rest.wrapping_add(lowest);
        rest &= !run;
        (run != 0).then_some(run)
    })
}

impl Partial {
    /// Bits of which none is open.
    pub const fn determined(bits: u64) -> Self {
        Self { bits, open: 0, nonzero: 0 }
    }

    /// Bits of which those in the mask `open` are open.
    pub const fn open(bits: u64, open: u64) -> Self {
        Self { bits, open, nonzero: 0 }
    }

    /// Bits of which those in the mask `open` are open, and at least one bit of each run in
    /// `nonzero` is 1.
    pub fn with_runs(bits: u64, open: u64, nonzero: u64) -> Self {
        let mut new = Self::open(bits, open);
        for run in runs(nonzero) {
            match (run & bits & !open, run & open) {
                // Only this bit of the run can be 1, so it is.
                (0, only) if only.is_power_of_two() => new.open &= !only,
                (0, _) => new.nonzero |= run,
                // A bit of the run is 1 and not open.
                (_, _) => {}
            }
        }
        new
    }

    /// Whether no bit is open.
    pub const fn is_determined(&self) -> bool {
        self.open == 0
    }

    /// The runs of which at least one bit is 1, in one mask.
    pub const fn runs(&self) -> u64 {
        self.nonzero
    }

    /// Each run of which at least one bit is 1.
    pub fn each_run(&self) -> impl Iterator<Item = u64> + use<> {
        runs(self.nonzero)
    }

    /// Whether these bits are a permitted value.
    #[must_use]
    pub fn admits(&self, bits: u64) -> bool {
        (bits ^ self.bits) & !self.open == 0 && runs(self.nonzero).all(|run| bits & run != 0)
    }

    /// The bits with all open ones set or cleared, whether or not the runs permit that.
    pub(super) const fn filled(&self, with_ones: bool) -> u64 {
        if with_ones { self.bits | self.open } else { self.bits & !self.open }
    }

    /// The bits with the open ones replaced by the lowest bits of a number, in order.
    pub(super) fn filling(&self, number: u64) -> u64 {
        let places = (0..u64::BITS).map(|place| 1 << place).filter(|one| self.open & one != 0);
        let ones = places.zip(0..).filter(|(_, index)| number >> index & 1 == 1);
        ones.fold(self.filled(false), |all, (one, _)| all | one)
    }

    /// The least permitted value, as an unsigned integer.
    #[must_use]
    pub fn least(&self) -> u64 {
        let lowest = |run: u64| (run & self.open) & (run & self.open).wrapping_neg();
        runs(self.nonzero).fold(self.filled(false), |all, run| all | lowest(run))
    }

    /// The greatest permitted value, as an unsigned integer.
    #[must_use]
    pub const fn greatest(&self) -> u64 {
        self.filled(true)
    }

    /// The least and the greatest permitted value; integers in two's complement if `sign` is their
    /// sign bit, unsigned if it is 0.
    pub(super) fn ends(&self, sign: u64) -> [u64; 2] {
        if self.open & sign == 0 {
            return [self.least(), self.greatest()];
        }
        let rest = Self::with_runs(self.bits | sign, self.open & !sign, self.nonzero);
        [rest.least(), self.greatest() & !sign]
    }

    /// Whether every permitted value is a NaN of a format.
    #[must_use]
    pub fn is_nan(&self, format: Format) -> bool {
        let Some(float) = format.float() else { return false };
        // The magnitudes of NaNs are above those of all numbers.
        format.is_nan(self.field(0, u32::from(float.width) - u32::from(float.signed)).least())
    }

    /// Keeps the bits in a mask; the others become 0.
    #[must_use]
    pub fn masked(&self, mask: u64) -> Self {
        let whole = runs(self.nonzero).filter(|run| run & !mask == 0);
        let nonzero = whole.fold(0, |all, run| all | run);
        Self { bits: self.bits & mask, open: self.open & mask, nonzero }
    }

    /// The field of `width` bits at the position `place`, moved to the lowest bits.
    #[must_use]
    pub fn field(&self, place: u32, width: u32) -> Self {
        let Self { bits, open, nonzero } = self.masked(mask(width).checked_shl(place).unwrap_or(0));
        let down = |bits: u64| bits.checked_shr(place).unwrap_or(0);
        Self { bits: down(bits), open: down(open), nonzero: down(nonzero) }
    }

    /// Moves the bits up by `place` positions; the caller sees to it that none is lost.
    #[must_use]
    pub fn shifted(&self, place: u32) -> Self {
        let up = |bits: u64| bits.checked_shl(place).unwrap_or(0);
        Self { bits: up(self.bits), open: up(self.open), nonzero: up(self.nonzero) }
    }

    /// Joins two values that have no positions in common.
    #[must_use]
    pub const fn beside(&self, other: &Self) -> Self {
        Self {
            bits: self.bits | other.bits,
            open: self.open | other.open,
            nonzero: self.nonzero | other.nonzero,
        }
    }

    /// One value or the other: the bits in which they differ are open.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let open = self.open | other.open | (self.bits ^ other.bits);
        let shared = |one: &Self, two: &Self| {
            let all = runs(one.nonzero).filter(|run| two.has_one_in(*run));
            all.fold(0, |all, run| all | run)
        };
        Self::with_runs(self.bits, open, shared(self, other) | shared(other, self))
    }

    /// Whether every permitted value has a 1 in a mask.
    fn has_one_in(&self, mask: u64) -> bool {
        self.bits & !self.open & mask != 0 || runs(self.nonzero).any(|run| run & !mask == 0)
    }

    /// The bits that all integers from `low` to `high` share, with the others open.
    pub fn between(bits: u64, [low, high]: [u64; 2]) -> Self {
        Self::open(bits, mask(bit_length((low ^ high).into()).unsigned_abs()))
    }

    /// Bits of which all in the lowest `width` are open.
    pub const fn any(bits: u64, width: u32) -> Self {
        Self::open(bits, mask(width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    use crate::format::table::{E4M3, F16, F32};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// An f32 NaN of any sign and payload.
    fn nan() -> Partial {
        Partial::with_runs(0x7fff_ffff, 0x807f_ffff, 0x007f_ffff)
    }

    #[test]
    fn runs_are_as_long_as_ones_are_adjacent() {
        assert_eq!(runs(0b0110_1110_0001).collect::<Vec<_>>(), [1, 0b1110_0000, 0b0110_0000_0000]);
        assert_eq!(runs(u64::MAX).collect::<Vec<_>>(), [u64::MAX]);
        assert_eq!(runs(1 << 63).collect::<Vec<_>>(), [1 << 63]);
        assert_eq!(runs(0).count(), 0);
    }

    #[test]
    fn a_nan_is_one_in_each_format_that_it_fills() {
        let (f32, f16) = (Format::Float(&F32), Format::Float(&F16));
        assert!(nan().is_nan(f32) && nan().masked(0x7fff_ffff).is_nan(f32));
        assert!(nan().admits(0xff80_0001) && !nan().admits(0x7f80_0000) && !nan().admits(0));
        assert_eq!((nan().least(), nan().greatest()), (0x7f80_0001, u64::from(u32::MAX)));
        // The upper half has an f16 exponent of ones and a payload; the lower half is arbitrary.
        assert!(nan().field(16, 16).is_nan(f16) && !nan().field(0, 16).is_nan(f16));
        assert!(!Partial::open(0x7fff_ffff, 0x007f_ffff).is_nan(f32), "it may be an infinity");
        assert!(Partial::open(0xff, 0x80).is_nan(Format::Float(&E4M3)));
    }

    #[test]
    fn the_last_bit_that_may_be_one_is_one() {
        assert_eq!(Partial::with_runs(0b100, 0b100, 0b111), Partial::determined(0b100));
        assert_eq!(Partial::with_runs(0b101, 0b110, 0b111), Partial::open(0b101, 0b110));
    }

    #[test]
    fn either_of_two_is_open_where_they_differ() {
        let either = nan().or(&Partial::determined(0x7f80_0001));
        assert!(either.is_nan(Format::Float(&F32)), "{either:x?}");
        let either = nan().or(&Partial::determined(0x3f80_0000));
        assert!(either.admits(0x3f80_0000) && either.admits(0xffff_ffff), "{either:x?}");
        assert_eq!(Partial::determined(5).or(&Partial::determined(4)).open, 1);
    }

    #[test]
    fn ends_are_those_of_the_order() {
        let number = Partial::open(0b0101, 0b1100);
        assert_eq!(number.ends(0), [0b0001, 0b1101]);
        assert_eq!(number.ends(0b1000), [0b1001, 0b0101]);
        assert_eq!(Partial::between(0x34, [0x31, 0x3c]), Partial::open(0x34, 0xf));
    }
}
