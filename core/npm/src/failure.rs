//! Errors, for JavaScript.

use std::fmt;

use ptxfp::report::Found;
use ptxfp::syntax::Diagnostic;
use ptxfp::{Diagnostics, LinkError};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A failure, which is thrown as JSON and becomes a `PtxError`.
#[derive(Serialize)]
pub(crate) struct Failure {
    message: String,
    diagnostics: Vec<Found>,
}

impl Failure {
    /// A failure without a place.
    pub(crate) fn of(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), diagnostics: Vec::new() }
    }

    /// A rejected statement.
    pub(crate) fn rejected(found: &Diagnostics) -> Self {
        let diagnostics = found.iter().map(|each| self::found(found.text(), each)).collect();
        Self { message: found.to_string(), diagnostics }
    }

    /// A program with rejected statements.
    pub(crate) fn of_program(message: String, text: &str, found: &[&Diagnostic]) -> Self {
        Self { message, diagnostics: found.iter().map(|each| self::found(text, each)).collect() }
    }

    /// A link that cannot be read.
    pub(crate) fn unreadable(text: &str, error: &LinkError) -> Self {
        let found = error
            .problems()
            .iter()
            .map(|problem| Found::at(text, &problem.span, problem.message.clone(), units));
        Self { message: error.to_string(), diagnostics: found.collect() }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let text = serde_json::to_string(&failure);
        Self::from_str(&text.unwrap_or(failure.message))
    }
}

/// A diagnostic of a text.
pub(crate) fn found(text: &str, each: &Diagnostic) -> Found {
    Found::of(text, each, units)
}

/// The length of a text in units of UTF-16, as JavaScript counts.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}
