//! What NVIDIA's assembler makes of every instruction: the [record](Record), how it is made
//! ([`module`], [`cut`]), and what is said of it ([`class`], [`page`]).
//!
//! It is what one version of the assembler emits: an observation, and no promise of the ISA.

pub mod class;
pub mod cut;
pub mod legend;
pub mod module;
pub mod page;
mod record;

pub use record::{Record, Sequence, key};

/// The recorded targets.
pub const TARGETS: [&str; 4] = ["sm_75", "sm_80", "sm_90", "sm_100a"];

/// The record.
pub const RECORD: &str = include_str!("../../vectors/machine-code.txt");
