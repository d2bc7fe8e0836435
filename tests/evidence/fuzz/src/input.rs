//! Bytes as the inputs of a target, and claims that several share.

use std::borrow::Cow;
use std::ops::Range;

use ptxfp::catalog::{Context, ISA_VERSIONS, TARGETS};
use ptxfp::syntax::{Action, Diagnostic};

/// Takes choices from the front of the bytes; the rest is text.
pub(crate) struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    /// An item of a list, chosen by the next byte.
    pub(crate) fn choose<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        // `0` chooses the last, `1` the one before it: what is latest is seen most.
        let back = usize::from(first.wrapping_sub(b'0')) % list.len();
        &list[list.len() - 1 - back]
    }

    pub(crate) fn context(&mut self) -> Context {
        let isa = *self.choose(ISA_VERSIONS);
        Context { isa, target: self.choose(TARGETS) }
    }

    /// The rest as text.
    pub(crate) fn text(self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.0)
    }
}

/// Numbers that follow from a text, for registers.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = u64> {
    let seed = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 27
    })
}

/// Registers that follow from a text.
pub(crate) fn registers(text: &str) -> Vec<u64> {
    numbers(text).take(8).collect()
}

/// Claims that a report points into the text.
pub(crate) fn assert_inside(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} of {} bytes: {text:?}", text.len());
}

/// Claims that a message is one short line without hidden or reordering characters.
pub(crate) fn assert_plain(message: &str) {
    assert!(!message.is_empty());
    assert!(message.len() <= 20_000, "{} bytes: {:.200}", message.len(), message);
    let stray = message.chars().find(|character| is_hidden(*character));
    assert_eq!(stray, None, "{message:?}");
}

/// Whether a character ends a line, steers a terminal, reorders its neighbors, or is invisible.
/// This is a second definition, independent of the core's.
pub(crate) fn is_hidden(character: char) -> bool {
    let code = u32::from(character);
    character.is_control()
        || [0x61c, 0x180e, 0xfeff].contains(&code)
        || [0x200b..=0x200f, 0x2028..=0x202e, 0x2060..=0x206f, 0xfff9..=0xfffb, 0xe0000..=0xe007f]
            .iter()
            .any(|range| range.contains(&code))
}

/// Claims that a diagnostic can be shown.
pub(crate) fn assert_showable(text: &str, diagnostic: &Diagnostic) {
    assert_inside(text, &diagnostic.span);
    assert_plain(&diagnostic.message);
    assert_plain(&diagnostic.to_string());
    for fix in &diagnostic.fixes {
        assert_plain(&fix.label);
        if let Action::Spelling(spelling) | Action::Statement(spelling) = &fix.action {
            assert_plain(spelling);
        }
    }
}
