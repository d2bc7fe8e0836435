//! Links of the page among texts.

use alloc::string::{String, ToString};

/// A link of the page, with its fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// To an instruction.
    Instruction(String),
    /// To a program.
    Program(String),
    /// To another view of the page: `formats/e4m3`, or to an element of a product of matrices.
    View(String),
}

/// The beginning of links with a state.
const STATE: &str = "v1/";
/// The beginning of those to programs.
const PROGRAM: &str = "v1/sequence";
/// The beginning of those to elements of products of matrices.
const TENSOR: &str = "v1/tensor";

impl Link {
    /// A text that is nothing but a link, or an address with one.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_matches(['<', '>', '`', '"']);
        if text.contains(char::is_whitespace) {
            return None;
        }
        let is_address = text.starts_with("http://") || text.starts_with("https://");
        let (before, fragment) = match text.split_once('#') {
            Some((before, fragment)) => (before, fragment),
            None if is_address => text.split_once('?')?,
            None => ("", text),
        };
        if !before.is_empty() && !is_address {
            return None;
        }
        let starts = |with: &str| {
            fragment.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
        };
        let owned = || fragment.to_string();
        if starts(PROGRAM) {
            return Some(Self::Program(owned()));
        }
        if starts(TENSOR) {
            return Some(Self::View(owned()));
        }
        if starts(STATE) && fragment.len() > STATE.len() {
            return Some(Self::Instruction(owned()));
        }
        let name = fragment.split(['/', '?']).next().unwrap_or_default();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        (text.contains('#') && is_name).then(|| Self::View(owned()))
    }

    /// The part of an address behind the `#`.
    #[must_use]
    pub fn fragment(&self) -> &str {
        match self {
            Self::Instruction(text) | Self::Program(text) | Self::View(text) => text,
        }
    }
}
