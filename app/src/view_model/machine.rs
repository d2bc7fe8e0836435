//! What an instruction is assembled to.

use super::table::TableView;

/// The machine code on every recorded target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MachineView {
    /// Why there is nothing, or what is to know about the present target.
    pub note: String,
    /// The targets, those with the same code together.
    pub codes: Vec<CodeView>,
    /// What the names in it stand for.
    pub terms: Option<TableView>,
    /// The tools and the day.
    pub origin: String,
}

/// What some targets have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeView {
    /// The targets.
    pub targets: String,
    /// Whether the present one is among them.
    pub is_present: bool,
    /// What kind of code it is.
    pub title: String,
    /// What that means; code stands between back quotes.
    pub words: String,
    /// The instructions.
    pub code: Vec<String>,
    /// How many more there are, in words.
    pub rest: String,
}
