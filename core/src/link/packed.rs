//! Long links to programs, compressed.
//!
//! ```text
//! fragment = "v1/sequence@" target "?~z1=" data
//! data     = the part of a readable link after its "?", in the zlib format (RFC 1950), in the
//!            alphabet of base64url (RFC 4648) without padding
//! ```
//!
//! The zlib format is DEFLATE with a checksum, so a link that lost a character or its letter case is
//! reported. The core has no code for compression: page and command use a library for it. They read
//! the link here, decompress [`Packed::bytes`], and read [`Packed::unpacked`] like any readable
//! link; in the other direction, they compress [`to_pack`] and write [`packed`].
//! The key begins with `~`, unlike that of any input in earlier links.

use alloc::string::String;
use alloc::vec::Vec;

use super::decode::decode;
use super::part::{Part, TRAILING, fragment};
use super::sequence::SEQUENCE;
use super::{MAX_LENGTH, Problem};

/// The key of what is compressed.
pub(super) const PACKED: &str = "~z1";

/// The longest link that stays readable, in bytes. A message in a chat takes 2,000 characters, and
/// compressed a program of that size has 800.
pub const MAX_READABLE: usize = 2_000;

/// The longest link that other programs pass on unharmed, in bytes: servers, previews and short links
/// take addresses of 8 KiB, of which the site itself needs some.
pub const MAX_SHARED: usize = 8_000;

/// A link whose program is compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The readable link up to and including its `?`.
    before: String,
    bytes: Vec<u8>,
    /// The pairs after the compressed part.
    behind: String,
    length: usize,
}

impl Packed {
    /// Reads a link; `None` if nothing in it is compressed.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if what is compressed has characters that it cannot have.
    #[must_use]
    pub fn new(text: &str) -> Option<Result<Self, Problem>> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let plain = decode(text);
        let (head, pairs) = fragment(plain.trim_end().trim_end_matches(TRAILING)).split('?')?;
        let word = head.text.split('@').next()?.rsplit('/').next()?;
        let (key, data) = pairs.split('=')?;
        if !word.eq_ignore_ascii_case(SEQUENCE) || !key.text.eq_ignore_ascii_case(PACKED) {
            return None;
        }
        let (data, rest) = data.split('&').unwrap_or((data, Part { text: "", start: 0 }));
        let Some(bytes) = bytes(data.text) else {
            return Some(Err(Problem { span: 0..text.len(), message: DAMAGED.into() }));
        };
        let behind = if rest.text.is_empty() { "" } else { "&" };
        Some(Ok(Self {
            before: [head.text, "?"].concat(),
            bytes,
            behind: [behind, rest.text].concat(),
            length: text.len(),
        }))
    }

    /// The compressed part, in the zlib format.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The readable link: with what [`Self::bytes`] come to, or `None` if they cannot be
    /// decompressed. More than [`MAX_LENGTH`] bytes need not be.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if the bytes are damaged or come to too much.
    pub fn unpacked(&self, plain: Option<&[u8]>) -> Result<String, Problem> {
        let problem = |message: &str| Problem { span: 0..self.length, message: message.into() };
        let plain = plain.ok_or_else(|| problem(DAMAGED))?;
        if self.before.len() + plain.len() + self.behind.len() > MAX_LENGTH {
            return Err(problem(TOO_LONG));
        }
        let text = core::str::from_utf8(plain).map_err(|_| problem(DAMAGED))?;
        Ok([&self.before, text, &self.behind].concat())
    }
}

const DAMAGED: &str = "the compressed program of this link is damaged or cut off; copy the whole link \
                       again, with its letter case";
const TOO_LONG: &str = "the compressed program of this link has more than 65536 bytes, the most that a \
                        link holds";

/// The part of a canonical link to compress: the text after its `?`, if it is a long link to a
/// program.
#[must_use]
pub fn to_pack(link: &str) -> Option<&str> {
    let (head, pairs) = link.split_once('?')?;
    let is_program = head.split('@').next()?.ends_with(SEQUENCE);
    (is_program && link.len() > MAX_READABLE && link.len() <= MAX_LENGTH).then_some(pairs)
}

