//! What is legal: the core's verdicts against those of NVIDIA's assembler.
//!
//! The core must accept, as documented or as undocumented, exactly what the assembler accepts, for
//! every version and target.

mod examples;
mod grid;
mod order;
mod recorded;
