//! `list`: the catalog, or what a query finds in it.

use std::fmt::{self, Write as _};

use ptxfp::catalog::query::{Message, Query};
use ptxfp::catalog::{Clause, Form, Requires};
use ptxfp::internals::companion;
use serde::Serialize;

use crate::context::shown;

/// The rows that a query finds.
pub(crate) enum Listed {
    /// Syntax lines of the catalog.
    Forms(Vec<&'static Form>),
    /// Companion instructions.
    Companions(Vec<&'static companion::Form>),
}

/// The rows for the instructions that an error message of the assembler names, with the query for
/// them; `None` if the text is no such message, an error if none of them is known.
pub(crate) fn of_message(text: &str) -> Option<Result<(String, Listed), String>> {
    let message = Message::of(text)?;
    let query = message.query();
    let found = if query.is_empty() { None } else { forms(&query).ok().map(Listed::Forms) };
    let found = found.or_else(|| {
        let words = || query.split(' ').filter(|word| !word.starts_with('.'));
        // The modifier that no companion has may be the error, so each word is tried alone.
        let found = companions(&query).ok().or_else(|| words().find_map(|it| companions(it).ok()));
        found.filter(|_| !query.is_empty()).map(Listed::Companions)
    });
    Some(found.map(|found| (query, found)).ok_or_else(|| message.sentence()))
}

/// The syntax lines that a query finds, by opcode; an error if it cannot be read, or finds none.
pub(crate) fn forms(query: &str) -> Result<Vec<&'static Form>, String> {
    let query = query.trim();
    let (parsed, problems) = Query::parse(query);
    if let Some(problem) = problems.first() {
        let column = query.get(..problem.span.start).map_or(0, |before| before.chars().count()) + 1;
        let others = companion::find(query).filter(|found| !found.is_empty());
        let hint = others.map_or("", |_| "; --companions finds some");
        return Err(format!("column {column}: {}{hint}", problem.message));
    }
    let forms = parsed.forms();
    if forms.is_empty() {
        let without =
            |(_, left, count): &(String, String, usize)| format!("; {count} without `{left}`");
        let ways: Vec<_> = parsed.relaxed().iter().map(without).collect();
        return Err(format!("no form meets every term{}", ways.concat()));
    }
    Ok(forms)
}

/// The companion instructions that a query finds.
pub(crate) fn companions(query: &str) -> Result<Vec<&'static companion::Form>, String> {
    let found = companion::find(query).filter(|found| !found.is_empty());
    found.ok_or_else(|| format!("no companion instruction meets `{}`", shown(query)))
}

/// A line of the list.
#[derive(Serialize)]
pub(crate) struct Line {
    opcode: &'static str,
    syntax: String,
    status: &'static str,
    section: String,
    requires: String,
}

/// The lines of the list, by opcode.
pub(crate) fn lines(found: &Listed) -> Vec<Line> {
    match found {
        Listed::Forms(forms) => forms.iter().map(|form| line(form)).collect(),
        Listed::Companions(forms) => forms.iter().map(|form| companion_line(form)).collect(),
    }
}

fn line(form: &Form) -> Line {
    Line {
        opcode: form.opcode,
        syntax: form.syntax(),
        status: form.status.name(),
        section: form.source.to_string(),
        requires: required(&form.requires),
    }
}

fn companion_line(form: &companion::Form) -> Line {
    let syntax = match form.type_choices() {
        types if types.is_empty() => form.syntax(),
        types => [form.syntax(), types].join("  "),
    };
    Line {
        opcode: form.opcode,
        syntax,
        status: "documented",
        section: form.source.to_string(),
        requires: required(&form.requires),
    }
}

fn required(requires: &Requires) -> String {
    requires.0.iter().map(requirement).collect::<Vec<_>>().join("; ")
}

/// Lines for people, below their opcodes.
pub(crate) fn text(lines: &[Line]) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, lines);
    text
}

fn write(text: &mut String, lines: &[Line]) -> fmt::Result {
    let width = lines.iter().map(|line| line.syntax.len()).max().unwrap_or(0);
    for of_opcode in lines.chunk_by(|a, b| a.opcode == b.opcode) {
        let opcode = of_opcode.first().map_or("", |line| line.opcode);
        writeln!(text, "{}{opcode}", if text.is_empty() { "" } else { "\n" })?;
        for Line { syntax, status, section, requires, .. } in of_opcode {
            writeln!(text, "  {syntax:width$}  {status:12}  {section:20}  {requires}")?;
        }
    }
    Ok(())
}

fn requirement(clause: &Clause) -> String {
    let until = clause.until.map_or(String::new(), |until| format!(" to {until}"));
    format!("PTX ISA {}{until}, {}", clause.isa, clause.targets)
}
