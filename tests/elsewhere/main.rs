//! What is copied from the playground works where it is copied to: NVIDIA's assembler takes every
//! PTX module, and NVIDIA's compiler the CUDA programs.
//!
//! `cargo xtask test --only elsewhere` installs both, and says where they are in `PTXFP_PTXAS` and
//! `PTXFP_NVCC`. Nothing is run: that takes a GPU.
//!
//! With `EXTENSIVE=1`, as nightly, every instruction is assembled and a program of every shape is
//! compiled; else every fifth, and at least one of every form and opcode.

mod cuda;
mod parallel;
mod ptx;
mod states;
mod tool;
