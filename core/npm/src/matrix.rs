//! Products of matrices by tensor cores: an element with its steps, or typed arrays of matrices.

use js_sys::Array;
use ptxfp::catalog::{Context, USUAL_TARGET};
use ptxfp::report::tensor::Report;
use ptxfp::tensor::{Elements, Matrices, Mma, Tensor, Texts};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::given::{Column, Place};
use crate::numbers::typed;
use crate::{bounded, context, json};

/// The most elements of d, and of any operand.
const MAX_ELEMENTS: usize = 1 << 26;

/// Reads an instruction that the target has.
fn instruction(
    text: &str,
    target: Option<&str>,
    isa: Option<&str>,
) -> Result<(Mma, Context), Failure> {
    let mma = Mma::parse(bounded(text)?).map_err(Failure::of)?;
    let given = context(text, target.or(Some(USUAL_TARGET.name)), isa)?;
    let context = if target.is_some() { given } else { mma.usual_context(&given) };
    match mma.unavailable(&context) {
        Some(reason) => Err(Failure::of(reason)),
        None => Ok((mma, context)),
    }
}

/// The names of the lists.
const NAMES: [&str; 5] = ["a", "b", "c", "scalesA", "scalesB"];

/// Reads the lists: a, b, c and the scales.
fn lists(mma: &Mma, given: &Array) -> Result<[Column; 5], Failure> {
    let [(a, _), (b, _), (scales, _), _] = mma.lists();
    let mut read = [a, b, mma.c, scales, scales]
        .into_iter()
        .zip(NAMES)
        .zip(given.iter())
        .map(|((format, name), given)| Column::of(&given, &Place::of_elements(name, format)));
    let mut next = || read.next().unwrap_or_else(|| Err(Failure::of("expected five lists")));
    Ok([next()?, next()?, next()?, next()?, next()?])
}

/// Elements as a text that the core reads.
fn written(column: &Column) -> String {
    let all = column.all().into_iter().map(|bits| format!("{bits:#x}"));
    all.collect::<Vec<_>>().join(",")
}

/// Evaluates an element of d from five lists: a, b, c and the scales.
#[wasm_bindgen]
pub fn mma(
    text: &str,
    given: &Array,
    target: Option<String>,
    isa: Option<String>,
) -> Result<String, JsValue> {
    let (mma, context) = instruction(text, target.as_deref(), isa.as_deref())?;
    let lists = lists(&mma, given)?;
    let [a, b, c, scales_a, scales_b] = lists.each_ref().map(written);
    let texts = Texts { a: &a, b: &b, c: &c, scales_a: &scales_a, scales_b: &scales_b };
    let elements = Elements::read(&mma, texts).map_err(Failure::of)?;
    json(&Report::of(&mma, &context, &elements.operands()))
}

/// Multiplies matrices, one after the other; those of b have their columns as rows. The results have
/// the width of d, 32 bits at least; the type of d is before them.
#[wasm_bindgen(js_name = mmaBatch)]
pub fn mma_batch(
    text: &str,
    given: &Array,
    rows: usize,
    columns: usize,
    target: Option<String>,
    isa: Option<String>,
) -> Result<Array, JsValue> {
    let (mma, context) = instruction(text, target.as_deref(), isa.as_deref())?;
    let tensor = Tensor::new(&mma, &context).map_err(Failure::of)?;
    let arrays = lists(&mma, given)?;
    let n_scales = mma.n_scales();
    let sizes = [rows, columns].map(|n| n.checked_mul(mma.k).zip(n.checked_mul(n_scales)));
    let ([Some(of_a), Some(of_b)], Some(of_d)) = (sizes, rows.checked_mul(columns)) else {
        return Err(Failure::of("the matrices are too large").into());
    };
    let sizes = [of_a.0, of_b.0, of_d, of_a.1, of_b.1];
    let n = arrays[0].len().checked_div(of_a.0).unwrap_or(0);
    for ((array, size), name) in arrays.iter().zip(sizes).zip(NAMES) {
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
        let mut parts =
            arrays.iter().zip(sizes).map(|(it, size)| it.rows(index * size, (index + 1) * size));
        let mut next = || parts.next().unwrap_or_default();
        let (a, b, c, scales_a, scales_b) = (next(), next(), next(), next(), next());
        let matrices = Matrices { a: &a, b: &b, c: &c, scales_a: &scales_a, scales_b: &scales_b };
        tensor
            .multiply(&matrices, d)
            .map_err(|error| Failure::of(format_args!("matrix {index}, {error}")))?;
    }
    Ok(Array::of2(&mma.d.name().into(), &typed(&results, mma.d.width())))
}
