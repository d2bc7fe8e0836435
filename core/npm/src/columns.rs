//! Many evaluations at once: columns of registers as typed arrays.

use js_sys::{Array, BigUint64Array, Uint8Array, Uint16Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::instruction;

/// The most rows of a column.
const MAX_ROWS: usize = 1 << 26;

/// The number of rows that go to the core at once.
const N_AT_ONCE: usize = 4096;

/// A column of registers that JavaScript passed.
pub(crate) enum Column {
    U8(Uint8Array),
    U16(Uint16Array),
    U32(Uint32Array),
    U64(BigUint64Array),
}

impl Column {
    /// The message where something else was passed.
    pub(crate) const EXPECTED: &str =
        "a column is a Uint8Array, Uint16Array, Uint32Array or BigUint64Array";

    pub(crate) fn of(given: &JsValue) -> Option<Self> {
        let of_8 = || given.dyn_ref().cloned().map(Self::U8);
        let of_16 = || given.dyn_ref().cloned().map(Self::U16);
        let of_32 = || given.dyn_ref().cloned().map(Self::U32);
        let of_64 = || given.dyn_ref().cloned().map(Self::U64);
        of_8().or_else(of_16).or_else(of_32).or_else(of_64)
    }

    pub(crate) fn len(&self) -> usize {
        let len = match self {
            Self::U8(array) => array.length(),
            Self::U16(array) => array.length(),
            Self::U32(array) => array.length(),
            Self::U64(array) => array.length(),
        };
        usize::try_from(len).unwrap_or(usize::MAX)
    }

    /// The registers from one row to another one.
    pub(crate) fn rows(&self, from: u32, to: u32) -> Vec<u64> {
        fn wide<T: Into<u64>>(all: Vec<T>) -> Vec<u64> {
            all.into_iter().map(Into::into).collect()
        }
        match self {
            Self::U8(array) => wide(array.subarray(from, to).to_vec()),
            Self::U16(array) => wide(array.subarray(from, to).to_vec()),
            Self::U32(array) => wide(array.subarray(from, to).to_vec()),
            Self::U64(array) => array.subarray(from, to).to_vec(),
        }
    }
}

/// Evaluates an instruction on columns of registers; a column of one register is that register in
/// every row. The results have the width of the destination, 32 bits at least.
#[wasm_bindgen(js_name = evaluateBatch)]
pub fn evaluate_batch(
    text: &str,
    columns: &Array,
    target: &str,
    isa: Option<String>,
) -> Result<JsValue, JsValue> {
    let instruction = instruction(text, target, isa.as_deref())?;
    let columns: Option<Vec<Column>> = columns.iter().map(|given| Column::of(&given)).collect();
    let columns = columns.ok_or_else(|| Failure::of(Column::EXPECTED))?;
    let mut longer = columns.iter().map(Column::len).filter(|len| *len != 1);
    let n_rows = longer.next().unwrap_or(1);
    if longer.any(|len| len != n_rows) {
        return Err(Failure::of("the columns have different lengths").into());
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
        let place = |row: usize| u32::try_from(row).unwrap_or(u32::MAX);
        let parts = columns.iter().map(|column| match column.len() {
            1 => column.rows(0, 1),
            _ => column.rows(place(first), place(last)),
        });
        let parts: Vec<Vec<u64>> = parts.collect();
        let parts: Vec<&[u64]> = parts.iter().map(Vec::as_slice).collect();
        let results = results.get_mut(first..last).unwrap_or_default();
        instruction.evaluate_many(&parts, results).map_err(Failure::of)?;
    }
    Ok(if instruction.destination().width() > 32 {
        BigUint64Array::from(&*results).into()
    } else {
        #[expect(clippy::cast_possible_truncation, reason = "the destination is that wide")]
        let narrow: Vec<u32> = results.iter().map(|bits| *bits as u32).collect();
        Uint32Array::from(&*narrow).into()
    })
}
