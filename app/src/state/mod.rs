//! The state of the page: a plain [`Model`], one signal that holds it, and one memo, the
//! [`Screen`], that everything drawn is read from.
//!
//! Statement → analysis → last legal instruction → registers → result is a chain of functions in
//! [`Model`] and `present`. It takes less time than drawing, so it runs as a whole at every edit;
//! a signal and a memo for each link of the chain would cost more code than the chain itself.

mod history;
mod model;
mod stash;

use leptos::prelude::*;
use ptxfp::catalog::{self, ISA_VERSIONS, TARGETS};
use ptxfp::link::State;

pub use self::model::{Edit, Model};
use crate::browser::address;
use crate::present::screen::screen;
use crate::view_model::operand::{EntryView, OperandShape};
use crate::view_model::screen::Screen;

/// Handles to the state of the page; every copy is the same state.
#[derive(Clone, Copy)]
pub struct Playground {
    model: RwSignal<Model>,
    /// What is on the screen.
    pub screen: Memo<Screen>,
    /// What the instruction says of its source operands: it changes less often than all else.
    pub shapes: Memo<Vec<OperandShape>>,
}

impl Playground {
    /// The state that the page opens with.
    pub fn new() -> Self {
        let model = RwSignal::new(Model::new(State::default()));
        // Drawing finds out what changed; comparing all of the screen before would cost more.
        let draw = move |last: Option<&Screen>| model.with(|model| screen(model, last));
        let screen = Memo::new_with_compare(draw, |_, _| true);
        let shapes = Memo::new(move |_| screen.with(|screen| screen.shapes.clone()));
        Self { model, screen, shapes }
    }

    /// The state of the page that this component is part of.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Makes a change.
    pub fn send(self, edit: Edit) {
        self.model.update(|model| model.apply(edit));
    }

    /// A text of the screen, followed; one type for every use.
    pub fn reads(
        self,
        read: fn(&Screen) -> String,
    ) -> impl Fn() -> String + Copy + Send + Sync + use<> {
        move || self.screen.with(read)
    }

    /// A text of the screen.
    pub fn text(self, read: fn(&Screen) -> &str) -> String {
        self.screen.with(|screen| read(screen).to_owned())
    }

    /// The address of the present state.
    pub fn link(self) -> String {
        address::link_with(&self.screen.with_untracked(|screen| screen.fragment.clone()))
    }

    /// Reads a text for one lane of a source operand and stores its value.
    pub fn enter_lane(self, index: usize, lane: u8, text: &str) -> EntryView {
        let entry = self.model.with_untracked(|model| model.read_lane(index, text));
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.send(Edit::Lane(index, lane, bits));
        }
        entry
    }

    /// Reads the digits of the register of a source operand and stores them.
    pub fn enter_register(self, index: usize, text: &str) -> EntryView {
        let entry = self.model.with_untracked(|model| model.read_register(index, text));
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.send(Edit::Register(index, bits));
        }
        entry
    }
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}

/// Every opcode.
pub fn opcodes() -> Vec<String> {
    catalog::opcodes().map(str::to_owned).collect()
}

/// Every target, oldest first.
pub fn targets() -> Vec<String> {
    TARGETS.iter().map(|target| target.name.to_owned()).collect()
}

/// Every version of the ISA, newest first.
pub fn isas() -> Vec<String> {
    ISA_VERSIONS.iter().rev().map(ToString::to_string).collect()
}
