//! Parts of the app that are opened when they are first wanted, and whose code may have to be fetched.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::shared::Shared;
use crate::browser::sheets;
use crate::tasks::next_task;

/// Opens a part: loads the address into its state. It is drawn in a separate task.
pub type Open = fn(Shared) -> Draw;

/// Draws a part that has been opened.
pub type Draw = Rc<dyn Fn() -> AnyView>;

/// The function that opens a part, or none if its code could not be fetched.
pub type Fetched = Pin<Box<dyn Future<Output = Option<Open>>>>;

/// The parts whose code may have to be fetched; each function fetches it once, and again after a
/// failure.
#[derive(Clone, Copy)]
pub struct Chunks {
    /// The steps and tabs below the playground.
    pub explorer: fn() -> Fetched,
    /// The card in the dialog for sharing.
    pub card: fn() -> Fetched,
    /// Reference, formats and gallery.
    pub library: fn() -> Fetched,
    /// The program.
    pub program: fn() -> Fetched,
}

/// How far a part is.
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

/// Draws a part once it is wanted and fetched, and until then `before`, which is told whether the last
/// attempt failed.
///
/// `is_wanted` may become true again after a failure.
pub(crate) fn lazy(
    shared: Shared,
    fetch: fn() -> Fetched,
    is_wanted: impl Fn() -> bool + 'static,
    before: fn(bool) -> AnyView,
) -> AnyView {
    let progress = RwSignal::new_local(Progress::Idle);
    // What is created later lives as long as this part, too.
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |_| {
        let may_start =
            progress.with_untracked(|now| matches!(now, Progress::Idle | Progress::Failed));
        if !is_wanted() || !may_start {
            return;
        }
        progress.set(Progress::Fetching);
        let owner = owner.clone();
        spawn_local(async move {
            let sheet = sheets::later();
            let open = fetch().await;
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
        Progress::Failed => before(true),
        Progress::Idle | Progress::Fetching => before(false),
    })
    .into_any()
}

/// Opens a part and draws it, in separate tasks, so that events in between are handled. Both are queued
/// at once: what opening queues, such as moving the focus, is to find the part drawn.
pub(super) fn open_then(open: impl FnOnce() -> Draw + 'static, draw: impl FnOnce(Draw) + 'static) {
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
pub(crate) fn foresee(fetch: fn() -> Fetched) {
    spawn_local(async move {
        let sheet = sheets::later();
        fetch().await;
        sheet.await;
    });
}
