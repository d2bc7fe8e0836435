//! The address and the state, kept equal both ways.

use std::mem::take;
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use ptxfp_view::module::{Summary, Visit};

use crate::browser::address;

/// The pause in typing after which the address is written: browsers limit how often it may be.
const PAUSE: Duration = Duration::from_millis(250);

/// The address, as far as a module wrote or read it.
#[derive(Debug, Default)]
pub(super) struct Address {
    fragment: String,
    /// The compressed form of `fragment`, once a worker has made it.
    packed: Option<String>,
    heading: String,
    waiting: Option<TimeoutHandle>,
    /// The fragment in the address when a write was scheduled. If the address has another one when
    /// the write is due, the user has left for it, and the write is dropped.
    replaced: String,
    /// Whether what is written last is a text that is being typed.
    is_typed: bool,
    /// Whether the pending fragment is a step from the one in the address.
    begins: bool,
    /// Whether this module is in view; while another one is, the address is not to be touched.
    is_in_view: bool,
}

impl Address {
    /// Whether the state must follow a fragment.
    pub(super) fn is_new(&self, fragment: &str) -> bool {
        !self.is_in_view || self.shown() != fragment && self.fragment != fragment
    }

    /// Notes that another module is in view.
    pub(super) fn leave(&mut self) {
        self.cancel();
        self.is_in_view = false;
        (self.is_typed, self.begins) = (false, false);
        self.heading.clear();
    }

    /// The fragment in the address.
    fn shown(&self) -> &str {
        self.packed.as_ref().unwrap_or(&self.fragment)
    }

    /// Notes that the state has followed the address, and now has this fragment.
    pub(super) fn enter(&mut self, fragment: &str, packed: Option<&str>) {
        self.cancel();
        self.is_in_view = true;
        (self.is_typed, self.begins) = (false, false);
        fragment.clone_into(&mut self.fragment);
        self.packed = packed.map(str::to_owned);
    }

    /// Takes the compressed form of a fragment, unless that is of the past.
    pub(super) fn pack(&mut self, fragment: &str, packed: &str) -> bool {
        if !self.is_in_view || self.fragment != fragment {
            return false;
        }
        self.packed = Some(packed.to_owned());
        if self.waiting.is_none() {
            address::replace_fragment(packed);
        }
        true
    }

    /// Cancels a pending write, and returns whether there was one.
    fn cancel(&mut self) -> bool {
        let waiting = self.waiting.take();
        waiting.inspect(TimeoutHandle::clear).is_some()
    }

    /// Writes a pending fragment.
    pub(super) fn flush(&mut self) {
        let begins = take(&mut self.begins);
        if !self.cancel() || address::fragment() != self.replaced {
            return;
        }
        if begins {
            address::push_fragment(self.shown());
        } else {
            address::replace_fragment(self.shown());
        }
    }

    /// Writes the state to the address: at once for a step, after a pause for an edit; what is typed is a
    /// step from what was there before. Returns whether there is another one.
    pub(super) fn write(
        &mut self,
        now: Summary<'_>,
        visit: Visit,
        this: StoredValue<Self>,
    ) -> bool {
        if !self.is_in_view {
            return false;
        }
        if now.heading != self.heading {
            address::set_title(&[now.heading, " · PTX Float Playground"].concat());
            now.heading.clone_into(&mut self.heading);
        }
        let is_other = now.fragment != self.fragment;
        let was_typed = self.is_typed;
        self.is_typed = visit == Visit::Typing && (was_typed || is_other);
        // A pending fragment belongs to the entry before a step; a text ends when it is entered.
        let begins = self.is_typed && !was_typed;
        let ends = was_typed && !self.is_typed;
        if begins || ends || visit == Visit::Step && is_other {
            self.flush();
        }
        if !is_other {
            return false;
        }
        if visit == Visit::Step {
            address::push_fragment(now.fragment);
        } else {
            let write = move || this.update_value(Self::flush);
            if !self.cancel() {
                self.replaced = address::fragment();
            }
            self.begins |= begins;
            self.waiting = set_timeout_with_handle(write, PAUSE).ok();
        }
        now.fragment.clone_into(&mut self.fragment);
        self.packed = None;
        true
    }
}
