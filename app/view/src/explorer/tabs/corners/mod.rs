//! Documented special operands, beside the matrix of every class of operand.

mod cell_text;
mod finding;
pub mod matrix;

use ptxfp::eval::Prepared;
use ptxfp::explore::corner::{ClassMatrix, CornerRow, corners, silence, sources_of_lane};

use self::matrix::{MatrixView, matrix_view, pairs};
use crate::explorer::Model;
use crate::explorer::operands::Operands;
use crate::message::sentence;
use crate::number::{short, value};
use crate::playground::instruction::SectionView;
use crate::playground::statement::section;

/// Documented special operands, and every class of operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CornersView {
    /// The matrix, where there is more than one class.
    pub matrix: Option<MatrixView>,
    /// The documented cases.
    pub documented: DocumentedView,
}

/// Documented special operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CornerView {
    /// The classes of the operands.
    pub operands: Vec<&'static str>,
    /// The documented result.
    pub documented: &'static str,
    /// The result.
    pub live: String,
    /// Whether they are the same.
    pub agrees: bool,
    /// The section that documents it.
    pub section: SectionView,
}

/// The documented cases, or the reason why there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedView {
    /// The cases.
    pub rows: Vec<CornerView>,
    /// The reason.
    pub silence: String,
}

/// The tab.
pub(super) fn view(model: &Model) -> CornersView {
    model.operands().view(model.shown_lane(), model.pair, model.cell)
}

impl Operands<'_> {
    /// The tab, about a lane; `pair` is the pair of operands that varies, `cursor` the cell in the tab
    /// order.
    pub(in crate::explorer) fn view(
        &self,
        lane: u8,
        pair: usize,
        cursor: (usize, usize),
    ) -> CornersView {
        let prepared = Prepared::new(self.instruction, self.context);
        let rows = corners(self.instruction, self.context);
        let matrix = self.matrix(&prepared, lane, pair).filter(|matrix| matrix.columns.len() > 1);
        CornersView {
            matrix: matrix.map(|matrix| matrix_view(self, &prepared, &matrix, pair, cursor)),
            documented: DocumentedView {
                rows: rows.iter().map(|row| corner(row, &prepared)).collect(),
                silence: sentence(silence(self.instruction)),
            },
        }
    }

    /// The registers with a documented case in a lane.
    pub fn of_corner(&self, lane: u8, index: usize) -> Option<Vec<u64>> {
        let prepared = Prepared::new(self.instruction, self.context);
        let rows = corners(self.instruction, self.context);
        // A case has its operands in every lane.
        let case = &rows.get(index)?.registers;
        let mut registers = self.registers.to_vec();
        let count = usize::from(prepared.lane_op().source_count);
        for (source, place) in prepared.operands_of_lane(lane).take(count) {
            let packing = prepared.source(source);
            if let (Some(register), Some(case)) = (registers.get_mut(source), case.get(source)) {
                *register = packing.insert(*register, place, packing.extract(*case, place));
            }
        }
        Some(registers)
    }

    /// The registers of a cell.
    pub fn of_cell(
        &self,
        lane: u8,
        pair: usize,
        (row, column): (usize, usize),
    ) -> Option<Vec<u64>> {
        let prepared = Prepared::new(self.instruction, self.context);
        let matrix = self.matrix(&prepared, lane, pair)?;
        matrix.cell(row, column)?;
        let registers = matrix.registers(&prepared, row, column, self.registers);
        Some(registers.into_iter().take(self.registers.len()).collect())
    }

    fn matrix(&self, prepared: &Prepared, lane: u8, pair: usize) -> Option<ClassMatrix> {
        let sources: Vec<usize> = sources_of_lane(prepared, lane).collect();
        let pairs = pairs(sources.len());
        let (down, across) = pairs.get(pair).or_else(|| pairs.first())?;
        let down = down.and_then(|place| sources.get(place)).copied();
        let across = *sources.get(*across)?;
        let pair = (down, across);
        ClassMatrix::of_lane(self.instruction, self.context, lane, pair, self.registers)
    }
}

/// A documented case.
fn corner(row: &CornerRow, prepared: &Prepared) -> CornerView {
    let op = prepared.lane_op();
    let operands = row.operands().iter().zip(op.operands);
    CornerView {
        operands: operands.map(|((class, _), format)| class.name(format)).collect(),
        documented: row.name,
        live: short(&value(row.live.bits, op.result)),
        agrees: row.agrees(),
        section: section(&row.source),
    }
}

#[cfg(test)]
mod tests {
    use crate::explorer::Model;
    use crate::module::Module;

    #[test]
    fn rows_of_the_matrix_know_their_own_cells_only() {
        let screen = Model::default().screen(None);
        let view = screen.matrix().expect("a matrix").clone();
        let rows = screen.matrix_rows().expect("rows");
        assert_eq!(rows.len(), view.rows.len());
        let reached = rows.iter().filter(|row| {
            screen.matrix_row(**row).is_some_and(|row| row.reached == Some(view.cursor.1))
        });
        assert_eq!(reached.count(), 1);
        assert_eq!(screen.matrix_row(rows.len()), None);
    }
}
