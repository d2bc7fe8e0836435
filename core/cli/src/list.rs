//! `list`: the catalogue, or what a query finds in it.

use std::fmt::{self, Write as _};

use ptxfp::catalog::query::Query;
use ptxfp::catalog::{Clause, Form};

/// The syntax lines that a query finds, by opcode; an error if it cannot be read, or finds none.
pub(crate) fn forms(query: &str) -> Result<Vec<&'static Form>, String> {
    let (parsed, problems) = Query::parse(query);
    if let Some(problem) = problems.first() {
        let column = query.get(..problem.span.start).map_or(0, |before| before.chars().count()) + 1;
        return Err(format!("column {column}: {}", problem.message));
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

/// The catalogue for people: a line for each form, by opcode.
pub(crate) fn text(forms: &[&Form]) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, forms);
    text
}

fn write(text: &mut String, forms: &[&Form]) -> fmt::Result {
    let lines: Vec<_> = forms.iter().map(|form| (form.syntax(), form)).collect();
    let width = lines.iter().map(|(syntax, _)| syntax.len()).max().unwrap_or(0);
    for of_opcode in lines.chunk_by(|a, b| a.1.opcode == b.1.opcode) {
        let opcode = of_opcode.first().map_or("", |(_, form)| form.opcode);
        writeln!(text, "{}{opcode}", if text.is_empty() { "" } else { "\n" })?;
        for (syntax, form) in of_opcode {
            let requires: Vec<_> = form.requires.0.iter().map(requirement).collect();
            let (status, section) = (form.status.name(), form.source.to_string());
            let requires = requires.join("; ");
            writeln!(text, "  {syntax:width$}  {status:12}  {section:20}  {requires}")?;
        }
    }
    Ok(())
}

fn requirement(clause: &Clause) -> String {
    let until = clause.until.map_or(String::new(), |until| format!(" to {until}"));
    format!("PTX ISA {}{until}, {}", clause.isa, clause.targets)
}
