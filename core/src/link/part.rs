//! A link split into its parts, without their meaning.

use alloc::string::String;
use core::ops::Range;

use crate::catalog::Modifier;
use crate::text::quote::position;

/// Characters that the text around a link leaves before it.
const LEADING: &[char] = &['<', '(', '[', '"', '\'', '`'];

/// Characters that the text around a link leaves after it; the last are a typographer's quotation
/// marks and the zero-width space that some chats insert.
#[rustfmt::skip] // As pairs.
pub(super) const TRAILING: &[char] = &[
    '.', ',', ';', ':', '!', '?', '>', ')', ']', '}', '"', '\'', '`', '*', '|',
    '’', '”', '»', '…', '\u{200b}',
];

/// The beginning of the part of a fragment that is for browsers.
const DIRECTIVE: &str = ":~:";

/// A part of the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// The position of its beginning.
    pub(super) start: usize,
}

impl Part<'_> {
    /// The bytes of the link that it is.
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The first `at` bytes, and what follows the next `skip` bytes.
    pub(super) fn cut(self, at: usize, skip: usize) -> (Self, Self) {
        let behind = at + skip;
        let text = |range| self.text.get(range).unwrap_or_default();
        let rest = text(behind.min(self.text.len())..self.text.len());
        (Self { text: text(0..at), ..self }, Self { text: rest, start: self.start + behind })
    }

    /// The parts before and after the first `separator`.
    pub(super) fn split(self, separator: char) -> Option<(Self, Self)> {
        Some(self.cut(self.text.find(separator)?, separator.len_utf8()))
    }

    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Self { text: text.trim_end(), start: self.start + self.text.len() - text.len() }
    }

    /// Returns the part after punctuation at its start.
    fn without_leading(self) -> Self {
        let text = self.text.trim_start_matches(LEADING);
        Self { text, start: self.start + self.text.len() - text.len() }
    }

    /// Returns the part after a prefix, if it has that.
    pub(super) fn without_prefix(self, prefix: &str) -> Self {
        if self.text.starts_with(prefix) { self.cut(0, prefix.len()).1 } else { self }
    }
}

/// The fragment of an address; a text that is only a fragment is returned as it is.
pub(super) fn fragment(text: &str) -> Part<'_> {
    let whole = Part { text, start: 0 }.trimmed();
    let fragment = match whole.split('#') {
        Some((_, fragment)) => fragment,
        // Only the part before `?` is searched: in a bare link, the value of a pair may look like
        // an address.
        None if whole
            .text
            .split('?')
            .next()
            .is_some_and(|head| position(head, "://").is_some()) =>
        {
            match whole.split('?') {
                Some((_, query)) => query,
                None => whole.cut(whole.text.len(), 0).1,
            }
        }
        None => whole.without_leading(),
    };
    let end = position(fragment.text, DIRECTIVE).unwrap_or(fragment.text.len());
    fragment.cut(end, 0).0.without_prefix("?").without_prefix("/")
}

/// A pair of the link.
pub(super) struct Pair<'t> {
    pub(super) key: Part<'t>,
    pub(super) value: Part<'t>,
}

impl Pair<'_> {
    /// Whether it is of that key.
    pub(super) fn is(&self, key: &str) -> bool {
        self.key.text.eq_ignore_ascii_case(key)
    }
}

/// A spelling with every word as the catalog has it, letter case aside.
pub(super) fn recased(spelling: &str) -> String {
    let mut text = String::with_capacity(spelling.len());
    for (index, word) in spelling.split_inclusive('.').enumerate() {
        let (name, dot) = word.strip_suffix('.').map_or((word, ""), |name| (name, "."));
        let known = Modifier::all().filter_map(|each| each.spelling().get(1..));
        match known.filter(|_| index > 0).find(|known| known.eq_ignore_ascii_case(name)) {
            Some(known) => text.push_str(known),
            None => text.push_str(&name.to_ascii_lowercase()),
        }
        text.push_str(dot);
    }
    text
}

/// The opcode of a spelling.
pub(super) fn opcode(spelling: &str) -> String {
    spelling.split('.').next().unwrap_or_default().to_ascii_lowercase()
}
