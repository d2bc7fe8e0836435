//! Measurements of the page as Markdown.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use super::samples::Samples;

/// The targets for the largest paint, in milliseconds: on a computer, and with a processor that is
/// four times slower, as Lighthouse assumes of a phone.
const LARGEST_PAINT: [(u32, f64); 2] = [(1, 500.0), (4, 1500.0)];

/// The targets from a key to the next paint, in milliseconds: the median, and the 95th percentile.
const KEY: [(usize, f64); 2] = [(50, 16.0), (95, 50.0)];

/// The tables, each after an empty line, and the targets that are missed.
pub(super) fn markdown(samples: &Samples) -> Result<(String, Vec<String>)> {
    let mut missed = Vec::new();
    let (start, interaction) = (start(samples, &mut missed)?, interaction(samples, &mut missed)?);
    let tables = [start, interaction, memory(samples)?, sweep(samples)?];
    Ok((tables.concat(), missed))
}

/// The subject of a row.
fn title((subject, slowness): (&str, u32)) -> String {
    match slowness {
        1 => subject.to_owned(),
        slowness => format!("{subject}, processor {slowness}× slower"),
    }
}

/// A number in whole milliseconds, bold and noted if it misses its aim.
fn time(number: f64, aim: Option<f64>, about: &str, missed: &mut Vec<String>) -> String {
    match aim {
        Some(aim) if number.round() > aim => {
            missed.push(format!("{about}: {number:.0} ms instead of {aim:.0}"));
            format!("**{number:.0}**")
        }
        _ => format!("{number:.0}"),
    }
}

/// The head of a table, with an empty line before it.
fn head(titles: &[&str]) -> String {
    format!("\n| {} |\n| --- |{}\n", titles.join(" | "), " --: |".repeat(titles.len() - 1))
}

/// The subjects of a part.
fn subjects<'a>(samples: &'a Samples, part: &str) -> Result<Vec<(&'a str, u32)>> {
    let subjects = samples.subjects(part);
    if subjects.is_empty() {
        bail!("the measurements have no {part}");
    }
    Ok(subjects)
}

/// Medians, and the worst in parentheses.
fn start(samples: &Samples, missed: &mut Vec<String>) -> Result<String> {
    let measures = ["first paint", "in the document", "painted", "largest paint"];
    let mut text = head(&[
        "start, ms: median (worst)",
        "first paint",
        "result in the document",
        "result painted",
        "largest paint",
        "aim",
    ]);
    for subject in subjects(samples, "start")? {
        let aim = LARGEST_PAINT.iter().find(|(slowness, _)| *slowness == subject.1);
        let aim = aim.map(|(_, aim)| *aim);
        write!(text, "| {} |", title(subject))?;
        for measure in measures {
            let numbers = samples.numbers("start", subject, measure)?;
            let aim = aim.filter(|_| measure == "largest paint");
            let about = format!("{measure}, {}", title(subject));
            let median = time(numbers.median(), aim, &about, missed);
            write!(text, " {median} ({:.0}) |", numbers.worst())?;
        }
        writeln!(text, " {} |", aim.map(|aim| format!("{aim:.0}")).unwrap_or_default())?;
    }
    Ok(text)
}

/// Half of all, and 19 of 20.
fn interaction(samples: &Samples, missed: &mut Vec<String>) -> Result<String> {
    let mut text = head(&[
        "interaction, ms",
        "times",
        "handlers p50",
        "p95",
        "painted p50",
        "p95",
        "p95, best round",
        "worst",
        "aims",
    ]);
    for subject in subjects(samples, "interaction")? {
        let is_key = subject.0.starts_with("a key") && subject.1 == 1;
        let [handlers, painted] =
            ["handlers", "painted"].map(|measure| samples.numbers("interaction", subject, measure));
        let (handlers, painted) = (handlers?, painted?);
        write!(text, "| {} | {} |", title(subject), painted.count())?;
        write!(text, " {:.1} | {:.1} |", handlers.share(50), handlers.share(95))?;
        for (percent, aim) in KEY {
            let about = format!("p{percent} of {}", title(subject));
            let number = time(painted.share(percent), is_key.then_some(aim), &about, missed);
            write!(text, " {number} |")?;
        }
        let (percent, aim) = KEY[1];
        let best = painted.share_at_best(percent);
        let about = format!("p{percent} of {}, best round", title(subject));
        write!(text, " {} |", time(best, is_key.then_some(aim), &about, missed))?;
        let aims = KEY.map(|(_, aim)| format!("{aim:.0}")).join(", ");
        writeln!(text, " {:.0} | {} |", painted.worst(), if is_key { &aims } else { "" })?;
    }
    Ok(text)
}

