//! PTX inside another language: inline assembly of C++, Rust, LLVM and Triton, and bare strings.
//!
//! Everything but PTX is replaced by spaces, byte for byte, so that positions stay the same:
//!
//! ```
//! use ptxfp::internals::program::inline::{Direction, inline};
//!
//! let text = r#"asm volatile("{.reg .f32 t;\n\t mul.f32 t, %1, %1;\n\t}" : "=f"(d) : "f"(a + b));"#;
//! let found = inline(text).unwrap();
//! assert_eq!(found.text.trim(), "{.reg .f32 t; \n   mul.f32 t, %1, %1; \n  }");
//! assert_eq!(found.text.len(), text.len());
//! assert_eq!(found.operands[1].expression, "a + b");
//! assert_eq!(found.operands[0].direction, Direction::Out);
//! ```

mod derive;
mod host;
mod join;
mod operands;
mod settle;
mod template;
#[cfg(test)]
mod tests;

pub use self::derive::Derived;

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

/// The kind of an operand by its constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A register of such a type, as `.reg` spells it.
    Register(&'static str),
    /// A constant.
    Constant,
    /// An unknown constraint.
    Other,
}

/// An operand of inline assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The names in the statements: `%0`, `$1`, `%x`.
    pub names: Vec<String>,
    /// Whether it is read or written.
    pub direction: Direction,
    /// The constraint.
    pub constraint: Constraint,
    /// The expression of the other language, if the text has it.
    pub expression: String,
    /// Its position in the text.
    pub span: Range<usize>,
    /// The strings whose statements name it.
    pub scope: Range<usize>,
    /// Whether it is written for code after the text.
    pub is_result: bool,
    /// The bits of its register, if it is read and its expression is a number, or one of constants
    /// that the text defines.
    pub value: Option<u64>,
    /// The way from the value of a variable to that of its register, if it is read and its expression
    /// is one of that variable and constants.
    pub derived: Option<Derived>,
}

impl Operand {
    /// Whether it is replaced by its expression.
    pub fn is_constant(&self) -> bool {
        self.constraint == Constraint::Constant
    }

    /// Its representative name, if a name at a place is one of its names.
    pub fn alias(&self, name: &str, place: usize) -> Option<&str> {
        let is_own = self.scope.contains(&place) && self.names.iter().any(|each| each == name);
        self.names.last().filter(|_| is_own).map(String::as_str)
    }
}

/// Statements found in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    /// The text with spaces in place of everything but PTX; its length is unchanged.
    pub text: String,
    /// The operands of the statements, in order.
    pub operands: Vec<Operand>,
    /// The errors, with their positions in the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The way in which a template names its operands and escapes characters.
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
/// Across several statements of inline assembly, a variable of the other language is one register
/// until the text in between assigns to it.
#[must_use]
pub fn inline(text: &str) -> Option<Inline> {
    let start = find(text)?;
    let mut reader = Reader::new(text);
    reader.read(&start);
    while let Some(start) = find_from(text, reader.position, false) {
        reader.separate(start.position);
        reader.read(&start);
    }
    Some(reader.finish())
}

/// The beginning of inline assembly.
struct Start {
    /// The position of the word, or of a string alone.
    place: usize,
    /// The first position at which a string may begin.
    position: usize,
    /// The position behind the name of the template in the call, if the template has one.
    behind: Option<usize>,
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

/// Words that begin inline assembly.
const WORDS: [&str; 9] = [
    "asm",
    "__asm__",
    "__asm",
    "asm_str",
    "inline_asm_elementwise",
    "elementwise_inline_asm",
    "inline_asm",
    "asmcall",
    "ptx_asm",
];

/// The largest number of bytes between such a word and the template, apart from comments.
const MAX_BETWEEN: usize = 4096;

fn find(text: &str) -> Option<Start> {
    if !text.contains(['"', '\'']) {
        return None;
    }
    let found = find_from(text, 0, true);
    // Strings alone: the contents of the parentheses of `asm`.
    found.or_else(|| {
        let is_string = text.trim_start().starts_with('"');
        let position = text.find('"')?;
        let place = position;
        is_string.then_some(Start { place, position, behind: None, dialect: Dialect::C })
    })
}

/// Finds inline assembly from a place on; a loose search takes words between `asm` and its string.
fn find_from(text: &str, from: usize, is_loose: bool) -> Option<Start> {
    let places = WORDS.iter().filter_map(|name| {
        let mut from = from;
        loop {
            let begin = word(text, name, from)?;
            from = begin + name.len();
            if let Some(start) = start(text, name, from, is_loose) {
                return Some(start);
            }
        }
    });
    places.min_by_key(|start| start.place)
}

/// Returns the inline assembly that a word at a position begins, if it does.
fn start(text: &str, name: &str, behind: usize, is_loose: bool) -> Option<Start> {
    let is_elementwise = name.contains("inline_asm") || name == "asmcall";
    let place = behind - name.len();
    if let Some((position, behind)) = named_template(text, behind).filter(|_| is_elementwise) {
        return Some(Start { place, position, behind: Some(behind), dialect: Dialect::Llvm });
    }
    let (between, quote) = before_template(text, behind, is_elementwise)?;
    // The prefix of a string of Python.
    let prefix = between.trim_end_matches(|c: char| "rRfFbBuU".contains(c));
    let is_prefix = !prefix.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let between = if is_prefix && between.len() - prefix.len() <= 2 { prefix } else { &between };
    let between = between.trim_matches(|c: char| c.is_whitespace() || c == '\\');
    let first = between.trim_start_matches(|c: char| is_qualifier(c));
    let dialect = match first {
        "!(" => Dialect::Rust,
        "(" if is_elementwise => Dialect::Llvm,
        "(" => Dialect::C,
        "=" | ":" => Dialect::Llvm,
        // `inline_asm_elementwise(asm="…")`, `inline_asm(type, [values], "…")` and the like.
        _ if is_elementwise && (is_loose || between.len() < 40 || between.starts_with('(')) => {
            Dialect::Llvm
        }
        "" if is_loose || between.is_empty() || between.starts_with("sideeffect") => Dialect::Llvm,
        _ => return None,
    };
    Some(Start { place, position: quote, behind: None, dialect })
}

/// Finds the template of a call whose first argument is the name of a string: the position of the
/// string, and the one behind the name.
fn named_template(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    let argument = rest.trim_start().strip_prefix('(')?.trim_start();
    let argument = argument.strip_prefix("asm").map_or(argument, |behind| {
        behind.trim_start().strip_prefix('=').map_or(argument, str::trim_start)
    });
    let length = argument.bytes().take_while(|byte| is_word(*byte)).count();
    let (name, behind) = argument.split_at(length);
    if name.is_empty() || !behind.trim_start().starts_with(',') {
        return None;
    }
    let mut from = 0;
    while let Some(start) = word(text, name, from) {
        from = start + name.len();
        let rest = text.get(from..)?.trim_start();
        // `ASM: tl.constexpr = "…"`
        let rest = rest.strip_prefix(':').map_or(rest, |kind| {
            let is_kind =
                |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' ' | '[' | ']');
            kind.trim_start_matches(is_kind)
        });
        let value = rest.strip_prefix('=').filter(|value| !value.starts_with('='));
        let Some(value) = value else { continue };
        let value = value.trim_start().trim_start_matches('(').trim_start();
        let value = value.strip_prefix(['r', 'R']).unwrap_or(value);
        if value.starts_with(['"', '\'']) {
            return Some((text.len() - value.len(), text.len() - behind.len()));
        }
    }
    None
}

