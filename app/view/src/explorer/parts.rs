//! The data of each component, gathered from the screen: a component compares and draws this, and
//! sees nothing else. A part of a tab that is not chosen has none.

use std::sync::Arc;

use ptxfp::explore::difference::By;

use crate::explorer::Screen;
use crate::explorer::against::AgainstView;
use crate::explorer::compare::view::{CompareView, ComparedView};
use crate::explorer::machine::MachineView;
use crate::explorer::tabs::{
    CopyView, CornerView, CornersView, MatrixView, PanelView, RowView, TablesView,
};
use crate::explorer::trace::TraceView;

/// The steps of a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepsView {
    /// The steps.
    pub trace: Arc<TraceView>,
    /// The comparison of a fused instruction with a product and a sum.
    pub against: Option<AgainstView>,
}

/// The subject of the class matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubjectView {
    /// In words.
    pub caption: String,
    /// The pairs of operands that can be shown.
    pub pairs: Vec<String>,
    /// The pair that is shown.
    pub pair: usize,
}

/// The classes of the columns of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassesView {
    /// The heading above the names of rows, if rows have names.
    pub corner: Option<String>,
    /// The classes.
    pub columns: Vec<&'static str>,
    /// The cell of the present operands.
    pub loaded: Option<(usize, usize)>,
}

/// A row of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassView {
    /// Its place among the rows.
    pub index: usize,
    /// Whether it begins with its name: a single row does not.
    pub has_name: bool,
    /// Its name and its cells.
    pub row: RowView,
    /// The column of the cell in the tab order, if that is in this row.
    pub reached: Option<usize>,
    /// The column of the cell of the present operands, if that is in this row.
    pub loaded: Option<usize>,
}

/// The documented cases, or the reason why there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedView {
    /// The cases.
    pub rows: Vec<CornerView>,
    /// The reason.
    pub silence: String,
}

/// The instructions that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsView {
    /// The kind of results that are compared, where there is a choice.
    pub by: Option<By>,
    /// The present instruction, then the others.
    pub rows: Vec<ComparedView>,
}

/// Instructions and programs to compare with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffersView {
    /// The reason why the text that is typed cannot be compared.
    pub wrong: String,
    /// The suggestions.
    pub offers: Vec<String>,
    /// The link to compare the present instruction as a sequence.
    pub sequence: String,
    /// The comparison of a fused instruction with a product and a sum: its label and link.
    pub unfused: Option<(String, String)>,
}

impl Screen {
    /// The steps.
    pub fn steps(&self) -> StepsView {
        StepsView { trace: self.trace.clone(), against: self.against.clone() }
    }

    fn corners(&self) -> Option<&CornersView> {
        match &self.panel {
            PanelView::Corners(view) => Some(view),
            _ => None,
        }
    }

    /// The class matrix, if there is one.
    pub fn matrix(&self) -> Option<&MatrixView> {
        self.corners()?.matrix.as_ref()
    }

    /// The places of the rows of the matrix.
    pub fn matrix_rows(&self) -> Option<Vec<usize>> {
        Some((0..self.matrix()?.rows.len()).collect())
    }

    /// The subject of the matrix.
    pub fn matrix_subject(&self) -> Option<SubjectView> {
        let MatrixView { caption, pairs, pair, .. } = self.matrix()?;
        Some(SubjectView { caption: caption.clone(), pairs: pairs.clone(), pair: *pair })
    }

    /// The classes of the columns.
    pub fn matrix_classes(&self) -> Option<ClassesView> {
        let view = self.matrix()?;
        Some(ClassesView {
            corner: (view.rows.len() > 1).then(|| view.corner.clone()),
            columns: view.columns.clone(),
            loaded: view.loaded,
        })
    }

    /// The row of the matrix at a place.
    pub fn matrix_row(&self, index: usize) -> Option<ClassView> {
        let view = self.matrix()?;
        let here = |(row, column): (usize, usize)| (row == index).then_some(column);
        Some(ClassView {
            index,
            has_name: view.rows.len() > 1,
            row: view.rows.get(index)?.clone(),
            reached: here(view.cursor),
            loaded: view.loaded.and_then(here),
        })
    }

    /// The documented cases.
    pub fn documented(&self) -> Option<DocumentedView> {
        let CornersView { rows, silence, .. } = self.corners()?;
        Some(DocumentedView { rows: rows.clone(), silence: silence.clone() })
    }

    fn comparison(&self) -> Option<&CompareView> {
        match &self.panel {
            PanelView::Compare(view) => Some(view),
            _ => None,
        }
    }

    /// The instructions that are compared.
    pub fn compared(&self) -> Option<RowsView> {
        self.comparison().map(|view| RowsView { by: view.by, rows: view.rows.clone() })
    }

    /// The instruction that is typed for the comparison.
    pub fn draft(&self) -> Option<String> {
        self.comparison().map(|view| view.draft.clone())
    }

    /// Instructions and programs to compare with.
    pub fn offers(&self) -> Option<OffersView> {
        self.comparison().map(|view| OffersView {
            wrong: view.wrong.clone(),
            offers: view.offers.clone(),
            sequence: view.sequence.clone(),
            unfused: view.unfused.clone(),
        })
    }

    /// The state as text for other places.
    pub fn copies(&self) -> Option<Arc<Vec<CopyView>>> {
        match &self.panel {
            PanelView::Copies(copies) => Some(copies.clone()),
            _ => None,
        }
    }

    /// The machine code.
    pub fn machine(&self) -> Option<Arc<MachineView>> {
        match &self.panel {
            PanelView::Machine(view) => Some(view.clone()),
            _ => None,
        }
    }

    /// The tables of error bounds or requirements.
    pub fn tables(&self) -> Option<Arc<TablesView>> {
        match &self.panel {
            PanelView::Tables(view) => Some(view.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::tabs::Tab;
    use crate::explorer::{Edit, Model};
    use crate::module::Module;

    #[test]
    fn only_parts_of_the_chosen_tab_have_data() {
        let mut model = Model::default();
        let has = |screen: &Screen| {
            [
                screen.documented().is_some(),
                screen.sweep_bar().is_some(),
                screen.compared().is_some(),
                screen.copies().is_some(),
                screen.machine().is_some(),
                screen.tables().is_some(),
            ]
        };
        for (place, tab) in
            [Tab::Corners, Tab::Sweep, Tab::Compare, Tab::Elsewhere, Tab::Machine, Tab::Error]
                .into_iter()
                .enumerate()
        {
            model.apply(Edit::Tab(tab));
            let mut expected = [false; 6];
            expected[place] = true;
            assert_eq!(has(&model.screen(None)), expected, "{tab:?}");
        }
    }

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
