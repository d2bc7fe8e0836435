//! Random bits for stochastic rounding: the bits of a register that belong to each lane.

use crate::bits::{low_word, mask};
use crate::catalog::Type;

/// The layout of random bits in their register (PTX ISA 9.7.9.21, figures 38 to 41).
///
/// Which of two lanes takes its bits in reverse is a [reading](crate::source::reading), captured
/// from a B200; for fp6 it is inferred from fp8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Two lanes: each has this many of the lowest bits of its half of the register.
    Halves(u8),
    /// Four lanes: each half of the register is for two of them, and the upper lane takes it in
    /// reverse.
    MirroredHalves,
    /// Like `MirroredHalves`, but the lower two lanes have the even bytes and the upper two the odd
    /// ones.
    MirroredBytes,
}

impl Layout {
    /// The layout for a destination type.
    pub(super) const fn of(destination: Type) -> Self {
        match destination.packing().lanes {
            4 if destination.packing().width == 4 => Self::MirroredBytes,
            4 => Self::MirroredHalves,
            _ if matches!(destination, Type::F16x2) => Self::Halves(13),
            _ => Self::Halves(16),
        }
    }

    /// The number of random bits of a lane.
    pub(super) const fn count(self) -> u8 {
        match self {
            Self::Halves(count) => count,
            Self::MirroredHalves | Self::MirroredBytes => 16,
        }
    }

    /// The position of a lane's random bits in their register, and whether they are reversed, as
    /// text.
    pub(super) const fn place(self, lane: u8) -> [&'static str; 2] {
        let (is_upper, is_odd) = match self {
            Self::Halves(_) => (lane > 0, false),
            Self::MirroredHalves | Self::MirroredBytes => (lane > 1, lane & 1 == 1),
        };
        let place = match (self, is_upper) {
            (Self::Halves(13), false) => "[12:0]",
            (Self::Halves(13), true) => "[28:16]",
            (Self::Halves(_) | Self::MirroredHalves, false) => "[15:0]",
            (Self::Halves(_) | Self::MirroredHalves, true) => "[31:16]",
            (Self::MirroredBytes, false) => "[23:16] and [7:0]",
            (Self::MirroredBytes, true) => "[31:24] and [15:8]",
        };
        [place, if is_odd { ", reversed" } else { "" }]
    }

    /// The random bits of a lane.
    pub(super) fn bits(self, register: u64, lane: u8) -> u64 {
        let half = |index: u8| register >> (16 * u32::from(index)) & mask(16);
        let byte = |index: u32| register >> (8 * index) & mask(8);
        let mirrored = |half: u64| {
            if lane & 1 == 0 { half } else { low_word(u128::from(half).reverse_bits() >> 112) }
        };
        match self {
            Self::Halves(count) => half(lane) & mask(u32::from(count)),
            Self::MirroredHalves => mirrored(half(lane / 2)),
            Self::MirroredBytes if lane < 2 => mirrored(byte(2) << 8 | byte(0)),
            Self::MirroredBytes => mirrored(byte(3) << 8 | byte(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::catalog::Type;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn each_destination_has_its_layout() {
        let bits = |kind, lane| Layout::of(kind).bits(0xf234_5679, lane);
        let of = |kind| [0, 1, 2, 3].map(|lane| bits(kind, lane));
        assert_eq!([bits(Type::F16x2, 0), bits(Type::F16x2, 1)], [0x1679, 0x1234]);
        assert_eq!([bits(Type::Bf16x2, 0), bits(Type::Bf16x2, 1)], [0x5679, 0xf234]);
        assert_eq!(of(Type::E4m3x4), [0x5679, 0x9e6a, 0xf234, 0x2c4f]);
        assert_eq!(of(Type::E2m3x4), of(Type::E4m3x4));
        assert_eq!(of(Type::E2m1x4), [0x3479, 0x9e2c, 0xf256, 0x6a4f]);
    }

    #[test]
    fn a_place_in_words_is_where_the_bits_are() {
        let register = 0xf234_5679_u64;
        for (kind, lanes) in
            [(Type::F16x2, 2), (Type::Bf16x2, 2), (Type::E5m2x4, 4), (Type::E2m1x4, 4)]
        {
            for lane in 0..lanes {
                let [ranges, reversed] = Layout::of(kind).place(lane);
                let (mut bits, mut count) = (0, 0);
                for range in ranges.split(" and ") {
                    let (high, low) = range[1..range.len() - 1].split_once(':').unwrap();
                    let (high, low): (u32, u32) = (high.parse().unwrap(), low.parse().unwrap());
                    let width = high + 1 - low;
                    bits = bits << width | register >> low & ((1 << width) - 1);
                    count += width;
                }
                let bits = match reversed {
                    "" => bits,
                    _ => bits.reverse_bits() >> (64 - count),
                };
                assert_eq!(bits, Layout::of(kind).bits(register, lane), "{ranges}{reversed}");
            }
        }
    }
}
