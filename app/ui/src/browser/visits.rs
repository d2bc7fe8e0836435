//! Whether the page is seen for the first time, which is all that this device remembers of a visit.

use std::cell::Cell;

use web_sys::{Storage, window};

/// The key of what is remembered; its value says nothing.
const KEY: &str = "ptxfp-visited";

thread_local! {
    /// Whether there is a first visit to be remembered.
    static IS_FIRST: Cell<bool> = const { Cell::new(false) };
}

/// Returns the storage of the device; `None` where that is refused.
fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Whether nothing is remembered of a visit.
pub fn is_first() -> bool {
    let known = storage().and_then(|storage| storage.get_item(KEY).ok()?);
    IS_FIRST.set(known.is_none());
    known.is_none()
}

/// Remembers the visit.
pub fn remember() {
    if IS_FIRST.take()
        && let Some(storage) = storage()
    {
        let _ = storage.set_item(KEY, "");
    }
}
