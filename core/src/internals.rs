//! Parts of the library that the playground, the command `ptxfp` and the tests share.
//!
//! They are public only for these, without a promise: any release may change or remove them.
//!
//! # Layers
//!
//! The library is four crates, lowest first; Cargo lets each use only those above it. The modules of a
//! crate are in this order too, and each uses only those above it:
//!
//! ```text
//! ptxfp-number
//!   source    documents that facts are cited from
//!   bits      masks and digits of bit strings                                        (not public)
//!   number    data, values before rounding, numbers of any size     (not public; types in `arith`)
//!   format    parameters of formats; decoding, encoding, lanes of registers
//!   arith     exact operations, elementary functions, rounding, clamps                 (internals)
//!   text      operand text to bits and back; quoting (internals)
//!   versions  the released versions of the PTX ISA, as texts                        (in `catalog`)
//! ptxfp-isa
//!   order     order in short lists                                                    (not public)
//!   source    citations, readings of unclear text, observations
//!   catalog   the rows that everything derives from; bounds of approximate results
//!   syntax    text to instruction, legality, diagnostics with fixes, questions
//!   companion integers, bits and predicates: instructions around floating-point code   (internals)
//!   program   PTX inside other languages: inline assembly                              (internals)
//!   eval      registers to results, guarantees and steps
//!   corner    documented corner cases, as rules                                     (in `explore`)
//!   observed  results that GPUs were observed to return for approximate instructions
//!   tensor    products of matrices by tensor cores, bit for bit
//! ptxfp-lab
//!   explore   many evaluations: sweeps, differences, sequences
//! ptxfp
//!   verdict   the comparison of a result from elsewhere with the present one     (at the root)
//!   link      the link codec
//!   tasks     long work of the above, done in parts                                    (internals)
//!   typed     any text that a person types: what it is, and its answer                 (internals)
//!   messages  orders to a worker of the page; messages as bytes, with `messages`       (internals)
//!   api       the types at the root                                      (public at the root only)
//!   present   an evaluation as it is shown: registers, lanes, steps                    (internals)
//!   course    exercises of the course: questions, their answers, mistakes              (internals)
//!   export    a state as a file for other tools                                        (internals)
//!   report    evaluations and the catalog as data, with the feature `serde`
//!   internals this module
//! ```
//!
//! The root of a crate names the modules of the crates above it, so a module has one path wherever it
//! is: `crate::catalog`, and `ptxfp::catalog` for others.
//!
//! Invariants: no host floating-point arithmetic; one rounding, from an exact value; evaluation is
//! total; parsing never fails; no input or output, no global state, no clock, no randomness; the rows
//! of [`catalog`](crate::catalog) and [`companion`] decide which statements are legal.

/// Exact operations, elementary functions, rounding and clamps, with their types of numbers.
pub mod arith {
    pub use crate::arith::*;
}

/// Integers, bits and predicates: the instructions around floating-point code.
pub mod companion {
    pub use crate::companion::*;
}

/// Exercises of the course.
pub mod course {
    pub use crate::course::*;
}

/// The check of a link, in words.
pub mod checked {
    pub use crate::link::checked::Checked;
}

/// A state as a file for other tools.
pub mod export {
    pub use crate::export::*;
}

/// Sweeps, grids and searches, done in parts.
pub mod tasks {
    pub use crate::tasks::*;
}

/// Any text that a person types.
pub mod typed {
    pub use crate::typed::*;
}

/// Messages between the page and its workers.
#[cfg(feature = "messages")]
pub mod messages {
    pub use crate::messages::*;
}

/// Observed results with their words.
pub mod observed {
    pub use crate::observed::message::*;
}

/// Order in short lists.
pub mod order {
    pub use crate::order::{push_new, sort_by_key};
}

/// Evaluations and forms as they are shown.
pub mod present {
    pub use crate::present::{Lane, Presented, Register, data, form, is_exact, place};
}

/// PTX inside other languages.
pub mod program {
    pub use crate::program::*;
}

/// Quoting of pieces of text in messages.
pub mod quote {
    pub use crate::text::quote::*;
}
