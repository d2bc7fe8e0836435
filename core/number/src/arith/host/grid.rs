//! The numbers of a format, among those of f64.

use super::narrow::{Narrow, Widen};
use super::single::Finish;
use super::{DONE, PLACE, power};
use crate::arith::rounding::Rounding;
use crate::bits::low_half;
use crate::format::FloatFormat;
use crate::format::table::F32;

/// The numbers of a format whose numbers are numbers of f32. An infinity counts as the power of two that
/// follows the largest number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) narrow: Option<(Widen, Narrow, Finish)>,
    /// The powers of two of the least and of the largest binade, and the one after it.
    pub(super) binades: [f64; 3],
    /// The ulp of 1, and the largest significand in units of it.
    ulp: f64,
    last: f64,
}

impl Grid {
    pub(super) fn of(format: &'static FloatFormat) -> Option<Self> {
        format.infinity()?;
        let narrow = if *format == F32 {
            None
        } else {
            let widen = Widen::new(format)?;
            let narrow = Narrow::new(format, Rounding::TiesToEven, false)?;
            Some((widen, narrow, Finish::plain(format, Some(0), DONE)))
        };
        let binades = [format.emin(), format.emax(), format.emax() + 1].map(power);
        let trailing = format.trailing_width().cast_signed();
        let [ulp, last] = [power(-trailing), power(trailing + 1) - 1.0];
        Some(Self { narrow, binades, ulp, last })
    }

    /// The number of an encoding.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn decode<const NARROW: bool>(&self, bits: u64) -> f64 {
        let bits = low_half(bits);
        let bits = match &self.narrow {
            Some((widen, ..)) if NARROW => widen.apply(bits),
            _ => bits,
        };
        f32::from_bits(bits).into()
    }

    /// The encoding of a number of the format.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn encode<const NARROW: bool>(&self, number: f64) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "f32 has it")]
        let bits = (number as f32).to_bits();
        let bits = match &self.narrow {
            Some((_, narrow, finish)) if NARROW => narrow.apply::<true>(bits, finish).0,
            _ => bits,
        };
        bits.into()
    }

    /// The number nearest to a sum that is not negative.
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub(super) fn place(&self, high: f64, low: f64) -> Place {
        let [least, most, beyond] = self.binades;
        let binade = f64::from_bits(high.to_bits() & 0x7ff << 52);
        let binade = if binade < least { least } else { binade };
        let binade = if binade > most { most } else { binade };
        let unit = binade * self.ulp;
        // The last place of a sum with this is that of the format.
        let magic = unit * PLACE;
        let nearest = (high + magic) - magic;
        let nearest = if nearest > beyond { beyond } else { nearest };
        let is_first = (nearest == binade) & (binade > least);
        let is_next = (nearest > unit * self.last) & (binade < most);
        let above = if is_next { unit + unit } else { unit };
        let below = if is_first { unit * 0.5 } else { unit };
        Place { nearest, off: (high - nearest) + low, above, below }
    }
}

/// A number of a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) nearest: f64,
    /// A value minus this number.
    pub(super) off: f64,
    /// The distances of the next numbers.
    pub(super) above: f64,
    pub(super) below: f64,
}
