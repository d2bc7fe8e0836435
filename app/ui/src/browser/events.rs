//! What happens in an element.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent, PointerEvent,
    WheelEvent, window,
};

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

/// Those that mean something to a drawing that is zoomed, and to what is reached for.
const GESTURES: [&str; 6] =
    ["pointerover", "pointermove", "pointerup", "pointercancel", "wheel", "dblclick"];

/// Something that happened in an element.
#[derive(Debug)]
pub struct Happening(Event);

/// Hands over what happens in an element, as long as the page lives.
pub fn listen(element: &Element, handle: impl Fn(&Happening) + 'static) {
    listen_for(&KINDS, element, handle);
}

/// Hands over what a pointer does over an element.
pub fn listen_closely(element: &Element, handle: impl Fn(&Happening) + 'static) {
    listen_for(&GESTURES, element, handle);
}

fn listen_for(kinds: &[&str], element: &Element, handle: impl Fn(&Happening) + 'static) {
    let handle = Closure::<dyn Fn(Event)>::new(move |event| handle(&Happening(event)));
    for kind in kinds {
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

    /// How far across and down the innermost element with an attribute it happened, in 65536ths.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is outside is brought to the ends"
    )]
    pub fn place(&self, attribute: &str) -> Option<[u32; 2]> {
        let target: Element = self.0.target()?.unchecked_into();
        let place =
            target.closest(&["[", attribute, "]"].concat()).ok()??.get_bounding_client_rect();
        let event: &MouseEvent = self.0.unchecked_ref();
        let part = |at: i32, start: f64, size: f64| {
            (((f64::from(at) - start) / size * 65536.0) as u32).min(0xffff)
        };
        Some([
            part(event.client_x(), place.left(), place.width()),
            part(event.client_y(), place.top(), place.height()),
        ])
    }

    /// Whether Shift is held, and whether Control or Meta is.
    pub fn held(&self) -> [bool; 2] {
        let event: &MouseEvent = self.0.unchecked_ref();
        [event.shift_key(), event.ctrl_key() || event.meta_key()]
    }

    /// Whether it is of the main button, and not the second of two presses.
    pub fn is_first(&self) -> bool {
        let event: &MouseEvent = self.0.unchecked_ref();
        event.button() == 0 && event.detail() < 2
    }

    /// Whether the wheel is turned towards the person.
    pub fn is_turned_down(&self) -> bool {
        self.0.unchecked_ref::<WheelEvent>().delta_y() > 0.0
    }

    /// Has the pointer's further way told here, wherever it leads.
    pub fn follow_pointer(&self) {
        let event: &PointerEvent = self.0.unchecked_ref();
        if let Some(target) = event.target() {
            let _ = target.unchecked_into::<Element>().set_pointer_capture(event.pointer_id());
        }
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
