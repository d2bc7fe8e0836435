//! The explorer below the playground's steps.

use leptos::prelude::*;

use super::{Explorer, Screen};
use crate::components::announcer::live_region;
use crate::components::part::{Part, nothing};
use crate::components::tab_panel::{self, tab_panel};
use crate::markup::Markup;

/// The whole explorer.
#[component]
pub fn ExplorerPage(
    /// Its state.
    page: Explorer,
) -> impl IntoView {
    view! {
        <Part page draw=tab_panel edit=tab_panel::edit />
        <Part page draw=announcer edit=nothing />
    }
}

/// What came of something that takes time.
fn announcer(markup: &mut Markup, screen: &Screen) {
    live_region(markup, "explorer-announcement", &screen.said);
}
