//! Lessons, terms, formats and sections that the words of a query find beside forms.

use ptxfp::catalog::Form;

use crate::find::{Found, Kind};

/// Finds of a kind beside forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundView {
    /// The kind.
    pub title: &'static str,
    /// The finds, the best first.
    pub rows: Vec<Found>,
}

/// The largest number of finds of a kind.
const EACH: usize = 4;

/// How well an opcode answers the words of a query.
pub(super) fn score(found: &[Found], opcode: &str) -> u32 {
    let is_it = |each: &&Found| each.kind == Kind::Form && each.title == opcode;
    found.iter().find(is_it).map_or(0, |found| found.score)
}

/// The finds beside forms, by kind.
pub(super) fn found_view(mut found: Vec<Found>) -> Vec<FoundView> {
    let kinds = [
        (Kind::Lesson, "Lessons"),
        (Kind::Term, "Terms"),
        (Kind::Format, "Formats"),
        (Kind::Tensor, "Tensor cores"),
        (Kind::Section, "Sections"),
    ];
    let mut views = Vec::new();
    for (kind, title) in kinds {
        let rows: Vec<_> = found.extract_if(.., |each| each.kind == kind).take(EACH).collect();
        views.extend((!rows.is_empty()).then_some(FoundView { title, rows }));
    }
    views
}

/// Forms with those of the opcodes that the words are about first, the best of these before others.
pub(super) fn by_opcode(mut forms: Vec<&'static Form>, found: &[Found]) -> Vec<&'static Form> {
    let mut ordered = Vec::new();
    for each in found.iter().filter(|each| each.kind == Kind::Form) {
        ordered.extend(forms.extract_if(.., |form| form.opcode == each.title));
    }
    ordered.extend(forms);
    ordered
}
