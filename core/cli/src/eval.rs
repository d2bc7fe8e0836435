//! `eval`: one statement, in full.

use std::fmt::{self, Write as _};

use anstyle::Style;
use ptxfp::Instruction;
use ptxfp::catalog::Context;
use ptxfp::report::{Lane, N_DIGITS, Program, Register, Report, Step};
use ptxfp::syntax::ask::{self, Kind, Reading};
use ptxfp::syntax::parse;

use crate::companion;
use crate::context::resolve;
use crate::eval_observed;
use crate::operands;
use crate::paint::{self, LABEL, RESULT};
use crate::program::Source;
use crate::sequence::{self, braced};

/// The answer to a statement or a question.
pub(crate) enum Answer {
    /// One statement, evaluated.
    Statement(Box<Report>),
    /// A program, evaluated: a companion, or a question about a function of several statements.
    Program(Box<Program>),
}

/// Evaluates a statement whose operands are values, or a question.
pub(crate) fn evaluate(text: &str, context: &Context) -> Result<Answer, String> {
    let statement = |report| Answer::Statement(Box::new(report));
    let program = |program| Answer::Program(Box::new(program));
    let found = match companion::evaluate(text, context) {
        Some(found) => found.map(program),
        None => evaluate_statement(text, context).map(statement),
    };
    // A statement may be wrong and a question all the same: it is what evaluates.
    match (found, ask::read(text, context)) {
        (Err(_), Some(Reading { kind, text, context, sentence })) => match kind {
            Kind::Statement => {
                let evaluation = evaluate_statement(&text, &context)?;
                Ok(statement(Report { reading: Some(sentence), ..evaluation }))
            }
            Kind::Program => {
                let source = Source::of(text, context, &[])?;
                if let Some(problem) = source.sequence.diagnostics().first() {
                    return Err([&*sentence.replace('`', ""), " ", &problem.to_string()].concat());
                }
                let found = sequence::report(&source);
                Ok(program(Program { reading: Some(sentence), ..found }))
            }
            Kind::Nothing => Err(sentence.replace('`', "")),
        },
        (result, _) => result,
    }
}

/// Evaluates a statement whose operands are values.
fn evaluate_statement(statement: &str, context: &Context) -> Result<Report, String> {
    let located = |rejection: crate::context::Rejection| rejection.located(statement);
    let (row, _) = resolve(statement, context).map_err(located)?;
    let read = operands::registers(&row, &parse(statement).0).map_err(located)?;
    let registers: Vec<u64> = read.iter().map(|register| register.bits).collect();
    let instruction = Instruction::new(row, context).ok_or("the target does not have it")?;
    let evaluation = instruction.evaluate(&registers).map_err(|error| error.to_string())?;
    let mut report = Report::of(&evaluation);
    for (operand, read) in report.operands.iter_mut().zip(read) {
        for (value, note) in operand.values.iter_mut().zip(read.notes) {
            value.note = note;
        }
    }
    Ok(report)
}

/// Bits in hexadecimal, with every digit.
pub(crate) fn hex(bits: u64, width: u8) -> String {
    ptxfp::text::hex(bits, width.into())
}

/// The evaluation for people.
pub(crate) fn text(evaluation: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, evaluation);
    text
}

fn write(text: &mut String, evaluation: &Report) -> fmt::Result {
    let Report { instruction, target, isa, legality, section, .. } = evaluation;
    if let Some(reading) = &evaluation.reading {
        writeln!(text, "{}", reading.replace('`', ""))?;
    }
    writeln!(text, "{instruction} on {target}, PTX ISA {isa}: {legality} ({section})")?;
    if let Some(note) = evaluation.note {
        writeln!(text, "  {note}")?;
    }
    for register in &evaluation.operands {
        write_register(text, register, Style::new())?;
    }
    write_register(text, &evaluation.destination, RESULT)?;
    let is_packed = evaluation.lanes.len() > 1;
    for lane in evaluation.lanes.iter().rev() {
        writeln!(text)?;
        if is_packed {
            let place = format!("lane {} from bit {}: ", lane.index, lane.offset);
            writeln!(text, "{place}{} = {}", lane.bits, lane.value)?;
        }
        write_lane(text, lane)?;
    }
    Ok(())
}

fn write_register(text: &mut String, register: &Register, style: Style) -> fmt::Result {
    let Register { name, kind, bits, values } = register;
    let list: Vec<_> = values.iter().map(|value| value.value.as_str()).collect();
    let list = braced(&list);
    writeln!(text, "  {name} {kind}  {style}{bits} = {list}{style:#}")?;
    for note in values.iter().rev().filter_map(|value| value.note.as_ref()) {
        writeln!(text, "    {note}")?;
    }
    Ok(())
}

fn write_lane(text: &mut String, lane: &Lane) -> fmt::Result {
    let style = paint::guarantee(lane.guarantee);
    writeln!(text, "  {LABEL}guarantee{LABEL:#}  {style}{}{style:#}", lane.guarantee_text)?;
    for sentence in &lane.basis {
        writeln!(text, "             {sentence}")?;
    }
    if let Some([lo, hi]) = &lane.permitted {
        writeln!(
            text,
            "  {LABEL}permitted{LABEL:#}  {} to {}: {} to {}",
            lo.bits, hi.bits, lo.value, hi.value
        )?;
    }
    if let Some(exact) = lane.exact.as_ref().filter(|_| lane.is_inexact) {
        writeln!(text, "  {LABEL}exact{LABEL:#}      {}", cut(exact))?;
    }
    if let Some(error) = lane.error_ulp.as_ref().filter(|_| lane.is_inexact) {
        writeln!(text, "  {LABEL}error{LABEL:#}      {error} ulp")?;
    }
    if let Some(observed) = &lane.observed {
        eval_observed::write_bits(text, observed)?;
    }
    write_steps(text, &lane.steps)?;
    if let Some(observed) = &lane.observed {
        eval_observed::write_how(text, observed)?;
    }
    Ok(())
}

/// Steps, numbered.
pub(crate) fn write_steps(text: &mut String, steps: &[Step]) -> fmt::Result {
    for (number, step) in steps.iter().enumerate() {
        let modifier = if step.modifier.is_empty() { "" } else { " " };
        write!(text, "  {}. {}{modifier}{}: ", number + 1, step.title, step.modifier)?;
        writeln!(text, "{}", step.sentence)?;
        for line in step.lines.iter().filter(|_| !step.is_idle) {
            writeln!(text, "       {line}")?;
        }
    }
    Ok(())
}

/// A decimal, cut where it is long; its exponent stays.
fn cut(decimal: &str) -> String {
    let (digits, exponent) = decimal.find('e').map_or((decimal, ""), |at| decimal.split_at(at));
    match digits.get(..N_DIGITS) {
        Some(first) if digits.len() > N_DIGITS => format!("{first}…{exponent}"),
        Some(_) | None => decimal.to_string(),
    }
}
