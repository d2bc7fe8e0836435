//! One PTX instruction: the rows that everything derives from, its text, its result.
//!
//! This is a part of [`ptxfp`](https://docs.rs/ptxfp), which has the modules that it promises, and the
//! examples. A program that depends on this crate compiles no searches, links or exports. Without the
//! feature `full` it also compiles no companions, programs, corner cases and tensor cores, and of
//! `catalog` and `syntax` no queries, completion and questions.
//!
//! The modules, lowest layer first; each uses only those above it, and those of `ptxfp-number`:
//!
//! ```text
//! order     order in short lists
//! source    citations, readings of unclear text, observations
//! catalog   the rows that everything derives from; bounds of approximate results
//! syntax    text to instruction, legality, diagnostics with fixes, questions
//! companion integers, bits and predicates: the instructions around floating-point code
//! program   PTX inside other languages: inline assembly
//! eval      registers to results, guarantees and steps
//! corner    documented corner cases, as rules
//! observed  results that GPUs were observed to return for approximate instructions
//! tensor    products of matrices by tensor cores, bit for bit
//! ```

#![no_std]
#![deny(clippy::float_arithmetic, clippy::float_cmp, clippy::wildcard_enum_match_arm)]
#![cfg_attr(
    optimized_for_speed,
    expect(clippy::inline_always, reason = "constants arrive only in inlined code")
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod catalog;
#[cfg(feature = "full")]
pub mod companion;
#[cfg(feature = "full")]
pub mod corner;
pub mod eval;
pub mod observed;
#[doc(hidden)]
pub mod order;
#[cfg(feature = "full")]
pub mod program;
pub mod source;
pub mod syntax;
#[cfg(feature = "full")]
pub mod tensor;

// At the root, so that a module has one path wherever it is.
use ptxfp_number::{arith, bits, format, number, text, versions};
