//! `check`: whether a statement is legal.

use ptxfp::catalog::Context;
use ptxfp::report::Found;
use ptxfp::syntax::{Legality, parse};

use serde::Serialize;

use crate::context::{Rejection, companion, context, movement, one_line, rejection, resolve};
use crate::eval_batch::read;
use crate::wrong::{Code, Wrong};

/// The verdict on one statement.
#[derive(Serialize)]
pub(crate) struct Verdict {
    /// `documented`, `undocumented` or `rejected`.
    legality: &'static str,
    target: &'static str,
    isa: String,
    /// The spelling of a legal instruction.
    instruction: Option<String>,
    /// The observation, if only the assembler accepts it.
    note: Option<&'static str>,
    /// Why it is rejected, on one line.
    message: Option<String>,
    diagnostics: Vec<Found>,
}

impl Verdict {
    pub(crate) fn new(statement: &str, context: &Context) -> Self {
        let found = match in_program(statement, context) {
            Some(found) => found,
            None => legal(statement, context),
        };
        let empty = Self {
            legality: Legality::Rejected.name(),
            target: context.target.name,
            isa: context.isa.to_string(),
            instruction: None,
            note: None,
            message: None,
            diagnostics: Vec::new(),
        };
        match found {
            Ok((instruction, legality)) => {
                let (legality, note) = (legality.name(), legality.note());
                Self { legality, note, instruction: Some(instruction), ..empty }
            }
            Err(rejection) => Self {
                message: Some(rejection.located(statement)),
                diagnostics: rejection.found(statement),
                ..empty
            },
        }
    }

    /// Whether the statement is not legal.
    pub(crate) const fn is_rejected(&self) -> bool {
        self.message.is_some()
    }

    /// The verdict for people, with a note on an undocumented statement; an error for a rejected one.
    pub(crate) fn text(self) -> Result<String, Wrong> {
        if let Some(message) = self.message {
            return Err(Wrong {
                diagnostics: self.diagnostics,
                ..Wrong::new(Code::Illegal, message)
            });
        }
        let instruction = self.instruction.unwrap_or_default();
        Ok(match self.note {
            Some(note) => format!("ok undocumented\n{instruction}: {note}\n"),
            None => String::from("ok\n"),
        })
    }
}

/// Appends the verdict on a line of `check --batch`; returns whether it is legal.
pub(crate) fn answer(line: &[u8], answer: &mut Vec<u8>) -> bool {
    let checked = check(line);
    match &checked {
        Ok(legality) => answer.extend_from_slice(verdict(legality).as_bytes()),
        Err(reason) => {
            answer.extend_from_slice(b"error: ");
            answer.extend_from_slice(one_line(reason).as_bytes());
        }
    }
    checked.is_ok()
}

fn check(line: &[u8]) -> Result<Legality, String> {
    let text = read(line)?.trim();
    if text.is_empty() {
        return Err("empty line".into());
    }
    let missing =
        |what| move || format!("the {what} is missing; a line is `VERSION TARGET STATEMENT`");
    let is_space = |c: char| c.is_ascii_whitespace();
    let (version, rest) = text.split_once(is_space).ok_or_else(missing("target"))?;
    let (target, statement) =
        rest.trim_start().split_once(is_space).ok_or_else(missing("statement"))?;
    let context = context(version, target)?;
    let found = match in_program(statement, &context) {
        Some(found) => found.map(|(_, legality)| legality),
        None => legal(statement, &context).map(|(_, legality)| legality),
    };
    found.map_err(|rejection| rejection.message())
}

/// Resolves a statement, and reads its constants if it is written as in a file of PTX; returns its
/// spelling and the verdict.
fn legal(statement: &str, context: &Context) -> Result<(String, Legality), Rejection> {
    let (instruction, legality) = resolve(statement, context)?;
    if let Some(wrong) = parse(statement).0.wrong_constants(&instruction).first() {
        return Err(rejection(wrong));
    }
    Ok((instruction.to_string(), legality))
}

/// The spelling and the verdict of a statement that only programs have; `None` if it is about
/// something else.
fn in_program(statement: &str, context: &Context) -> Option<Result<(String, Legality), Rejection>> {
    let legality =
        |note: Option<&'static str>| note.map_or(Legality::Documented, Legality::Undocumented);
    if let Some(found) = movement(statement, context) {
        return Some(found.map(|note| ("mov".into(), legality(note))));
    }
    let found = companion(statement, context)?;
    Some(found.map(|instruction| {
        let note = instruction.departure(&parse(statement).0, context);
        (instruction.to_string(), legality(note))
    }))
}

fn verdict(legality: &Legality) -> &'static str {
    match legality {
        Legality::Documented => "ok",
        Legality::Undocumented(_) => "ok undocumented",
        // A rejected statement has an error to report and does not come here.
        Legality::Rejected => "error: the statement is rejected",
    }
}
