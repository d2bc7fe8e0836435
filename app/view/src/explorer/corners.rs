//! Documented special operands, beside the matrix of every class of operand.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::Prepared;
use ptxfp::explore::corner::{ClassMatrix, CornerRow, corners, silence, sources_of_lane};

use crate::explorer::matrix::{matrix_view, pairs};
use crate::explorer::tabs::{CornerView, CornersView};
use crate::number::{short, value};
use crate::playground::operand::sentence;
use crate::playground::statement::section;

/// An instruction with present operands, of which cases are about one lane.
pub struct Operands<'m> {
    /// The instruction.
    pub instruction: &'m Instruction,
    /// The context.
    pub context: &'m Context,
    /// Its source registers.
    pub registers: &'m [u64],
}

impl Operands<'_> {
    /// The tab, about a lane; `pair` is the pair of operands that varies, `cursor` the cell in the tab
    /// order.
    pub fn view(&self, lane: u8, pair: usize, cursor: (usize, usize)) -> CornersView {
        let prepared = Prepared::new(self.instruction, self.context);
        let rows = corners(self.instruction, self.context);
        let matrix = self.matrix(&prepared, lane, pair).filter(|matrix| matrix.columns.len() > 1);
        CornersView {
            matrix: matrix.map(|matrix| matrix_view(self, &prepared, &matrix, pair, cursor)),
            operands: sources_of_lane(&prepared, lane).map(|source| self.name(source)).collect(),
            rows: rows.iter().map(|row| corner(row, &prepared)).collect(),
            silence: sentence(silence(self.instruction)),
        }
    }

    /// The name of a source operand.
    pub(super) fn name(&self, source: usize) -> &'static str {
        let operand = self.instruction.form.sources().get(source);
        operand.map_or("", |operand| operand.name)
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
