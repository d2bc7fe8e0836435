//! The playground: one instruction, its operands and its result.

mod answer;
mod bits;
mod choose;
mod environment;
mod examples;
mod modifiers;
mod operand;
mod operands;
mod orient;
mod pin;
mod presets;
mod result;
pub(crate) mod ruler;
mod say;
mod statement;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::playground::{Edit, Model, Screen};

use self::answer::Answer;
use self::choose::choose;
use self::modifiers::modifiers;
use self::operands::Operands;
use self::orient::orient;
use self::pin::pin;
use self::result::Result;
use crate::app::lazy::Draw;
use crate::app::shared::{Line, Shared};
use crate::browser::questions::Asker;
use crate::browser::{questions, visits};
use crate::part::{handler, later, part};
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::notice_banner;
use crate::store::Store;

/// The state of the playground.
pub(crate) type Playground = Store<Model>;

/// Opens the playground.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::opening(visits::is_first()), shared, follow);
    questions::connect(Asker::Playground, move |reply| page.send(Edit::Answer(reply)));
    let page = page.opened();
    Rc::new(move || {
        Effect::new(move |_| {
            if let Some(fragment) = shared.asked.get() {
                page.send(Edit::Receive(fragment));
            }
        });
        view! { <Page page/> }.into_any()
    })
}

/// Publishes the state for the other views, records the first visit, and keeps the highlighted word in
/// view.
fn follow(screen: &Screen, shared: Shared) {
    shared.publish(Line {
        fragment: screen.fragment.clone(),
        shown: screen.shown.clone(),
        observed: screen.observation.clone(),
    });
    questions::want(Asker::Playground, screen.question.clone());
    if screen.answer.orient.is_none() {
        visits::remember();
    }
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
        {orient(page)}
        <Answer page/>
        {later(page, |page| view! {
            {modifiers(page)}
            {choose(page)}
        }.into_any())}
        {later(page, work)}
        {later(page, |page| view! {
            {pin(page)}
            {announcement(page, "announcement")}
        }.into_any())}
    }
}

/// The operands and the result, where there is one.
fn work(page: Playground) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, _| one.has_result() == two.has_result(),
        |page, screen, _| {
            let work = || {
                view! {
                    <div class="work">
                        <Operands page/>
                        {later(page, |page| view! { <Result page/> }.into_any())}
                    </div>
                }
                .into_any()
            };
            screen.has_result().then(work).into_any()
        },
    )
}
