//! The state of the view of sequences, as plain data, and its changes.

mod edits;

use ptxfp::catalog::Target;
use ptxfp::explore::sequence::Register;
use ptxfp::link::{self, Problem, SequenceState, parse_sequence};

use crate::background::Reply;
use crate::module::{Module, Summary, Visit};
use crate::notice::{NoticeView, notice};
use crate::program::beside::Beside;
use crate::program::cases::{self, Cases};
use crate::program::code::{Change, Code, Which};
use crate::program::debug::Debug;
use crate::program::examples::EXAMPLES;
use crate::program::inputs::Inputs;
use crate::program::lens::Lenses;
use crate::program::screen::{Screen, screen};
use crate::program::words::Words;
use crate::program::{beside, debug, targets};
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
    /// The statements whose reasons are shown, by their keys.
    pub open: Vec<String>,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The last announcement of an edit.
    pub said: String,
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

/// A change to the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Statements change.
    Code(Which, Change),
    /// The comparison changes.
    Compare(beside::Edit),
    /// A worker has answered.
    Answer(Box<Reply>),
    /// The cases change.
    Case(cases::Edit),
    /// A text is entered for an input, by its place.
    Enter(usize, String),
    /// The field of an input is left.
    Leave(usize),
    /// The draft of an input is discarded.
    Forget(usize),
    /// An example is loaded, by its place.
    Example(usize),
    /// A register, by its name, is shown as something else.
    Show(String, String),
    /// The debugger changes.
    Debug(debug::Edit),
    /// A file is opened.
    Open(Which, String),
    /// The target table changes.
    Targets(targets::Edit),
    /// The caret of a text moves to this place, in UTF-16 units, by typing.
    Caret(Which, usize),
    /// A completion is taken, by its place.
    Take(usize),
    /// The compressed link has this length.
    Length(usize),
    /// Something cannot be exported, for this reason.
    Refuse(String),
    /// The reasons of a statement are shown or hidden.
    Fold(String),
    /// The notice about the link is dismissed.
    Dismiss,
    /// The result of an edit is announced.
    Say(String),
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
            open: Vec::new(),
            notice: None,
            said: String::new(),
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
        let sequence = &self.code.sequence;
        sequence.inputs().iter().filter_map(|index| sequence.register(*index))
    }

    /// Their bits.
    pub fn registers(&self) -> Vec<u64> {
        self.inputs.all(&self.code.sequence)
    }

    /// The state, as a link holds it.
    pub fn snapshot(&self) -> SequenceState {
        let Code { text, context, .. } = &self.code;
        let other = self.beside.as_ref().map(Beside::linked);
        let view = self.view.clone();
        SequenceState { other, view, ..SequenceState::new(text, *context, &self.registers()) }
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

    fn input(&self, place: usize) -> Option<Register> {
        self.inputs().nth(place).cloned()
    }

    /// Discards the draft of an input; with `is_exact`, only if its value is exact.
    fn leave(&mut self, place: usize, is_exact: bool) {
        if let Some(register) = self.input(place) {
            self.inputs.leave(&register.name, is_exact);
        }
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
        let sequence = &code.sequence;
        inputs.settle(&sequence.inputs().iter().filter_map(|index| sequence.register(*index)));
        self.debug.settle(self.n_steps());
        let registers = self.registers();
        if let Some(beside) = &mut self.beside {
            beside.follow(&self.code, &registers);
        }
    }

    fn change_cases(&mut self, edit: cases::Edit) {
        match edit {
            cases::Edit::Clear => self.cases.clear(),
            cases::Edit::Use(place) => {
                let Some(case) = self.cases.get(place).cloned() else { return };
                let registers: Vec<u64> = self.inputs().map(|it| case.bits(it)).collect();
                self.inputs.forget();
                self.set_all(&registers);
                self.visit = Visit::Step;
            }
            cases::Edit::Keep | cases::Edit::Edges | cases::Edit::Random(_) => {
                let registers: Vec<Register> = self.inputs().cloned().collect();
                let limit = cases::limit(self.code.sequence.statements().len());
                self.cases.add(edit, &self.inputs.all(&self.code.sequence), &registers, limit);
            }
        }
    }

    fn example(&mut self, index: usize) {
        let example = EXAMPLES.get(index).and_then(|example| parse_sequence(example.1));
        if let Some(parsed) = example {
            self.load(parsed.state);
            self.notice = None;
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
        self.set_all(&state.registers);
        self.loaded = Some(state);
        self.settle();
    }

    /// Makes a change to the program, its results, or how those are shown.
    fn change_program(&mut self, edit: Edit) {
        match edit {
            Edit::Code(which, change) => self.change(which, change),
            Edit::Compare(edit) => self.compare(edit),
            Edit::Answer(reply) => {
                if let Some(search) = self.search_mut() {
                    search.take(&reply);
                }
                return;
            }
            Edit::Case(edit) => self.change_cases(edit),
            Edit::Enter(place, text) => {
                if let Some(register) = self.input(place) {
                    self.inputs.enter(&register, text);
                    self.inputs.follow(&self.code.sequence, &register);
                }
            }
            Edit::Leave(place) => self.leave(place, true),
            Edit::Forget(place) => self.leave(place, false),
            Edit::Example(index) => {
                self.example(index);
                self.visit = Visit::Step;
            }
            Edit::Show(name, lens) => self.lenses.choose(name, &lens),
            Edit::Fold(key) => match self.open.iter().position(|open| *open == key) {
                Some(place) => drop(self.open.remove(place)),
                None => self.open.push(key),
            },
            Edit::Dismiss => self.notice = None,
            Edit::Open(which, text) => self.open(which, &text),
            Edit::Targets(edit) => {
                self.view = targets::change(self.view.as_deref(), edit, self.code.context.target);
            }
            Edit::Debug(_)
            | Edit::Say(_)
            | Edit::Caret(..)
            | Edit::Take(_)
            | Edit::Length(_)
            | Edit::Refuse(_) => {}
        }
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
            Edit::Say(text) => {
                self.said = text;
                return;
            }
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
            let message = String::from("Not a link to a program, or too long.");
            self.notice = Some(NoticeView { messages: vec![message], link: Vec::new() });
        }
        None
    }

    fn refuse(&mut self, fragment: &str, problem: &Problem) {
        self.visit = Visit::Edit;
        self.revision += 1;
        self.notice = Some(notice(fragment, core::slice::from_ref(problem)));
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary {
            heading: &screen.heading,
            fragment: &screen.fragment,
            spoken: &screen.spoken,
            said: &screen.said,
        }
    }

    fn say(text: String) -> Edit {
        Edit::Say(text)
    }
}

#[cfg(test)]
mod tests;
