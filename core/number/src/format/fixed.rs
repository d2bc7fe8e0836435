//! Fixed-point numbers: range, neighbors, encoding.

use super::FixedFormat;
use crate::bits::{low_word, mask};
use crate::number::{Datum, Kind};

impl FixedFormat {
    /// The exponent of the least significant bit.
    pub const fn quantum(&self) -> i32 {
        -(self.fraction as i32)
    }

    /// The encoding of the largest number.
    pub const fn max(&self) -> u64 {
        mask(self.width as u32 - self.signed as u32)
    }

    /// The encoding of the least number.
    pub const fn min(&self) -> u64 {
        if self.signed { 1 << (self.width - 1) } else { 0 }
    }

    /// The largest magnitude of either sign, in units of the last place.
    pub const fn limit(&self, negative: bool) -> u128 {
        match (self.signed, negative) {
            (false, false) => mask(self.width as u32) as u128,
            (false, true) => 0,
            (true, false) => mask(self.width as u32 - 1) as u128,
            (true, true) => 1 << (self.width - 1),
        }
    }

    /// The encoding of ±`magnitude` units of the last place, clamped to the range.
    #[must_use]
    pub const fn encode(&self, negative: bool, magnitude: u128) -> u64 {
        let limit = self.limit(negative);
        let clamped = low_word(if magnitude > limit { limit } else { magnitude });
        (if negative { clamped.wrapping_neg() } else { clamped }) & mask(self.width as u32)
    }

    /// The encoding of a datum, total on all data: what lies beyond the range is clamped to it,
    /// what lies below the last place is cut off, and a NaN, which no conversion leaves, is 0.
    #[must_use]
    pub const fn encode_datum(&self, datum: &Datum) -> u64 {
        let magnitude = match datum.kind {
            Kind::Zero | Kind::Nan { .. } => 0,
            Kind::Infinite => u128::MAX,
            Kind::Finite { significand, exponent } => {
                let shift = exponent - self.quantum();
                if shift <= 0 {
                    crate::bits::shift_right(significand as u128, shift.unsigned_abs())
                } else if shift <= 64 {
                    (significand as u128) << shift
                } else {
                    u128::MAX
                }
            }
        };
        self.encode(datum.negative, magnitude)
    }

    /// The next number up, where there is one.
    pub const fn next_up(&self, bits: u64) -> Option<u64> {
        let bits = bits & mask(self.width as u32);
        if bits == self.max() { None } else { Some((bits + 1) & mask(self.width as u32)) }
    }

    /// The next number down, where there is one.
    pub const fn next_down(&self, bits: u64) -> Option<u64> {
        let bits = bits & mask(self.width as u32);
        if bits == self.min() { None } else { Some(bits.wrapping_sub(1) & mask(self.width as u32)) }
    }
}

#[cfg(test)]
mod tests {
    use crate::format::table;
    use crate::number::{Datum, Kind};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn encodes_what_it_decodes_and_clamps_the_rest() {
        for format in table::FIXEDS {
            let last = crate::bits::mask(u32::from(format.width.min(16)));
            for bits in (0..=last).map(|low| low << (format.width - format.width.min(16))) {
                let datum = format.decode(bits);
                assert_eq!(format.encode_datum(&datum), bits, "{}", format.name);
                assert!(!(datum.negative && datum.is_zero()));
            }
        }
        assert_eq!((table::S2F6.encode(false, 128), table::S2F6.encode(true, 200)), (0x7f, 0x80));
        assert_eq!((table::U8.encode(true, 1), table::U8.encode(false, 300)), (0, 0xff));
        assert_eq!(table::S64.encode(true, 1 << 63), 1 << 63);
        assert_eq!(table::U64.encode(false, 1 << 64), u64::MAX);
    }

    #[test]
    fn data_beyond_the_range_are_clamped() {
        let large = Kind::Finite { significand: u64::MAX, exponent: 900 };
        for (format, up, down) in
            [(&table::S8, 0x7f, 0x80), (&table::U8, 0xff, 0), (&table::U64, u64::MAX, 0)]
        {
            for kind in [large, Kind::Infinite] {
                assert_eq!(format.encode_datum(&Datum { negative: false, kind }), up);
                assert_eq!(format.encode_datum(&Datum { negative: true, kind }), down);
            }
        }
    }

    #[test]
    fn neighbors_walk_through_every_number_in_order() {
        for format in table::FIXEDS.iter().filter(|format| format.width <= 16) {
            let (mut bits, mut steps) = (format.min(), 0_u64);
            while let Some(next) = format.next_up(bits) {
                assert_eq!(format.next_down(next), Some(bits), "{}", format.name);
                (bits, steps) = (next, steps + 1);
            }
            assert_eq!((bits, steps), (format.max(), (1 << format.width) - 1), "{}", format.name);
            assert_eq!(format.next_down(format.min()), None);
        }
    }
}
