//! Modifiers and instruction types, with their one spelling.

use crate::format::{FloatFormat, Packing, table};

/// What a modifier is about; a slot of the instruction line offers modifiers of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The rounding direction.
    Rounding,
    /// Subnormals to zero.
    Flush,
    /// Out-of-bounds NaNs to zero.
    OutOfBounds,
    /// Limits on the result.
    Clamp,
    /// The instruction types.
    Type,
}

impl Group {
    /// Every group, in the order a line is read.
    pub const ALL: [Self; 5] =
        [Self::Rounding, Self::Flush, Self::OutOfBounds, Self::Clamp, Self::Type];

    /// The word shown to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Rounding => "rounding",
            Self::Flush => "flush",
            Self::OutOfBounds => "out of bounds",
            Self::Clamp => "clamp",
            Self::Type => "type",
        }
    }
}

/// An instruction type: a format and how many data of it a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// One binary16.
    F16,
    /// Two binary16.
    F16x2,
    /// One bfloat16.
    Bf16,
    /// Two bfloat16.
    Bf16x2,
    /// One binary32.
    F32,
    /// Two binary32.
    F32x2,
    /// One binary64.
    F64,
}

impl Type {
    const ALL: [Self; 7] =
        [Self::F16, Self::F16x2, Self::Bf16, Self::Bf16x2, Self::F32, Self::F32x2, Self::F64];

    /// The format of an element.
    pub const fn format(self) -> &'static FloatFormat {
        match self {
            Self::F16 | Self::F16x2 => &table::F16,
            Self::Bf16 | Self::Bf16x2 => &table::BF16,
            Self::F32 | Self::F32x2 => &table::F32,
            Self::F64 => &table::F64,
        }
    }

    /// How elements lie in a register.
    pub const fn packing(self) -> Packing {
        match self {
            Self::F16 | Self::Bf16 | Self::F32 | Self::F64 => Packing::scalar(self.format().width),
            Self::F16x2 | Self::Bf16x2 | Self::F32x2 => Packing::pair(self.format().width),
        }
    }
}

/// A modifier of an instruction: what stands behind a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// To nearest, ties to even.
    Rn,
    /// Towards zero.
    Rz,
    /// Towards negative infinity.
    Rm,
    /// Towards positive infinity.
    Rp,
    /// Subnormal operands and results become zeros of their sign.
    Ftz,
    /// An out-of-bounds NaN in a factor makes the result +0.
    Oob,
    /// The result is clamped to [0, 1].
    Sat,
    /// A negative result becomes +0.
    Relu,
    /// An instruction type.
    Type(Type),
}

impl Modifier {
    /// Every modifier.
    pub fn all() -> impl Iterator<Item = Self> {
        const PLAIN: [Modifier; 8] = [
            Modifier::Rn,
            Modifier::Rz,
            Modifier::Rm,
            Modifier::Rp,
            Modifier::Ftz,
            Modifier::Oob,
            Modifier::Sat,
            Modifier::Relu,
        ];
        PLAIN.into_iter().chain(Type::ALL.into_iter().map(Self::Type))
    }

    /// How it is spelled, with the dot.
    pub const fn spelling(self) -> &'static str {
        match self {
            Self::Rn => ".rn",
            Self::Rz => ".rz",
            Self::Rm => ".rm",
            Self::Rp => ".rp",
            Self::Ftz => ".ftz",
            Self::Oob => ".oob",
            Self::Sat => ".sat",
            Self::Relu => ".relu",
            Self::Type(Type::F16) => ".f16",
            Self::Type(Type::F16x2) => ".f16x2",
            Self::Type(Type::Bf16) => ".bf16",
            Self::Type(Type::Bf16x2) => ".bf16x2",
            Self::Type(Type::F32) => ".f32",
            Self::Type(Type::F32x2) => ".f32x2",
            Self::Type(Type::F64) => ".f64",
        }
    }

    /// What it is about.
    pub const fn group(self) -> Group {
        match self {
            Self::Rn | Self::Rz | Self::Rm | Self::Rp => Group::Rounding,
            Self::Ftz => Group::Flush,
            Self::Oob => Group::OutOfBounds,
            Self::Sat | Self::Relu => Group::Clamp,
            Self::Type(_) => Group::Type,
        }
    }

    /// What it does, in a phrase.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Rn => "rounds to the nearest, ties to even",
            Self::Rz => "rounds towards zero",
            Self::Rm => "rounds towards negative infinity",
            Self::Rp => "rounds towards positive infinity",
            Self::Ftz => "flushes subnormal operands and results to a zero of their sign",
            Self::Oob => "makes the result +0 where a factor is an out-of-bounds NaN",
            Self::Sat => "clamps the result to [0, 1] and NaN to +0",
            Self::Relu => "clamps a negative result to +0 and makes a NaN canonical",
            Self::Type(_) => "sets the instruction type",
        }
    }

    /// The modifier of that spelling, dot included.
    pub fn parse(spelling: &str) -> Option<Self> {
        Self::all().find(|modifier| modifier.spelling() == spelling)
    }
}
