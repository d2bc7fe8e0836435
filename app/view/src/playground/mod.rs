//! The state of the playground.
//!
//! Statement → analysis → last legal instruction → registers → result is a chain of functions in
//! [`Model`] and in the files of the parts.

pub mod answer;
pub mod chips;
mod drafts;
mod edit;
pub mod glance;
pub mod guarantee;
pub mod instruction;
mod kept_values;
pub mod lanes;
pub mod lesson;
mod model;
pub mod next;
mod number_line;
pub mod observed;
pub mod opening;
pub mod operand;
pub mod parts;
pub mod picker;
pub mod places;
mod repair;
pub mod result;
mod screen;
pub mod statement;
pub(crate) mod values;
mod why;

use ptxfp::catalog;
use ptxfp::link::{self, Linked, Parsed};

use crate::module::{Module, Summary, Visit};
use crate::notice::notice;
pub use crate::playground::drafts::{Draft, FieldId};
pub use crate::playground::edit::{Adjust, Edit, Pick};
pub use crate::playground::model::Model;
pub use crate::playground::opening::Introduction;
pub use crate::playground::picker::{Picker, units};
pub use crate::playground::screen::Screen;
use crate::playground::screen::screen;
use crate::route::{is_library, is_sequence};

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.apply(edit);
    }

    fn screen(&self, last: Option<&Screen>) -> Screen {
        screen(self, last)
    }

    fn visit(&self) -> Visit {
        match self.visit {
            Visit::Edit if self.is_typing() => Visit::Typing,
            visit => visit,
        }
    }

    fn owns(fragment: &str) -> bool {
        !is_library(fragment) && !is_sequence(fragment)
    }

    /// Loads the state of a link, with a banner if part of it is lost; the present state stays if
    /// the link asks for the same, unless that is an example and nobody asked. A statement that is rejected is shown as if it were typed.
    fn follow(&mut self, fragment: &str) -> Option<String> {
        let is_same = !self.is_example() && fragment == self.linked().to_fragment();
        if !fragment.is_empty() && !is_same {
            let Parsed { linked, problems, .. } = link::parse_lightly(fragment);
            let notice = (!problems.is_empty()).then(|| notice(fragment, &problems));
            let lesson = lesson::LessonPosition::of(fragment, self.lesson);
            match linked {
                Linked::Legal(state) => self.load(state, notice),
                Linked::Rejected(rejected) => self.load_rejected(&rejected, notice),
            }
            self.lesson = lesson;
            self.is_first = false;
        } else if fragment.is_empty() && !self.is_example() && !self.is_rejected() {
            // The visitor went back to the opening: other ways to the playground name its state. A
            // statement that is rejected stays.
            self.open_again();
        }
        self.seen.begin();
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: &screen.heading, fragment: &screen.fragment, spoken: &screen.spoken }
    }
}

/// Every opcode.
pub fn opcodes() -> Vec<String> {
    catalog::opcodes().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use ptxfp::link::State;

    use super::*;

    #[test]
    fn coming_back_to_the_opening_shows_the_example() {
        let mut model = Model::opening(false);
        let opening = model.screen(None);
        model.follow("v1/div.rn.f32@sm_90?a=0x3f800000&b=0x40400000");
        assert!(!model.is_example());
        let recent = model.recent.clone();
        model.follow("");
        assert!(model.is_example());
        let screen = model.screen(None);
        assert_eq!((screen.fragment, screen.result), (opening.fragment, opening.result));
        assert_eq!(model.recent, recent);
    }

    #[test]
    fn coming_back_to_the_same_link_changes_nothing() {
        let mut model = Model::new(State::default());
        model.apply(Edit::Pick(Pick::Type(String::from("fma.rn.bogus d, a, b, c;"), 0)));
        let link = model.linked().to_fragment();
        for fragment in ["", &link] {
            assert_eq!(model.follow(fragment), None);
            assert!(model.statement.contains("bogus"), "{fragment}");
        }
    }

    #[test]
    fn another_link_is_loaded_and_its_problems_are_reported() {
        let mut model = Model::new(State::default());
        model.follow("v1/add.f16@sm_90?a=0x3c00&b=0x3c00");
        assert_eq!((model.registers(), model.notice.is_some()), (vec![0x3c00, 0x3c00], false));
        model.follow("nonsense");
        assert!(model.notice.is_some());
    }
}
