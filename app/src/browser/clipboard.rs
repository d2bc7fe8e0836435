//! Copying text.

use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::window;

/// Copies a text, then reports whether that worked.
///
/// Pages that are not served securely have no clipboard; the caller then shows the text instead.
pub fn copy(text: &str, done: impl Fn(bool) + Clone + 'static) {
    let Some(clipboard) = window().map(|w| w.navigator().clipboard()) else { return done(false) };
    if AsRef::<JsValue>::as_ref(&clipboard).is_undefined() {
        return done(false);
    }
    let failed = done.clone();
    let worked = Closure::once(move |_| done(true));
    let failed = Closure::once(move |_| failed(false));
    let _ = clipboard.write_text(text).then2(&worked, &failed);
    // The browser calls one of them, later.
    worked.forget();
    failed.forget();
}
