//! The state of the course, as plain data, and its changes.

use ptxfp::internals::course::{exercise, generator};

use crate::chapters::CHAPTERS;
use crate::learn::again::Again;
use crate::learn::chapter::{Chapter, Page, Text};
use crate::learn::exercise::{Draft, Exercise};
use crate::learn::figure::{flipped, with_text};
use crate::learn::place::{Place, Topics, is_learn};
use crate::learn::screen::{Screen, screen};
use crate::module::{Module, Summary, Visit};

/// The state of the course.
#[derive(Clone, Debug)]
pub struct Model {
    /// The address of the page without a state.
    pub(super) home: String,
    pub(super) place: Place,
    pub(super) fragment: String,
    pub(super) texts: Vec<Text>,
    pub(super) exercise: Option<Exercise>,
    pub(super) draft: Draft,
    /// The figure after what was pressed and typed.
    pub(super) figure: String,
    /// Exercises that went wrong; `None` unless the reader asks for it.
    pub(super) again: Option<Again>,
    /// The day, from 1 January 1970.
    pub(super) today: u32,
    visit: Visit,
}

/// A change of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The text of a chapter came, or could not be fetched.
    Text(usize, Option<String>),
    /// A text is to be fetched again.
    Retry,
    /// A bit of the answer is flipped.
    Flip(u32),
    /// A choice is picked.
    Choose(usize),
    /// A value of a puzzle is typed.
    Type(usize, String),
    /// The answer is handed in.
    Check,
    /// The hint is shown or hidden.
    Hint,
    /// The solutions of a puzzle are shown.
    Solve,
    /// A bit of the figure is flipped.
    Press(u32),
    /// A value or a statement of the figure is typed.
    Figure(String),
    /// Exercises that went wrong are remembered, or forgotten.
    Remember(bool),
    /// The text that this browser remembers.
    Recall(String),
    /// The day, from 1 January 1970.
    Day(u32),
    /// A topic of the sheet is chosen or left out: the place of its generator.
    Topic(usize),
    /// The number of exercises of the sheet.
    Count(u32),
}

impl Default for Model {
    fn default() -> Self {
        Self {
            home: String::new(),
            place: Place::Contents,
            fragment: String::from("learn"),
            texts: vec![Text::default(); CHAPTERS.len()],
            exercise: None,
            draft: Draft::default(),
            figure: String::new(),
            again: None,
            today: 0,
            visit: Visit::Edit,
        }
    }
}

impl Model {
    /// The state of a page at that address.
    pub fn new(home: String) -> Self {
        Self { home, ..Self::default() }
    }

    /// The page that is shown, once its text is there.
    pub(super) fn page(&self) -> Option<&Page> {
        let (Place::Page { chapter, page } | Place::Exercise { chapter, page }) = self.place else {
            return None;
        };
        match self.texts.get(chapter)? {
            Text::Read(chapter) => chapter.pages.get(page),
            Text::Wanted | Text::Missing => None,
        }
    }

    /// The name of the exercise in links.
    pub(super) fn name(&self) -> String {
        match self.place {
            Place::Practice { name, seed } => [name, "/", &*seed.to_string()].concat(),
            Place::Page { .. } | Place::Exercise { .. } => {
                self.page().map_or(String::new(), |page| page.slug.clone())
            }
            Place::Contents | Place::Sheet { .. } | Place::Unknown => String::new(),
        }
    }

    /// Begins the exercise of the place.
    fn begin(&mut self) {
        self.draft = Draft::default();
        let (found, figure) = match (self.place, self.page()) {
            (Place::Practice { name, seed }, _) => {
                let made = generator(name).and_then(|generator| exercise(generator, seed));
                (made.map(|(_, asked)| Exercise::Prediction(Box::new(asked))), String::new())
            }
            (_, Some(page)) => {
                (Exercise::read(&page.exercise, page.is_puzzle), page.figure.clone())
            }
            (_, None) => (None, String::new()),
        };
        let n_inputs = found.as_ref().map_or(0, Exercise::n_inputs);
        self.draft.inputs = vec![String::new(); n_inputs];
        self.exercise = found;
        self.figure = figure;
    }

    /// Hands the answer in.
    fn check(&mut self) {
        let Some(exercise) = &self.exercise else { return };
        let Some(is_right) = exercise.is_right(&self.draft) else { return };
        self.draft.is_judged = true;
        self.draft.is_solved = false;
        let name = self.name();
        if let Some(again) = &mut self.again {
            again.answered(&name, is_right, self.today);
        }
    }

