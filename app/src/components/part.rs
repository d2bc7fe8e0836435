//! Parts of the page.

use leptos::prelude::*;
use web_sys::Element;

use crate::browser::events::{Happening, listen};
use crate::browser::patch::patch;
use crate::markup::Markup;
use crate::store::{Module, Store};

/// The attribute that carries what pressing a button stands for.
pub(super) const PRESS: &str = "data-press";

/// A part that is drawn from the screen, and says which edit something that happens in it means.
#[component]
pub fn Part<M: Module>(
    /// The state that it shows.
    page: Store<M>,
    /// Writes what it shows.
    draw: fn(&mut Markup, &M::Screen),
    /// What is meant by something that happens in it.
    edit: fn(&Happening, &M::Screen) -> Option<M::Edit>,
) -> impl IntoView {
    let live = move |element: Element| {
        listen(&element, move |happening| {
            if let Some(edit) = edit(happening, &page.screen()) {
                page.send(edit);
            }
        });
        Effect::new(move |before: Option<String>| {
            let mut markup = Markup::default();
            draw(&mut markup, &page.watch());
            let markup = markup.finish();
            if before.as_ref() != Some(&markup) {
                patch(&element, &markup);
            }
            markup
        });
    };
    view! { <div class="parts" use:live></div> }
}

/// Nothing that happens in it means anything.
pub(crate) fn nothing<S, E>(_: &Happening, _: &S) -> Option<E> {
    None
}
