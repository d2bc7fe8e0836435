//! Masks, checked narrowing and hexadecimal digits of bit strings.

use alloc::string::String;

/// The lowest `width` bits set; `width` of 64 or more sets all.
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn mask(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

/// The lowest `width` bits set; `width` of 128 or more sets all.
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn mask128(width: u32) -> u128 {
    if width >= u128::BITS { u128::MAX } else { (1 << width) - 1 }
}

/// The position of the most significant set bit plus one: 0 for 0.
#[expect(clippy::cast_possible_wrap, reason = "a bit count of at most 128 fits")]
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn bit_length(value: u128) -> i32 {
    (u128::BITS - value.leading_zeros()) as i32
}

/// The lowest 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "truncation is the purpose")]
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn low_word(value: u128) -> u64 {
    value as u64
}

/// `value >> amount`, 0 where `amount` is 128 or more.
#[cfg_attr(optimized_for_speed, inline(always))]
pub const fn shift_right(value: u128, amount: u32) -> u128 {
    if amount >= u128::BITS { 0 } else { value >> amount }
}

/// The lowest 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "truncation is the purpose")]
#[inline]
pub const fn low_half(value: u64) -> u32 {
    value as u32
}

/// Bits as `0x` and as many hexadecimal digits as the width needs.
///
/// ```
/// assert_eq!(ptxfp::text::hex(0x3c, 16), "0x003c");
/// ```
#[must_use]
pub fn hex(bits: u64, width: u32) -> String {
    ["0x", &hex_digits(bits, width)].concat()
}

/// Bits as hexadecimal digits, as many as the width needs.
#[must_use]
pub fn hex_digits(bits: u64, width: u32) -> String {
    let digit = |index: u32| char::from_digit(low_half(bits >> (4 * index) & 0xf), 16);
    (0..width.div_ceil(4)).rev().filter_map(digit).collect()
}
