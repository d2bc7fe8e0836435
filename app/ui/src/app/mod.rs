//! The app: the views of the page, one of which is shown, and what they share.
//!
//! `index.html` has what is painted before this program runs, and the embedded page a shorter version of
//! it (`app/embed/index.html`). The app replaces the waiting text, draws the view that the address asks
//! for, and the others when they are visited; those stay in the document.

pub(crate) mod navigation;
mod sharing;

use leptos::mount::mount_to;
use leptos::prelude::*;
use ptxfp_view::views::Place;
use wasm_bindgen::JsCast;

use crate::browser::elements::{element, is_marked};
use crate::browser::{failure, visibility};
use crate::lazy::{Draw, Fetch, Part, lazy, open_then};
use crate::playground;
use crate::shared::Shared;
use crate::tasks::next_task;

/// The element of the page that the app fills.
const PLACE: &str = "#app";
/// The distance from the view within which the explorer is drawn.
const NEAR: &str = "50%";
/// The part of the top of the view in which the pinned row takes the place of the answer line.
const PINNED: &str = "-110px 0px 0px";

/// The page around the app.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// The page itself, with a header.
    Page,
    /// A frame in another page, with everything that fits there.
    Frame,
    /// A frame in another page that has the card for single instructions, a program of its own.
    BesideCard,
}

impl Setting {
    fn of_page() -> Self {
        match (is_marked("data-embed"), is_marked("data-ui=full")) {
            (false, _) => Self::Page,
            (true, true) => Self::Frame,
            (true, false) => Self::BesideCard,
        }
    }
}

/// Starts the app.
pub fn start(fetch: Fetch) {
    failure::show_panics();
    let Some(place) = element(PLACE) else { return };
    // The state outlives everything on the page.
    let owner = Owner::new();
    owner.set();
    let shared = Shared::new();
    let setting = Setting::of_page();
    let mount = move |first: Option<Draw>| {
        place.set_text_content(None);
        let app = move || view! { <App shared fetch setting first/> };
        owner.with(|| mount_to(place.unchecked_into(), app).forget());
        std::mem::forget(owner);
    };
    if setting != Setting::BesideCard && shared.is_in_view(Place::Playground) {
        // The waiting text stays until it is open.
        open_then(move || playground::open(shared), move |draw| mount(Some(draw)));
    } else {
        next_task(move || mount(None));
    }
}

/// The whole app, with the playground if it is open already.
#[component]
fn App(shared: Shared, fetch: Fetch, setting: Setting, first: Option<Draw>) -> impl IntoView {
    navigation::follow(shared);
    if setting == Setting::Page {
        navigation::connect(shared, fetch);
        sharing::connect(shared, fetch);
    }
    let playground = (setting != Setting::BesideCard)
        .then(|| playground_view(shared, fetch, setting, first).into_any());
    let beside = Place::BESIDE.map(|place| {
        let is_there = setting == Setting::Page || place.is_embedded();
        is_there.then(|| view_beside(shared, fetch, setting, place).into_any())
    });
    view! {
        {playground}
        {beside.into_iter().collect_view()}
        {(setting == Setting::Page).then(|| sharing::dialog(shared, fetch))}
    }
}

/// The class of the element of a view.
fn class(place: Place, setting: Setting) -> String {
    [place.id(), if setting == Setting::Page { " wrap" } else { "" }].concat()
}

/// A view beside the playground.
fn view_beside(shared: Shared, fetch: Fetch, setting: Setting, place: Place) -> impl IntoView {
    let is_shown = move || shared.view.get().place() == place;
    view! {
        <main class=class(place, setting) id=place.id() hidden=move || !is_shown()>
            {lazy(shared, fetch, Part::View(place), is_shown)}
        </main>
    }
}

/// The playground, and below it the explorer, which is drawn when it comes near the view.
fn playground_view(
    shared: Shared,
    fetch: Fetch,
    setting: Setting,
    first: Option<Draw>,
) -> impl IntoView {
    let is_pinned = RwSignal::new(false);
    let is_page = setting == Setting::Page;
    let calculator = if let Some(draw) = first {
        draw()
    } else {
        let is_wanted = move || shared.view.get().place() == Place::Playground;
        lazy(shared, fetch, Part::View(Place::Playground), is_wanted)
    };
    // Once the playground is drawn, in a task of its own.
    let watch = move || {
        visibility::watch("#explorer", NEAR, move |seen| shared.is_explored.set(seen.is_in_view));
        let pin = move |seen: visibility::Seen| is_pinned.set(!seen.is_in_view && seen.is_above);
        visibility::watch("#answer", PINNED, pin);
    };
    Effect::new(move |done: Option<bool>| {
        // The first state is published when the playground is open.
        let is_open = shared.line.with(Option::is_some);
        if is_open && done != Some(true) {
            next_task(move || next_task(watch));
            if is_page {
                visibility::soon(move || shared.is_explored.set(true));
            }
        }
        is_open || done == Some(true)
    });
    let is_hidden = move || shared.view.get().place() != Place::Playground;
    let has_no_result =
        move || shared.line.with(|line| line.as_ref().is_none_or(|line| line.shown.is_empty()));
    let explorer = lazy(shared, fetch, Part::Explorer, move || shared.is_explored.get());
    view! {
        <main
            class=class(Place::Playground, setting)
            id=Place::Playground.id()
            hidden=is_hidden
            data-pinned=move || is_pinned.get().then_some("")
        >
            <div id="calculator" class=if is_page { "" } else { "card-frame" }>{calculator}</div>
            <div id="explorer" hidden=has_no_result>{explorer}</div>
        </main>
    }
}
