//! The card: the view of a state that other pages embed, and its preview for sharing.

mod face;
mod share;

use leptos::prelude::*;
use ptxfp_view::card::{Edit, Model, Screen};

use self::face::Face;
use crate::browser::address::fragment;
use crate::browser::elements::element;
use crate::browser::messages;
use crate::launch::launch;
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::Notice;
use crate::store::Store;

/// The state of the card.
type Card = Store<Model>;

/// The place of the card in the dialog for sharing.
const SHARING: &str = "#card";
/// Its place in the embedded page.
const EMBEDDED: &str = "#calculator";

/// Mounts the card.
pub fn start() {
    if element(SHARING).is_some() {
        let model = Model::new(Some(messages::home()));
        if let Some(page) = launch(SHARING, model, share::sharing, |_| ()) {
            messages::follow(move |fragment| page.send(Edit::Follow(fragment)));
        }
    } else if let Some(page) = launch(EMBEDDED, Model::new(None), embedded, follow) {
        page.send(Edit::Follow(fragment()));
        let changed = move |_| page.send(Edit::Follow(fragment()));
        let _ = window_event_listener_untyped("hashchange", changed);
    }
}

/// The link to the state.
fn follow(screen: &Screen) {
    messages::publish(&screen.fragment, &screen.fragment, "");
}

/// The card inside another page.
fn embedded(page: Card) -> AnyView {
    let notice = page.data(|screen| screen.notice.clone());
    view! {
        {heading(page)}
        <Notice view=notice dismiss=move || page.send(Edit::Dismiss)/>
        <Face view=page.data(|screen| Some(screen.placed()))/>
        {announcement(page, "announcement")}
    }
    .into_any()
}
