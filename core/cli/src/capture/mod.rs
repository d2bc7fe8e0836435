//! `capture`: the record of a GPU beside what the core says.

mod record;
mod scalar;
mod tensor;
mod text;

use std::fs;
use std::io::StdoutLock;

use clap::Args;
use ptxfp::catalog::Context;
use serde::Serialize;

use self::record::{Kind, Record};
use crate::context::{context, shown};
use crate::{FAILURE, Failure, SUCCESS, json_text, write_all};

#[derive(Args)]
pub(crate) struct CaptureArgs {
    /// The record of capture.py
    #[arg(value_name = "FILE")]
    file: String,
    /// The number of differences to show for each probe
    #[arg(long, value_name = "N", default_value_t = 3)]
    differences: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) const HELP: &str = "\
The record comes from capture.py, one file that a machine with an NVIDIA GPU runs; it needs Python and the
driver only. The page links to it, and it is tests/evidence/hardware/capture.py of the sources.

Each probe is an instruction with its operands and results. The answer is one of
  differs      a result is not the one that the ISA determines, is outside the interval that it documents,
               or is not the one that was observed on GPUs; the first ones follow, with commands that
               show what was expected
  suspect      a product of small whole numbers is wrong, so the probe itself may be
  failed       the GPU reported an error
  unknown      nobody knows what GPUs return
  within       the ISA permits the results, such as those within a documented interval, and no bits are known
  agrees       bit for bit
  unsupported  the GPU or its driver does not have the instruction

The exit status is 1 if a result differs.";

/// The comparison of a record; field names are stable.
#[derive(Serialize)]
struct Report {
    gpu: String,
    capability: String,
    cuda: String,
    date: String,
    target: String,
    isa: String,
    probes: Vec<Compared>,
}

/// The comparison of a probe.
#[derive(Default, Serialize)]
struct Compared {
    instruction: String,
    verdict: Verdict,
    #[serde(flatten)]
    counts: Counts,
    /// The grade of the evidence that the expected results of tensor cores have.
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    /// The reason for a verdict without a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    differences: Vec<Difference>,
}

/// The numbers of results.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    results: usize,
    agree: usize,
    within: usize,
    /// Those within that are nearest to the exact result.
    nearest: usize,
    differ: usize,
    unknown: usize,
}

/// The comparison of one result.
enum Outcome {
    Agrees,
    /// Permitted by the ISA, where no bits are known; it may be the nearest to the exact result.
    Within {
        is_nearest: bool,
    },
    Unknown,
    Differs(Difference),
}

/// A result that is not the expected one.
#[derive(Serialize)]
struct Difference {
    /// A command that shows what was expected.
    command: String,
    expected: String,
    found: String,
    /// Whether the ISA permits what was found, although it was never observed; nothing for tensor cores,
    /// of which the ISA leaves the bits open.
    #[serde(skip_serializing_if = "Option::is_none")]
    permitted: Option<bool>,
}

/// The comparison in a word, the most important first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Differs,
    Suspect,
    Failed,
    #[default]
    Unknown,
    Within,
    Agrees,
    Unsupported,
}

impl Compared {
    /// A probe that is not compared.
    fn without(verdict: Verdict, reason: String) -> Self {
        Self { verdict, reason: Some(reason), ..Self::default() }
    }

    /// Adds a result; keeps the first differences.
    fn add(&mut self, outcome: Outcome, limit: usize) {
        self.counts.results += 1;
        match outcome {
            Outcome::Agrees => self.counts.agree += 1,
            Outcome::Within { is_nearest } => {
                self.counts.within += 1;
                self.counts.nearest += usize::from(is_nearest);
            }
            Outcome::Unknown => self.counts.unknown += 1,
            Outcome::Differs(difference) => {
                self.counts.differ += 1;
                if self.differences.len() < limit {
                    self.differences.push(difference);
                }
            }
        }
    }

    /// Draws the conclusion from the counts.
    fn concluded(mut self) -> Self {
        let Counts { agree, within, differ, .. } = self.counts;
        self.verdict = match (differ, within, agree) {
            (1.., _, _) => Verdict::Differs,
            (0, 1.., _) => Verdict::Within,
            (0, 0, 1..) => Verdict::Agrees,
            (0, 0, 0) => Verdict::Unknown,
        };
        self
    }
}

impl CaptureArgs {
    pub(crate) fn run(&self, output: StdoutLock<'static>) -> Result<u8, Failure> {
        let name = shown(&self.file);
        let text = fs::read_to_string(&self.file).map_err(|error| format!("`{name}`: {error}"))?;
        let record = Record::read(&text).map_err(|error| format!("`{name}`: {error}"))?;
        let report =
            compared(record, self.differences).map_err(|error| format!("`{name}`: {error}"))?;
        let text = if self.json { json_text(&report) } else { text::text(&report) };
        write_all(output, &text)?;
        let differs = report.probes.iter().any(|probe| probe.verdict == Verdict::Differs);
        Ok(if differs { FAILURE } else { SUCCESS })
    }
}

/// Compares all probes of a record; an error is in the record.
fn compared(record: Record, limit: usize) -> Result<Report, String> {
    // A target or a version that is not known here makes every probe unknown, and says so.
    let place = context(&record.isa, &record.target);
    let mut probes = Vec::new();
    for probe in &record.probes {
        let compared = match (probe.kind()?, &place) {
            (Kind::Unsupported(reason), _) => {
                Compared::without(Verdict::Unsupported, reason.to_owned())
            }
            (Kind::Failed(reason), _) => Compared::without(Verdict::Failed, reason.to_owned()),
            (Kind::Suspect(reason), _) => Compared::without(Verdict::Suspect, reason.to_owned()),
            (_, Err(reason)) => Compared::without(Verdict::Unknown, reason.clone()),
            (Kind::Scalar { operands, results }, Ok(context)) => {
                let compared =
                    scalar::compare(&probe.instruction, operands, results, context, limit);
                compared.map_err(|error| format!("{}: {error}", shown(&probe.instruction)))?
            }
            (Kind::Tensor(tiles), Ok(context)) => {
                let compared = tensor::compare(&probe.instruction, tiles, context, limit);
                compared.map_err(|error| format!("{}: {error}", shown(&probe.instruction)))?
            }
        };
        probes.push(Compared { instruction: probe.instruction.clone(), ..compared });
    }
    let Record { gpu, capability, cuda, date, target, isa, .. } = record;
    Ok(Report { gpu, capability, cuda, date, target, isa, probes })
}

/// The options that name a context in a command.
fn place(context: &Context) -> String {
    format!("--target {} --isa {}", context.target.name, context.isa)
}
