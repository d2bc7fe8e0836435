//! An exact value, rounded in every direction.

use crate::arith::rounding::{Rounding, Subnormals, round, round_to_fixed};
use crate::eval::Trace;
use crate::format::Format;
use crate::number::Exact;
use crate::number::dyadic::Dyadic;

/// The bits that are kept of a value before it is rounded: more than any format has.
const KEPT: u32 = 120;

/// The exact value of a number.
#[must_use]
pub(super) fn exact(value: &Dyadic, is_cut: bool) -> Option<Exact> {
    let length = value.magnitude().bit_length();
    let below = length.saturating_sub(KEPT);
    let significand = value.magnitude().shr(below).to_u128().filter(|bits| *bits != 0)?;
    // The magnitude is odd: whatever is shifted out is not 0.
    Some(Exact {
        negative: value.is_negative(),
        significand,
        exponent: value.exponent().saturating_add_unsigned(below),
        sticky: is_cut || below > 0,
    })
}

/// The exact value of a lane, if it is a number other than 0.
#[must_use]
pub(super) fn exact_of(trace: &Trace) -> Option<Exact> {
    exact(trace.exact()?, trace.is_cut())
}

/// An exact value in a format, rounded in a direction.
#[must_use]
pub(super) fn in_direction(value: &Exact, format: Format, rounding: Rounding) -> u64 {
    let datum = match format {
        Format::Float(format) => round(value, format, rounding, Subnormals::Keep).datum,
        Format::Fixed(format) => round_to_fixed(value, format, rounding).datum,
    };
    format.encode(&datum)
}

/// A value that is rounded to another format before.
#[must_use]
pub(super) fn twice(value: &Exact, through: Format, format: Format) -> Option<u64> {
    let first = through.decode(in_direction(value, through, Rounding::TiesToEven));
    match Dyadic::from_datum(&first).and_then(|value| exact(&value, false)) {
        Some(again) => Some(in_direction(&again, format, Rounding::TiesToEven)),
        // An infinity, or a zero.
        None => format.encode_exact(&first),
    }
}
