//! Documented special operands, and the result for every class of operand.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::corner::{Cell, ClassMatrix, CornerRow, Kind, Landmark, corners, lane_sources, silence};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::format::Format;
use ptxfp::number::text;

use crate::explorer::tabs::{CellView, CornerView, CornersView, LegendView, MatrixView, RowView};
use crate::playground::operand::sentence;
use crate::playground::statement::section;

/// An instruction with present operands.
pub struct Operands<'m> {
    /// The instruction.
    pub instruction: &'m Instruction,
    /// Where it runs.
    pub context: &'m Context,
    /// Its source registers.
    pub registers: &'m [u64],
}

impl Operands<'_> {
    /// The tab; `pair` is the pair of operands that varies, `cursor` the cell that the keyboard
    /// reaches.
    pub fn view(&self, pair: usize, cursor: (usize, usize)) -> CornersView {
        let prepared = Prepared::new(self.instruction, self.context);
        let rows = corners(self.instruction, self.context);
        let sources = self.instruction.form.sources();
        let name = |index: usize| sources.get(index).map_or("", |operand| operand.name);
        CornersView {
            matrix: self.matrix_view(&prepared, pair, cursor),
            operands: lane_sources(&prepared).map(name).collect(),
            rows: rows.iter().map(|row| corner(row, &prepared)).collect(),
            silence: sentence(silence(self.instruction)),
        }
    }

    /// The registers of a documented case.
    pub fn of_corner(&self, index: usize) -> Option<Vec<u64>> {
        let rows = corners(self.instruction, self.context);
        let count = self.registers.len();
        rows.get(index).map(|row| row.registers.iter().copied().take(count).collect())
    }

    /// The registers of a cell.
    pub fn of_cell(&self, pair: usize, (row, column): (usize, usize)) -> Option<Vec<u64>> {
        let prepared = Prepared::new(self.instruction, self.context);
        let matrix = self.matrix(&prepared, pair)?;
        matrix.cell(row, column)?;
        let registers = matrix.registers(&prepared, row, column, self.registers);
        Some(registers.into_iter().take(self.registers.len()).collect())
    }

    fn matrix(&self, prepared: &Prepared, pair: usize) -> Option<ClassMatrix> {
        let sources: Vec<usize> = lane_sources(prepared).collect();
        let pairs = pairs(sources.len());
        let (down, across) = pairs.get(pair).or_else(|| pairs.first())?;
        let down = down.and_then(|place| sources.get(place)).copied();
        let across = *sources.get(*across)?;
        ClassMatrix::new(self.instruction, self.context, down, across, self.registers)
    }

    fn matrix_view(
        &self,
        prepared: &Prepared,
        pair: usize,
        cursor: (usize, usize),
    ) -> Option<MatrixView> {
        let matrix = self.matrix(prepared, pair).filter(|matrix| matrix.columns.len() > 1)?;
        let sources = lane_sources(prepared).collect();
        let drawing = Drawing { operands: self, prepared, matrix: &matrix, sources };
        let pairs = drawing.pairs();
        let (rows, legend) = drawing.rows();
        Some(MatrixView {
            caption: drawing.caption(),
            pair: pair.min(pairs.len() - 1),
            pairs,
            columns: drawing.classes(matrix.across, &matrix.columns),
            cursor: (cursor.0.min(rows.len() - 1), cursor.1.min(matrix.columns.len() - 1)),
            rows,
            legend,
        })
    }
}

/// What a matrix is drawn from.
struct Drawing<'m> {
    operands: &'m Operands<'m>,
    prepared: &'m Prepared,
    matrix: &'m ClassMatrix,
    /// The source operands that are numbers of lane 0.
    sources: Vec<usize>,
}

