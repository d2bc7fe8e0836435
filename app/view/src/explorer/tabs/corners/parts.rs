//! The data of each component of the matrix, gathered from the screen.

use super::matrix::{MatrixView, RowView};
use crate::explorer::Screen;

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

impl Screen {
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
