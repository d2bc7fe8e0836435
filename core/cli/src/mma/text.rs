//! The answer of `mma` for people.

use std::fmt::{self, Write as _};

use ptxfp::report::tensor::{Beside, Brief, Element, Report, StepOf, TermOf};

use crate::paint::{LABEL, OPEN, RESULT};

/// An answer with its steps.
pub(crate) fn answer(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = write_report(&mut text, report);
    text
}

fn write_report(text: &mut String, report: &Report) -> fmt::Result {
    let Report { instruction, isa, brief, .. } = report;
    let Brief { target, generation, result, open, grade, way } = brief;
    let generation = generation.map_or_else(String::new, |name| format!(" ({name})"));
    writeln!(text, "{instruction} on {target}{generation}, PTX ISA {isa}")?;
    if let Some(Element { bits, value }) = result {
        writeln!(text, "  {LABEL}observed{LABEL:#}   d = {RESULT}{bits}{RESULT:#} = {value}")?;
    } else {
        let reason = open.as_deref().unwrap_or_default();
        writeln!(text, "  {LABEL}observed{LABEL:#}   {OPEN}unknown{OPEN:#}: {reason}")?;
    }
    if let Some(grade) = grade {
        let words = report.evidence.first().map_or("", |evidence| evidence.words);
        writeln!(text, "             {grade}: {words}")?;
    } else if result.is_some() {
        writeln!(text, "             exact, as the ISA defines it")?;
    }
    if let Some(exact) = &report.exact {
        writeln!(text, "  {LABEL}exact{LABEL:#}      {exact}")?;
    }
    if let Some(way) = way {
        writeln!(text, "  {LABEL}way{LABEL:#}        {way}")?;
    }
    for (index, step) in report.steps.iter().enumerate() {
        write_step(text, index + 1, step)?;
    }
    for evidence in &report.evidence {
        let grade = evidence.grade.name();
        writeln!(text, "  {LABEL}evidence{LABEL:#}   {grade}: {}", evidence.words)?;
        writeln!(text, "             {}; {}; {}", evidence.place, evidence.count, evidence.source)?;
    }
    Ok(())
}

fn write_step(text: &mut String, index: usize, step: &StepOf) -> fmt::Result {
    let label = format!("step {index}");
    write!(text, "  {LABEL}{label:9}{LABEL:#}  ")?;
    match step {
        StepOf::Sum { special: Some(reason), result, .. } => {
            writeln!(text, "{reason}: {}", result.value)
        }
        StepOf::Sum {
            exponent, grid, terms, zeros, zero_exponent, kept, rounding, result, ..
        } => {
            writeln!(text, "largest exponent {exponent}, lowest kept bit 2^{grid}")?;
            for term in terms {
                write_term(text, term)?;
            }
            if *zeros > 0 {
                let terms = if *zeros == 1 { "zero term counts" } else { "zero terms count" };
                writeln!(text, "             {zeros} {terms} with the exponent {zero_exponent}")?;
            }
            let kept = kept.as_deref().unwrap_or_default();
            writeln!(text, "             sum {kept}, rounded {rounding}: {}", result.value)
        }
        StepOf::Add { addends: [sum, c], result } => {
            writeln!(text, "{} + {}, rounded to nearest even: {}", sum.value, c.value, result.value)
        }
        StepOf::Fma { k, numbers: [a, b, c], result } => {
            writeln!(text, "k={k}: fma({}, {}, {}) = {}", a.value, b.value, c.value, result.value)
        }
        StepOf::Convert { number, result } => {
            writeln!(text, "{} converted, rounded to nearest even: {}", number.value, result.value)
        }
        StepOf::Integer { sum, result } => writeln!(text, "sum {sum}: {}", result.value),
    }
}

fn write_term(text: &mut String, term: &TermOf) -> fmt::Result {
    let TermOf { term: name, value, exponent, kept, n_cut, cut } = term;
    write!(text, "             {name:12} {value}, exponent {exponent}, kept {kept}")?;
    match cut {
        0 => writeln!(text),
        cut => writeln!(text, ", cut off 0b{cut:0width$b}", width = (*n_cut).min(64) as usize),
    }
}

/// The results of several generations.
pub(crate) fn beside(beside: &Beside) -> String {
    let Beside { instruction, targets } = beside;
    let mut text = format!("{instruction}\n");
    for brief in targets {
        let Brief { target, generation, result, open, grade, way } = brief;
        let name = format!("{target} {}", generation.unwrap_or_default());
        let found = match result {
            Some(Element { bits, value }) => format!("{bits} = {value}"),
            None => format!("unknown: {}", open.as_deref().unwrap_or_default()),
        };
        let grade = grade.map_or_else(String::new, |grade| format!(" ({grade})"));
        let _ = writeln!(text, "  {LABEL}{name:22}{LABEL:#} {RESULT}{found}{RESULT:#}{grade}");
        if let Some(way) = way {
            let _ = writeln!(text, "{:25}{way}", "");
        }
    }
    text
}
