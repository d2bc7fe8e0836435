//! The result for every class of operand: a grid whose cells load their operands.

use ptxfp_view::explorer::tabs::{LegendView, MatrixView, RowView};

use super::tab_panel::cell_name;
use crate::markup::Markup;

/// The attribute that carries the place of a cell.
pub(super) const CELL: &str = "data-cell";

/// The cell that a key leads to.
pub(super) fn reached(
    matrix: &MatrixView,
    key: &str,
    (row, column): (usize, usize),
) -> Option<(usize, usize)> {
    let (last_row, last_column) = (matrix.rows.len() - 1, matrix.columns.len() - 1);
    Some(match key {
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, last_column.min(column + 1)),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => (last_row.min(row + 1), column),
        "Home" => (row, 0),
        "End" => (row, last_column),
        _ => return None,
    })
}

/// The choice of the operands that vary, the grid, and what its styles mean.
pub(super) fn class_matrix(markup: &mut Markup, matrix: &MatrixView) {
    markup.open_class("div", "matrix");
    if matrix.pairs.len() > 1 {
        markup.open("label").text("Classes of ").open("select");
        markup.attributes(&[("id", "pair"), ("value", &matrix.pair.to_string())]);
        for (index, pair) in matrix.pairs.iter().enumerate() {
            markup.open("option").attribute("value", &index.to_string()).text(pair).close();
        }
        markup.close().close();
    }
    markup.open_class("div", "scroll").open("table");
    markup.attributes(&[("role", "grid"), ("aria-label", "class matrix")]);
    markup.open("caption").text(&matrix.caption).close();
    let is_square = matrix.rows.len() > 1;
    markup.open("tr");
    if is_square {
        let pair = matrix.pairs.get(matrix.pair).map_or("", String::as_str);
        markup.open("th").attribute("scope", "col").leaf("span", "unseen", pair).close();
    }
    for class in &matrix.columns {
        markup.open("th").attribute("scope", "col").text(class).close();
    }
    markup.close();
    for (row, RowView { class, cells }) in matrix.rows.iter().enumerate() {
        markup.open("tr");
        if is_square {
            markup.open("th").attribute("scope", "row").text(class).close();
        }
        for (column, cell) in cells.iter().enumerate() {
            let is_reached = (row, column) == matrix.cursor;
            markup.open_class("td", cell.class).attributes(&[
                ("role", "gridcell"),
                ("tabindex", if is_reached { "0" } else { "-1" }),
                (CELL, &cell_name(row, column)),
            ]);
            if cell.is_current {
                markup.attribute("aria-current", "true");
            }
            markup.text(&cell.text).close();
        }
        markup.close();
    }
    markup.close().close();
    markup.open_class("p", "legend");
    markup.leaf("span", "current", "these operands").text(" ");
    for LegendView { class, words } in &matrix.legend {
        markup.leaf("span", class, words).text(" ");
    }
    markup.text("Press a cell to load lane 0.").close().close();
}
