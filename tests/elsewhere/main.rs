//! What is copied from the playground works where it is copied to: NVIDIA's assembler takes every
//! PTX module, and NVIDIA's compiler the CUDA programs.
//!
//! `cargo xtask test --only elsewhere` installs both, and says where they are in `PTXFP_PTXAS` and
//! `PTXFP_NVCC`. Nothing is run: that takes a GPU.

mod cuda;
mod parallel;
mod ptx;
mod states;
mod tool;
