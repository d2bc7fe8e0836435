//! The library: the reference, the formats and the lessons.

mod formats;
mod lessons;
mod reference;

use leptos::prelude::*;
use ptxfp_view::library::Model;

use self::formats::Formats;
use self::lessons::lessons;
use self::reference::Reference;
use crate::launch::launch;
use crate::part::part;
use crate::pieces::text::live_region;
use crate::store::Store;

/// The state of the library.
pub(crate) type Library = Store<Model>;

/// Puts the library into its place.
pub fn start() {
    launch("#library", Model::default(), |page| view! { <Page page/> }.into_any(), |_| {});
}

/// The whole library; one of its views is shown.
#[component]
fn Page(page: Library) -> impl IntoView {
    let heading = part(
        page,
        [0; 2],
        |one, two, _| one.heading == two.heading,
        |_, screen, _| view! { <h1 class="unseen">{screen.heading}</h1> }.into_any(),
    );
    // How much is found is said once typing pauses.
    let spoken = part(
        page,
        [0; 2],
        |one, two, _| one.said == two.said,
        |_, screen, _| live_region("library-announcement", &screen.said),
    );
    view! {
        {heading}
        <Reference page/>
        <Formats page/>
        {lessons(page)}
        {spoken}
    }
}
