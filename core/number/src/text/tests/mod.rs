//! Reading against reference implementations, spellings and errors, and reading back what was written.

mod read_back;
mod reference;
mod spellings;

use super::parse;
use crate::format::FloatFormat;

fn bits(text: &str, format: &'static FloatFormat) -> u64 {
    match parse(text, format) {
        Ok(entry) => entry.bits,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A reproducible sequence of bits (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
