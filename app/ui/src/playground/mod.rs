//! The playground: one instruction, its operands and its result.

mod answer;
mod bits;
mod choose;
mod environment;
mod examples;
mod kinds;
mod modifiers;
mod operand;
mod operands;
mod orient;
mod pin;
mod presets;
mod reply;
mod result;
pub(crate) mod ruler;
mod say;
mod statement;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::playground::{Edit, Introduction, Model, Screen};

use self::answer::Answer;
use self::choose::Choose;
use self::modifiers::Modifiers;
use self::operands::Operands;
use self::orient::Above;
use self::pin::Pin;
use self::result::Result;
use crate::browser::questions::Asker;
use crate::browser::{questions, visits};
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::Notice;
use crate::shared::{Line, Shared};
use crate::store::Store;
use crate::tasks::later;

/// The state of the playground.
pub(crate) type Playground = Store<Model>;

/// Opens the playground.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::opening(visits::is_first()), shared, follow);
    questions::connect(Asker::Playground, move |reply| page.send(Edit::Answer(Box::new(reply))));
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
    if screen.introduction != Introduction::Unused {
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
    let notice = page.data(|screen| screen.notice.clone());
    view! {
        {heading(page)}
        <Notice view=notice dismiss=move || page.send(Edit::Notice(None))/>
        <Above page view=page.data(Screen::above)/>
        <Answer page/>
        {later(page, |page| view! {
            <Modifiers page in_use=page.data(Screen::in_use)/>
            <Choose page view=page.data(Screen::choices) foot=page.data(Screen::foot)/>
        }.into_any())}
        {later(page, work)}
        {later(page, |page| view! {
            <Pin view=page.data(Screen::pin)/>
            {announcement(page, "announcement")}
        }.into_any())}
    }
}

/// The operands and the result, where there is one.
fn work(page: Playground) -> AnyView {
    let result = page.data(|screen| screen.has_result().then_some(()));
    result.shown(move || {
        view! {
            <div class="work">
                <Operands page/>
                {later(page, |page| view! { <Result page/> }.into_any())}
            </div>
        }
        .into_any()
    })
}
