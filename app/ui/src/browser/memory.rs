//! Texts that this browser remembers, each under a key of its own, and the day.

use web_sys::{Storage, window};

/// The key of exercises that went wrong.
pub const AGAIN: &str = "ptxfp-again";
/// The key of a visit.
pub(super) const VISITED: &str = "ptxfp-visited";

/// The storage of the device; `None` if it is refused.
fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// The text of a key, if one is remembered.
pub fn kept(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Remembers a text, or nothing any more; a browser that refuses remembers nothing.
pub fn keep(key: &str, text: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match text {
        Some(text) => storage.set_item(key, text),
        None => storage.remove_item(key),
    };
}

/// The day, from 1 January 1970, UTC.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a day is a small number, and what is not is saturated"
)]
pub fn today() -> u32 {
    const MILLISECONDS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;
    (js_sys::Date::now() / MILLISECONDS) as u32
}
