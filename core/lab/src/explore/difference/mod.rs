//! Operands on which two subjects differ, or a proof that there are none.
//!
//! A [`Subject`] is an instruction or a [sequence](crate::explore::sequence) in a context. A
//! [`Search`] matches their inputs by name if they have the same names, otherwise by position, and
//! tries operands in chunks: special data and their neighbors, the simplest first; random ones
//! with a bias; finally all of them, if there are at most 2^32 for each lane.
//! It simplifies the operands it finds to numbers of few digits and small exponents, and to 0 or 1
//! if possible.
//!
//! Two results certainly differ if the ISA permits no common result; otherwise they may differ. The
//! search looks for operands whose reference results differ, and prefers those that certainly
//! differ. Where the references are the same everywhere, results that the ISA leaves open (a NaN
//! with any bits, an approximate result, one that depends on a reading) may differ still: two
//! subjects are equal only if every result is determined, or if they are the same operations.
//!
//! Where products may be fused with sums
//! ([`Outcomes`](crate::explore::sequence::Outcomes)), all results count: subjects are equal if
//! they permit the same results, they certainly differ if they share none, and otherwise they may
//! differ.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::explore::difference::{Search, Subject, Verdict};
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let subject = |text| Subject::read(text, &context).unwrap();
//! let mut search = Search::new(subject("add.rn.f32"), subject("add.rz.f32")).unwrap();
//! while search.verdict() == Verdict::Open {
//!     search.step(10_000);
//! }
//! let found = search.found().unwrap();
//! assert_eq!(search.verdict(), Verdict::Differ);
//! assert_ne!(found.a, found.b);
//! ```

mod batch;
mod dependence;
mod divergence;
mod edges;
mod exhaust;
mod matching;
#[cfg(test)]
mod open_tests;
mod permitted;
mod reason;
mod search;
mod shrink;
mod space;
mod subject;
#[cfg(test)]
mod tests;
mod trial;

pub use divergence::parting;
pub use exhaust::Tried;
pub use matching::matched;
pub use reason::{CONTRACT, OPEN, Reason};
pub use search::Search;
pub use subject::Subject;

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::Type;
use crate::eval::Guarantee;

/// The largest number of inputs of a subject.
pub(crate) const MAX_INPUTS: usize = 16;

/// The inputs of both subjects, matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name in the first subject.
    pub name: String,
    /// The name in the second subject.
    pub other_name: String,
    /// The type that is shown: that of the first subject, unless only the second has one.
    pub kind: Type,
}

/// A result of both subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The name in the first subject.
    pub name: String,
    /// The name in the second subject.
    pub other_name: String,
    /// The type in each subject; if one has none, that of the other.
    pub kinds: [Type; 2],
}

/// The error for two subjects that cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The message with a fix: lower case, no full stop.
    pub message: String,
}

/// The strength of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Severity {
    /// The references are the same, but the ISA permits another result of one of the subjects.
    Alike,
    /// The references differ, but the ISA permits a common result.
    Possible,
    /// The ISA permits no common result.
    Certain,
}

/// The result of one subject in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The bits of the lane; if contraction leaves a choice, those without fusion.
    pub bits: u64,
    /// The guarantee of these bits.
    pub guarantee: Guarantee,
    /// The other results that contraction permits.
    pub others: Vec<u64>,
}

/// A lane in which results differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The index of the output.
    pub output: usize,
    /// The lane of the output; `None` if the subjects have different lanes, so that whole registers
    /// are compared.
    pub lane: Option<u8>,
    /// The strength of the difference.
    pub severity: Severity,
    /// The first subject's result.
    pub a: Side,
    /// The second subject's result.
    pub b: Side,
}

/// Operands on which the subjects differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The strength of the difference, in the lane where it is greatest.
    pub severity: Severity,
    /// The registers of the inputs, in the order of [`Search::inputs`].
    pub inputs: Vec<u64>,
    /// The outputs of the first subject.
    pub a: Vec<u64>,
    /// The outputs of the second one.
    pub b: Vec<u64>,
    /// All values of each output that contraction permits, for both subjects; the value in `a` or
    /// `b` comes first.
    pub outcomes: [Vec<Vec<u64>>; 2],
    /// The lanes on which they differ; at least one.
    pub lanes: Vec<Lane>,
    /// The reason for the difference in a lane of that strength.
    pub reason: Reason,
}

impl Severity {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Alike, Self::Possible, Self::Certain];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alike => "alike",
            Self::Possible => "possible",
            Self::Certain => "certain",
        }
    }
}

impl Difference {
    /// Whether the subjects may differ only because products may or may not be fused with sums.
    pub fn is_of_contraction(&self) -> bool {
        let is_open = |lane: &Lane| !lane.a.others.is_empty() || !lane.b.others.is_empty();
        self.severity == Severity::Possible && self.lanes.iter().any(is_open)
    }
}

/// The next stage of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Phase {
    /// It tries special data and their neighbors.
    Edges,
    /// It tries random operands.
    Random,
    /// It tries all operands.
    Exhaustive,
    /// It has ended.
    Done,
}

impl Phase {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edges => "special operands",
            Self::Random => "random operands",
            Self::Exhaustive => "all operands",
            Self::Done => "done",
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct Progress {
    /// The number of operands that were tried.
    pub tried: u64,
    /// The number of operands after which the search is decided; `None` if there are too many.
    pub of: Option<u64>,
    /// The next stage.
    pub phase: Phase,
}

/// The kind of results that are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum By {
    /// The results that the ISA permits; two differ if no result is permitted for both.
    Permitted,
    /// The references.
    #[default]
    Reference,
    /// The results that GPUs were observed to return where the ISA leaves those of approximate
    /// instructions open.
    Observed,
}

impl By {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Permitted, Self::Reference, Self::Observed];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permitted => "permitted",
            Self::Reference => "reference",
            Self::Observed => "observed",
        }
    }

    /// Returns the kind with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// A proof of equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Proof {
    /// Both perform the same operation.
    SameOperation,
    /// Every operand was tried, and every result is determined; for permitted results, one was
    /// always permitted for both.
    EveryOperand,
}

/// The outcome so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Verdict {
    /// Nothing is decided yet; a possible difference may be known.
    Open,
    /// They certainly differ.
    Differ,
    /// They may differ; no operands were found on which they certainly do.
    MayDiffer,
    /// There are no operands on which the compared results differ. Where both subjects are the
    /// [same operation](Proof::SameOperation), the ISA may still leave its result
    /// [open](Subject::is_open) for both.
    NoneExists(Proof),
}
