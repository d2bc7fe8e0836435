//! Domains of operands: lists of encodings of a format with random access.
//!
//! ```text
//! domain = bits | set ["/" stride] [":bits"] | ("random" | "edges") ":" count [":" seed]
//! set    = "all" | bits ".." bits          both ends included
//! bits   = "0x" and hexadecimal digits
//! ```
//!
//! `all` and a range are in the order of values, NaNs last, or with `:bits` in the order of
//! encodings. A stride of n takes every nth encoding. Random encodings are a pure function of seed
//! and index; `edges` prefers those near zeros, powers of two and the ends of the range.
//!
//! The text uses only the alphabet of `link`, and a link has [`Domain::text`].

use alloc::string::String;

use super::rank::{at_rank, rank, run_of};
use crate::bits::mask;
use crate::format::Format;
use crate::text::TextError;

mod text;

/// The widest format whose encodings may all be a domain, in bits.
pub const MAX_ALL_WIDTH: u8 = 32;

/// A set of encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// One encoding.
    Fixed(u64),
    /// All encodings.
    All,
    /// The encodings from one to another, both included.
    Range {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
    },
    /// A number of pseudorandom encodings, which may repeat.
    Random {
        /// The number of operands.
        count: u64,
        /// The seed that selects them.
        seed: u64,
        /// Whether encodings near the edges of the format are preferred.
        edges: bool,
    },
}

/// The order of encodings, for all of them or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The order of values; see [`rank`](super::rank).
    Value,
    /// The order of the encodings as integers.
    Encoding,
}

/// The error for a set that is not a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainError {
    /// It is empty.
    Empty,
    /// The range ends before it begins, in its order.
    Backwards,
    /// An end of the range is a NaN, which has no place among values.
    Nan,
    /// An encoding has more bits than the format.
    Wide,
    /// The format has too many encodings for all of them.
    TooMany,
    /// The stride is 0.
    Stride,
}

impl DomainError {
    /// Returns the message: lower case, no full stop.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Empty => "the count is 0",
            Self::Backwards => "the range ends before it begins; put the smaller number first",
            Self::Nan => "an end of the range is NaN; `:bits` permits NaN in a range",
            Self::Wide => "the value has more bits than the format",
            Self::TooMany => "the format has too many encodings for `all`; use a range or `random`",
            Self::Stride => "the stride is 0",
        }
    }
}

/// A list of encodings of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    format: Format,
    set: Set,
    order: Order,
    stride: u64,
    /// The rank of the first encoding, or the encoding itself, by order.
    first: u64,
    len: u64,
}

impl Domain {
    /// A domain with every `stride`th encoding of a set in an order. For a single encoding and for
    /// random ones, stride and order are ignored.
    ///
    /// # Errors
    ///
    /// A set that is empty, backwards, not of the format, or too large.
    pub fn new(format: Format, set: Set, order: Order, stride: u64) -> Result<Self, DomainError> {
        let last_encoding = mask(u32::from(format.width()));
        let place = |bits| match order {
            _ if bits > last_encoding => Err(DomainError::Wide),
            Order::Value if format.is_nan(bits) => Err(DomainError::Nan),
            Order::Value => Ok(rank(format, bits)),
            Order::Encoding => Ok(bits),
        };
        let (first, last) = match set {
            Set::Fixed(bits) if bits > last_encoding => return Err(DomainError::Wide),
            Set::Fixed(bits) => {
                let (order, stride) = (Order::Encoding, 1);
                return Ok(Self { format, set, order, stride, first: bits, len: 1 });
            }
            Set::Random { count: 0, .. } => return Err(DomainError::Empty),
            Set::Random { count, .. } => {
                let (order, stride) = (Order::Encoding, 1);
                return Ok(Self { format, set, order, stride, first: 0, len: count });
            }
            Set::All if format.width() > MAX_ALL_WIDTH => return Err(DomainError::TooMany),
            Set::All => (0, last_encoding),
            Set::Range { first, last } => (place(first)?, place(last)?),
        };
        let distance = last.checked_sub(first).ok_or(DomainError::Backwards)?;
        let steps = distance.checked_div(stride).ok_or(DomainError::Stride)?;
        Ok(Self { format, set, order, stride, first, len: steps.saturating_add(1) })
    }

    /// All encodings of a format, in the order of values.
    ///
    /// # Errors
    ///
    /// A format of more than [`MAX_ALL_WIDTH`] bits.
    pub fn all(format: Format) -> Result<Self, DomainError> {
        Self::new(format, Set::All, Order::Value, 1)
    }

