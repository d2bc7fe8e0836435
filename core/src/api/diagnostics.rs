//! The errors in a text, as an error value.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::catalog::{Target, UnknownTarget};
use crate::syntax::{Code, Diagnostic};
use crate::text::quote::one_line;

/// The error for a statement that is rejected: at least one [`Diagnostic`], in the order of the
/// text.
///
/// It prints as each message with its section of the ISA, the text with the place underlined, and
/// the fixes:
///
/// ```
/// use ptxfp::Instruction;
///
/// let rejected = Instruction::parse("fma.rn.ftz.bf16 d, a, b, c", "sm_90").unwrap_err();
/// assert_eq!(rejected.to_string(), "\
/// `fma` takes `.ftz` only with `.f32`, `.f32x2`, `.f16` or `.f16x2` (PTX ISA 9.1 §9.7.4.4)
///   fma.rn.ftz.bf16 d, a, b, c
///         ^^^^
///   try fma.rn.bf16
///   try fma.rn.ftz.f32");
/// assert_eq!(rejected.iter().next().unwrap().span, 6..10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    text: String,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub(super) fn new(text: &str, list: Vec<Diagnostic>) -> Self {
        debug_assert!(!list.is_empty(), "a rejection has a reason");
        Self { text: text.into(), list }
    }

    /// The target of a name, or the error that it is unknown.
    pub(super) fn target(name: &str) -> Result<&'static Target, Self> {
        name.parse().map_err(|error: UnknownTarget| {
            let message = error.to_string();
            Self::new(name, [Diagnostic::new(Code::TargetUnknown, 0..name.len(), message)].into())
        })
    }

    /// Returns the text that the spans refer to: the statement, or the name of the target.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the errors, in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.list.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{diagnostic}")?;
            write_place(f, &self.text, &diagnostic.span)?;
            for fix in &diagnostic.fixes {
                write!(f, "\n  {fix}")?;
            }
        }
        Ok(())
    }
}

impl Error for Diagnostics {}

/// Writes the line of a text that a span begins in, and a line below that underlines the span.
pub(super) fn write_place(
    f: &mut fmt::Formatter<'_>,
    text: &str,
    span: &Range<usize>,
) -> fmt::Result {
    let start = span.start.min(text.len());
    let before = text.get(..start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(line_start..).unwrap_or_default().lines().next().unwrap_or_default();
    let indent = text.get(line_start..start).map_or(0, |it| it.chars().count());
    let marked = text.get(span.clone()).map_or(0, |it| it.chars().count());
    let room = line.chars().count().saturating_sub(indent);
    write!(f, "\n  {}\n  {:indent$}", one_line(line.into()), "")?;
    (0..marked.min(room).max(1)).try_for_each(|_| f.write_str("^"))
}
