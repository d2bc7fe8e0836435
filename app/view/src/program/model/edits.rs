//! Changes of the state.

use ptxfp::explore::sequence::Register;
use ptxfp::explore::sequence::kernel::is_kernel;
use ptxfp::link::parse_sequence;

use super::Model;
use crate::background::Reply;
use crate::module::Visit;
use crate::program::beside::Beside;
use crate::program::code::{Change, Code, Which};
use crate::program::debug::Debug;
use crate::program::examples::EXAMPLES;
use crate::program::inputs::Inputs;
use crate::program::words::Words;
use crate::program::{beside, cases, debug, file, targets};

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
    /// The text of a kernel can be edited, or no longer.
    EditText(bool),
    /// Another function of a kernel runs.
    Function(String),
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
}

/// The number of bytes that come at once only by pasting.
const PASTED: usize = 80;

impl Model {
    /// Makes a change to the program, its results, or how those are shown.
    pub(super) fn change_program(&mut self, edit: Edit) {
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
                    if self.code.thread.is_none() {
                        self.inputs.follow(self.code.sequence(), &register);
                    }
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
            Edit::EditText(is_edited) => {
                self.is_edited = is_edited;
                self.focus = Some(if is_edited { "#sequence-code" } else { "#sequence-edit" });
            }
            Edit::Function(name) => {
                self.code.function = Some(name);
                self.visit = Visit::Step;
            }
            Edit::Open(which, text) => self.open(which, &text),
            Edit::Targets(edit) => {
                self.view = targets::change(self.view.as_deref(), edit, self.code.context.target);
            }
            Edit::Debug(_)
            | Edit::Caret(..)
            | Edit::Take(_)
            | Edit::Length(_)
            | Edit::Refuse(_) => {}
        }
        self.settle();
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
                let limit = cases::limit(self.code.sequence().statements().len());
                self.cases.add(edit, &self.inputs.all(self.code.sequence()), &registers, limit);
            }
        }
    }

    pub(super) fn example(&mut self, index: usize) {
        let example = EXAMPLES.get(index).and_then(|example| parse_sequence(example.1));
        if let Some(parsed) = example {
            self.load(parsed.state);
            self.notice = None;
        }
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

    fn change(&mut self, which: Which, change: Change) {
        self.debug.look_away();
        if !matches!(change, Change::Type(_)) {
            self.visit = Visit::Step;
        }
        match (which, &mut self.beside) {
            (Which::First, _) => {
                let before = self.code.context.target;
                if let Change::Type(text) = &change
                    && text.len() > self.code.text.len() + PASTED
                    && is_kernel(text)
                {
                    // Inputs of the text before may have the same names and mean something else.
                    self.inputs = Inputs::default();
                    self.code.function = None;
                    self.is_edited = false;
                    self.focus = Some("#sequence-edit");
                }
                self.code.apply(change);
                let own = self.code.context.target;
                if own != before && self.targets().is_some() {
                    let keep = targets::Edit::Add(before.name.to_owned());
                    self.view = targets::change(self.view.as_deref(), keep, own);
                }
            }
            (Which::Other, Some(beside)) => beside.code.apply(change),
            (Which::Other, None) => {}
        }
    }

    fn compare(&mut self, edit: beside::Edit) {
        use beside::Edit::{Begin, By, End, Load, Search, Stop, Swap};
        self.debug.look_away();
        match edit {
            Begin => {
                self.beside = Some(Beside::new(self.code.clone()));
                self.focus = Some("#other-code");
            }
            End => {
                self.beside = None;
                self.focus = Some("[data-compare=begin]");
            }
            Swap => self.swap(),
            By(by) => {
                if let Some(beside) = &mut self.beside {
                    beside.by = by;
                }
                return;
            }
            Search | Stop => {
                if let Some(search) = self.search_mut() {
                    search.is_running = edit == Search;
                    search.is_begun |= edit == Search;
                }
                return;
            }
            Load => {
                let found = self.search().and_then(crate::search::Search::found);
                if let Some(registers) = found.map(|found| found.registers.clone()) {
                    self.inputs.forget();
                    self.set_all(&registers);
                }
            }
        }
        self.visit = Visit::Step;
    }

    /// Swaps the two sequences; the values of the inputs follow.
    fn swap(&mut self) {
        let registers = self.registers();
        let Some(beside) = &mut self.beside else { return };
        let moved = beside.order.as_ref().map(|order| {
            let bits = order.iter().map(|place| registers.get(*place).copied().unwrap_or(0));
            bits.collect::<Vec<_>>()
        });
        let moved = moved.ok();
        core::mem::swap(&mut self.code, &mut beside.code);
        self.inputs.forget();
        if let Some(moved) = moved {
            self.set_all(&moved);
        }
    }

    pub(super) fn code_of(&self, which: Which) -> Option<&Code> {
        match which {
            Which::First => Some(&self.code),
            Which::Other => self.beside.as_ref().map(|beside| &beside.code),
        }
    }

    /// Takes a completion, and offers the next ones.
    pub(super) fn take(&mut self, words: &Words, place: usize) {
        let which = words.which;
        let taken = self.code_of(which).and_then(|code| words.taken(&code.text, place));
        let Some((text, caret)) = taken else { return };
        self.change(which, Change::Type(text));
        self.settle();
        self.words = self.code_of(which).and_then(|code| Words::at(which, code, caret));
        self.caret = Some((which, caret));
        self.focus = Some(match which {
            Which::First => "#sequence-code",
            Which::Other => "#other-code",
        });
    }

    /// Takes over a text with the inputs in its comments.
    fn open(&mut self, which: Which, text: &str) {
        let (text, inputs) = file::opened(text);
        self.visit = Visit::Step;
        if which == Which::Other {
            return self.change(which, Change::Type(text));
        }
        self.code.apply(Change::Type(text));
        self.is_edited = false;
        self.code.function = None;
        self.inputs = Inputs::default();
        self.beside = None;
        self.debug = Debug::default();
        self.cases.clear();
        self.settle();
        self.inputs.forget();
        for (name, value) in inputs {
            let found = self.inputs().find(|register| register.name == name).cloned();
            if let Some(register) = found {
                self.inputs.enter(&register, value);
                self.inputs.leave(&name, true);
            }
        }
    }
}
