//! Observed results, as part of an evaluation.

use std::fmt::{self, Write as _};

use ptxfp::report;

use crate::eval::write_steps;
use crate::paint::LABEL;

/// Observed results, for people.
pub(crate) fn write_bits(text: &mut String, observed: &report::Observed) -> fmt::Result {
    let report::Observed { bits, value, grade, grade_text, .. } = observed;
    let same = match (observed.is_correctly_rounded, observed.is_reference) {
        (true, _) if observed.is_flushed => ", the correctly rounded result, flushed to zero",
        (true, _) => ", the correctly rounded result",
        (false, true) => ", which the ISA specifies; it is not the correctly rounded result",
        (false, false) => "",
    };
    write!(text, "  {LABEL}observed{LABEL:#}   {bits} = {value}{same}")?;
    if let Some(error) = observed.error_ulp.as_ref().filter(|_| !observed.is_reference) {
        write!(text, ", error {error} ulp")?;
    }
    writeln!(text)?;
    writeln!(text, "             {grade}: {grade_text}")
}

/// Writes the operations of a GPU.
pub(crate) fn write_how(text: &mut String, observed: &report::Observed) -> fmt::Result {
    writeln!(text, "  on a GPU")?;
    write_steps(text, &observed.steps)?;
    for evidence in &observed.evidence {
        writeln!(
            text,
            "  {LABEL}evidence{LABEL:#}   {}: {}",
            evidence.grade.name(),
            evidence.words
        )?;
        writeln!(text, "             {}; {}; {}", evidence.place, evidence.count, evidence.source)?;
    }
    Ok(())
}
