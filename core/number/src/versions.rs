//! The released versions of the PTX ISA.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::source::{IsaVersion, isa};
use crate::text::quote::quoted;

impl IsaVersion {
    /// Finds a released version by its text, such as `8.6`.
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        let canonical = |part: &str| part.len() == 1 && part.as_bytes()[0].is_ascii_digit();
        if !canonical(major) || !canonical(minor) {
            return None;
        }
        let version = isa(major.parse().ok()?, minor.parse().ok()?);
        ISA_VERSIONS.contains(&version).then_some(version)
    }
}

impl FromStr for IsaVersion {
    type Err = UnknownIsa;

    /// Finds a released version by its text.
    fn from_str(text: &str) -> Result<Self, UnknownIsa> {
        Self::parse(text).ok_or_else(|| UnknownIsa { shown: quoted(text) })
    }
}

/// The error for a text that names no PTX ISA version.
///
/// ```
/// let unknown = "8.66".parse::<ptxfp::Isa>().unwrap_err();
/// assert_eq!(unknown.to_string(), "unknown PTX ISA version `8.66`; expected one from 1.0 to 9.5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownIsa {
    shown: String,
}

impl fmt::Display for UnknownIsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = ISA_VERSIONS.first().unwrap_or(&LATEST_ISA);
        let shown = &self.shown;
        write!(f, "unknown PTX ISA version {shown}; expected one from {first} to {LATEST_ISA}")
    }
}

impl Error for UnknownIsa {}

/// Every released version, oldest first.
#[rustfmt::skip] // One major version a line.
pub const ISA_VERSIONS: &[IsaVersion] = &[
    isa(1, 0), isa(1, 1), isa(1, 2), isa(1, 3), isa(1, 4), isa(1, 5),
    isa(2, 0), isa(2, 1), isa(2, 2), isa(2, 3),
    isa(3, 0), isa(3, 1), isa(3, 2),
    isa(4, 0), isa(4, 1), isa(4, 2), isa(4, 3),
    isa(5, 0),
    isa(6, 0), isa(6, 1), isa(6, 2), isa(6, 3), isa(6, 4), isa(6, 5),
    isa(7, 0), isa(7, 1), isa(7, 2), isa(7, 3), isa(7, 4), isa(7, 5), isa(7, 6), isa(7, 7), isa(7, 8),
    isa(8, 0), isa(8, 1), isa(8, 2), isa(8, 3), isa(8, 4), isa(8, 5), isa(8, 6), isa(8, 7), isa(8, 8),
    isa(9, 0), isa(9, 1), isa(9, 2), isa(9, 3), isa(9, 4), isa(9, 5),
];

/// The newest version, which is the default.
pub const LATEST_ISA: IsaVersion = isa(9, 5);
