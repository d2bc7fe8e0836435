//! The reference: what a query finds.

use super::instruction::SectionView;
use super::table::TableView;

/// A button that asks another query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryView {
    /// What it says; code stands between back quotes.
    pub label: String,
    /// What it asks.
    pub query: String,
}

/// The whole reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceView {
    /// What is typed.
    pub query: String,
    /// How many forms are found.
    pub count: String,
    /// What is wrong with the query.
    pub problems: Vec<String>,
    /// Queries to try.
    pub examples: Vec<QueryView>,
    /// Queries that find something, where this one does not.
    pub ways: Vec<QueryView>,
    /// The forms, by opcode.
    pub groups: Vec<(&'static str, Vec<FormView>)>,
}

/// A form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormView {
    /// What opens and closes it.
    pub key: String,
    /// Its syntax line.
    pub syntax: String,
    /// Whether the ISA has it.
    pub status: &'static str,
    /// What it requires.
    pub requires: String,
    /// The section that has it.
    pub section: SectionView,
    /// The rest, if it is open.
    pub body: Option<BodyView>,
}

/// All that there is to know of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BodyView {
    /// What it computes, how exactly, and what was seen, in sentences.
    pub notes: Vec<String>,
    /// Slots and meanings, requirements, corner cases.
    pub tables: Vec<TableView>,
    /// A spelling, and the link that opens it in the playground.
    pub example: Option<(String, String)>,
}
