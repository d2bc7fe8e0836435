//! `sweep`: one operand takes many values, on every core.

use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write as _};
use std::ops::{ControlFlow, Range};

use clap::Args;
use ptxfp::catalog::{Context, Instruction, Operand};
use ptxfp::eval::Prepared;
use ptxfp::explore::domain::Domain;
use ptxfp::explore::sweep::{OperandLane, Sweep, operand_format};
use ptxfp::explore::tally::{MAX_COLUMNS, Tally};
use ptxfp::observed::Observed;
use ptxfp::syntax::{self, parse};
use serde::{Deserialize, Serialize};

use crate::arguments;
use crate::context::{Rejection, resolve, shown};
use crate::cores::Cores;
use crate::part::Part;
use crate::{Failure, json_text, operands, write_all};

mod csv;
mod report;
mod text;

pub(crate) use report::ulp;

pub(crate) const HELP: &str = "\
One operand takes all the values of a domain; the others keep their value in the statement, or take the
value that --operand gives them, or 1. A domain is
  all                    every encoding, up to 32 bits, in the order of values, NaNs last
  0x3f80..0x4000, 1..2   from one number to another, each given as bits or as a number
  all/7, 0x0..0xff/7     every seventh of them
  all:bits               in the order of the encodings
  random:1000:7          that many random encodings, from a seed
  edges:1000:7           the same, most of them near zeros, powers of two and the largest numbers
Without --operand it is `all` for the first operand, if that has 16 bits or fewer.

An error is the result minus the exact value, in units in the last place of the result. Results of a rule
or a clamp, and results beyond the largest number, have none.

With --part K/N, the K-th of N parts of the domain is swept over; `ptxfp merge` joins the parts.";

/// The widest operand that is swept over by default, in bits.
const MAX_UNASKED_WIDTH: u8 = 16;

#[derive(Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// Write each operand and result to a file, or `-`; if more than a million, in columns
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    csv: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Sweep over a part of the domain, and print its counts for `ptxfp merge`
    #[arg(long, value_name = "K/N")]
    pub(crate) part: Option<Part>,
    #[command(flatten)]
    cores: Cores,
}

/// The arguments of a sweep: the domain, and the results to count.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The statement, in quotes, with or without operands
    statement: String,
    #[command(flatten)]
    place: arguments::ContextArgs,
    /// A domain or a value for an operand; repeat for other operands
    #[arg(long = "operand", value_name = "NAME=DOMAIN")]
    operands: Vec<String>,
    #[arg(long, help = "The lane of the result [default: the first that has the operand]")]
    lane: Option<u8>,
    /// Measure errors, and the permitted range of approximate results
    #[arg(long)]
    errors: bool,
    /// Sweep over the results that GPUs were observed to return, instead of the correctly rounded ones
    #[arg(long)]
    observed: bool,
    #[arg(
        long,
        value_name = "N",
        help = "Divide the operands into this many columns [default: 1000 in CSV, none in JSON]"
    )]
    columns: Option<usize>,
}

/// A sweep with its report.
pub(crate) struct Plan {
    instruction: Instruction,
    context: Context,
    registers: Vec<u64>,
    place: OperandLane,
    measures: bool,
    sweep: Sweep,
    /// The observed results, if these are swept over.
    observed: Option<Observed>,
}

impl Plan {
    /// The operand that varies.
    fn operand(&self) -> &'static Operand {
        let form = self.instruction.form;
        form.sources().get(self.place.operand).unwrap_or(form.destination())
    }
}

impl SweepArgs {
    /// Sweeps over the whole domain, and writes the report.
    pub(crate) fn run(&self, output: StdoutLock<'static>) -> Result<(), Failure> {
        let plan = self.asked.plan()?;
        // The file is made before the work, which may take minutes.
        let sheet = Sheet::new(self.csv.as_deref(), self.json)?;
        let is_by_column =
            self.asked.columns.is_some() || plan.sweep.domain().len() > csv::MAX_POINTS;
        let n_columns = match self.asked.columns {
            None if self.csv.is_some() => csv::N_COLUMNS,
            _ => self.asked.n_columns(),
        };
        if matches!(sheet, Sheet::Printed) && !is_by_column {
            let mut output = BufWriter::new(output);
            csv::points(&plan, &mut output)?;
            return Ok(output.flush()?);
        }
        let tally = count(&plan, n_columns, &(0..plan.sweep.domain().len()), self.cores);
        if let Sheet::File(mut file) = sheet {
            if is_by_column {
                csv::columns(&plan, &tally, &mut file)?;
            } else {
                csv::points(&plan, &mut file)?;
            }
            file.flush()?;
        } else if matches!(sheet, Sheet::Printed) {
            let mut output = BufWriter::new(output);
            csv::columns(&plan, &tally, &mut output)?;
            return Ok(output.flush()?);
        }
        Ok(write_all(output, &self.asked.report(&plan, &tally, self.json))?)
    }

