//! Evaluates PTX floating-point instructions bit for bit, and reports what the ISA guarantees.
//!
//! PTX is the instruction set that programs for NVIDIA GPUs are compiled to. This crate evaluates its
//! scalar floating-point instructions with integers alone, on any host, and reports which bits the PTX
//! ISA guarantees. It needs no GPU, no operating system and no other crate.
//!
//! # Start
//!
//! ```
//! use ptxfp::{Guarantee, Instruction};
//!
//! let fma = Instruction::parse("fma.rn.relu.bf16x2", "sm_90")?;
//! let d = fma.evaluate(&[0x3f80_3f80, 0x3f80_3f80, 0xbf80_3f80])?;
//! assert_eq!(d.bits(), 0x0000_4000);
//! assert_eq!(d.guarantee(), Guarantee::Bits);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Instructions
//!
//! [`Instruction::parse`] takes a spelling, or a statement with names for its operands, and a
//! target; [`Instruction::parse_in`] takes a [`Context`], which also has a PTX ISA version. An
//! instruction that is not legal in its context is an error, [`Diagnostics`], with the problem, its
//! position and a fix. [`catalog`] has every instruction as a row; [`syntax`] analyses any
//! text.
//!
//! # Results and guarantees
//!
//! Registers are raw bits: an `.f16x2` operand is one 32-bit register with two lanes, of which lane 0 is
//! the least significant. [`Evaluation::bits`] is the destination register, [`Evaluation::lanes`] its
//! lanes, and [`Guarantee`] says what the ISA guarantees of each: exact bits, some NaN, a number in an
//! interval, or nothing. [`Evaluation::permits`] checks whether a result from elsewhere is permitted;
//! [`Evaluation::steps`] explains the result. [`Value`] passes `f32` and `f64` in and out, and with the
//! feature `half` also `f16` and `bf16`.
//!
//! # Programs
//!
//! [`Program::parse`] takes several statements, the inline assembly of a host language too, and
//! [`Program::run`] returns a [`Run`] with all registers: their bits, whether these are determined, and
//! those that follow from results of GPUs. [`Program::run_many`] takes columns. With the feature `full`.
//!
//! # Tensor cores
//!
//! [`tensor`] returns elements of `mma`, `wmma`, `wgmma` and `tcgen05.mma` as GPUs were observed to
//! compute them, with each step, the evidence and its grade; the ISA leaves these results open. With the
//! feature `full`.
//!
//! # Formats
//!
//! [`format`] has the parameters of every format, from `f64` to `e2m1`, with decoding, encoding and
//! neighbors; [`text`] reads and prints their values.
//!
//! # Links
//!
//! A [`Link`] is an evaluation in one line of text, with the result that was recorded:
//! `v1/add.f32@sm_90?a=0x3fc00000&b=0x40000000&d=0x40600000`. The playground opens it, and
//! [`Link::verdict`] compares its result with the present one. A link that is valid today keeps its
//! meaning in every later release; [`link`] has the grammar. With the feature `full`.
//!
//! # Features
//!
//! None is on by default: instructions, their results and diagnostics, formats and the catalog are a third
//! of the first build.
//!
//! - `full`: [`Program`], [`tensor`], [`Link`], [`explore`], and what tools need: completion, searches in
//!   the catalog, [`internals`].
//! - `half`: `f16` and `bf16` of the crate `half` as values.
//! - `serde`: results, diagnostics and the catalog as data, in the form that the command `ptxfp` prints as
//!   JSON. It contains `full`.
//! - `schema`: JSON Schemas of these data.
//!
//! # Below the root
//!
//! The library is in four crates. This one has the modules of the others; to depend on `ptxfp-number`
//! alone, which knows formats and rounding but no instruction, saves most of the first build.
//!
//! The modules contain the parts of the types above, for tools that need more; they may change in a
//! minor version. [`internals`] lists the layers, and has no promise of stability.

#![no_std]
#![deny(clippy::float_arithmetic, clippy::float_cmp, clippy::wildcard_enum_match_arm)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod api;
#[cfg(feature = "full")]
mod course;
#[cfg(feature = "full")]
mod export;
#[cfg(feature = "full")]
pub mod internals;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod layers;
#[cfg(feature = "full")]
pub mod link;
#[cfg(feature = "messages")]
mod messages;
#[cfg(feature = "full")]
mod present;
#[cfg(feature = "serde")]
pub mod report;
#[cfg(feature = "full")]
mod tasks;
#[cfg(feature = "full")]
mod typed;
mod verdict;

#[cfg(feature = "full")]
#[doc(inline)]
pub use ptxfp_isa::tensor;
#[doc(inline)]
pub use ptxfp_isa::{catalog, eval, observed, source, syntax};
#[cfg(feature = "full")]
#[doc(inline)]
pub use ptxfp_lab::explore;
#[doc(inline)]
pub use ptxfp_number::{format, text};

// At the root like the others, so that a module has one path wherever it is.
#[cfg(feature = "full")]
use ptxfp_isa::{companion, order, program};
use ptxfp_number::bits;
#[cfg(feature = "full")]
use ptxfp_number::{arith, number};

pub use api::{Diagnostics, Evaluation, Instruction, Lane, Operand, OperandError, Value};
#[cfg(feature = "full")]
pub use api::{InputError, Link, LinkError, Outcome, Program, Register, Run};
pub use catalog::{Context, IsaVersion as Isa, Target, UnknownIsa, UnknownTarget};
pub use eval::{Explanation, Guarantee};
pub use format::Format;
pub use syntax::{Diagnostic, Fix};
pub use verdict::Verdict;
