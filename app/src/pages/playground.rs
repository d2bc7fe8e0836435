//! The playground: instruction, operands and result, why.

use leptos::prelude::*;

use crate::components::announcer::announcer;
use crate::components::banner::{self, banner};
use crate::components::copy_button;
use crate::components::instruction_bar::{self, instruction_bar};
use crate::components::operand_panel::{self, operand_panel};
use crate::components::part::{Part, nothing};
use crate::components::peek::peek;
use crate::components::result_panel::result_panel;
use crate::components::trace_panel::{self, trace_panel};
use crate::markup::Markup;
use crate::state::Playground;
use crate::view_model::screen::Screen;

/// The whole page below the header.
#[component]
pub fn PlaygroundPage(
    /// Its state.
    playground: Playground,
) -> impl IntoView {
    view! {
        <Part playground draw=heading edit=nothing />
        <Part playground draw=banner edit=banner::edit />
        <Part playground draw=instruction_bar edit=instruction_bar::edit />
        <div class="work">
            <Part playground draw=operand_panel edit=operand_panel::edit />
            <Part playground draw=peek edit=nothing />
            <Part playground draw=result_panel edit=copy_button::edit />
        </div>
        <Part playground draw=trace_panel edit=trace_panel::edit />
        <Part playground draw=announcer edit=nothing />
    }
}

/// What the page is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", &screen.heading);
}
