//! Bit-exact semantics of PTX scalar floating-point instructions.
//!
//! ```text
//! text --syntax--> Instruction + Legality + diagnostics        catalog: the rows all derive from
//! operand text --number::text--> bits + "was inexact"          format: the parameters of formats
//! registers --Packing--> lanes; per lane (eval::lane):
//!     decode -> Datum (.ftz) -> special rule | arith -> Value -> rounding -> clamp -> encode
//! lanes --Packing--> register + Guarantee;  Steps --explain--> sentences
//! ask: questions such as `0.1 + 0.2 in bf16` as statements
//! corner: what the documents say of special operands, beside what evaluation returns
//! explore: many evaluations at once: sweeps over operands, grids, all outcomes of random bits
//! ```
//!
//! Invariants: no host floating-point arithmetic; one rounding, from an exact value; evaluation is
//! total; parsing never fails; no input or output, no global state, no clock, no randomness; no
//! opcode, modifier or version outside [`catalog`]; no format parameter outside
//! [`format::table`].
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA, Target};
//! use ptxfp::eval::{Guarantee, Prepared};
//! use ptxfp::syntax::check;
//!
//! let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
//! let instruction = check("fma.rn.relu.bf16x2", &context).instruction.unwrap();
//! let result = Prepared::new(&instruction, &context).evaluate(&[0x3f803f80, 0x3f803f80, 0xbf803f80]);
//! assert_eq!(result.destination, 0x0000_4000);
//! assert_eq!(result.lanes()[0].guarantee, Guarantee::Bits);
//! ```

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
pub mod ask;
pub mod bits;
pub mod bound;
pub mod catalog;
pub mod clamp;
pub mod corner;
pub mod elementary;
pub mod eval;
pub mod explore;
pub mod export;
pub mod format;
pub mod link;
pub mod number;
pub mod observation;
pub mod observed;
mod order;
pub mod quote;
pub mod reading;
pub mod rounding;
pub mod source;
pub mod syntax;
