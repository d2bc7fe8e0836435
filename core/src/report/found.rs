//! Errors in a text as data.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use serde::{Serialize, Serializer};

use crate::api::Diagnostics;
use crate::syntax::{Action, Diagnostic, Fix};

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The stable name of the kind, such as `E003`; `None` of an error in a link.
    pub code: Option<&'static str>,
    /// The message: lower case, no full stop.
    pub message: String,
    /// The place in the text, from 0.
    pub start: usize,
    /// The place behind it.
    pub end: usize,
    /// The section with the rule.
    pub section: Option<String>,
    /// The fixes, the likeliest first.
    pub fixes: Vec<Fixed>,
}

/// A fix: the text that replaces the opcode and its modifiers, or the whole statement, or the version
/// and target that have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fixed {
    /// The label of a button for it.
    pub label: String,
    /// The opcode and its modifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// The whole statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The PTX ISA version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isa: Option<String>,
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<&'static str>,
}

impl Found {
    /// Writes a diagnostic of a text out. `length` is that of a text in the unit of the places: bytes,
    /// characters, or what else the reader counts.
    #[must_use]
    pub fn of(text: &str, diagnostic: &Diagnostic, length: impl Fn(&str) -> usize) -> Self {
        Self {
            code: Some(diagnostic.code.name()),
            section: diagnostic.source.as_ref().map(ToString::to_string),
            fixes: diagnostic.fixes.iter().map(Fixed::of).collect(),
            ..Self::at(text, &diagnostic.span, diagnostic.message.clone(), length)
        }
    }

    /// An error at a place of a text, in bytes, with nothing but a message.
    #[must_use]
    pub fn at(
        text: &str,
        span: &Range<usize>,
        message: String,
        length: impl Fn(&str) -> usize,
    ) -> Self {
        let place = |at: usize| length(text.get(..at).unwrap_or(text));
        let (start, end) = (place(span.start), place(span.end));
        Self { code: None, message, start, end, section: None, fixes: Vec::new() }
    }
}

impl Fixed {
    fn of(fix: &Fix) -> Self {
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

impl Serialize for Diagnostics {
    /// Writes the errors, each as a [`Found`] with places in bytes of [`Diagnostics::text`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|each| Found::of(self.text(), each, str::len)))
    }
}
