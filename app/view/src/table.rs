//! Tables of text.

/// A table; code is between back quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// The caption.
    pub caption: String,
    /// The cells of each row; the first row names the columns, the first cell names the row.
    pub rows: Vec<Vec<String>>,
}

impl TableView {
    /// A table with names for its columns, and no rows yet.
    pub fn new(caption: &str, head: &[&str]) -> Self {
        let mut table = Self { caption: caption.to_owned(), rows: Vec::new() };
        table.add(head);
        table
    }

    /// Adds a row.
    pub fn add(&mut self, cells: &[&str]) {
        let mut row = Vec::new();
        for cell in cells {
            row.push((*cell).to_owned());
        }
        self.rows.push(row);
    }

    /// Adds a cell to the last row.
    pub fn extend(&mut self, cell: &str) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell.to_owned());
        }
    }
}
