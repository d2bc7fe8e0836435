//! The announcements of every view to a screen reader.

use leptos::prelude::*;
use ptxfp_view::module::Module;

use crate::store::Store;

/// The subject of the page, which its title shows to everyone else.
pub(crate) fn heading<M: Module>(page: Store<M>) -> AnyView {
    let heading = page.data(|screen| Some(M::summary(screen).heading.to_owned()));
    heading.draw(|heading| view! { <h1 class="unseen">{heading.clone()}</h1> }.into_any())
}

/// A polite live region with the outcome of the last edit.
///
/// It is the only one of its view that follows typing: others would talk over every keystroke.
pub(crate) fn announcement<M: Module>(page: Store<M>, id: &'static str) -> AnyView {
    let said = page.said();
    view! { <p class="unseen" id=id role="status">{move || said.get()}</p> }.into_any()
}
