//! Signals that the views of the app share.

use leptos::prelude::*;
use ptxfp::internals::observed::ObservedText;
use ptxfp_view::views::{Place, View};

use crate::browser::address::{fragment, home};

/// The signals that the views share; every copy is the same.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The view that is shown.
    pub view: RwSignal<View>,
    /// The state of the playground, once it is open.
    pub line: RwSignal<Option<Line>>,
    /// The state that the explorer asks the playground to load.
    pub asked: RwSignal<Option<String>>,
    /// Whether the explorer is near the part of the page in view, or soon will be.
    pub is_explored: RwSignal<bool>,
    /// Whether the dialog for sharing has been opened.
    pub is_shared: RwSignal<bool>,
    /// The whole address of the page without a state.
    home: StoredValue<String>,
}

/// The state of the playground, as links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The state in the line.
    pub fragment: String,
    /// The state whose result is shown, which is another one while the statement is rejected; empty
    /// if there is none.
    pub shown: String,
    /// The observed result of that state, as a worker reported it.
    pub observed: Option<ObservedText>,
}

impl Shared {
    /// Creates the signals for the state in the address.
    pub(crate) fn new() -> Self {
        Self {
            view: RwSignal::new(View::of(&fragment())),
            line: RwSignal::default(),
            asked: RwSignal::default(),
            is_explored: RwSignal::new(false),
            is_shared: RwSignal::new(false),
            home: StoredValue::new(home()),
        }
    }

    /// The whole address of the page without a state.
    pub(crate) fn home(self) -> String {
        self.home.get_value()
    }

    /// Whether a part of the page is in view now.
    pub(crate) fn is_in_view(self, place: Place) -> bool {
        self.view.get_untracked().place() == place
    }

    /// Publishes the state of the playground, if it is another one.
    pub(crate) fn publish(self, line: Line) {
        if self.line.with_untracked(|last| last.as_ref() != Some(&line)) {
            self.line.set(Some(line));
        }
    }
}
