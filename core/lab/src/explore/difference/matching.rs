//! The correspondence between the inputs of two subjects.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{MAX_INPUTS, Mismatch};
use crate::explore::sequence::Sequence;

/// Returns, for each input of the second sequence, the matching input of the first: by name if both
/// have the same names, otherwise by position.
///
/// # Errors
///
/// Inputs or outputs that do not match in number or width.
pub fn matched(a: &Sequence, b: &Sequence) -> Result<Vec<usize>, Mismatch> {
    let fail = |message: String| Err(Mismatch { message });
    let names = |sequence: &Sequence| -> Vec<String> {
        let names = sequence.input_registers();
        names.map(|each| String::from(each.name.trim_start_matches('%'))).collect()
    };
    let (first, second) = (names(a), names(b));
    if first.len() != second.len() {
        return fail(format!(
            "the subjects have different inputs: {} of the first ({}), {} of the second ({})",
            first.len(),
            first.join(", "),
            second.len(),
            second.join(", ")
        ));
    }
    if first.len() > MAX_INPUTS {
        return fail(format!(
            "at most {MAX_INPUTS} inputs can be compared, but there are {}",
            first.len()
        ));
    }
    let by_name = second.iter().map(|name| first.iter().position(|other| other == name));
    let order = by_name.collect::<Option<Vec<_>>>();
    let order = order.filter(|order| (0..first.len()).all(|index| order.contains(&index)));
    let order = order.unwrap_or_else(|| (0..first.len()).collect());
    for (other, place) in b.input_registers().zip(&order) {
        let Some(one) = a.input_registers().nth(*place) else { continue };
        if one.width() != other.width() {
            return fail(format!(
                "input `{}` has {} bits and `{}` {}: only inputs of equal width can be compared",
                one.name,
                one.width(),
                other.name,
                other.width()
            ));
        }
    }
    let (results, others) = (a.output_registers().count(), b.output_registers().count());
    if results != others {
        return fail(format!(
            "the first subject has {results} results and the second {others}; a \
             register is a result unless it is read"
        ));
    }
    for (one, other) in a.output_registers().zip(b.output_registers()) {
        if one.width() != other.width() {
            return fail(format!(
                "the result `{}` has {} bits and `{}` {}: only results of equal width can be compared",
                one.name,
                one.width(),
                other.name,
                other.width()
            ));
        }
    }
    Ok(order)
}
