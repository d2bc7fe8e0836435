//! Numbers without a format: data, and values before rounding.

mod datum;
pub(crate) mod decimal;
mod exact;

pub mod dyadic;
pub mod natural;

pub use datum::{Datum, Kind};
pub use exact::Exact;
