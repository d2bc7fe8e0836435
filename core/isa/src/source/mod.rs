//! Sources of facts: every rule, row and bound carries a [`Source`].
//!
//! Some versions of the PTX ISA renumber its sections, so a citation names the version whose numbers
//! it uses.

pub mod claim;
pub mod observation;
pub mod reading;

#[doc(inline)]
pub use ptxfp_number::source::*;
