//! A lane of a result.

use alloc::string::String;

use crate::bits::hex;
use crate::eval::{Guarantee, LaneResult, Prepared, Trace};
use crate::format::Format;
use crate::number::dyadic::Dyadic;
use crate::text::stored;

/// A lane of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its index; 0 is the least significant.
    pub index: u8,
    /// Its name, such as `lo`; empty where the register has one lane.
    pub name: String,
    /// Its bits.
    pub bits: u64,
    /// Its bits, in hexadecimal with `0x`.
    pub hex: String,
    /// The datum in decimal as it is stored, to at most 9 digits, of f64 to at most 17; or `inf`, `-inf`, `NaN`.
    pub value: String,
    /// The class of the datum, such as `subnormal`.
    pub class: &'static str,
    /// The guarantee of its bits.
    pub guarantee: Guarantee,
    /// The guarantee in a few words.
    pub tag: String,
}

impl Lane {
    /// The lane of an index with its result.
    #[must_use]
    pub fn new(prepared: &Prepared, index: u8, result: LaneResult) -> Self {
        let format = prepared.lane_op().result;
        let LaneResult { bits, guarantee } = result;
        Self {
            index,
            name: prepared.destination().lane_name(index),
            bits,
            hex: hex(bits, format.width().into()),
            value: stored(bits, format),
            class: format.class_name(bits),
            guarantee,
            tag: guarantee.tag(format),
        }
    }
}

/// Returns whether a result is the exact value; `None` where there is no exact value.
#[must_use]
pub fn is_exact(trace: &Trace, bits: u64, format: Format) -> Option<bool> {
    let exact = trace.exact()?;
    Some(!trace.is_cut() && Dyadic::from_datum(&format.decode(bits)).as_ref() == Some(exact))
}

/// The distance of bits from the exact value, in units in the last place of theirs.
#[must_use]
pub(crate) fn error(trace: &Trace, bits: u64, format: Format) -> Option<String> {
    let number = Dyadic::from_datum(&format.decode(bits))?;
    trace.error(&number, format.ulp_exponent(bits))
}
