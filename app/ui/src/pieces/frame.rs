//! The announcements of every program to a screen reader.

use leptos::prelude::*;
use ptxfp_view::module::Module;

use crate::part::part;
use crate::store::Store;

/// The subject of the page, which its title shows to everyone else.
pub(crate) fn heading<M: Module>(page: Store<M>) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, _| M::summary(one).heading == M::summary(two).heading,
        |_, screen, _| {
            let heading = M::summary(screen).heading.to_owned();
            view! { <h1 class="unseen">{heading}</h1> }.into_any()
        },
    )
}

/// A polite live region with the outcome of the last edit.
///
/// It is the only one of its program that follows typing: others would talk over every keystroke.
pub(crate) fn announcement<M: Module>(page: Store<M>, id: &'static str) -> AnyView {
    let said = part(
        page,
        [0; 2],
        |one, two, _| M::summary(one).said == M::summary(two).said,
        |_, screen, _| M::summary(screen).said.to_owned().into_any(),
    );
    view! { <p class="unseen" id=id role="status">{said}</p> }.into_any()
}
