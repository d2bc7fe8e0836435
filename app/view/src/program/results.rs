//! The results below their heading: the steps, and a row for each statement.

use std::sync::Arc;

use crate::program::Screen;
use crate::program::code::Which;
use crate::program::comparison::ComparisonView;
use crate::program::debug::Mark;
use crate::program::debug::step::StepView;
use crate::program::debug::watch::WatchView;
use crate::program::editor::code_of;
use crate::program::statements::{CodeView, StatementView};
use crate::program::view::RecordView;

/// The heading of a program's results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadView {
    /// The title.
    pub title: &'static str,
    /// The steps, where there are any; only above the first program.
    pub steps: Option<StepsView>,
    /// The results that the link recorded, compared with the present ones.
    pub linked: Option<RecordView>,
    /// Whether there are no statements yet.
    pub is_empty: bool,
}

/// The steps of a program, and the use of the selected register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepsView {
    /// Whether the buttons do nothing now: back, forward, all.
    pub is_idle: [bool; 3],
    /// The step, in words.
    pub words: String,
    /// The lines that use the selected register, in a sentence; may be empty.
    pub uses: String,
}

/// A statement of a program, and its marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedView {
    /// The program.
    pub which: Which,
    /// Its place among the statements shown.
    pub place: usize,
    /// The statement.
    pub statement: Arc<StatementView>,
    /// Its marks.
    pub mark: Mark,
}

/// The comparison of two programs, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidesView {
    /// The reason; empty if that is shown elsewhere.
    pub mismatch: String,
    /// The results of both.
    pub compared: Option<ComparisonView>,
}

impl Screen {
    /// The heading of a program's results.
    pub fn head(&self, which: Which) -> HeadView {
        let step = &self.debug.step;
        let is_first = which == Which::First;
        HeadView {
            title: match (which, &self.view.beside) {
                (Which::First, None) => "Statement by statement",
                (Which::First, Some(_)) => "The first, statement by statement",
                (Which::Other, _) => "The other, statement by statement",
            },
            steps: (is_first && step.count > 0).then(|| StepsView {
                is_idle: [
                    step.place == Some(0),
                    step.place == Some(step.count),
                    step.place.is_none(),
                ],
                words: step.words(),
                uses: self.debug.uses.clone(),
            }),
            linked: self.view.linked.clone().filter(|_| is_first),
            is_empty: is_first && step.count == 0,
        }
    }

    /// The places of a program's statements; `None` for the other program if it is not compared.
    pub fn places(&self, which: Which) -> Option<Vec<usize>> {
        let code = self.shown(which).filter(|_| self.view.thread.is_none())?;
        Some((0..code.statements.len()).collect())
    }

    /// The statement at a place.
    pub fn statement(&self, which: Which, place: usize) -> Option<MarkedView> {
        let statement = self.shown(which)?.statements.get(place)?.clone();
        let marks = self.debug.marks.get(which as usize);
        let mark = marks.and_then(|marks| marks.get(place)).copied().unwrap_or_default();
        Some(MarkedView { which, place, statement, mark })
    }

    /// The statements of a program whose results are shown.
    fn shown(&self, which: Which) -> Option<&CodeView> {
        let code = code_of(&self.view, which)?;
        let beside = self.view.beside.as_ref();
        let is_compared = beside.is_some_and(|beside| beside.compared.is_some());
        (which == Which::First || is_compared).then_some(code)
    }

    /// The comparison, if there are two programs.
    pub fn sides(&self) -> Option<SidesView> {
        let beside = self.view.beside.as_ref()?;
        Some(SidesView { mismatch: beside.mismatch.clone(), compared: beside.compared.clone() })
    }

    /// The registers at a step, unless all results are shown.
    pub fn registers(&self) -> Option<StepView> {
        self.debug.step.place.map(|_| self.debug.step.clone())
    }

    /// The watched registers, if there are any.
    pub fn watched(&self) -> Option<WatchView> {
        (!self.debug.watch.columns.is_empty()).then(|| self.debug.watch.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;
    use crate::program::beside::Edit as Comparing;
    use crate::program::code::Change;
    use crate::program::debug::Edit as Following;
    use crate::program::{Edit, Model};

    /// Two statements.
    fn model() -> Model {
        let text = String::from("add.f32 t, 1.0, 2.0;\nmul.f32 d, t, t;");
        let mut model = Model::default();
        model.apply(Edit::Code(Which::First, Change::Type(text)));
        model
    }

    #[test]
    fn steps_are_above_the_first_program_and_know_their_ends() {
        let mut model = model();
        let idle = |model: &Model| model.screen(None).head(Which::First).steps.unwrap().is_idle;
        assert_eq!(idle(&model), [false, false, true]);
        model.apply(Edit::Debug(Following::To(0)));
        assert_eq!(idle(&model), [true, false, false]);
        model.apply(Edit::Debug(Following::To(usize::MAX)));
        assert_eq!(idle(&model), [false, true, false]);
        assert_eq!(model.screen(None).head(Which::Other).steps, None);
    }

    #[test]
    fn the_other_program_has_rows_once_it_is_compared() {
        let mut model = model();
        let count = |model: &Model| model.screen(None).places(Which::Other).map(|it| it.len());
        assert_eq!(count(&model), None);
        model.apply(Edit::Compare(Comparing::Begin));
        let screen = model.screen(None);
        assert_eq!(count(&model), Some(screen.places(Which::First).unwrap().len()));
        assert_eq!(screen.statement(Which::Other, 0).unwrap().place, 0);
        assert_eq!(screen.statement(Which::Other, 1000), None);
    }

    #[test]
    fn a_step_marks_statements_and_leaves_them_what_they_are() {
        let mut model = model();
        let before = model.screen(None);
        model.apply(Edit::Debug(Following::Forward));
        let after = model.screen(Some(&before));
        let [one, two] = [&before, &after].map(|it| it.statement(Which::First, 0).unwrap());
        assert!(Arc::ptr_eq(&one.statement, &two.statement));
        assert_ne!(one.mark, two.mark);
    }
}
