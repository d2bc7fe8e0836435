//! The value of a register, and which of its bits are open.

use super::{Enclosure, Register};
use crate::bits::mask;
use crate::catalog::Type;
use crate::companion::Partial;

/// The standing of a value, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The ISA determines it.
    Determined,
    /// The ISA determines it, except for sign and payload of a NaN in it.
    OpenNan,
    /// Several [`outcomes`](super::Sequence::outcomes) are equally valid: products are rounded, or
    /// fused with sums.
    Contracted,
    /// It comes from a reference result: the ISA permits others, for all bits or for some.
    Reference,
    /// It is not known.
    Unknown,
}

/// The value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its bits; 0 if it is unknown.
    pub bits: u64,
    /// The standing of these bits.
    pub standing: Standing,
    /// The bits that may be others; none if it is determined.
    pub open: u64,
    /// The open bits of which some are 1, as [`Partial`] has them.
    pub(super) runs: u64,
}

impl Value {
    /// The value of an unknown register.
    pub const UNKNOWN: Self =
        Self { bits: 0, standing: Standing::Unknown, open: u64::MAX, runs: 0 };

    pub(super) const fn of(bits: u64) -> Self {
        Self { bits, standing: Standing::Determined, open: 0, runs: 0 }
    }

    /// A value of which some bits may be open; `standing` is that of a value with open bits.
    pub(super) fn of_partial(partial: &Partial, standing: Standing) -> Self {
        let standing = if partial.is_determined() && standing != Standing::Unknown {
            Standing::Determined
        } else {
            standing
        };
        Self { bits: partial.bits, standing, open: partial.open, runs: partial.runs() }
    }

    /// The bits, with those that are open.
    pub fn partial(&self) -> Partial {
        Partial::with_runs(self.bits, self.open, self.runs)
    }

    /// Whether the ISA determines all bits.
    pub const fn is_determined(&self) -> bool {
        matches!(self.standing, Standing::Determined)
    }

    /// The value read as bits: a NaN in it is more than a NaN.
    pub(super) fn without_type(self) -> Self {
        let is_nan = self.standing == Standing::OpenNan;
        Self { standing: if is_nan { Standing::Reference } else { self.standing }, ..self }
    }

    /// The value where every bit of a register of that width is open.
    pub(super) fn opened(&self, width: u32) -> Self {
        let standing = self.standing.max(Standing::Reference);
        Self { standing, open: mask(width), runs: 0, ..*self }
    }

    /// The standing of the value as a register shows it, beside what is known of that. Where all open
    /// bits are those of a NaN of its type, the rest is determined.
    #[must_use]
    pub fn shown(&self, register: &Register, known: Enclosure) -> Standing {
        match (self.standing, known) {
            (Standing::OpenNan | Standing::Reference, Enclosure::Bits(_)) => Standing::Determined,
            (Standing::Reference, _) if register.is_typed && self.is_nan_in(register.kind) => {
                Standing::OpenNan
            }
            (own, _) => own,
        }
    }

    /// Whether each lane with open bits is a NaN.
    fn is_nan_in(&self, kind: Type) -> bool {
        let (packing, partial) = (kind.packing(), self.partial());
        let mut rest = partial.open & mask(packing.register_width().into());
        for lane in 0..packing.lanes {
            let own = partial.field(packing.offset(lane), packing.width.into());
            if own.is_determined() || own.is_nan(kind.format()) {
                rest = packing.insert(rest, lane, 0);
            }
        }
        rest == 0
    }

    /// This value, which may also be another one.
    pub(super) fn or(&self, other: &Self) -> Self {
        let least =
            if self.bits == other.bits { Standing::Determined } else { Standing::Reference };
        let standing = self.standing.max(other.standing).max(least);
        let partial = self.partial().or(&other.partial());
        Self { standing, ..Self::of_partial(&partial, standing) }
    }
}
