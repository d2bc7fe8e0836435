//! `link`: the canonical link of a statement.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::Prepared;
use ptxfp::link::{State, parse};

use crate::context::shown;
use crate::operands;

/// The parts of a link besides the statement.
pub(crate) struct Options<'a> {
    /// The address of the page, without a fragment.
    pub(crate) base: Option<&'a str>,
    /// Whether the result goes along.
    pub(crate) is_recorded: bool,
    /// The view that the page shows.
    pub(crate) view: Option<&'a str>,
}

/// The link of a statement whose operands are values, with the `#` before it.
pub(crate) fn text(
    statement: &str,
    context: &Context,
    options: &Options<'_>,
) -> Result<String, String> {
    let base = base(options.base.unwrap_or_default(), "--base")?;
    let (instruction, registers) = operands::values(statement, context)?;
    let recorded = options.is_recorded.then(|| result(&instruction, context, &registers));
    let view = options.view.map(ToString::to_string);
    let state = State { recorded, view, ..State::new(instruction, *context, registers) };
    let link = state.to_fragment();
    // Only the view is free text, and only a good one reads back.
    match parse(&link) {
        parsed if parsed.problems.is_empty() && parsed.state == state => {
            Ok(format!("{base}#{link}\n"))
        }
        _ => Err(format!(
            "`{}` is not a view: it takes letters, digits and -._~@/:, and ends in neither .,:",
            shown(options.view.unwrap_or_default())
        )),
    }
}

/// The address that an option gives, without the `#` behind it.
pub(crate) fn base<'a>(address: &'a str, option: &str) -> Result<&'a str, String> {
    let base = address.strip_suffix('#').unwrap_or(address);
    if base.contains('#') {
        return Err(format!("`{}` has a fragment; {option} takes none", shown(base)));
    }
    if base.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"`".contains(c)) {
        return Err(format!("`{}` is not an address: {option} has a stray character", shown(base)));
    }
    Ok(base)
}

fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> u64 {
    Prepared::new(instruction, context).evaluate(registers).destination
}
