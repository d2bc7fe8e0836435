//! `eval` of a companion instruction.

use ptxfp::catalog::{Context, Type};
use ptxfp::explore::sequence::Sequence;
use ptxfp::internals::companion::Instruction;
use ptxfp::link::CompanionState;
use ptxfp::report::Program;
use ptxfp::syntax::{self, Statement, parse};
use ptxfp::text::{Exactness, TextError};

use crate::context::{Rejection, is_mov, rejection};
use crate::wrong::Wrong;

/// Evaluates a companion whose operands are values, as a program of one statement; `None` if the
/// statement is about something else.
pub(crate) fn evaluate(statement: &str, context: &Context) -> Option<Result<Program, Wrong>> {
    let (parsed, _) = parse(statement);
    if is_mov(&parsed) {
        return Some(movement(statement, &parsed, context));
    }
    let instruction = match ptxfp::internals::companion::resolve(&parsed, context)? {
        Ok(instruction) => instruction,
        Err(problem) => return Some(Err(rejection(&problem).of(statement))),
    };
    let registers = registers(statement, &instruction, &parsed);
    Some(registers.map_err(|wrong| wrong.of(statement)).map(|registers| {
        let state = CompanionState { instruction, context: *context, registers };
        let code = state.code();
        let inputs: Vec<_> = state.inputs().map(|(.., bits)| bits).collect();
        Program::of(&code, &Sequence::new(&code, context), context, &inputs)
    }))
}

/// Evaluates a `mov` of constants as a program of one statement; the destination may be left out.
fn movement(statement: &str, parsed: &Statement<'_>, context: &Context) -> Result<Program, Wrong> {
    let at = parsed.head_span().end;
    let (head, operands) = statement.split_at_checked(at).unwrap_or((statement, ""));
    let destination = if parsed.operands.len() == 1 { " d," } else { "" };
    let code = [head, destination, operands].concat();
    let sequence = Sequence::new(&code, context);
    if let Some(wrong) = sequence.diagnostics().first() {
        let moved = if wrong.span.start < at { 0 } else { destination.len() };
        let place = |at: usize| at.saturating_sub(moved);
        let span = place(wrong.span.start)..place(wrong.span.end);
        return Err(Rejection::at(span, wrong.to_string()).of(statement));
    }
    let input = sequence.inputs().iter().find_map(|index| sequence.registers().get(*index));
    if let Some(input) = input {
        let message = format!("{} needs a constant, or `ptxfp run` with --set", input.name);
        return Err(Rejection::at(input.span.clone(), message).of(statement));
    }
    Ok(Program::of(&code, &sequence, context, &[]))
}

/// Reads the source operands; a destination before them is passed over.
fn registers(
    statement: &str,
    instruction: &Instruction,
    parsed: &Statement<'_>,
) -> Result<Vec<u64>, Rejection> {
    let form = instruction.form;
    let head = parsed.head_span();
    let given = parsed.operands.as_slice();
    let names: Vec<_> = form.read.iter().map(|operand| operand.name).collect();
    let names = names.join(", ");
    if form.reads_carry {
        let message = format!(
            "{instruction} reads the carry, which an earlier statement sets; use `ptxfp run` for both"
        );
        return Err(Rejection::at(head.clone(), message));
    }
    let values = match given.len().checked_sub(form.read.len()) {
        Some(0) => given,
        Some(1) => given.get(1..).unwrap_or_default(),
        _ => {
            return Err(Rejection::at(
                head.clone(),
                format!("{instruction} needs values for {names}"),
            ));
        }
    };
    let read = form.read.iter().zip(values).map(|(operand, value)| {
        let text = statement.get(value.span.clone()).unwrap_or_default().trim();
        let shape = instruction.shape(operand);
        if let Some(read) = parsed.constant(value, shape.kind, shape.is_typed) {
            return read.map(|constant| constant.bits).map_err(|error| {
                Rejection::at(error.span.clone(), format!("operand {}: {error}", operand.name))
            });
        }
        let kind = shape.kind;
        let read = if kind == Type::Pred { predicate(text) } else { syntax::value(text, kind) };
        read.map_err(|wrong| {
            Rejection::at(
                value.span.clone(),
                format!("operand {}: {}", operand.name, wrong.message),
            )
        })
    });
    read.collect()
}

/// Reads a predicate, perhaps negated: any integer but 0 is true.
fn predicate(text: &str) -> Result<u64, TextError> {
    let (text, is_negated) = match text.strip_prefix('!') {
        Some(rest) => (rest.trim(), true),
        None => (text, false),
    };
    let kind = if text.starts_with('-') { Type::S64 } else { Type::U64 };
    let entry = syntax::register(text, kind)?;
    if let Exactness::Rounded { .. } = entry.exactness {
        let message = "a predicate is 0 or another integer, which is true".into();
        return Err(TextError { span: 0..text.len(), message });
    }
    Ok(u64::from((entry.bits != 0) != is_negated))
}
