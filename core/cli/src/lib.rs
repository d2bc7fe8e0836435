//! `ptxfp`: the PTX Float Playground without a browser.
//!
//! This is the command as a library, for the package for Python, which has the same command and joins
//! the same parts of proofs. Programs in Rust use the library `ptxfp`; nothing here is stable.
//!
//! Answers go to standard output, one clear line on an error to standard error, which is JSON with `--json`.
//! `ptxfp --help` has the exit statuses.

mod arguments;
mod capture;
mod check;
mod commands;
mod companion;
mod context;
mod cores;
mod corners;
mod corners_text;
mod diff;
mod distribution;
mod eval;
mod eval_batch;
mod eval_observed;
mod explore;
mod export;
mod kernel;
mod library;
mod link;
mod linkcheck;
mod list;
#[cfg(feature = "mcp")]
mod mcp;
mod mdbook;
mod merge;
mod mma;
mod operands;
mod packed;
mod paint;
mod part;
mod program;
mod sequence;
mod shell;
mod stream;
mod sweep;
mod vectors;
mod wrong;

use std::ffi::OsString;
use std::io::{self, StdoutLock, Write as _};

use anstream::AutoStream;
use clap::{CommandFactory as _, Parser as _};
use ptxfp::catalog::Context;
use ptxfp::report::{Catalog, FormIn, FormOf, LinkOf, MessageIn, MessageOf, listing};

use crate::arguments::{CheckArgs, CornersArgs, EvalArgs, LinkArgs};
use crate::commands::{Cli, Command};
use crate::eval::Answer;
use crate::list::Listed;
use crate::paint::WRONG;
use crate::wrong::{Code, Wrong};

pub use crate::library::{Element, diff_part, embed, linkcheck, merge, site, sweep_part};

/// The reason for an early end of the program.
enum Failure {
    /// Nothing could be answered: the arguments are wrong, or a file or a text cannot be read.
    Wrong(Wrong),
    /// The text was read and has no answer: it is not legal, or asks for something that does not exist.
    Unanswered(Wrong),
    /// Standard input or output.
    Stream(io::Error),
}

impl<W: Into<Wrong>> From<W> for Failure {
    fn from(wrong: W) -> Self {
        Self::Wrong(wrong.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// The exit status where all is well.
const SUCCESS: u8 = 0;
/// The exit status of an answer that is no: a difference, an illegal statement, a line in error.
const FAILURE: u8 = 1;
/// The exit status without an answer: wrong arguments, or a file that cannot be read.
const TROUBLE: u8 = 2;

/// Runs the command with its arguments, the first of which is its name; returns its exit status.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let (wrong, status) = match Cli::try_parse_from(&arguments) {
        Ok(Cli { color, command }) => match run(command, color) {
            Ok(code) => return code,
            // Whoever reads the answers has had enough of them.
            Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                return SUCCESS;
            }
            Err(Failure::Stream(error)) => (Wrong::new(Code::Io, error.to_string()), TROUBLE),
            Err(Failure::Wrong(wrong)) => (wrong, TROUBLE),
            Err(Failure::Unanswered(wrong)) => (wrong, FAILURE),
        },
        Err(error) if !error.use_stderr() => {
            // Help and version, which nobody may be reading.
            let _ = error.print();
            return SUCCESS;
        }
        Err(error) => (Wrong::new(Code::Usage, usage(&error, &arguments)), TROUBLE),
    };
    let mut stderr = anstream::stderr().lock();
    // There is nowhere to tell that standard error is closed.
    let _ = if is_json(&arguments) {
        writeln!(stderr, "{}", wrong.json())
    } else {
        writeln!(stderr, "{WRONG}error:{WRONG:#} {}", context::one_line(&wrong.message))
    };
    status
}

/// Whether the arguments, which may be wrong, ask for JSON.
fn is_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|it| *it != "--").any(|it| it == "--json")
}

