//! Operands on which two subjects differ, or the proof that there are none.
//!
//! A [`Subject`] is an instruction or a [sequence](crate::explore::sequence) in a context. A
//! [`Search`] matches their inputs by name where they have the same names, else by position, and
//! goes through operands in chunks: special data and neighbours, the simplest first; random ones
//! with a bias; at last all there are, where those are at most 2^32 for each lane.
//! What it finds it makes short: numbers of few digits and small exponents, and 0 or 1 where that
//! will do.
//!
//! Two results differ for certain if nothing that the ISA permits of one is permitted of the other;
//! otherwise they may differ. What the references differ in is looked for, and what differs for
//! certain is preferred. Where products may be fused with sums and need not
//! ([`Outcomes`](crate::explore::sequence::Outcomes)), all results count: subjects are equal if
//! every result of one is every result of the other, they differ for certain if they share none,
//! and otherwise they may differ.
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

mod dependence;
mod edges;
mod exhaust;
mod matching;
mod parting;
mod permitted;
mod random;
mod reason;
mod search;
mod shrink;
mod space;
mod subject;
#[cfg(test)]
mod tests;
mod trial;

pub use exhaust::Tried;
pub use matching::matched;
pub use parting::parting;
pub use reason::{CONTRACT, Reason};
pub use search::Search;
pub use subject::Subject;

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::Type;
use crate::eval::Guarantee;

/// How many inputs subjects have at most.
pub(crate) const MAX_INPUTS: usize = 16;

/// The inputs of both subjects, matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name that the first subject has for it.
    pub name: String,
    /// The name that the second one has.
    pub other_name: String,
    /// What it is shown as: what the first subject reads it as, unless only the second one says.
    pub kind: Type,
}

/// A result of both subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The name that the first subject has for it.
    pub name: String,
    /// The name that the second one has.
    pub other_name: String,
    /// What each writes it as; where one does not say, what the other one does.
    pub kinds: [Type; 2],
}

/// Why two subjects cannot be compared: what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Lower case, no full stop.
    pub message: String,
}

/// How sure a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The references differ, yet the ISA permits a result of both.
    Possible,
    /// Nothing that the ISA permits of one is permitted of the other.
    Certain,
}

/// A result of one of the subjects, and what the ISA says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The bits of the lane; where contraction leaves a choice, those where nothing is fused.
    pub bits: u64,
    /// How sure they are.
    pub guarantee: Guarantee,
    /// The other bits that contraction leaves.
    pub others: Vec<u64>,
}

/// A lane in which results differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which output.
    pub output: usize,
    /// Which lane of it; nothing if the lanes of both subjects lie differently, and the whole
    /// registers are compared.
    pub lane: Option<u8>,
    /// How sure it is that they differ.
    pub severity: Severity,
    /// The first subject's result.
    pub a: Side,
    /// The second one's.
    pub b: Side,
}

/// Operands on which the subjects differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How sure it is, of the surest lane.
    pub severity: Severity,
    /// The registers of the inputs, in the order of [`Search::inputs`].
    pub inputs: Vec<u64>,
    /// The outputs of the first subject.
    pub a: Vec<u64>,
    /// The outputs of the second one.
    pub b: Vec<u64>,
    /// The values of each output that contraction leaves, of both subjects; first the one above.
    pub outcomes: [Vec<Vec<u64>>; 2],
    /// Where they differ; at least one lane.
    pub lanes: Vec<Lane>,
    /// Why, in the surest of the lanes.
    pub reason: Reason,
}

impl Difference {
    /// Whether they may differ only since products may be fused with sums, and need not.
    pub fn is_of_contraction(&self) -> bool {
        let is_open = |lane: &Lane| !lane.a.others.is_empty() || !lane.b.others.is_empty();
        self.severity == Severity::Possible && self.lanes.iter().any(is_open)
    }
}

/// What a search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It tries special data and their neighbours.
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

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many operands were tried.
    pub tried: u64,
    /// How many are tried until it is known whether there is a difference; nothing if there are too
    /// many operands for that.
    pub of: Option<u64>,
    /// What comes next.
    pub phase: Phase,
}

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// What the ISA permits: results differ if no result is permitted of both.
    Permitted,
    /// The references: results differ if those do.
    #[default]
    Reference,
    /// What GPUs were observed to return, where the ISA leaves the result of an approximate
    /// instruction open.
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

    /// What a word stands for.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// Why there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Both do the same.
    SameOperation,
    /// Every operand was tried.
    EveryOperand,
}

/// What is known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet; a difference that is only possible may be known.
    Open,
    /// They differ for certain.
    Differ,
    /// They may differ; no operands were found on which they do for certain.
    MayDiffer,
    /// There are no operands on which the references differ. Where a [subject](Subject::is_open)
    /// is open, GPUs may differ all the same.
    NoneExists(Proof),
}
