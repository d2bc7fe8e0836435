//! PTX inside another language: inline assembly of C++, Rust, LLVM and Triton, and bare strings.
//!
//! What is not PTX becomes space, byte for byte, so that places in the rest are those of the text:
//!
//! ```
//! use ptxfp::program::inline::{Direction, inline};
//!
//! let text = r#"asm volatile("{.reg .f32 t;\n\t mul.f32 t, %1, %1;\n\t}" : "=f"(d) : "f"(a + b));"#;
//! let found = inline(text).unwrap();
//! assert_eq!(found.text.trim(), "{.reg .f32 t; \n   mul.f32 t, %1, %1; \n  }");
//! assert_eq!(found.text.len(), text.len());
//! assert_eq!(found.operands[1].expression, "a + b");
//! assert_eq!(found.operands[0].direction, Direction::Out);
//! ```

mod operands;
mod template;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::syntax::{Code, Diagnostic};

/// Whether an operand is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It is read.
    In,
    /// It is written.
    Out,
    /// It is read and written.
    InOut,
}

/// What a constraint says an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A register of such a type, as `.reg` spells it.
    Register(&'static str),
    /// A constant.
    Constant,
    /// Something that is not known here.
    Other,
}

/// An operand of inline assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// How the statements name it: `%0`, `$1`, `%x`.
    pub names: Vec<String>,
    /// Whether it is read or written.
    pub direction: Direction,
    /// What it is.
    pub constraint: Constraint,
    /// The expression of the other language, if the text has it.
    pub expression: String,
    /// Where it stands.
    pub span: Range<usize>,
}

impl Operand {
    /// Whether its expression stands for it.
    pub(crate) fn is_constant(&self) -> bool {
        self.constraint == Constraint::Constant
    }

    /// The one name that stands for all of its names, if a name is one of them.
    pub(crate) fn alias(&self, name: &str) -> Option<&str> {
        let is_own = self.names.iter().any(|each| each == name);
        self.names.last().filter(|_| is_own).map(String::as_str)
    }
}

/// Statements found in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    /// As long as the text, with spaces for all that is not PTX.
    pub text: String,
    /// What the statements are given, in order.
    pub operands: Vec<Operand>,
    /// What is wrong, with places in the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// How a template names its operands and what it escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `%0`, `%[x]`, `%%`.
    C,
    /// `{0}`, `{x}`, `{{`.
    Rust,
    /// `$0`, `$$`, `\0A`.
    Llvm,
}

/// Finds the statements in a text of another language; `None` if the text is PTX.
///
/// One statement of inline assembly is read: where there are several, the others are reported.
#[must_use]
pub fn inline(text: &str) -> Option<Inline> {
    let start = find(text)?;
    let mut reader = Reader::new(text);
    reader.read(&start);
    Some(reader.finish())
}

/// Where inline assembly begins, and what it looks like.
struct Start {
    /// Where the first string may begin.
    position: usize,
    dialect: Dialect,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Finds a word of the text from a position on.
fn word(text: &str, name: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.match_indices(name).map(|(index, _)| index + from).find(|start| {
        let at = |place: Option<usize>| place.and_then(|it| text.as_bytes().get(it)).copied();
        !at(start.checked_sub(1)).is_some_and(|byte| is_word(byte) || byte == b'"')
            && !at(Some(start + name.len())).is_some_and(is_word)
    })
}

/// Words that begin inline assembly, with what it looks like if a string follows.
const WORDS: [&str; 6] =
    ["asm", "__asm__", "__asm", "asm_str", "inline_asm_elementwise", "inline_asm"];

fn find(text: &str) -> Option<Start> {
    if !text.contains('"') && !text.contains("'''") {
        return None;
    }
    let places = WORDS.iter().filter_map(|name| {
        let start = word(text, name, 0)?;
        let behind = start + name.len();
        let quote = text.get(behind..)?.find(['"', '\''])? + behind;
        let between = text.get(behind..quote)?.trim();
        let first = between.trim_start_matches(|c: char| is_qualifier(c));
        let dialect = match first {
            "" if between.starts_with("sideeffect") || between.is_empty() => Dialect::Llvm,
            "!(" => Dialect::Rust,
            "(" if name.starts_with("inline_asm") => Dialect::Llvm,
            "(" => Dialect::C,
            "=" | ":" => Dialect::Llvm,
            // `inline_asm_elementwise(asm="…")` and the like.
            _ if name.starts_with("inline_asm") => Dialect::Llvm,
            _ if first.is_empty() => Dialect::Llvm,
            _ => return None,
        };
        Some(Start { position: quote, dialect })
    });
    let found = places.min_by_key(|start| start.position);
    // Strings alone: what stands in the parentheses of `asm`.
    found.or_else(|| {
        let is_string = text.trim_start().starts_with('"');
        let position = text.find('"')?;
        is_string.then_some(Start { position, dialect: Dialect::C })
    })
}

/// Whether a character may stand in a word between `asm` and its parenthesis.
fn is_qualifier(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c.is_whitespace()
}

struct Reader<'t> {
    text: &'t str,
    /// What is kept, and spaces.
    kept: Vec<u8>,
    position: usize,
    operands: Vec<Operand>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let kept = alloc::vec![b' '; text.len()];
        Self { text, kept, position: 0, operands: Vec::new(), diagnostics: Vec::new() }
    }

    fn report(&mut self, span: Range<usize>, message: String) {
        self.diagnostics.push(Diagnostic::new(Code::Unexpected, span, message));
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// Skips white space, comments and the ends of lines that go on.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len()
                - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\').len();
            self.position += space;
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with('#') {
                self.position += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.position += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    fn read(&mut self, start: &Start) {
        self.position = start.position;
        self.template(start.dialect);
        match start.dialect {
            Dialect::C => self.lists(),
            Dialect::Rust => self.arguments(),
            Dialect::Llvm => self.constraints(),
        }
        self.others();
    }

    /// Reports inline assembly behind the first.
    fn others(&mut self) {
        let next =
            ["asm", "__asm__"].iter().filter_map(|name| word(self.text, name, self.position));
        let Some(start) = next.min() else { return };
        let end = self.text.get(start..).and_then(|rest| rest.find('"'));
        if end.is_some_and(|length| length < 40) {
            let message = "only the first `asm` of a text is read: its operands are its own";
            self.report(start..start + 3, message.into());
        }
    }

    fn finish(self) -> Inline {
        // Whole characters of the text or spaces: always valid.
        let text = String::from_utf8_lossy(&self.kept).into_owned();
        Inline { text, operands: self.operands, diagnostics: self.diagnostics }
    }
}
