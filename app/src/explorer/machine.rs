//! What the explorer knows of machine code: a file that is fetched when it is looked at.

use std::sync::Arc;

/// The name of the `<meta>` that says where the file is.
pub const FILE: &str = "machine-code";

/// The file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Machine {
    /// It has not come yet.
    #[default]
    Awaited,
    /// It could not be fetched.
    Missing,
    /// What is in it: the lines that the package `machine-code` writes.
    Here(Arc<str>),
}

impl Machine {
    /// The file that came.
    pub fn new(text: Option<String>) -> Self {
        text.map_or(Self::Missing, |text| Self::Here(text.into()))
    }

    /// Tries again, if it could not be fetched.
    pub fn retry(&mut self) {
        if *self == Self::Missing {
            *self = Self::Awaited;
        }
    }
}
