//! Errors in the name of an instruction: the wrong word, and the right ones.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::text::quote::code;

/// The error for a text that names no instruction of tensor cores.
///
/// ```
/// use ptxfp::tensor::Mma;
///
/// let wrong = Mma::parse("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3").unwrap_err();
/// assert_eq!(
///     wrong.to_string(),
///     "the type of c is missing; expected `.f32`, as in \
///      `mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongName {
    /// The wrong part of the text, in bytes; empty where something is missing.
    pub span: Range<usize>,
    pub(super) message: String,
    /// The nearest spelling that is right, where there is one.
    pub instead: Option<String>,
}

impl fmt::Display for WrongName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.instead {
            Some(instead) => write!(f, ", as in `{instead}`"),
            None => Ok(()),
        }
    }
}

impl Error for WrongName {}

/// A list of words in a message: `.a`, `.a or .b`.
pub(super) fn listed(words: &[&str]) -> String {
    /// The number of words that are shown.
    const N_SHOWN: usize = 6;
    let shown: Vec<_> =
        words.iter().take(N_SHOWN).map(|word| code(&[".", word].concat())).collect();
    crate::catalog::either(&shown)
}
