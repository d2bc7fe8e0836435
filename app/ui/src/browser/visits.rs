//! Whether this is the first visit, which is all that this device remembers of visits.

use std::cell::Cell;

use super::memory::{VISITED, keep, kept};

thread_local! {
    /// Whether this is a first visit that can be recorded.
    static IS_FIRST: Cell<bool> = const { Cell::new(false) };
}

/// Whether no visit is recorded.
pub fn is_first() -> bool {
    let is_first = kept(VISITED).is_none();
    IS_FIRST.set(is_first);
    is_first
}

/// Records the visit.
pub fn remember() {
    if IS_FIRST.take() {
        keep(VISITED, Some(""));
    }
}
