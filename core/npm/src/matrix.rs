//! Products of matrices by tensor cores: an element with its steps, or typed arrays of matrices.

use js_sys::{BigUint64Array, Uint32Array};
use ptxfp::catalog::Context;
use ptxfp::report::tensor::Report;
use ptxfp::tensor::{Elements, Matrices, Mma, Tensor, Texts};
use wasm_bindgen::prelude::*;

use crate::columns::Column;
use crate::failure::Failure;
use crate::{bounded, context, json};

/// The most elements of d, and of any operand.
const MAX_ELEMENTS: usize = 1 << 26;

/// Reads an instruction that the target has.
fn instruction(text: &str, target: &str, isa: Option<&str>) -> Result<(Mma, Context), Failure> {
    let context = context(target, isa)?;
    let mma = Mma::parse(bounded(text)?).map_err(Failure::of)?;
    match mma.unavailable(&context) {
        Some(reason) => Err(Failure::of(reason)),
        None => Ok((mma, context)),
    }
}

/// Evaluates an element of d; the lists are texts, as the command takes them: a, b, c and the scales.
#[wasm_bindgen]
pub fn mma(
    text: &str,
    lists: Vec<String>,
    target: &str,
    isa: Option<String>,
) -> Result<String, JsValue> {
    let (mma, context) = instruction(text, target, isa.as_deref())?;
    for list in &lists {
        bounded(list)?;
    }
    let [a, b, c, scales_a, scales_b] = &lists[..] else {
        return Err(Failure::of("expected five lists").into());
    };
    let texts = Texts { a, b, c, scales_a, scales_b };
    let elements = Elements::read(&mma, texts).map_err(Failure::of)?;
    json(&Report::of(&mma, &context, &elements.operands()))
}

/// Multiplies matrices, one after the other; those of b have their columns as rows. The results have
/// the width of d, 32 bits at least.
#[wasm_bindgen(js_name = mmaBatch)]
pub fn mma_batch(
    text: &str,
    arrays: Vec<JsValue>,
    rows: usize,
    columns: usize,
    target: &str,
    isa: Option<String>,
) -> Result<JsValue, JsValue> {
    let (mma, context) = instruction(text, target, isa.as_deref())?;
    let tensor = Tensor::new(&mma, &context).map_err(Failure::of)?;
    let arrays: Option<Vec<Column>> = arrays.iter().map(Column::of).collect();
    let arrays = arrays.ok_or_else(|| Failure::of(Column::EXPECTED))?;
    let n_scales = mma.n_scales();
    let sizes = [rows, columns].map(|n| n.checked_mul(mma.k).zip(n.checked_mul(n_scales)));
    let ([Some(of_a), Some(of_b)], Some(of_d)) = (sizes, rows.checked_mul(columns)) else {
        return Err(Failure::of("the matrices are too large").into());
    };
    let sizes = [of_a.0, of_b.0, of_d, of_a.1, of_b.1];
    let n = arrays.first().map_or(0, Column::len).checked_div(of_a.0).unwrap_or(0);
    let names = ["a", "b", "c", "scalesA", "scalesB"];
    for ((array, size), name) in arrays.iter().zip(sizes).zip(names) {
        let expected = size.checked_mul(n).filter(|size| *size <= MAX_ELEMENTS);
        if expected != Some(array.len()) {
            let given = array.len();
            let message = match expected {
                Some(expected) => format!("{name} has {given} elements; expected {expected}"),
                None => format!("at most {MAX_ELEMENTS} elements can be evaluated at once"),
            };
            return Err(Failure::of(message).into());
        }
    }
    let mut results = vec![0; of_d * n];
    for (index, d) in results.chunks_mut(of_d.max(1)).enumerate() {
        let place = |row: usize| u32::try_from(row).unwrap_or(u32::MAX);
        let part = |array: usize, size: usize| {
            let rows = |array: &Column| array.rows(place(index * size), place((index + 1) * size));
            arrays.get(array).map_or(Vec::new(), rows)
        };
        let mut parts = (0..).zip(sizes).map(|(array, size)| part(array, size));
        let mut next = || parts.next().unwrap_or_default();
        let (a, b, c, scales_a, scales_b) = (next(), next(), next(), next(), next());
        let matrices = Matrices { a: &a, b: &b, c: &c, scales_a: &scales_a, scales_b: &scales_b };
        tensor
            .multiply(&matrices, d)
            .map_err(|error| Failure::of(format_args!("matrix {index}, {error}")))?;
    }
    Ok(if mma.d.width() > 32 {
        BigUint64Array::from(&*results).into()
    } else {
        #[expect(clippy::cast_possible_truncation, reason = "d is that wide")]
        let narrow: Vec<u32> = results.iter().map(|bits| *bits as u32).collect();
        Uint32Array::from(&*narrow).into()
    })
}
