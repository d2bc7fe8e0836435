//! What happens in an element.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent, window};

/// The kinds of events that mean something to the page.
const KINDS: [&str; 9] = [
    "click",
    "input",
    "change",
    "keydown",
    "focusin",
    "focusout",
    "pointerdown",
    "mousedown",
    "ask",
];

/// Something that happened in an element.
#[derive(Debug)]
pub struct Happening(Event);

/// Hands over what happens in an element, as long as the page lives.
pub fn listen(element: &Element, handle: impl Fn(&Happening) + 'static) {
    let handle = Closure::<dyn Fn(Event)>::new(move |event| handle(&Happening(event)));
    for kind in KINDS {
        let callback = handle.as_ref().unchecked_ref();
        let _ = element.add_event_listener_with_callback(kind, callback);
    }
    handle.forget();
}

impl Happening {
    /// The kind of event.
    pub fn kind(&self) -> String {
        self.0.type_()
    }

    /// The key that was pressed.
    pub fn key(&self) -> String {
        self.0.unchecked_ref::<KeyboardEvent>().key()
    }

    /// An attribute of the innermost element around it that has it.
    pub fn part(&self, attribute: &str) -> Option<String> {
        let element: Element = self.0.target()?.unchecked_into();
        element.closest(&["[", attribute, "]"].concat()).ok()??.get_attribute(attribute)
    }

    /// The same, if it is a press.
    pub fn press(&self, attribute: &str) -> Option<String> {
        if self.kind() == "click" { self.part(attribute) } else { None }
    }

    /// The text of the field that it happened to, or the name chosen. Where it did not happen to a
    /// field this throws, so the kind of event comes first.
    pub fn value(&self) -> Option<String> {
        // A select and a text area have the same property.
        Some(self.0.target()?.unchecked_into::<HtmlInputElement>().value())
    }

    /// Where the caret of that field stands, in UTF-16 units.
    pub fn caret(&self) -> Option<usize> {
        // A text area has the same property.
        let field: HtmlInputElement = self.0.target()?.unchecked_into();
        Some(field.selection_start().ok()?? as usize)
    }

    /// Whether Shift, Control, Alt or Meta is held with the key.
    pub fn is_modified(&self) -> bool {
        let key: &KeyboardEvent = self.0.unchecked_ref();
        key.shift_key() || key.ctrl_key() || key.alt_key() || key.meta_key()
    }

    /// Keeps the browser from doing what it would.
    pub fn take(&self) {
        self.0.prevent_default();
    }
}

/// The element of a selector.
pub fn element(selector: &str) -> Option<Element> {
    window()?.document()?.query_selector(selector).ok()?
}

/// Moves the focus to an element.
pub fn focus(selector: &str) {
    if let Some(element) = element(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}
