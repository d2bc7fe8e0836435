//! The text of fields, and the movement of the focus by keyboard.
//!
//! A field shows the typed text until the state has another one. These properties are compared with
//! those of the element, and set if they differ.
//!
//! Their names are ours, not the browser's: with types erased, Leptos removes every attribute and
//! sets every property to `undefined`, by its name, before it redraws an element. That would move
//! the caret of a field, and take the focus from an element that has it only because of its
//! `tabindex`.

use leptos::tachys::html::property::IntoProperty;
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, HtmlInputElement, HtmlOptionElement};

/// The text of a field: `prop:shown=shown(text)`.
pub(crate) fn shown(text: &str) -> Shown {
    Shown { text: text.to_owned(), caret: None }
}

/// The text of a field, and the new place of its caret, in UTF-16 units; without one, the browser
/// puts it at the end.
pub(crate) fn shown_with_caret(text: &str, caret: Option<usize>) -> Shown {
    Shown { text: text.to_owned(), caret: caret.and_then(|caret| u32::try_from(caret).ok()) }
}

/// The text of an input or a text area.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    text: String,
    caret: Option<u32>,
}

/// Whether an option is the chosen one of its select: `prop:chosen=Chosen(is_chosen)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen(pub(crate) bool);

/// Whether an element that is not a control is in the tab order, or is only focused by the page:
/// `prop:reached=Reached(is_reached)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached(pub(crate) bool);

/// The marked lines of a text area, each with whether it is the current one:
/// `prop:marked=Lines(lines)`.
#[derive(Clone, Debug)]
pub(crate) struct Lines(pub(crate) Vec<(usize, bool)>);

/// A property that is compared with that of the element.
trait Compared: Clone + 'static {
    fn set(self, element: &Element);
}

impl Compared for Shown {
    fn set(self, element: &Element) {
        // A text area has the same properties.
        let field: &HtmlInputElement = element.unchecked_ref();
        if field.value() == self.text {
            return;
        }
        field.set_value(&self.text);
        if let Some(caret) = self.caret {
            let _ = field.set_selection_range(caret, caret);
        }
    }
}

impl Compared for Chosen {
    fn set(self, element: &Element) {
        let option: &HtmlOptionElement = element.unchecked_ref();
        if option.selected() != self.0 {
            option.set_selected(self.0);
        }
    }
}

impl Compared for Reached {
    fn set(self, element: &Element) {
        let element: &HtmlElement = element.unchecked_ref();
        let index = if self.0 { 0 } else { -1 };
        // An element without the attribute may say -1 as well.
        if element.tab_index() != index || !element.has_attribute("tabindex") {
            element.set_tab_index(index);
        }
    }
}

impl Compared for Lines {
    /// Paints the lines as pictures behind the text, which scroll with it; `style` has their
    /// colors.
    fn set(self, element: &Element) {
        let element: &HtmlElement = element.unchecked_ref();
        let layer = |(line, is_current): &(usize, bool)| {
            let color = if *is_current { "var(--line-now)" } else { "var(--line-used)" };
            let above = (line - 1).to_string();
            [
                "linear-gradient(",
                color,
                " 0 0) 0 calc(var(--line-top) + ",
                &above,
                " * var(--line)) / 100% var(--line) no-repeat local",
            ]
            .concat()
        };
        let layers: Vec<String> = self.0.iter().take(MAX_LINES).map(layer).collect();
        let _ = element.style().set_property("--lines", &layers.join(", "));
    }
}

/// The maximum number of marked lines.
const MAX_LINES: usize = 128;

macro_rules! compared {
    ($type:ty) => {
        impl IntoProperty for $type {
            type State = Element;
            type Cloneable = Self;
            type CloneableOwned = Self;

            fn hydrate<const FROM_SERVER: bool>(self, element: &Element, key: &str) -> Element {
                self.build(element, key)
            }

            fn build(self, element: &Element, _: &str) -> Element {
                self.set(element);
                element.clone()
            }

            fn rebuild(self, element: &mut Element, _: &str) {
                self.set(element);
            }

            fn into_cloneable(self) -> Self {
                self
            }

            fn into_cloneable_owned(self) -> Self {
                self
            }
        }
    };
}

compared!(Shown);
compared!(Chosen);
compared!(Reached);
compared!(Lines);

/// Returns the caret of an event's field, in UTF-16 units.
pub(crate) fn caret(event: &Event) -> Option<usize> {
    // A text area has the same property.
    let field: HtmlInputElement = event.target()?.unchecked_into();
    Some(field.selection_start().ok()?? as usize)
}
