//! Splitting a text into statements, labels and directives.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{MAX_LENGTH, MAX_STATEMENTS};
use crate::syntax::{Code, Diagnostic, is_word};

/// The kind of a piece of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An instruction, or the text in its place.
    Statement,
    /// `.reg` and the names of registers.
    Declaration,
    /// Another directive.
    Directive,
    /// The name of a place.
    Label,
    /// `{`: a scope begins.
    Open,
    /// `}`: the innermost scope ends.
    Close,
}

/// A piece of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// Its place, without the semicolon after it.
    pub(super) span: Range<usize>,
}

/// Takes a text apart; it never fails.
pub(super) fn split(text: &str) -> (Vec<Piece>, Vec<Diagnostic>) {
    let mut splitter = Splitter {
        text,
        position: 0,
        pieces: Vec::new(),
        n_statements: 0,
        n_pieces: 0,
        diagnostics: Vec::new(),
    };
    if text.len() > MAX_LENGTH {
        let message =
            format!("the program has {} bytes; at most {MAX_LENGTH} are read", text.len());
        splitter.report(Code::Unexpected, 0..text.len(), message);
    } else {
        splitter.run();
    }
    (splitter.pieces, splitter.diagnostics)
}

struct Splitter<'t> {
    text: &'t str,
    position: usize,
    pieces: Vec<Piece>,
    n_statements: usize,
    /// The number of pieces that are not braces.
    n_pieces: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Splitter<'t> {
    fn rest_at(&self, position: usize) -> &'t str {
        self.text.get(position..).unwrap_or_default()
    }

    fn report(&mut self, code: Code, span: Range<usize>, message: String) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn run(&mut self) {
        let mut scopes: Vec<usize> = Vec::new();
        loop {
            self.position = behind_space(self.text, self.position);
            let start = self.position;
            let rest = self.rest_at(start);
            match rest.as_bytes().first() {
                None => break,
                Some(b';') => self.position += 1,
                Some(b'{') => {
                    scopes.push(start);
                    self.take_brace(Kind::Open);
                }
                Some(b'}') => {
                    if scopes.pop().is_some() {
                        self.take_brace(Kind::Close);
                    } else {
                        let message = "unexpected `}`; no block is open";
                        self.report(Code::Unexpected, start..start + 1, message.into());
                        self.position += 1;
                    }
                }
                Some(_) => {
                    if self.n_statements >= MAX_STATEMENTS || self.n_pieces >= 4 * MAX_STATEMENTS {
                        let message = format!(
                            "a program has at most {MAX_STATEMENTS} statements; the rest is not read"
                        );
                        self.report(Code::Unexpected, start..self.text.len(), message);
                        return;
                    }
                    self.take_piece(rest);
                }
            }
        }
        if let Some(open) = scopes.pop() {
            let message = "unclosed brace; expected `}`";
            self.report(Code::Unexpected, open..open + 1, message.into());
        }
    }

    fn take_brace(&mut self, kind: Kind) {
        let span = self.position..self.position + 1;
        self.position = span.end;
        self.pieces.push(Piece { kind, span });
    }

    fn take_piece(&mut self, rest: &str) {
        let start = self.position;
        self.n_pieces += 1;
        if rest.starts_with('#') {
            let length = rest.find('\n').unwrap_or(rest.len());
            let message = "a preprocessor line; paste its expansion";
            self.report(Code::Unsupported, start..start + length, message.into());
            self.position += length;
            return;
        }
        let name = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let colon = behind_space(self.text, start + name);
        let behind = self.rest_at(colon);
        let kind = if name > 0 && behind.starts_with(':') && !behind.starts_with("::") {
            self.position = colon + 1;
            self.pieces.push(Piece { kind: Kind::Label, span: start..start + name });
            return;
        } else if let Some(directive) = rest.strip_prefix(".reg") {
            if directive.starts_with(is_word) { Kind::Directive } else { Kind::Declaration }
        } else if rest.starts_with('.') {
            Kind::Directive
        } else {
            self.n_statements += 1;
            Kind::Statement
        };
        let end = if kind == Kind::Directive && is_definition(rest) {
            // Parameters may stand on lines of their own.
            let end = rest.find(['{', ';']).unwrap_or(rest.len());
            let has_value = rest.get(..end).is_some_and(|head| head.contains('='));
            if has_value { self.end_of(start, kind) } else { start + end }
        } else {
            self.end_of(start, kind)
        };
        self.position = end.max(start + rest.chars().next().map_or(1, char::len_utf8));
        let length = self.text.get(start..self.position).map_or(0, |text| text.trim_end().len());
        self.pieces.push(Piece { kind, span: start..start + length });
    }

    /// The end of a statement: a semicolon, the end of its scope, or that of a line unless it
    /// plainly goes on.
    fn end_of(&self, start: usize, kind: Kind) -> usize {
        let mut depth = 0_u32;
        // A list of arguments may stand on lines of its own.
        let mut n_parentheses = 0_u32;
        let mut last = ' ';
        // Whether it is a variable with an initial value, which may stand on several lines.
        let mut has_value = false;
        let mut position = start;
        // Where the head ends, if it has ended, and whether there is more than space after it.
        let mut head: Option<usize> = None;
        let mut is_behind_head = false;
        // Where the space ends that the position is in: found once, however many lines it has.
        let mut space_end = start;
        while let Some(character) = self.rest_at(position).chars().next() {
            let after = behind_comment(self.text, position);
            if after > position {
                position = after;
                is_behind_head |= head.is_some();
                continue;
            }
            match character {
                '=' if kind == Kind::Directive => has_value = true,
                '{' | '}' | '\n' if has_value && kind == Kind::Directive => {}
                '{' | '\n' if kind == Kind::Directive => break,
                '{' => depth += 1,
                ';' | '}' if character == ';' || depth == 0 => break,
                '}' => depth -= 1,
                '(' => n_parentheses += 1,
                ')' => n_parentheses = n_parentheses.saturating_sub(1),
                '\n' if depth == 0 && n_parentheses == 0 && last != ',' => {
                    if space_end <= position {
                        space_end = behind_space(self.text, position);
                    }
                    let end = head.unwrap_or(position);
                    let is_dotted = || self.text.get(start..end).is_some_and(|it| it.contains('.'));
                    let goes_on = self.rest_at(space_end).starts_with([',', ';'])
                        || !is_behind_head && is_dotted();
                    if !goes_on {
                        break;
                    }
                }
                _ => {}
            }
            if character.is_whitespace() {
                head = head.or(Some(position));
            } else {
                last = character;
                is_behind_head |= head.is_some();
            }
            position += character.len_utf8();
        }
        position
    }
}