/// The first paragraph of clap's message, on one line.
fn usage(error: &clap::Error, arguments: &[OsString]) -> String {
    let all = Cli::command();
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let names: Vec<_> = all.get_subcommands().map(clap::Command::get_name).collect();
        let (last, first) = names.split_last().unwrap_or((&"", &[]));
        let first = first.join(", ");
        return format!("a command is missing: {first} or {last}; see `ptxfp --help`");
    }
    let text = error.to_string();
    let words = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let line = words.collect::<Vec<_>>().join(" ");
    let mut given = arguments.iter().skip(1).filter_map(|it| it.to_str());
    let command = given.find_map(|it| all.find_subcommand(it)).map(clap::Command::get_name);
    let command = command.map_or(String::new(), |name| [" ", name].concat());
    format!("{}; see `ptxfp{command} --help`", line.trim_start_matches("error: "))
}

fn run(command: Command, color: colorchoice_clap::Color) -> Result<u8, Failure> {
    color.write_global();
    let input = || io::BufReader::with_capacity(stream::CAPACITY, io::stdin().lock());
    let output = io::stdout().lock();
    match command {
        Command::Eval(EvalArgs { module, observed, .. }) if module.batch => {
            let mut evaluator = eval_batch::Evaluator::new(observed);
            let answer = |line: &[u8], answer: &mut Vec<u8>| evaluator.answer(line, answer);
            let is_good = stream::answer(input(), output, answer)?;
            return Ok(if is_good { SUCCESS } else { FAILURE });
        }
        Command::Eval(EvalArgs { module, json, .. }) => {
            let (text, context) = module.read()?;
            let text = evaluated(&text, &context, json).map_err(unanswered)?;
            write_all(output, &text)?;
        }
        Command::Check(CheckArgs { module, .. }) if module.batch => {
            let is_good = stream::answer(input(), output, check::answer)?;
            return Ok(if is_good { SUCCESS } else { FAILURE });
        }
        Command::Check(CheckArgs { module, json }) => {
            let (statement, context) = module.read()?;
            return checked(&statement, &context, json, output);
        }
        Command::Corners(CornersArgs { statement, place, vary, json }) => {
            let context = place.context(&statement)?;
            let report = corners::report(&statement, &context, vary.as_deref())?;
            let text = if json { json_text(&report) } else { corners_text::text(&report) };
            write_all(output, &text)?;
        }
        Command::Explore(command) => return command.run(output),
        Command::Mdbook(arguments) => {
            if !arguments.run(output)? {
                return Ok(FAILURE);
            }
        }
        #[cfg(feature = "mcp")]
        Command::Mcp => {
            drop(output);
            mcp::run()?;
        }
        Command::Mma(arguments) => return arguments.run(output),
        Command::Capture(arguments) => return arguments.run(output),
        Command::Vectors(arguments) => arguments.run(output)?,
        Command::Shell(command) => command.run(output)?,
        Command::Link(arguments) => return linked(&arguments, output),
        Command::Export(arguments) => write_all(output, &export::text(&arguments)?)?,
        Command::Linkcheck { paths, canonical, json } => {
            let options = linkcheck::Options { is_strict: canonical, is_json: json };
            let is_good = linkcheck::run(&paths, options, output)?;
            return Ok(if is_good { SUCCESS } else { FAILURE });
        }
        Command::List { mut query, since, companions, json } => {
            query.extend(since.map(|version| format!("since:{version}")));
            let found = listed(&query.join(" "), companions)?;
            write_all(output, &list_text(&found, json))?;
        }
    }
    Ok(SUCCESS)
}

/// Prints a link, and why its statement is rejected.
fn linked(arguments: &LinkArgs, output: StdoutLock<'static>) -> Result<u8, Failure> {
    let made = link::link(arguments)?;
    write_all(output, &made.line)?;
    let Some(reasons) = made.rejected else { return Ok(SUCCESS) };
    let reasons = context::one_line(&reasons);
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(anstream::stderr().lock(), "{WRONG}rejected:{WRONG:#} {reasons}");
    Ok(FAILURE)
}

