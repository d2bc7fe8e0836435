//! `eval`: one statement, in full.

use std::fmt::{self, Write as _};

use anstyle::Style;
use ptxfp::Instruction;
use ptxfp::catalog::{Context, spelled};
use ptxfp::explore::sequence::Sequence;
use ptxfp::explore::sequence::kernel::{Settings, is_kernel};
use ptxfp::internals::typed::{self, Link, Typed};
use ptxfp::link::{Problem, SequenceState, parse as parse_link};
use ptxfp::report::{
    Assumption, FormOf, Lane, LinkOf, MessageIn, N_DIGITS, Number, NumberIn, Program, Register,
    Report, Step, assumptions,
};
use ptxfp::syntax::ask::{Means, Reading, Truth};
use ptxfp::syntax::{check, parse};

use crate::companion;
use crate::context::resolve;
use crate::eval_observed;
use crate::kernel::Text;
use crate::operands;
use crate::paint::{self, LABEL, RESULT};
use crate::program::{Source, of_link};
use crate::sequence::{self, braced};
use crate::wrong::Wrong;

/// The answer to a text.
pub(crate) enum Answer {
    /// One statement, evaluated.
    Statement(Box<Report>),
    /// A program, evaluated: a companion, code, or a question of several statements.
    Program(Box<Program>),
    /// A number in a format.
    Value(Box<Number>),
    /// An instruction without values.
    Form(FormOf),
    /// A view of the page.
    View(LinkOf),
    /// A message of the assembler.
    Message(MessageIn),
}

/// Evaluates a statement whose operands are values, or whatever a text is.
pub(crate) fn evaluate(text: &str, context: &Context) -> Result<Answer, Wrong> {
    let found = match companion::evaluate(text, context) {
        Some(found) => found.map(program),
        None => evaluate_statement(text, context).map(statement),
    };
    // A statement may be wrong and a question all the same: it is what evaluates.
    match (found, typed::read(text, context)) {
        (Err(_), Some(Typed::Question(answered) | Typed::Code(answered))) => {
            answer(&answered.reading)
        }
        (Err(_), Some(Typed::Link(link))) => linked(&link),
        (Err(_), Some(Typed::Message(said))) => Ok(Answer::Message(said.into())),
        // A statement whose operands are registers lacks values; a name from elsewhere is looked up.
        (Err(error), Some(Typed::Form(spelling))) => {
            let is_statement = check(text, context).instruction.is_some();
            let found = spelled(&spelling).into_iter().next().filter(|_| !is_statement);
            found.map(|found| Answer::Form(FormOf::of(&found))).ok_or(error)
        }
        (Err(_), None) if is_words(text) => {
            let text = text.replace('`', "");
            Err(format!(
                "no number is asked for in: {text}; the page looks words up, ptxfp does not"
            )
            .into())
        }
        (result, _) => result,
    }
}

/// Whether a text is several words, none of which begins a statement.
fn is_words(text: &str) -> bool {
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let mut words = text.split_whitespace().take(2);
    !typed::is_statement(text)
        && words.next().is_some_and(is_word)
        && words.next().is_some_and(is_word)
}

fn statement(report: Report) -> Answer {
    Answer::Statement(Box::new(report))
}

fn program(program: Program) -> Answer {
    Answer::Program(Box::new(program))
}

/// The answer of a reading.
fn answer(reading: &Reading) -> Result<Answer, Wrong> {
    let sentence = || reading.sentence();
    match &reading.means {
        Means::Statement(text) => {
            let evaluation = evaluate_statement(text, &reading.context)?;
            let assumptions = Some(assumptions(reading));
            Ok(statement(Report { reading: Some(sentence()), assumptions, ..evaluation }))
        }
        Means::Program(text) | Means::Truth(Truth { program: text, .. }) => {
            if is_kernel(text) {
                let kernel = Text::new(text.clone(), reading.context);
                let report = kernel.report(&Settings::filled(None, Vec::new()))?;
                return Ok(program(report.answering(reading)));
            }
            let source = Source::of(text.clone(), reading.context, &[])?;
            if let Some(problem) = source.sequence.diagnostics().first() {
                let sentence = sentence().replace('`', "");
                return Err([&*sentence, " ", &problem.to_string()].concat().into());
            }
            Ok(program(sequence::report(&source).answering(reading)))
        }
        Means::Value(value) => Ok(Answer::Value(Box::new(Number::of(reading, value)))),
        Means::Nothing(_) => {
            let all = reading.notes.iter().flat_map(|note| &note.instead);
            let instead: Vec<_> = all.map(String::as_str).collect();
            let mut text = reading.summary.clone();
            if !instead.is_empty() {
                text.extend([". Instead: ", &*instead.join(", ")]);
            }
            Err((text + ".").replace('`', "").into())
        }
    }
}

/// The answer of a link.
fn linked(link: &Link) -> Result<Answer, Wrong> {
    match link {
        Link::View(_) => Ok(Answer::View(LinkOf::of(link))),
        Link::Program(fragment) => {
            let state = of_link(fragment)?;
            if let Some(kernel) = Text::of_link(&state) {
                return Ok(program(kernel.report(&kernel.settings())?));
            }
            let SequenceState { code, context, registers, .. } = state;
            let sequence = Sequence::new(&code, &context);
            Ok(program(Program::of(&code, &sequence, &context, &registers)))
        }
        Link::Instruction(fragment) => {
            let first = |problems: Vec<Problem>| {
                problems.first().map_or_else(String::new, ToString::to_string)
            };
            let state = parse_link(fragment).sound().map_err(first)?;
            let instruction = Instruction::new(state.instruction, &state.context)
                .ok_or("the target does not have it")?;
            let evaluation = instruction.evaluate(&state.registers);
            Ok(statement(Report::of(&evaluation.map_err(|error| error.to_string())?)))
        }
    }
}

/// Evaluates a statement whose operands are values.
fn evaluate_statement(statement: &str, context: &Context) -> Result<Report, Wrong> {
    let wrong = |rejection: crate::context::Rejection| rejection.of(statement);
    let (row, _) = resolve(statement, context).map_err(wrong)?;
    let read = operands::registers(&row, &parse(statement).0, context).map_err(wrong)?;
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

/// The alternatives to assumptions for people.
pub(crate) fn instead_text(assumptions: &[Assumption]) -> String {
    let all: Vec<_> = assumptions.iter().flat_map(|each| &each.instead).cloned().collect();
    if all.is_empty() { String::new() } else { ["Instead: ", &*all.join(", "), "\n"].concat() }
}

/// A number for people.
pub(crate) fn number_text(number: &Number) -> String {
    let NumberIn { format, bits, fields, value, exact, c_hex, class, .. } = &number.value;
    let mut text = number.reading.replace('`', "") + "\n" + &instead_text(&number.assumptions);
    // A String takes whatever is written to it.
    let _ = writeln!(text, "  .{format}  {RESULT}{bits} = {value}{RESULT:#}");
    for (label, line) in [("exact", cut(exact)), ("C", c_hex.clone()), ("class", (*class).into())] {
        let _ = writeln!(text, "  {LABEL}{label}{LABEL:#}{:1$}{line}", "", 9 - label.len());
    }
    let fields = [&*fields.sign, &*fields.exponent, &*fields.significand];
    let fields: Vec<_> = fields.into_iter().filter(|field| !field.is_empty()).collect();
    let _ = writeln!(text, "  {LABEL}fields{LABEL:#}   {}", fields.join(" "));
    text
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
        text.push_str(&instead_text(evaluation.assumptions.as_deref().unwrap_or_default()));
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
