//! Every bit pattern of every format of 16 bits or fewer, and pairs of them.
//!
//! `EXTENSIVE=1` adds every pair of f16 and of bf16 under add, sub and mul, and every f32 operand of
//! the elementary functions.

mod ends;
mod functions;
mod lanes;
mod observed;
mod order;
mod pairs;
mod standard;
mod sweeps;
mod values;
