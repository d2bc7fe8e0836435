//! Programs: several statements.

use js_sys::Array;
use ptxfp::explore::sequence::{MAX_LENGTH, Sequence, line_and_column};
use ptxfp::report::Program;
use ptxfp::syntax::value;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::{context, json};

/// Runs a program, with its inputs as pairs of a name and a text; a statement that is not supported, and
/// an input that is missing, are failures.
#[wasm_bindgen]
pub fn run(
    text: &str,
    inputs: &Array,
    target: &str,
    isa: Option<String>,
) -> Result<String, JsValue> {
    let context = context(target, isa.as_deref())?;
    if text.len() > MAX_LENGTH {
        return Err(
            Failure::of(format_args!("the program has more than {MAX_LENGTH} bytes")).into()
        );
    }
    let sequence = Sequence::new(text, &context);
    if !sequence.is_complete() {
        let found = sequence.diagnostics();
        let located = found.iter().map(|each| {
            let (line, column) = line_and_column(text, each.span.start);
            format!("{line}:{column}: {each}")
        });
        let message = located.collect::<Vec<_>>().join("\n");
        return Err(Failure::of_program(message, text, &found).into());
    }
    let given: Vec<(String, String)> = inputs
        .iter()
        .map(|pair| {
            let pair = Array::from(&pair);
            let part = |index| pair.get(index).as_string().unwrap_or_default();
            (part(0), part(1))
        })
        .collect();
    let bare = |name: &str| name.trim_start_matches('%').to_owned();
    let is_input =
        |name: &str| sequence.input_registers().any(|register| bare(&register.name) == bare(name));
    if let Some((name, _)) = given.iter().find(|(name, _)| !is_input(name)) {
        let names = sequence.input_registers().map(|register| register.name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        return Err(
            Failure::of(format_args!("unknown input `{name}`; the inputs are {names}")).into()
        );
    }
    let mut registers = Vec::new();
    for register in sequence.input_registers() {
        let name = &register.name;
        let found = given.iter().find(|(other, _)| other == name);
        let found = found.or_else(|| given.iter().find(|(other, _)| bare(other) == bare(name)));
        let (_, text) =
            found.ok_or_else(|| Failure::of(format_args!("input {name} is missing")))?;
        let bits = value(text, register.kind);
        registers.push(bits.map_err(|error| Failure::of(format_args!("input {name}: {error}")))?);
    }
    json(&Program::of(text, &sequence, &context, &registers))
}
