//! `export`: a link or a statement as text for other places.

use ptxfp::internals::export::{Kind, Seen, cuda_test, export_with};
use ptxfp::link::{State, decode, parse};
use ptxfp::observed::Observed;

use crate::arguments::{ContextArgs, ExportArgs};
use crate::program::{self, Source};
use crate::{link, operands};

/// A copy of the content of a link, a statement or a program.
pub(crate) fn text(arguments: &ExportArgs) -> Result<String, String> {
    let ExportArgs { kind, source, given, place, base_url } = arguments;
    let base = link::base(base_url, "--base-url")?;
    let linked = source.as_deref().filter(|source| program::is_link(source));
    if let Some(program) = given.program.as_deref().or(linked) {
        if *kind != Kind::Cuda {
            return Err(format!("a program is exported as cuda, not as {}", kind.name()));
        }
        let Source { text, context, registers, .. } = Source::read(program, place, &given.set)?;
        return cuda_test(&text, context, &registers, base);
    }
    Ok(copy(*kind, &state(source.as_deref().unwrap_or_default(), place)?, base))
}

/// Reads a link, or a statement with its operands.
pub(crate) fn state(source: &str, place: &ContextArgs) -> Result<State, String> {
    if is_link(source) {
        if place.target.is_some() || place.isa.is_some() {
            return Err(String::from(
                "a link names its target and version; --target and --isa are for a statement",
            ));
        }
        return of_link(source);
    }
    let context = place.context(source)?;
    let (instruction, registers) = operands::values(source, &context)?;
    Ok(State::new(instruction, context, registers))
}

/// A copy of a state, with a line feed at its end.
pub(crate) fn copy(kind: Kind, state: &State, base: &str) -> String {
    let seen = Observed::of(&state.instruction, &state.context).and_then(|observed| {
        let bits = observed.bits(&state.registers)?;
        Some(Seen { bits, grade: observed.grade().name().into() })
    });
    let mut text = export_with(kind, state, base, seen);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Whether a text is meant as a link: no statement has a version or a target.
pub(crate) fn is_link(source: &str) -> bool {
    let plain = decode(source).to_ascii_lowercase();
    plain.contains("v1/") || plain.contains("@sm_")
}

/// The state of a link, which must read without a problem.
fn of_link(source: &str) -> Result<State, String> {
    let parsed = parse(source);
    let Some(problem) = parsed.problems.first() else { return Ok(parsed.state) };
    let before = source.get(..problem.span.start).unwrap_or(source);
    Err(format!("column {}: {problem}", before.chars().count() + 1))
}
