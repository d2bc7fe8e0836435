//! The expected value of a lane: the meaning of instructions, implemented a second time.

use crate::convert;
use crate::layout::{F64, Layout};
use crate::operation::{Limit, Operation};
use crate::oracle::{Oracle, arithmetic};
use crate::register::Element;
use crate::select;
use crate::spelling::Spelling;

/// The expected value of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Exactly these bits.
    Bits(u64),
    /// A NaN whose bits the ISA leaves open; these are the ones that were observed.
    Nan(u64),
    /// The ISA can be read in more than one way; these bits are what its text suggests most.
    Open(u64),
}

impl Expected {
    /// The bits.
    pub const fn bits(self) -> u64 {
        match self {
            Self::Bits(bits) | Self::Nan(bits) | Self::Open(bits) => bits,
        }
    }
}

/// The expected value of a lane, with an oracle for arithmetic; `None` where that does not know.
///
/// The elements are those of [`Spelling::elements`]. An approximate result is not compared here.
pub fn expected(oracle: &dyn Oracle, spelling: &Spelling, elements: [u64; 3]) -> Option<Expected> {
    let expected = match spelling.operation {
        Operation::Approximate => None,
        Operation::Convert => Some(convert::expected(spelling, elements)),
        Operation::Abs
        | Operation::Neg
        | Operation::CopySign
        | Operation::Min
        | Operation::Max
        | Operation::Test(_) => Some(select::expected(spelling, elements)),
        _ => arithmetic(oracle, spelling, elements),
    };
    expected.map(|expected| match expected {
        Expected::Nan(bits) if settles_nans(spelling) => Expected::Bits(bits),
        other => other,
    })
}

/// Whether the text says which NaN results: the canonical one of `.NaN` and `.relu`, and that
/// `abs.f64` passes one through.
fn settles_nans(spelling: &Spelling) -> bool {
    let is_abs = spelling.operation == Operation::Abs;
    let is_double = spelling.result.element == Element::Float(F64);
    spelling.returns_nan || spelling.limit == Limit::Relu || is_abs && is_double
}

/// The canonical NaN, which invalid operations were seen to return: all ones below the sign, except for f64.
pub const fn canonical(layout: Layout) -> u64 {
    if layout.width == 64 { 0xfff8_0000_0000_0000 } else { layout.sign() - 1 }
}

/// The most significant bit of the payload: a quiet NaN has it.
pub const fn quiet(layout: Layout) -> u64 {
    layout.min_normal() >> 1
}

/// An operand with `.ftz`: a subnormal number becomes a zero of its sign. f64 has no `.ftz`.
pub fn flushed(spelling: &Spelling, element: Element, bits: u64) -> u64 {
    match element {
        Element::Float(layout)
            if spelling.flushes && layout != F64 && layout.is_subnormal(bits) =>
        {
            bits & layout.sign()
        }
        _ => bits,
    }
}

/// A number after `.sat` or `.relu`: below 0 and -0 become +0, and above 1 becomes 1.
pub fn limited(limit: Limit, layout: Layout, bits: u64) -> u64 {
    match limit {
        Limit::Sat if bits > layout.one() && !layout.is_negative(bits) => layout.one(),
        Limit::Sat | Limit::Relu if layout.is_negative(bits) => 0,
        _ => bits,
    }
}
