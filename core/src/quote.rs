//! Quoting what was typed, so that a message is one line and reads as it stands.

use alloc::format;
use alloc::string::String;

/// The character shown for one that would break the line or its direction.
const SHOWN: char = '\u{fffd}';

/// Whether a character breaks a line, or reorders the text around it.
fn is_disruptive(character: char) -> bool {
    character < ' '
        || matches!(character,
            '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
}

/// A message with the characters replaced that would break its line or direction.
pub(crate) fn one_line(message: String) -> String {
    if message.contains(is_disruptive) {
        message.chars().map(|c| if is_disruptive(c) { SHOWN } else { c }).collect()
    } else {
        message
    }
}

/// A piece of what was typed, in backquotes, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const N_SHOWN: usize = 32;
    let shown: String = text.chars().take(N_SHOWN).collect();
    let rest = if text.chars().nth(N_SHOWN).is_some() { "…" } else { "" };
    format!("`{}{rest}`", one_line(shown))
}

#[cfg(test)]
mod tests {
    use super::{one_line, quoted};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn quotes_are_short_and_of_one_line() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\nb\u{202e}c"), "`a\u{fffd}b\u{fffd}c`");
        assert_eq!(quoted(&"é".repeat(40)), ["`", &"é".repeat(32), "…`"].concat());
        assert_eq!(one_line("1\t2 – 3".into()), "1\u{fffd}2 – 3");
    }
}
