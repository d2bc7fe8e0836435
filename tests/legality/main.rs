//! Legality: compares the core's verdicts with those of NVIDIA's assembler.
//!
//! The core must accept, as documented or as undocumented, exactly what the assembler accepts, for
//! every version and target.
//!
//! Statements that the assembler accepts somewhere are compared on all of them; the rest of the grid
//! on a few that represent all, and on all with `EXTENSIVE=1`. Of these pairs of a statement and a context
//! the default run takes a sample: every statement, every context, and every one at which a verdict
//! changes. `EXTENSIVE=1` takes all, and so does `ONLY=min,cvt.tf32`, which compares these
//! statements only.

mod companions;
mod examples;
mod grid;
mod order;
mod recorded;
