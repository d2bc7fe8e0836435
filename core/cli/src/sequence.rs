//! `run`: a sequence of statements, one by one.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};

use clap::Args;
use ptxfp::catalog::{Target, Type, UnknownTarget};
use ptxfp::explore::sequence::kernel::{DEFAULT_STEPS, without_sections};
use ptxfp::explore::sequence::{MAX_LENGTH, differs_words};
use ptxfp::report::{Comparison, Other, Program, Ran, Shown, Targets, Within};
use ptxfp::text::concise;

use crate::arguments::ContextArgs;
use crate::arguments::proposed::TargetName;
use crate::context::shown;
use crate::eval::instead_text;
use crate::kernel::{Input, head_text, moves_text};
use crate::program::Source;

pub(crate) const HELP: &str = "\
FILE holds PTX, one statement a line or separated by semicolons, or the inline assembly of C++, Rust, LLVM
or Triton; `-` is standard input. LINK leads to a program, and may be compressed. Integer, logic and
selection instructions, `mov`, guards and parameters are evaluated too. Registers that are read before
they are written are the inputs: each needs a value, as --set NAME=VALUE with the operands of eval, or in
the file as a line `// ptxfp: NAME = VALUE`; a link has them. An input has the type of its declaration, or
of the first instruction that it reaches. Statements that are not supported are reported with line and
column, and everything that depends on them is unknown; the exit status is then 1.

A text with jumps, calls, loads, stores or special registers is a kernel, of which one thread runs: the
first entry, or --function NAME. Jumps are followed as long as their predicates are guaranteed; where one
is open, both sides run, and what differs behind them is open too. --steps N limits the statements that
run. Loads are inputs, `%f1 = [%rd5+4]`: --loads V1,V2,... has their values in the order in which they run,
one for each element, as decimals, 0x bits, or 0f and 0d; --set '[x+16]=1.5' gives one to the memory 16
bytes behind the pointer x instead. A load of what the thread stored has that value and takes none, and
one without a value is unknown, which is reported. So are values of other threads: shfl, vote and the
like, and the value before an atomic one. Stores are the outputs. Pointers need no value: each
points to memory of its own. %tid, %ctaid and the like are 0, %ntid and %nctaid 1 or what
.reqntid says, unless --set %tid.x=3 says otherwise. --threads N runs the threads with %tid.x from 0 to
N-1 and shows their stores; each takes its loads from those that are left. In JSON, `loads` and `stores`
are lists in the order of execution, each element with `address` as it is written, `location`, `bits`,
`values` and `standing`.

Constants in statements are those of PTX: decimals are f64 constants that are converted, 0f and 0d are
bits, and f16, bf16 and packed operands take none. A product and a sum without rounding modifiers may
be fused: then both results are shown, and neither is determined. If an approximate instruction leaves a
choice, the results that depend on it are enclosed: `within` has the interval, and the line that left the
choice is named; a result that no choice changes is determined. If it is known what GPUs return for the
approximate instructions, another line shows the result that follows, how it is known, and whether other
permitted results lead to different bits.

With --targets, each target has a paragraph: `legal`, or the problems there, and the outputs; `differs`
marks an output that is not that of the first target. The exit status is 1 if a target does not support
all statements.";

/// The arguments of `run`.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The statements; `-` for standard input; or a link to a program
    #[arg(value_name = "FILE|LINK")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) place: ContextArgs,
    /// The value of an input, such as x=1.5; repeat for other inputs
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// The values of loads of a kernel in the order in which they run, one for each element
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) loads: Vec<String>,
    /// The function to run, where the text has several [default: the first entry]
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// The largest number of statements that a kernel runs
    #[arg(long, value_name = "N", default_value_t = DEFAULT_STEPS)]
    pub(crate) steps: usize,
    /// Run so many threads of a block of a kernel, and show what each stores
    #[arg(long, value_name = "N", conflicts_with = "targets")]
    pub(crate) threads: Option<u32>,
    /// Show the program on these targets, side by side, such as `sm_75,sm_90,sm_100a`
    #[arg(
        long,
        value_name = "TARGETS",
        value_delimiter = ',',
        conflicts_with = "target",
        value_parser = TargetName,
        hide_possible_values = true
    )]
    pub(crate) targets: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    /// Evaluates the statements on several targets.
    pub(crate) fn beside(&self) -> Result<Targets, String> {
        let named = self
            .targets
            .iter()
            .map(|name| Target::parse(name).ok_or_else(|| UnknownTarget::new(name).to_string()));
        let targets = named.collect::<Result<Vec<_>, _>>()?;
        match self.input()? {
            Input::Kernel(kernel) => kernel.beside(&self.settings(&kernel, None)?, &targets),
            Input::Straight(Source { text, context, sequence, registers }) => {
                Ok(Targets::of(&text, &sequence, &context, &registers, &targets))
            }
        }
    }

    /// Evaluates the statements.
    pub(crate) fn report(&self) -> Result<Program, String> {
        match self.input()? {
            Input::Kernel(kernel) => kernel.report(&self.settings(&kernel, None)?),
            Input::Straight(program) => Ok(report(&program)),
        }
    }
}

