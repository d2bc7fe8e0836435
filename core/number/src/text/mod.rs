//! Data as text, both ways, without a detour through another format.
//!
//! # Reading
//!
//! [`parse`] reads the text of one operand, letter case aside:
//!
//! | text | meaning |
//! | --- | --- |
//! | `1.5`, `-0`, `.5`, `1e-7`, `1_000`, `1.5f` | a decimal number |
//! | `1/3`, `-2.5/7e3` | a fraction of two decimal numbers |
//! | `2^-149`, `-10^3` | a power of 2 or 10 with an integer exponent |
//! | `0x1.8p+3` | a hexadecimal floating-point number of C: it has a `.` or a `p` |
//! | `0x3fc0`, `0b0_01111_1000000000` | the bits of the encoding |
//! | `0f3f800000`, `0d3ff0000000000000` | the bits of an `f32` or `f64`, as PTX writes constants |
//! | `inf`, `infinity`, `nan`, `snan` | a special datum; `nan` is the canonical one |
//! | `min`, `max`, `sub` | the smallest normal, largest finite, smallest subnormal datum |
//!
//! A number is rounded once, to nearest, ties to even, from the exact value of the text.
//! For an integer or fixed-point format, `min` and `max` are the ends of its range, and a number
//! beyond them is rejected, as are the other words. A predicate is `1` or `0`, `true` or `false`.
//! Text is limited to [`MAX_LENGTH`] bytes, and all its digits count.
//! An exponent may be of any size: if it makes the value overflow or underflow in every format, it
//! is replaced by a smaller one with the same effect.
//!
//! # Writing
//!
//! [`shortest`], [`concise`] and [`exact_decimal`] write a number without an exponent if its first
//! digit stands for 10^-5 to 10^15, otherwise as `1.5e-7`; an integer always has all its digits.

mod fixed;
mod float;
mod once;
mod parse;
mod print;
mod ratio;
mod relative;
mod scan;
mod stated;

#[doc(hidden)]
pub mod quote;

pub use crate::bits::{hex, hex_digits};
#[doc(hidden)]
pub use once::exact;
pub use parse::parse;
pub use print::{c_hex, concise, exact_brief, exact_decimal, grouped, shortest, stored};
pub use relative::{RelativeError, relative, relative_error};
pub use stated::{check_stated, states};

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

/// The longest text that is read, in bytes: the exact decimal of any datum is shorter.
pub const MAX_LENGTH: usize = 4096;

/// The digits of a stored datum that a note shows.
const NOTE_DIGITS: usize = 30;

/// The meaning of the text of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The encoding in the format asked for.
    pub bits: u64,
    /// The relation of the bits to the text.
    pub exactness: Exactness,
    /// The format of the PTX constant (`0f...`, `0d...`) whose value was converted, if there was
    /// one.
    pub converted_from: Option<&'static str>,
}

/// The relation of an encoding to the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// The text names an encoding, not a value: bits, or a NaN.
    Given,
    /// The datum is what the text says.
    Exact,
    /// The value lies between two data of the format; the nearest one is stored.
    Rounded {
        /// The datum stored, in decimal, cut off with `…` where it is long.
        stored: String,
        /// The datum stored minus the value typed, in units in the last place of the datum
        /// stored, with a sign and three significant digits: `+0.488`.
        error_ulp: String,
    },
    /// The value rounds to more than the largest finite magnitude.
    Overflowed {
        /// The stored value: the infinity, or the largest finite magnitude if there is none.
        stored: String,
        /// The largest finite magnitude.
        largest: String,
    },
}

impl Entry {
    /// Returns a remark on the entry, as a sentence, unless it is exact.
    ///
    /// ```
    /// use ptxfp::{format::table::BF16, text::parse};
    ///
    /// let note = "Stored as 0.10009765625, +0.2 ulp from what you typed.";
    /// assert_eq!(parse("0.1", &BF16).unwrap().note().as_deref(), Some(note));
    /// ```
    pub fn note(&self) -> Option<String> {
        let source = match self.converted_from {
            Some(name) => format!("the {name} constant"),
            None => "what you typed".to_string(),
        };
        match (&self.exactness, self.converted_from) {
            (Exactness::Rounded { stored, error_ulp }, _) => {
                Some(format!("Stored as {stored}, {error_ulp} ulp from {source}."))
            }
            (Exactness::Overflowed { stored, largest }, _) => Some(format!(
                "Stored as {stored}: {source} is beyond the largest finite magnitude, {largest}."
            )),
            (Exactness::Given, Some(name)) => Some(format!("Converted from an {name} constant.")),
            (Exactness::Exact, Some(name)) => {
                Some(format!("Converted from an {name} constant, exactly."))
            }
            (Exactness::Given | Exactness::Exact, None) => None,
        }
    }
}

/// The error for a text that is not an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The message, with the fix: lower case, no final period.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for TextError {}

impl TextError {
    /// The error of a part of a text, as one of the text, in which the part begins at `start`.
    #[doc(hidden)]
    #[must_use]
    pub fn behind(mut self, start: usize) -> Self {
        self.span = start + self.span.start..start + self.span.end;
        self
    }
}

#[cfg(test)]
mod tests;
