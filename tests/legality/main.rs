//! Legality: compares the core's verdicts with those of NVIDIA's assembler.
//!
//! The core must accept, as documented or as undocumented, exactly what the assembler accepts, for
//! every version and target.
//!
//! Statements that the assembler accepts somewhere are compared in all contexts; the rest of the
//! grid in a few that represent all, and in all with `EXTENSIVE=1`. The default run takes a sample
//! of these pairs: every statement, every context, and every pair at which a verdict changes.
//! `EXTENSIVE=1` takes all, and so does `ONLY=min,cvt.tf32`, which compares these statements only.

mod companions;
mod examples;
mod grid;
mod order;
mod recorded;
mod tensor;
mod verdicts;
