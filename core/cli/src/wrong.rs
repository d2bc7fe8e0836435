//! Errors, for people and for programs.

use ptxfp::report::Found;
use ptxfp::syntax::Diagnostic;
use serde::Serialize;

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Wrong {
    pub(crate) code: Code,
    pub(crate) message: String,
    /// The errors in the statement, if it is the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) diagnostics: Vec<Found>,
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Code {
    /// The arguments are not those of the command.
    Usage,
    /// An argument, a file or a text cannot be read, or has no answer.
    Input,
    /// The statement is not legal, or its operands are not.
    Illegal,
    /// Standard input or output.
    Io,
}

/// An error as the whole answer in JSON.
#[derive(Serialize)]
struct Answer<'w> {
    error: &'w Wrong,
}

impl Wrong {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), diagnostics: Vec::new() }
    }

    /// JSON on one line, without its end.
    pub(crate) fn json(&self) -> String {
        // Strings, numbers and lists always have a JSON text.
        serde_json::to_string(&Answer { error: self }).unwrap_or_default()
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Self::new(Code::Input, message)
    }
}

impl From<&str> for Wrong {
    fn from(message: &str) -> Self {
        Self::new(Code::Input, message)
    }
}

impl From<Wrong> for String {
    fn from(wrong: Wrong) -> Self {
        wrong.message
    }
}

/// A diagnostic of a statement, with places in characters.
pub(crate) fn found(statement: &str, each: &Diagnostic) -> Found {
    Found::of(statement, each, |before| before.chars().count())
}

/// The place of a byte of a text, in characters from 1.
pub(crate) fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).chars().count() + 1
}
