//! Every way to read a text; the only claim is that there is an answer in time.

use ptxfp::catalog::query::Query;
use ptxfp::catalog::{Context, LATEST_ISA, TARGETS, Type};
use ptxfp::explore::domain::Domain;
use ptxfp::explore::sequence::{Sequence, normal};
use ptxfp::format::Format;
use ptxfp::format::table::{F32, F64, FLOATS};
use ptxfp::syntax::{self, check, complete};
use ptxfp::{link, text};

use crate::eval_batch::Evaluator;
use crate::find::find;
use crate::stream;

fn context() -> Context {
    Context { isa: LATEST_ISA, target: TARGETS.last().expect("there are targets") }
}

/// Reads a statement, as the page does while it is typed.
pub fn statement(text: &str) {
    let context = context();
    let _ = check(text, &context);
    let _ = complete(text, text.len(), &context);
}

/// Reads an operand of each kind.
pub fn operand(text: &str) {
    for format in FLOATS {
        let _ = text::parse(text, *format);
    }
    let _ = syntax::value(text, Type::F16x2);
    let _ = syntax::register(text, Type::F64);
}

/// Reads a link of each kind.
pub fn link(text: &str) {
    let _ = link::parse(text);
    if let Some(parsed) = link::parse_sequence(text) {
        let _ = parsed.state.to_fragment();
    }
}

/// Reads statements, and writes their normal form.
pub fn sequence(text: &str) {
    let sequence = Sequence::new(text, &context());
    let _ = (sequence.evaluate(&[]), sequence.diagnostics());
    let _ = normal(text);
}

/// Reads the input of `eval --batch`.
pub fn lines(text: &str) {
    let mut evaluator = Evaluator::default();
    let mut output = Vec::new();
    let result =
        stream::answer(text.as_bytes(), &mut output, |line, answer| evaluator.answer(line, answer));
    assert!(result.is_ok() && !output.is_empty());
}

/// Reads a file of `linkcheck`.
pub fn file(text: &str) {
    for found in find(text) {
        let _ = link::parse(&found.text);
    }
}

/// Reads a query of the reference, and finds narrower ones if it finds nothing.
pub fn query(text: &str) {
    let (query, _) = Query::parse(text);
    if query.forms().is_empty() {
        let _ = query.relaxed();
    }
}

/// Reads a domain, and a task.
pub fn job(text: &str) {
    for format in [&F32, &F64] {
        let _ = Domain::parse(text, Format::Float(format));
    }
}
