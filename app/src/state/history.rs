//! The address and the state, kept equal both ways.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use ptxfp::link::{self, Parsed};

use super::Playground;
use crate::browser::address::{self, Visit};
use crate::present::link::notice;

/// How long typing must pause before the address is written: browsers limit how often it may be.
const PAUSE: Duration = Duration::from_millis(250);

/// What stands in the address, as far as this page wrote or read it.
#[derive(Clone, Copy)]
struct Written {
    fragment: StoredValue<String>,
    waiting: StoredValue<Option<TimeoutHandle>>,
}

impl Written {
    /// Gives up a write that is waiting, and says whether there was one.
    fn cancel(self) -> bool {
        let waiting = self.waiting.get_value().inspect(TimeoutHandle::clear);
        self.waiting.set_value(None);
        waiting.is_some()
    }
}

impl Playground {
    /// Reads the address now and whenever it changes, and writes it whenever the state changes.
    pub fn follow_address(self) {
        let written =
            Written { fragment: StoredValue::new(String::new()), waiting: StoredValue::new(None) };
        self.read_address(written);
        for event in ["popstate", "hashchange"] {
            let handle = window_event_listener_untyped(event, move |_| self.read_address(written));
            on_cleanup(move || handle.remove());
        }
        Effect::new(move || self.write_address(written));
        Effect::new(move || {
            let state = self.snapshot();
            let target = state.context.target.name;
            let spelling = state.instruction.to_string();
            address::set_title(&[&spelling, " on ", target, " · PTX Float Playground"].concat());
        });
    }

    /// Takes over the state of the address, with a banner if it is not all there.
    fn read_address(self, written: Written) {
        let fragment = address::fragment();
        if fragment != written.fragment.get_value() {
            written.cancel();
        }
        if fragment.is_empty() {
            written.fragment.set_value(untrack(move || self.snapshot().to_fragment()));
            return;
        }
        if fragment == written.fragment.get_value() {
            return;
        }
        let Parsed { state, problems } = link::parse(&fragment);
        self.load(&state);
        self.notice.set((!problems.is_empty()).then(|| notice(&fragment, &problems)));
        // A link that is broken, or has more in it, stays in the address until something is edited.
        written.fragment.set_value(untrack(move || self.snapshot().to_fragment()));
    }

    /// Writes the state to the address: at once for a step, after a pause for an edit.
    fn write_address(self, written: Written) {
        let fragment = self.snapshot().to_fragment();
        let visit = self.visit.get_value();
        self.visit.set_value(Visit::Edit);
        let last = written.fragment.get_value();
        if fragment == last {
            return;
        }
        let was_waiting = written.cancel();
        match visit {
            Visit::Step => {
                if was_waiting {
                    address::set_fragment(&last, Visit::Edit);
                }
                address::set_fragment(&fragment, Visit::Step);
            }
            Visit::Edit => {
                let text = fragment.clone();
                let write = move || {
                    written.waiting.set_value(None);
                    address::set_fragment(&text, Visit::Edit);
                };
                written.waiting.set_value(set_timeout_with_handle(write, PAUSE).ok());
            }
        }
        written.fragment.set_value(fragment);
    }
}
