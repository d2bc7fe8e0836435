//! The integers of C's `stdint.h` that `softfloat-sys` names, for x86-64 Linux, the only platform
//! that it has build rules for.
#![expect(non_camel_case_types, reason = "the names are C's")]

/// At least 8 bits.
pub type uint_fast8_t = u8;
/// At least 32 bits, and 64 there.
pub type uint_fast32_t = u64;
/// At least 64 bits.
pub type uint_fast64_t = u64;
/// At least 32 bits, and 64 there.
pub type int_fast32_t = i64;
/// At least 64 bits.
pub type int_fast64_t = i64;
