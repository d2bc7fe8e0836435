//! Packs, runs and simulates: docs/hardware.md.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hardware::device::Device;
use hardware::inputs::Amount;
use hardware::plan::Plan;
use hardware::run::{Selection, run};
use hardware::{Result, folder, simulate};

/// Compares the results of GPUs with the evaluator's.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Assembles a kernel for every legal instruction of a target into a folder
    Pack {
        /// The target
        target: String,
        /// NVIDIA's assembler
        ptxas: PathBuf,
        /// Its version, for the record
        assembler: String,
        /// The folder
        folder: PathBuf,
    },
    /// Runs the kernels of a folder on a device, and checks the results
    Run {
        /// The folder
        folder: PathBuf,
        /// The file of the record; the default is standard output
        #[arg(long)]
        record: Option<PathBuf>,
        /// The number of operands for instructions that do not get all
        #[arg(long, default_value_t = 1 << 20)]
        count: u64,
        /// The width of a single operand up to which all values are taken; 32 takes hours without a
        /// GPU
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
        exhaustive: u32,
        /// The beginning of the statements to run
        #[arg(long, default_value = "")]
        only: String,
        /// The date, for the record
        #[arg(long, default_value = "")]
        date: String,
        /// The program that acts as the device, with its arguments
        #[arg(required = true, last = true)]
        device: Vec<String>,
    },
    /// Acts as a device, with the evaluator
    Simulate {
        /// The folder
        folder: PathBuf,
        /// A statement whose results are sometimes made wrong
        #[arg(long)]
        wrong: Option<String>,
    },
}

fn main() -> ExitCode {
    match go(Arguments::parse().command) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn go(command: Command) -> Result<ExitCode> {
    match command {
        Command::Pack { target, ptxas, assembler, folder } => {
            let plan = Plan::new(&target)?;
            folder::pack(&plan, &ptxas, &assembler, &folder)?;
            eprintln!("{} kernels for {target} in {}", plan.instructions.len(), folder.display());
            Ok(ExitCode::SUCCESS)
        }
        Command::Simulate { folder, wrong } => {
            simulate::serve(&folder, wrong.as_deref(), io::stdin().lock(), io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Run { folder, record, count, exhaustive, only, date, device } => {
            let (plan, assembler) = folder::open(&folder)?;
            let mut device = Device::start(&device)?;
            let mut output: Box<dyn io::Write> = match &record {
                Some(path) => {
                    let file = File::create(path);
                    Box::new(file.map_err(|error| format!("{}: {error}", path.display()))?)
                }
                None => Box::new(io::stdout()),
            };
            let target = plan.context.target.name;
            let mut failure = None;
            let mut write_line = |line: &str| {
                if let Err(error) = writeln!(output, "{line}") {
                    failure.get_or_insert(error.to_string());
                }
            };
            write_line(&format!("# device: {}\n# target: {target}, {assembler}", device.name));
            write_line(&format!(
                "# date: {date}\n# operands: {count}, all of {exhaustive} bits or fewer"
            ));
            let amount = Amount { biased: count, exhaustive };
            let [n_run, n_wrong] =
                run(&plan, &mut device, Selection { amount, only: &only }, &mut write_line)?;
            if let Some(error) = failure {
                return Err(format!("the record cannot be written: {error}"));
            }
            eprintln!("{n_run} instructions on {}; {n_wrong} differ", device.name);
            Ok(if n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
        }
    }
}
