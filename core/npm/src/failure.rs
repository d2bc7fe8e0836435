//! Errors, for JavaScript.

use std::fmt;
use std::ops::Range;

use ptxfp::syntax::{Action, Diagnostic};
use ptxfp::{Diagnostics, LinkError};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A failure, which is thrown as JSON and becomes a `PtxError`.
#[derive(Serialize)]
pub(crate) struct Failure {
    message: String,
    diagnostics: Vec<Found>,
}

/// A diagnostic.
#[derive(Serialize)]
pub(crate) struct Found {
    code: Option<&'static str>,
    message: String,
    /// In units of UTF-16, as JavaScript counts.
    start: usize,
    end: usize,
    section: Option<String>,
    fixes: Vec<Fix>,
}

/// A fix: the text that replaces the opcode and its modifiers, or the whole statement, or the
/// version and target that have it.
#[derive(Serialize)]
struct Fix {
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

impl Failure {
    /// A failure without a place.
    pub(crate) fn of(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), diagnostics: Vec::new() }
    }

    /// A rejected statement.
    pub(crate) fn rejected(found: &Diagnostics) -> Self {
        let diagnostics = found.iter().map(|each| Found::of(found.text(), each)).collect();
        Self { message: found.to_string(), diagnostics }
    }

    /// A program with rejected statements.
    pub(crate) fn of_program(message: String, text: &str, found: &[&Diagnostic]) -> Self {
        Self { message, diagnostics: found.iter().map(|each| Found::of(text, each)).collect() }
    }

    /// A link that cannot be read.
    pub(crate) fn unreadable(text: &str, error: &LinkError) -> Self {
        let found = error
            .problems()
            .iter()
            .map(|problem| Found::at(text, &problem.span, problem.message.clone()));
        Self { message: error.to_string(), diagnostics: found.collect() }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let text = serde_json::to_string(&failure);
        Self::from_str(&text.unwrap_or(failure.message))
    }
}

impl Found {
    /// A diagnostic of a statement.
    pub(crate) fn of(text: &str, each: &Diagnostic) -> Self {
        let fixes = each.fixes.iter().map(|fix| {
            let empty = Fix {
                label: fix.label.clone(),
                spelling: None,
                statement: None,
                isa: None,
                target: None,
            };
            match &fix.action {
                Action::Spelling(text) => Fix { spelling: Some(text.clone()), ..empty },
                Action::Statement(text) => Fix { statement: Some(text.clone()), ..empty },
                Action::Context(isa, target) => {
                    Fix { isa: Some(isa.to_string()), target: Some(target.name), ..empty }
                }
            }
        });
        Self {
            code: Some(each.code.name()),
            section: each.source.as_ref().map(ToString::to_string),
            fixes: fixes.collect(),
            ..Self::at(text, &each.span, each.message.clone())
        }
    }

    fn at(text: &str, span: &Range<usize>, message: String) -> Self {
        let units = |at: usize| {
            let before = text.get(..at.min(text.len())).unwrap_or(text);
            before.encode_utf16().count()
        };
        let (start, end) = (units(span.start), units(span.end));
        Self { code: None, message, start, end, section: None, fixes: Vec::new() }
    }
}
