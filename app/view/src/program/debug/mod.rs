//! Stepping through a program: the current step, the selected register and the watched ones. Links
//! hold none of this.
//!
//! All of it is derived from the view of the program, so stepping or selecting evaluates nothing.

pub mod step;
pub mod uses;
pub mod watch;

use std::sync::Arc;

use crate::program::Model;
use crate::program::code::{Code, Which};
use crate::program::debug::step::StepView;
use crate::program::debug::uses::Place;
use crate::program::debug::watch::WatchView;
use crate::program::statements::{CodeView, StatementView};
use crate::program::view::SequenceView;

/// The state of the debugger.
#[derive(Clone, Debug, Default)]
pub struct Debug {
    /// The number of statements that have run; `None` for all, with the results shown.
    step: Option<usize>,
    /// The pressed register.
    pressed: Option<Place>,
    /// The register under the pointer or with the focus.
    pointed: Option<Place>,
    /// The names of the watched registers.
    watched: Vec<String>,
    /// The last change, which is announced.
    last: Last,
}

/// The subject of the announcement after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Last {
    /// The results of the program.
    #[default]
    Result,
    /// The step.
    Step,
    /// The pressed register.
    Press,
}

/// A change to the debugger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// One more statement runs.
    Forward,
    /// One fewer statement runs.
    Back,
    /// This many statements run.
    To(usize),
    /// All results are shown.
    All,
    /// The pointer is on a register, or on none.
    Point(Option<Place>),
    /// A register stays selected until it is pressed again.
    Press(Place),
    /// A register is watched, or no longer watched.
    Watch(String),
}

impl Debug {
    /// Makes a change, for a program of this many statements.
    pub(super) fn apply(&mut self, edit: Edit, n_statements: usize) {
        let step = match edit {
            Edit::Forward => Some(self.step.map_or(1, |step| step + 1).min(n_statements)),
            Edit::Back => Some(self.step.unwrap_or(n_statements).saturating_sub(1)),
            Edit::To(step) => Some(step.min(n_statements)),
            Edit::All => None,
            Edit::Point(place) => {
                self.pointed = place;
                return;
            }
            Edit::Press(place) => {
                self.pressed = (self.pressed != Some(place)).then_some(place);
                self.last = if self.pressed.is_some() { Last::Press } else { Last::Result };
                return;
            }
            Edit::Watch(name) => {
                match self.watched.iter().position(|watched| *watched == name) {
                    Some(place) => drop(self.watched.remove(place)),
                    None => self.watched.push(name),
                }
                return;
            }
        };
        self.step = step;
        self.last = if step.is_some() { Last::Step } else { Last::Result };
    }

    /// Follows any other change.
    pub(super) fn settle(&mut self, n_statements: usize) {
        self.last = Last::Result;
        self.step = self.step.map(|step| step.min(n_statements)).filter(|_| n_statements > 0);
    }

    /// The number of statements that have run; `None` for all.
    pub(super) const fn step(&self) -> Option<usize> {
        self.step
    }

    /// Deselects registers: their places may now belong to others.
    pub(super) fn look_away(&mut self) {
        (self.pressed, self.pointed) = (None, None);
    }

    /// Whether a register of that name is watched.
    pub(super) fn watches(&self, name: &str) -> bool {
        self.watched.iter().any(|watched| watched == name)
    }
}

/// The view of the debugger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugView {
    /// The step, and the registers there.
    pub step: StepView,
    /// The mark of each statement, of both programs.
    pub marks: [Vec<Mark>; 2],
    /// The marked lines of both texts.
    pub lines: [Vec<Line>; 2],
    /// The selected register, and whether it was pressed.
    pub looked: Option<(Place, bool)>,
    /// The lines that write and read it, in a sentence; may be empty.
    pub uses: String,
    /// The watched registers.
    pub watch: WatchView,
}

/// The marks of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub struct Mark {
    /// Whether it has run.
    pub run: Run,
    /// Whether its line number is in the tab order.
    pub is_reached: bool,
    /// The selected register, if the statement mentions it.
    pub looked: Option<usize>,
    /// Whether that register was pressed.
    pub is_pressed: bool,
    /// Whether it writes that register.
    pub writes: bool,
    /// Whether it reads it.
    pub reads: bool,
}

/// Whether a statement has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Run {
    /// It has.
    #[default]
    Done,
    /// It was the last one.
    Now,
    /// It has not.
    Ahead,
}

/// A marked line of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line, from 1.
    pub line: usize,
    /// Whether it is the current one; otherwise it mentions the selected register.
    pub is_current: bool,
}

/// The view of the debugger.
pub(super) fn view(model: &Model, program: &SequenceView) -> DebugView {
    let debug = &model.debug;
    let looked = debug.pointed.or(debug.pressed);
    let is_pressed = debug.pressed == looked;
    let step = step::view(debug.step, program);
    let beside = model.beside.as_ref().zip(program.beside.as_ref());
    let own = |which: Which| looked.filter(|place| place.0 == which).map(|place| place.1);
    let mut view = DebugView {
        marks: [Vec::new(), Vec::new()],
        lines: [Vec::new(), Vec::new()],
        looked: looked.map(|place| (place, is_pressed)),
        uses: String::new(),
        watch: watch::view(model, program, &debug.watched, step.place),
        step,
    };
    let both = [
        Some((Which::First, &model.code, &program.code)),
        beside.map(|(beside, shown)| (Which::Other, &beside.code, &shown.code)),
    ];
    for (place, (which, code, shown)) in both.into_iter().flatten().enumerate() {
        let marks = marks(code, shown, own(which), view.step.place, is_pressed);
        let lines = shown.statements.iter().zip(&marks).filter_map(|(statement, mark)| {
            let is_current = mark.run == Run::Now;
            let is_marked = is_current || mark.writes || mark.reads;
            is_marked.then_some(Line { line: statement.line, is_current })
        });
        if let Some(slot) = view.lines.get_mut(place) {
            *slot = lines.collect();
        }
        if let Some(slot) = view.marks.get_mut(place) {
            *slot = marks;
        }
        if let Some(register) = own(which) {
            view.uses = uses::sentence(code, register);
        }
    }
    view
}

/// The marks of the statements.
fn marks(
    code: &Code,
    shown: &CodeView,
    looked: Option<usize>,
    step: Option<usize>,
    is_pressed: bool,
) -> Vec<Mark> {
    let last = shown.statements.len().saturating_sub(1);
    let reached = step.unwrap_or(1).saturating_sub(1).min(last);
    let mark = |(place, statement): (usize, &Arc<StatementView>)| {
        let (writes, reads) = uses::mentions(code, statement.index, looked);
        Mark {
            run: match step {
                Some(step) if place >= step => Run::Ahead,
                Some(step) if place + 1 == step => Run::Now,
                Some(_) | None => Run::Done,
            },
            is_reached: place == reached,
            looked: looked.filter(|_| writes || reads),
            is_pressed: is_pressed && (writes || reads),
            writes,
            reads,
        }
    };
    shown.statements.iter().enumerate().map(mark).collect()
}

/// The announcement of the last change, unless the results are announced.
pub(super) fn spoken(model: &Model, program: &SequenceView, view: &DebugView) -> Option<String> {
    match model.debug.last {
        Last::Result => None,
        Last::Step if program.thread.is_some() => {
            Some(program.thread.as_ref()?.spoken(model.debug.step?))
        }
        Last::Step => Some(view.step.spoken()),
        Last::Press => Some(view.uses.clone()),
    }
}

#[cfg(test)]
mod tests;
