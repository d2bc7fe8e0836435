//! Errors, for people and for programs.

use std::ops::Range;

use ptxfp::syntax::{Action, Diagnostic, Fix};
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

/// An error in a statement.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    /// The stable name of the kind, such as `E003`.
    code: &'static str,
    message: String,
    /// The place in the statement, in characters from 0.
    start: usize,
    /// The place behind it.
    end: usize,
    /// The section with the rule.
    section: Option<String>,
    fixes: Vec<Fixed>,
}

/// A fix: the text that replaces the opcode and its modifiers, or the whole statement, or the version
/// and target that have it.
#[derive(Debug, Default, Serialize)]
struct Fixed {
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    spelling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    isa: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'static str>,
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

impl Found {
    /// A diagnostic of a statement.
    pub(crate) fn new(statement: &str, each: &Diagnostic) -> Self {
        let Range { start, end } = &each.span;
        let place = |at: &usize| column(statement, *at) - 1;
        Self {
            code: each.code.name(),
            message: each.message.clone(),
            start: place(start),
            end: place(end),
            section: each.source.as_ref().map(ToString::to_string),
            fixes: each.fixes.iter().map(Fixed::new).collect(),
        }
    }
}

impl Fixed {
    fn new(fix: &Fix) -> Self {
        let empty = Self { label: fix.label.clone(), ..Self::default() };
        match &fix.action {
            Action::Spelling(text) => Self { spelling: Some(text.clone()), ..empty },
            Action::Statement(text) => Self { statement: Some(text.clone()), ..empty },
            Action::Context(isa, target) => {
                Self { isa: Some(isa.to_string()), target: Some(target.name), ..empty }
            }
        }
    }
}

/// The place of a byte of a text, in characters from 1.
pub(crate) fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).chars().count() + 1
}
