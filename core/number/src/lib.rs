//! Floating-point formats as parameters, and arithmetic that is rounded once, defined in integers only.
//!
//! This is the lowest crate of [`ptxfp`](https://docs.rs/ptxfp), which evaluates NVIDIA PTX
//! instructions; it knows no instruction, so it serves any program that needs numbers of `f64`, `f32`,
//! `tf32`, `f16`, `bf16`, fp8, fp6, fp4 or fixed point on any host, bit for bit.
//!
//! ```
//! use ptxfp_number::format::Format;
//! use ptxfp_number::format::table::BF16;
//! use ptxfp_number::text;
//!
//! let format = Format::Float(&BF16);
//! let third = text::parse("1/3", format).unwrap().bits;
//! assert_eq!(third, 0x3eab);
//! assert_eq!(text::concise(third, format), "0.333984375");
//! ```
//!
//! The modules, lowest layer first; each uses only those above it:
//!
//! ```text
//! source    documents that facts are cited from
//! bits      masks and digits of bit strings
//! number    data, values before rounding, numbers of any size
//! format    parameters of formats; decoding, encoding, lanes of registers
//! arith     exact operations, elementary functions, rounding, clamps
//! text      operand text to bits and back; quoting
//! versions  the released versions of the PTX ISA, as texts
//! ```
//!
//! `ptxfp` has `format`, `text` and `source` as they are here, and promises no more of the others than
//! this crate does: a minor version may change them.

#![no_std]
#![deny(clippy::float_arithmetic, clippy::float_cmp, clippy::wildcard_enum_match_arm)]
#![cfg_attr(
    optimized_for_speed,
    expect(clippy::inline_always, reason = "constants arrive only in inlined code")
)]

extern crate alloc;
#[cfg(any(test, wide_vectors))]
extern crate std;

pub mod arith;
pub mod bits;
pub mod format;
pub mod number;
pub mod source;
pub mod text;
pub mod versions;
