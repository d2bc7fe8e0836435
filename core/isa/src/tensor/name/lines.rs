//! A syntax line: the places of its words.

use super::Opcode;
use crate::catalog::Requires;
use crate::source::Source;

/// The meaning of a word in a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Fixed,
    Shape,
    Layout,
    Kind,
    D,
    A,
    B,
    C,
    BlockScale,
    ScaleSize,
    ScaleType,
    Rounding,
    Clamp,
    Group,
    Collector,
}

impl Role {
    /// Completes "is not possible as …".
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Fixed => "a word",
            Self::Shape => "the shape",
            Self::Layout => "a layout",
            Self::Kind => "the kind",
            Self::D => "the type of d",
            Self::A => "the type of a",
            Self::B => "the type of b",
            Self::C => "the type of c",
            Self::BlockScale => "the qualifier of scales",
            Self::ScaleSize => "the size of a block",
            Self::ScaleType => "the type of the scales",
            Self::Rounding => "the rounding",
            Self::Clamp => "the saturation",
            Self::Group => "the group of thread blocks",
            Self::Collector => "the use of a buffer",
        }
    }
}

/// The words that a place of a line takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// One of these.
    Of(&'static [&'static str]),
    /// Like [`Self::Of`], or none.
    Maybe(&'static [&'static str]),
    /// A shape of a warpgroup with this K: `m64n8k…` to `m64n256k…`, in steps of 8.
    Warpgroup(u16),
}

impl Words {
    /// The list of them; of the shapes of a warpgroup, the first.
    pub(super) const fn list(self) -> &'static [&'static str] {
        match self {
            Self::Of(list) | Self::Maybe(list) => list,
            Self::Warpgroup(8) => &["m64n8k8"],
            Self::Warpgroup(32) => &["m64n8k32"],
            Self::Warpgroup(_) => &["m64n8k16"],
        }
    }

    /// The word as this place has it, if it takes it.
    pub(super) fn take(self, word: &str) -> Option<&'static str> {
        if let Some(found) = self.list().iter().find(|each| **each == word) {
            return Some(found);
        }
        let Self::Warpgroup(k) = self else { return None };
        let columns = word.strip_prefix("m64n")?.strip_suffix(&*alloc::format!("k{k}"))?;
        let count: u16 = columns.parse().ok()?;
        let is_canonical = !columns.starts_with(['0', '+']);
        let is_shape = is_canonical && (8..=256).contains(&count) && count.is_multiple_of(8);
        is_shape.then(|| self.list().first().copied()).flatten()
    }
}

/// A condition on several words of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    None,
    /// c has the type of d.
    SameAccumulators,
    /// If c is f32, d is too.
    NoNarrowing,
    /// The rounding stands once.
    OneRounding,
}

/// A syntax line.
#[derive(Debug)]
pub struct Line {
    /// The instruction.
    pub opcode: Opcode,
    pub(super) places: &'static [(Role, Words)],
    pub(super) rule: Rule,
    /// The targets and versions that have it.
    pub requires: Requires,
    /// The section of the PTX ISA.
    pub source: Source,
}
