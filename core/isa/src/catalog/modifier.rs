//! Modifiers, with their one spelling.

use super::types::Type;

/// The subject of a modifier; a slot of the instruction line offers modifiers of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The property that is tested.
    Property,
    /// The rounding direction, or that the result is approximate.
    Rounding,
    /// Subnormals to zero.
    Flush,
    /// Out-of-bounds NaNs to zero.
    OutOfBounds,
    /// The treatment of NaN operands.
    Nan,
    /// The source of the sign.
    Sign,
    /// Magnitudes instead of values.
    Magnitude,
    /// Limits on the result.
    Clamp,
    /// The replacement of infinities.
    Finite,
    /// The sign of a zero result.
    Zero,
    /// An operand that scales.
    Scale,
    /// The instruction types.
    Type,
}

impl Group {
    /// Every group, in the order a line is read.
    pub const ALL: [Self; 12] = [
        Self::Property,
        Self::Rounding,
        Self::Flush,
        Self::OutOfBounds,
        Self::Nan,
        Self::Sign,
        Self::Magnitude,
        Self::Clamp,
        Self::Finite,
        Self::Zero,
        Self::Scale,
        Self::Type,
    ];

    /// The word shown to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Property => "property",
            Self::Rounding => "rounding",
            Self::Flush => "flush",
            Self::OutOfBounds => "out of bounds",
            Self::Nan => "NaN",
            Self::Sign => "sign",
            Self::Magnitude => "magnitude",
            Self::Clamp => "clamp",
            Self::Finite => "finite",
            Self::Zero => "zero",
            Self::Scale => "scale",
            Self::Type => "type",
        }
    }
}

/// A modifier of an instruction: a word after a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Is it neither an infinity nor a NaN?
    Finite,
    /// Is it an infinity?
    Infinite,
    /// Is it no NaN?
    Number,
    /// Is it a NaN?
    NotANumber,
    /// Is it zero or normal?
    Normal,
    /// Is it subnormal?
    Subnormal,
    /// To nearest, ties to even.
    Rn,
    /// To nearest, ties away from zero.
    Rna,
    /// Towards zero.
    Rz,
    /// Towards negative infinity.
    Rm,
    /// Towards positive infinity.
    Rp,
    /// Stochastic.
    Rs,
    /// To the nearest integer, ties to even.
    Rni,
    /// To an integer, towards zero.
    Rzi,
    /// To an integer, towards negative infinity.
    Rmi,
    /// To an integer, towards positive infinity.
    Rpi,
    /// Approximate; most forms have a documented error bound.
    Approx,
    /// Approximate over the full range, within 2 ulp.
    Full,
    /// Subnormal operands and results become zeros of their sign.
    Ftz,
    /// An out-of-bounds NaN in a factor makes the result +0.
    Oob,
    /// A NaN operand makes the result a NaN.
    Nan,
    /// The sign of the result is that of the product.
    Xorsign,
    /// Operands are replaced by their magnitudes.
    Abs,
    /// The result is clamped to [0, 1], or to the range of an integer.
    Sat,
    /// A negative result becomes +0.
    Relu,
    /// A result beyond the largest finite magnitude becomes that magnitude.
    Satfinite,
    /// A zero result becomes +0.
    Pzo,
    /// An operand holds one scale factor for all lanes.
    ScaledAlike,
    /// An operand holds two scale factors.
    Scaled,
    /// An instruction type.
    Type(Type),
}

impl Modifier {
    /// Every modifier that is not a type.
    const PLAIN: [Self; 29] = [
        Self::Finite,
        Self::Infinite,
        Self::Number,
        Self::NotANumber,
        Self::Normal,
        Self::Subnormal,
        Self::Rn,
        Self::Rna,
        Self::Rz,
        Self::Rm,
        Self::Rp,
        Self::Rs,
        Self::Rni,
        Self::Rzi,
        Self::Rmi,
        Self::Rpi,
        Self::Approx,
        Self::Full,
        Self::Ftz,
        Self::Oob,
        Self::Nan,
        Self::Xorsign,
        Self::Abs,
        Self::Sat,
        Self::Relu,
        Self::Satfinite,
        Self::Pzo,
        Self::ScaledAlike,
        Self::Scaled,
    ];