impl Drawing<'_> {
    fn name(&self, source: usize) -> &'static str {
        let operand = self.operands.instruction.form.sources().get(source);
        operand.map_or("", |operand| operand.name)
    }

    fn format(&self, source: usize) -> Format {
        let instruction = self.operands.instruction;
        let operand = instruction.form.sources().get(source);
        let kind = operand.map_or(instruction.destination_type(), |o| instruction.operand_type(o));
        kind.format()
    }

    /// What lane 0 of a source operand holds.
    fn present(&self, source: usize) -> u64 {
        let register = self.operands.registers.get(source).copied().unwrap_or(0);
        self.prepared.source(source).extract(register, 0)
    }

    fn classes(&self, source: usize, classes: &[(Landmark, u64)]) -> Vec<&'static str> {
        let format = self.format(source);
        classes.iter().map(|(class, _)| class.name(format)).collect()
    }

    /// The pairs of operands that can be shown.
    fn pairs(&self) -> Vec<String> {
        let name = |place: usize| self.sources.get(place).map_or("", |source| self.name(*source));
        let pair = |(down, across): (Option<usize>, usize)| match down {
            Some(down) => [name(down), " down, ", name(across), " across"].concat(),
            None => name(across).to_owned(),
        };
        pairs(self.sources.len()).into_iter().map(pair).collect()
    }

    /// The rows with their classes, and what the styles of their cells mean.
    fn rows(&self) -> (Vec<RowView>, Vec<LegendView>) {
        let mut legend = Vec::new();
        let Some(down) = self.matrix.down else {
            let cells = self.cells(0, true, &mut legend);
            return (vec![RowView { class: "", cells }], legend);
        };
        let present = self.present(down);
        let classes = self.classes(down, &self.matrix.rows);
        let rows = classes.into_iter().zip(&self.matrix.rows).enumerate();
        let row = |(index, (class, (_, bits))): (usize, (&'static str, &(Landmark, u64)))| {
            RowView { class, cells: self.cells(index, *bits == present, &mut legend) }
        };
        (rows.map(row).collect(), legend)
    }

    fn cells(&self, row: usize, is_present: bool, legend: &mut Vec<LegendView>) -> Vec<CellView> {
        let present = self.present(self.matrix.across);
        let format = self.prepared.lane_op().result;
        let columns = self.matrix.columns.iter().enumerate();
        let cell = |(column, (_, bits)): (usize, &(Landmark, u64))| {
            let found = self.matrix.cell(row, column)?;
            let style @ LegendView { class, words } = style(found);
            if !words.is_empty() && !legend.contains(&style) {
                legend.push(style);
            }
            let text = short(text::concise(found.result.bits, format));
            Some(CellView { text, class, is_current: is_present && *bits == present })
        };
        columns.filter_map(cell).collect()
    }

    /// The instruction, and what its other operands are.
    fn caption(&self) -> String {
        let instruction = self.operands.instruction.to_string();
        let mut caption = [&instruction, " for every class of operand"].concat();
        for source in &self.sources {
            if *source != self.matrix.across && Some(*source) != self.matrix.down {
                let value = text::concise(self.present(*source), self.format(*source));
                caption.push_str(&[", ", self.name(*source), " = ", &value].concat());
            }
        }
        caption
    }
}

/// A value with at most so many digits that a table of it can be read; the result has them all.
pub(super) fn short(text: String) -> String {
    const LONGEST: usize = 9;
    if text.len() <= LONGEST {
        return text;
    }
    let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    let kept = digits.get(..LONGEST.saturating_sub(1 + exponent.len())).unwrap_or(digits);
    [kept, "\u{2026}", exponent].concat()
}

/// Which operands of a lane vary, by their places: down, if two do, and across.
fn pairs(count: usize) -> Vec<(Option<usize>, usize)> {
    if count < 2 {
        return (0..count).map(|place| (None, place)).collect();
    }
    (0..count).flat_map(|down| (down + 1..count).map(move |across| (Some(down), across))).collect()
}

/// The style class of a cell, and what it says that the text does not.
fn style(cell: &Cell) -> LegendView {
    let (class, words) = match (cell.result.guarantee, cell.kind) {
        (Guarantee::Reading, _) => ("reading", "by a reading"),
        (_, Kind::AnyNan) => ("any-nan", "any NaN"),
        (Guarantee::Unspecified, _) => ("open", "unspecified"),
        (Guarantee::Unbounded, _) => ("open", "no bound"),
        _ if cell.is_clamped => ("clamped", "clamped"),
        _ if cell.is_flushed => ("flushed", "flushed"),
        (Guarantee::Within { lo, hi }, _) if lo != hi => ("within", "within a bound"),
        (_, Kind::Infinite) => ("infinite", ""),
        (_, Kind::Nan) => ("nan", ""),
        (_, Kind::Zero | Kind::Subnormal | Kind::Finite) => ("", ""),
    };
    LegendView { class, words }
}

/// A documented case.
fn corner(row: &CornerRow, prepared: &Prepared) -> CornerView {
    let op = prepared.lane_op();
    let operands = row.operands().iter().zip(op.operands);
    CornerView {
        operands: operands.map(|((class, _), format)| class.name(format)).collect(),
        documented: row.name,
        live: short(text::concise(row.live.bits, op.result)),
        agrees: row.agrees(),
        section: section(&row.source),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_values_keep_their_exponent() {
        for (text, shown) in [
            ("1.5", "1.5"),
            ("-0.0625", "-0.0625"),
            ("1.7976931348623157e308", "1.79\u{2026}e308"),
            ("-9223372036854775808", "-9223372\u{2026}"),
        ] {
            assert_eq!(short(text.to_owned()), shown);
        }
    }
}
