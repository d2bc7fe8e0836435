//! Requirements: tables of versions and targets.

use leptos::prelude::*;

use crate::explorer::Explorer;
use crate::explorer::tables::Tables;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    let view = page.data(|screen| screen.requirements().cloned());
    view! { <Tables view/> }.into_any()
}
