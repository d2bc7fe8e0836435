//! Parsing a text into the parts of a statement, without their meaning.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::diagnostic::{Code, Diagnostic};
use crate::text::quote::quoted;

/// A piece of the statement with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The text as typed.
    pub text: &'t str,
    /// Its place, in bytes.
    pub span: Range<usize>,
}

/// An operand as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandText<'t> {
    /// The elements: one, or those of a braced vector.
    pub elements: Vec<Token<'t>>,
    /// Whether it was braced.
    pub is_vector: bool,
    /// The place of the whole operand, in bytes.
    pub span: Range<usize>,
}

impl<'t> OperandText<'t> {
    /// An operand of one element, without braces.
    pub fn of(element: &Token<'t>) -> Self {
        let span = element.span.clone();
        Self { elements: alloc::vec![element.clone()], is_vector: false, span }
    }

    /// Whether it stands for a value rather than for a register or variable.
    ///
    /// `inf` and `nan` are names in PTX; here they are values.
    pub fn is_value(&self) -> bool {
        self.elements.iter().all(|element| {
            let text = element.text.trim_start_matches(['-', '+']);
            let starts_as_number = |c: char| c.is_ascii_digit() || c == '.';
            let is_word = ["inf", "nan", "infinity", "snan", "min", "max", "sub"]
                .iter()
                .any(|word| text.eq_ignore_ascii_case(word));
            text.starts_with(starts_as_number) || is_word
        })
    }
}

/// The parts of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement<'t> {
    /// The opcode, if there is one.
    pub opcode: Option<Token<'t>>,
    /// The modifiers, each with its dot.
    pub modifiers: Vec<Token<'t>>,
    /// The operands.
    pub operands: Vec<OperandText<'t>>,
    /// Whether a semicolon ends it.
    pub is_ended: bool,
}

impl Statement<'_> {
    /// Whether it is written as in a file of PTX, with a semicolon or registers such as `%f1`: its
    /// constants are those of PTX then. In a statement without either they are operand texts.
    pub fn is_ptx(&self) -> bool {
        let mut elements = self.operands.iter().flat_map(|operand| &operand.elements);
        self.is_ended || elements.any(|element| element.text.starts_with('%'))
    }

    /// The place of opcode and modifiers.
    pub fn head_span(&self) -> Range<usize> {
        let start = self.opcode.as_ref().map_or(0, |token| token.span.start);
        let last = self.modifiers.last().or(self.opcode.as_ref());
        start..last.map_or(start, |token| token.span.end)
    }
}

/// The longest statement that is read, in bytes.
const MAX_LENGTH: usize = 4096;
/// More modifiers than any instruction has: what follows is not read, so that no text is slow.
const MAX_MODIFIERS: usize = 24;

