//! The explorer: the steps to the present result of the playground, and tabs about its
//! surroundings.

mod drawing;
mod steps;
mod tables;
mod tabs;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::explorer::{Edit, Model, Screen};
use ptxfp_view::views::Place;

use self::steps::Steps;
use self::tabs::{Panel, TabList};
use crate::browser::elements::scroll_to;
use crate::browser::questions::Asker;
use crate::browser::{questions, save, texts, workers};
use crate::lazy::Draw;
use crate::pieces::frame::announcement;
use crate::shared::{Line, Shared};
use crate::store::Store;
use crate::tasks::next_task;

/// The state of the explorer.
pub(crate) type Explorer = Store<Model>;

/// Opens the explorer.
pub fn open(shared: Shared) -> Draw {
    let model = Model { home: shared.home(), ..Model::default() };
    let page = Store::new(model, shared, follow).opened();
    questions::connect(Asker::Explorer, move |reply| page.send(Edit::Answer(Box::new(reply))));
    texts::connect(move |text, content| page.send(Edit::Text(text, content)));
    workers::connect(move |report| page.send(Edit::Work(report)));
    let first = shared.line.get_untracked();
    follow_line(page, first.clone());
    Rc::new(move || {
        let first = first.clone();
        // Also when the playground comes into view again: its work goes on.
        Effect::new(move |is_later: Option<()>| {
            let is_in_view = shared.view.get().place() == Place::Playground;
            let line = shared.line.get();
            // The state may have changed before this is drawn.
            let is_new = is_later.is_some() || line != first;
            if is_new && is_in_view {
                follow_line(page, line);
            }
        });
        draw(page)
    })
}

/// Shows the surroundings of the playground's state.
fn follow_line(page: Explorer, line: Option<Line>) {
    if let Some(line) = line {
        page.send(Edit::Follow(line.shown, line.observed));
    }
}

/// Carries out the explorer's requests to the rest of the page.
fn follow(screen: &Screen, shared: Shared) {
    // Nothing runs while another view is shown.
    let is_in_view = shared.is_in_view(Place::Playground);
    let job = screen.job.as_ref().filter(|_| is_in_view);
    workers::want(job);
    questions::want(Asker::Explorer, screen.question.clone().filter(|_| is_in_view));
    texts::want(screen.text.clone());
    if let Some(fragment) = &screen.asked {
        shared.asked.set(Some(fragment.clone()));
    }
    if screen.is_revealed {
        next_task(|| scroll_to(".tabs"));
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
