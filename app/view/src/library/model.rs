//! The library's state, as plain data, and its changes.

use crate::library::screen::{Screen, screen};
use crate::library::{across, news};
use crate::module::{Module, Summary, Visit};
use crate::route::{Route, is_library};

/// The state of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The view, with its query.
    pub route: Route,
    /// The open parts, of those that open and close.
    pub open: Vec<String>,
    /// The value that is shown in every format.
    pub value: String,
    visit: Visit,
}

/// A change of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A query is typed.
    Seek(String),
    /// A query is pressed: a step in the history.
    Find(String),
    /// A value to show in every format is typed.
    Value(String),
    /// Something is opened or closed.
    Fold(String),
}

impl Default for Model {
    fn default() -> Self {
        Self {
            route: Route::Reference(String::new()),
            open: Vec::new(),
            value: String::from(across::FIRST),
            visit: Visit::Edit,
        }
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        match edit {
            Edit::Seek(query) => self.route = Route::Reference(query),
            Edit::Find(query) => {
                self.visit = Visit::Step;
                self.route = Route::Reference(query);
            }
            Edit::Fold(key) => match self.open.iter().position(|open| *open == key) {
                Some(place) => drop(self.open.remove(place)),
                None => self.open.push(key),
            },
            Edit::Value(text) => {
                self.route = Route::Across(text.clone());
                self.value = text;
            }
        }
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        screen(self)
    }

    fn visit(&self) -> Visit {
        self.visit
    }

    fn owns(fragment: &str) -> bool {
        is_library(fragment)
    }

    /// The requested card or lesson is focused.
    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.route = Route::of(fragment)?;
        match &self.route {
            Route::Across(value) => {
                self.value.clone_from(value);
                None
            }
            Route::Formats(name) => {
                across::FIRST.clone_into(&mut self.value);
                (!name.is_empty()).then(|| ["#format-", name].concat())
            }
            Route::Lessons(slug) => Some(["#lesson-", slug].concat()),
            Route::Glossary(slug) if slug.is_empty() => Some(String::from("#glossary")),
            Route::Glossary(slug) => Some(["#term-", slug].concat()),
            Route::News(version) if version.is_empty() => None,
            Route::News(version) => Some(["#", &news::id(version)].concat()),
            Route::Evidence(id) if id.is_empty() => None,
            Route::Evidence(id) => Some(["#evidence-", id].concat()),
            Route::Reference(_) => None,
        }
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        let spoken = match &screen.reference {
            Some(reference) => &reference.search.count,
            None => screen.heading,
        };
        Summary { heading: screen.heading, fragment: &screen.fragment, spoken }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_stays_open_in_another_view() {
        let mut model = Model::default();
        model.apply(Edit::Fold(String::from("7")));
        assert_eq!(model.follow("formats/e4m3").as_deref(), Some("#format-e4m3"));
        assert_eq!(model.follow("glossary/ulp").as_deref(), Some("#term-ulp"));
        assert_eq!(model.follow("new/9.2").as_deref(), Some("#new-9-2"));
        assert_eq!(model.follow("reference?q=fma"), None);
        assert_eq!(model.open, ["7"]);
        model.apply(Edit::Fold(String::from("7")));
        assert!(model.open.is_empty());
    }

    #[test]
    fn a_value_in_every_format_is_in_the_link() {
        let mut model = Model::default();
        model.follow("formats");
        model.apply(Edit::Value(String::from("1e-3")));
        let link = model.screen(None).fragment;
        assert_eq!(link, "formats?v=1e-3");
        let mut other = Model::default();
        other.follow(&link);
        assert_eq!(other.screen(None).across, model.screen(None).across);
        // The link to a format holds no value.
        other.follow("formats/e4m3");
        assert_eq!(other.value, across::FIRST);
    }

    #[test]
    fn only_a_query_that_is_pressed_is_a_step() {
        let mut model = Model::default();
        model.apply(Edit::Find(String::from("fma")));
        assert_eq!((model.visit, &*model.screen(None).fragment), (Visit::Step, "reference?q=fma"));
        model.apply(Edit::Seek(String::from("fma b")));
        assert_eq!(model.visit, Visit::Edit);
    }
}
