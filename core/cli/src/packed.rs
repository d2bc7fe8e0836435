//! Long links, compressed and decompressed.

use std::borrow::Cow;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};
use ptxfp::link::{MAX_LENGTH, Packed, Problem, packed, to_pack};

/// The slowest level: a link is at most 64 KiB.
const LEVEL: u8 = 10;

/// A canonical link, compressed if it is long.
pub(crate) fn short(link: &str) -> String {
    match to_pack(link) {
        Some(pairs) => packed(link, &compress_to_vec_zlib(pairs.as_bytes(), LEVEL)),
        None => link.to_owned(),
    }
}

/// A link without compression.
pub(crate) fn readable(link: &str) -> Result<Cow<'_, str>, Problem> {
    let Some(read) = Packed::new(link) else { return Ok(Cow::Borrowed(link)) };
    let read = read?;
    let plain = match decompress_to_vec_zlib_with_limit(read.bytes(), MAX_LENGTH) {
        Ok(plain) => Some(plain),
        // As much as the limit: one byte more is too much.
        Err(error) if error.status == TINFLStatus::HasMoreOutput => Some(vec![0; MAX_LENGTH]),
        Err(_) => None,
    };
    read.unpacked(plain.as_deref()).map(Cow::Owned)
}
