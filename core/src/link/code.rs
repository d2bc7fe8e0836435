//! Statements in the characters of a link.
//!
//! ```text
//! code      = statement *("~~" statement)
//! statement = spelling ["~" operand *("," operand)]
//! operand   = element | element 1*(":" element)     several are in braces
//! element   = a register or value; "/" at its beginning stands for the "%" of a register
//! ```
//!
//! Any other character is `@` and two digits for each of its bytes.
//!
//! A [kernel](crate::explore::sequence::kernel::normal) also has lines that are no statements: labels,
//! which end in a colon, and the beginnings and ends of blocks, which end in a brace.

use alloc::string::String;
use alloc::vec::Vec;

use super::part::TRAILING;
use crate::explore::sequence::kernel::{self, is_kernel};
use crate::explore::sequence::normal;
use crate::syntax::parse;
use crate::text::quote::position;

/// The separator of statements.
pub(super) const END: &str = "~~";
/// The separator of spelling and operands.
const SPACE: char = '~';
/// The mark before the digits of a byte.
const ESCAPE: char = '@';
/// The substitute for `%` at the beginning of a register's name.
const PERCENT: char = '/';

/// The code of a normal text.
pub(super) fn encode(text: &str) -> String {
    // A statement that looks like another line keeps its semicolon.
    let lines = text.lines().map(|line| match line.strip_suffix(';') {
        Some(statement) if is_statement(statement) => statement,
        _ => line,
    });
    lines.map(statement).collect::<Vec<_>>().join(END)
}

/// Whether a line of a code is a statement, which has a semicolon behind it, and not a label, or the
/// beginning or the end of a block.
fn is_statement(line: &str) -> bool {
    !line.ends_with([':', '{']) && line != "}"
}

/// The normal text of a code, or of statements as they are usually written.
pub(super) fn decode(code: &str) -> String {
    if code.contains([' ', ';', '{', '}', '\n', '\t', '%']) {
        return normal_of(code);
    }
    let mut text = String::new();
    for statement in code.split(END) {
        let line = decode_text(statement);
        text.push_str(&line);
        text.push_str(if is_statement(&line) { ";\n" } else { "\n" });
    }
    normal_of(&text)
}

/// A text as links have it.
pub(super) fn normal_of(text: &str) -> String {
    if is_kernel(text) { kernel::normal(text) } else { normal(text) }
}

fn statement(line: &str) -> String {
    let directive = || safe(escaped(line, "._-"), line).filter(|_| line.starts_with('.'));
    safe(plain(line), line).or_else(directive).unwrap_or_else(|| escaped(line, "_-"))
}

/// The code of a text that need not be a statement.
pub(super) fn encode_text(text: &str) -> String {
    let code = safe(plain(text), text).or_else(|| safe(escaped(text, "._-/"), text));
    code.unwrap_or_else(|| escaped(text, "_-"))
}

/// A code, if it stays in a link as it is and stands for a text.
fn safe(code: String, text: &str) -> Option<String> {
    let is_whole = !code.ends_with(TRAILING) && position(&code, ":~").is_none();
    (is_whole && decode_text(&code) == text).then_some(code)
}

/// A statement whose operands are parted.
fn plain(line: &str) -> String {
    let (statement, _) = parse(line);
    let head = line.find(' ').unwrap_or(line.len());
    let mut code = escaped(line.get(..head).unwrap_or_default(), "._:");
    for (index, operand) in statement.operands.iter().enumerate() {
        code.push(if index == 0 { SPACE } else { ',' });
        let elements = operand.elements.iter().map(|each| element(each.text));
        code.push_str(&elements.collect::<Vec<_>>().join(":"));
    }
    code
}

/// A register or value.
pub(super) fn element(text: &str) -> String {
    match text.strip_prefix('%') {
        Some(name) => {
            let mut code = String::from(PERCENT);
            code.push_str(&escaped(name, "._-"));
            code
        }
        None => escaped(text, "._-/"),
    }
}

/// A text with escapes for all but letters, digits and plain characters.
pub(super) fn escaped(text: &str, plain: &str) -> String {
    let mut code = String::new();
    for byte in text.bytes() {
        let character = char::from(byte);
        if character.is_ascii_alphanumeric() || plain.as_bytes().contains(&byte) {
            code.push(character);
        } else {
            code.push(ESCAPE);
            for digit in [byte >> 4, byte & 15] {
                code.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
            }
        }
    }
    code
}

/// The text of a code of one statement.
pub(super) fn decode_text(code: &str) -> String {
    let Some((head, operands)) = code.split_once(SPACE) else { return unescaped(code) };
    let mut text = unescaped(head);
    for (index, operand) in operands.split(',').enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        let elements: Vec<_> = operand.split(':').map(decoded_element).collect();
        match elements.as_slice() {
            [only] => text.push_str(only),
            _ => text.extend(["{", &elements.join(", "), "}"]),
        }
    }
    text
}

pub(super) fn decoded_element(code: &str) -> String {
    match code.strip_prefix(PERCENT) {
        Some(name) => ["%", &unescaped(name)].concat(),
        None => unescaped(code),
    }
}

fn unescaped(code: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = code;
    while let Some(character) = rest.chars().next() {
        let digits = rest.strip_prefix(ESCAPE).and_then(|rest| rest.get(..2));
        let is_digits = |digits: &&str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let byte = digits.filter(is_digits).and_then(|text| u8::from_str_radix(text, 16).ok());
        let length = if let Some(byte) = byte {
            bytes.push(byte);
            3
        } else {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            character.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn codes_are_read_as_they_are_printed() {
        for (text, code) in [
            ("mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;", "mul.rn.f32~t,a,b~~add.rn.f32~d,t,c"),
            ("mov.b32 {lo, hi}, %r1;", "mov.b32~lo:hi,/r1"),
            ("cvt.scaled::n2::ue8m0.x d, 1/3;", "cvt.scaled::n2::ue8m0.x~d,1/3"),
            ("add.f32 $d, -1.5, 1.;", "add@2ef32@20@24d@2c@20-1@2e5@2c@201@2e"),
            ("@p ret;", "@40p@20ret"),
            ("exit;", "exit"),
            ("é ~ @;", "@c3@a9@20@7e@20@40"),
            ("", ""),
        ] {
            assert_eq!(encode(text), code, "{text}");
            assert_eq!(decode(code), text, "{code}");
        }
        assert_eq!(
            decode("{ mul.f32 t,a, b;add.f32 d , t,c }"),
            "mul.f32 t, a, b;\nadd.f32 d, t, c;"
        );
        assert_eq!(decode("@zz@4"), "@zz@4;");
    }
}
