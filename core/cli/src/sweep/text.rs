//! A sweep as readable text.

use std::fmt::{self, Write as _};

use ptxfp::explore::measure::ULP;
use ptxfp::text::grouped;

use super::report::{Datum, Errors, Report};

/// The number of the worst results that are shown; JSON has more.
const N_WORST: usize = 5;

/// The groups of errors: the largest magnitude, in sixteenths of an ulp, and the name.
const GROUPS: [(i64, &str); 9] = [
    (0, "under 1e-6"),
    (2, "up to 1/8"),
    (4, "up to 1/4"),
    (6, "up to 3/8"),
    (8, "up to 1/2"),
    (16, "up to 1"),
    (32, "up to 2"),
    (64, "up to 4"),
    (i64::MAX, "more"),
];

pub(super) fn text(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, report);
    text
}

/// The counts that are not 0, with their names.
fn counts(text: &mut String, title: &str, counts: &[(&str, u64)]) -> fmt::Result {
    let counts: Vec<_> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{} {name}", grouped(*count)))
        .collect();
    writeln!(text, "  {title:10} {}", counts.join(", "))
}

fn shown(datum: &Datum) -> String {
    format!("{} = {}", datum.bits, datum.value)
}

fn write(text: &mut String, report: &Report) -> fmt::Result {
    let Report { instruction, target, isa, operand, .. } = report;
    let Report { operand_format, domain, lane, result_format, classes, .. } = report;
    writeln!(text, "{instruction} on {target}, PTX ISA {isa}")?;
    writeln!(text, "  {operand} = {domain} of {operand_format}; lane {lane}, {result_format}")?;
    if !report.fixed.is_empty() {
        writeln!(text, "  {}", report.fixed.join(", "))?;
    }
    writeln!(text)?;
    counts(text, "results", &[("in all", report.count)])?;
    if let Some([least, greatest]) = &report.range {
        writeln!(text, "  {:10} {} to {}", "range", shown(least), shown(greatest))?;
    }
    let classes = [
        ("zero", classes.zero),
        ("subnormal", classes.subnormal),
        ("normal", classes.normal),
        ("infinite", classes.infinity),
        ("NaN", classes.nan),
    ];
    counts(text, "classes", &classes)?;
    let exactness = &report.exactness;
    let exactness = [
        ("exact", exactness.exact),
        ("inexact", exactness.inexact),
        ("given by a rule", exactness.given),
        ("flushed", exactness.flushed),
        ("at the border of the flush", exactness.border),
        ("without a documented error", exactness.open),
    ];
    counts(text, "exactness", &exactness)?;
    let guarantees = &report.guarantees;
    let guarantees = [
        ("determined", guarantees.bits),
        ("by a reading", guarantees.reading),
        ("any NaN", guarantees.any_nan),
        ("within an interval", guarantees.within),
        ("without bound", guarantees.unbounded),
        ("unspecified", guarantees.unspecified),
    ];
    counts(text, "guarantee", &guarantees)?;
    if let Some(observed) = &report.observed {
        let shares =
            [("correctly rounded", observed.reference), ("not correctly rounded", observed.other)];
        counts(text, "observed", &shares)?;
        writeln!(text, "             {}: {}", observed.grade, observed.grade_text)?;
    }
    if let Some(errors) = &report.errors {
        write_errors(text, errors, operand)?;
    }
    if let Some(permitted) = &report.permitted {
        writeln!(
            text,
            "\n  widest permitted interval: {} to {} ulp from the reference {}\n    for {operand} = {}",
            permitted.below,
            permitted.above,
            shown(&permitted.reference),
            shown(&permitted.operand)
        )?;
    }
    Ok(())
}

fn write_errors(text: &mut String, errors: &Errors, operand: &str) -> fmt::Result {
    let measured = grouped(errors.measured);
    let least = errors.least_ulp.as_ref().map(|least| format!(" of at least {least}"));
    writeln!(text, "\n  errors of {measured} results, in ulp{}", least.unwrap_or_default())?;
    let mut least = -1;
    for (most, name) in GROUPS {
        let most = most.saturating_mul(ULP / 16);
        let is_inside = |ends: [i64; 2]| {
            let end = ends[0].saturating_abs().max(ends[1].saturating_abs());
            end > least && end <= most
        };
        let inside = errors.histogram.iter().filter(|bucket| is_inside(bucket.ends));
        let count: u64 = inside.map(|bucket| bucket.count).sum();
        if count > 0 {
            writeln!(text, "    {name:10} {:>13}", grouped(count))?;
        }
        least = most;
    }
    if let Some(mean) = &errors.mean {
        writeln!(text, "    {:10} {mean:>13}", "mean")?;
    }
    for worst in errors.worst.iter().take(N_WORST) {
        let (from, to) = (shown(&worst.operand), shown(&worst.result));
        writeln!(text, "    {} ulp: {operand} = {from}, result {to}", worst.error)?;
    }
    Ok(())
}