    /// Every modifier.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::PLAIN.into_iter().chain(Type::SPELLED.into_iter().map(Self::Type))
    }

    /// Its group, its spelling with the dot, and its effect in a phrase; for types, see the type.
    #[expect(clippy::too_many_lines, reason = "a table, with a line or two for each modifier")]
    const fn entry(self) -> (Group, &'static str, &'static str) {
        use Group as G;
        match self {
            Self::Finite => (G::Property, ".finite", "tests for a finite number"),
            Self::Infinite => (G::Property, ".infinite", "tests for an infinity of either sign"),
            Self::Number => (G::Property, ".number", "tests for anything but a NaN"),
            Self::NotANumber => (G::Property, ".notanumber", "tests for a NaN"),
            Self::Normal => {
                (G::Property, ".normal", "tests for a normal number; zeros count as normal")
            }
            Self::Subnormal => (G::Property, ".subnormal", "tests for a subnormal number"),
            Self::Rn => (G::Rounding, ".rn", "rounds to the nearest, ties to even"),
            Self::Rna => (G::Rounding, ".rna", "rounds to the nearest, ties away from zero"),
            Self::Rz => (G::Rounding, ".rz", "rounds towards zero"),
            Self::Rm => (G::Rounding, ".rm", "rounds towards negative infinity"),
            Self::Rp => (G::Rounding, ".rp", "rounds towards positive infinity"),
            Self::Rs => (
                G::Rounding,
                ".rs",
                "rounds away from zero if adding random bits to the discarded bits carries",
            ),
            Self::Rni => (G::Rounding, ".rni", "rounds to the nearest integer, ties to even"),
            Self::Rzi => (G::Rounding, ".rzi", "rounds to an integer towards zero"),
            Self::Rmi => (G::Rounding, ".rmi", "rounds to an integer towards negative infinity"),
            Self::Rpi => (G::Rounding, ".rpi", "rounds to an integer towards positive infinity"),
            Self::Approx => (G::Rounding, ".approx", "approximates; most forms bound the error"),
            Self::Full => (G::Rounding, ".full", "approximates over the full range, within 2 ulp"),
            Self::Ftz => (
                G::Flush,
                ".ftz",
                "flushes subnormal operands and results to zeros of the same sign",
            ),
            Self::Oob => {
                (G::OutOfBounds, ".oob", "makes the result +0 if a factor is an out-of-bounds NaN")
            }
            Self::Nan => (G::Nan, ".NaN", "returns a canonical NaN if an operand is a NaN"),
            Self::Xorsign => {
                (G::Sign, ".xorsign", "gives the result the sign of the product of the operands")
            }
            Self::Abs => (G::Magnitude, ".abs", "compares magnitudes"),
            Self::Sat => (
                G::Clamp,
                ".sat",
                "clamps the result to [0, 1] and NaN to +0; an integer to its range",
            ),
            Self::Relu => {
                (G::Clamp, ".relu", "clamps a negative result to +0 and makes a NaN canonical")
            }
            Self::Satfinite => (
                G::Finite,
                ".satfinite",
                "clamps a result beyond the largest finite magnitude to that magnitude",
            ),
            Self::Pzo => (G::Zero, ".pzo", "makes a zero result positive"),
            Self::ScaledAlike => (
                G::Scale,
                ".scaled::n1::ue8m0",
                "divides every lane by the scale factor in another operand",
            ),
            Self::Scaled => (
                G::Scale,
                ".scaled::n2::ue8m0",
                "takes a scale factor for each lane from another operand",
            ),
            Self::Type(each) => (G::Type, each.spelling(), ""),
        }
    }

    /// Returns the spelling, with the dot.
    pub const fn spelling(self) -> &'static str {
        self.entry().1
    }

    /// Whether the assembler accepts it twice; it rejects any other repetition.
    pub const fn is_repeatable(self) -> bool {
        matches!(self, Self::Sat | Self::Relu | Self::Satfinite | Self::Nan | Self::Approx)
    }

    /// Returns its group.
    pub const fn group(self) -> Group {
        self.entry().0
    }

    /// Returns the effect of a modifier that is not a type, in a phrase.
    pub(super) const fn phrase(self) -> &'static str {
        self.entry().2
    }

    /// The modifier of that spelling, dot included.
    pub fn parse(spelling: &str) -> Option<Self> {
        Self::find(&|known| known == spelling)
    }

    /// The first modifier whose spelling will do.
    pub(crate) fn find(will_do: &dyn Fn(&str) -> bool) -> Option<Self> {
        Self::all().find(|modifier| will_do(modifier.spelling()))
    }
}
