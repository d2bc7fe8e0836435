//! `link`: the canonical link of a statement, a program or another link.

use std::io::Write as _;

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::Prepared;
use ptxfp::link::{
    Linked, MAX_LENGTH, MAX_SHARED, Rejected, SequenceState, State, parse, parse_sequence,
    parse_tensor,
};
use ptxfp::syntax;

use crate::arguments::LinkArgs;
use crate::context::shown;
use crate::kernel::{Input, set_values};
use crate::packed::short;
use crate::paint::WRONG;
use crate::program::{self, Source};
use crate::{export, operands};

/// A link that was made.
pub(crate) struct Made {
    /// The link with the `#` before it, perhaps an address, and a line feed.
    pub(crate) line: String,
    /// The reasons why its statement is rejected.
    pub(crate) rejected: Option<String>,
}

/// The canonical link of a statement, which may be rejected.
struct Canonical {
    link: String,
    rejected: Option<String>,
}

impl Canonical {
    const fn legal(link: String) -> Self {
        Self { link, rejected: None }
    }
}

/// Makes a link.
pub(crate) fn link(arguments: &LinkArgs) -> Result<Made, String> {
    let base = arguments.site.address()?;
    let LinkArgs { source, given, place, .. } = arguments;
    let Canonical { link, rejected } = match (&given.program, source) {
        (Some(file), _) => {
            let program = match Input::read(file, place, &given.set, false)? {
                Input::Kernel(kernel) => {
                    let mut settings = kernel.settings();
                    set_values(&mut settings, &given.set)?;
                    kernel.state(&settings)?
                }
                Input::Straight(Source { text, context, registers, .. }) => {
                    SequenceState::new(&text, context, &registers)
                }
            };
            Canonical::legal(of_program(program, arguments)?)
        }
        (None, Some(source)) if export::is_link(source) => again(source, arguments)?,
        (None, source) => {
            let statement = source.as_deref().unwrap_or_default();
            of_statement(statement, &place.context(statement)?, arguments)?
        }
    };
    if link.len() > MAX_LENGTH {
        let n_bytes = link.len();
        return Err(format!("the link has {n_bytes} bytes; at most {MAX_LENGTH} are read"));
    }
    let link = if arguments.readable { link } else { short(&link) };
    if link.len() > MAX_SHARED {
        // If standard error is closed, there is nowhere to report that.
        let _ = writeln!(
            anstream::stderr().lock(),
            "{WRONG}warning:{WRONG:#} the link has {} characters; links of more than {MAX_SHARED} may be \
             cut off when they are shared",
            link.len()
        );
    }
    Ok(Made { line: format!("{base}#{link}\n"), rejected })
}

/// The link of a statement whose operands are values.
fn of_statement(
    statement: &str,
    context: &Context,
    arguments: &LinkArgs,
) -> Result<Canonical, String> {
    let (instruction, registers) = match operands::values(statement, context) {
        Ok(found) => found,
        // A legal statement without values has no link.
        Err(wrong) if syntax::read(statement, context).is_ok() => return Err(wrong.into()),
        Err(wrong) => {
            let mut rejected = Rejected::new(statement, *context);
            rejected.is_recorded = arguments.record;
            rejected.view.clone_from(&arguments.view);
            let link = rejected.to_fragment();
            let is_read = parse(&link).linked == Linked::Rejected(rejected);
            let link = checked(link, is_read, arguments)?;
            return Ok(Canonical { link, rejected: Some(wrong.message) });
        }
    };
    let recorded = arguments.record.then(|| result(&instruction, context, &registers));
    let view = arguments.view.clone();
    let state = State { recorded, view, ..State::new(instruction, *context, registers) };
    let link = state.to_fragment();
    let is_read = parse(&link).sound() == Ok(state);
    checked(link, is_read, arguments).map(Canonical::legal)
}

/// The link of a program.
fn of_program(mut state: SequenceState, arguments: &LinkArgs) -> Result<String, String> {
    state.view.clone_from(&arguments.view);
    if arguments.record {
        let sequence = state.sequence();
        let outcomes = sequence.outcomes(&state.registers);
        let outputs = sequence.outputs().iter();
        state.recorded = Some(outputs.map(|index| outcomes.value(*index).bits).collect());
    }
    let link = state.to_fragment();
    let is_read = link.len() > MAX_LENGTH
        || parse_sequence(&link).is_some_and(|parsed| parsed.state.view == state.view);
    checked(link, is_read, arguments)
}

/// Only the view is free text, and only a good one reads back.
fn checked(link: String, is_read: bool, arguments: &LinkArgs) -> Result<String, String> {
    if is_read {
        return Ok(link);
    }
    Err(format!(
        "`{}` is not a view: it takes letters, digits and `-._~@/:,`, but cannot end in `.`, `,` or `:`",
        shown(arguments.view.as_deref().unwrap_or_default())
    ))
}

/// The canonical form of a link.
fn again(link: &str, arguments: &LinkArgs) -> Result<Canonical, String> {
    let LinkArgs { place, record, view, .. } = arguments;
    if *record || view.is_some() {
        return Err(String::from(
            "a link already says what it records and shows; --record and --view are for a statement",
        ));
    }
    let is_placed = place.target.is_some() || place.isa.is_some();
    if program::is_link(link) && !is_placed {
        return program::of_link(link).map(|state| Canonical::legal(state.to_fragment()));
    }
    if let Some(parsed) = parse_tensor(link) {
        return match (parsed.state, parsed.problems.as_slice()) {
            _ if is_placed => Err(String::from("a link to an element has a target and a version")),
            (Some(state), []) => Ok(Canonical::legal(state.to_fragment())),
            (_, problems) => Err(export::located(problems, link)),
        };
    }
    let parsed = parse(link);
    if let (Linked::Rejected(rejected), []) = (&parsed.linked, parsed.problems.as_slice())
        && !is_placed
    {
        let reasons = export::located(&parsed.reasons, link).replacen("rejected: ", "", 1);
        return Ok(Canonical { link: rejected.to_fragment(), rejected: Some(reasons) });
    }
    export::state(link, place).map(|state| Canonical::legal(state.to_fragment()))
}

fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> u64 {
    Prepared::new(instruction, context).evaluate(registers).destination
}
