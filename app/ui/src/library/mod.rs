//! The library: the reference, the formats and the lessons.

mod across;
mod entry;
mod evidence;
mod formats;
mod glossary;
mod lessons;
mod news;
mod reference;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::library::{Model, Screen};

use self::evidence::Evidence;
use self::formats::Formats;
use self::lessons::Lessons;
use self::news::News;
use self::reference::Reference;
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::shared::Shared;
use crate::store::Store;

/// The state of the library.
pub(crate) type Library = Store<Model>;

/// Opens the library.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::default(), shared, |_, _| {}).opened();
    Rc::new(move || view! { <Page page/> }.into_any())
}

/// The whole library; one of its views is shown.
#[component]
fn Page(page: Library) -> impl IntoView {
    view! {
        {heading(page)}
        <Reference page groups=page.data(Screen::groups)/>
        <Formats page cards=page.data(Screen::format_cards)/>
        <Lessons view=page.data(|screen| screen.lessons.clone())/>
        <News view=page.data(|screen| screen.news.clone())/>
        <Evidence view=page.data(|screen| screen.evidence)/>
        {announcement(page, "library-announcement")}
    }
}
