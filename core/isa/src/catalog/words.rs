//! Modifiers, types and targets in plain words: a gloss of a few words, and a sentence.
//!
//! Chips, completion and the reference take the words of a choice from here.

use alloc::string::{String, ToString};

use super::modifier::{Group, Modifier};
use super::target::{Features, Target};
use super::types::Type;
use crate::catalog::aliases::names_of_format;

impl Modifier {
    /// Returns the effect in three or four words: `to nearest, ties to even`.
    ///
    /// ```
    /// use ptxfp::catalog::{Modifier, Type};
    ///
    /// assert_eq!(Modifier::Rn.gloss(), "to nearest, ties to even");
    /// assert_eq!(Modifier::Type(Type::Bf16).gloss(), "8-bit exponent, 8-bit precision");
    /// ```
    #[must_use]
    pub fn gloss(self) -> String {
        let words = match self {
            Self::Finite => "neither infinity nor NaN",
            Self::Infinite => "an infinity",
            Self::Number => "not a NaN",
            Self::NotANumber => "a NaN",
            Self::Normal => "normal, or zero",
            Self::Subnormal => "below the normal range",
            Self::Rn => "to nearest, ties to even",
            Self::Rna => "to nearest, ties away from zero",
            Self::Rz => "towards zero",
            Self::Rm => "towards −∞",
            Self::Rp => "towards +∞",
            Self::Rs => "up or down by random bits",
            Self::Rni => "to integer, ties to even",
            Self::Rzi => "to integer, towards zero",
            Self::Rmi => "to integer, towards −∞",
            Self::Rpi => "to integer, towards +∞",
            Self::Approx => "fast, approximate",
            Self::Full => "fast, full range",
            Self::Ftz => "subnormals become zero",
            Self::Oob => "out-of-bounds NaN becomes +0",
            Self::Nan => "a NaN operand wins",
            Self::Xorsign => "sign of the product",
            Self::Abs => "compares magnitudes",
            Self::Sat => "clamped to its range",
            Self::Relu => "negative becomes +0",
            Self::Satfinite => "clamped to the largest number",
            Self::Pzo => "−0 becomes +0",
            Self::ScaledAlike => "with one scale factor",
            Self::Scaled => "with scale factors",
            Self::Type(kind) => return kind.gloss(),
        };
        words.to_string()
    }

    /// Returns the effect as a sentence: `Rounds to the nearest, ties to even.`
    #[must_use]
    pub fn sentence(self) -> String {
        capitalized(&self.meaning())
    }

    /// Returns the effect in a phrase: `rounds to the nearest, ties to even`.
    #[must_use]
    pub fn meaning(self) -> String {
        if let Self::Type(kind) = self { kind.meaning() } else { self.phrase().to_string() }
    }
}

impl Type {
    /// Describes its numbers in a few words: `8-bit exponent, 8-bit precision`, `two bf16`.
    #[must_use]
    pub fn gloss(self) -> String {
        let lanes = self.packing().lanes;
        match count(lanes) {
            Some(count) => [count, " ", self.format().name()].concat(),
            None => self.format().shape(),
        }
    }

    /// Describes its numbers in a phrase: `bfloat16: 8-bit exponent, 8-bit precision`.
    #[must_use]
    pub fn meaning(self) -> String {
        let (format, packing) = (self.format(), self.packing());
        let shape = format.shape();
        let name = names_of_format(format).find(|name| !name.starts_with('_'));
        match (count(packing.lanes), name) {
            (Some(count), _) => {
                let width = packing.register_width().to_string();
                [count, " ", format.name(), " in ", &width, " bits: ", &shape].concat()
            }
            (None, Some(name)) if !self.is_integer() => [name, ": ", &shape].concat(),
            (None, _) => shape,
        }
    }
}

/// The word for several lanes.
const fn count(lanes: u8) -> Option<&'static str> {
    match lanes {
        2 => Some("two"),
        4 => Some("four"),
        _ => None,
    }
}

