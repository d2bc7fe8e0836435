//! The exact value of a typed number, for a rounding other than to nearest.

use super::parse::ratio;
use crate::arith::Value;

/// The value of a typed number before any rounding; nothing where the text is a word, bits, or
/// cannot be read.
#[doc(hidden)]
pub fn exact(text: &str) -> Option<Value> {
    let value = ratio(text)?;
    let negative = value.negative;
    Some(value.to_exact().map_or(Value::Zero { negative }, Value::Finite))
}
