//! Compares the core with reference implementations, on operands where arithmetic goes wrong.
//!
//! There are no tolerances: results are compared bit by bit, NaNs with the canonical ones.
//! Every comparison prints its oracle and counts. With `VECTORS=n` each takes at least n operands,
//! with `EXTENSIVE=1` a hundred times as many; `cargo xtask oracles` runs and adds up all of them.

#![expect(unexpected_cfgs, reason = "MPFR takes minutes to build: --cfg mpfr asks for it")]

mod against_apfloat;
mod against_half;
mod against_hardware;
#[cfg(mpfr)]
mod against_mpfr;
mod companions;
mod compare;
mod conversions;
mod coverage;
mod function_operands;
mod functions_against_host;
#[cfg(mpfr)]
mod functions_against_mpfr;
mod programs;
#[cfg(mpfr)]
mod roots_against_mpfr;
mod selection;
