//! `capture` as readable text.

use std::fmt::Write as _;

use super::{Compared, Counts, Report, Verdict};
use crate::paint::{LABEL, OPEN, RIGHT, WRONG};

/// The verdicts in the order in which they are printed, with their style.
const VERDICTS: [(Verdict, &str, anstyle::Style); 7] = [
    (Verdict::Differs, "differs", WRONG),
    (Verdict::Suspect, "suspect", WRONG),
    (Verdict::Failed, "failed", WRONG),
    (Verdict::Unknown, "unknown", OPEN),
    (Verdict::Within, "within", OPEN),
    (Verdict::Agrees, "agrees", RIGHT),
    (Verdict::Unsupported, "unsupported", LABEL),
];

/// The report for people: what differs first.
pub(super) fn text(report: &Report) -> String {
    let Report { gpu, capability, cuda, date, target, isa, probes } = report;
    let mut text = format!(
        "{gpu}, compute capability {capability}, driver for CUDA {cuda}, {date}: {target}, PTX ISA {isa}\n"
    );
    let mut totals = Vec::new();
    for (verdict, name, style) in VERDICTS {
        let chosen = probes.iter().filter(|probe| probe.verdict == verdict);
        let mut count = 0;
        for probe in chosen {
            count += 1;
            // A String takes whatever is written to it.
            let _ = writeln!(text, "{style}{name:<11}{style:#}  {}", line(probe));
            for difference in &probe.differences {
                let note = match difference.permitted {
                    Some(true) => ", which the ISA permits",
                    Some(false) => ", which the ISA does not permit",
                    None => "",
                };
                let _ = writeln!(
                    text,
                    "             {}\n             expected {}, found {}{note}",
                    difference.command, difference.expected, difference.found
                );
            }
        }
        if count > 0 {
            totals.push(format!("{count} {name}"));
        }
    }
    let count = probes.len();
    let _ = writeln!(text, "{count} probes: {}", totals.join(", "));
    text
}

/// A probe with its counts, or with the reason why there are none.
fn line(probe: &Compared) -> String {
    let Compared { instruction, counts, grade, reason, .. } = probe;
    if let Some(reason) = reason {
        return format!("{instruction}: {reason}");
    }
    let Counts { results, agree, within, nearest, differ, unknown } = *counts;
    let within_what = format!("permitted, of which no bits are known ({nearest} the nearest)");
    let parts =
        [(differ, "differ"), (agree, "agree"), (within, &within_what), (unknown, "unknown")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let grade = grade.map_or_else(String::new, |grade| format!(" ({grade})"));
    let plural = if results == 1 { "" } else { "s" };
    format!("{instruction}{grade}: {results} result{plural}, {}", parts.join(", "))
}
