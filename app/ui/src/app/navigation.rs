//! Going from view to view: the address says which is shown, and the links in the header lead to them.

use std::collections::BTreeMap;

use leptos::prelude::*;
use ptxfp_view::views::{Place, View};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, window};

use crate::browser::address::fragment;
use crate::browser::elements::{element, elements, listen, listen_first};
use crate::lazy::{Fetch, Part, foresee};
use crate::shared::Shared;

/// The links to the views, in the order of [`View`].
const LINKS: &str = "#views a";

/// Connects the header and the address with the view that is shown.
pub(super) fn connect(shared: Shared, fetch: Fetch) {
    let links = StoredValue::new_local(elements(LINKS));
    for (view, link) in View::ALL.into_iter().zip(elements(LINKS)) {
        // A link that is pointed at or focused will probably be followed.
        let foresee = move |_: Event| {
            if view.place() != Place::Playground {
                foresee(fetch, Part::View(view.place()));
            }
        };
        listen(&link, "pointerenter", foresee);
        listen(&link, "focus", foresee);
    }
    Effect::new(move |_| {
        let current = shared.view.get().position();
        links.with_value(|links| {
            for (position, link) in links.iter().enumerate() {
                let _ = if position == current {
                    link.set_attribute("aria-current", "page")
                } else {
                    link.remove_attribute("aria-current")
                };
            }
        });
    });
    lead_back(shared);
    restore_scroll(shared);
}

/// Shows the view that the address asks for, whenever it changes.
///
/// It is connected before any part of the app is opened: those read the view when the address changes.
pub(super) fn follow(shared: Shared) {
    let show = move |_| {
        let view = View::of(&fragment());
        if view != shared.view.get_untracked() {
            shared.view.set(view);
        }
    };
    let _ = window_event_listener_untyped("hashchange", show);
}

/// Keeps the first link leading to the state of the playground: the way back from another view.
fn lead_back(shared: Shared) {
    let link = StoredValue::new_local(element(LINKS));
    Effect::new(move |_| {
        let Some(fragment) = shared.line.with(|line| Some(line.as_ref()?.fragment.clone())) else {
            return;
        };
        link.with_value(|link| link.as_ref().map(|link| set_fragment(link, &fragment)));
    });
}

/// Changes the fragment of a link.
fn set_fragment(link: &Element, fragment: &str) {
    let href = link.get_attribute("href").unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    let _ = link.set_attribute("href", &[page, "#", fragment].concat());
}

/// A link leads to the top of a view, and going back to its last scroll position.
fn restore_scroll(shared: Shared) {
    let left = StoredValue::new(BTreeMap::<String, f64>::new());
    let is_link = StoredValue::new(false);
    let _ = window_event_listener_untyped("scroll", move |_| {
        let top = window().and_then(|window| window.scroll_y().ok()).unwrap_or_default();
        left.update_value(|left| {
            left.insert(fragment(), top);
        });
    });
    listen_first("click", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("a").ok()?);
        is_link.set_value(link.is_some());
    });
    Effect::new(move |last: Option<View>| {
        let view = shared.view.get();
        if last.is_some_and(|last| last != view) {
            let place = left.with_value(|left| left.get(&fragment()).copied());
            let top = place.filter(|_| !is_link.get_value()).unwrap_or_default();
            request_animation_frame(move || {
                if let Some(window) = window() {
                    window.scroll_to_with_x_and_y(0.0, top);
                }
            });
        }
        is_link.set_value(false);
        view
    });
}
