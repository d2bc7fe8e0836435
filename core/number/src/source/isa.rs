//! Versions of the PTX ISA.

use core::fmt;

/// A PTX ISA version, as `.version` names it.
///
/// ```
/// use ptxfp::Isa;
///
/// let old: Isa = "8.6".parse()?;
/// assert!(old < "9.5".parse()?);
/// assert_eq!(old.to_string(), "8.6");
/// # Ok::<(), ptxfp::UnknownIsa>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IsaVersion {
    /// The number before the dot.
    pub major: u8,
    /// The number after the dot.
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
