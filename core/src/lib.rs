//! What PTX floating-point instructions return, bit for bit, and how sure that is.
//!
//! PTX is the instruction set that programs for NVIDIA GPUs are compiled to. This crate evaluates its
//! scalar floating-point instructions with integers alone, on any host, and says which bits the PTX
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
//! [`Instruction::parse`] takes a spelling, or a statement with names for its operands, and a target;
//! [`Instruction::parse_in`] takes a [`Context`], which has a PTX ISA version too. What is not legal
//! there is an error, [`Diagnostics`], which says what is wrong, where, and what would be right.
//! [`catalog`] has every instruction as a row, [`syntax`] what can be said of any text.
//!
//! # Results and guarantees
//!
//! Registers are raw bits: an operand `.f16x2` is one 32-bit register with two lanes, lane 0 the least
//! significant. [`Evaluation::bits`] is the destination register, [`Evaluation::lanes`] its lanes,
//! and [`Guarantee`] says what the ISA says of each: exact bits, some NaN, a number between two, or
//! nothing. [`Evaluation::permits`] tells whether a result from elsewhere is allowed, and
//! [`Evaluation::steps`] why it is what it is. [`Value`] passes `f32` and `f64` in and out, with the
//! feature `half` also `f16` and `bf16`.
//!
//! # Formats
//!
//! [`format`] has the parameters of every format, from `f64` to `e2m1`, with decoding, encoding and
//! neighbours; [`text`] reads and prints their values.
//!
//! # Links
//!
//! A [`Link`] is an evaluation in one line of text, with the result that was recorded:
//! `v1/add.f32@sm_90?a=0x3fc00000&b=0x40000000&d=0x40600000`. The playground opens it, and
//! [`Link::verdict`] says whether its result still holds. A link that is read today means the same in
//! every later release; [`link`] has the grammar.
//!
//! # Features
//!
//! None is on by default. `half`: `f16` and `bf16` of the crate `half` as values. `serde`: what is
//! data, in the form that the command `ptxfp` prints as JSON.
//!
//! # For tools
//!
//! The modules are what the playground, the command `ptxfp` and the tests are made of. They are
//! public, and change more often than what is at the root. Each uses only those above it:
//!
//! ```text
//! source    citations, readings of unclear text, observations
//! bits      masks and digits of bit strings                                          (not public)
//! order     order in short lists                                                     (not public)
//! number    data, values before rounding, numbers of any size       (not public; types in `arith`)
//! format    parameters of formats; decoding, encoding, lanes of registers
//! arith     exact operations, elementary functions, rounding, clamps
//! text      operand text to bits and back; quoting
//! catalog   the rows all derive from; bounds of approximate results
//! syntax    text to instruction, legality, diagnostics with fixes, questions
//! companion integers, bits and predicates: the instructions around floating-point code
//! program   PTX inside other languages: inline assembly
//! eval      registers to results, guarantees and steps
//! observed  what GPUs were observed to return for approximate instructions
//! explore   many evaluations: sweeps, differences, sequences, corner cases
//! link      the link codec
//! job       work of the above as text, for workers
//! front     the types at the root                                        (public at the root only)
//! export    a state as a file for other tools
//! report    evaluations and the catalogue as data, with the feature `serde`
//! ```
//!
//! Invariants: no host floating-point arithmetic; one rounding, from an exact value; evaluation is
//! total; parsing never fails; no input or output, no global state, no clock, no randomness; no
//! opcode, modifier or version outside [`catalog`]; no format parameter outside
//! [`format::table`].

#![no_std]
#![deny(clippy::float_arithmetic, clippy::float_cmp, clippy::wildcard_enum_match_arm)]
#![cfg_attr(
    optimized_for_speed,
    expect(clippy::inline_always, reason = "constants arrive only in what is inlined")
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod arith;
mod bits;
pub mod catalog;
pub mod companion;
pub mod eval;
pub mod explore;
pub mod export;
pub mod format;
mod front;
pub mod job;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod layers;
pub mod link;
mod number;
pub mod observed;
mod order;
pub mod program;
#[cfg(feature = "serde")]
pub mod report;
pub mod source;
pub mod syntax;
pub mod text;

pub use catalog::{Context, IsaVersion as Isa, Target, UnknownIsa, UnknownTarget};
pub use eval::{Explanation, Guarantee};
pub use format::Format;
pub use front::{
    Diagnostics, Evaluation, Instruction, Lane, Link, LinkError, Operand, OperandError, Value,
};
pub use link::Verdict;
pub use syntax::{Diagnostic, Fix};
