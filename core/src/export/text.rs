//! Writing text with little code.

use alloc::string::String;

/// Appends pieces. They come as a slice, since arrays of each length would be code of their own.
#[inline(never)]
pub(super) fn add(text: &mut String, pieces: &[&str]) {
    for piece in pieces {
        text.push_str(piece);
    }
}
