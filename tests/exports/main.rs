//! The playground's exports work in other tools: NVIDIA's assembler accepts every PTX module, and
//! NVIDIA's compiler accepts the CUDA programs, also those of several statements. The compiler's
//! output for CUDA's functions equals the record of names.
//!
//! `cargo xtask test --only exports` installs both, and passes their paths in `PTXFP_PTXAS` and
//! `PTXFP_NVCC`, and that of CUDA's core libraries, whose headers some of CUDA's include, in
//! `PTXFP_CCCL`. Nothing is run, since that needs a GPU.
//!
//! With `EXTENSIVE=1`, as nightly, every instruction is assembled and a program of every shape is
//! compiled; else every fifth, and at least one of every form and opcode.

mod cuda;
mod names;
mod parallel;
mod programs;
mod ptx;
mod states;
mod tool;
