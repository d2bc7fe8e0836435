//! `corners` as readable text.

use std::fmt::{self, Write as _};

use crate::corners::{Cell, Class, Matrix, Report};

/// The report as text.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _ = write(&mut text, report);
    text
}

fn write(text: &mut String, report: &Report) -> fmt::Result {
    let Report { instruction, target, isa, status, section, .. } = report;
    writeln!(text, "{instruction} on {target}, PTX ISA {isa}: {status} ({section})\n")?;
    writeln!(text, "documented corner cases")?;
    if let Some(silence) = report.silence {
        writeln!(text, "  none: {silence}")?;
    } else {
        let mut lines = vec![report.operands.iter().map(ToString::to_string).collect::<Vec<_>>()];
        if let Some(head) = lines.first_mut() {
            head.extend(["documented", "returned", "", "source"].map(String::from));
        }
        for row in &report.corners {
            let mut line: Vec<_> = row.operands.iter().map(|each| each.class.to_string()).collect();
            line.push(row.documented.to_string());
            line.extend([row.returned.bits.clone(), row.returned.value.clone()]);
            let verdict = if row.agrees { "" } else { "; differs" };
            line.push(format!("{}{verdict}", row.section));
            lines.push(line);
        }
        write_table(text, &lines)?;
    }
    if let Some(matrix) = &report.matrix {
        write_matrix(text, matrix)?;
    }
    writeln!(text, "\nerror")?;
    for bound in &report.errors {
        writeln!(text, "  {}: {} ({})", bound.over, bound.error, bound.section)?;
    }
    Ok(())
}

fn write_matrix(text: &mut String, matrix: &Matrix) -> fmt::Result {
    let mut title = match matrix.down {
        Some(down) => format!("every class: {down} down, {} across", matrix.across),
        None => format!("every class: {}", matrix.across),
    };
    for fixed in &matrix.fixed {
        title.push_str("; ");
        title.push_str(fixed);
    }
    writeln!(text, "\n{title}")?;
    let shown = |cell: &Cell| {
        let mark = match cell.returned.guarantee {
            "within" => "~",
            "unbounded" | "unspecified" => "?",
            "reading" => "*",
            _ => "",
        };
        format!("{}{mark}", cell.returned.value)
    };
    let name = |class: &Class| class.class.to_string();
    if matrix.down.is_none() {
        let cells = matrix.cells.iter().flatten();
        let line = |(class, cell): (&Class, &Cell)| {
            vec![name(class), class.bits.clone(), shown(cell), cell.returned.bits.clone()]
        };
        return write_table(text, &matrix.columns.iter().zip(cells).map(line).collect::<Vec<_>>());
    }
    let head = [String::new()].into_iter().chain(matrix.columns.iter().map(name)).collect();
    let line = |(class, cells): (&Class, &Vec<Cell>)| {
        [name(class)].into_iter().chain(cells.iter().map(shown)).collect()
    };
    let lines: Vec<Vec<_>> =
        [head].into_iter().chain(matrix.rows.iter().zip(&matrix.cells).map(line)).collect();
    write_table(text, &lines)
}

/// Lines of cells, each column as wide as its widest cell.
fn write_table(text: &mut String, lines: &[Vec<String>]) -> fmt::Result {
    let n_columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let length = |cell: &String| cell.chars().count();
    let width =
        |column| lines.iter().filter_map(|line| line.get(column)).map(length).max().unwrap_or(0);
    let widths: Vec<_> = (0..n_columns).map(width).collect();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
