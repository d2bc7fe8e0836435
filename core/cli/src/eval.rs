//! `eval`: one statement, in full.

use std::fmt::{self, Write as _};

use ptxfp::ask;
use ptxfp::catalog::{Context, Instruction, Operand};
use ptxfp::eval::{Decision, Explanation, Guarantee, LaneResult, Prepared, Trace, explain};
use ptxfp::format::Format;
use ptxfp::link::State;
use ptxfp::number::dyadic::Dyadic;
use ptxfp::number::text::concise;
use ptxfp::observed::Observed;
use ptxfp::syntax::parse;

use crate::context::resolve;
use crate::eval_observed;
use crate::operands;
use crate::report::{Alternative, Element, Evaluation, Lane, Observation, Reading, Register, Step};

/// Evaluates a statement whose operands are values, or a question.
pub(crate) fn evaluate(text: &str, context: &Context) -> Result<Evaluation, String> {
    // A statement may be wrong and a question all the same: it is what evaluates.
    match (evaluate_statement(text, context), ask::statement(text, context)) {
        (Err(_), Some(answer)) => {
            let evaluation = evaluate_statement(&answer.statement, &answer.context)?;
            Ok(Evaluation { reading: Some(answer.reading), ..evaluation })
        }
        (result, _) => result,
    }
}

/// Evaluates a statement whose operands are values.
fn evaluate_statement(statement: &str, context: &Context) -> Result<Evaluation, String> {
    let located = |rejection: crate::context::Rejection| rejection.located(statement);
    let (instruction, legality) = resolve(statement, context).map_err(located)?;
    let read = operands::registers(&instruction, &parse(statement).0).map_err(located)?;
    let registers: Vec<u64> = read.iter().map(|register| register.bits).collect();
    let prepared = Prepared::new(&instruction, context);
    let observed = Observed::of(&instruction, context);
    let result = prepared.evaluate(&registers);
    let form = instruction.form;
    let operands = form.sources().iter().zip(&read);
    let link = State {
        recorded: Some(result.destination),
        ..State::new(instruction, *context, registers.clone())
    };
    Ok(Evaluation {
        reading: None,
        instruction: instruction.to_string(),
        target: context.target.name,
        isa: context.isa.to_string(),
        legality: legality.name(),
        note: legality.note(),
        section: form.source.to_string(),
        source_url: form.source.url(),
        operands: operands
            .map(|(operand, read)| register(&instruction, operand, read.bits, &read.notes))
            .collect(),
        destination: register(&instruction, form.destination(), result.destination, &[]),
        lanes: (0..prepared.lanes())
            .map(|index| lane(&instruction, &prepared, observed, index, &registers))
            .collect(),
        link: link.to_fragment(),
    })
}

fn register(
    instruction: &Instruction,
    operand: &Operand,
    bits: u64,
    notes: &[Option<String>],
) -> Register {
    let kind = instruction.operand_type(operand);
    let (packing, format) = (kind.packing(), kind.format());
    let values = (0..packing.lanes).map(|lane| {
        let bits = packing.extract(bits, lane);
        Element {
            bits: hex(bits, packing.width),
            value: concise(bits, format),
            note: notes.get(usize::from(lane)).cloned().flatten(),
        }
    });
    Register {
        name: operand.name,
        kind: kind.spelling(),
        bits: hex(bits, packing.register_width()),
        values: values.collect(),
    }
}

fn lane(
    instruction: &Instruction,
    prepared: &Prepared,
    observed: Option<Observed>,
    index: u8,
    registers: &[u64],
) -> Lane {
    let format = prepared.lane_op().result;
    let trace = prepared.trace(index, registers);
    let nothing = LaneResult { bits: 0, guarantee: Guarantee::Unspecified };
    let LaneResult { bits, guarantee } = trace.result.unwrap_or(nothing);
    let result = Dyadic::from_datum(&format.decode(bits));
    let basis = prepared.basis(index, registers, guarantee);
    let steps = explain(instruction, prepared, index, &trace);
    Lane {
        index,
        offset: prepared.destination().offset(index),
        bits: hex(bits, format.width()),
        value: concise(bits, format),
        class: format.class_name(bits),
        guarantee: guarantee.name(),
        guarantee_text: guarantee.words(),
        basis: basis.sentences(prepared.destination()),
        observation: basis.observation.map(|it| Observation {
            id: it.id,
            kind: it.kind.name(),
            words: it.words,
            origin: it.origin,
        }),
        readings: basis.decisions.iter().map(|decision| reading(decision, format)).collect(),
        permitted: match guarantee {
            Guarantee::Within { lo, hi } => Some([lo, hi].map(|bits| Element {
                bits: hex(bits, format.width()),
                value: concise(bits, format),
                note: None,
            })),
            Guarantee::Bits
            | Guarantee::Reading
            | Guarantee::AnyNan
            | Guarantee::Unbounded
            | Guarantee::Unspecified => None,
        },
        exact: if trace.is_cut() {
            trace.exact_decimal(N_DIGITS)
        } else {
            trace.exact().map(Dyadic::to_decimal)
        },
        is_inexact: trace.is_cut()
            || trace.exact().is_some_and(|exact| result.as_ref() != Some(exact)),
        error_ulp: error(&trace, bits, format),
        steps: steps.iter().map(step).collect(),
        observed: observed.map(|observed| {
            eval_observed::report(observed, instruction, registers, &trace, format)
        }),
    }
}

