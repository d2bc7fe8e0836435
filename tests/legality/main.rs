//! What is legal: the core's verdicts against those of NVIDIA's assembler.
//!
//! The core must accept, as documented or as undocumented, exactly what the assembler accepts, for
//! every version and target.
//!
//! What the assembler takes somewhere is compared on all of them; the rest of the grid on a few
//! that stand for all, and on all with `EXTENSIVE=1`. `ONLY=min,cvt.tf32` compares these only.

mod examples;
mod grid;
mod order;
mod recorded;
