//! `cargo xtask lighthouse`: what Lighthouse says of the built page, beside the budgets.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::cli::LighthouseOptions;
use crate::progress::{note, step};
use crate::setup::{browser, npm_tool};
use crate::{process, workspace};

/// Runs Lighthouse with Node.js, which it is written for.
const SCRIPT: &str = "xtask/src/lighthouse/measure.mjs";

/// The number of runs for each device: a single time means little.
const RUNS: usize = 3;

/// The devices that Lighthouse pretends to be.
const DEVICES: [&str; 2] = ["mobile", "desktop"];

/// Lighthouse's findings.
#[derive(Default)]
struct Findings {
    /// The numbers of a device and a measure, by both names.
    numbers: BTreeMap<(String, String), Vec<f64>>,
    /// The rules that the page breaks, each with its device.
    fails: BTreeSet<String>,
}

/// A measure and its budgets.
struct Measure {
    /// The name in the script.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    /// The unit of its numbers.
    unit: Unit,
    /// The target and the limit for each device.
    budgets: [(f64, f64); 2],
}

/// The unit of a measure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// A score of at most 100; higher is better.
    Score,
    /// Milliseconds; lower is better.
    Time,
    /// A plain number: the less the better.
    Shift,
}

const MEASURES: [Measure; 7] = [
    score("performance", "performance", [(95.0, 90.0), (100.0, 98.0)]),
    score("accessibility", "accessibility", [(100.0, 100.0); 2]),
    score("best-practices", "best practices", [(100.0, 100.0); 2]),
    score("seo", "SEO", [(100.0, 100.0); 2]),
    Measure {
        name: "largest-contentful-paint",
        title: "largest paint",
        unit: Unit::Time,
        budgets: [(1500.0, 2000.0), (500.0, 800.0)],
    },
    Measure {
        name: "cumulative-layout-shift",
        title: "layout shift",
        unit: Unit::Shift,
        budgets: [(0.0, 0.02); 2],
    },
    Measure {
        name: "total-blocking-time",
        title: "blocking time",
        unit: Unit::Time,
        budgets: [(150.0, 200.0); 2],
    },
];

const fn score(name: &'static str, title: &'static str, budgets: [(f64, f64); 2]) -> Measure {
    Measure { name, title, unit: Unit::Score, budgets }
}

impl Unit {
    fn show(self, number: f64) -> String {
        match self {
            Self::Score => format!("{number:.0}"),
            Self::Time => format!("{number:.0} ms"),
            Self::Shift => format!("{number:.3}"),
        }
    }

    /// Whether a number, as it is shown, misses a budget.
    fn misses(self, number: f64, budget: f64) -> bool {
        match self {
            Self::Score => number.round() < budget,
            Self::Time => number.round() > budget,
            Self::Shift => (number * 1000.0).round() > budget * 1000.0,
        }
    }
}

/// Measures the page in `dist/` and prints the medians; with `--strict`, an error if one misses its
/// limit.
pub(crate) fn run(options: &LighthouseOptions) -> Result<()> {
    let dist = workspace::dist();
    if !dist.join("index.html").is_file() {
        bail!("no page in {}; run: cargo xtask build", dist.display());
    }
    let lighthouse = npm_tool::ensure_lighthouse()?;
    let browser = browser::ensure()?;
    let answer = step(
        &format!("Lighthouse, {RUNS} times for each of {}", DEVICES.join(" and ")),
        "2 min; longer, and with worse numbers, on a busy machine",
        || measure(&lighthouse, &browser.chromium, &dist),
    )?;
    let findings = read(&answer)?;
    let (table, missed) = with_budgets(&findings)?;
    // Whoever reads only the first lines has what they wanted.
    let _ = write!(io::stdout(), "{table}");
    for fail in &findings.fails {
        note(fail);
    }
    if missed.is_empty() {
        return Ok(());
    }
    let missed = format!("over the limit: {}", missed.join(", "));
    if options.strict {
        bail!(missed);
    }
    note(&missed);
    Ok(())
}

/// Parses what the script prints.
fn measure(lighthouse: &Path, chromium: &Path, dist: &Path) -> Result<String> {
    let mut script = process::command("node");
    script.current_dir(workspace::root()).arg(SCRIPT).arg(lighthouse).arg(dist);
    process::output(script.arg(RUNS.to_string()).env("CHROME_PATH", chromium))
}