/// A step as data.
pub(crate) fn step(step: &Explanation) -> Step {
    Step {
        title: step.title,
        modifier: step.modifier,
        is_idle: step.is_idle,
        lines: step.plain_lines().collect(),
        sentence: step.sentence.clone(),
    }
}

fn reading(decision: &Decision, format: Format) -> Reading {
    let alternatives = decision.alternatives.iter().map(|(words, otherwise)| Alternative {
        words,
        bits: otherwise.bits().map(|bits| hex(bits, format.width())),
    });
    Reading {
        id: decision.reading.id,
        section: decision.reading.source.to_string(),
        question: decision.reading.question,
        taken: decision.reading.taken,
        alternatives: alternatives.collect(),
    }
}

/// The error of a result that rounding made.
fn error(trace: &Trace, bits: u64, format: Format) -> Option<String> {
    let is_clamped = format.encode(&trace.conversion()?.datum) != bits;
    // Another number may stand for what was rounded: ue8m0 has no zero.
    let result = Dyadic::from_datum(&format.decode(bits)).filter(|_| !is_clamped)?;
    trace.error(&result, format.ulp_exponent(bits))
}

/// Bits in hexadecimal, with every digit.
pub(crate) fn hex(bits: u64, width: u8) -> String {
    ptxfp::bits::hex(bits, width.into())
}

/// The evaluation for people.
pub(crate) fn text(evaluation: &Evaluation) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, evaluation);
    text
}

fn write(text: &mut String, evaluation: &Evaluation) -> fmt::Result {
    let Evaluation { instruction, target, isa, legality, section, .. } = evaluation;
    if let Some(reading) = &evaluation.reading {
        writeln!(text, "{}", reading.replace('`', ""))?;
    }
    writeln!(text, "{instruction} on {target}, PTX ISA {isa}: {legality} ({section})")?;
    if let Some(note) = evaluation.note {
        writeln!(text, "  {note}")?;
    }
    for register in &evaluation.operands {
        write_register(text, register)?;
    }
    write_register(text, &evaluation.destination)?;
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

fn write_register(text: &mut String, register: &Register) -> fmt::Result {
    let Register { name, kind, bits, values } = register;
    let list: Vec<_> = values.iter().rev().map(|value| value.value.as_str()).collect();
    let list = list.join(", ");
    let list = if values.len() > 1 { format!("{{{list}}}") } else { list };
    writeln!(text, "  {name} {kind}  {bits} = {list}")?;
    for note in values.iter().rev().filter_map(|value| value.note.as_ref()) {
        writeln!(text, "    {note}")?;
    }
    Ok(())
}

/// How many digits of an exact value are shown; JSON has them all.
const N_DIGITS: usize = 40;

fn write_lane(text: &mut String, lane: &Lane) -> fmt::Result {
    writeln!(text, "  guarantee  {}", lane.guarantee_text)?;
    for sentence in &lane.basis {
        writeln!(text, "             {sentence}")?;
    }
    if let Some([lo, hi]) = &lane.permitted {
        writeln!(text, "  permitted  {} to {}: {} to {}", lo.bits, hi.bits, lo.value, hi.value)?;
    }
    if let Some(exact) = lane.exact.as_ref().filter(|_| lane.is_inexact) {
        writeln!(text, "  exact      {}", cut(exact))?;
    }
    if let Some(error) = lane.error_ulp.as_ref().filter(|_| lane.is_inexact) {
        writeln!(text, "  error      {error} ulp")?;
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
