//! Parts of the page.

use leptos::prelude::*;
use web_sys::Element;

use crate::browser::events::{Happening, listen};
use crate::browser::patch::patch;
use crate::markup::Markup;
use crate::state::{Edit, Playground, Route};
use crate::view_model::screen::Screen;

/// The attribute that carries what pressing a button stands for.
pub(super) const PRESS: &str = "data-press";

/// Whether a part is on the screen.
pub(crate) type Shown = fn(&Screen) -> bool;

/// It always is.
pub(crate) fn always(_: &Screen) -> bool {
    true
}

/// It is in the playground.
pub(crate) fn in_playground(screen: &Screen) -> bool {
    screen.route == Route::Playground
}

/// A part that is drawn from the screen, and says which edit something that happens in it means.
#[component]
pub fn Part(
    /// The state of the page.
    playground: Playground,
    /// Writes what it shows.
    draw: fn(&mut Markup, &Screen),
    /// What is meant by something that happens in it.
    edit: fn(&Happening, &Screen) -> Option<Edit>,
    /// Whether it is on the screen.
    #[prop(default = always)]
    shown: Shown,
) -> impl IntoView {
    let live = move |element: Element| {
        listen(&element, move |happening| {
            if let Some(edit) = edit(happening, &playground.screen()) {
                playground.send(edit);
            }
        });
        Effect::new(move |before: Option<String>| {
            let mut markup = Markup::default();
            let screen = playground.watch();
            if shown(&screen) {
                draw(&mut markup, &screen);
            }
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
pub(crate) fn nothing(_: &Happening, _: &Screen) -> Option<Edit> {
    None
}
