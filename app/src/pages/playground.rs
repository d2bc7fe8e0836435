//! The playground: instruction, operands and result, why.

use leptos::prelude::*;

use crate::components::{
    Announcer, Banner, InstructionBar, OperandPanel, Peek, ResultPanel, TracePanel,
};
use crate::state::Playground;

/// The whole page below the header.
#[component]
pub fn PlaygroundPage() -> impl IntoView {
    let playground = Playground::expect();
    playground.follow_address();
    view! {
        <h1 class="unseen">
            {playground.reads(|screen| screen.heading.clone())}
        </h1>
        <Banner />
        <InstructionBar />
        <div class="work">
            <OperandPanel />
            <Peek />
            <ResultPanel />
        </div>
        <TracePanel />
        <Announcer />
    }
}