    /// Changes the sheet, and the address with it.
    fn change_sheet(&mut self, change: impl FnOnce(&mut u32, &mut Topics)) {
        if let Place::Sheet { count, topics, .. } = &mut self.place {
            change(count, topics);
            self.fragment = self.place.fragment();
        }
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        match edit {
            Edit::Text(index, content) => {
                if let Some(text) = self.texts.get_mut(index) {
                    *text = content.map_or(Text::Missing, |content| {
                        Text::Read(Box::new(Chapter::read(&content)))
                    });
                }
                if self.place.chapter() == Some(index) {
                    self.begin();
                }
            }
            Edit::Retry => {
                let missing = self.texts.iter_mut().filter(|text| **text == Text::Missing);
                missing.for_each(|text| *text = Text::Wanted);
            }
            Edit::Flip(position) => {
                self.draft.bits ^= 1_u64.checked_shl(position).unwrap_or(0);
                self.draft.is_judged = false;
            }
            Edit::Choose(index) => {
                self.draft.is_judged = false;
                self.draft.choice = Some(index);
            }
            Edit::Type(index, text) => {
                if let Some(input) = self.draft.inputs.get_mut(index) {
                    *input = text;
                }
                self.draft.is_judged = false;
            }
            Edit::Check => self.check(),
            Edit::Hint => self.draft.is_hinted = !self.draft.is_hinted,
            Edit::Solve => {
                self.draft.is_solved = true;
                self.draft.is_judged = true;
            }
            Edit::Press(position) => {
                if let Some(figure) = flipped(&self.figure, position) {
                    self.figure = figure;
                }
            }
            Edit::Figure(text) => self.figure = with_text(&self.figure, &text),
            Edit::Remember(is_kept) => self.again = is_kept.then(Again::default),
            Edit::Recall(text) => self.again = Some(Again::read(&text)),
            Edit::Day(day) => self.today = day,
            Edit::Topic(index) => self.change_sheet(|_, topics| topics.toggle(index)),
            Edit::Count(wanted) => self.change_sheet(|count, _| *count = wanted),
        }
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        screen(self)
    }

    fn visit(&self) -> Visit {
        self.visit
    }

    fn owns(fragment: &str) -> bool {
        is_learn(fragment)
    }

    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.place = Place::of(fragment);
        fragment.clone_into(&mut self.fragment);
        self.begin();
        Some(String::from("#learn-title"))
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: &screen.heading, fragment: &screen.fragment, spoken: &screen.spoken }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_judged_and_what_went_wrong_comes_again() {
        let mut model = Model::default();
        model.follow("learn/bits/minus-one");
        assert_eq!(model.screen(None).wanted, Some(0));
        let text = include_str!("../../../../docs/course/01-bits.md");
        model.apply(Edit::Text(0, Some(text.to_owned())));
        let screen = model.screen(None);
        assert_eq!(screen.wanted, None);
        assert_eq!(screen.page.as_ref().unwrap().title, "The sign");
        model.apply(Edit::Remember(true));
        model.apply(Edit::Day(20784));
        model.apply(Edit::Flip(15));
        model.apply(Edit::Check);
        let verdict = |model: &Model| model.screen(None).exercise.unwrap().verdict.unwrap();
        assert!(!verdict(&model).is_right);
        assert_eq!(model.screen(None).kept.as_deref(), Some("minus-one 0 20784"));
        for position in 10..14 {
            model.apply(Edit::Flip(position));
        }
        model.apply(Edit::Check);
        assert!(verdict(&model).is_right);
        assert_eq!(model.screen(None).kept.as_deref(), Some("minus-one 1 20785"));
        model.follow("learn");
        let contents = model.screen(None).contents.unwrap();
        assert_eq!((contents.again.len(), &*contents.later), (0, "One more comes tomorrow."));
        model.apply(Edit::Day(20785));
        let contents = model.screen(None).contents.unwrap();
        assert_eq!(contents.again[0].1, "The sign");
    }

    #[test]
    fn a_seeded_exercise_and_a_sheet_need_no_text() {
        let mut model = Model::default();
        model.follow("exercise/zeros/3");
        let screen = model.screen(None);
        assert!(screen.wanted.is_none() && screen.exercise.is_some());
        model.follow("sheet/3");
        assert_eq!(model.screen(None).sheet.unwrap().tasks.len(), 12);
        model.apply(Edit::Count(6));
        model.apply(Edit::Topic(3));
        assert_eq!(model.screen(None).fragment, "sheet/3/6/ties");
        let sheet = model.screen(None).sheet.unwrap();
        assert_eq!(sheet.tasks.len(), 6);
        assert!(sheet.tasks.iter().all(|task| task.address.starts_with("#exercise/ties/")));
        model.apply(Edit::Topic(3));
        model.apply(Edit::Count(12));
        assert_eq!(model.screen(None).fragment, "sheet/3");
        model.follow("learn/nonsense");
        assert!(model.screen(None).contents.is_some_and(|view| !view.problem.is_empty()));
    }

    #[test]
    fn a_figure_follows_what_is_pressed() {
        let mut model = Model { figure: String::from("bits f16 1"), ..Model::default() };
        model.apply(Edit::Press(15));
        assert_eq!(model.figure, "bits f16 0xbc00");
        model.figure = String::from("ruler f16 0.1");
        model.apply(Edit::Figure(String::from("0.2")));
        assert_eq!(model.figure, "ruler f16 0.2");
    }
}
