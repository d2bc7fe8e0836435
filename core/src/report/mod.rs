//! An evaluation as data, with every bit and sentence as text: the output of `ptxfp eval --json`. Field
//! names are stable.

mod build;
mod found;
mod kernel;
mod listing;
mod program;
mod targets;
pub mod tensor;
mod typed;

pub use found::{Fixed, Found};
pub use kernel::{Moved, OfKernel, Thread, Threads};
pub use listing::{ListedCompanion, ListedForm, listed_companions, listing};
pub use program::{Comparison, Other, Program, Ran, Shown, Within};
pub use targets::Targets;
pub use typed::{
    Assumption, Fields, FormIn, FormOf, LinkIn, LinkOf, MessageIn, MessageOf, Number, NumberIn,
    Rounding, assumptions,
};

pub use crate::present::data::{
    Alternative, Element, Lane, N_DIGITS, Observation, Observed, Reading, Register, Report, Step,
};
