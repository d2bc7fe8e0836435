//! The statements that write a register and those that read it.

use crate::program::code::{Code, Which};
use crate::program::flow::line;

/// A register of one of two programs, by its place.
pub type Place = (Which, usize);

/// Whether a statement writes a register, and whether it reads it.
pub(super) fn mentions(code: &Code, statement: usize, register: Option<usize>) -> (bool, bool) {
    let found = register.zip(code.sequence().statements().get(statement));
    found.map_or((false, false), |(register, statement)| {
        (statement.destinations().contains(&register), statement.reads().contains(&register))
    })
}

/// The lines that write and read a register, in a sentence.
pub(super) fn sentence(code: &Code, register: usize) -> String {
    let Some(found) = code.sequence().register(register) else { return String::new() };
    let written = match found.writer.and_then(|writer| line(code, writer)) {
        Some(line) => ["written in line ", &line.to_string()].concat(),
        None => String::from("an input"),
    };
    let mut lines = Vec::new();
    for index in 0..code.sequence().statements().len() {
        if mentions(code, index, Some(register)).1 {
            lines.extend(line(code, index).map(|line| line.to_string()));
        }
    }
    lines.dedup();
    let read = match &*lines {
        [] => String::from("read nowhere"),
        [only] => ["read in line ", only].concat(),
        [all @ .., last] => ["read in lines ", &all.join(", "), " and ", last].concat(),
    };
    ["`", &*found.name, "`: ", &written, ", ", &read].concat()
}
