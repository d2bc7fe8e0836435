//! The strings with statements: adjacent literals, their escapes, and names of operands in them.

use alloc::format;
use alloc::string::ToString;

use super::{Dialect, Reader, is_word};
use crate::text::quote::quoted;

/// The delimiters of a string literal, and its escapes.
struct Quotes {
    /// The number of bytes that open it.
    open: usize,
    /// The text that closes it.
    end: &'static str,
    /// Whether backslashes stand for themselves.
    is_raw: bool,
    /// Whether braces hold values: an f-string of Python.
    is_format: bool,
}

impl Reader<'_> {
    /// Reads consecutive string literals.
    pub(super) fn template(&mut self, dialect: Dialect) {
        let mut n_unnamed = 0;
        loop {
            self.string(dialect, &mut n_unnamed);
            let behind = self.position;
            self.skip_space();
            if dialect == Dialect::C {
                self.report_conditional(behind);
            }
            let is_python = dialect == Dialect::Llvm && self.rest().starts_with('\'');
            if self.rest().starts_with('"')
                || is_python
                || dialect == Dialect::Rust && self.next_line()
            {
                continue;
            }
            if dialect != Dialect::C || !self.skip_macro() {
                return;
            }
        }
    }

    /// The comma before another string of the template, which is another line.
    fn next_line(&mut self) -> bool {
        let comma = self.position;
        if !self.rest().starts_with(',') {
            return false;
        }
        self.position += 1;
        self.skip_space();
        let is_string = self.rest().starts_with('"');
        if is_string {
            if let Some(place) = self.kept.get_mut(comma) {
                *place = b'\n';
            }
        } else {
            self.position = comma;
        }
        is_string
    }

    /// Reports strings that only some conditions of the preprocessor include.
    fn report_conditional(&mut self, behind: usize) {
        let skipped = self.text.get(behind..self.position).unwrap_or_default();
        let Some(start) = skipped.find("#if").map(|start| behind + start) else { return };
        let line = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let message = "the preprocessor chooses between strings here; keep one branch of `#if`";
        self.report(start..start + line.trim_end().len(), message.to_string());
    }

    /// A name between strings: what the preprocessor would have put there.
    fn skip_macro(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
        let behind = rest.get(length..).unwrap_or_default().trim_start();
        if length == 0 || !behind.starts_with('"') {
            return false;
        }
        let name = quoted(rest.get(..length).unwrap_or_default());
        let message =
            format!("{name} is a preprocessor name between strings; write its definition instead");
        self.report(self.position..self.position + length, message);
        self.position += length;
        self.skip_space();
        true
    }

    fn quotes(&self) -> Quotes {
        let rest = self.rest();
        let before = self.text.get(..self.position).unwrap_or_default();
        let prefix = before.len() - before.trim_end_matches(|c: char| "rRfFbBuU".contains(c)).len();
        let prefix = before.get(before.len() - prefix.min(2)..).unwrap_or_default();
        let is_raw = prefix.contains(['r', 'R']) && before.ends_with(|c| "rRfF".contains(c));
        let is_format = prefix.contains(['f', 'F']);
        let (open, end) = if rest.starts_with("\"\"\"") {
            (3, "\"\"\"")
        } else if rest.starts_with("'''") {
            (3, "'''")
        } else if is_raw && rest.starts_with("\"(") {
            (2, ")\"")
        } else if rest.starts_with('\'') {
            (1, "'")
        } else {
            (1, "\"")
        };
        Quotes { open, end, is_raw, is_format }
    }

    fn string(&mut self, dialect: Dialect, n_unnamed: &mut usize) {
        let Quotes { open, end, is_raw, is_format } = self.quotes();
        let start = self.position;
        self.position += open;
        while !self.rest().starts_with(end) {
            let Some(character) = self.rest().chars().next() else {
                self.report(start..start + open, "the string is not closed".into());
                return;
            };
            self.position += match character {
                '\\' if !is_raw => self.escape(dialect),
                '%' if dialect == Dialect::C => self.percent(),
                '$' if dialect == Dialect::Llvm => self.dollar(),
                '{' | '}' if dialect == Dialect::Llvm && is_format => self.formatted(character),
                '{' | '}' if dialect == Dialect::Rust => self.brace(n_unnamed),
                _ => self.keep(character),
            };
        }
        self.position += end.len();
    }

    /// A brace of an f-string: two stand for one, and one holds a value that the text does not have.
    fn formatted(&mut self, brace: char) -> usize {
        let rest = self.rest();
        if rest.get(1..).is_some_and(|rest| rest.starts_with(brace)) {
            return self.keep(brace) + 1;
        }
        let length = rest.find('}').map_or(1, |end| end + 1);
        let value = quoted(rest.get(..length).unwrap_or_default());
        let message = format!("Python puts a value in place of {value} here; write that value");
        self.report(self.position..self.position + length, message);
        length
    }

    fn put(&mut self, offset: usize, bytes: &[u8]) {
        for (index, byte) in bytes.iter().enumerate() {
            if let Some(place) = self.kept.get_mut(self.position + offset + index) {
                *place = *byte;
            }
        }
    }

    /// A character that stands for itself; returns its length in bytes.
    fn keep(&mut self, character: char) -> usize {
        let mut buffer = [0; 4];
        let bytes = character.encode_utf8(&mut buffer).as_bytes();
        self.put(0, bytes);
        bytes.len()
    }

    /// An escape of the other language.
    fn escape(&mut self, dialect: Dialect) -> usize {
        let rest = self.rest();
        let digits = rest.get(1..3).filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if let (Dialect::Llvm, Some(digits)) = (dialect, digits) {
            let byte = u8::from_str_radix(digits, 16).unwrap_or(b' ');
            if byte == b'\n' || (b' '..=b'~').contains(&byte) {
                self.put(2, &[byte]);
            }
            return 3;
        }
        // Source of C++ in a string of Python has its backslashes twice.
        if rest.starts_with("\\\\n") || rest.starts_with("\\\\t") {
            self.put(2, b"\n");
            return 3;
        }
        let Some(second) = rest.chars().nth(1) else { return 1 };
        // Strings of Julia need it before the dollar of an operand.
        if (dialect, second) == (Dialect::Llvm, '$') {
            return 1;
        }
        match second {
            'n' => self.put(1, b"\n"),
            '"' => self.put(1, b"\""),
            '\'' => self.put(1, b"'"),
            '\\' => self.put(1, b"\\"),
            _ => {}
        }
        1 + second.len_utf8()
    }

    /// `%0`, `%[x]`, `%%`.
    fn percent(&mut self) -> usize {
        let rest = self.rest();
        if rest.starts_with("%%") {
            self.put(1, b"%");
            return 2;
        }
        if rest.starts_with("%=") {
            self.put(0, b"_0");
            return 2;
        }
        self.put(0, b"%");
        let Some((name, _)) = rest.strip_prefix("%[").and_then(|rest| rest.split_once(']')) else {
            return 1;
        };
        self.put(1, name.as_bytes());
        name.len() + 3
    }

    /// `$0`, `${0:x}`, `$$`.
    fn dollar(&mut self) -> usize {
        let rest = self.rest();
        if rest.starts_with("$$") {
            self.put(1, b"$");
            return 2;
        }
        self.put(0, b"$");
        let Some((name, _)) = rest.strip_prefix("${").and_then(|rest| rest.split_once('}')) else {
            return 1;
        };
        let number = name.split(':').next().unwrap_or_default();
        self.put(1, number.as_bytes());
        name.len() + 3
    }

    /// `{0}`, `{x}`, `{}`, `{{`, `}}`.
    fn brace(&mut self, n_unnamed: &mut usize) -> usize {
        let rest = self.rest();
        if rest.starts_with("{{") || rest.starts_with("}}") {
            self.put(1, rest.as_bytes().get(..1).unwrap_or_default());
            return 2;
        }
        let Some((body, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
            return 1;
        };
        let name = body.split(':').next().unwrap_or_default().trim();
        let number = n_unnamed.to_string();
        let name = if name.is_empty() {
            *n_unnamed += 1;
            &*number
        } else {
            name
        };
        let length = body.len() + 2;
        // Two characters have room for ten operands without names.
        if name.len() < length && name.bytes().all(is_word) {
            self.put(0, b"%");
            self.put(1, name.as_bytes());
        } else {
            let message = "this does not name an operand; `{0}` or `{x}` does";
            self.report(self.position..self.position + length, message.into());
        }
        length
    }
}
