//! `eval` of a companion instruction.

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::{Sequence, constant};
use ptxfp::internals::companion::{Instruction, Kind};
use ptxfp::link::CompanionState;
use ptxfp::report::Program;
use ptxfp::syntax::{self, Statement, parse};

use crate::context::{Rejection, rejection};

/// Evaluates a companion whose operands are values, as a program of one statement; `None` if the
/// statement is about something else.
pub(crate) fn evaluate(statement: &str, context: &Context) -> Option<Result<Program, String>> {
    let (parsed, _) = parse(statement);
    let instruction = match ptxfp::internals::companion::resolve(&parsed, context)? {
        Ok(instruction) => instruction,
        Err(problem) => return Some(Err(rejection(&problem).located(statement))),
    };
    let registers = registers(statement, &instruction, &parsed);
    Some(registers.map_err(|wrong| wrong.located(statement)).map(|registers| {
        let state = CompanionState { instruction, context: *context, registers };
        let code = state.code();
        let inputs: Vec<_> = state.inputs().map(|(.., bits)| bits).collect();
        Program::of(&code, &Sequence::new(&code, context), context, &inputs)
    }))
}

/// Reads the source operands; a destination before them is passed over.
fn registers(
    statement: &str,
    instruction: &Instruction,
    parsed: &Statement<'_>,
) -> Result<Vec<u64>, Rejection> {
    let form = instruction.form;
    let given = parsed.operands.as_slice();
    let names: Vec<_> = form.read.iter().map(|operand| operand.name).collect();
    let names = names.join(", ");
    if form.reads_carry {
        let message = format!(
            "{instruction} reads the carry, which an earlier statement sets; use `ptxfp run` for both"
        );
        return Err(Rejection::at(0, message));
    }
    let values = match given.len().checked_sub(form.read.len()) {
        Some(0) => given,
        Some(1) => given.get(1..).unwrap_or_default(),
        _ => {
            return Err(Rejection::at(0, format!("{instruction} needs values for {names}")));
        }
    };
    let read = form.read.iter().zip(values).map(|(operand, value)| {
        let text = statement.get(value.span.clone()).unwrap_or_default().trim();
        let shape = instruction.shape(operand);
        let constant = constant(value, shape.kind, shape.is_typed).filter(|_| parsed.is_ptx());
        if let Some(read) = constant {
            return read.map_err(|(span, message)| {
                Rejection::at(span.start, format!("operand {}: {message}", operand.name))
            });
        }
        let kind = shape.kind;
        let (text, is_negated) = match text.strip_prefix('!') {
            Some(rest) if operand.kind == Kind::Condition => (rest.trim(), true),
            _ => (text, false),
        };
        let bits = syntax::value(text, kind).map_err(|wrong| {
            Rejection::at(value.span.start, format!("operand {}: {}", operand.name, wrong.message))
        })?;
        Ok(bits ^ u64::from(is_negated))
    });
    read.collect()
}
