//! Links in any text: prose, markup, source code and its comments.
//!
//! A link is found by its version, as in `v1/`, and by what is before that: the `#` of an
//! address, or the attribute `state=` of the page's element. Behind anything else, such as a
//! quotation mark, it must also name a target (`@sm_`).
//! Escapes of the file's syntax are undone: entities of HTML and the backslashes of Markdown,
//! reStructuredText, JSON, JavaScript and LaTeX. Percent-encoding is left to the reader of links.

use ptxfp::link::{MAX_LENGTH, decode};

/// A link as a text has it.
pub(crate) struct Found {
    /// The link from its version on, without what the syntax of the file did to it.
    pub(crate) text: String,
    /// The byte of the file for each byte of the link, and for its end.
    pub(crate) places: Vec<usize>,
}

/// The number of bytes that identify a link: the instruction and the target, even encoded.
const N_TELLING: usize = 512;

/// Every link of a text, in order.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for (start, _) in text.match_indices(['v', 'V']) {
        let end = all.last().and_then(|found| found.places.last()).copied().unwrap_or(0);
        let (before, after) = text.split_at(start);
        if start < end || !is_version(after) {
            continue;
        }
        let Some(introduction) = Introduction::of(before) else { continue };
        // Most of what looks like the beginning of a link is none.
        if is_link(&take(text, start, N_TELLING).text, introduction) {
            // One byte more than is read, so that too long a link is reported.
            all.push(take(text, start, MAX_LENGTH + 1));
        }
    }
    all
}

/// The text before a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Introduction {
    /// Something that belongs to a link.
    Own,
    /// Something that may come before anything.
    Any,
}

impl Introduction {
    fn of(before: &str) -> Option<Self> {
        let short = tail(before, 24);
        let bare = short.strip_suffix('/').unwrap_or(short);
        let ends = ["#", "&#35;", "&#x23;", "&num;", "\\u0023"];
        if ends.iter().any(|end| bare.ends_with(end)) || is_encoded(bare, "23") || is_state(short) {
            return Some(Self::Own);
        }
        if short.ends_with('?') || is_encoded(short, "3f") {
            return Some(Self::Any);
        }
        let is_word = |c: char| c.is_alphanumeric() || "/_-.@%&#".contains(c);
        (!short.ends_with(is_word)).then_some(Self::Any)
    }
}

/// Whether a text ends in an encoded character, perhaps encoded repeatedly.
fn is_encoded(text: &str, digits: &str) -> bool {
    let Some(at) = text.len().checked_sub(digits.len()) else { return false };
    let is_end = text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(digits));
    let mut rest = text.get(..at).unwrap_or_default();
    while let Some(shorter) = rest.strip_suffix("25") {
        rest = shorter;
    }
    is_end && rest.ends_with('%')
}

/// Whether a text ends in the attribute or member `state`, up to its value.
fn is_state(text: &str) -> bool {
    let quotes = ["&quot;", "&#34;", "&#39;", "\"", "'", "`", "\\"];
    let mut rest = text;
    while let Some(shorter) = quotes.iter().find_map(|quote| rest.strip_suffix(quote)) {
        rest = shorter;
    }
    let rest = rest.trim_end();
    let Some(rest) = rest.strip_suffix(['=', ':']) else { return false };
    let rest = rest.trim_end().trim_end_matches(['"', '\'']);
    tail(rest, 5).eq_ignore_ascii_case("state")
}

/// The last characters of a text, that many bytes of them.
fn tail(text: &str, n_bytes: usize) -> &str {
    let start = text.len().saturating_sub(n_bytes);
    let start = (start..=text.len()).find(|at| text.is_char_boundary(*at));
    start.and_then(|start| text.get(start..)).unwrap_or_default()
}

/// Whether a text begins with a version and something like a slash.
fn is_version(text: &str) -> bool {
    let rest = text.get(1..).unwrap_or_default();
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = rest.len() - behind.len();
    (1..=3).contains(&n_digits) && behind.starts_with(['/', '%', '\\', '&'])
}

