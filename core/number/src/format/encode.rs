//! Encoding: datum to bits.

use super::{FloatFormat, Specials};
use crate::bits::{bit_length, low_word};
use crate::number::{Datum, Kind};

impl FloatFormat {
    /// The encoding of a datum, total on all data.
    ///
    /// A finite datum must be representable, as [`crate::arith::rounding::round`] leaves it.
    /// A datum that the format cannot encode is replaced as OCP specifies for conversions without
    /// saturation: an infinity becomes NaN or else the largest finite magnitude, a NaN the
    /// largest finite magnitude, a zero the smallest magnitude; an unsigned format drops the sign.
    /// A NaN keeps its payload if it fits, and never becomes an infinity.
    #[must_use]
    #[cfg_attr(optimized_for_speed, inline(always))]
    pub const fn encode(&self, datum: &Datum) -> u64 {
        // A product, for signs are unpredictable.
        let sign = datum.negative as u64 * self.sign_mask();
        match datum.kind {
            Kind::Zero => sign,
            Kind::Finite { significand, exponent } => {
                sign | self.encode_finite(significand, exponent)
            }
            Kind::Infinite => match (self.infinity(), self.canonical_nan) {
                (Some(infinity), _) => sign | infinity,
                (None, Some(nan)) => nan,
                (None, None) => sign | self.max_finite(),
            },
            Kind::Nan { quiet, payload } => match (self.specials, self.canonical_nan) {
                (Specials::Ieee754, _) => sign | self.encode_nan(quiet, payload),
                (Specials::NanOnly, Some(nan)) => nan,
                (Specials::NanOnly | Specials::None, _) => self.max_finite(),
            },
        }
    }

    /// The magnitude of a finite datum; one that lies beyond the range is clamped to it.
    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn encode_finite(&self, significand: u64, exponent: i32) -> u64 {
        let least = self.min_quantum();
        let is_full = significand >> (self.precision - 1) == 1
            || exponent == least && significand >> self.precision == 0;
        if is_full && exponent >= least && self.subnormals {
            // As rounding leaves it: nothing is to be moved.
            #[expect(clippy::cast_sign_loss, reason = "it is at least the smallest one")]
            let binades = (exponent - least) as u64;
            let magnitude = (binades << self.trailing_width()) + significand;
            return if magnitude > self.max_finite() { self.max_finite() } else { magnitude };
        }
        let leading = exponent + bit_length(significand as u128) - 1;
        let unbounded_quantum = leading - self.precision as i32 + 1;
        let quantum = if unbounded_quantum > self.min_quantum() {
            unbounded_quantum
        } else {
            self.min_quantum()
        };
        let shift = exponent - quantum;
        let aligned = if shift >= 0 {
            significand << shift
        } else {
            low_word(crate::bits::shift_right(significand as u128, shift.unsigned_abs()))
        };
        // The implicit bit of a normal datum adds 1 to the exponent field.
        #[expect(clippy::cast_sign_loss, reason = "a quantum is at least the smallest one")]
        let binades = (quantum - self.min_quantum()) as u64;
        let magnitude =
            if self.subnormals { (binades << self.trailing_width()) + aligned } else { binades };
        if magnitude > self.max_finite() { self.max_finite() } else { magnitude }
    }

    #[cfg_attr(optimized_for_speed, inline(always))]
    const fn encode_nan(&self, quiet: bool, payload: u64) -> u64 {
        let quiet_bit = 1 << (self.trailing_width() - 1);
        let all_ones = self.magnitude_mask() - self.max_finite() - 1;
        let trailing = payload & all_ones;
        let trailing = if quiet { trailing | quiet_bit } else { trailing & !quiet_bit };
        let infinity = self.max_finite() + 1;
        // A signaling NaN without payload would be an infinity.
        infinity | if trailing == 0 { 1 } else { trailing }
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Class, table};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_encoding_of_a_narrow_format_decodes_and_encodes_to_itself() {
        for format in table::FLOATS.iter().filter(|format| format.width <= 19) {
            for bits in 0..1_u64 << format.width {
                let same = format.encode(&format.decode(bits));
                if format.specials == super::Specials::NanOnly
                    && format.classify(bits) == Class::QuietNan
                {
                    assert_eq!(Some(same), format.canonical_nan, "{} {bits:#x}", format.name);
                } else {
                    assert_eq!(same, bits, "{} {bits:#x}", format.name);
                }
            }
        }
    }

    #[test]
    fn neighbors_walk_through_every_encoding_in_order() {
        for format in table::FLOATS.iter().filter(|format| format.width <= 16) {
            let top = format.infinity().unwrap_or(format.max_finite());
            let bottom = if format.signed { top | format.sign_mask() } else { 0 };
            let (mut bits, mut steps) = (bottom, 0);
            while let Some(next) = format.next_up(bits) {
                let back = format.next_down(next).map(|each| format.decode(each));
                let here = format.decode(bits);
                let is_same =
                    back == Some(here) || here.is_zero() && back.is_some_and(|b| b.is_zero());
                assert!(
                    is_same || format.classify(next) == Class::Zero,
                    "{} {next:#x}",
                    format.name
                );
                bits = next;
                steps += 1;
            }
            assert_eq!(bits, top, "{}", format.name);
            let zeros = u64::from(format.signed && format.subnormals);
            assert_eq!(
                steps,
                if format.signed { 2 * top + 1 - zeros } else { top },
                "{}",
                format.name
            );
        }
    }
}
