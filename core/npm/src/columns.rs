//! Many evaluations at once: columns of operands.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::given::{Column, Place};
use crate::instruction;
use crate::numbers::typed;

/// The most rows of a column.
const MAX_ROWS: usize = 1 << 26;

/// The number of rows that go to the core at once.
const N_AT_ONCE: usize = 4096;

/// Evaluates an instruction on columns; a column of one row is that register in every row. Returns the
/// type of the destination, and the results in its width, 32 bits at least.
#[wasm_bindgen(js_name = evaluateBatch)]
pub fn evaluate_batch(
    text: &str,
    given: &Array,
    target: Option<String>,
    isa: Option<String>,
) -> Result<Array, JsValue> {
    let instruction = instruction(text, target.as_deref(), isa.as_deref())?;
    let row = instruction.row();
    let sources = row.form.sources();
    let names: Vec<String> =
        sources.iter().map(|operand| format!("operand {}", operand.name)).collect();
    let places = sources.iter().zip(&names).map(|(it, name)| (name, row.operand_type(it)));
    let places: Vec<Place<'_>> = places.map(|(name, kind)| Place::of_operand(name, kind)).collect();
    if usize::try_from(given.length()).ok() != Some(places.len()) {
        // The evaluation says how many it takes.
        let registers = vec![0; given.iter().count()];
        instruction.evaluate(&registers).map_err(Failure::of)?;
    }
    let columns = given.iter().zip(&places).map(|(given, place)| Column::of(&given, place));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let mut longer = columns.iter().map(Column::len).filter(|len| *len != 1);
    let n_rows = longer.next().unwrap_or(1);
    if let Some(other) = longer.find(|len| *len != n_rows) {
        let message = format!("the columns have different lengths: {n_rows} and {other} rows");
        return Err(Failure::of(message).into());
    }
    if n_rows > MAX_ROWS {
        return Err(
            Failure::of(format_args!("at most {MAX_ROWS} rows can be evaluated at once")).into()
        );
    }
    let mut results = vec![0; n_rows];
    // Without rows the operands are compared all the same.
    for number in 0..n_rows.div_ceil(N_AT_ONCE).max(1) {
        let first = number * N_AT_ONCE;
        let last = n_rows.min(first + N_AT_ONCE);
        let parts = columns.iter().map(|column| match column.len() {
            1 => column.rows(0, 1),
            _ => column.rows(first, last),
        });
        let parts: Vec<Vec<u64>> = parts.collect();
        let parts: Vec<&[u64]> = parts.iter().map(Vec::as_slice).collect();
        let results = results.get_mut(first..last).unwrap_or_default();
        instruction.evaluate_many(&parts, results).map_err(Failure::of)?;
    }
    let destination = instruction.destination();
    Ok(Array::of2(&destination.type_name().into(), &typed(&results, destination.width())))
}
