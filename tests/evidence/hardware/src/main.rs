//! Packs, runs and simulates: docs/hardware.md.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use hardware::device::Device;
use hardware::inputs::Amount;
use hardware::plan::Plan;
use hardware::run::{Selection, run};
use hardware::sums::{self, Comparison, PARTS, Range};
use hardware::{Result, folder, simulate};

/// Compares the results of GPUs with those that are expected.
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
    Run(RunArgs),
    /// Adds up the results for all operands of 32 bits, on a device
    Sums(SumsArgs),
    /// Compares a record of sums with those that are expected
    Compare {
        /// The record
        record: PathBuf,
        /// The beginning of the statements to compare
        #[arg(long, default_value = "")]
        only: String,
        /// Compare every N-th part
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        step: u32,
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

/// The folder that is run, the device, and the record.
#[derive(Args)]
struct On {
    /// The folder
    folder: PathBuf,
    /// The file of the record; the default is standard output
    #[arg(long)]
    record: Option<PathBuf>,
    /// The beginning of the statements to run
    #[arg(long, default_value = "")]
    only: String,
    /// The date, for the record
    #[arg(long, default_value = "")]
    date: String,
    /// The program that acts as the device, with its arguments
    #[arg(required = true, last = true)]
    device: Vec<String>,
}

#[derive(Args)]
struct RunArgs {
    #[command(flatten)]
    on: On,
    /// The number of operands for instructions that do not get all
    #[arg(long, default_value_t = 1 << 20)]
    count: u64,
    /// The width of a single operand up to which all values are taken; 32 takes hours without a GPU
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    exhaustive: u32,
    /// The number of processes of the device
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
}

#[derive(Args)]
struct SumsArgs {
    #[command(flatten)]
    on: On,
    /// Take the operands of the numbers with this many bits
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(16..=32))]
    bits: u32,
    /// The number of sums for each instruction, a power of two
    #[arg(long, default_value_t = PARTS)]
    parts: u32,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Pack { target, ptxas, assembler, folder } => Plan::new(&target).and_then(|plan| {
            folder::pack(&plan, &ptxas, &assembler, &folder)?;
            eprintln!("{} kernels for {target} in {}", plan.instructions.len(), folder.display());
            Ok(true)
        }),
        Command::Run(options) => run_all(options),
        Command::Sums(options) => add_up(options),
        Command::Compare { record, only, step } => compare(&record, &only, step as usize),
        Command::Simulate { folder, wrong } => {
            simulate::serve(&folder, wrong.as_deref(), io::stdin().lock(), io::stdout())
                .map(|()| true)
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs every instruction; returns whether no result differs.
fn run_all(RunArgs { on, count, exhaustive, jobs }: RunArgs) -> Result<bool> {
    let (plan, assembler) = folder::open(&on.folder)?;
    let devices = (0..jobs).map(|_| Device::start(&on.device)).collect::<Result<Vec<_>>>();
    let mut devices = devices?;
    let name = devices.first().map_or_else(String::new, |device| device.name.clone());
    let mut record = Lines::record(&on, &plan, &assembler, &name)?;
    record.write_line(&format!("# operands: {count}, all of {exhaustive} bits or fewer"));
    let selection = Selection { amount: Amount { biased: count, exhaustive }, only: &on.only };
    let [n_run, n_wrong] = run(&plan, &mut devices, selection, |line| record.write_line(line))?;
    record.end()?;
    eprintln!("{n_run} instructions on {name}; {n_wrong} differ");
    Ok(n_wrong == 0)
}

/// Has every instruction added up.
fn add_up(SumsArgs { on, bits, parts }: SumsArgs) -> Result<bool> {
    if !parts.is_power_of_two() || parts > 1 << (bits - 8) {
        return Err(format!("{parts} parts: a power of two, at most 2^{}", bits - 8));
    }
    let (plan, assembler) = folder::open(&on.folder)?;
    let mut device = Device::start(&on.device)?;
    let name = device.name.clone();
    let range = Range { bits, parts };
    let mut record = Lines::record(&on, &plan, &assembler, &name)?;
    record.write_line(&sums::head(range));
    let n_run = sums::run(&plan, &mut device, &on.only, range, |line| record.write_line(line))?;
    record.end()?;
    eprintln!("{n_run} instructions on {name}");
    Ok(true)
}

/// Compares a record; returns whether no sum differs.
fn compare(record: &PathBuf, only: &str, step: usize) -> Result<bool> {
    let text = fs::read_to_string(record);
    let text = text.map_err(|error| format!("{}: {error}", record.display()))?;
    let (mut is_right, mut lines) = (true, Lines::to(Box::new(io::stdout())));
    sums::compare(&text, only, step, |statement, comparison| {
        lines.write_line(&match comparison {
            Comparison::Unknown => format!("{statement} unknown"),
            Comparison::Compared(parts) if parts.is_empty() => format!("{statement} agrees"),
            Comparison::Compared(parts) => {
                is_right = false;
                format!("{statement} differs in parts {parts:?}")
            }
        });
    })?;
    lines.end()?;
    Ok(is_right)
}

/// Lines that are written somewhere; a failure is reported at the end.
struct Lines {
    output: Box<dyn io::Write>,
    failure: Option<io::Error>,
}

impl Lines {
    fn to(output: Box<dyn io::Write>) -> Self {
        Self { output, failure: None }
    }

    /// Begins a record.
    fn record(on: &On, plan: &Plan, assembler: &str, device: &str) -> Result<Self> {
        let mut record = Self::to(match &on.record {
            Some(path) => {
                let file = File::create(path);
                Box::new(file.map_err(|error| format!("{}: {error}", path.display()))?)
            }
            None => Box::new(io::stdout()),
        });
        let (target, date) = (plan.context.target.name, &on.date);
        record.write_line(&format!("# device: {device}\n# target: {target}, {assembler}"));
        record.write_line(&format!("# date: {date}"));
        Ok(record)
    }

    fn write_line(&mut self, line: &str) {
        if let Err(error) = writeln!(self.output, "{line}") {
            self.failure.get_or_insert(error);
        }
    }

    fn end(self) -> Result<()> {
        self.failure.map_or(Ok(()), |error| Err(format!("cannot be written: {error}")))
    }
}
