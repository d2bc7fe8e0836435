//! `run`: a sequence of statements, one by one.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use clap::Args;
use ptxfp::catalog::{Context, Type};
use ptxfp::explore::sequence::{
    Action, Enclosed, Known, MAX_LENGTH, Outcomes, Register, Sequence, Standing, line_and_column,
};
use ptxfp::link;
use ptxfp::syntax::{self, Diagnostic};
use ptxfp::text::concise;
use serde::Serialize;

use crate::arguments::Place;
use crate::context::shown;

pub(crate) const HELP: &str = "\
FILE holds straight-line PTX, one statement a line or with semicolons, or the inline assembly of C++,
Rust, LLVM or Triton; `-` is standard input. Integer, logic and selection instructions, `mov`, guards and
parameters are evaluated with the floating-point ones. Registers that are read before they are written are the inputs:
each needs a value, as --set NAME=VALUE with the operands of eval. What is not known is reported with its
line and column, and what depends on it is unknown; then the exit status is 1.

Constants in statements are those of PTX: decimals are f64 constants that are converted, 0f and 0d are
bits, and f16, bf16 and packed operands take none. A product and a sum without rounding modifiers may
be fused: both results are shown then, and none of them is determined. Where an approximate instruction
leaves a choice, the results behind it are enclosed: `within` has the interval, and the line that left the
choice is named; a result that no choice changes is determined.";

/// How many sets of operands are tried for what is guaranteed.
const MAX_SETS: u64 = 32 * 1024;

/// What is run.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The statements; `-` for standard input
    file: String,
    #[command(flatten)]
    place: Place,
    /// The value of an input, such as x=1.5; more of them with another --set
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    /// What the statements come to.
    pub(crate) fn report(&self) -> Result<Report, String> {
        let statements = read(&self.file)?;
        let context = self.place.context_of_sequence(&statements)?;
        report(&statements, &context, &self.set)
    }
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("`{}` cannot be read: {error}", shown(path));
    // One byte more than is read, so that too long a text is reported.
    let limit = MAX_LENGTH as u64 + 1;
    let mut bytes = Vec::new();
    let input: Box<dyn std::io::Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(std::fs::File::open(path).map_err(failed)?),
    };
    input.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    String::from_utf8(bytes).map_err(|_| format!("`{}` is not UTF-8", shown(path)))
}

/// A diagnostic with its line and column.
pub(crate) fn located(text: &str, diagnostic: &Diagnostic) -> String {
    let (line, column) = line_and_column(text, diagnostic.span.start);
    let fix = diagnostic.fixes.first().map_or(String::new(), |fix| format!("; {fix}"));
    format!("{line}:{column}: {}{fix}", diagnostic.reason())
}

/// A sequence as it was evaluated.
#[derive(Serialize)]
pub(crate) struct Report {
    /// The target, such as `sm_90`.
    target: &'static str,
    /// The PTX ISA version.
    isa: String,
    /// The registers that are read before they are written.
    inputs: Vec<Shown>,
    /// The statements that compute or copy, in order, and those that are not known.
    statements: Vec<Ran>,
    /// The registers that are written and not read afterwards.
    outputs: Vec<Shown>,
    /// What is wrong, as `LINE:COLUMN: MESSAGE`.
    problems: Vec<String>,
    /// The link to it: the part of an address behind `#`.
    link: String,
}

/// A statement and what it wrote.
#[derive(Serialize)]
struct Ran {
    /// Its line in the text, from 1.
    line: usize,
    /// The statement.
    text: String,
    /// What it wrote.
    results: Vec<Shown>,
    /// Why it has several results, if it may have: the product that may be fused with its sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    contraction: Option<String>,
}

/// A register with its value.
#[derive(Serialize)]
pub(crate) struct Shown {
    /// Its name.
    pub(crate) name: String,
    /// What it is read as; nothing if only its width is known.
    #[serde(rename = "type")]
    pub(crate) kind: Option<&'static str>,
    /// Its bits; nothing if they are not known.
    pub(crate) bits: Option<String>,
    /// What its lanes hold, the least significant first.
    pub(crate) values: Vec<String>,
    /// `determined`, `any NaN`, `contracted`, `reference` or `unknown`.
    pub(crate) standing: &'static str,
    /// The other results that contraction leaves, each as good as the one above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Other>,
    /// The line that is not evaluated and that it depends on, if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_since: Option<usize>,
    /// What lanes lie within, the least significant first, where not all bits are guaranteed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    within: Vec<Within>,
    /// The first line that leaves its bits open, where they are not guaranteed.
    #[serde(skip_serializing_if = "Option::is_none")]
    open_since: Option<usize>,
}

/// The interval of a lane.
#[derive(Serialize)]
struct Within {
    /// The bits of the least and of the greatest datum.
    bits: [String; 2],
    /// Their values.
    values: [String; 2],
}

