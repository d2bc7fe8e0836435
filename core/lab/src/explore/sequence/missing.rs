//! Inputs without a value.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Register;
use crate::syntax;

/// The inputs that need a value and have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Their names.
    pub names: Vec<String>,
    /// A value for the first, as `NAME=VALUE`.
    pub example: String,
}

impl Missing {
    /// Those of these registers; `None` if there are none.
    #[must_use]
    pub fn of(registers: &[&Register]) -> Option<Self> {
        let first = registers.first()?;
        let names = registers.iter().map(|each| each.name.clone()).collect();
        Some(Self { names, example: format!("{}={}", first.name, syntax::example(first.kind)) })
    }
}

impl fmt::Display for Missing {
    /// Names them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value is missing for {}", self.names.join(", "))
    }
}

/// The reason why a program or a kernel cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// Inputs have no value: how one is given depends on who asks.
    Missing(Missing),
    /// Something that was given is wrong.
    Wrong(String),
}

impl From<String> for NoRun {
    fn from(message: String) -> Self {
        Self::Wrong(message)
    }
}

impl fmt::Display for NoRun {
    /// Describes it in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(missing) => missing.fmt(f),
            Self::Wrong(message) => f.write_str(message),
        }
    }
}
