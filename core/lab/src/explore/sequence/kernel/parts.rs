//! A text in its parts, which a listing has as rows and a link as lines.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::read::read;
use super::super::split::{Kind, Piece, on_one_line};
use super::super::{text, unevaluated};
use super::layout::Layout;
use super::vectors;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its bytes, without the semicolon after it.
    pub span: Range<usize>,
    /// The part on one line, in the usual notation, without comments.
    pub text: String,
    /// Its role.
    pub role: Role,
    /// The function that it is in, by its place among [`functions`](super::Kernel::functions); 0 in a text
    /// without functions.
    pub function: Option<usize>,
}

/// The role of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An instruction.
    Statement,
    /// The name of a place.
    Label,
    /// A declaration, another directive, or a brace.
    Frame,
}

impl Layout<'_> {
    /// The parts.
    pub(super) fn parts(&self) -> Vec<Part> {
        let part = |(index, piece): (usize, &Piece)| Part {
            span: piece.span.clone(),
            text: match piece.kind {
                Kind::Statement => text::line(self.own(index)) + ";",
                Kind::Label => on_one_line(self.own(index)) + ":",
                Kind::Declaration | Kind::Directive | Kind::Open | Kind::Close => {
                    on_one_line(self.own(index))
                }
            },
            role: match piece.kind {
                Kind::Statement => Role::Statement,
                Kind::Label => Role::Label,
                Kind::Declaration | Kind::Directive | Kind::Open | Kind::Close => Role::Frame,
            },
            function: self.functions.iter().position(|it| it.pieces.contains(&index)),
        };
        self.pieces.iter().enumerate().map(part).collect()
    }
}

/// Directives that say nothing of one thread.
const SILENT: [&str; 8] =
    [".version", ".target", ".address_size", ".loc", ".file", ".pragma", ".section", ".language"];

/// A kernel as links have it: a line for each part, without comments and directives that do not matter.
///
/// It means the same, and stays as it is when it is taken again.
///
/// ```
/// use ptxfp::explore::sequence::kernel::normal;
///
/// let text = ".version 8.0\n.entry k ( .param .u64 x )\n{ // one\n@p bra L; L : ret; }";
/// assert_eq!(normal(text), ".entry k ( .param .u64 x ) {\n@p bra L;\nL:\nret;\n}");
/// ```
#[must_use]
pub fn normal(text: &str) -> String {
    let expanded = vectors::expanded(text);
    let read = read(&expanded);
    let own = |span: &Range<usize>| read.text.get(span.clone()).unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    let mut is_behind_head = false;
    for piece in &read.pieces {
        let line = on_one_line(own(&piece.span));
        let was_behind_head = core::mem::take(&mut is_behind_head);
        match piece.kind {
            Kind::Statement => lines.push(text::line(own(&piece.span)) + ";"),
            Kind::Label => lines.push(line + ":"),
            Kind::Close => lines.push(line),
            Kind::Open => match lines.last_mut().filter(|_| was_behind_head) {
                Some(head) => {
                    head.truncate(head.len() - 1);
                    head.push_str(" {");
                }
                None => lines.push(line),
            },
            Kind::Directive
                if SILENT.iter().any(|it| line.split([' ', '\t']).next() == Some(it)) => {}
            Kind::Directive | Kind::Declaration => {
                is_behind_head = unevaluated::function(&line).is_some();
                lines.push(line + ";");
            }
        }
    }
    lines.join("\n")
}