    /// Returns the counts of a part of the domain, with the sweep that was asked for.
    pub(crate) fn part(&self, part: Part) -> Result<(Asked, Tally), String> {
        self.asked.part(part, self.cores)
    }
}

/// Sweeps over a range of the domain; the tally is the same however many threads there are.
fn count(plan: &Plan, n_columns: usize, range: &Range<u64>, cores: Cores) -> Tally {
    let start = || plan.sweep.tally(n_columns);
    let mut whole = start();
    let work = |tally: &mut Tally, range| {
        plan.sweep.run_many(range, tally);
        ControlFlow::Continue(())
    };
    cores.share(range, start, work, |part| whole.merge(&part));
    whole
}

/// The destination of CSV.
enum Sheet {
    None,
    Printed,
    File(BufWriter<File>),
}

impl Sheet {
    fn new(path: Option<&str>, is_json: bool) -> Result<Self, String> {
        match path {
            None => Ok(Self::None),
            Some("-") if is_json => Err("CSV and JSON cannot both go to standard output".into()),
            Some("-") => Ok(Self::Printed),
            Some(path) => {
                let failed = |error: io::Error| format!("`{}`: {error}", shown(path));
                Ok(Self::File(BufWriter::new(File::create(path).map_err(failed)?)))
            }
        }
    }
}

impl Asked {
    /// Fills in a target and a version that were not given.
    fn resolved(&self) -> Result<Self, String> {
        let Context { target, isa } = self.place.context(&self.statement)?;
        let place = arguments::ContextArgs {
            target: Some(target.name.to_string()),
            isa: Some(isa.to_string()),
        };
        Ok(Self { place, ..self.clone() })
    }

    /// The counts of a part of the domain, with the resolved question.
    pub(crate) fn part(&self, part: Part, cores: Cores) -> Result<(Self, Tally), String> {
        let asked = self.resolved()?;
        let plan = asked.plan()?;
        let range = part.range(plan.sweep.domain().len());
        let tally = count(&plan, asked.n_columns(), &range, cores);
        Ok((asked, tally))
    }

    /// The number of columns that are counted; they have the least and the greatest result.
    fn n_columns(&self) -> usize {
        self.columns.unwrap_or(1)
    }

    /// Returns the report on a tally of the whole domain.
    pub(crate) fn report(&self, plan: &Plan, tally: &Tally, is_json: bool) -> String {
        let report = report::report(plan, tally, self.columns.is_some());
        if is_json { json_text(&report) } else { text::text(&report) }
    }

    /// Reads the question.
    pub(crate) fn plan(&self) -> Result<Plan, String> {
        if self.columns.is_some_and(|n| !(1..=MAX_COLUMNS).contains(&n)) {
            return Err(format!("the number of columns must be from 1 to {MAX_COLUMNS}"));
        }
        plan(self)
    }
}

