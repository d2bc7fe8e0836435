//! Numbers without a format: data, values before rounding, and their text.

mod datum;
mod exact;
mod word;

pub mod dyadic;
pub mod natural;
pub mod text;

pub use datum::{Datum, Kind};
pub use exact::Exact;
pub use word::Word;
