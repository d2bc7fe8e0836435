//! Programs as people have them: what stands around PTX in other languages.
//!
//! [`inline`] finds the statements in inline assembly, and what its constraints say of operands.

pub mod inline;
