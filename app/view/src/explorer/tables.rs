//! Tables about the instruction, which are all of a tab.

use crate::explorer::tabs::error::BoundPlotView;
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