/// A link with what [`to_pack`] returned, compressed into the zlib format.
///
/// ```
/// use ptxfp::link::{Packed, packed};
///
/// let link = "v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000";
/// // The pairs, stored as they are.
/// let pairs = b"code=neg.f32~d,a&a=0x3f800000";
/// let zlib = [&b"\x78\x01\x01\x1d\x00\xe2\xff"[..], pairs, b"\x8f\xb6\x08\xa8"].concat();
/// let short = packed(link, &zlib);
/// assert!(short.starts_with("v1/sequence@sm_90?~z1=eAEBHQDi_2NvZGU9"));
/// let read = Packed::new(&short).unwrap().unwrap();
/// assert_eq!(read.bytes(), zlib);
/// assert_eq!(read.unpacked(Some(pairs)).unwrap(), link);
/// ```
#[must_use]
pub fn packed(link: &str, zlib: &[u8]) -> String {
    let head = link.split('?').next().unwrap_or_default();
    [head, "?", PACKED, "=", &text(zlib)].concat()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes in base64url.
fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..=group.len() {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(char::from(DIGITS[value as usize]));
        }
    }
    text
}

/// The bytes of a text in base64url.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for index in 0..4 {
            let digit = group.get(index).map_or(Some(0), |digit| {
                DIGITS
                    .iter()
                    .zip(0_u32..)
                    .find(|(other, _)| *other == digit)
                    .map(|(_, value)| value)
            });
            bits = bits << 6 | digit?;
        }
        // One character has too few bits for a byte.
        let length = group.len().checked_sub(1).filter(|length| *length > 0)?;
        bytes.extend_from_slice(bits.to_be_bytes().get(1..=length)?);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::link::parse_sequence;

    #[test]
    fn every_byte_is_read_as_it_is_written() {
        let all: Vec<u8> = (0..=255).rev().collect();
        for length in 0..=all.len() {
            let all = &all[..length];
            assert_eq!(bytes(&text(all)).as_deref(), Some(all));
        }
        assert_eq!(text(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw");
        assert_eq!(text(&[0xfb, 0xff]), "-_8");
        for wrong in ["YW55I", "YW5+", "YW=", "é"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn links_are_found_in_any_dress() {
        let plain = b"code=neg.f32~d,a&a=0x3f800000";
        let unpacked = "v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000";
        for (link, behind) in [
            ("v1/sequence@sm_90?~z1=YW55", ""),
            ("https://example.org/ptx/#v1/sequence@sm_90?~z1=YW55", ""),
            ("#/v1/sequence@sm_90?%7Ez1%3DYW55).", ""),
            ("v1/sequence@sm_90?~Z1=YW55&view=x", "&view=x"),
        ] {
            let read = Packed::new(link).expect("compressed").expect("whole");
            assert_eq!(read.bytes(), b"any", "{link}");
            assert_eq!(read.unpacked(Some(plain)).unwrap(), [unpacked, behind].concat());
        }
        for link in [unpacked, "v1/sequence@sm_90?code=x&~z1=YW55", "v1/add.f32@sm_90?~z1=YW55", ""]
        {
            assert_eq!(Packed::new(link), None, "{link}");
        }
    }

    #[test]
    fn damage_and_too_much_are_reported() {
        let link = "v1/sequence@sm_90?~z1=YW5";
        let problem = Packed::new(&[link, "*I"].concat()).unwrap().unwrap_err();
        assert_eq!((problem.span, &*problem.message), (0..link.len() + 2, DAMAGED));
        let read = Packed::new(link).unwrap().unwrap();
        let long = alloc::vec![b'a'; MAX_LENGTH];
        for (plain, message) in [
            (None, DAMAGED),
            (Some(&b"\xff"[..]), DAMAGED),
            (Some(&long[..=MAX_LENGTH - 18]), TOO_LONG),
        ] {
            assert_eq!(read.unpacked(plain).unwrap_err().message, message);
        }
        assert!(read.unpacked(Some(&long[..MAX_LENGTH - 18])).is_ok());
        assert!(TOO_LONG.contains(&alloc::format!("{MAX_LENGTH}")));
    }

    #[test]
    fn only_long_links_to_programs_are_compressed() {
        let link = |length: usize| {
            let mut link = String::from("v1/sequence@sm_90?code=");
            link.extend(core::iter::repeat_n('x', length - link.len()));
            link
        };
        assert_eq!(to_pack(&link(MAX_READABLE)), None);
        assert_eq!(to_pack(&link(MAX_READABLE + 1)), link(MAX_READABLE + 1).get(18..));
        assert_eq!(to_pack(&link(MAX_LENGTH + 1)), None);
        assert_eq!(to_pack(&link(MAX_READABLE + 1).replace("sequence", "add.f32")), None);
    }

    #[test]
    fn whoever_does_not_decompress_is_told_so() {
        let parsed = parse_sequence("v1/sequence@sm_90?~z1=YW55").unwrap();
        let messages: Vec<_> = parsed.problems.iter().map(|each| &*each.message).collect();
        assert_eq!(messages, ["the program is compressed; `ptxfp link` writes it as text"]);
    }
}
