//! Tables of text.

/// A table; code stands between back quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// What it shows.
    pub caption: String,
    /// The names of its columns.
    pub head: Vec<String>,
    /// Its rows; their first cells name them.
    pub rows: Vec<Vec<String>>,
}
