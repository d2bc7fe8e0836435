//! The playground below the header.

use leptos::prelude::*;

use crate::components::announcer::announcer;
use crate::components::banner::{self, banner};
use crate::components::instruction_bar::{self, instruction_bar};
use crate::components::operand_panel::{self, operand_panel};
use crate::components::part::{Part, nothing};
use crate::components::peek::peek;
use crate::components::result_panel::result_panel;
use crate::components::trace_panel::{self, trace_panel};
use crate::markup::Markup;
use crate::state::Playground;
use crate::view_model::screen::Screen;

/// The whole playground.
#[component]
pub fn PlaygroundPage(
    /// Its state.
    page: Playground,
) -> impl IntoView {
    view! {
        <Part page draw=heading edit=nothing />
        <Part page draw=banner edit=banner::edit />
        <Part page draw=instruction_bar edit=instruction_bar::edit />
        <div class="work">
            <Part page draw=operand_panel edit=operand_panel::edit />
            <Part page draw=peek edit=nothing />
            <Part page draw=result_panel edit=nothing />
        </div>
        <Part page draw=trace_panel edit=trace_panel::edit />
        <Part page draw=announcer edit=nothing />
    }
}

/// What the page is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", &screen.heading);
}
