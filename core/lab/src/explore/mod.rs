//! Many evaluations at once: the results of an instruction over whole sets of operands.
//!
//! ```text
//! Domain: index -> bits          operands with random access, so that a sweep can be split anywhere
//! Sweep:  indices -> Tally       one operand; tallies of parts merge into the tally of the whole
//! Grid:   cells -> Cell          two operands, a picture of their classes and exponents
//! Distribution                   `.rs`: every result with the number of random bits that give it
//! Sequence                       straight-line statements with named registers
//! Kernel                         one thread of a kernel, whose statements are such a sequence
//! Search                         operands on which two instructions or sequences differ
//! LongSum                        the error of a long sum on tensor cores
//! ProductSearch                  elements of products of matrices that differ
//! vectors                        operands to test another implementation with
//! corner                         documented corner cases, beside the computed results
//! ```
//!
//! Everything is a pure function of its arguments, so a Web Worker, a thread and a test that do
//! the same part of the work get the same numbers.
//! `internals::tasks` represents such work as text.

pub mod difference;
pub mod distribution;
pub mod domain;
mod extent;
pub mod grid;
pub mod long_sum;
pub mod measure;
pub mod products;
#[doc(hidden)]
pub mod random;
pub mod rank;
pub mod sequence;
pub mod sweep;
pub mod tally;
pub mod vectors;

#[doc(inline)]
pub use ptxfp_isa::corner;
