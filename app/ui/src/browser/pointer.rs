//! The effect of a pointer on a drawing.

use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent, PointerEvent};

/// Returns the position of an event across and down the listening element, in 65536ths of its size;
/// positions outside are clamped.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is outside is brought to the ends"
)]
pub(crate) fn place(event: &MouseEvent) -> Option<[u32; 2]> {
    let around = event.current_target()?.unchecked_into::<Element>().get_bounding_client_rect();
    let part = |at: i32, start: f64, size: f64| {
        (((f64::from(at) - start) / size * 65536.0) as u32).min(0xffff)
    };
    Some([
        part(event.client_x(), around.left(), around.width()),
        part(event.client_y(), around.top(), around.height()),
    ])
}

/// Whether an event is of the main button, and not of the second of two presses.
pub(crate) fn is_first(event: &MouseEvent) -> bool {
    event.button() == 0 && event.detail() < 2
}

/// Captures the pointer: its next events go to the same element, wherever it moves.
pub(crate) fn capture(event: &PointerEvent) {
    if let Some(element) = event.current_target() {
        let _ = element.unchecked_into::<Element>().set_pointer_capture(event.pointer_id());
    }
}
