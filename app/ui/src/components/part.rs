//! Parts of the page.

use leptos::prelude::*;
use ptxfp_view::module::Module;
use web_sys::{Element, window};

use crate::browser::events::{Happening, listen};
use crate::browser::patch::patch;
use crate::markup::Markup;
use crate::store::Store;

/// The attribute that carries what pressing a button stands for.
pub(super) const PRESS: &str = "data-press";

/// An element that parts of the page are put into, one after the other.
///
/// What surrounds the parts never changes, so it is made by hand: Leptos' views would cost 6 KB
/// gzipped for these few elements.
pub struct Place<M: Module> {
    element: Element,
    /// The state that the parts show.
    page: Store<M>,
}

impl<M: Module> Place<M> {
    /// An element of the document, emptied.
    pub fn new(element: Element, page: Store<M>) -> Self {
        element.set_inner_html("");
        Self { element, page }
    }

    /// A group of parts, with a class for its style.
    pub fn group(&self, class: &str) -> Option<Self> {
        let element = window()?.document()?.create_element("div").ok()?;
        element.set_class_name(class);
        self.element.append_child(&element).ok()?;
        Some(Self { element, page: self.page })
    }

    /// A part that is drawn from the screen with `draw`; `edit` says which edit something that
    /// happens in it means.
    pub fn part(
        &self,
        draw: fn(&mut Markup, &M::Screen),
        edit: fn(&Happening, &M::Screen) -> Option<M::Edit>,
    ) {
        let Some(Self { element, page }) = self.group("parts") else { return };
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
    }
}

/// Nothing that happens in it means anything.
pub(crate) fn nothing<S, E>(_: &Happening, _: &S) -> Option<E> {
    None
}