/// Whether a directive begins a function or a variable.
fn is_definition(text: &str) -> bool {
    const WORDS: [&str; 6] = [".entry", ".func", ".visible", ".extern", ".weak", ".common"];
    WORDS.iter().any(|word| text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word)))
}

/// The end of a comment that begins at a position; that of a line comment is before the line break.
fn behind_comment(text: &str, position: usize) -> usize {
    let rest = text.get(position..).unwrap_or_default();
    if rest.starts_with("//") {
        position + rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        let body = rest.get(2..).unwrap_or_default();
        position + body.find("*/").map_or(rest.len(), |end| end + 4)
    } else {
        position
    }
}

/// The end of white space and comments.
pub(super) fn behind_space(text: &str, mut position: usize) -> usize {
    loop {
        let rest = text.get(position..).unwrap_or_default();
        let space = rest.len() - rest.trim_start().len();
        let next = behind_comment(text, position + space);
        if next == position {
            return position;
        }
        position = next;
    }
}

/// A piece on one line, without its comments, its spaces single.
pub(super) fn on_one_line(text: &str) -> String {
    let mut line = String::new();
    let mut position = 0;
    while let Some(character) = text.get(position..).and_then(|rest| rest.chars().next()) {
        let next = behind_space(text, position);
        if next > position {
            position = next;
            if !line.is_empty() && position < text.len() {
                line.push(' ');
            }
        } else {
            line.push(character);
            position += character.len_utf8();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Kind, on_one_line, split};
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn pieces(text: &str) -> Vec<(Kind, &str)> {
        let (pieces, diagnostics) = split(text);
        assert_eq!(diagnostics, [], "{text}");
        let pieces =
            pieces.into_iter().filter(|piece| !matches!(piece.kind, Kind::Open | Kind::Close));
        pieces.map(|piece| (piece.kind, &text[piece.span])).collect()
    }

    #[test]
    fn semicolons_lines_and_scopes_part_statements() {
        use Kind::{Declaration, Directive, Label, Statement};
        assert_eq!(
            pieces("mul.f32 t, a, b; // product; it\nadd.f32 d, t, c"),
            [(Statement, "mul.f32 t, a, b"), (Statement, "add.f32 d, t, c")]
        );
        assert_eq!(
            pieces("{\n.reg .f32 t,\n  u\n mul.f32 t, a, b /* ; */\n add.f32\n  d, t,\n c; }"),
            [
                (Declaration, ".reg .f32 t,\n  u"),
                (Statement, "mul.f32 t, a, b /* ; */"),
                (Statement, "add.f32\n  d, t,\n c")
            ]
        );
        assert_eq!(
            pieces("mov.b32 {lo, hi}, s; ;mov.b32 d, {a\n, b}"),
            [(Statement, "mov.b32 {lo, hi}, s"), (Statement, "mov.b32 d, {a\n, b}")]
        );
        assert_eq!(
            pieces(".version 8.6\n.entry f()\n{ L1: ret; $2 :exit\n}"),
            [
                (Directive, ".version 8.6"),
                (Directive, ".entry f()"),
                (Label, "L1"),
                (Statement, "ret"),
                (Label, "$2"),
                (Statement, "exit")
            ]
        );
        assert_eq!(
            pieces("call.uni (r),\n f,\n (\n a,\n b\n )\n;\nabs.f32 d, (1\n+ 2)\nret"),
            [
                (Statement, "call.uni (r),\n f,\n (\n a,\n b\n )"),
                (Statement, "abs.f32 d, (1\n+ 2)"),
                (Statement, "ret")
            ]
        );
        assert_eq!(pieces(" // nothing\n /* open"), []);
    }

    #[test]
    fn unmatched_braces_are_reported() {
        assert_eq!(split("}").1[0].span, 0..1);
        assert_eq!(split("{ {").1[0].span, 2..3);
        assert_eq!(split(&"ret;".repeat(super::MAX_STATEMENTS + 1)).1.len(), 1);
        assert_eq!(split(&" ".repeat(super::MAX_LENGTH + 1)).1.len(), 1);
    }

    #[test]
    fn pieces_become_lines() {
        assert_eq!(on_one_line("add.f32 /* x */ d,\n\ta, b // y"), "add.f32 d, a, b");
    }
}
