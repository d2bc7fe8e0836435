//! Sharing a state of the playground: a dialog with the card that others see. In the other views the
//! address is copied (`app/boot.js`).

use leptos::prelude::*;
use ptxfp_view::views::View;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDialogElement};

use crate::browser::elements::{element, listen};
use crate::lazy::{Fetch, Part, foresee, lazy};
use crate::shared::Shared;

/// The button in the header.
const BUTTON: &str = "#share";
/// The dialog.
const DIALOG: &str = "#shared";

/// Connects the button.
pub(super) fn connect(shared: Shared, fetch: Fetch) {
    let Some(button) = element(BUTTON) else { return };
    let is_here = move || shared.view.get_untracked() == View::Playground;
    listen(&button, "click", move |event: Event| {
        if is_here() {
            event.stop_propagation();
            if let Some(dialog) = element(DIALOG) {
                let _ = dialog.unchecked_into::<HtmlDialogElement>().show_modal();
            }
            shared.is_shared.set(true);
        }
    });
    listen(&button, "pointerenter", move |_| {
        if is_here() {
            foresee(fetch, Part::Card);
        }
    });
}

/// The dialog.
pub(super) fn dialog(shared: Shared, fetch: Fetch) -> AnyView {
    let card = lazy(shared, fetch, Part::Card, move || shared.is_shared.get());
    view! {
        <dialog class="share" id="shared" aria-labelledby="shared-title">
            <form method="dialog">
                <h2 id="shared-title">"Share"</h2>
                <button class="button">"Close"</button>
            </form>
            <div class="card-frame" id="card">{card}</div>
        </dialog>
    }
    .into_any()
}
