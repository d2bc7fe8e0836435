//! Splits a text into pieces, without what surrounds the PTX.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::split::{Piece, split};
use crate::program::inline::{Operand, inline};
use crate::syntax::Diagnostic;
use crate::text::quote::bare;

/// A text taken apart.
pub(super) struct Read<'t> {
    /// The statements, with every byte where it was.
    pub(super) text: Cow<'t, str>,
    pub(super) pieces: Vec<Piece>,
    /// The operands of inline assembly.
    pub(super) operands: Vec<Operand>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Takes a text apart; it never fails.
pub(super) fn read(text: &str) -> Read<'_> {
    let text = bare(text);
    let found = if text.len() > super::MAX_LENGTH { None } else { inline(&text) };
    let Some(found) = found else {
        let (pieces, diagnostics) = split(&text);
        return Read { text, pieces, operands: Vec::new(), diagnostics };
    };
    let (pieces, more) = split(&found.text);
    let mut diagnostics = found.diagnostics;
    diagnostics.extend(more);
    Read { text: Cow::Owned(found.text), pieces, operands: found.operands, diagnostics }
}
