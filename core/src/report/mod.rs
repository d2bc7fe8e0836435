//! An evaluation as data, with every bit and sentence as text: the output of `ptxfp eval --json`. Field
//! names are stable.

mod build;
mod found;
mod kernel;
mod listing;
mod program;
#[cfg(feature = "schema")]
mod schema;
mod targets;
pub mod tensor;
mod typed;
mod vectors;

pub use found::{Fixed, Found};
pub use kernel::{Moved, OfKernel, Thread, Threads};
pub use listing::{Catalog, ListedCompanion, ListedForm, listing};
pub use program::{Comparison, Other, Program, Ran, Shown, Within};
#[cfg(feature = "schema")]
pub use schema::{catalog_schema, vector_index_schema, vectors_schema};
pub use targets::Targets;
pub use typed::{
    Assumption, Fields, FormIn, FormOf, LinkIn, LinkOf, MessageIn, MessageOf, Number, NumberIn,
    Rounding, assumptions,
};

pub use vectors::{TestFloat, VectorContent, VectorIndex, Vectors, Written, vector_files};

pub use crate::present::data::{
    Alternative, Element, Lane, N_DIGITS, Observation, Observed, Reading, Register, Report, Step,
};

/// The version of this library, as data name it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The license of data, as an SPDX expression.
const LICENSE: &str = env!("CARGO_PKG_LICENSE");
