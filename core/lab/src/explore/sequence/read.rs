//! Splits a text into pieces, without what surrounds the PTX.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::input_comments::input_comments;
use super::split::{Piece, split};
use crate::bits::hex;
use crate::program::inline::{Constraint, Operand, inline};
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

/// The values that a text gives to inputs: names, and texts as
/// [`syntax::value`](crate::syntax::value) reads them.
///
/// They are those of [comments](super::input_comments), and numbers and constants that are operands
/// of inline assembly. If a name has several, the last counts.
///
/// ```
/// use ptxfp::explore::sequence::inputs_in_text;
///
/// let text = r#"asm("lop3.b32 %0, %1, %2, 7, 0xea;" : "=r"(d) : "r"(x), "r"(0x64006400));"#;
/// assert_eq!(inputs_in_text(text), [("%2".to_string(), "0x64006400".to_string())]);
/// ```
#[must_use]
pub fn inputs_in_text(text: &str) -> Vec<(String, String)> {
    let operands = read(text).operands.into_iter().filter_map(|operand| {
        let name = operand.names.last()?.clone();
        let Constraint::Register(kind) = operand.constraint else { return None };
        let width = if matches!(kind, ".f64" | ".b64") { 64 } else { 32 };
        let width = if kind == ".b16" { 16 } else { width };
        Some((name, hex(operand.value?, width)))
    });
    let comments = input_comments(text).map(|(name, value)| (name.into(), value.into()));
    operands.chain(comments).collect()
}
