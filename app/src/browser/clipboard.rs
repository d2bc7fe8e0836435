//! Copying text.

use leptos::prelude::{Callable, Callback};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::window;

/// Copies a text, then reports whether that worked.
///
/// Pages that are not served securely have no clipboard; the caller then shows the text instead.
pub fn copy(text: &str, done: Callback<bool>) {
    let Some(clipboard) = window().map(|w| w.navigator().clipboard()) else {
        return done.run(false);
    };
    if AsRef::<JsValue>::as_ref(&clipboard).is_undefined() {
        return done.run(false);
    }
    let worked = Closure::once(move |_| done.run(true));
    let failed = Closure::once(move |_| done.run(false));
    let _ = clipboard.write_text(text).then2(&worked, &failed);
    // The browser calls one of them, later.
    worked.forget();
    failed.forget();
}