/// The longest file that is read, in bytes; without the data of debuggers, a text has at most
/// [`MAX_LENGTH`].
const MAX_FILE: usize = 16 * MAX_LENGTH;

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("`{}` cannot be read: {error}", shown(path));
    // One byte more than is read, so that too long a text is reported.
    let limit = MAX_FILE as u64 + 1;
    let mut bytes = Vec::new();
    let input: Box<dyn std::io::Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(std::fs::File::open(path).map_err(failed)?),
    };
    input.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("`{}` is not UTF-8", shown(path)))?;
    // The data of debuggers are behind the functions.
    let own = if text.len() > MAX_LENGTH { without_sections(&text).to_owned() } else { text };
    Ok(own)
}

pub(crate) fn hex(bits: u64, kind: Type) -> String {
    let width = kind.packing().register_width();
    format!("0x{bits:0digits$x}", digits = usize::from(width.div_ceil(4)))
}

/// Returns the values of the lanes of a register, the least significant first.
pub(crate) fn values(bits: u64, kind: Type) -> Vec<String> {
    let packing = kind.packing();
    (0..packing.lanes).map(|lane| concise(packing.extract(bits, lane), kind.format())).collect()
}

/// The values of lanes as a statement has them: the highest first, in braces. Two lanes have their
/// names, since other languages begin with the lowest.
pub(crate) fn braced(values: &[impl AsRef<str>]) -> String {
    let list: Vec<_> = values.iter().rev().map(AsRef::as_ref).collect();
    match list.as_slice() {
        [only] => (*only).to_owned(),
        [hi, lo] => format!("{{{hi}, {lo}}} (hi, lo)"),
        more => format!("{{{}}}", more.join(", ")),
    }
}

/// Evaluates a program.
pub(crate) fn report(program: &Source) -> Program {
    Program::of(&program.text, &program.sequence, &program.context, &program.registers)
}

/// Writes errors to standard error.
pub(crate) fn report_problems(report: &Program) {
    let mut stderr = std::io::stderr().lock();
    for problem in &report.problems {
        // If standard error is closed, there is nowhere to report that.
        let _ = writeln!(stderr, "{}", crate::context::one_line(problem));
    }
}

/// The largest number of statements in a report for people.
const MAX_SHOWN: usize = 2000;

