//! The result in one line, for phones.

use ptxfp_view::playground::Screen;

use super::result_panel::register_digits;
use crate::markup::Markup;

/// A strip with name, digits and values that stays at the bottom of a phone's screen until the
/// result is reached.
pub fn peek(markup: &mut Markup, screen: &Screen) {
    let result = &screen.result;
    markup.open_class("div", "peek").attributes(&[("id", "peek"), ("aria-hidden", "true")]);
    markup.open("b").text(&result.name).close();
    markup.open("code");
    register_digits(markup, &result.register);
    let values: Vec<_> = result.lanes.iter().map(|lane| lane.value.as_str()).collect();
    markup.close().leaf("span", "peek-values", &values.join(" · ")).close();
}