/// Medians, in millions of bytes.
fn memory(samples: &Samples) -> Result<String> {
    let mut text = head(&[
        "memory after …, MB",
        "JavaScript",
        "document",
        "WebAssembly",
        "nodes",
        "listeners",
    ]);
    for subject in subjects(samples, "memory")? {
        let median =
            |measure| Ok::<_, anyhow::Error>(samples.numbers("memory", subject, measure)?.median());
        write!(text, "| {} |", title(subject))?;
        for measure in ["JavaScript", "document", "WebAssembly"] {
            write!(text, " {:.2} |", median(measure)? / 1e6)?;
        }
        writeln!(text, " {:.0} | {:.0} |", median("nodes")?, median("listeners")?)?;
    }
    Ok(text)
}

/// Medians, in millions of operands a second.
fn sweep(samples: &Samples) -> Result<String> {
    let mut text =
        head(&["sweep, million operands a second", "page", "`ptxfp sweep`", "command ÷ page"]);
    for subject in subjects(samples, "sweep")? {
        let median =
            |measure| Ok::<_, anyhow::Error>(samples.numbers("sweep", subject, measure)?.median());
        let (page, command) = (median("page")? / 1e6, median("command")? / 1e6);
        writeln!(
            text,
            "| {} | {page:.1} | {command:.1} | {:.2} |",
            title(subject),
            median("ratio")?
        )?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Samples, markdown};

    /// Each part with one subject, twice.
    fn samples(largest: f64, key: f64) -> Samples {
        let mut lines = Vec::new();
        for round in 0..2 {
            for slowness in [1, 4] {
                for (measure, number) in [
                    ("first paint", 90.0),
                    ("in the document", 200.4),
                    ("painted", 220.0),
                    ("largest paint", largest),
                ] {
                    let number = number + f64::from(round * 10);
                    lines.push(format!(
                        "start\tplayground, first visit\t{slowness}\t{round}\t{measure}\t{number}"
                    ));
                }
                for (measure, number) in [("handlers", 2.25), ("painted", key)] {
                    lines.push(format!(
                        "interaction\ta key in it\t{slowness}\t{round}\t{measure}\t{number}"
                    ));
                }
            }
            for (measure, number) in [
                ("JavaScript", 1_059_356),
                ("document", 1_716_256),
                ("WebAssembly", 2_490_368),
                ("nodes", 1676),
                ("listeners", 142),
            ] {
                lines.push(format!("memory\tthe start\t1\t{round}\t{measure}\t{number}"));
            }
            for (measure, number) in [("page", 12.24e6), ("command", 40e6), ("ratio", 3.268)] {
                lines.push(format!("sweep\t`it`\t1\t{round}\t{measure}\t{number}"));
            }
        }
        Samples::read(&lines.join("\n")).expect("samples")
    }

    #[test]
    fn every_part_has_its_table() {
        let (text, missed) = markdown(&samples(300.0, 14.0)).expect("tables");
        assert_eq!(missed, [""; 0]);
        for row in [
            "| playground, first visit | 90 (100) | 200 (210) | 220 (230) | 300 (310) | 500 |",
            "| playground, first visit, processor 4× slower | 90 (100) | 200 (210) | 220 (230) | 300 (310) | 1500 |",
            "| a key in it | 2 | 2.2 | 2.2 | 14 | 14 | 14 | 14 | 16, 50 |",
            "| a key in it, processor 4× slower | 2 | 2.2 | 2.2 | 14 | 14 | 14 | 14 |  |",
            "| the start | 1.06 | 1.72 | 2.49 | 1676 | 142 |",
            "| `it` | 12.2 | 40.0 | 3.27 |",
        ] {
            assert!(text.lines().any(|line| line == row), "{row}\n{text}");
        }
        assert!(text.starts_with("\n| start") && text.contains("|\n\n| memory"), "{text}");
        assert!(!text.contains("\n\n\n"), "{text}");
        // Each row has as many cells as its head.
        for table in text.split("\n\n") {
            let mut counts = table.trim().lines().map(|line| line.matches('|').count());
            let first = counts.next();
            assert!(counts.all(|count| Some(count) == first), "{table}");
        }
    }

    #[test]
    fn a_missed_aim_is_bold_and_reported() {
        let (text, missed) = markdown(&samples(700.0, 20.0)).expect("tables");
        assert!(text.contains("| **700** (710) | 500 |"), "{text}");
        assert!(text.contains("| 700 (710) | 1500 |"), "{text}");
        assert!(text.contains("| **20** | 20 | 20 | 20 | 16, 50 |"), "{text}");
        assert_eq!(
            missed,
            [
                "largest paint, playground, first visit: 700 ms instead of 500",
                "p50 of a key in it: 20 ms instead of 16"
            ]
        );
    }

    #[test]
    fn a_part_that_is_missing_is_named() {
        let error = markdown(&Samples::default()).expect_err("nothing");
        assert!(error.to_string().contains("start"), "{error}");
    }
}
