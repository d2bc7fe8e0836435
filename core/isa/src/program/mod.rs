//! PTX inside programs of other languages.
//!
//! [`inline`] finds the statements in inline assembly, and what its constraints say of operands.

pub mod inline;
