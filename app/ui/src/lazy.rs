//! Parts of the app that are opened when they are first wanted, and whose code may have to be fetched.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use ptxfp_view::views::Place;

use crate::browser::sheets;
use crate::shared::Shared;
use crate::tasks::next_task;

/// Opens a part: loads the address into its state. It is drawn in a separate task.
pub type Open = fn(Shared) -> Draw;

/// Draws a part that has been opened.
pub type Draw = Rc<dyn Fn() -> AnyView>;

/// The function that opens a part, or none if its code could not be fetched.
pub type Fetched = Pin<Box<dyn Future<Output = Option<Open>>>>;

/// A part of the app that is opened when it is first wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The components of a view.
    View(Place),
    /// The steps and tabs below the playground.
    Explorer,
    /// The card in the dialog for sharing.
    Card,
}

/// Fetches the code of a part once, and again after a failure.
pub type Fetch = fn(Part) -> Fetched;

/// The state of a part's code and drawing.
#[derive(Clone)]
enum Progress {
    /// Nobody has asked for it.
    Idle,
    /// On its way.
    Fetching,
    /// It could not be fetched: the next request tries again.
    Failed,
    /// Open.
    Open(Draw),
}

/// Draws a part once it is wanted and fetched; until then a note about it, and after a failure a
/// message, from which it can be tried again.
pub(crate) fn lazy(
    shared: Shared,
    fetch: Fetch,
    part: Part,
    is_wanted: impl Fn() -> bool + 'static,
) -> AnyView {
    let progress = RwSignal::new_local(Progress::Idle);
    let attempt = RwSignal::new(0);
    // Gives signals that the part creates later the lifetime of this call's owner.
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |_| {
        let may_start =
            progress.with_untracked(|now| matches!(now, Progress::Idle | Progress::Failed));
        attempt.track();
        if !is_wanted() || !may_start {
            return;
        }
        progress.set(Progress::Fetching);
        let owner = owner.clone();
        spawn_local(async move {
            let sheet = sheets::later();
            let open = fetch(part).await;
            let (Some(open), true) = (open, sheet.await) else {
                return progress.set(Progress::Failed);
            };
            open_then(
                move || owner.with(|| open(shared)),
                move |draw| {
                    progress.set(Progress::Open(draw));
                },
            );
        });
    });
    (move || match progress.get() {
        Progress::Open(draw) => draw(),
        Progress::Failed => failed(part, attempt),
        Progress::Idle | Progress::Fetching => waiting(part),
    })
    .into_any()
}

impl Part {
    /// Its name in sentences.
    fn name(self) -> &'static str {
        match self {
            Self::View(place) => place.name(),
            Self::Explorer => "part of the page with the steps to the result and the corner cases",
            Self::Card => "card",
        }
    }

    /// Whether its place says that it is on its way. The playground is at hand, and the explorer is
    /// below what is read first.
    fn is_announced(self) -> bool {
        !matches!(self, Self::View(Place::Playground) | Self::Explorer)
    }
}

/// The place of a part that is not there yet.
fn waiting(part: Part) -> AnyView {
    let note = || ["Loading the ", part.name(), " …"].concat();
    part.is_announced().then(|| view! { <p class="waiting note">{note()}</p> }).into_any()
}

/// The message that a part could not be fetched.
fn failed(part: Part, attempt: RwSignal<u32>) -> AnyView {
    let text = ["The ", part.name(), " could not be loaded. "].concat();
    view! {
        <p class="failure" role="alert">
            {text}
            <button class="button" type="button" on:click=move |_| *attempt.write() += 1>
                "Try again"
            </button>
        </p>
    }
    .into_any()
}

/// Opens a part and draws it, in separate tasks, so that events in between are handled. Both are queued
/// at once: what opening queues, such as moving the focus, is to find the part drawn.
pub(crate) fn open_then(open: impl FnOnce() -> Draw + 'static, draw: impl FnOnce(Draw) + 'static) {
    let opened = Rc::new(RefCell::new(None));
    let result = opened.clone();
    next_task(move || *result.borrow_mut() = Some(open()));
    next_task(move || {
        if let Some(opened) = opened.take() {
            draw(opened);
        }
    });
}

/// Fetches a part that will probably be wanted; a failure is reported when it is.
pub(crate) fn foresee(fetch: Fetch, part: Part) {
    spawn_local(async move {
        let sheet = sheets::later();
        fetch(part).await;
        sheet.await;
    });
}
