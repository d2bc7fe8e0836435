//! Every file of the site.

use ptxfp::catalog::opcodes;

use crate::address::Address;
use crate::{companions, evidence, machine, opcode, overview};

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

impl Site {
    /// Every file.
    pub(crate) fn files(&self) -> Vec<File> {
        let mut files = vec![
            overview::page(self),
            companions::page(self),
            evidence::page(self),
            machine::catalog(),
            machine::companions(),
            machine::llms(self),
        ];
        files.extend(opcodes().map(|opcode| opcode::page(self, opcode)));
        if let Some(address) = &self.address {
            files.extend(opcodes().map(|opcode| machine::oembed(address, opcode)));
            files.push(machine::sitemap(address));
        }
        files
    }
}

/// The folder of an opcode's page.
pub(crate) fn folder(opcode: &str) -> String {
    format!("i/{opcode}/")
}
