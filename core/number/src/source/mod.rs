//! Sources of facts: every rule, row and bound carries a [`Source`].
//!
//! Some versions of the PTX ISA renumber its sections, so a citation names the version whose numbers
//! it uses.

mod isa;

pub use isa::{IsaVersion, isa};

use core::fmt;

/// A document that facts are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// NVIDIA's *Parallel Thread Execution ISA*, in the version that numbers the section so.
    PtxIsa(IsaVersion),
    /// IEEE Std 754-2019, *Standard for Floating-Point Arithmetic*.
    Ieee754,
    /// Open Compute Project, *OFP8*, revision 1.0.
    Ofp8,
    /// Open Compute Project, *Microscaling Formats (MX)*, version 1.0.
    OcpMx,
    /// Seen when NVIDIA's assembler `ptxas` 13.5.37 was run: an observation, not a guarantee.
    Ptxas,
}

impl Document {
    /// Whether the document describes observations rather than promises.
    pub const fn is_observation(self) -> bool {
        matches!(self, Self::Ptxas)
    }
}

impl fmt::Display for Document {
    /// Writes the short name people cite the document by.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PtxIsa(version) => return write!(f, "PTX ISA {version}"),
            Self::Ieee754 => "IEEE 754-2019",
            Self::Ofp8 => "OCP OFP8 1.0",
            Self::OcpMx => "OCP MX 1.0",
            Self::Ptxas => "ptxas 13.5.37",
        })
    }
}

/// A section of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document.
    pub document: Document,
    /// The section as the document numbers it, empty for an observation.
    pub section: &'static str,
    /// The part of the document's web address after `#`; empty if there is none.
    pub anchor: &'static str,
}

impl Source {
    /// The PTX ISA version whose section numbers this uses; `None` for other documents.
    pub const fn isa(&self) -> Option<IsaVersion> {
        match self.document {
            Document::PtxIsa(version) => Some(version),
            Document::Ieee754 | Document::Ofp8 | Document::OcpMx | Document::Ptxas => None,
        }
    }

    /// A web address to read the section at, where there is a stable one.
    pub fn url(&self) -> Option<alloc::string::String> {
        (self.isa().is_some() && !self.anchor.is_empty()).then(|| {
            alloc::format!(
                "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#{}",
                self.anchor
            )
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document.fmt(f)?;
        if self.section.is_empty() { Ok(()) } else { write!(f, " §{}", self.section) }
    }
}

/// The PTX ISA that sections are cited from.
pub const PTX_ISA: Document = Document::PtxIsa(isa(9, 1));

/// A section of [that version](PTX_ISA), with its anchor.
pub const fn ptx(section: &'static str, anchor: &'static str) -> Source {
    Source { document: PTX_ISA, section, anchor }
}

/// A section of PTX ISA 9.4, with its anchor.
pub const fn ptx_9_4(section: &'static str, anchor: &'static str) -> Source {
    Source { document: Document::PtxIsa(isa(9, 4)), section, anchor }
}

/// A clause of IEEE 754-2019.
pub const fn ieee(section: &'static str) -> Source {
    Source { document: Document::Ieee754, section, anchor: "" }
}

/// The observed behavior of `ptxas`.
pub const PTXAS: Source = Source { document: Document::Ptxas, section: "", anchor: "" };
