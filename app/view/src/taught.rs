//! The pages of the course that teach what is met elsewhere: a term, an opcode, the reason of a result.
//!
//! Their titles stand here again, because the list of all pages is not loaded where these are shown.

use ptxfp::catalog::{Form, instructions_of};
use ptxfp::format::Format;

/// A page of the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taught {
    /// Its address.
    pub address: &'static str,
    /// Its title.
    pub title: &'static str,
}

const fn page(address: &'static str, title: &'static str) -> Taught {
    Taught { address, title }
}

pub(crate) const SIGN: Taught = page("#learn/bits/minus-one", "The sign");
const ROOM: Taught = page("#learn/bits/is-2049-a-number", "There is only so much room");
pub(crate) const NEAREST: Taught = page("#learn/rounding/nearest-e4m3", "The nearest number");
pub(crate) const TENTH: Taught = page("#learn/rounding/is-a-tenth-exact", "One tenth");
pub(crate) const TIE: Taught = page("#learn/rounding/tie-2049", "A tie");
const INSTRUCTION: Taught = page("#learn/rounding/first-add", "An instruction");
pub(crate) const DIRECTIONS: Taught = page("#learn/rounding/round-down", "Four directions");
const ULP: Taught = page("#learn/rounding/half-an-ulp", "A unit in the last place");
pub(crate) const TWO_ZEROS: Taught = page("#learn/special/minus-zero", "Two zeros");
pub(crate) const CANCELED: Taught = page("#learn/special/x-minus-x-down", "x minus x");
pub(crate) const OVERFLOW: Taught = page("#learn/special/beyond-the-end", "The end of the range");
pub(crate) const ALMOST: Taught = page("#learn/special/toward-zero-stays", "Almost infinite");
pub(crate) const NAN: Taught = page("#learn/special/inf-minus-inf", "Not a number");
pub(crate) const NAN_BITS: Taught = page("#learn/special/nan-bits-guaranteed", "Many NaNs");
pub(crate) const OVER_ZERO: Taught = page("#learn/special/one-over-minus-zero", "One over zero");
const SUBNORMAL: Taught =
    page("#learn/subnormals/largest-subnormal-step", "Below the smallest power");
pub(crate) const SMALLEST: Taught =
    page("#learn/subnormals/half-of-the-smallest", "The smallest number");
pub(crate) const FEW_DIGITS: Taught = page("#learn/subnormals/subnormal-product", "Fewer digits");
pub(crate) const FLUSHED: Taught = page("#learn/subnormals/flushed-product", "Flush to zero");
pub(crate) const FLUSHED_OPERAND: Taught =
    page("#learn/subnormals/operand-flushed", "Operands, too");
const TARGETS: Taught = page("#learn/subnormals/which-flushes", "The first GPUs");
pub(crate) const FUSED: Taught = page("#learn/fma/fused-simple", "Two roundings or one");
pub(crate) const INTEGER: Taught = page("#learn/conversions/two-and-a-half", "To an integer");
pub(crate) const CLAMPED_INTEGER: Taught =
    page("#learn/conversions/clamp-to-unsigned", "Too large for an integer");
pub(crate) const SATFINITE: Taught =
    page("#learn/conversions/beyond-448", "Stop at the largest number");
const PACKED: Taught = page("#learn/conversions/packing-bits", "The first source is on top");
pub(crate) const SCALE: Taught = page("#learn/conversions/scale-of-eight", "A scale");
const SMALLER: Taught = page("#learn/selection/min-forgets", "The smaller one");
const LARGER: Taught = page("#learn/selection/max-keeps", "NaN on request");
pub(crate) const ZERO_ORDER: Taught =
    page("#learn/selection/max-of-zeros", "Zeros have an order here");
pub(crate) const SATURATED: Taught =
    page("#learn/selection/sat-of-minus-zero", "Keep it between 0 and 1");
pub(crate) const RELU: Taught = page("#learn/selection/relu-of-nan", "Nothing below zero");
pub(crate) const COPIED_SIGN: Taught =
    page("#learn/selection/copysign-operands", "A sign from elsewhere");
pub(crate) const APPROXIMATE: Taught = page("#learn/approximate/ex2-open", "Not every bit");
const DIVISION: Taught = page("#learn/approximate/div-rn-fixed", "Division, three times");
const ROOTS: Taught = page("#learn/approximate/sqrt-approx-open", "The same for roots");
const RECIPROCAL: Taught = page("#learn/approximate/rcp-of-zero", "Special operands are fixed");

/// Terms of the glossary, each with the page that teaches it.
pub(crate) const TERMS: [(&str, Taught); 16] = [
    ("any-nan", NAN_BITS),
    ("binade", ROOM),
    ("canonical-nan", NAN_BITS),
    ("exact-bits", DIVISION),
    ("flush", FLUSHED),
    ("lane", PACKED),
    ("nan", NAN),
    ("no-bound", APPROXIMATE),
    ("payload", NAN_BITS),
    ("round", NEAREST),
    ("saturate", SATFINITE),
    ("subnormal", SUBNORMAL),
    ("target", TARGETS),
    ("tie", TIE),
    ("ulp", ULP),
    ("within", APPROXIMATE),
];

/// The page that teaches a term of the glossary.
pub fn term(slug: &str) -> Option<Taught> {
    TERMS.iter().find(|(other, _)| *other == slug).map(|(_, page)| *page)
}

/// The page that teaches what an opcode does; conversions have one by their form.
pub(crate) fn opcode(opcode: &str) -> Option<Taught> {
    Some(match opcode {
        "add" | "sub" | "mul" => INSTRUCTION,
        "fma" | "mad" => FUSED,
        "div" => DIVISION,
        "rcp" => RECIPROCAL,
        "sqrt" | "rsqrt" => ROOTS,
        "ex2" | "lg2" | "sin" | "cos" | "tanh" => APPROXIMATE,
        "min" => SMALLER,
        "max" => LARGER,
        "abs" | "neg" => SIGN,
        "copysign" => COPIED_SIGN,
        "testp" => NAN,
        _ => return None,
    })
}

/// The page that teaches what a form does.
pub fn form(form: &'static Form) -> Option<Taught> {
    let convert = || {
        let kind = instructions_of(form).next()?.operand_type(form.destination());
        Some(match kind.format() {
            format if format.name().starts_with("ue") => SCALE,
            _ if kind.packing().lanes > 1 => PACKED,
            Format::Fixed(format) if format.fraction == 0 => INTEGER,
            Format::Fixed(_) | Format::Float(_) => NEAREST,
        })
    };
    if form.opcode == "cvt" { convert() } else { opcode(form.opcode) }
}
