//! The card: the view of a state that other pages embed, and its preview for sharing.

mod face;
mod share;

use std::rc::Rc;

use leptos::mount::mount_to;
use leptos::prelude::*;
use ptxfp_view::card::{Edit, Model};
use wasm_bindgen::JsCast;

use self::face::Face;
use crate::browser::address::fragment;
use crate::browser::elements::element;
use crate::browser::failure;
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::Notice;
use crate::shared::Shared;
use crate::store::Store;

/// The state of the card.
type Card = Store<Model>;

/// The place of the card in the embedded page.
const EMBEDDED: &str = "#calculator";

/// Opens the card in the dialog for sharing.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::new(Some(shared.home())), shared, |_, _| ()).opened();
    let follow = move |fragment: Option<String>| {
        if let Some(fragment) = fragment {
            page.send(Edit::Follow(fragment));
        }
    };
    let line = move || shared.line.with(|line| Some(line.as_ref()?.fragment.clone()));
    follow(untrack(line));
    Rc::new(move || {
        Effect::new(move |_| follow(line()));
        share::sharing(page)
    })
}

/// Starts the card as a program of its own, in the embedded page.
pub fn start() {
    failure::show_panics();
    let Some(place) = element(EMBEDDED) else { return };
    // The state outlives everything on the page.
    let owner = Owner::new();
    owner.set();
    let page = Store::new(Model::new(None), Shared::new(), |_, _| ()).opened();
    let read = move || page.send(Edit::Follow(fragment()));
    read();
    let _ = window_event_listener_untyped("hashchange", move |_| read());
    place.set_text_content(None);
    owner.with(|| mount_to(place.unchecked_into(), move || embedded(page)).forget());
    std::mem::forget(owner);
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
