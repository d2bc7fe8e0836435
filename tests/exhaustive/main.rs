//! Every bit pattern of every format of 16 bits or fewer, and pairs of them.
//!
//! `EXTENSIVE=1` adds every f32 operand of the elementary functions, `--include-ignored` every pair of
//! f16 and of bf16 under add, sub and mul, and every scale of every bf16. `cargo xtask test --only
//! exhaustive` does both.

mod ends;
mod functions;
mod lanes;
mod observed;
mod order;
mod pairs;
mod standard;
mod sweeps;
mod values;
