//! The questions to NVIDIA's assembler, and its recorded answers.
//!
//! - [`Grid`] expands `vectors/ptxas-grid.txt`, which lists in a few lines what is tried, into
//!   statements: a spelling with its operands. Most of them are not legal.
//! - [`Record`] reads and writes `vectors/ptxas-legality.txt`: which statements the assembler accepts,
//!   for which versions and targets. A statement of the grid that is not in the record is rejected.
//!
//! `cargo xtask ptxas` writes the record, and the legality tests compare the core with it; both
//! use this package, so they agree on what was tried.

mod grid;
mod permutations;
mod record;
mod version;

use std::path::{Path, PathBuf};

pub use grid::{Grid, Statement};
pub use record::{Availability, Class, Record, Span};
pub use version::Version;

/// The folder of the files.
pub fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// The statements that are tried.
pub const GRID: &str = "ptxas-grid.txt";
/// The statements of the grid that are accepted, with their contexts.
pub const LEGALITY: &str = "ptxas-legality.txt";
/// The orders of modifiers that are accepted.
pub const ORDER: &str = "ptxas-order.txt";