impl Group {
    /// Describes the effect of its modifiers, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Property => "The property that is tested.",
            Self::Rounding => "The direction of rounding, or approximation.",
            Self::Flush => "Whether subnormal numbers become zero.",
            Self::OutOfBounds => "The effect of an out-of-bounds NaN.",
            Self::Nan => "The effect of a NaN operand.",
            Self::Sign => "The source of the result's sign.",
            Self::Magnitude => "Whether magnitudes are compared.",
            Self::Clamp => "The limits of the result.",
            Self::Finite => "The replacement for a result that is too large.",
            Self::Zero => "Whether a zero result is made positive.",
            Self::Scale => "Whether an operand scales the result.",
            Self::Type => "The formats of operands and result.",
        }
    }
}

impl Target {
    /// The generation of GPUs: `Hopper`.
    #[must_use]
    pub const fn generation(&self) -> &'static str {
        match self.sm {
            ..20 => "Tesla",
            20..30 => "Fermi",
            30..50 => "Kepler",
            50..60 => "Maxwell",
            60..70 => "Pascal",
            70..75 => "Volta",
            75..80 => "Turing",
            89 => "Ada",
            80..90 => "Ampere",
            90..100 => "Hopper",
            107 => "Rubin",
            100.. => "Blackwell",
        }
    }

    /// Returns its meaning as a sentence: `Hopper, compute capability 9.0.`
    #[must_use]
    pub fn sentence(&self) -> String {
        let (major, minor) = ((self.sm / 10).to_string(), (self.sm % 10).to_string());
        let features = match self.features {
            Features::Baseline => "",
            Features::Family => ", with features of its family (f)",
            Features::Architecture => ", with features of this architecture only (a)",
        };
        let generation = self.generation();
        [generation, ", compute capability ", &major, ".", &minor, features, "."].concat()
    }
}

/// A phrase as a sentence.
fn capitalized(phrase: &str) -> String {
    let mut characters = phrase.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::TARGETS;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_choice_has_a_gloss_and_a_sentence() {
        for modifier in Modifier::all() {
            let (gloss, sentence) = (modifier.gloss(), modifier.sentence());
            assert!(gloss.chars().count() <= 34 && !gloss.is_empty(), "{gloss}");
            assert!(sentence.ends_with('.') && sentence.len() < 100, "{sentence}");
            assert!(sentence.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()));
        }
        for group in Group::ALL {
            assert!(group.sentence().ends_with('.'));
        }
    }

    #[test]
    fn types_say_what_their_numbers_are() {
        for (kind, gloss, sentence) in [
            (
                Type::F16,
                "5-bit exponent, 11-bit precision",
                "Half: 5-bit exponent, 11-bit precision.",
            ),
            (
                Type::Bf16,
                "8-bit exponent, 8-bit precision",
                "Bfloat16: 8-bit exponent, 8-bit precision.",
            ),
            (Type::F16x2, "two f16", "Two f16 in 32 bits: 5-bit exponent, 11-bit precision."),
            (Type::E4m3x4, "four e4m3", "Four e4m3 in 32 bits: 4-bit exponent, 4-bit precision."),
            (Type::Ue8m0x2, "two ue8m0", "Two ue8m0 in 16 bits: powers of two, 8-bit exponent."),
            (Type::S2f6x2, "two s2f6", "Two s2f6 in 16 bits: fixed point, 6 fraction bits."),
            (Type::U8, "unsigned integer of 8 bits", "Unsigned integer of 8 bits."),
        ] {
            assert_eq!(kind.gloss(), gloss);
            assert_eq!(Modifier::Type(kind).sentence(), sentence);
        }
    }

    #[test]
    fn targets_have_a_generation() {
        let sentence = |name| Target::parse(name).unwrap().sentence();
        assert_eq!(sentence("sm_90"), "Hopper, compute capability 9.0.");
        assert_eq!(sentence("sm_107"), "Rubin, compute capability 10.7.");
        let own =
            "Blackwell, compute capability 12.0, with features of this architecture only (a).";
        assert_eq!(sentence("sm_120a"), own);
        assert!(TARGETS.iter().all(|target| !target.generation().is_empty()));
    }
}
