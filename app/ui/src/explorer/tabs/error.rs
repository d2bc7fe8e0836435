//! Error bound: tables of the accuracy, and the number of permitted results.

use leptos::prelude::*;

use crate::explorer::Explorer;
use crate::explorer::tables::Tables;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    let view = page.data(|screen| screen.error().cloned());
    view! { <Tables view/> }.into_any()
}
