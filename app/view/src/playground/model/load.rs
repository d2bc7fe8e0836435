//! The states of the playground that come from elsewhere than its text field: links, lessons, questions,
//! the example.

use std::mem;

use ptxfp::internals::quote::code;
use ptxfp::link::{self, State};

use crate::module::Visit;
use crate::notice::NoticeView;
use crate::playground::drafts::Drafts;
use crate::playground::kept_values::Stash;
use crate::playground::model::{Model, Origin};
use crate::playground::{lesson, opening, statement};
use crate::questions::Asked;
use crate::reply::ReadingView;

impl Model {
    /// Returns the state that the page opens with if its address asks for nothing; a first visit
    /// has questions beside it.
    pub fn opening(is_first: bool) -> Self {
        let mut model = Self::new(State::default());
        model.stash = Stash::default();
        model.show_example();
        model.settled = model.snapshot();
        model.settle();
        model.is_first = is_first;
        model
    }

    /// Loads the state of a link.
    pub(in crate::playground) fn load(&mut self, state: State, notice: Option<NoticeView>) {
        self.context = state.context;
        for (index, register) in state.registers.iter().enumerate() {
            self.stash.store(&state.instruction, index, *register);
        }
        self.drafts = Drafts::default();
        self.lesson = None;
        self.notice = notice;
        self.view.clone_from(&state.view);
        self.compared.clone_from(&state.compared);
        self.write(state.instruction.statement());
        self.rewrite();
        if let Some(asked) = &state.asked {
            self.ask_again(asked);
        }
        self.sweep.clone_from(&state.sweep);
        self.remember();
        self.loaded = state;
    }

    /// Shows a question in place of the statement that it was read as.
    pub(super) fn ask(&mut self, question: &str, asked: Asked) {
        if self.analysis.instruction.is_some() {
            self.statement = String::from(question);
            self.analysis.question = Some(asked);
            self.analysis.view.tokens = vec![statement::unread(question)];
        }
    }

    /// Answers the example, while the box is empty, where it is legal.
    pub(in crate::playground) fn show_example(&mut self) {
        if statement::analyze(opening::EXAMPLE_STATEMENT, &self.context).instruction.is_none() {
            return;
        }
        self.write(String::from(opening::EXAMPLE_STATEMENT));
        self.ask(opening::EXAMPLE, opening::asked(self.legal_context));
        self.origin = Origin::Example;
    }

    /// Shows what the page opens with; the states that were used before stay.
    pub(in crate::playground) fn open_again(&mut self) {
        *self = Self { recent: mem::take(&mut self.recent), ..Self::opening(false) };
    }

    /// Whether the statement is the example, and the box empty.
    pub(in crate::playground) fn is_example(&self) -> bool {
        self.origin == Origin::Example
    }

    /// The text in the box.
    pub(in crate::playground) fn text_in_box(&self) -> &str {
        if self.is_example() { "" } else { &self.statement }
    }

    /// Shows the question of a link, which a worker has yet to read.
    fn ask_again(&mut self, question: &str) {
        let statement = self.present_line();
        let what = ["Read as ", &*code(&statement)].concat();
        let reading = ReadingView { what, notes: Vec::new() };
        let asked = Asked { statement, context: self.legal_context, lane: None, reading };
        self.ask(question, asked);
        self.analysis.is_from_link = true;
        self.recall();
    }

    /// Shows a result of a lesson.
    pub(super) fn learn(&mut self, place: lesson::LessonPosition) {
        if let Some(result) = place.get() {
            let state = link::parse_lightly(result.link).linked.legal().unwrap_or_default();
            self.show(State { recorded: None, ..state });
            self.lesson = Some(place);
        }
    }

    /// Loads a state that was picked.
    pub(super) fn show(&mut self, state: State) {
        self.load(state, None);
        self.visit = Visit::Step;
    }

    /// Loads a state that the explorer asks for; if only operands differ, the draft of the
    /// statement stays.
    pub(super) fn receive(&mut self, fragment: &str) {
        let Some(state) = link::parse_lightly(fragment).linked.legal() else { return };
        if (state.instruction, state.context) != (self.instruction, self.legal_context) {
            return self.show(state);
        }
        if state.registers != self.registers() {
            self.visit = Visit::Step;
        }
        for (index, register) in state.registers.iter().enumerate() {
            self.store(index, *register);
        }
        self.view = state.view;
        self.compared = state.compared;
        self.sweep = state.sweep;
    }
}
