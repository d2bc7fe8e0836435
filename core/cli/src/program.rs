//! The program that a command works on: a file, standard input or a link.

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::{Action, NoRun, Sequence, Statement, located};
use ptxfp::link::{Problem, SequenceState, decode, parse_sequence};

use crate::arguments::ContextArgs;
use crate::context::shown;
use crate::list;
use crate::packed::readable;
use crate::sequence::read;

/// A program with what it starts from.
pub(crate) struct Source {
    /// The statements.
    pub(crate) text: String,
    /// The version and target.
    pub(crate) context: Context,
    /// The statements, resolved.
    pub(crate) sequence: Sequence,
    /// The register of each input.
    pub(crate) registers: Vec<u64>,
}

/// The error of a target or version beside a link.
pub(crate) const OF_FILE: &str =
    "a link names its target and version; --target and --isa are for a file";

/// Whether a text is meant as a link to a program.
pub(crate) fn is_link(source: &str) -> bool {
    decode(source).to_ascii_lowercase().contains("v1/sequence@")
}

/// The state of a link to a program, which must read without a problem.
pub(crate) fn of_link(link: &str) -> Result<SequenceState, String> {
    let located = |problem: &Problem| {
        let before = link.get(..problem.span.start).unwrap_or(link);
        format!("column {}: {problem}", before.chars().count() + 1)
    };
    let plain = readable(link).map_err(|problem| located(&problem))?;
    let parsed =
        parse_sequence(&plain).ok_or("the link is too long, or not a link to a program")?;
    match parsed.problems.first() {
        None => Ok(parsed.state),
        // Positions in the decompressed text are not positions in the link.
        Some(problem) if plain != link => Err(problem.to_string()),
        Some(problem) => Err(located(problem)),
    }
}

impl Source {
    /// Reads a file, standard input for `-`, or a link; `set` has values of inputs, which count more
    /// than those in the file or the link.
    pub(crate) fn read(source: &str, place: &ContextArgs, set: &[String]) -> Result<Self, String> {
        if !is_link(source) {
            let text = read(source)?;
            let context = place.context_of_sequence(&text)?;
            return Self::of(text, context, set);
        }
        if place.target.is_some() || place.isa.is_some() {
            return Err(OF_FILE.into());
        }
        let SequenceState { code, context, registers, start, .. } = of_link(source)?;
        if start.is_some() {
            return Err("this is a link to a kernel, which only run, eval and link take".into());
        }
        let sequence = Sequence::new(&code, &context);
        let registers = inputs(&sequence, &code, registers.into_iter().map(Some).collect(), set)
            .map_err(by_option)?;
        Ok(Self { text: code, context, sequence, registers })
    }

    /// A text; its comments may have values of inputs.
    pub(crate) fn of(text: String, context: Context, set: &[String]) -> Result<Self, String> {
        Self::new(text, context, set).map_err(by_option)
    }

    /// Like [`Self::of`], for those who give values otherwise than with an option.
    pub(crate) fn new(text: String, context: Context, set: &[String]) -> Result<Self, NoRun> {
        let sequence = Sequence::new(&text, &context);
        let is_unknown = |each: &Statement| matches!(each.action, Action::Unknown(_));
        if sequence.statements().iter().all(is_unknown)
            && let Some(found) = list::of_message(&text)
        {
            let (query, _) = found?;
            return Err(format!(
                "this is a message of the assembler about {query}; `ptxfp list '{query}'` shows what these \
                 instructions require"
            )
            .into());
        }
        if sequence.statements().is_empty() {
            let first = sequence.diagnostics().into_iter().next().map(|each| located(&text, each));
            return Err(first.unwrap_or_else(|| "no statement to run".into()).into());
        }
        let stated = sequence.values_in_text(&text)?;
        let registers = inputs(&sequence, &text, stated, set)?;
        Ok(Self { text, context, sequence, registers })
    }
}

/// Reads `NAME=VALUE` for inputs; one that has no value by then is reported.
fn inputs(
    sequence: &Sequence,
    text: &str,
    before: Vec<Option<u64>>,
    set: &[String],
) -> Result<Vec<u64>, NoRun> {
    let pairs = set.iter().map(|each| {
        each.split_once('=')
            .ok_or_else(|| format!("`{}` is not NAME=VALUE, such as a=1.5", shown(each)))
    });
    sequence.start(text, before, &pairs.collect::<Result<Vec<_>, _>>()?)
}

/// Why nothing runs; a missing value is given with an option.
pub(crate) fn by_option(reason: NoRun) -> String {
    match reason {
        NoRun::Missing(missing) => format!("{missing}; write --set {}", missing.example),
        NoRun::Wrong(message) => message,
    }
}
