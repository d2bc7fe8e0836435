//! Bits and bytes (PTX ISA 9.7.1.14 to 9.7.1.22, 9.7.8, 9.7.9.7).

use super::shape::{Class, Shape};
use crate::bits::mask;

/// An amount of bits, at most 255: larger ones make no difference.
fn amount(bits: u64) -> u32 {
    u32::try_from(bits.min(255)).unwrap_or(255)
}

/// Returns the position of the most significant bit that is not a copy of the sign.
pub(super) fn find(shape: &Shape, a: u64, is_shift: bool) -> u64 {
    let width = u32::from(shape.width);
    let is_negative = shape.class == Class::Signed && a >> (width - 1) & 1 == 1;
    let rest = if is_negative { !a & mask(width) } else { a };
    let Some(place) = rest.checked_ilog2() else { return mask(32) };
    u64::from(if is_shift { width - 1 - place } else { place })
}

/// Extracts a field of `length` bits from the position `place` on, and extends it.
pub(super) fn extract(shape: &Shape, a: u64, place: u64, length: u64) -> u64 {
    let width = u32::from(shape.width);
    let (place, length) = (amount(place & 0xff), amount(length & 0xff));
    let last = (place + length).saturating_sub(1).min(width - 1);
    let is_extended = shape.class == Class::Signed && length > 0 && a >> last & 1 == 1;
    let field = if place < width { a >> place } else { 0 };
    let own = mask(length.min(width)) & mask(width.saturating_sub(place));
    let field = if length == 0 { 0 } else { field & own };
    if is_extended { (field | !own) & mask(width) } else { field }
}

/// Inserts a field of `length` bits into another register at the position `place`.
pub(super) fn insert(width: u32, a: u64, b: u64, place: u64, length: u64) -> u64 {
    let (place, length) = (amount(place & 0xff), amount(length & 0xff));
    if place >= width || length == 0 {
        return b;
    }
    let field = mask(length.min(width)) << place & mask(width);
    b & !field | a << place & field
}

/// Extends the lowest `count` bits.
pub(super) fn extend(shape: &Shape, is_clamped: bool, a: u64, count: u64) -> u64 {
    if is_clamped && count >= 32 {
        return a;
    }
    let count = amount(count & 31);
    let own = if count == 0 { 0 } else { mask(count) };
    let is_negative = shape.class == Class::Signed && count > 0 && a >> (count - 1) & 1 == 1;
    if is_negative { (a | !own) & mask(32) } else { a & own }
}

/// A mask of `count` ones from the position `place` on.
pub(super) fn field(is_clamped: bool, place: u64, count: u64) -> u64 {
    if is_clamped && place >= 32 {
        return 0;
    }
    let place = amount(place & 31);
    let count = if is_clamped { amount(count).min(32) } else { amount(count & 31) };
    let ones = if count == 0 { 0 } else { mask(count) };
    ones << place & mask(32)
}

/// Looks up each bit in a table of eight, by the three bits at its position.
pub(super) fn look_up([a, b, c]: [u64; 3], table: u64) -> u64 {
    let row = |index: u32| if table >> index & 1 == 1 { u64::MAX } else { 0 };
    let of = |bits: u64, is_one: bool| if is_one { bits } else { !bits };
    let rows = (0..8).map(|index| {
        row(index) & of(a, index & 4 != 0) & of(b, index & 2 != 0) & of(c, index & 1 != 0)
    });
    rows.fold(0, |all, bits| all | bits) & mask(32)
}

/// 32 of the 64 bits of *b* and *a* after a shift.
pub(super) fn funnel(is_left: bool, is_clamped: bool, [a, b, count]: [u64; 3]) -> u64 {
    let count = if is_clamped { amount(count).min(32) } else { amount(count & 31) };
    let both = b << 32 | a;
    if is_left { both >> (32 - count) & mask(32) } else { both >> count & mask(32) }
}

/// Shifts to the right, with copies of the sign.
pub(super) fn shift_right(shape: &Shape, a: u64, count: u64) -> u64 {
    let width = u32::from(shape.width);
    let is_negative = shape.class == Class::Signed && a >> (width - 1) & 1 == 1;
    let filled = if is_negative { !mask(width) | a } else { a };
    let count = amount(count).min(width);
    let shifted = if count >= 64 {
        if is_negative { u64::MAX } else { 0 }
    } else if is_negative {
        !(!filled >> count)
    } else {
        filled >> count
    };
    shifted & mask(width)
}

/// Four of the eight bytes of *b* and *a*.
pub(super) fn permute(mode: u8, a: u64, b: u64, control: u64) -> u64 {
    let both = b << 32 | a;
    let n = control & 3;
    let byte = |place: u64| {
        let selector = match mode {
            0 => control >> (4 * place) & 15,
            1 => n + place,
            2 => n.wrapping_sub(place) & 7,
            3 => n,
            4 => place.max(n),
            5 => place.min(n),
            _ => (n & 1) * 2 + (place & 1),
        };
        let bits = both >> (8 * (selector & 7)) & 255;
        let is_sign = selector & 8 != 0;
        let bits = match (is_sign, bits >> 7) {
            (false, _) => bits,
            (true, 0) => 0,
            (true, _) => 255,
        };
        bits << (8 * place)
    };
    (0..4).map(byte).fold(0, |all, bits| all | bits)
}
