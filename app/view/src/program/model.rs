//! The state of the view of sequences, as plain data, and its changes.

mod edits;

use ptxfp::catalog::Target;
use ptxfp::explore::sequence::Register;
use ptxfp::link::{self, Problem, SequenceState, parse_sequence};

use crate::module::{Module, Summary, Visit};
use crate::notice::{NoticeView, notice};
use crate::program::beside::Beside;
use crate::program::cases::Cases;
use crate::program::code::{Code, Which};
use crate::program::debug::Debug;
use crate::program::inputs::Inputs;
use crate::program::lens::Lenses;
pub use crate::program::model::edits::Edit;
use crate::program::screen::{Screen, screen};
use crate::program::words::Words;
use crate::program::{debug, targets};
use crate::route::{SEQUENCE, is_sequence};
use crate::search::Search;

/// The state of the view.
#[derive(Clone, Debug)]
pub struct Model {
    /// The statements.
    pub code: Code,
    /// The sequence that they are compared with.
    pub beside: Option<Beside>,
    /// The initial values.
    pub inputs: Inputs,
    /// Other saved inputs; links do not hold them.
    pub cases: Cases,
    /// The types that registers are shown as; links do not hold them.
    pub lenses: Lenses,
    /// The current step, and the selected and watched registers; links do not hold them.
    pub debug: Debug,
    /// Whether the text of a kernel can be edited; otherwise it is in the listing alone.
    pub is_edited: bool,
    /// The statements whose reasons are shown, by their keys.
    pub open: Vec<String>,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The completions at the caret.
    pub words: Option<Words>,
    /// A place for the caret, in UTF-16 units.
    pub caret: Option<(Which, usize)>,
    /// The length of the compressed link, as far as it is known.
    pub length: usize,
    /// The reason why something was not exported.
    pub refused: Option<String>,
    loaded: Option<SequenceState>,
    /// The value of a link's view parameter.
    view: Option<String>,
    visit: Visit,
    /// The element to focus, if the focused one was removed.
    pub focus: Option<&'static str>,
    /// The number of changes so far to the program or its results.
    pub revision: u64,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            code: Code::new("", link::State::default().context),
            beside: None,
            inputs: Inputs::default(),
            cases: Cases::default(),
            lenses: Lenses::default(),
            debug: Debug::default(),
            is_edited: true,
            open: Vec::new(),
            notice: None,
            words: None,
            caret: None,
            length: 0,
            refused: None,
            loaded: None,
            view: None,
            visit: Visit::Edit,
            focus: None,
            revision: 0,
        }
    }
}

impl Model {
    /// The registers that are read before they are written.
    pub fn inputs(&self) -> impl Iterator<Item = &Register> + Clone {
        self.code.inputs.iter()
    }

    /// Their bits.
    pub fn registers(&self) -> Vec<u64> {
        match &self.code.thread {
            Some(thread) => thread.inputs().to_vec(),
            None => self.inputs.all(self.code.sequence()),
        }
    }

    /// The state, as a link holds it.
    pub fn snapshot(&self) -> SequenceState {
        let Code { text, context, thread, .. } = &self.code;
        let other = self.beside.as_ref().map(Beside::linked);
        let view = self.view.clone();
        let state = match thread {
            Some(thread) => SequenceState::of_kernel(text, *context, thread),
            None => SequenceState::new(text, *context, &self.registers()),
        };
        SequenceState { other, view, ..state }
    }

    /// The link's state, if it recorded results and nothing in it has been changed.
    pub fn recorded(&self) -> Option<&SequenceState> {
        let loaded = self.loaded.as_ref()?;
        loaded.recorded.as_ref()?;
        let now = SequenceState { recorded: loaded.recorded.clone(), ..self.snapshot() };
        (*loaded == now).then_some(loaded)
    }

    /// The search for a difference.
    pub fn search(&self) -> Option<&Search> {
        self.beside.as_ref()?.search.as_ref()
    }

    fn search_mut(&mut self) -> Option<&mut Search> {
        self.beside.as_mut()?.search.as_mut()
    }

    fn set_all(&mut self, registers: &[u64]) {
        let inputs: Vec<_> = self.inputs().cloned().collect();
        for (register, bits) in inputs.into_iter().zip(registers) {
            self.inputs.set(register.name, register.kind, *bits);
        }
    }