/// Another result of a register.
#[derive(Serialize)]
struct Other {
    /// Its bits.
    bits: String,
    /// What its lanes hold, the least significant first.
    values: Vec<String>,
}

pub(crate) fn hex(bits: u64, kind: Type) -> String {
    let width = kind.packing().register_width();
    format!("0x{bits:0digits$x}", digits = usize::from(width.div_ceil(4)))
}

/// What the lanes of a register hold, the least significant first.
pub(crate) fn values(bits: u64, kind: Type) -> Vec<String> {
    let packing = kind.packing();
    (0..packing.lanes).map(|lane| concise(packing.extract(bits, lane), kind.format())).collect()
}

/// The values of lanes as a statement has them: the highest first, in braces.
pub(crate) fn braced(values: &[String]) -> String {
    if let [only] = values {
        return only.clone();
    }
    let list: Vec<_> = values.iter().rev().map(String::as_str).collect();
    format!("{{{}}}", list.join(", "))
}

/// What a sequence came to.
struct Evaluated<'s> {
    sequence: &'s Sequence,
    text: &'s str,
    outcomes: Outcomes,
    enclosed: Enclosed,
}

impl Evaluated<'_> {
    /// The line of a statement.
    fn line(&self, statement: usize) -> Option<usize> {
        let statement = self.sequence.statements().get(statement)?;
        Some(line_and_column(self.text, statement.span.start).0)
    }

    /// The intervals of a register's lanes, if they are known; those of contraction alone are not
    /// needed, as each of its results is shown.
    fn within(&self, index: usize) -> Vec<Within> {
        let is_reference = self.outcomes.value(index).standing == Standing::Reference;
        let Known::Within(lanes) = self.enclosed.of(index) else { return Vec::new() };
        if !is_reference {
            return Vec::new();
        }
        let digits = usize::from(lanes.packing.width.div_ceil(4));
        let within = |lane| {
            let ends = lanes.lane(lane);
            Within {
                bits: ends.map(|bits| format!("0x{bits:0digits$x}")),
                values: ends.map(|bits| concise(bits, lanes.format)),
            }
        };
        (0..lanes.packing.lanes).map(within).collect()
    }

    /// A register.
    fn show(&self, index: usize, register: &Register) -> Shown {
        let value = self.outcomes.value(index);
        let is_known = value.standing != Standing::Unknown;
        let of_lanes =
            |bits| if register.is_typed { values(bits, register.kind) } else { Vec::new() };
        let other = |bits| Other { bits: hex(bits, register.kind), values: of_lanes(bits) };
        let is_guaranteed = matches!(self.enclosed.of(index), Known::Bits(_));
        Shown {
            name: register.name.clone(),
            kind: register.is_typed.then(|| register.kind.spelling()),
            bits: is_known.then(|| hex(value.bits, register.kind)),
            values: if is_known { of_lanes(value.bits) } else { Vec::new() },
            standing: match value.standing {
                Standing::Reference if is_guaranteed => "determined",
                Standing::Determined => "determined",
                Standing::OpenNan => "any NaN",
                Standing::Contracted => "contracted",
                Standing::Reference => "reference",
                Standing::Unknown => "unknown",
            },
            others: self.outcomes.of(index).iter().skip(1).map(|it| other(it.bits)).collect(),
            unknown_since: register.unknown_since.and_then(|since| self.line(since)),
            within: self.within(index),
            open_since: self
                .enclosed
                .since(index)
                .filter(|_| register.unknown_since.is_none())
                .and_then(|since| self.line(since)),
        }
    }
}

/// Reads `NAME=VALUE` for each input; a missing one is reported.
fn inputs(sequence: &Sequence, set: &[String]) -> Result<Vec<u64>, String> {
    let registers = || sequence.inputs().iter().filter_map(|index| sequence.register(*index));
    let names: Vec<_> = registers().map(|register| register.name.as_str()).collect();
    let mut given: Vec<Option<u64>> = vec![None; names.len()];
    for each in set {
        let (name, value) = each
            .split_once('=')
            .ok_or_else(|| format!("`{}` is not NAME=VALUE, such as a=1.5", shown(each)))?;
        let bare = |name: &str| name.trim_start_matches('%').to_string();
        let exact = names.iter().position(|other| *other == name.trim());
        let found =
            exact.or_else(|| names.iter().position(|other| bare(other) == bare(name.trim())));
        let (place, register) = found
            .and_then(|index| Some((given.get_mut(index)?, registers().nth(index)?)))
            .ok_or_else(|| {
                format!("`{}` is not an input; the inputs are {}", shown(name), names.join(", "))
            })?;
        let bits = syntax::value(value.trim(), register.kind)
            .map_err(|error| format!("input {}: {}", register.name, error.message))?;
        if place.replace(bits).is_some() {
            return Err(format!("input {} is set twice", register.name));
        }
    }
    let missing: Vec<_> = names
        .iter()
        .zip(&given)
        .filter(|(_, bits)| bits.is_none())
        .map(|(name, _)| *name)
        .collect();
    if missing.is_empty() {
        return Ok(given.into_iter().flatten().collect());
    }
    Err(format!("a value is missing for {}; write --set {}=1.5", missing.join(", "), missing[0]))
}

