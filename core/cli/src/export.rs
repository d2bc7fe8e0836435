//! `export`: a link or a statement as text for other places.

pub(crate) use ptxfp::internals::export::is_link;
use ptxfp::internals::export::{
    Embedded, Given, Kind, Seen, cuda_test, element_explorer, element_test, embed, export_rejected,
    export_with,
};
use ptxfp::link::{
    Linked, ParsedTensor, Problem, Rejected, SequenceState, State, parse, parse_tensor,
};
use ptxfp::observed::Observed;
use ptxfp::syntax;

use crate::arguments::{ContextArgs, ExportArgs};
use crate::operands;
use crate::packed::readable;
use crate::program::{self, Source};

/// A copy of the content of a link, a statement or a program.
pub(crate) fn text(arguments: &ExportArgs) -> Result<String, String> {
    let ExportArgs { kind, source, given, place, site } = arguments;
    let base = site.address()?;
    let linked = source.as_deref().filter(|source| program::is_link(source));
    if let Some(program) = given.program.as_deref().or(linked) {
        if !matches!(kind, Kind::Cuda | Kind::Element) {
            return Err(format!(
                "a program is exported as cuda or element, not as {}",
                kind.name()
            ));
        }
        if let (Some(link), Kind::Element, []) = (linked, kind, given.set.as_slice()) {
            return element_of(link, base);
        }
        let Source { text, context, registers, .. } = Source::read(program, place, &given.set)?;
        if *kind == Kind::Element {
            let state = SequenceState::new(&text, context, &registers);
            return element_of(&state.to_fragment(), base);
        }
        return cuda_test(&text, context, &registers, base);
    }
    let source = source.as_deref().unwrap_or_default();
    if let Some(parsed) = parse_tensor(source) {
        return element(*kind, &parsed, source, base);
    }
    let copied = state(source, place).map(|state| copy(*kind, &state, base));
    copied.or_else(|message| {
        let rejected = rejected(source, place);
        let copy = rejected.and_then(|rejected| export_rejected(*kind, &rejected, base));
        copy.map(|text| text.trim_end().to_owned() + "\n").ok_or(message)
    })
}

/// A copy of the element of a product of matrices that a link leads to: the first one of d.
fn element(kind: Kind, parsed: &ParsedTensor, link: &str, base: &str) -> Result<String, String> {
    let Some(state) = parsed.state.as_ref().filter(|_| parsed.problems.is_empty()) else {
        return Err(located(&parsed.problems, link));
    };
    let copy = match kind {
        Kind::Cuda => element_test(state, [0, 0], base),
        Kind::CompilerExplorer => element_explorer(state, [0, 0], base).map(|link| link + "\n"),
        Kind::Element => return element_of(link, base),
        Kind::Link | Kind::Iframe | Kind::Markdown | Kind::Svg | Kind::Ptx | Kind::Json => {
            let kind = kind.name();
            return Err(format!(
                "an element of a matrix is exported as cuda, compiler-explorer or element, not as {kind}"
            ));
        }
    };
    copy.map_err(|reason| reason.replace('`', ""))
}

/// The custom element with a link.
fn element_of(link: &str, base: &str) -> Result<String, String> {
    let element = embedded(link, &[]).map_err(|mistakes| mistakes.join("; "))?;
    Ok(element.markup(base))
}

/// Returns the statement of a link, or a statement, that is not legal.
fn rejected(source: &str, place: &ContextArgs) -> Option<Rejected> {
    if !is_link(source) {
        let context = place.context(source).ok()?;
        let is_rejected = syntax::read(source, &context).is_err();
        return is_rejected.then(|| Rejected::new(source, context));
    }
    let parsed = parse(source);
    match parsed.linked {
        Linked::Rejected(rejected) if parsed.problems.is_empty() => Some(rejected),
        Linked::Rejected(_) | Linked::Legal(_) => None,
    }
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

/// A statement or a link, perhaps compressed, as an element with options; all mistakes are reported.
pub(crate) fn embedded(source: &str, given: &[Given]) -> Result<Embedded, Vec<String>> {
    if !is_link(source) {
        return embed(source, given);
    }
    let plain = readable(source.trim()).map_err(|problem| vec![problem.to_string()])?;
    embed(&plain, given)
}

/// The state of a link, which must read without a problem and be of a legal instruction.
fn of_link(source: &str) -> Result<State, String> {
    parse(source).sound().map_err(|problems| located(&problems, source))
}

/// The first problem of a link, with its place.
pub(crate) fn located(problems: &[Problem], link: &str) -> String {
    let Some(problem) = problems.first() else { return String::new() };
    let before = link.get(..problem.span.start).unwrap_or(link);
    format!("column {}: {problem}", before.chars().count() + 1)
}