/// The type of a register, and all that is known of its value.
pub(crate) fn known_text(shown: &Shown) -> String {
    let mut text = String::new();
    if let Some(kind) = shown.kind {
        text.extend([" ", kind]);
    }
    match (&shown.bits, &shown.pointer) {
        (Some(bits), _) => text.extend(["  ", bits]),
        (None, Some(pointer)) => text.extend(["  address ", pointer]),
        (None, None) => text.push_str("  unknown"),
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
    if !shown.within.is_empty() {
        let range = |within: &Within| within.values.join(" to ");
        let ranges: Vec<_> = shown.within.iter().map(range).collect();
        text.extend([", within ", &braced(&ranges)]);
    }
    text
}

fn value_text(shown: &Shown) -> String {
    let mut text = shown.name.clone() + &known_text(shown);
    // Nothing else is known of such a value.
    if let Some(line) = shown.unknown_since {
        let _ = write!(text, "  (line {line} is not evaluated)");
    }
    match (shown.standing, shown.open_since) {
        ("contracted", _) => text.push_str("  (contracted or not: the ISA permits each)"),
        ("any NaN", _) => text.push_str("  (sign and payload of a NaN are open)"),
        ("reference", Some(line)) => {
            let _ = write!(text, "  (from the reference: line {line} permits other results)");
        }
        ("reference", None) => {
            text.push_str("  (from the reference: the ISA permits other results)");
        }
        _ => {}
    }
    text
}

/// The consequences of observed results, on a line of their own.
fn observed_text(shown: &Shown, grade: Option<&str>) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(Other { bits, values }) = &shown.observed {
        let mut text = format!("observed {bits}");
        if !values.is_empty() {
            text.extend([" = ", &braced(values)]);
        }
        if let Some(grade) = grade {
            text.extend([" (", grade, ")"]);
        }
        parts.push(text);
    }
    parts.extend(shown.could_differ.map(|differs| differs_words(differs).to_owned()));
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The report for people.
pub(crate) fn text(report: &Program) -> String {
    let mut text = String::new();
    if let Some(reading) = &report.reading {
        text.extend([&*reading.replace('`', ""), "\n"]);
        text.push_str(&instead_text(&report.assumptions));
    }
    if let Some(Comparison { holds: Some(holds), sign, sides }) = &report.comparison {
        let sides: Vec<_> = sides.iter().map(|side| side.values.join(", ")).collect();
        let compared = match &sides[..] {
            [left, right] => format!("{left} {sign} {right}"),
            all => format!("{sign} {}", all.join(", ")),
        };
        // A String takes whatever is written to it.
        let _ = writeln!(text, "{holds}: {compared}");
    }
    // A String takes whatever is written to it.
    let _ = writeln!(text, "{}, PTX ISA {}", report.target, report.isa);
    text.extend(report.kernel.as_ref().map(head_text));
    for shown in &report.inputs {
        let _ = writeln!(text, "  in   {}", value_text(shown));
    }
    for note in &report.dependent {
        let _ = writeln!(text, "       {}", note.replace('`', ""));
    }
    for ran in report.statements.iter().take(MAX_SHOWN) {
        let Ran { line, text: statement, results, contraction, grade, is_skipped } = ran;
        let skipped = if *is_skipped { "  (skipped)" } else { "" };
        let _ = writeln!(text, "{line}: {statement}{skipped}");
        for shown in results {
            let _ = writeln!(text, "     -> {}", value_text(shown));
            if let Some(observed) = observed_text(shown, *grade) {
                let _ = writeln!(text, "        {observed}");
            }
        }
        let is_open = results.iter().any(|shown| !shown.others.is_empty());
        if let Some(reason) = contraction.as_ref().filter(|_| is_open) {
            let _ = writeln!(text, "        {}", reason.replace('`', ""));
        }
    }
    if let Some(more) = report.statements.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) {
        let _ = writeln!(text, "…: {more} more statements run; --json has all");
    }
    text.extend(report.kernel.as_ref().map(moves_text));
    for shown in &report.outputs {
        let _ = writeln!(text, "  out  {}", value_text(shown));
        if let Some(observed) = observed_text(shown, None) {
            let _ = writeln!(text, "       {observed}");
        }
    }
    text
}

/// The report on several targets for people.
pub(crate) fn targets_text(report: &Targets) -> String {
    let mut text = String::new();
    for program in &report.targets {
        // A String takes whatever is written to it.
        let _ = writeln!(text, "{}, PTX ISA {}", program.target, program.isa);
        for problem in &program.problems {
            let _ = writeln!(text, "  {}", crate::context::one_line(problem));
        }
        if program.problems.is_empty() {
            text.push_str("  legal\n");
        }
        for shown in &program.outputs {
            let first = report.targets.first().and_then(|first| first.output(&shown.name));
            let is_same = first.is_some_and(|first| first.has_bits_of(shown));
            let differs = if is_same { "" } else { "  differs" };
            let _ = writeln!(text, "  out  {}{differs}", value_text(shown));
            if let Some(observed) = observed_text(shown, None) {
                let _ = writeln!(text, "       {observed}");
            }
        }
    }
    text
}