/// The answer of `eval` to a text.
fn evaluated(statement: &str, context: &Context, is_json: bool) -> Result<String, Wrong> {
    let answer = eval::evaluate(statement, context);
    Ok(match (answer?, is_json) {
        (Answer::Statement(report), true) => json_text(&report),
        (Answer::Statement(report), false) => eval::text(&report),
        (Answer::Program(program), true) => json_text(&program),
        (Answer::Program(program), false) => sequence::text(&program),
        (Answer::Value(number), true) => json_text(&number),
        (Answer::Value(number), false) => eval::number_text(&number),
        (Answer::Form(form), true) => json_text(&form),
        (Answer::Form(FormOf { form }), false) => {
            let FormIn { instruction, operands, section, requires, .. } = form;
            format!("{instruction} {operands} ({section}): {requires}\n")
        }
        (Answer::View(link), true) => json_text(&link),
        (Answer::View(LinkOf { link }), false) => {
            format!("A link to the view {} of the page: {}\n", link.view, link.rest)
        }
        (Answer::Message(said), is_json) => said_text(said, statement, is_json)?,
    })
}

/// The answer to a message of the assembler: its meaning, and the instructions that it is about.
fn said_text(said: MessageIn, text: &str, is_json: bool) -> Result<String, String> {
    let listed = match list::of_message(text) {
        Some(Ok((query, found))) => Some((query, found)),
        Some(Err(error)) if said.opcodes.is_empty() => return Err(error),
        Some(Err(_)) | None => None,
    };
    if is_json {
        let forms = match &listed {
            Some((_, Listed::Forms(forms))) => listing(forms.iter().copied()),
            _ => Vec::new(),
        };
        return Ok(json_text(&MessageOf { message: said, forms }));
    }
    let mut text = said.sentence.replace('`', "") + ".\n";
    if let Some((query, found)) = listed {
        let head = format!("A message of the assembler about {query}:\n{text}");
        text = head + "\n" + &list_text(&found, false);
    }
    Ok(text)
}

/// Prints the verdict of `check`, or the instructions that a message of the assembler is about.
fn checked(
    statement: &str,
    context: &Context,
    is_json: bool,
    output: StdoutLock<'static>,
) -> Result<u8, Failure> {
    let verdict = check::Verdict::new(statement, context);
    let is_rejected = verdict.is_rejected();
    let said = list::of_message(statement).filter(|_| is_rejected);
    if let Some(found) = said {
        write_all(output, &message(found, is_json).map_err(unanswered)?)?;
        return Ok(SUCCESS);
    }
    let text = if is_json { json_text(&verdict) } else { verdict.text().map_err(unanswered)? };
    write_all(output, &text)?;
    Ok(if is_rejected { FAILURE } else { SUCCESS })
}

/// The text was read and has no answer.
fn unanswered(wrong: impl Into<Wrong>) -> Failure {
    Failure::Unanswered(wrong.into())
}

/// The answer to a message of the assembler: the instructions that it is about.
fn message(found: Result<(String, Listed), String>, is_json: bool) -> Result<String, String> {
    let (query, found) = found?;
    let head = format!("A message of the assembler about {query}:\n\n");
    let list = list_text(&found, is_json);
    Ok(if is_json { list } else { head + &list })
}

fn list_text(found: &Listed, is_json: bool) -> String {
    match (found, is_json) {
        (Listed::Forms(forms), true) => json_text(&Catalog::of(forms.iter().copied(), [])),
        (Listed::Companions(forms), true) => json_text(&Catalog::of([], forms.iter().copied())),
        (_, false) => list::text(&list::lines(found)),
    }
}

/// The lines that a query finds.
fn listed(query: &str, are_companions: bool) -> Result<Listed, String> {
    Ok(match list::of_message(query) {
        Some(found) => found?.1,
        None if are_companions => Listed::Companions(list::companions(query)?),
        None => Listed::Forms(list::forms(query)?),
    })
}

/// Writes an answer, with its colors where a terminal shows them.
fn write_all(output: StdoutLock<'static>, text: &str) -> io::Result<()> {
    let mut output = AutoStream::auto(output);
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// JSON on several lines, with a line feed at the end.
fn json_text(value: &impl serde::Serialize) -> String {
    // Strings, numbers and lists always have a JSON text.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
