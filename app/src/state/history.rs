//! The address and the state, kept equal both ways.

use std::mem::discriminant;
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use ptxfp::link::{self, Parsed};

use super::{Edit, Playground, Route};
use crate::browser::address::{self, Visit};
use crate::browser::events::focus;
use crate::present::link::notice;

/// How long typing must pause before the address is written: browsers limit how often it may be.
const PAUSE: Duration = Duration::from_millis(250);

/// What stands in the address, as far as this page wrote or read it.
#[derive(Debug, Default)]
pub(super) struct Address {
    fragment: String,
    heading: String,
    waiting: Option<TimeoutHandle>,
}

impl Address {
    /// Gives up a write that is waiting, and says whether there was one.
    fn cancel(&mut self) -> bool {
        let waiting = self.waiting.take();
        waiting.inspect(TimeoutHandle::clear).is_some()
    }
}

impl Playground {
    /// Reads the address now and whenever it changes.
    pub(super) fn follow_address(self) {
        self.read_address();
        for event in ["popstate", "hashchange"] {
            let _ = window_event_listener_untyped(event, move |_| self.read_address());
        }
    }

    /// Takes over the state of the address, with a banner if it is not all there.
    fn read_address(self) {
        let fragment = address::fragment();
        let is_new = self.address.with_value(|written| written.fragment != fragment);
        if is_new {
            self.visit(&fragment);
        }
        // A link that is broken, or has more in it, stays in the address until something is edited.
        let fragment = self.screen().address.clone();
        self.address.update_value(|written| {
            if is_new {
                written.cancel();
            }
            written.fragment = fragment;
        });
        self.show();
    }

    /// Shows what a fragment asks for; the playground keeps what it has if that is what it asks.
    fn visit(self, fragment: &str) {
        let (screen, route) = (self.screen(), Route::of(fragment));
        let is_link = route == Route::Playground && !fragment.is_empty();
        if is_link && *fragment != *screen.fragment {
            let Parsed { state, problems } = link::parse(fragment);
            let notice = (!problems.is_empty()).then(|| notice(fragment, &problems));
            self.model.update(|model| model.apply(Edit::Load(state, notice)));
        }
        if discriminant(&route) != discriminant(&screen.route) {
            address::scroll_up();
        }
        if let Route::Formats(name) = &route {
            // It is drawn first.
            let card = ["#format-", name].concat();
            set_timeout(move || focus(&card), Duration::ZERO);
        }
        self.model.update(|model| model.apply(Edit::Visit(route)));
    }

    /// Writes what waits to be written.
    pub(super) fn flush_address(self) {
        self.address.update_value(|last| {
            if last.cancel() {
                address::set_fragment(&last.fragment, Visit::Edit);
            }
        });
    }

    /// Writes the state to the address: at once for a step, after a pause for an edit.
    pub(super) fn write_address(self) {
        let screen = self.screen();
        let visit = self.model.with_untracked(|model| model.visit);
        self.address.update_value(|last| {
            if screen.heading != last.heading {
                address::set_title(&[&screen.heading, " · PTX Float Playground"].concat());
                last.heading.clone_from(&screen.heading);
            }
            if screen.address == last.fragment {
                return;
            }
            let was_waiting = last.cancel();
            match visit {
                Visit::Step => {
                    if was_waiting {
                        address::set_fragment(&last.fragment, Visit::Edit);
                    }
                    address::set_fragment(&screen.address, Visit::Step);
                }
                Visit::Edit => {
                    let text = screen.address.clone();
                    let write = move || {
                        self.address.update_value(|written| written.waiting = None);
                        address::set_fragment(&text, Visit::Edit);
                    };
                    last.waiting = set_timeout_with_handle(write, PAUSE).ok();
                }
            }
            last.fragment.clone_from(&screen.address);
        });
    }
}