    /// Reads the text of a domain.
    ///
    /// # Errors
    ///
    /// A text that is not a domain: the message has the position and a solution.
    ///
    /// ```
    /// use ptxfp::explore::domain::Domain;
    /// use ptxfp::format::table::BF16;
    ///
    /// let one_to_two = Domain::parse("0x3f80..0x4000/2", (&BF16).into()).unwrap();
    /// assert_eq!((one_to_two.len(), one_to_two.at(1)), (65, 0x3f82));
    /// assert_eq!(one_to_two.text(), "0x3f80..0x4000/2");
    /// ```
    pub fn parse(text: &str, format: Format) -> Result<Self, TextError> {
        text::parse(text, format)
    }

    /// The canonical text; [`Self::parse`] reads it as the same domain.
    #[must_use]
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The format of the encodings.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The set.
    pub const fn set(&self) -> Set {
        self.set
    }

    /// The order.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The stride.
    pub const fn stride(&self) -> u64 {
        self.stride
    }

    /// Returns the number of encodings, at least 1; repeated ones count each time.
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// The encoding at an index; after the end, the last one.
    #[must_use]
    pub const fn at(&self, index: u64) -> u64 {
        let index = if index < self.len { index } else { self.len - 1 };
        if let Set::Random { seed, edges, .. } = self.set {
            return random(self.format, seed, index, edges);
        }
        let place = self.first + index * self.stride;
        match self.order {
            Order::Value => at_rank(self.format, place),
            Order::Encoding => place,
        }
    }

    /// Writes the encodings of consecutive indices to `places`; the domain must have enough of
    /// them.
    pub(super) fn fill(&self, mut index: u64, mut places: &mut [u64]) {
        while let Some((place, rest)) = places.split_first_mut() {
            let first = self.at(index);
            *place = first;
            let rank = self.first + index.wrapping_mul(self.stride);
            let (end, is_falling) = match (self.set, self.order) {
                (Set::Random { .. }, _) => (rank, false),
                // Most encodings are neighbors of the one before.
                (_, Order::Value) => run_of(self.format, rank),
                (_, Order::Encoding) => (u64::MAX, false),
            };
            let step = if is_falling { self.stride.wrapping_neg() } else { self.stride };
            let left = end.saturating_sub(rank).checked_div(self.stride).unwrap_or(0);
            let run = usize::try_from(left).unwrap_or(usize::MAX).min(rest.len());
            let (run, rest) = rest.split_at_mut(run);
            let mut bits = first;
            for place in &mut *run {
                bits = bits.wrapping_add(step);
                *place = bits;
            }
            index += 1 + run.len() as u64;
            places = rest;
        }
    }

    /// The first index whose encoding is at or after `bits` in the order of the domain, which is
    /// its position in a plot. `None` for random encodings, and outside the domain.
    #[must_use]
    pub fn index_of(&self, bits: u64) -> Option<u64> {
        let place = match (self.set, self.order) {
            (Set::Random { .. }, _) => return None,
            (_, Order::Value) => rank(self.format, bits),
            (_, Order::Encoding) => bits & mask(u32::from(self.format.width())),
        };
        let index = place.checked_sub(self.first)?.div_ceil(self.stride);
        (index < self.len).then_some(index)
    }
}

/// The finalizer of `SplitMix64`: every bit of the result depends on every bit of the argument.
pub(super) const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// The step from one state of `SplitMix64` to the next.
pub(super) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The pseudorandom number of an index: `SplitMix64` with the seed mixed first, so that the lists
/// of neighboring seeds do not overlap.
pub(super) const fn noise(seed: u64, index: u64) -> u64 {
    mix(mix(seed).wrapping_add(index.wrapping_add(1).wrapping_mul(STEP)))
}

const fn random(format: Format, seed: u64, index: u64, edges: bool) -> u64 {
    let noise = noise(seed, index);
    if edges { edge(format, noise, mix(noise)) } else { noise & mask(format.width() as u32) }
}

/// An encoding that is a few steps from an edge of the format, or random, each as likely.
const fn edge(format: Format, choice: u64, noise: u64) -> u64 {
    let all = mask(format.width() as u32);
    // -4 to 3 steps.
    let offset = (choice >> 8 & 7).wrapping_sub(4);
    let sign = match format {
        Format::Float(float) => float.sign_mask() & noise,
        Format::Fixed(fixed) => fixed.min() & noise,
    };
    let near = match choice & 7 {
        // Powers of two; in floating point 1 and its neighbors have a share of their own.
        0 | 1 => match format {
            Format::Float(float) => noise & float.magnitude_mask() & !mask(float.trailing_width()),
            Format::Fixed(fixed) => 1 << (noise % fixed.width as u64),
        },
        2 => format.one(),
        3 => 0,
        4 => match format {
            Format::Float(float) => float.min_normal(),
            Format::Fixed(fixed) => fixed.min(),
        },
        5 => format.max_finite(),
        _ => return noise & all,
    };
    sign ^ (near.wrapping_add(offset) & all)
}

#[cfg(test)]
mod tests;
