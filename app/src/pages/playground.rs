//! The page below its header: the playground, the reference or the formats.

use leptos::prelude::*;

use crate::components::announcer::announcer;
use crate::components::banner::{self, banner};
use crate::components::copy_button;
use crate::components::format_cards::{self, format_cards};
use crate::components::instruction_bar::{self, instruction_bar};
use crate::components::operand_panel::{self, operand_panel};
use crate::components::part::{Part, in_playground, nothing};
use crate::components::peek::peek;
use crate::components::reference_list::{self, reference_list};
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
        <Part playground shown=in_playground draw=instruction_bar edit=instruction_bar::edit />
        <div class="work">
            <Part playground shown=in_playground draw=operand_panel edit=operand_panel::edit />
            <Part playground shown=in_playground draw=peek edit=nothing />
            <Part playground shown=in_playground draw=result_panel edit=copy_button::edit />
        </div>
        <Part playground shown=in_playground draw=trace_panel edit=trace_panel::edit />
        <Part playground draw=reference_list edit=reference_list::edit />
        <Part playground draw=format_cards edit=format_cards::edit />
        <Part playground draw=announcer edit=nothing />
    }
}

/// What the page is about, for a screen reader.
fn heading(markup: &mut Markup, screen: &Screen) {
    markup.leaf("h1", "unseen", &screen.heading);
}
