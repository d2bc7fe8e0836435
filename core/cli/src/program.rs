//! The program that a command works on: a file, standard input or a link.

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::{
    Action, Register, Sequence, Statement, line_and_column, stated_inputs,
};
use ptxfp::link::{Problem, SequenceState, decode, parse_sequence};
use ptxfp::syntax;

use crate::arguments::ContextArgs;
use crate::context::shown;
use crate::list;
use crate::packed::readable;
use crate::sequence::{located, read};

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
            return Err(String::from(
                "a link names its target and version; --target and --isa are for a file",
            ));
        }
        let SequenceState { code, context, registers, .. } = of_link(source)?;
        let sequence = Sequence::new(&code, &context);
        let registers = inputs(&sequence, &code, registers.into_iter().map(Some).collect(), set)?;
        Ok(Self { text: code, context, sequence, registers })
    }

    /// A text; its comments may have values of inputs.
    pub(crate) fn of(text: String, context: Context, set: &[String]) -> Result<Self, String> {
        let sequence = Sequence::new(&text, &context);
        let is_unknown = |each: &Statement| matches!(each.action, Action::Unknown(_));
        if sequence.statements().iter().all(is_unknown)
            && let Some(found) = list::of_message(&text)
        {
            let (query, _) = found?;
            return Err(format!(
                "this is a message of the assembler about {query}; `ptxfp list '{query}'` shows what these \
                 instructions require"
            ));
        }
        if sequence.statements().is_empty() {
            let first = sequence.diagnostics().into_iter().next().map(|each| located(&text, each));
            return Err(first.unwrap_or_else(|| "no statement to run".into()));
        }
        let commented = stated_inputs(&text);
        let value = |register: &Register| {
            let (_, value) = commented.iter().rev().find(|(name, _)| *name == register.name)?;
            Some(syntax::input(value, register.kind).map_err(|error| {
                format!("input {}, in a comment: {}", register.name, error.message)
            }))
        };
        let commented = sequence.input_registers().map(|register| value(register).transpose());
        let commented = commented.collect::<Result<_, _>>()?;
        let registers = inputs(&sequence, &text, commented, set)?;
        Ok(Self { text, context, sequence, registers })
    }
}

/// Reads `NAME=VALUE` for inputs; one that has no value by then is reported.
fn inputs(
    sequence: &Sequence,
    text: &str,
    mut given: Vec<Option<u64>>,
    set: &[String],
) -> Result<Vec<u64>, String> {
    let registers = || sequence.input_registers();
    let names: Vec<_> = registers().map(|register| register.name.as_str()).collect();
    let mut is_set = vec![false; names.len()];
    for each in set {
        let (name, value) = each
            .split_once('=')
            .ok_or_else(|| format!("`{}` is not NAME=VALUE, such as a=1.5", shown(each)))?;
        let bare = |name: &str| name.trim_start_matches('%').to_string();
        let exact = names.iter().position(|other| *other == name.trim());
        let found =
            exact.or_else(|| names.iter().position(|other| bare(other) == bare(name.trim())));
        let (place, is_set, register) = found
            .and_then(|index| {
                Some((given.get_mut(index)?, is_set.get_mut(index)?, registers().nth(index)?))
            })
            .ok_or_else(|| no_input(sequence, text, name.trim()))?;
        let bits = syntax::input(value.trim(), register.kind)
            .map_err(|error| format!("input {}: {}", register.name, error.message))?;
        *place = Some(bits);
        if std::mem::replace(is_set, true) {
            return Err(format!("input {} is set twice", register.name));
        }
    }
    let missing: Vec<_> =
        registers().zip(&given).filter(|(_, bits)| bits.is_none()).map(|(each, _)| each).collect();
    let Some(first) = missing.first() else { return Ok(given.into_iter().flatten().collect()) };
    let all: Vec<_> = missing.iter().map(|each| each.name.as_str()).collect();
    let example = syntax::example(first.kind);
    Err(format!("a value is missing for {}; write --set {}={example}", all.join(", "), first.name))
}

/// Says why a name is not an input.
fn no_input(sequence: &Sequence, text: &str, name: &str) -> String {
    let shown = shown(name);
    let names: Vec<_> = sequence.input_registers().map(|it| it.name.as_str()).collect();
    let bare = name.trim_start_matches('%');
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let names_it = |each: &&Statement| each.text.split(|c| !is_word(c)).any(|word| word == bare);
    let is_unknown = |each: &&Statement| matches!(each.action, Action::Unknown(_));
    let own = sequence.statements().iter().filter(is_unknown).find(names_it);
    let any = sequence.statements().iter().find(is_unknown).filter(|_| names.is_empty());
    let cause = own.or(any).map(|each| {
        if let Some(problem) = each.diagnostics.first() {
            return located(text, problem);
        }
        // Whether it runs is not known.
        let (line, _) = line_and_column(text, each.span.start);
        format!("line {line} is behind a jump: {}", each.text)
    });
    let reads = if own.is_some() {
        "only statements that are not evaluated read it"
    } else {
        "there are none"
    };
    match (cause, names.as_slice()) {
        (Some(cause), _) => format!("`{shown}` is not an input: {reads} ({cause})"),
        (None, []) => format!(
            "`{shown}` is not an input: there are none, since every register is written before it is read"
        ),
        (None, names) => {
            format!("`{shown}` is not an input; the inputs are {}", names.join(", "))
        }
    }
}