/// Finds the instruction, its operands and the domain.
fn plan(arguments: &Asked) -> Result<Plan, String> {
    let statement = arguments.statement.as_str();
    let context = arguments.place.context(statement)?;
    let located = |rejection: Rejection| rejection.located(statement);
    let (instruction, _) = resolve(statement, &context).map_err(located)?;
    let prepared = Prepared::new(&instruction, &context);
    let sources = instruction.form.sources();
    let parsed = parse(statement).0;
    let mut registers: Vec<u64> = if parsed.operands.is_empty() {
        ptxfp::explore::corner::ones(&instruction, &prepared)
            .into_iter()
            .take(sources.len())
            .collect()
    } else {
        let read = operands::registers(&instruction, &parsed, &context).map_err(located)?;
        read.iter().map(|register| register.bits).collect()
    };
    if let Some(lane) = arguments.lane.filter(|lane| *lane >= prepared.lanes()) {
        let n = prepared.lanes();
        return Err(format!("unknown lane {lane}; the result has {n}, counted from 0"));
    }
    let given = read_operands(&arguments.operands, &instruction, &mut registers)?;
    let lanes = || arguments.lane.map_or(0..prepared.lanes(), |lane| lane..lane + 1);
    let found = |operand| {
        let mut places = lanes().map(|lane| OperandLane { operand, lane });
        places.find_map(|place| Some((place, operand_format(&instruction, &context, place)?)))
    };
    let first =
        || (0..sources.len()).find(|index| !given.named.contains(index) && found(*index).is_some());
    let (index, text) = match given.varied {
        Some((index, text)) => (index, Some(text)),
        None => {
            (first().ok_or("every operand has a value; give one a domain, such as a=all")?, None)
        }
    };
    let name = sources.get(index).map_or("", |operand| operand.name);
    let Some((place, format)) = found(index) else {
        return Err(format!("that lane does not use operand {name}; see --lane"));
    };
    if text.is_none() && format.width() > MAX_UNASKED_WIDTH {
        return Err(format!(
            "operand {name} has {} bits; choose its values: --operand {name}=random:65536:1, \
             a range of bits, or {name}=all",
            format.width()
        ));
    }
    let domain = Domain::parse(text.unwrap_or("all"), format)
        .map_err(|error| format!("operand {name}: {}", error.message))?;
    let measures = arguments.errors;
    let sweep = Sweep::new(&instruction, &context, &registers, place, domain, measures)
        .ok_or("no operand to sweep over")?;
    let observed = match arguments.observed.then(|| Observed::of(&instruction, &context)) {
        Some(None) => {
            let target = context.target.name;
            return Err(format!("no observation covers {instruction} on {target}"));
        }
        Some(known) => known,
        None => None,
    };
    let sweep = observed.map_or(sweep, |observed| sweep.observing(observed));
    Ok(Plan { instruction, context, registers, place, measures, sweep, observed })
}

/// The values of the command's pairs, by the indices of the operands.
struct Given<'t> {
    named: Vec<usize>,
    /// The operand that varies, and its domain.
    varied: Option<(usize, &'t str)>,
}

/// Reads the pairs, and puts the values that they give into registers.
fn read_operands<'t>(
    pairs: &'t [String],
    instruction: &Instruction,
    registers: &mut [u64],
) -> Result<Given<'t>, String> {
    let sources = instruction.form.sources();
    let mut given = Given { named: Vec::new(), varied: None };
    for pair in pairs {
        let (index, text) = operand(pair, sources)?;
        let Some(operand) = sources.get(index) else { continue };
        let name = operand.name;
        if given.named.contains(&index) {
            return Err(format!("operand {name} is given twice"));
        }
        given.named.push(index);
        if is_domain(text) {
            if given.varied.replace((index, text)).is_some() {
                return Err("only one operand can vary; give the others a value".into());
            }
        } else if let Some(register) = registers.get_mut(index) {
            let entry = syntax::register(text, instruction.operand_type(operand));
            *register = entry.map_err(|error| format!("operand {name}: {error}"))?.bits;
        }
    }
    Ok(given)
}

/// The operand of a pair, by its index, and its values.
fn operand<'t>(pair: &'t str, sources: &[Operand]) -> Result<(usize, &'t str), String> {
    let (name, text) = pair
        .split_once('=')
        .ok_or_else(|| format!("`{}` is not `NAME=DOMAIN`, such as a=all", shown(pair)))?;
    let index = sources.iter().position(|operand| operand.name == name).ok_or_else(|| {
        let names: Vec<_> = sources.iter().map(|operand| operand.name).collect();
        format!("`{}` is not an operand; expected one of {}", shown(name), names.join(", "))
    })?;
    Ok((index, text))
}

/// Whether a text is meant as a domain, not as a value.
fn is_domain(text: &str) -> bool {
    text.contains("..") || ["all", "random", "edges"].iter().any(|word| text.starts_with(word))
}