    /// The number of steps: of statements in the longer program.
    fn n_steps(&self) -> usize {
        let beside = self.beside.as_ref().map_or(0, |beside| beside.code.count());
        self.code.count().max(beside)
    }

    /// Updates everything that depends on statements and inputs.
    fn settle(&mut self) {
        let Self { code, inputs, .. } = self;
        code.trace(inputs.texts(), |registers| inputs.texts_for(registers));
        inputs.settle(&code.inputs.iter());
        self.is_edited |= self.code.thread.is_none();
        self.debug.settle(self.n_steps());
        let registers = self.registers();
        if let Some(beside) = &mut self.beside {
            beside.follow(&self.code, &registers);
        }
    }

    /// The targets that the program is shown for, if it is.
    pub(super) fn targets(&self) -> Option<Vec<&'static Target>> {
        targets::listed(self.view.as_deref()?)
    }

    fn load(&mut self, state: SequenceState) {
        let names = |model: &Self| model.inputs().map(|it| it.name.clone()).collect::<Vec<_>>();
        let before = names(self);
        if state.code != self.code.text {
            self.debug = Debug::default();
        }
        self.debug.look_away();
        self.code = Code::new(&state.code, state.context);
        // Going back to other inputs keeps the cases; another program has none.
        if names(self) != before {
            self.cases.clear();
        }
        let other = state.other.as_ref();
        self.beside = other.map(|other| Beside::new(Code::new(&other.code, other.context)));
        self.view.clone_from(&state.view);
        self.open.clear();
        self.inputs.forget();
        self.code
            .function
            .clone_from(&state.start.as_ref().and_then(|start| start.function.clone()));
        match &state.start {
            Some(start) => {
                for (name, kind, bits) in &start.values {
                    self.inputs.set(name.clone(), *kind, *bits);
                }
                self.is_edited = false;
            }
            None => self.set_all(&state.registers),
        }
        self.loaded = Some(state);
        self.settle();
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    const PACKED: Option<fn(usize) -> Edit> = Some(Edit::Length);

    fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        self.focus = None;
        self.caret = None;
        match edit {
            Edit::Caret(which, caret) => {
                self.words = self.code_of(which).and_then(|code| Words::at(which, code, caret));
                return;
            }
            Edit::Length(length) => {
                self.length = length;
                return;
            }
            Edit::Refuse(reason) => {
                self.refused = Some(reason);
                return;
            }
            Edit::Debug(edit) => {
                self.revision += u64::from(matches!(edit, debug::Edit::Watch(_)));
                self.debug.apply(edit, self.n_steps());
                return;
            }
            _ => self.revision += 1,
        }
        self.refused = None;
        let words = self.words.take();
        match (edit, words) {
            (Edit::Take(place), Some(words)) => self.take(&words, place),
            (edit, _) => self.change_program(edit),
        }
    }

    fn screen(&self, last: Option<&Screen>) -> Screen {
        screen(self, last)
    }

    fn visit(&self) -> Visit {
        self.visit
    }

    fn owns(fragment: &str) -> bool {
        is_sequence(fragment)
    }

    /// Loads the state of a link, with a banner if part of it is lost; an empty link keeps the
    /// present state, or loads an example if there is none. Errors in the statements are not in the
    /// banner, as they are shown below the text; comments stay if the link has the same statements.
    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.visit = Visit::Edit;
        self.revision += 1;
        if fragment == SEQUENCE {
            if self.code.text.is_empty() {
                self.example(0);
            }
            return None;
        }
        if fragment == self.snapshot().to_fragment() {
            return None;
        }
        if let Some(parsed) = parse_sequence(fragment) {
            let is_canonical = parsed.state.to_fragment() == fragment;
            let is_whole = is_canonical || parsed.problems.is_empty();
            self.notice = (!is_whole).then(|| notice(fragment, &parsed.problems));
            self.load(parsed.state);
        } else {
            self.notice = Some(NoticeView::of_broken_link("Not a link to a program, or too long."));
        }
        None
    }

    fn refuse(&mut self, fragment: &str, problem: &Problem) {
        self.visit = Visit::Edit;
        self.revision += 1;
        let notice = notice(fragment, core::slice::from_ref(problem));
        self.notice = Some(NoticeView { is_lost: true, ..notice });
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: &screen.heading, fragment: &screen.fragment, spoken: &screen.spoken }
    }
}

#[cfg(test)]
mod tests;