/// Finds the string of a template: the text before it without comments, and its position.
///
/// In calls of Python, strings of calls inside, such as `Type.parse("…")`, are none, and the template is
/// before the closing parenthesis.
fn before_template(text: &str, from: usize, is_call: bool) -> Option<(String, usize)> {
    let mut between = String::new();
    let mut open = Vec::new();
    let mut last = ' ';
    let mut position = from;
    while between.len() <= MAX_BETWEEN {
        let rest = text.get(position..)?;
        let character = rest.chars().next()?;
        let skipped = match character {
            '/' if rest.starts_with("//") => rest.find('\n')?,
            '/' if rest.starts_with("/*") => rest.find("*/")? + 2,
            '#' if is_call => rest.find('\n')?,
            '"' | '\'' if is_call && open.len() > 1 && open.last() == Some(&true) => {
                rest.get(1..)?.find(character)? + 2
            }
            '"' | '\'' => return Some((between, position)),
            _ => 0,
        };
        position += skipped;
        if skipped > 0 {
            continue;
        }
        position += character.len_utf8();
        between.push(character);
        match character {
            // Whether it is the parenthesis of a call.
            '(' | '[' | '{' => {
                open.push(character == '(' && last.is_ascii() && is_word(last as u8));
            }
            ')' | ']' | '}' if is_call => {
                open.pop();
                if open.is_empty() {
                    return None;
                }
            }
            _ => {}
        }
        last = character;
    }
    None
}

/// Whether a character may be in a word between `asm` and its parenthesis.
fn is_qualifier(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c.is_whitespace()
}

struct Reader<'t> {
    text: &'t str,
    /// The text that is kept, and spaces.
    kept: Vec<u8>,
    position: usize,
    operands: Vec<Operand>,
    /// The positions of the strings of the present statement.
    scope: Range<usize>,
    /// The statements: the first operand of each, and the text that it is.
    statements: Vec<(usize, Range<usize>)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            kept: alloc::vec![b' '; text.len()],
            position: 0,
            operands: Vec::new(),
            scope: 0..0,
            statements: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The operands of the present statement before this one.
    fn n_own(&self) -> usize {
        let first = self.statements.last().map_or(0, |(first, _)| *first);
        self.operands.len() - first
    }

    /// Ends a statement of PTX before a string, whose quote has room for that.
    fn separate(&mut self, position: usize) {
        if let Some(place) = self.kept.get_mut(position) {
            *place = b';';
        }
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
        self.statements.push((self.operands.len(), start.position..start.position));
        self.template(start.dialect);
        self.scope = start.position..self.position;
        self.position = start.behind.unwrap_or(self.position);
        match start.dialect {
            Dialect::C => self.lists(),
            Dialect::Rust => self.arguments(),
            Dialect::Llvm => self.constraints(),
        }
        if let Some((_, span)) = self.statements.last_mut() {
            span.end = self.position.max(span.start);
        }
    }

    fn finish(mut self) -> Inline {
        self.settle();
        if self.statements.len() > 1 {
            self.join();
        }
        self.derive();
        // Whole characters of the text or spaces: always valid.
        let text = String::from_utf8_lossy(&self.kept).into_owned();
        Inline { text, operands: self.operands, diagnostics: self.diagnostics }
    }
}
