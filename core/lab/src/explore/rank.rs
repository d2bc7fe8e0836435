//! The encodings of a format in the order of their values.
//!
//! The rank of the least number is 0; -0 comes before +0, and NaNs come after all numbers: first the
//! positive ones, then the negative ones, each by payload.

use crate::bits::mask;
use crate::format::{FloatFormat, Format};

/// Returns the number of encodings of one sign that are numbers.
const fn numbers_per_sign(format: &FloatFormat) -> u64 {
    match format.infinity() {
        Some(infinity) => infinity + 1,
        None => format.max_finite() + 1,
    }
}

/// Returns the number of encodings that are numbers, infinities included: the rank of the first
/// NaN.
///
/// For an integer of 64 bits it is one less, so that it fits.
pub const fn n_numbers(format: Format) -> u64 {
    match format {
        Format::Float(float) if float.signed => 2 * numbers_per_sign(float),
        Format::Float(float) => numbers_per_sign(float),
        Format::Fixed(fixed) => mask(fixed.width as u32).saturating_add(1),
    }
}

/// The rank of an encoding; bits above the width are ignored.
#[inline]
pub const fn rank(format: Format, bits: u64) -> u64 {
    match format {
        Format::Fixed(fixed) => (bits & mask(fixed.width as u32)) ^ fixed.min(),
        Format::Float(float) => {
            let negative = bits & float.sign_mask() != 0;
            let magnitude = bits & float.magnitude_mask();
            let n = numbers_per_sign(float);
            match (magnitude.checked_sub(n), negative) {
                (None, true) => n - 1 - magnitude,
                (None, false) if float.signed => n + magnitude,
                (None, false) => magnitude,
                (Some(nan), false) => n_numbers(format) + nan,
                (Some(nan), true) => n_numbers(format) + (float.magnitude_mask() + 1 - n) + nan,
            }
        }
    }
}

/// The encoding of a rank; a rank after the last one gives the last encoding.
pub const fn at_rank(format: Format, rank: u64) -> u64 {
    let last = mask(format.width() as u32);
    let rank = if rank > last { last } else { rank };
    match format {
        Format::Fixed(fixed) => rank ^ fixed.min(),
        Format::Float(float) => {
            let n = numbers_per_sign(float);
            let nans = float.magnitude_mask() + 1 - n;
            match rank.checked_sub(n_numbers(format)) {
                None if float.signed && rank < n => float.sign_mask() | (n - 1 - rank),
                None if float.signed => rank - n,
                None => rank,
                Some(nan) if nan < nans => n + nan,
                Some(nan) => float.sign_mask() | (n + nan - nans),
            }
        }
    }
}

/// Positions of numbers in the order of their values, which are faster to compute than ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    sign: u64,
    /// The bits in which a number differs from its position: without a sign, and with one.
    flips: [u64; 2],
}

impl Place {
    pub(super) const fn of(format: Format) -> Self {
        match format {
            Format::Float(float) if float.signed => {
                let sign = float.sign_mask();
                Self { sign, flips: [sign, sign | float.magnitude_mask()] }
            }
            Format::Float(_) => Self { sign: 0, flips: [0; 2] },
            Format::Fixed(fixed) => Self { sign: 0, flips: [fixed.min(); 2] },
        }
    }

    /// The position of a number.
    pub(super) const fn at(&self, bits: u64) -> u64 {
        bits ^ if bits & self.sign == 0 { self.flips[0] } else { self.flips[1] }
    }

    /// The number at a position.
    pub(super) const fn bits(&self, place: u64) -> u64 {
        place ^ if place & self.sign == 0 { self.flips[1] } else { self.flips[0] }
    }
}

/// The last rank of the run of consecutive encodings that starts at a rank, and whether the
/// encodings decrease.
pub(super) const fn run_of(format: Format, rank: u64) -> (u64, bool) {
    let last = mask(format.width() as u32);
    match format {
        Format::Fixed(fixed) if rank < fixed.min() => (fixed.min() - 1, false),
        Format::Float(float) if float.signed => {
            let n = numbers_per_sign(float);
            // Positive numbers, and NaNs after them.
            let end = n + float.magnitude_mask();
            if rank < n {
                (n - 1, true)
            } else if rank <= end {
                (end, false)
            } else {
                (last, false)
            }
        }
        Format::Fixed(_) | Format::Float(_) => (last, false),
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, at_rank, n_numbers, rank, run_of};
    use crate::catalog::Type;
    use crate::format::Format;
    use crate::format::table::{F32, F64, F64_UPPER};
    use crate::number::dyadic::Dyadic;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn ranks_are_the_order_of_values() {
        for format in Type::SPELLED.map(Type::format).into_iter().filter(|it| it.width() <= 16) {
            let all = 1_u64 << format.width();
            let mut before: Option<(u64, Option<Dyadic>)> = None;
            for place in 0..all {
                let bits = at_rank(format, place);
                assert_eq!(rank(format, bits), place, "{} {bits:#x}", format.name());
                assert_eq!(format.is_nan(bits), place >= n_numbers(format));
                let value = Dyadic::from_datum(&format.decode(bits));
                if let Some((earlier, Some(low))) = &before
                    && let Some(high) = &value
                {
                    let zeros = low.is_zero() && high.is_zero();
                    assert!(low < high || zeros, "{} {earlier:#x} {bits:#x}", format.name());
                }
                before = Some((bits, value));
            }
        }
    }

    #[test]
    fn encodings_follow_each_other_in_runs() {
        for format in Type::SPELLED.map(Type::format).into_iter().filter(|it| it.width() <= 16) {
            let last = (1_u64 << format.width()) - 1;
            for place in 0..last {
                let (end, is_falling) = run_of(format, place);
                let [bits, next] = [place, place + 1].map(|place| at_rank(format, place));
                let expected = if is_falling { bits.wrapping_sub(1) } else { bits + 1 };
                assert_eq!(place < end, next == expected, "{} {place:#x}", format.name());
            }
            assert_eq!(run_of(format, last), (last, false));
        }
    }

    #[test]
    fn places_are_in_the_order_of_ranks() {
        for format in Type::SPELLED.map(Type::format).into_iter().filter(|it| it.width() <= 16) {
            let place = Place::of(format);
            let mut before = None;
            for bits in (0..n_numbers(format)).map(|rank| at_rank(format, rank)) {
                let here = place.at(bits);
                assert!(before.replace(here).is_none_or(|before| before < here), "{bits:#x}");
                assert_eq!(place.bits(here), bits, "{}", format.name());
            }
        }
    }

    #[test]
    fn wide_formats_have_their_ends() {
        let f32 = Format::Float(&F32);
        assert_eq!((at_rank(f32, 0), at_rank(f32, n_numbers(f32) - 1)), (0xff80_0000, 0x7f80_0000));
        assert_eq!(
            (at_rank(f32, n_numbers(f32)), at_rank(f32, u64::MAX)),
            (0x7f80_0001, u64::from(u32::MAX))
        );
        for format in [
            Format::Float(&F64),
            f32,
            Format::Float(&F64_UPPER),
            Type::S64.format(),
            Type::U64.format(),
        ] {
            for place in [0, 1, 12345, n_numbers(format) / 2, n_numbers(format) - 1] {
                assert_eq!(rank(format, at_rank(format, place)), place, "{}", format.name());
            }
        }
        assert_eq!(at_rank(Type::S64.format(), 0), 1 << 63);
        assert_eq!(at_rank(Type::U64.format(), u64::MAX), u64::MAX);
    }
}