/// Evaluates a sequence.
fn report(text: &str, context: &Context, set: &[String]) -> Result<Report, String> {
    let sequence = Sequence::new(text, context);
    let problems: Vec<_> =
        sequence.diagnostics().into_iter().map(|each| located(text, each)).collect();
    if sequence.statements().is_empty() {
        let first = problems.into_iter().next();
        return Err(first.unwrap_or_else(|| "there is no statement to run".into()));
    }
    let registers = inputs(&sequence, set)?;
    let evaluated = Evaluated {
        sequence: &sequence,
        text,
        outcomes: sequence.outcomes(&registers),
        enclosed: sequence.enclose(&registers, MAX_SETS),
    };
    let shown =
        |index: &usize| sequence.register(*index).map(|register| evaluated.show(*index, register));
    let mut statements = Vec::new();
    for (index, statement) in sequence.statements().iter().enumerate() {
        if matches!(statement.action, Action::Declaration) {
            continue;
        }
        let text_of = text.get(statement.span.clone()).unwrap_or_default();
        statements.push(Ran {
            line: line_and_column(text, statement.span.start).0,
            text: text_of.split_whitespace().collect::<Vec<_>>().join(" "),
            results: statement.destinations().iter().filter_map(shown).collect(),
            contraction: sequence.contraction(index),
        });
    }
    Ok(Report {
        target: context.target.name,
        isa: context.isa.to_string(),
        inputs: sequence.inputs().iter().filter_map(shown).collect(),
        statements,
        outputs: sequence.outputs().iter().filter_map(shown).collect(),
        problems,
        link: link::SequenceState::new(text, *context, &registers).to_fragment(),
    })
}

impl Report {
    /// Says what is wrong on standard error.
    pub(crate) fn tell_problems(&self) -> ExitCode {
        let mut stderr = std::io::stderr().lock();
        for problem in &self.problems {
            // There is nowhere to tell that standard error is closed.
            let _ = writeln!(stderr, "{}", crate::context::one_line(problem));
        }
        ExitCode::FAILURE
    }

    /// Whether everything was evaluated.
    pub(crate) fn is_complete(&self) -> bool {
        self.problems.is_empty()
    }
}

fn value_text(shown: &Shown) -> String {
    let mut text = shown.name.clone();
    if let Some(kind) = shown.kind {
        text.extend([" ", kind]);
    }
    match &shown.bits {
        None => text.push_str("  unknown"),
        Some(bits) => text.extend(["  ", bits]),
    }
    if !shown.values.is_empty() {
        text.extend([" = ", &braced(&shown.values)]);
    }
    for Other { bits, values } in &shown.others {
        text.extend([", or ", bits]);
        if !values.is_empty() {
            text.extend([" = ", &braced(values)]);
        }
    }
    if let Some(line) = shown.unknown_since {
        let _ = write!(text, "  (line {line} is not evaluated)");
    }
    if !shown.within.is_empty() {
        let range = |within: &Within| within.values.join(" to ");
        let ranges: Vec<_> = shown.within.iter().map(range).collect();
        text.extend([", within ", &braced(&ranges)]);
    }
    match (shown.standing, shown.open_since) {
        ("contracted", _) => text.push_str("  (contracted or not: the ISA permits each)"),
        ("any NaN", _) => text.push_str("  (sign and payload of a NaN are open)"),
        ("reference", Some(line)) => {
            let _ = write!(text, "  (from the reference: line {line} permits others)");
        }
        ("reference", None) => text.push_str("  (from the reference: the ISA permits others)"),
        _ => {}
    }
    text
}

/// The report for people.
pub(crate) fn text(report: &Report) -> String {
    let mut text = format!("{}, PTX ISA {}\n", report.target, report.isa);
    // A String takes whatever is written to it.
    for shown in &report.inputs {
        let _ = writeln!(text, "  in   {}", value_text(shown));
    }
    for Ran { line, text: statement, results, contraction } in &report.statements {
        let _ = writeln!(text, "{line}: {statement}");
        for shown in results {
            let _ = writeln!(text, "     -> {}", value_text(shown));
        }
        let is_open = results.iter().any(|shown| !shown.others.is_empty());
        if let Some(reason) = contraction.as_ref().filter(|_| is_open) {
            let _ = writeln!(text, "        {}", reason.replace('`', ""));
        }
    }
    for shown in &report.outputs {
        let _ = writeln!(text, "  out  {}", value_text(shown));
    }
    text
}
