//! The course: its contents, the pages of chapters, exercises and sheets.

mod contents;
mod exercise;
mod figure;
mod page;
mod sheet;
mod switches;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::chapters::CHAPTERS;
use ptxfp_view::learn::{Edit, Model, Screen};

use self::contents::Contents;
use self::exercise::ExercisePart;
use self::figure::Figure;
use self::page::{Missing, PageFoot, PageHead, Practice};
use self::sheet::SheetPart;
use crate::browser::chapters;
use crate::browser::memory::{self, AGAIN};
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::shared::Shared;
use crate::store::Store;

/// The state of the course.
pub(crate) type Learn = Store<Model>;

/// Opens the course.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::new(shared.home()), shared, follow);
    chapters::connect(move |index, content| page.send(Edit::Text(index, content)));
    let page = page.opened();
    page.send(Edit::Day(memory::today()));
    if let Some(text) = memory::kept(AGAIN) {
        page.send(Edit::Recall(text));
    }
    Rc::new(move || view! { <Page page/> }.into_any())
}

/// Fetches what is wanted, and keeps what is to be remembered.
fn follow(screen: &Screen, _: Shared) {
    if let Some((index, listed)) = screen.wanted.and_then(|at| Some((at, CHAPTERS.get(at)?))) {
        chapters::want(index, listed);
    }
}

/// The whole course; one of its parts is shown.
#[component]
fn Page(page: Learn) -> impl IntoView {
    view! {
        {heading(page)}
        <div class="course">
            <Contents page view=page.data(|screen| screen.contents.clone())/>
            <Missing page view=page.data(|screen| screen.is_missing.then_some(()))/>
            <PageHead view=page.data(|screen| screen.page.clone())/>
            <Practice view=page.data(|screen| screen.practice.clone())/>
            <Figure page view=page.data(|screen| screen.figure.clone())/>
            <ExercisePart page view=page.data(|screen| screen.exercise.clone())/>
            <PageFoot view=page.data(|screen| screen.page.clone())/>
            <SheetPart page view=page.data(|screen| screen.sheet.clone())/>
        </div>
        {announcement(page, "learn-announcement")}
    }
}
