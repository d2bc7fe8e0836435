//! The state of the page: a plain [`Model`], one signal that holds it, and one memo, the
//! [`Screen`], that everything drawn is read from.
//!
//! Statement → analysis → last legal instruction → registers → result is a chain of functions in
//! [`Model`] and `present`. It takes less time than drawing, so it runs as a whole at every edit;
//! a signal and a memo for each link of the chain would cost more code than the chain itself.

mod drafts;
mod edit;
mod history;
mod model;
mod picker;
mod route;
mod speech;
mod stash;

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use ptxfp::catalog;
use ptxfp::link::State;

pub use self::drafts::{Draft, Place};
pub use self::edit::{Edit, Pick};
use self::history::Address;
pub use self::model::Model;
pub use self::picker::{Picker, units};
pub use self::route::{FORMATS, REFERENCE, Route};
use self::speech::Speech;
use crate::browser::theme::Theme;
use crate::browser::{address, clipboard};
use crate::present::screen::screen;
use crate::view_model::notice::NoticeView;
use crate::view_model::screen::{Copied, Screen};

/// How long a button says that it copied.
const COPIED: Duration = Duration::from_secs(2);

/// Handles to the state of the page; every copy is the same state.
#[derive(Clone, Copy)]
pub struct Playground {
    model: RwSignal<Model>,
    screen: Memo<Arc<Screen>>,
    address: StoredValue<Address>,
    speech: StoredValue<Speech>,
}

impl Playground {
    /// The state that the page opens with: that of its address, which it follows from now on.
    pub fn open() -> Self {
        let mut model = Model::new(State::default());
        model.theme = Theme::remembered();
        model.theme.apply();
        let model = RwSignal::new(model);
        let screen = move |last: Option<&Arc<Screen>>| {
            Arc::new(model.with(|model| screen(model, last.map(Arc::as_ref))))
        };
        let playground = Self {
            model,
            // Drawing finds out what changed; comparing all of the screen before would cost more.
            screen: Memo::new_with_compare(screen, |_, _| true),
            address: StoredValue::default(),
            speech: StoredValue::default(),
        };
        playground.follow_address();
        playground
    }

    /// What is on the screen, followed.
    pub fn watch(self) -> Arc<Screen> {
        self.screen.get()
    }

    /// What is on the screen.
    pub fn screen(self) -> Arc<Screen> {
        self.screen.get_untracked()
    }

    /// Makes a change.
    pub fn send(self, edit: Edit) {
        match edit {
            Edit::Copy(copied) => self.copy(copied),
            Edit::Theme(theme) => theme.pick(),
            Edit::Flush => return self.flush_address(),
            _ => {}
        }
        self.model.update(|model| model.apply(edit));
        self.show();
    }

    /// Brings to what has changed all that is not drawn.
    fn show(self) {
        self.write_address();
        self.announce();
    }

    /// Copies a text, and then says so; where the page may not, the banner shows the text.
    fn copy(self, copied: Copied) {
        let screen = self.screen();
        let text = match copied {
            Copied::Link => address::link_with(&screen.address),
            Copied::Result => screen.result.hex.clone(),
            Copied::Steps => screen.trace.text.clone(),
        };
        clipboard::copy(&text.clone(), move |worked| {
            if worked {
                self.send(Edit::Copied(copied));
                set_timeout(move || self.send(Edit::Said(copied)), COPIED);
            } else {
                self.send(Edit::Notice(Some(NoticeView::CopyByHand(text.clone()))));
            }
        });
    }
}

/// Every opcode.
pub fn opcodes() -> Vec<String> {
    catalog::opcodes().map(str::to_owned).collect()
}
