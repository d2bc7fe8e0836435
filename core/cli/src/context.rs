//! Input that every command reads: versions, targets and statements.

use ptxfp::catalog::{Context, Instruction, IsaVersion, Target, UnknownIsa, UnknownTarget};
use ptxfp::explore::sequence::{Action, Sequence, usual_context, usual_context_of_statement};
use ptxfp::internals::companion;
use ptxfp::internals::quote::is_disruptive;
use ptxfp::syntax::{self, Diagnostic, Legality, Statement, parse};

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

/// The reasons why a statement is rejected.
pub(crate) struct Rejection {
    /// The errors, each with its byte of the statement; at least one.
    reasons: Vec<(usize, String)>,
    /// The fixes.
    fixes: Vec<String>,
}

impl Rejection {
    /// One thing that is wrong at a byte of the statement.
    pub(crate) fn at(position: usize, message: String) -> Self {
        Self { reasons: vec![(position, message)], fixes: Vec::new() }
    }

    /// The reasons on one line.
    pub(crate) fn message(&self) -> String {
        self.join(|(_, message)| message.clone())
    }

    /// The reasons with their places, in characters from 1, on one line.
    pub(crate) fn located(&self, statement: &str) -> String {
        self.join(|(position, message)| {
            let before = statement.get(..*position).unwrap_or(statement);
            format!("column {}: {message}", before.chars().count() + 1)
        })
    }

    fn join(&self, text: impl Fn(&(usize, String)) -> String) -> String {
        let mut all = String::new();
        for part in self.reasons.iter().map(text).chain(self.fixes.iter().cloned()) {
            all.push_str(match all.chars().last() {
                None => "",
                Some('?') => " ",
                Some(_) => "; ",
            });
            all.push_str(&part);
        }
        all
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
    let errors = || resolution.diagnostics.iter();
    let mut fixes = Vec::new();
    for fix in errors().filter_map(|error| error.fixes.first()).map(ToString::to_string) {
        if !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    // The section follows the last of its reasons.
    let mut reasons: Vec<(usize, String)> = Vec::new();
    let mut all = errors().peekable();
    while let Some(error) = all.next() {
        let is_last = all.peek().is_none_or(|next| next.source != error.source);
        let text = if is_last { error.to_string() } else { error.message.clone() };
        reasons.push((error.span.start, text));
    }
    Err(Rejection { reasons, fixes })
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
    Rejection::at(problem.span.start, problem.to_string())
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
