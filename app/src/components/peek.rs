//! The result in one line, for phones.

use leptos::prelude::*;

use super::drawn::{drawing, drawn};
use super::result_panel::register_digits;
use crate::markup::Markup;
use crate::view_model::screen::Screen;

/// A strip that stays at the bottom of a phone's screen until the result is reached.
#[component]
pub fn Peek() -> impl IntoView {
    view! { <div class="peek" id="peek" aria-hidden="true" use:drawn=drawing(peek)></div> }
}

/// Name, digits and values.
fn peek(screen: &Screen, markup: &mut Markup) {
    let result = &screen.result;
    markup.open("b").text(&result.name).close();
    markup.open("code");
    register_digits(markup, &result.register);
    let values: Vec<_> = result.lanes.iter().map(|lane| lane.value.as_str()).collect();
    markup.close().leaf("span", "peek-values", &values.join(" · "));
}
