//! Random bits that follow from a seed.

/// Bits that depend on all bits of a number.
pub(crate) const fn mixed(number: u64) -> u64 {
    let once = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let twice = (once ^ once >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    twice ^ twice >> 32
}
