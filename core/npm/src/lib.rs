//! The WebAssembly of the npm package `ptxfp`: texts and registers in, JSON and registers out.
//!
//! The public interface is in `package/`, which turns the JSON into objects with numbers.

#![expect(clippy::needless_pass_by_value, reason = "what JavaScript passes is made into values")]
#![expect(
    clippy::missing_errors_doc,
    reason = "the declarations of the package say what is thrown"
)]

use js_sys::Array;
use ptxfp::catalog::{Context, UnknownTarget};
use ptxfp::explore::sequence::usual_context;
use ptxfp::link::Verdict;
use ptxfp::report::Report;
use ptxfp::syntax;
use ptxfp::{Evaluation, Instruction, Isa, Link, Target};
use serde::Serialize;
use wasm_bindgen::prelude::*;

pub mod columns;
pub mod embed;
mod failure;
mod given;
pub mod matrix;
pub mod numbers;
pub mod program;

use failure::{Failure, found as described};
use given::Place;

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

/// A version and a target: without a version the newest, without a target the usual one for the text.
fn context(text: &str, target: Option<&str>, isa: Option<&str>) -> Result<Context, Failure> {
    let isa = isa.map(str::parse::<Isa>).transpose().map_err(Failure::of)?;
    let target = target
        .map(|name| Target::parse(name).ok_or_else(|| Failure::of(UnknownTarget::new(name))))
        .transpose()?;
    Ok(usual_context(text, target, isa))
}

/// The instruction that a statement names.
fn instruction(
    text: &str,
    target: Option<&str>,
    isa: Option<&str>,
) -> Result<Instruction, Failure> {
    let text = bounded(text)?;
    Instruction::parse_in(text, &context(text, target, isa)?)
        .map_err(|found| Failure::rejected(&found))
}

/// An evaluation, with its comparison to a recorded result.
#[derive(Serialize)]
struct Answer {
    report: Report,
    /// The format of a lane.
    format: &'static str,
    guarantee: &'static str,
    recorded: Option<String>,
    verdict: Option<&'static str>,
}

impl Answer {
    fn of(evaluation: &Evaluation, recorded: Option<u64>) -> Self {
        let verdict = recorded.map(|bits| evaluation.verdict(bits));
        Self {
            report: Report::of(evaluation),
            format: evaluation.instruction().destination().format().name(),
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
    target: Option<String>,
    isa: Option<String>,
) -> Result<String, JsValue> {
    let instruction = instruction(text, target.as_deref(), isa.as_deref())?;
    let row = instruction.row();
    let mut sources = row.form.sources().iter();
    let mut registers = Vec::new();
    for given in operands.iter() {
        // The evaluation says that there are too many.
        registers.push(sources.next().map_or(Ok(0), |operand| {
            let name = format!("operand {}", operand.name);
            Place::of_operand(&name, row.operand_type(operand)).read(&name, given)
        })?);
    }
    let evaluation = instruction.evaluate(&registers).map_err(Failure::of)?;
    json(&Answer::of(&evaluation, None))
}

/// Returns the errors in a statement.
#[wasm_bindgen]
pub fn check(text: &str, target: Option<String>, isa: Option<String>) -> Result<String, JsValue> {
    let text = bounded(text)?;
    let context = context(text, target.as_deref(), isa.as_deref())?;
    let found = syntax::errors(text, &context);
    let all: Vec<_> = found.iter().map(|each| described(text, each)).collect();
    json(&all)
}

/// Reads a link to an evaluation.
#[wasm_bindgen(js_name = readLink)]
pub fn read_link(text: &str) -> Result<String, JsValue> {
    let link: Link = bounded(text)?.parse().map_err(|error| Failure::unreadable(text, &error))?;
    json(&Answer::of(&link.evaluate(), link.recorded()))
}
