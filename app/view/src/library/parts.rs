//! The data of each component, gathered from the screen: a component compares and draws this, and
//! sees nothing else. Parts of a view that is not shown have none.

use std::sync::Arc;

use crate::library::Screen;
use crate::library::form::FormView;
use crate::library::formats::FormatView;
use crate::library::reference::{GroupView, QueryView};

/// The search of the reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchView {
    /// The text that is typed.
    pub query: String,
    /// The number of forms that are found.
    pub count: String,
    /// The formats that the query names, each with its shape.
    pub formats: Vec<(&'static str, String)>,
    /// The query that an assembler message is read as.
    pub reading: Option<String>,
    /// The errors in the query.
    pub problems: Vec<String>,
    /// Queries to try.
    pub examples: Vec<QueryView>,
    /// Queries with results, if this one has none.
    pub ways: Vec<QueryView>,
}

/// The heading of the forms of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeView {
    /// The opcode.
    pub opcode: &'static str,
    /// Whether they are companion instructions.
    pub is_companion: bool,
    /// Whether they are the first of those.
    pub is_first_companion: bool,
}

/// Links to the formats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexView {
    /// The names of the formats that have a card.
    pub names: Vec<&'static str>,
    /// The error in the address; may be empty.
    pub problem: String,
}

impl Screen {
    /// The search of the reference.
    pub fn search(&self) -> Option<SearchView> {
        self.reference.as_ref().map(|view| SearchView {
            query: view.query.clone(),
            count: view.count.clone(),
            formats: view.formats.clone(),
            reading: view.reading.clone(),
            problems: view.problems.clone(),
            examples: view.examples.clone(),
            ways: view.ways.clone(),
        })
    }

    /// The numbers of the groups that are found.
    pub fn groups(&self) -> Option<Vec<usize>> {
        let groups = &self.reference.as_ref()?.groups;
        Some(groups.iter().map(|group| group.number).collect())
    }

    fn group(&self, number: usize) -> Option<&GroupView> {
        self.reference.as_ref()?.groups.iter().find(|group| group.number == number)
    }

    /// The heading of the group of a number.
    pub fn opcode(&self, number: usize) -> Option<OpcodeView> {
        let GroupView { opcode, is_companion, is_first_companion, .. } = *self.group(number)?;
        Some(OpcodeView { opcode, is_companion, is_first_companion })
    }

    /// The numbers of the forms that are found in the group of a number.
    pub fn forms(&self, group: usize) -> Option<Vec<usize>> {
        Some(self.group(group)?.forms.iter().map(|form| form.number).collect())
    }

    /// The form of a number in the group of a number.
    pub fn form(&self, group: usize, number: usize) -> Option<Arc<FormView>> {
        self.group(group)?.forms.iter().find(|form| form.number == number).cloned()
    }

    /// Links to the formats.
    pub fn format_index(&self) -> Option<IndexView> {
        self.formats.as_ref().map(|view| IndexView {
            names: view.cards.iter().map(|card| card.name).collect(),
            problem: view.problem.clone(),
        })
    }

    /// The places of the formats that have a card.
    pub fn format_cards(&self) -> Option<Vec<usize>> {
        Some((0..self.formats.as_ref()?.cards.len()).collect())
    }

    /// The card of a format at a place.
    pub fn format_card(&self, place: usize) -> Option<Arc<FormatView>> {
        self.formats.as_ref()?.cards.get(place).cloned()
    }
}

#[cfg(test)]
mod tests {
    use crate::library::{Edit, Model};
    use crate::module::Module;

    #[test]
    fn forms_keep_their_numbers_whatever_a_query_finds() {
        let mut model = Model::default();
        let all = model.screen(None);
        model.apply(Edit::Seek(String::from("prmt")));
        let some = model.screen(None);
        let groups = some.groups().expect("groups");
        assert!(groups.len() < all.groups().expect("groups").len());
        for group in groups {
            assert_eq!(some.opcode(group).unwrap().opcode, all.opcode(group).unwrap().opcode);
            for form in some.forms(group).expect("forms") {
                assert_eq!(some.form(group, form), all.form(group, form));
            }
        }
        assert_eq!(some.format_index(), None);
    }
}
