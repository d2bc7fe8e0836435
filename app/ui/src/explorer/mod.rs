//! The explorer: the steps to the present result of the playground, and tabs about its
//! surroundings.

mod compare;
mod corners;
mod drawing;
mod error;
mod export;
mod machine;
mod matrix;
mod steps;
mod sweep;
mod tabs;

use std::time::Duration;

use leptos::prelude::*;
use ptxfp_view::explorer::{Edit, Model, Screen};

use self::steps::Steps;
use self::tabs::{Panel, TabList};
use crate::browser::elements::{element, scroll_to};
use crate::browser::{messages, questions, save, texts, workers};
use crate::launch::launch;
use crate::pieces::frame::announcement;
use crate::store::Store;

/// The state of the explorer.
pub(crate) type Explorer = Store<Model>;

/// Mounts the explorer.
pub fn start() {
    let model = Model { home: messages::home(), ..Model::default() };
    let Some(page) = launch("#explorer", model, draw, follow) else { return };
    questions::connect(move |reply| page.send(Edit::Answer(reply)));
    texts::connect(move |text, content| page.send(Edit::Text(text, content)));
    workers::connect(move |report| page.send(Edit::Work(report)));
    messages::follow(move |_| {
        page.send(Edit::Follow(messages::shown(), messages::observed()));
    });
}

/// Carries out the explorer's requests to the rest of the page.
fn follow(screen: &Screen) {
    // Nothing runs while another view is shown.
    let is_in_view = element("#playground[hidden]").is_none();
    let job = screen.job.as_ref().filter(|_| is_in_view);
    workers::want(job.map(|(text, len)| (&**text, *len)));
    questions::want(screen.question.clone().filter(|_| is_in_view));
    texts::want(screen.text.clone());
    if let Some(fragment) = &screen.asked {
        messages::ask(fragment);
    }
    if screen.is_revealed {
        // It is drawn first.
        set_timeout(|| scroll_to(".tabs"), Duration::ZERO);
    }
    if let Some((name, text)) = &screen.saved {
        save::save(name, text);
    }
}

/// The whole explorer: the steps, the tabs, the contents of the chosen one, and the results of
/// background work.
fn draw(page: Explorer) -> AnyView {
    let tab = page.data(|screen| Some(screen.tab));
    view! {
        <Steps page view=page.data(|screen| Some(screen.steps()))/>
        <section class="tabs" aria-label="more">
            <TabList page view=tab/>
            <Panel page view=tab/>
        </section>
        {announcement(page, "explorer-announcement")}
    }
    .into_any()
}
