//! The flow of registers into and out of a statement.

use ptxfp::explore::sequence::{Evaluated, Register, Standing, Statement, line_and_column};

use crate::program::code::Code;
use crate::program::lens::{Lenses, shown};

/// A register that a statement reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadView {
    /// Its name.
    pub name: String,
    /// Its value there; empty if not known.
    pub value: String,
    /// The line that wrote it; `None` for an input.
    pub line: Option<usize>,
}

/// The registers that a statement reads, with their values there.
pub(super) fn reads(
    code: &Code,
    statement: &Statement,
    evaluated: &Evaluated,
    lenses: &Lenses,
) -> Vec<ReadView> {
    let view = |index: usize| {
        let register = code.sequence().register(index)?;
        let value = evaluated.outcomes.value(index);
        let is_known = value.standing != Standing::Unknown;
        Some(ReadView {
            name: register.name.clone(),
            value: if is_known { value_of(value.bits, register, lenses) } else { String::new() },
            line: register.writer.and_then(|writer| line(code, writer)),
        })
    };
    statement.reads().into_iter().filter_map(view).collect()
}

/// The values of a register's lanes, or its bits where it has no type.
fn value_of(bits: u64, register: &Register, lenses: &Lenses) -> String {
    let values = shown(bits, register, lenses.of(register));
    let is_empty = values.is_empty();
    let digits = || ptxfp::text::hex(bits, u32::from(register.width()));
    crate::number::with_minus(&if is_empty { digits() } else { values })
}

/// The lines of the statements that read a statement's results.
pub(super) fn uses(code: &Code, statement: &Statement) -> Vec<usize> {
    let written = statement.destinations();
    let all = code.sequence().statements().iter().enumerate();
    let readers = all.filter(|(_, other)| other.reads().iter().any(|it| written.contains(it)));
    readers.filter_map(|(index, _)| line(code, index)).collect()
}

/// The line of a statement.
pub(super) fn line(code: &Code, statement: usize) -> Option<usize> {
    let statement = code.sequence().statements().get(statement)?;
    Some(line_and_column(code.source(), statement.span.start).0)
}
