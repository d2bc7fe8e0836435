//! What GPUs were observed to return, as part of an evaluation.

use std::fmt::{self, Write as _};

use ptxfp::catalog::Instruction;
use ptxfp::eval::Trace;
use ptxfp::format::Format;
use ptxfp::number::dyadic::Dyadic;
use ptxfp::number::text::concise;
use ptxfp::observed::{Evidence, Observed};

use crate::eval::{hex, step, write_steps};
use crate::report;

/// What was observed for source registers, beside the steps of the reference.
pub(crate) fn report(
    observed: Observed,
    instruction: &Instruction,
    registers: &[u64],
    trace: &Trace,
    format: Format,
) -> report::Observed {
    let bits = observed.bits(registers);
    let number = Dyadic::from_datum(&format.decode(bits));
    let error = number.and_then(|number| trace.error(&number, format.ulp_exponent(bits)));
    let steps = observed.explain(instruction, registers);
    report::Observed {
        bits: hex(bits, format.width()),
        value: concise(bits, format),
        is_reference: trace.result.is_some_and(|result| result.bits == bits),
        error_ulp: error,
        grade: observed.grade().name(),
        grade_text: observed.grade().words(),
        evidence: observed.evidence().into_iter().map(evidence).collect(),
        steps: steps.iter().map(step).collect(),
    }
}

fn evidence(evidence: &'static Evidence) -> report::Evidence {
    let Evidence { id, grade, words, place, count, method, source, url, date } = *evidence;
    report::Evidence { id, grade: grade.name(), words, place, count, method, source, url, date }
}

/// The same for people: what was observed.
pub(crate) fn write_bits(text: &mut String, observed: &report::Observed) -> fmt::Result {
    let report::Observed { bits, value, grade, grade_text, .. } = observed;
    let same = if observed.is_reference { ", the correctly rounded result" } else { "" };
    write!(text, "  observed   {bits} = {value}{same}")?;
    if let Some(error) = observed.error_ulp.as_ref().filter(|_| !observed.is_reference) {
        write!(text, ", error {error} ulp")?;
    }
    writeln!(text)?;
    writeln!(text, "             {grade}: {grade_text}")
}

/// What a GPU does.
pub(crate) fn write_how(text: &mut String, observed: &report::Observed) -> fmt::Result {
    writeln!(text, "  on a GPU")?;
    write_steps(text, &observed.steps)?;
    for evidence in &observed.evidence {
        writeln!(text, "  evidence   {}: {}", evidence.grade, evidence.words)?;
        writeln!(text, "             {}; {}; {}", evidence.place, evidence.count, evidence.source)?;
    }
    Ok(())
}