fn read(answer: &str) -> Result<Findings> {
    let mut findings = Findings::default();
    for line in answer.lines() {
        let words: Vec<_> = line.splitn(3, ' ').collect();
        let [device, name, found] = words[..] else { bail!("cannot read the line {line:?}") };
        if name == "fails" {
            findings.fails.insert(format!("{device}: {found}"));
        } else {
            let number = found.parse().with_context(|| format!("cannot read the line {line:?}"))?;
            let key = (device.to_owned(), name.to_owned());
            findings.numbers.entry(key).or_default().push(number);
        }
    }
    Ok(findings)
}

impl Findings {
    fn median(&self, device: &str, name: &str) -> Result<f64> {
        let key = (device.to_owned(), name.to_owned());
        let mut found = self.numbers.get(&key).cloned().unwrap_or_default();
        found.sort_by(f64::total_cmp);
        found.get(found.len() / 2).copied().with_context(|| format!("no {name} for {device}"))
    }
}

/// The medians as a table, and what misses its limit.
fn with_budgets(findings: &Findings) -> Result<(String, Vec<String>)> {
    let (mut table, mut missed) = (String::new(), Vec::new());
    for (index, device) in DEVICES.into_iter().enumerate() {
        writeln!(table, "{device:<16}{:>10}{:>11}{:>11}", "median", "target", "limit")?;
        for measure in &MEASURES {
            let Measure { name, title, unit, budgets } = measure;
            let (target, limit) = budgets[index];
            let number = findings.median(device, name)?;
            let verdict = match number {
                number if unit.misses(number, limit) => "OVER THE LIMIT",
                number if unit.misses(number, target) => "over the target",
                _ => "ok",
            };
            if unit.misses(number, limit) {
                missed.push(format!("{device} {title}"));
            }
            let [number, target, limit] = [number, target, limit].map(|number| unit.show(number));
            writeln!(table, "{title:<16}{number:>10}{target:>11}{limit:>11}   {verdict}")?;
        }
        let speed = findings.median(device, "benchmark")?;
        writeln!(table, "speed of this machine, as Lighthouse measures it: {speed:.0}\n")?;
    }
    Ok((table, missed))
}

#[cfg(test)]
mod tests {
    use super::{DEVICES, MEASURES, Unit, read, with_budgets};

    /// Three runs, each with these numbers.
    fn answer(number: impl Fn(&str, Unit, usize) -> f64) -> String {
        let mut lines = Vec::new();
        for device in DEVICES {
            for run in 0..3 {
                for measure in &MEASURES {
                    let number = number(measure.name, measure.unit, run);
                    lines.push(format!("{device} {} {number}", measure.name));
                }
                lines.push(format!("{device} benchmark 1500"));
            }
        }
        lines.join("\n")
    }

    fn good(unit: Unit) -> f64 {
        if unit == Unit::Score { 100.0 } else { 0.0 }
    }

    #[test]
    fn good_numbers_miss_nothing() {
        let findings = read(&answer(|_, unit, _| good(unit))).expect("findings");
        let (table, missed) = with_budgets(&findings).expect("a table");
        assert_eq!(missed, [""; 0]);
        assert!(
            table.contains("performance            100         95         90   ok\n"),
            "{table}"
        );
        assert!(!table.contains("over"), "{table}");
    }

    #[test]
    fn the_median_is_compared_with_the_budgets() {
        let slow = |name: &str, unit, run| match (name, run) {
            ("largest-contentful-paint", 1 | 2) => 700.4,
            ("performance", 0) => 3.0,
            ("accessibility", _) => 99.0,
            _ => good(unit),
        };
        let findings = read(&answer(slow)).expect("findings");
        let (table, missed) = with_budgets(&findings).expect("a table");
        assert_eq!(missed, ["mobile accessibility", "desktop accessibility"]);
        assert!(table.contains("700 ms     500 ms     800 ms   over the target"), "{table}");
    }

    #[test]
    fn a_missing_number_is_named() {
        let error =
            with_budgets(&read("mobile performance 100").expect("numbers")).expect_err("no others");
        assert!(error.to_string().contains("accessibility"), "{error}");
        assert!(read("mobile performance fast").is_err());
    }
}
