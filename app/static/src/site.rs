//! The site that all files are of: its name, its folders and what several files say.

use crate::address::Address;

/// The name of the site.
pub(crate) const NAME: &str = "PTX Float Playground";
/// The folder of the page of companion instructions.
pub(crate) const COMPANIONS: &str = "i/companions/";
/// The folder of the page of evidence.
pub(crate) const EVIDENCE: &str = "i/evidence/";
/// The program that records what a GPU returns.
pub(crate) const CAPTURE: &str = "capture.py";

/// The introduction to companion instructions.
pub(crate) const COMPANIONS_LEAD: &str = "Floating-point code is surrounded by instructions that \
     compare, select, shift and compute with integers. Programs evaluate these too; each example \
     opens as a program.";

/// The common data of all files.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The address of the site, if that is known.
    pub(crate) address: Option<Address>,
    /// The names of the style sheets, beside the page.
    pub(crate) sheets: Vec<String>,
}

/// A file to write.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The path, from the folder of the page.
    pub(crate) path: String,
    /// The contents.
    pub(crate) content: String,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, content: String) -> Self {
        Self { path: path.into(), content }
    }
}

/// The folder of an opcode's page.
pub(crate) fn folder(opcode: &str) -> String {
    format!("i/{opcode}/")
}

/// The title of an opcode's page.
pub(crate) fn title(opcode: &str) -> String {
    format!("{opcode} in PTX: forms, special operands, error bounds")
}
