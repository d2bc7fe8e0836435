//! Results of GPUs, compared with the evaluator's: a kernel for every legal instruction of a target,
//! operands, a device to run them on, and the comparison.
//!
//! `cargo xtask hardware` assembles a self-contained folder for a machine with a GPU; see
//! docs/hardware.md.

pub mod device;
pub mod expected;
pub mod folder;
pub mod inputs;
pub mod kernel;
pub mod numbered;
pub mod plan;
pub mod record;
pub mod run;
pub mod simulate;
pub mod sums;
pub mod tally;

/// An error, in words for the user.
pub type Result<T> = std::result::Result<T, String>;