/// Reads one statement: `[label:] [@[!]p] opcode.modifier... [operand, ...] [;]`, with comments.
///
/// It never fails: unreadable parts are reported and skipped.
#[must_use]
pub fn parse(text: &str) -> (Statement<'_>, Vec<Diagnostic>) {
    let mut reader = Reader { text, position: 0, diagnostics: Vec::new() };
    let mut statement = Statement::default();
    if text.len() > MAX_LENGTH {
        let message =
            format!("the statement has {} bytes; at most {MAX_LENGTH} are read", text.len());
        reader.report(Code::Unexpected, 0..text.len(), message);
        return (statement, reader.diagnostics);
    }
    reader.skip_space();
    let mut opcode = reader.take_name();
    if !opcode.text.is_empty() && reader.rest().starts_with(':') {
        // A label is the place of a statement, not a part of it.
        reader.take(1);
        reader.skip_space();
        opcode = reader.take_name();
    }
    if opcode.text.is_empty() && reader.skip_guard() {
        opcode = reader.take_name();
    }
    if opcode.text.is_empty() {
        let code = if reader.rest().is_empty() { Code::Empty } else { Code::Unexpected };
        let message = if reader.rest().starts_with('.') {
            "this is a directive; expected an opcode, such as `add` in `add.f32`"
        } else {
            "expected an opcode, such as `add` in `add.f32 d, a, b;`"
        };
        reader.report(code, opcode.span, message.into());
        return (statement, reader.diagnostics);
    }
    statement.opcode = Some(opcode);
    reader.skip_space();
    while reader.rest().starts_with('.') {
        let modifier = reader.take_modifier();
        if statement.modifiers.len() < MAX_MODIFIERS {
            statement.modifiers.push(modifier);
        } else {
            let message = format!("no instruction has more than {MAX_MODIFIERS} modifiers");
            reader.report(Code::Unexpected, modifier.span, message);
            return (statement, reader.diagnostics);
        }
        // A space may come before a dot, but the operands follow a space too, and one may be `.5`.
        let behind = reader.position;
        reader.skip_space();
        let rest = reader.rest().strip_prefix('.');
        let is_word = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
        if !rest.is_some_and(|rest| reader.position == behind || is_word(rest)) {
            reader.position = behind;
            break;
        }
    }
    statement.is_ended = reader.read_operands(&mut statement.operands);
    (statement, reader.diagnostics)
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            let rest = self.rest();
            if rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if rest.starts_with("/*") {
                let length = rest
                    .match_indices('/')
                    .find(|(index, _)| *index > 2 && rest.as_bytes().get(index - 1) == Some(&b'*'));
                self.take(length.map_or(rest.len(), |(index, _)| index + 1));
            } else {
                return;
            }
        }
    }

    fn take_name(&mut self) -> Token<'t> {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn report(&mut self, code: Code, span: Range<usize>, message: alloc::string::String) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> Token<'t> {
        let rest = self.rest();
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.take(length)
    }

    /// Takes `length` bytes, which must end at a character boundary.
    fn take(&mut self, length: usize) -> Token<'t> {
        let span = self.position..self.position + length;
        self.position = span.end;
        Token { text: self.text.get(span.clone()).unwrap_or_default(), span }
    }

    /// Skips a guard predicate, which decides whether the instruction runs, not what it returns.
    fn skip_guard(&mut self) -> bool {
        let is_guard = self.rest().starts_with('@');
        if is_guard {
            self.take_while(|c| !c.is_whitespace());
            self.skip_space();
        }
        is_guard
    }

    /// Takes `.name` with its `::name` parts.
    fn take_modifier(&mut self) -> Token<'t> {
        let rest = self.rest();
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, c)| !(c.is_ascii_alphanumeric() || c == ':' || c == '_'));
        let token = self.take(end.map_or(rest.len(), |(index, _)| index));
        if token.text.len() == 1 {
            let message = "expected a modifier after the dot";
            self.report(Code::Unexpected, token.span.clone(), message.into());
        }
        token
    }

    /// Reads operands; returns whether a semicolon ends them.
    fn read_operands(&mut self, operands: &mut Vec<OperandText<'t>>) -> bool {
        loop {
            self.skip_space();
            let rest = self.rest();
            if rest.is_empty() {
                return false;
            }
            if rest.starts_with(';') {
                self.take(1);
                self.read_end();
                return true;
            }
            let operand = self.take_operand();
            if operand.elements.iter().all(|element| element.text.is_empty()) {
                let message = "expected an operand";
                self.report(Code::Unexpected, operand.span.clone(), message.into());
            }
            operands.push(operand);
            self.skip_space();
            if self.rest().starts_with(',') {
                self.take(1);
            } else if !self.rest().is_empty() && !self.rest().starts_with(';') {
                let stray = self.take_while(|c| !matches!(c, ',' | ';'));
                let message = format!("expected a comma before {}", quoted(stray.text.trim()));
                self.report(Code::Unexpected, stray.span, message);
            }
        }
    }

    /// Behind the semicolon only a comment may follow.
    fn read_end(&mut self) {
        self.skip_space();
        let rest = self.rest();
        if !rest.is_empty() {
            let stray = self.take(rest.len());
            let message = "only the first statement is evaluated";
            self.report(Code::Several, stray.span, message.into());
        }
    }

    fn take_operand(&mut self) -> OperandText<'t> {
        let start = self.position;
        if !self.rest().starts_with('{') {
            return OperandText::of(&self.take_element());
        }
        self.take(1);
        let mut elements = Vec::new();
        loop {
            self.skip_space();
            elements.push(self.take_element());
            if self.rest().starts_with(',') {
                self.take(1);
            } else {
                break;
            }
        }
        if self.rest().starts_with('}') {
            self.take(1);
        } else {
            let span = start..self.position;
            self.report(Code::Unexpected, span, "unclosed brace; expected `}`".into());
        }
        OperandText { elements, is_vector: true, span: start..self.position }
    }

    /// Takes text up to a separator, without the space at its end. A fraction's slash belongs to
    /// it; a comment's does not.
    fn take_element(&mut self) -> Token<'t> {
        let rest = self.rest();
        let separator = rest.find([',', ';', '{', '}']).unwrap_or(rest.len());
        let raw = rest.get(..separator).unwrap_or_default();
        let comment = raw.as_bytes().windows(2).position(|pair| matches!(pair, b"//" | b"/*"));
        let raw = raw.get(..comment.unwrap_or(raw.len())).unwrap_or_default();
        let token = self.take(raw.trim_end().len());
        self.skip_space();
        token
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, parse};
    use alloc::string::ToString;
    use alloc::vec;
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn check(text: &str, opcode: &str, modifiers: &[&str], operands: &[&[&str]]) {
        let (statement, diagnostics) = parse(text);
        assert_eq!(diagnostics, vec![], "{text}");
        assert_eq!(statement.opcode.as_ref().map(|token| token.text), Some(opcode));
        let found: Vec<_> = statement.modifiers.iter().map(|token| token.text).collect();
        assert_eq!(found, modifiers);
        let found: Vec<Vec<_>> = (statement.operands.iter())
            .map(|operand| operand.elements.iter().map(|element| element.text).collect())
            .collect();
        assert_eq!(found, operands);
        for token in statement.modifiers {
            assert_eq!(&text[token.span], token.text);
        }
    }

    #[test]
    fn statements_parse() {
        check("add.f32", "add", &[".f32"], &[]);
        check(
            "  add.rn.f32 %f1, %f2,%f3 ; // sum",
            "add",
            &[".rn", ".f32"],
            &[&["%f1"], &["%f2"], &["%f3"]],
        );
        check("@!p add .f32 d, 1/3, -0", "add", &[".f32"], &[&["d"], &["1/3"], &["-0"]]);
        check(
            "cvt.rs.x r, {a, b,e , f}, q;",
            "cvt",
            &[".rs", ".x"],
            &[&["r"], &["a", "b", "e", "f"], &["q"]],
        );
        check("cvt.scaled::n2::ue8m0.x a", "cvt", &[".scaled::n2::ue8m0", ".x"], &[&["a"]]);
        check("add.f32 .5, 1.", "add", &[".f32"], &[&[".5"], &["1."]]);
        check(
            "// first\nsum: /* a */ add.f32 d, 1/3 /* b */, c // last",
            "add",
            &[".f32"],
            &[&["d"], &["1/3"], &["c"]],
        );
    }

    #[test]
    fn a_semicolon_or_a_register_makes_a_statement_of_ptx() {
        for (text, is_ptx) in [
            ("add.f32 1, 2", false),
            ("add.f32 d, 1, b", false),
            ("add.f32 d, 1, 2; // sum", true),
            ("add.f32 d, 1, 2 // sum;", false),
            ("add.f32 %f1, 1, 2", true),
            ("@%p1 add.f32 1, 2", false),
            ("add.f32;", true),
        ] {
            assert_eq!(parse(text).0.is_ptx(), is_ptx, "{text}");
        }
    }

    #[test]
    fn unreadable_text_is_reported_at_its_place() {
        for (text, code, span) in [
            ("", Code::Empty, 0..0),
            ("  ", Code::Empty, 2..2),
            ("?", Code::Unexpected, 0..0),
            ("/* open", Code::Empty, 7..7),
            (".reg .f32 a;", Code::Unexpected, 0..0),
            ("add.", Code::Unexpected, 3..4),
            ("add.rn. d, a, b", Code::Unexpected, 6..7),
            ("add.f32 a,,b", Code::Unexpected, 10..10),
            ("add.f32 a; b", Code::Several, 11..12),
            ("cvt.x {a, b", Code::Unexpected, 6..11),
        ] {
            let (_, diagnostics) = parse(text);
            assert_eq!(diagnostics.len(), 1, "{text:?} {diagnostics:?}");
            assert_eq!(
                (diagnostics[0].code, diagnostics[0].span.clone()),
                (code, span),
                "{text:?}"
            );
        }
    }

    #[test]
    fn odd_text_is_read_or_reported_at_its_place() {
        let long = "add".to_string() + &".rn".repeat(2000);
        assert_eq!(parse(&long).1[0].code, Code::Unexpected);
        assert_eq!(parse(&long[..300]).1.len(), 1);
        for (text, spans) in [
            ("é.ü ñ, ß", &[[0, 0]][..]),
            ("add.\u{202e}f32", &[[3, 4]]),
            ("a{{}}", &[[1, 2], [1, 2], [2, 5]]),
            ("@", &[[1, 1]]),
            ("@p", &[[2, 2]]),
            (";", &[[0, 0]]),
            ("add.f32 {", &[[8, 9], [8, 9]]),
            ("a..b", &[[1, 2]]),
            ("a//b", &[]),
            ("a b/c d", &[]),
        ] {
            let (_, diagnostics) = parse(text);
            let found: Vec<_> = diagnostics.iter().map(|it| [it.span.start, it.span.end]).collect();
            assert_eq!(found, spans, "{text:?}: {diagnostics:?}");
        }
    }
}
