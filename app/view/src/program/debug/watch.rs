//! Watched registers, with their values after each step that writes one of them.

use ptxfp::explore::sequence::Register;

use crate::program::Model;
use crate::program::lens::choices;
use crate::program::view::SequenceView;

/// The watched registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchView {
    /// The registers.
    pub columns: Vec<ColumnView>,
    /// The start, and each statement that writes one of them.
    pub rows: Vec<RowView>,
}

/// A watched register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnView {
    /// Its name.
    pub name: String,
    /// Its type; empty if only the width is known.
    pub kind: &'static str,
    /// The type that it is shown as; empty for its own.
    pub lens: &'static str,
    /// The other choices.
    pub lenses: Vec<&'static str>,
}

/// The values of the registers after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowView {
    /// The number of statements that have run.
    pub place: usize,
    /// The line; `None` at the start.
    pub line: Option<usize>,
    /// Whether it is the current step.
    pub is_current: bool,
    /// Whether it is after the current step.
    pub is_ahead: bool,
    /// The registers.
    pub cells: Vec<CellView>,
}

/// The value of a register after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// The values of its lanes; may be empty.
    pub values: String,
    /// Its bits; empty before it is written, or if they are not known.
    pub hex: String,
    /// Its guarantee, unless its bits are guaranteed.
    pub words: &'static str,
    /// Whether the statement of the row writes it.
    pub is_changed: bool,
}

/// The registers that have these names.
pub(super) fn view(
    model: &Model,
    program: &SequenceView,
    names: &[String],
    step: Option<usize>,
) -> WatchView {
    let column = |name: &String| {
        let mut all = model.code.sequence().registers().iter().rev();
        all.find(|register| register.name == *name).map(|register| column(model, register))
    };
    let columns: Vec<ColumnView> = names.iter().filter_map(column).collect();
    let statements = &program.code.statements;
    let start = columns.iter().map(|column| {
        let input = program.inputs.iter().find(|input| input.name == column.name);
        CellView {
            values: input.map(|input| input.values.clone()).unwrap_or_default(),
            hex: input.map(|input| input.hex.clone()).unwrap_or_default(),
            words: if input.is_some() { "" } else { "not yet written" },
            is_changed: false,
        }
    });
    let mut rows = vec![RowView {
        place: 0,
        line: None,
        is_current: false,
        is_ahead: false,
        cells: start.collect(),
    }];
    for (index, statement) in statements.iter().enumerate() {
        let Some(last) = rows.last() else { break };
        let mut cells = last.cells.clone();
        for (cell, column) in cells.iter_mut().zip(&columns) {
            cell.is_changed = false;
            for result in statement.results.iter().filter(|result| result.name == column.name) {
                let is_guaranteed = result.standing.class.is_empty();
                *cell = CellView {
                    values: result.values.clone(),
                    hex: result.hex.clone(),
                    words: if is_guaranteed { "" } else { result.standing.words },
                    is_changed: true,
                };
            }
        }
        if cells.iter().any(|cell| cell.is_changed) {
            let (place, line) = (index + 1, Some(statement.line));
            rows.push(RowView { place, line, is_current: false, is_ahead: false, cells });
        }
    }
    if let Some(step) = step {
        for row in &mut rows {
            row.is_ahead = row.place > step;
        }
        if let Some(current) = rows.iter_mut().rfind(|row| !row.is_ahead) {
            current.is_current = true;
        }
    }
    if columns.is_empty() {
        rows.clear();
    }
    WatchView { columns, rows }
}

/// A watched register.
fn column(model: &Model, register: &Register) -> ColumnView {
    ColumnView {
        name: register.name.clone(),
        kind: if register.is_typed { register.kind.spelling() } else { "" },
        lens: model.lenses.of(register),
        lenses: choices(register),
    }
}
