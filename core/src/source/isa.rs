//! Versions of the PTX ISA.

use core::fmt;

/// A PTX ISA version, as `.version` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IsaVersion {
    /// Before the dot.
    pub major: u8,
    /// Behind the dot.
    pub minor: u8,
}

impl fmt::Display for IsaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Shorthand for a version.
pub const fn isa(major: u8, minor: u8) -> IsaVersion {
    IsaVersion { major, minor }
}
