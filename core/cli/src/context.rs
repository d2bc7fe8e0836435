//! Input that every command reads: versions, targets and statements.

use std::ops::Range;

use ptxfp::catalog::{Context, Instruction, IsaVersion, Target, UnknownIsa, UnknownTarget};
use ptxfp::explore::sequence::{Action, Sequence, usual_context, usual_context_of_statement};
use ptxfp::internals::companion;
use ptxfp::internals::quote::is_disruptive;
use ptxfp::report::Found;
use ptxfp::syntax::{self, Code, Diagnostic, Legality, Statement, parse};

use crate::wrong::{self, Wrong, column};

/// The context of a version and a target.
pub(crate) fn context(isa: &str, target: &str) -> Result<Context, String> {
    let isa = isa.parse().map_err(|error: UnknownIsa| error.to_string())?;
    let unknown = || UnknownTarget::new(target).to_string();
    let target = Target::parse(target).ok_or_else(unknown)?;
    Ok(Context { isa, target })
}

/// The context in which a statement is read: `sm_90`, or the newest target that has the statement.
pub(crate) fn context_of(statement: &str, isa: &str) -> Result<Context, String> {
    let isa = isa.parse().map_err(|error: UnknownIsa| error.to_string())?;
    Ok(usual_context_of_statement(statement, isa))
}

/// The context in which several statements, or a spelling without operands, are read: see
/// [`usual_context`].
pub(crate) fn context_of_sequence(
    text: &str,
    target: Option<&str>,
    isa: Option<&str>,
) -> Result<Context, String> {
    let target = target.map(str::parse::<&Target>).transpose();
    let target = target.map_err(|error: UnknownTarget| error.to_string())?;
    let isa = isa.map(str::parse::<IsaVersion>).transpose().map_err(|error| error.to_string())?;
    Ok(usual_context(text, target, isa))
}

/// The reasons why a statement is rejected, at least one.
pub(crate) struct Rejection(Vec<Diagnostic>);

impl Rejection {
    /// One thing that is wrong with an operand.
    pub(crate) fn at(span: Range<usize>, message: String) -> Self {
        Self(vec![Diagnostic::new(Code::Operand, span, message)])
    }

    /// The reasons on one line.
    pub(crate) fn message(&self) -> String {
        self.join(|_, message| message)
    }

    /// The reasons with their places, in characters from 1, on one line.
    pub(crate) fn located(&self, statement: &str) -> String {
        self.join(|at, message| format!("column {}: {message}", column(statement, at)))
    }

    /// The error of a statement without an answer.
    pub(crate) fn of(&self, statement: &str) -> Wrong {
        let diagnostics = self.found(statement);
        Wrong { diagnostics, ..Wrong::new(wrong::Code::Illegal, self.located(statement)) }
    }

    /// The reasons for programs.
    pub(crate) fn found(&self, statement: &str) -> Vec<Found> {
        self.0.iter().map(|each| wrong::found(statement, each)).collect()
    }

    /// The reasons, then the first fix of each.
    fn join(&self, text: impl Fn(usize, String) -> String) -> String {
        let mut parts = Vec::new();
        let mut all = self.0.iter().peekable();
        while let Some(error) = all.next() {
            // The section follows the last of its reasons.
            let is_last = all.peek().is_none_or(|next| next.source != error.source);
            let message = if is_last { error.to_string() } else { error.message.clone() };
            parts.push(text(error.span.start, message));
        }
        for fix in self.0.iter().filter_map(|error| error.fixes.first()).map(ToString::to_string) {
            if !parts.contains(&fix) {
                parts.push(fix);
            }
        }
        let mut joined = String::new();
        for part in parts {
            joined.push_str(match joined.chars().last() {
                None => "",
                Some('?') => " ",
                Some(_) => "; ",
            });
            joined.push_str(&part);
        }
        joined
    }
}

/// Resolves a statement; its operands are counted, not read.
pub(crate) fn resolve(
    statement: &str,
    context: &Context,
) -> Result<(Instruction, Legality), Rejection> {
    let resolution = syntax::check(statement, context);
    match resolution.instruction {
        Some(instruction) => Ok((instruction, resolution.legality)),
        None => Err(Rejection(resolution.diagnostics)),
    }
}

/// The companion that a statement is; `None` if it is about something else.
pub(crate) fn companion(
    statement: &str,
    context: &Context,
) -> Option<Result<companion::Instruction, Rejection>> {
    let (parsed, problems) = parse(statement);
    let found = companion::resolve(&parsed, context)?;
    let problem = problems.into_iter().next();
    Some(match (problem, found) {
        (Some(problem), _) | (None, Err(problem)) => Err(rejection(&problem)),
        (None, Ok(instruction)) => {
            match wrong_operands(statement, &instruction, context)
                .filter(|_| !parsed.operands.is_empty())
            {
                Some(problem) => Err(rejection(&problem)),
                None => Ok(instruction),
            }
        }
    })
}

/// Whether a statement is a `mov`, which is not a companion: it computes nothing.
pub(crate) fn is_mov(statement: &Statement<'_>) -> bool {
    statement.opcode.as_ref().is_some_and(|opcode| opcode.text == "mov")
}

/// A note on a `mov` that the ISA's syntax line does not have; `None` if the statement is about
/// something else.
pub(crate) fn movement(
    statement: &str,
    context: &Context,
) -> Option<Result<Option<&'static str>, Rejection>> {
    let (parsed, _) = parse(statement);
    if !is_mov(&parsed) {
        return None;
    }
    // A spelling alone is legal if it is with registers.
    let operands = if parsed.operands.is_empty() { " ptxfp_d, ptxfp_a" } else { "" };
    let text = [statement.trim_end_matches([';', ' ']), operands].concat();
    let sequence = Sequence::new(&text, context);
    if let Some(problem) = sequence.diagnostics().first() {
        return Some(Err(rejection(problem)));
    }
    // A negated predicate makes it a companion.
    Some(Ok(sequence.statements().iter().find_map(|each| match &each.action {
        Action::Companion(_) => Some(companion::NEGATED),
        _ => None,
    })))
}

/// Reports errors in the operands.
fn wrong_operands(
    statement: &str,
    instruction: &companion::Instruction,
    context: &Context,
) -> Option<Diagnostic> {
    // A statement alone may read a carry that one before it sets.
    let before = if instruction.form.reads_carry { "add.cc.u32 ptxfp_t, 0, 0; " } else { "" };
    let sequence = Sequence::new(&[before, statement].concat(), context);
    let mut problem = (*sequence.diagnostics().first()?).clone();
    let place = |at: usize| at.saturating_sub(before.len());
    problem.span = place(problem.span.start)..place(problem.span.end);
    Some(problem)
}

/// Converts a diagnostic of a statement.
pub(crate) fn rejection(problem: &Diagnostic) -> Rejection {
    Rejection(vec![problem.clone()])
}

/// A text to show in a message, cut where it is long.
pub(crate) fn shown(text: &str) -> String {
    const N_SHOWN: usize = 32;
    match text.char_indices().nth(N_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// The text with those characters escaped that would end a line, steer a terminal, or change how
/// the rest is seen.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if is_disruptive(character) {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}
