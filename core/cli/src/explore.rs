//! The commands that evaluate many times.

use std::io::StdoutLock;

use clap::Subcommand;

use crate::arguments::ContextArgs;
use crate::merge::{self, Done};
use crate::{
    FAILURE, Failure, SUCCESS, diff, distribution, json_text, kernel, sequence, sweep, write_all,
};

#[derive(Subcommand)]
pub(crate) enum Explore {
    /// Sweeps over an operand: counts results, measures errors, writes CSV
    #[command(after_long_help = sweep::HELP)]
    Sweep(sweep::SweepArgs),
    /// Shows every result of stochastic rounding, and how many random bits give it
    Distribution {
        /// The statement, in quotes; its random bits are ignored
        statement: String,
        #[command(flatten)]
        place: ContextArgs,
        #[arg(long, help = "The lane of the result [default: all]")]
        lane: Option<u8>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Looks for operands on which two instructions or sequences differ
    #[command(after_long_help = diff::HELP)]
    Diff(diff::DiffArgs),
    /// Joins the parts of a sweep or of a search
    #[command(after_long_help = merge::HELP)]
    Merge(merge::MergeArgs),
    /// Evaluates a sequence of statements and shows each with its result
    #[command(after_long_help = sequence::HELP)]
    Run(sequence::RunArgs),
}

impl Explore {
    pub(crate) fn run(self, output: StdoutLock<'static>) -> Result<u8, Failure> {
        match self {
            Self::Sweep(arguments) => match arguments.part {
                Some(part) => write_all(output, &Done::sweep(part, arguments.part(part)?).line())?,
                None => arguments.run(output)?,
            },
            Self::Merge(arguments) => return arguments.run(output),
            Self::Distribution { statement, place, lane, json } => {
                let report = distribution::report(&statement, &place.context(&statement)?, lane)?;
                let text = if json { json_text(&report) } else { distribution::text(&report) };
                write_all(output, &text)?;
            }
            Self::Diff(arguments) => {
                if let Some(part) = arguments.part {
                    write_all(output, &Done::diff(part, arguments.part(part)?).line())?;
                    return Ok(SUCCESS);
                }
                let report = arguments.report()?;
                let text = if arguments.json { json_text(&report) } else { diff::text(&report) };
                write_all(output, &text)?;
                if report.is_found() {
                    return Ok(FAILURE);
                }
            }
            Self::Run(arguments) if !arguments.targets.is_empty() => {
                let report = arguments.beside()?;
                let text = if arguments.json {
                    json_text(&report)
                } else {
                    sequence::targets_text(&report)
                };
                write_all(output, &text)?;
                if report.targets.iter().any(|program| !program.problems.is_empty()) {
                    return Ok(FAILURE);
                }
            }
            Self::Run(arguments) if arguments.threads.is_some() => {
                let report = arguments.block(arguments.threads.unwrap_or(1))?;
                let text =
                    if arguments.json { json_text(&report) } else { kernel::threads_text(&report) };
                write_all(output, &text)?;
                if report.threads.iter().any(|thread| !thread.program.problems.is_empty()) {
                    return Ok(FAILURE);
                }
            }
            Self::Run(arguments) => {
                let report = arguments.report()?;
                let text =
                    if arguments.json { json_text(&report) } else { sequence::text(&report) };
                write_all(output, &text)?;
                if !report.problems.is_empty() {
                    // In JSON they are a part of the answer.
                    if !arguments.json {
                        sequence::report_problems(&report);
                    }
                    return Ok(FAILURE);
                }
            }
        }
        Ok(SUCCESS)
    }
}
