//! What GPUs return, beside what the evaluator says: a kernel for every legal instruction of a
//! target, operands, a device to run them on, and the comparison.
//!
//! `cargo xtask hardware` assembles all of it into a folder, which runs on a machine with a GPU
//! that has nothing else of the project; docs/hardware.md.

pub mod device;
pub mod folder;
pub mod inputs;
pub mod kernel;
pub mod plan;
pub mod record;
pub mod run;
pub mod simulate;
pub mod tally;

/// What goes wrong, in words for whoever called.
pub type Result<T> = std::result::Result<T, String>;
