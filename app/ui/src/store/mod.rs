//! The state of one module of the page: a plain [`Module`], one signal that holds it, and one memo,
//! its screen, that everything drawn is read from. The address and announcements follow it.
//!
//! From the state to the screen is a chain of functions. It takes less time than drawing, so it
//! runs as a whole at every edit; a signal and a memo for each link of the chain would cost more
//! code than the chain itself.

mod address;
mod live;
mod packing;
mod speech;

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::module::Module;

use self::address::Address;
pub(crate) use self::live::Live;
use self::speech::Speech;
use crate::browser::address::fragment;
use crate::browser::elements::{arrive, element, listen};
use crate::shared::Shared;
use crate::tasks::next_task;

/// Handles to the state of a module; every copy is the same state.
pub struct Store<M: Module> {
    model: RwSignal<M>,
    screen: Memo<Arc<M::Screen>>,
    address: StoredValue<Address>,
    speech: StoredValue<Speech>,
    /// The text of the live region.
    said: RwSignal<String>,
    /// The signals that all views share.
    shared: Shared,
    /// Updates everything that is not drawn from a screen: workers, files, the other views.
    follow: fn(&M::Screen, Shared),
}

impl<M: Module> Clone for Store<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Module> Copy for Store<M> {}

impl<M: Module> Store<M> {
    /// Creates a state that has not been used.
    pub fn new(model: M, shared: Shared, follow: fn(&M::Screen, Shared)) -> Self {
        let model = RwSignal::new(model);
        let screen = move |last: Option<&Arc<M::Screen>>| {
            Arc::new(model.with(|model| model.screen(last.map(Arc::as_ref))))
        };
        Self {
            model,
            // Drawing finds the changes; comparing whole screens first would cost more.
            screen: Memo::new_with_compare(screen, |_, _| true),
            address: StoredValue::default(),
            speech: StoredValue::default(),
            said: RwSignal::default(),
            shared,
            follow,
        }
    }

    /// Loads the address into the state, which follows it from now on.
    #[must_use]
    pub fn opened(self) -> Self {
        self.read_address();
        let _ = window_event_listener_untyped("hashchange", move |_| self.read_address());
        // An embedded page has no header, and nothing to share.
        if let Some(header) = element("#header") {
            listen(&header, "click", move |_| self.flush());
        }
        self
    }

    /// The whole address of the page without a state.
    pub fn home(self) -> String {
        self.shared.home()
    }

    /// Returns the present screen, and follows its changes. Private, so that a component can follow only
    /// data of its own ([`Live`]).
    fn watch(self) -> Arc<M::Screen> {
        self.screen.get()
    }

    /// The announcement that was made last.
    pub(crate) fn said(self) -> ReadSignal<String> {
        self.said.read_only()
    }

    /// Returns the present screen, for handlers of events.
    pub fn screen(self) -> Arc<M::Screen> {
        self.screen.get_untracked()
    }

    /// Makes a change.
    pub fn send(self, edit: M::Edit) {
        self.model.update(|model| model.apply(edit));
        self.show();
    }

    /// Updates the address at once: buttons outside the module's place leave the page or copy the
    /// address.
    pub fn flush(self) {
        self.address.update_value(Address::flush);
    }

    /// Loads the state of the address, if it belongs to this module.
    fn read_address(self) {
        let fragment = fragment();
        if !M::owns(&fragment) {
            return self.address.update_value(Address::leave);
        }
        if self.address.with_value(|address| address.is_new(&fragment)) {
            if M::PACKED.is_some() && packing::unpack(self, &fragment) {
                return;
            }
            self.follow_link(&fragment, None);
        }
        self.show();
    }

    /// Loads a link, perhaps a compressed one.
    fn follow_link(self, fragment: &str, packed: Option<&str>) {
        let mut focused = None;
        self.model.update(|model| focused = model.follow(fragment));
        if let Some(selector) = focused {
            // A view that is shown again has been scrolled to its top by then.
            request_animation_frame(move || next_task(move || arrive(&selector)));
        }
        self.entered(packed);
    }

    /// Notes that the state has followed the address. A link that is broken or has additional parts stays
    /// in the address until something is edited.
    fn entered(self, packed: Option<&str>) {
        let screen = self.screen();
        let fragment = M::summary(&screen).fragment;
        self.address.update_value(|address| address.enter(fragment, packed));
    }

    /// Updates everything that is not drawn.
    fn show(self) {
        let screen = self.screen();
        let visit = self.model.with_untracked(M::visit);
        let (this, mut is_new) = (self.address, false);
        this.update_value(|address| is_new = address.write(M::summary(&screen), visit, this));
        if let Some(edit) = M::PACKED.filter(|_| is_new) {
            packing::pack(self, M::summary(&screen).fragment, edit);
        }
        (self.follow)(&screen, self.shared);
        self.announce();
    }
}
