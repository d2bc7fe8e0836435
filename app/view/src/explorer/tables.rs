//! Tables about the instruction, which are all of a tab, with a plot where there is one.

use crate::explorer::axis::AxesView;
use crate::playground::instruction::SectionView;
use crate::table::TableView;

/// Tables about the instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablesView {
    /// The tables.
    pub tables: Vec<TableView>,
    /// The number of permitted results, over all operands.
    pub plot: Option<BoundPlotView>,
    /// The section that documents it.
    pub section: SectionView,
}

/// The number of permitted results, over all operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundPlotView {
    /// The description, in a sentence.
    pub label: String,
    /// Its axes.
    pub axes: AxesView,
    /// The number of operands.
    pub length: u64,
    /// The line as an SVG path: one unit across for each operand, and down in thousandths of the
    /// height.
    pub path: String,
    /// The place of the present operand, if it is a number.
    pub present: Option<u64>,
}
