//! The playground: one instruction, its operands, its result and the steps to it.

mod bits;
mod chips;
mod diagnostics;
mod examples;
mod instruction;
mod operand;
mod operands;
mod result;
mod ruler;
mod statement;
mod steps;

use leptos::prelude::*;
use ptxfp::link::State;
use ptxfp_view::playground::{Edit, Model, Screen};

use self::instruction::Instruction;
use self::operands::Operands;
use self::result::{Result, peek};
use self::steps::Steps;
use crate::browser::messages;
use crate::launch::launch;
use crate::part::{handler, part};
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::notice_banner;
use crate::store::Store;

/// The state of the playground.
pub(crate) type Playground = Store<Model>;

/// Puts the playground into its place.
pub fn start() {
    let model = Model::new(State::default());
    if let Some(page) =
        launch("#calculator", model, |page| view! { <Page page/> }.into_any(), follow)
    {
        messages::hear(move |fragment| page.send(Edit::Receive(fragment)));
    }
}

/// Publishes the state for the explorer, and keeps the word that is looked at in view.
fn follow(screen: &Screen) {
    messages::publish(&screen.fragment);
    if screen.picker.as_ref().is_some_and(|picker| picker.chosen.is_some()) {
        // It is drawn first.
        request_animation_frame(statement::reveal_chosen);
    }
}

/// The whole playground.
#[component]
fn Page(page: Playground) -> impl IntoView {
    let notice = part(
        page,
        [0; 2],
        |one, two, _| one.notice == two.notice,
        |page, screen, _| {
            notice_banner(screen.notice.as_ref(), handler(move |_| page.send(Edit::Notice(None))))
        },
    );
    view! {
        {heading(page)}
        {notice}
        <Instruction page/>
        <div class="work">
            <Operands page/>
            {peek(page)}
            <Result page/>
        </div>
        <Steps page/>
        {announcement(page, "announcement")}
    }
}
