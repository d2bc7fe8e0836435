//! Copies of a state for other places: pages, documents, programs.
//!
//! Every copy has the result that [`evaluate`](crate::eval::Prepared::evaluate) returns now, whatever
//! the state recorded, and its link records that result.
//!
//! The base address is that of the site's folder, such as `https://example.org/ptxfp/`; the last
//! slash may be left out. Without one, addresses are relative to the folder.
//!
//! ```
//! use ptxfp::internals::export::{Kind, export};
//! use ptxfp::link::parse;
//!
//! let state = parse("v1/add.f32@sm_90?a=1&b=2").sound().unwrap();
//! let text = export(Kind::Markdown, &state, "https://example.org/ptxfp/");
//! assert!(text.starts_with(
//!     "[`add.f32` of 0x3f800000, 0x40000000 = 0x40400000](https://example.org/ptxfp/#v1/add.f32"
//! ));
//! ```

mod cuda;
mod element;
mod embed;
mod explorer;
mod frame;
mod json;
mod markup;
mod picture;
mod program;
mod prose;
mod ptx;
mod rejected;
mod subject;
#[cfg(test)]
mod tests;
mod text;

use alloc::string::String;

pub use self::element::{element_explorer, element_test};
pub use self::embed::{
    Embedded, Given, OPTIONS, Piece, Use, Values, embed, fence_body, fence_options, is_link, site,
};
pub use self::frame::{FRAME_WIDTHS, Look, frame_height};
pub use self::picture::{Theme, picture};
pub use self::program::cuda_test;
pub use self::rejected::{export_rejected, rejected_sentence};
use self::subject::Subject;
use crate::link::State;

/// The kind of a copy of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The link, with the result.
    Link,
    /// A frame with the playground in it.
    Iframe,
    /// The custom element, with its script, and words where that does not run.
    Element,
    /// Markdown that also reads well as plain text.
    Markdown,
    /// A picture of the statement with its result.
    Svg,
    /// A module that runs the instruction.
    Ptx,
    /// A program that runs the instruction and prints the result beside the expected one.
    Cuda,
    /// A link to Compiler Explorer with that program.
    CompilerExplorer,
    /// Data, as `ptxfp eval --json` names them.
    Json,
}

impl Kind {
    /// Every kind: text, pages, programs, data.
    pub const ALL: [Self; 9] = [
        Self::Link,
        Self::Markdown,
        Self::Iframe,
        Self::Element,
        Self::Svg,
        Self::Ptx,
        Self::Cuda,
        Self::CompilerExplorer,
        Self::Json,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Link => ("link", "Link"),
            Self::Iframe => ("iframe", "HTML frame"),
            Self::Element => ("element", "HTML element"),
            Self::Markdown => ("markdown", "Markdown"),
            Self::Svg => ("svg", "SVG picture"),
            Self::Ptx => ("ptx", "PTX module"),
            Self::Cuda => ("cuda", "CUDA C++"),
            Self::CompilerExplorer => ("compiler-explorer", "Compiler Explorer"),
            Self::Json => ("json", "JSON"),
        }
    }

    /// Finds a kind by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The copy of a state as a text; one of several lines ends with a line feed.
#[must_use]
pub fn export(kind: Kind, state: &State, base: &str) -> String {
    export_with(kind, state, base, None)
}

/// The observed result, for a copy: the destination register, and the name of the
/// [grade](crate::observed::Grade).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The register.
    pub bits: u64,
    /// The name of the grade.
    pub grade: String,
}

/// The copy of a state for readers: its values as numbers, its result and the reason for that, which
/// is a sentence with code between backquotes. The kinds for this are Markdown, the frame and the
/// element.
///
/// ```
/// use ptxfp::internals::export::{Kind, export_explained};
/// use ptxfp::link::parse;
///
/// let state = parse("v1/add.rn.f16@sm_90?a=2048&b=1").sound().unwrap();
/// let why = "A tie goes to even.";
/// let text = export_explained(Kind::Markdown, &state, "https://example.org/", why).unwrap();
/// assert!(text.starts_with("[`add.rn.f16` of 2048, 1 = 2048](https://example.org/#v1/add.rn.f16@"));
/// assert!(text.ends_with("): A tie goes to even.\n"));
/// ```
#[must_use]
pub fn export_explained(kind: Kind, state: &State, base: &str, why: &str) -> Option<String> {
    let subject = Subject { why: why.into(), ..Subject::new(state.clone(), base) };
    Some(match kind {
        Kind::Markdown => prose::explained(&subject),
        Kind::Iframe => markup::iframe(&subject),
        Kind::Element => markup::element(&subject),
        Kind::Link | Kind::Svg | Kind::Ptx | Kind::Cuda | Kind::CompilerExplorer | Kind::Json => {
            return None;
        }
    })
}

/// Like [`export`], with an observed result where one is known. Kinds without a statement leave it out.
#[must_use]
pub fn export_with(kind: Kind, state: &State, base: &str, seen: Option<Seen>) -> String {
    let subject = Subject { seen, ..Subject::new(state.clone(), base) };
    match kind {
        Kind::Link => subject.link(),
        Kind::Iframe => markup::iframe(&subject),
        Kind::Element => markup::element(&subject),
        Kind::Markdown => prose::markdown(&subject),
        Kind::Svg => picture::draw(&subject, "", Theme::Light),
        Kind::Ptx => ptx::module(&subject),
        Kind::Cuda => cuda::program(subject),
        Kind::CompilerExplorer => explorer::link(subject),
        Kind::Json => json::data(&subject),
    }
}
