//! Whether this is the first visit, which is all that this device remembers of visits.

use std::cell::Cell;

use web_sys::{Storage, window};

/// The key of the record; its value has no meaning.
const KEY: &str = "ptxfp-visited";

thread_local! {
    /// Whether this is a first visit that can be recorded.
    static IS_FIRST: Cell<bool> = const { Cell::new(false) };
}

/// Returns the storage of the device; `None` if it is refused.
fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}

/// Whether no visit is recorded.
pub fn is_first() -> bool {
    let known = storage().and_then(|storage| storage.get_item(KEY).ok()?);
    IS_FIRST.set(known.is_none());
    known.is_none()
}

/// Records the visit.
pub fn remember() {
    if IS_FIRST.take()
        && let Some(storage) = storage()
    {
        let _ = storage.set_item(KEY, "");
    }
}
