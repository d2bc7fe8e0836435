//! Products of matrices by tensor cores, bit for bit, with evidence.
//!
//! The ISA leaves order, rounding and subnormals of these instructions open; what a GPU returns is an
//! observation, with its grade and its sources, and no guarantee. An element of d is computed from its
//! element of c, a row of a and a column of b, in ascending k.
//!
//! `dot.rs` is the arithmetic of a unit, `unit.rs` the parameters of each generation, `lowering.rs` the
//! steps that an instruction becomes, `run.rs` their execution, `matrix.rs` all elements of a matrix,
//! `name/` the spelling, `layout.rs` the place of each element in registers, `evidence.rs` what all of it
//! rests on.
//! [`Tensor::new`] returns [`Open`] where nobody measured anything.
//!
//! ```
//! use ptxfp::catalog::{Context, LATEST_ISA};
//! use ptxfp::observed::Grade;
//! use ptxfp::tensor::{Mma, Operands, Tensor};
//!
//! let mma = Mma::parse("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32")?;
//! // 2^23 - 2^23 - 0.5 - 0.25: each term is cut off at a place that the largest one sets.
//! let a = [0x6800, 0x3800, 0x3400, 0, 0, 0, 0, 0];
//! let b = [0xe800 + (1 << 10), 0xbc00, 0xbc00, 0, 0, 0, 0, 0];
//! let on = |target: &str| {
//!     let context = Context { isa: LATEST_ISA, target: target.parse().ok()? };
//!     let tensor = Tensor::new(&mma, &context).ok()?;
//!     let d = tensor.evaluate(&Operands::new(&a, &b, 0x4b00_0000)).ok()?;
//!     Some((d, tensor.grade()?))
//! };
//! assert_eq!(on("sm_80"), Some((0xbf00_0000, Grade::Replayed)));
//! assert_eq!(on("sm_90"), Some((0xbf40_0000, Grade::Replayed)));
//! assert_eq!(on("sm_107"), None);
//! # Ok::<(), ptxfp::tensor::WrongName>(())
//! ```

mod divergences;
mod dot;
mod elsewhere;
mod entry;
mod evaluate;
mod evidence;
mod exact;
mod layout;
mod lowering;
mod matrix;
mod name;
mod number;
mod open;
mod run;
mod step;
mod unit;
mod vector;

pub use divergences::DIVERGENCES;
pub use dot::{Cause, Dot, Fused, Last, Place, Special, Term};
pub use elsewhere::{Elsewhere, GPUS, Gpu};
pub use entry::{read_element, read_list, written_element};
pub use evaluate::{Operands, Tensor};
pub use evidence::{ALL, UNKNOWN};
pub use layout::{Matrix, Seat};
pub use lowering::{Addend, Lowering, Order};
pub use matrix::{Elements, Matrices, NoProduct, Texts, WrongList};
pub use name::{Kind, LINES, Line, Mma, Opcode, Scale, WrongName};
pub use number::{Number, unwritten, written, written_width};
pub use open::{Open, Refusal};
pub use run::{Room, added};
pub use step::{Step, Trace};
pub use unit::{FOUR_GROUPS, Generation, Inputs, Standing, UNITS, Unit, Way};
pub use vector::Vector;

#[cfg(test)]
mod tests;
