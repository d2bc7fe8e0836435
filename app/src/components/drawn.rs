//! Elements that are drawn from markup.

use std::sync::Arc;

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::browser::patch::patch;
use crate::markup::Markup;
use crate::state::{Edit, Playground};
use crate::view_model::screen::Screen;

/// Writes what an element shows.
pub type Drawing = Arc<dyn Fn(&Screen, &mut Markup) + Send + Sync>;

/// The attribute that carries what pressing a drawn button stands for.
pub const PRESS: &str = "data-press";

/// A directive: keeps what is in an element equal to a drawing of the screen.
pub fn drawn(element: Element, drawing: Drawing) {
    let screen = Playground::expect().screen;
    Effect::new(move |before: Option<String>| {
        let mut markup = Markup::default();
        screen.with(|screen| drawing(screen, &mut markup));
        let markup = markup.finish();
        if before.as_ref() != Some(&markup) {
            patch(&element, &markup);
        }
        markup
    });
}

/// A drawing of the screen alone.
pub fn drawing(draw: fn(&Screen, &mut Markup)) -> Drawing {
    Arc::new(draw)
}

/// Handles a press of any drawn button inside an element, by what its attribute says.
pub fn on_press(
    edit: fn(&Screen, &str) -> Option<Edit>,
) -> impl Fn(MouseEvent) + Copy + Send + Sync + use<> {
    let playground = Playground::expect();
    move |event| {
        let Some(value) = part(&event, PRESS) else { return };
        let edit = playground.screen.with_untracked(|screen| edit(screen, &value));
        if let Some(edit) = edit {
            playground.send(edit);
        }
    }
}

/// The attribute of the part that an event is about.
pub fn part(event: &Event, attribute: &'static str) -> Option<String> {
    let element: Element = event.target()?.dyn_into().ok()?;
    element.closest(&["[", attribute, "]"].concat()).ok()??.get_attribute(attribute)
}
