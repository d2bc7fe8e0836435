//! Mistakes that people make, and the sentence about each.

use alloc::string::{String, ToString};

use crate::catalog::Modifier;

/// A known way to a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A tie was rounded away from zero.
    HalfUp,
    /// The rest was cut off.
    Truncated,
    /// It was rounded toward negative infinity.
    RoundedDown,
    /// It was rounded toward positive infinity.
    RoundedUp,
    /// It was rounded to nearest where a direction is asked for.
    RoundedToNearest,
    /// It was rounded to a wider format before.
    Twice,
    /// The product was rounded before the sum.
    ProductRounded,
    /// The hidden bit was written, or not added.
    HiddenBit,
    /// The exponent was stored without its bias.
    Bias,
    /// The exponent is off by one.
    Exponent,
    /// The sign of a zero was dropped, or one invented.
    SignOfZero,
    /// The sign is wrong.
    Sign,
    /// A subnormal number was replaced with zero.
    Flushed,
    /// A subnormal number was kept that is flushed.
    NotFlushed,
    /// The lanes were exchanged.
    Lanes,
    /// The operands were exchanged.
    Operands,
    /// The largest number instead of infinity.
    Largest,
    /// Infinity instead of the largest number.
    Infinity,
    /// A modifier was overlooked.
    Overlooked(Modifier),
    /// It is the result with a modifier that is not there.
    Imagined(Modifier),
    /// Only the sign was set, or nothing.
    Zero(&'static str),
    /// It is an operand.
    Operand(&'static str),
    /// A NaN was passed on or made where a rule gives a number.
    Nan,
    /// The number above.
    Above,
    /// The number below.
    Below,
}

impl Mistake {
    /// The mistake in a sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        let text = match self {
            Self::HalfUp => {
                "You rounded the tie away from zero. A tie goes to the number whose last bit is 0."
            }
            Self::Truncated => "You cut the rest off, which is rounding toward zero.",
            Self::RoundedDown => "You rounded down.",
            Self::RoundedUp => "You rounded up.",
            Self::RoundedToNearest => {
                "You rounded to the nearest number. Another direction is asked for."
            }
            Self::Twice => {
                "You rounded twice: first to a wider format, then to this one. It is rounded only once."
            }
            Self::ProductRounded => {
                "You rounded the product before the sum. A fused operation rounds only once, at the end."
            }
            Self::HiddenBit => {
                "This is the hidden bit: the 1 before the point is not stored, but it counts."
            }
            Self::Bias => {
                "You stored the exponent itself. The field holds the exponent plus the bias."
            }
            Self::Exponent => {
                "The exponent is off by one, so the value is twice or half of the right one."
            }
            Self::SignOfZero => "Zero has a sign, and it is the other one here.",
            Self::Sign => "The sign is the other one.",
            Self::Flushed => "You flushed a subnormal number to zero. Nothing asks for that here.",
            Self::NotFlushed => "You kept a subnormal number. It is flushed to zero here.",
            Self::Lanes => "You exchanged the lanes: the first source is the high half.",
            Self::Operands => "You exchanged the operands.",
            Self::Largest => {
                "You stopped at the largest number. The result is beyond it, and becomes infinite."
            }
            Self::Infinity => "You took infinity. The result stays at the largest number here.",
            Self::Overlooked(modifier) => {
                let name = modifier.spelling();
                return ["You overlooked `", name, "`: this is the result without it."].concat();
            }
            Self::Imagined(modifier) => {
                let name = modifier.spelling();
                return ["This is the result with `", name, "`, which is not there."].concat();
            }
            Self::Zero(zero) => {
                return ["These bits are ", zero, ": exponent and fraction are 0."].concat();
            }
            Self::Operand(name) => return ["That is the operand `", name, "` itself."].concat(),
            Self::Nan => "NaN is not the result here: this instruction has a rule for it.",
            Self::Above => "That is the next number above.",
            Self::Below => "That is the next number below.",
        };
        text.to_string()
    }
}
