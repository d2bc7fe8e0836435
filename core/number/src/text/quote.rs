//! Quoting of typed text, so that a message is one readable line; pieces of
//! instructions in a sentence, so that they can be drawn as code.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The character shown for one that would break the line or its direction, or not be seen.
const SHOWN: char = '\u{fffd}';

/// Whether a character breaks a line, steers a terminal, reorders the text around it, or is not
/// seen at all: those of the Unicode properties `Default_Ignorable_Code_Point` and
/// `Bidi_Control`, separators of lines, controls, and those of interlinear annotation.
#[must_use]
pub fn is_disruptive(character: char) -> bool {
    character < ' '
        || matches!(character,
            '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text with the [disruptive](is_disruptive) characters replaced, by U+FFFD.
#[must_use]
pub fn one_line(message: String) -> String {
    if message.contains(is_disruptive) {
        message.chars().map(|c| if is_disruptive(c) { SHOWN } else { c }).collect()
    } else {
        message
    }
}

/// A piece of typed text, in backquotes, on [one line](one_line), and cut after 32 characters. Ends
/// of lines are spaces.
#[must_use]
pub fn quoted(text: &str) -> String {
    const N_SHOWN: usize = 32;
    let spaced = |c: char| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
    let shown: String = text.chars().take(N_SHOWN).map(spaced).collect();
    let rest = if text.chars().nth(N_SHOWN).is_some() { "…" } else { "" };
    format!("`{}{rest}`", one_line(shown))
}

/// A piece of an instruction between backquotes.
#[must_use]
pub fn code(text: &str) -> String {
    ["`", text, "`"].concat()
}

/// The first place of some ASCII characters. The standard library's search for a text is quick in
/// long ones, which costs 3 KB.
#[doc(hidden)]
pub fn position(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|part| part == wanted.as_bytes())
}

/// A text with its pieces of instructions between backquotes: what begins with a dot, or has
/// several.
///
/// ```
/// assert_eq!(ptxfp::internals::quote::with_code("use .rn, not fma.rz.f16"), "use `.rn`, not `fma.rz.f16`");
/// ```
#[must_use]
pub fn with_code(text: &str) -> String {
    let mut marked = String::new();
    for (index, word) in text.split(' ').enumerate() {
        let name = word.trim_end_matches(['.', ',', ';']);
        let is_code = name.starts_with('.') || name.matches('.').count() > 1;
        let quote = if is_code { "`" } else { "" };
        let rest = word.get(name.len()..).unwrap_or_default();
        marked.extend([if index == 0 { "" } else { " " }, quote, name, quote, rest]);
    }
    marked
}

/// A note as a sentence, with [code](with_code).
#[must_use]
pub fn sentence(note: &str) -> String {
    let text = with_code(note);
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first
        .into_iter()
        .chain(characters)
        .chain((!text.ends_with(['.', '?'])).then_some('.'))
        .collect()
}

/// A text without the fences of Markdown and the backquotes around it: spaces are in their place,
/// so that all positions stay.
#[must_use]
pub fn bare(text: &str) -> Cow<'_, str> {
    if !text.contains(['`', '~']) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let own = line.trim();
        let info = own.trim_start_matches(['`', '~']);
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '+' | '-' | '_');
        if own.len() - info.len() >= 3 && info.chars().all(is_word) {
            kept.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            kept.push_str(line);
        }
    }
    Cow::Owned(without_pair(&kept, &['`']).into_owned())
}

/// A statement without what may be around it in a text: [fences and backquotes](bare), and quotes.
///
/// ```
/// use ptxfp::internals::quote::unquoted;
///
/// assert_eq!(unquoted("'abs.f32 -1'"), " abs.f32 -1 ");
/// ```
#[must_use]
pub fn unquoted(text: &str) -> Cow<'_, str> {
    match bare(text) {
        Cow::Borrowed(text) => without_pair(text, &['"', '\'']),
        Cow::Owned(text) => Cow::Owned(without_pair(&text, &['"', '\'']).into_owned()),
    }
}

/// Puts spaces in place of the quotes around a text that has no others.
fn without_pair<'t>(text: &'t str, quotes: &[char]) -> Cow<'t, str> {
    let own = text.trim();
    let quote = own.chars().next().filter(|first| quotes.contains(first));
    let Some(quote) = quote else { return Cow::Borrowed(text) };
    let inner = own.trim_matches(quote);
    let start = text.len() - text.trim_start().len();
    let opening = own.len() - own.trim_start_matches(quote).len();
    let closing = own.len() - own.trim_end_matches(quote).len();
    if inner.is_empty() || inner.contains(quote) || opening != closing {
        return Cow::Borrowed(text);
    }
    let (before, behind) = (start + opening, text.len() - start - opening - inner.len());
    Cow::Owned([&" ".repeat(before), inner, &" ".repeat(behind)].concat())
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{bare, one_line, quoted, sentence, unquoted};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn quotes_are_short_and_of_one_line() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\n\tb\u{202e}c"), "`a  b\u{fffd}c`");
        assert_eq!(quoted(&"é".repeat(40)), ["`", &"é".repeat(32), "…`"].concat());
        assert_eq!(one_line("1\t2 – 3".into()), "1\u{fffd}2 – 3");
        // No width, and letters that no font has.
        for unseen in ['\u{ad}', '\u{200b}', '\u{3164}', '\u{fe0f}', '\u{feff}', '\u{e0041}'] {
            assert_eq!(quoted(&format!("a{unseen}b")), "`a\u{fffd}b`", "{unseen:?}");
        }
    }

    #[test]
    fn what_is_around_a_statement_becomes_spaces() {
        for (text, kept) in [
            ("`abs.f32 -1`", " abs.f32 -1 "),
            (" ``abs.f32`` ", "   abs.f32   "),
            ("```ptx\nabs.f32 d, a;\n```\n", "      \nabs.f32 d, a;\n   \n"),
            ("~~~\na\n  ~~~", "   \na\n     "),
            ("```abs.f32```", "   abs.f32   "),
            ("abs.f32", "abs.f32"),
            ("`a` and `b`", "`a` and `b`"),
            ("`", "`"),
            ("\u{e9}`", "\u{e9}`"),
        ] {
            assert_eq!(bare(text), kept, "{text:?}");
        }
        for (text, kept) in [
            ("'abs.f32 -1'", " abs.f32 -1 "),
            ("\"abs.f32 -1;\"", " abs.f32 -1; "),
            ("`'a'`", "  a  "),
            ("'a' 'b'", "'a' 'b'"),
            ("'a\"", "'a\""),
        ] {
            assert_eq!(unquoted(text), kept, "{text:?}");
        }
    }

    #[test]
    fn notes_become_sentences_with_code() {
        assert_eq!(
            sentence("the ISA lists .rn, not fma.rz.f16"),
            "The ISA lists `.rn`, not `fma.rz.f16`."
        );
        assert_eq!(sentence("It ends."), "It ends.");
    }
}