fn is_link(text: &str, introduction: Introduction) -> bool {
    let plain = decode(text);
    let Some((version, rest)) = plain.split_once('/') else { return false };
    let is_first = version.eq_ignore_ascii_case("v1");
    let is_version = is_version(&[version, "/"].concat());
    let head = rest.split('?').next().unwrap_or_default();
    let names_target = head.to_ascii_lowercase().contains("@sm_");
    is_version
        && rest.starts_with(|c: char| c.is_ascii_alphabetic())
        && (names_target || is_first && introduction == Introduction::Own)
}

/// Takes the link that begins at a byte of the text, up to a length.
fn take(text: &str, start: usize, length: usize) -> Found {
    let mut found = Found { text: String::new(), places: Vec::new() };
    let mut position = start;
    while found.text.len() < length {
        let rest = text.get(position..).unwrap_or_default();
        let Some((character, n_bytes)) = next(rest) else { break };
        if !is_part(character) {
            break;
        }
        found.text.push(character);
        found.places.push(position);
        position += n_bytes;
    }
    found.places.push(position);
    found
}

/// Whether an address may have a character unencoded; all that a link has does, and nothing
/// that ends one in markup or source code.
fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~@/?=&,:%+;#!$*".contains(character)
}

/// The next character, with its number of bytes in the file.
fn next(text: &str) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    let written = match first {
        '&' => entity(text),
        '\\' => escape(text),
        _ => None,
    };
    Some(written.unwrap_or((first, first.len_utf8())))
}

/// The entities of HTML that a link may have, or end one.
const ENTITIES: [(&str, char); 16] = [
    ("quot;", '"'),
    ("apos;", '\''),
    ("lt;", '<'),
    ("gt;", '>'),
    ("nbsp;", ' '),
    ("num;", '#'),
    ("quest;", '?'),
    ("equals;", '='),
    ("commat;", '@'),
    ("sol;", '/'),
    ("period;", '.'),
    ("comma;", ','),
    ("colon;", ':'),
    ("lowbar;", '_'),
    ("percnt;", '%'),
    ("grave;", '`'),
];

/// The character of an entity, also where `&` is itself written as `&amp;`.
fn entity(text: &str) -> Option<(char, usize)> {
    let mut rest = text.strip_prefix('&')?;
    while let Some(behind) = rest.strip_prefix("amp;") {
        rest = behind;
    }
    let length = |rest: &str| text.len() - rest.len();
    for (name, character) in ENTITIES {
        if let Some(behind) = rest.strip_prefix(name) {
            return Some((character, length(behind)));
        }
    }
    // No number of a character has more digits.
    let end = rest.bytes().take(9).position(|byte| byte == b';');
    let number = rest.get(..end.unwrap_or(0)).and_then(|number| number.strip_prefix('#'));
    if let (Some(number), Some(end)) = (number, end) {
        let character = match number.strip_prefix(['x', 'X']) {
            Some(digits) => numbered(digits, 16),
            None => numbered(number, 10),
        };
        if let Some(character) = character {
            return Some((character, length(rest) + end + 1));
        }
    }
    Some(('&', length(rest)))
}

/// The character of a number that has digits alone.
fn numbered(digits: &str, radix: u32) -> Option<char> {
    let is_number = digits.chars().all(|digit| digit.is_digit(radix));
    let number = is_number.then(|| u32::from_str_radix(digits, radix).ok())?;
    number.and_then(char::from_u32)
}

/// The character after a backslash, if it can be part of a link.
fn escape(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('\\')?;
    for (prefix, n_digits) in [("u", 4), ("x", 2)] {
        let digits = rest.strip_prefix(prefix).and_then(|digits| digits.get(..n_digits));
        if let Some(character) = digits.and_then(|digits| numbered(digits, 16)) {
            return Some((character, 2 + n_digits));
        }
    }
    let character = rest.chars().next()?;
    let is_escaped = character.is_ascii_punctuation() && is_part(character);
    is_escaped.then_some((character, 2))
}
