//! What every command reads: versions, targets and statements.

use ptxfp::catalog::{Context, ISA_VERSIONS, Instruction, IsaVersion, LATEST_ISA, Target};
use ptxfp::syntax::{self, Legality};

/// The context of a version and a target.
pub(crate) fn context(isa: &str, target: &str) -> Result<Context, String> {
    let version = IsaVersion::parse(isa).ok_or_else(|| {
        let first = ISA_VERSIONS.first().unwrap_or(&LATEST_ISA);
        format!("`{}` is no version of the PTX ISA from {first} to {LATEST_ISA}", shown(isa))
    })?;
    let target = Target::parse(target)
        .ok_or_else(|| format!("`{}` is no target, such as sm_90 or sm_100a", shown(target)))?;
    Ok(Context { isa: version, target })
}

/// Why a statement is rejected.
pub(crate) struct Rejection {
    /// The byte of the statement that it is about.
    pub(crate) position: usize,
    /// What is wrong.
    pub(crate) message: String,
}

impl Rejection {
    /// The message with the place, in characters from 1.
    pub(crate) fn located(&self, statement: &str) -> String {
        let before = statement.get(..self.position).unwrap_or(statement);
        format!("column {}: {}", before.chars().count() + 1, self.message)
    }
}

/// Resolves a statement; its operands are counted, not read.
pub(crate) fn resolve(
    statement: &str,
    context: &Context,
) -> Result<(Instruction, Legality), Rejection> {
    let resolution = syntax::check(statement, context);
    if let Some(instruction) = resolution.instruction {
        return Ok((instruction, resolution.legality));
    }
    let error = resolution.diagnostics.iter().find(|each| each.code.is_error());
    let message = error.map_or_else(|| "the statement is rejected".into(), ToString::to_string);
    Err(Rejection { position: error.map_or(0, |error| error.span.start), message })
}

/// A text to show in a message, cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    const N_SHOWN: usize = 32;
    match text.char_indices().nth(N_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// The text without characters that would end a line or steer a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}
