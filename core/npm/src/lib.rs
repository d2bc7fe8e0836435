//! The WebAssembly of the npm package `ptxfp`: texts and registers in, JSON and registers out.
//!
//! The public interface is in `package/`, which turns the JSON into objects with numbers.

#![expect(clippy::needless_pass_by_value, reason = "what JavaScript passes is made into values")]
#![expect(
    clippy::missing_errors_doc,
    reason = "the declarations of the package say what is thrown"
)]

use js_sys::Array;
use ptxfp::catalog::{Context, LATEST_ISA, UnknownTarget};
use ptxfp::link::Verdict;
use ptxfp::report::Report;
use ptxfp::syntax::{self, value};
use ptxfp::{Evaluation, Instruction, Isa, Link, Target};
use serde::Serialize;
use wasm_bindgen::prelude::*;

pub mod columns;
pub mod embed;
mod failure;
pub mod matrix;
pub mod program;

use failure::{Failure, Found};

/// The longest text that is read, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// Data as JSON.
fn json(data: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(data).map_err(|error| Failure::of(error).into())
}

/// Refuses a text that is too long to be read.
fn bounded(text: &str) -> Result<&str, Failure> {
    if text.len() > MAX_TEXT {
        return Err(Failure::of(format_args!("the text has more than {MAX_TEXT} bytes")));
    }
    Ok(text)
}

/// A version and a target; without a version the newest.
fn context(target: &str, isa: Option<&str>) -> Result<Context, Failure> {
    let isa = isa.map_or(Ok(LATEST_ISA), str::parse::<Isa>).map_err(Failure::of)?;
    let target = Target::parse(target).ok_or_else(|| Failure::of(UnknownTarget::new(target)))?;
    Ok(Context { isa, target })
}

/// The instruction that a statement names.
fn instruction(text: &str, target: &str, isa: Option<&str>) -> Result<Instruction, Failure> {
    let context = context(target, isa)?;
    Instruction::parse_in(bounded(text)?, &context).map_err(|found| Failure::rejected(&found))
}

/// An evaluation, with its comparison to a recorded result.
#[derive(Serialize)]
struct Answer {
    report: Report,
    guarantee: &'static str,
    recorded: Option<String>,
    verdict: Option<&'static str>,
}

impl Answer {
    fn of(evaluation: &Evaluation, recorded: Option<u64>) -> Self {
        let verdict = recorded.map(|bits| evaluation.verdict(bits));
        Self {
            report: Report::of(evaluation),
            guarantee: evaluation.guarantee().name(),
            recorded: recorded.map(|bits| {
                let width = evaluation.instruction().destination().width();
                ptxfp::text::hex(bits, width.into())
            }),
            verdict: verdict.map(Verdict::word),
        }
    }
}

/// Evaluates an instruction on operands: registers as integers, or texts as the page reads them.
#[wasm_bindgen]
pub fn evaluate(
    text: &str,
    operands: &Array,
    target: &str,
    isa: Option<String>,
) -> Result<String, JsValue> {
    let instruction = instruction(text, target, isa.as_deref())?;
    let mut registers = Vec::new();
    for (index, given) in operands.iter().enumerate() {
        let form = instruction.row().form;
        registers.push(match (given.as_string(), form.sources().get(index)) {
            (Some(text), Some(operand)) => {
                let kind = instruction.row().operand_type(operand);
                value(bounded(&text)?, kind).map_err(|error| {
                    Failure::of(format_args!("operand {}: {error}", operand.name))
                })?
            }
            // The evaluation says that there are too many.
            (Some(_), None) => 0,
            (None, _) => u64::try_from(given).map_err(|_| {
                Failure::of(format_args!("operand {index} is not a register of 64 bits"))
            })?,
        });
    }
    let evaluation = instruction.evaluate(&registers).map_err(Failure::of)?;
    json(&Answer::of(&evaluation, None))
}

/// Returns the errors in a statement.
#[wasm_bindgen]
pub fn check(text: &str, target: &str, isa: Option<String>) -> Result<String, JsValue> {
    let found = syntax::errors(bounded(text)?, &context(target, isa.as_deref())?);
    let all: Vec<_> = found.iter().map(|each| Found::of(text, each)).collect();
    json(&all)
}

/// Reads a link to an evaluation.
#[wasm_bindgen(js_name = readLink)]
pub fn read_link(text: &str) -> Result<String, JsValue> {
    let link: Link = bounded(text)?.parse().map_err(|error| Failure::unreadable(text, &error))?;
    json(&Answer::of(&link.evaluate(), link.recorded()))
}
