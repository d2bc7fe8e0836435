//! Programs: several statements.

use js_sys::Array;
use ptxfp::catalog::Context;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp::explore::sequence::{MAX_LENGTH, Sequence, line_and_column};
use ptxfp::report::Program;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::{context, json};

/// The failure of a program with errors.
fn rejected(text: &str, sequence: &Sequence) -> Failure {
    let found = sequence.diagnostics();
    let located = found.iter().map(|each| {
        let (line, column) = line_and_column(text, each.span.start);
        format!("{line}:{column}: {each}")
    });
    let message = located.collect::<Vec<_>>().join("\n");
    Failure::of_program(message, text, &found)
}

/// Runs a thread of a kernel.
fn run_kernel(text: &str, settings: &Settings, context: &Context) -> Result<String, JsValue> {
    let kernel = Kernel::new(text, context, settings).map_err(Failure::of)?;
    if !kernel.sequence().diagnostics().is_empty() {
        return Err(rejected(kernel.text(), kernel.sequence()).into());
    }
    if let Some(message) = kernel.missing_load() {
        return Err(Failure::of(message).into());
    }
    json(&Program::of_kernel(text, &kernel, context))
}

/// Runs a program, or a thread of a kernel, with its inputs as pairs of a name and a text, and the texts
/// of its loads in order; a statement that is not supported, and an input that neither they nor the text
/// give a value, are failures.
#[wasm_bindgen]
pub fn run(
    text: &str,
    inputs: &Array,
    target: Option<String>,
    isa: Option<String>,
    loads: Option<Vec<String>>,
    function: Option<String>,
) -> Result<String, JsValue> {
    if text.len() > MAX_LENGTH {
        return Err(
            Failure::of(format_args!("the program has more than {MAX_LENGTH} bytes")).into()
        );
    }
    let context = context(text, target.as_deref(), isa.as_deref())?;
    let given: Vec<(String, String)> = inputs
        .iter()
        .map(|pair| {
            let pair = Array::from(&pair);
            let part = |index| pair.get(index).as_string().unwrap_or_default();
            (part(0), part(1))
        })
        .collect();
    if loads.is_some() || function.is_some() || is_kernel(text) {
        let loads = loads.unwrap_or_default();
        let settings = Settings { function, values: given, loads, ..Settings::default() };
        return run_kernel(text, &settings, &context);
    }
    let sequence = Sequence::new(text, &context);
    if !sequence.is_complete() {
        return Err(rejected(text, &sequence).into());
    }
    let given: Vec<_> = given.iter().map(|(name, value)| (&**name, &**value)).collect();
    let stated = sequence.values_in_text(text).map_err(Failure::of)?;
    let registers = sequence.start(text, stated, &given).map_err(Failure::of)?;
    json(&Program::of(text, &sequence, &context, &registers))
}
