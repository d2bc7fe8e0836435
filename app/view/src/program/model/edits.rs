//! Changes of statements and of the comparison.

use super::Model;
use crate::module::Visit;
use crate::program::beside::Beside;
use crate::program::code::{Change, Code, Which};
use crate::program::debug::Debug;
use crate::program::words::Words;
use crate::program::{beside, file, targets};

impl Model {
    pub(super) fn change(&mut self, which: Which, change: Change) {
        self.debug.look_away();
        if !matches!(change, Change::Type(_)) {
            self.visit = Visit::Step;
        }
        match (which, &mut self.beside) {
            (Which::First, _) => {
                let before = self.code.context.target;
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

    pub(super) fn compare(&mut self, edit: beside::Edit) {
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
    pub(super) fn open(&mut self, which: Which, text: &str) {
        let (text, inputs) = file::opened(text);
        self.visit = Visit::Step;
        if which == Which::Other {
            return self.change(which, Change::Type(text));
        }
        self.code.apply(Change::Type(text));
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
