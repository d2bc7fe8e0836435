//! Many evaluations of PTX instructions: sweeps, differences, programs, documented corner cases.
//!
//! This is a part of [`ptxfp`](https://docs.rs/ptxfp), which has [`explore`] and the examples.

#![no_std]
#![deny(clippy::float_arithmetic, clippy::float_cmp, clippy::wildcard_enum_match_arm)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod explore;

// At the root, so that a module has one path wherever it is.
use ptxfp_isa::{catalog, companion, eval, observed, order, program, source, syntax, tensor};
use ptxfp_number::{arith, bits, format, number, text};
