//! Register names.

use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::debug::Edit as Following;
use ptxfp_view::program::debug::uses::Place;

use super::Program;
use crate::events::handler;

/// The name of a register: pointing at it shows the lines that write and read it, and pressing it
/// keeps them shown. A name with a pressed state is in the tab order.
pub(super) fn name(
    page: Program,
    place: Place,
    name: String,
    is_looked: bool,
    is_pressed: Option<bool>,
) -> AnyView {
    let point = move |place: Option<Place>| page.send(Edit::Debug(Following::Point(place)));
    let press = handler(move |_: MouseEvent| page.send(Edit::Debug(Following::Press(place))));
    let enter = handler(move |_: MouseEvent| point(Some(place)));
    let leave = handler(move |_: MouseEvent| point(None));
    let reach = handler(move |_: FocusEvent| point(Some(place)));
    let blur = handler(move |_: FocusEvent| point(None));
    view! {
        <button
            class=if is_looked { "register-name looked" } else { "register-name" }
            type="button"
            tabindex=is_pressed.is_none().then_some("-1")
            aria-pressed=is_pressed.map(|is_pressed| if is_pressed { "true" } else { "false" })
            on:click=press
            on:mouseenter=enter
            on:mouseleave=leave
            on:focus=reach
            on:blur=blur
        >
            {name}
        </button>
    }
    .into_any()
}
