//! Questions about more than one evaluation: sequences of statements, and differences.

pub mod difference;
pub mod sequence;
