//! How many results an approximate instruction may return, over all operands.

use ptxfp_view::explorer::error::TOP;
use ptxfp_view::explorer::tabs::BoundPlotView;

use crate::markup::Markup;

/// Between labelled lines.
const STEP: usize = 8;

/// A line over all operands, with the present one.
pub(super) fn bound_plot(markup: &mut Markup, view: &BoundPlotView) {
    let caption = ["How many results are permitted: ", &view.label].concat();
    markup.leaf("p", "note", &caption).open_class("div", "bound-plot");
    markup.open_class("div", "plot-scale").attribute("aria-hidden", "true");
    for log in [TOP, 24, 16, 8, 0] {
        markup.open("span").text("2").open("sup").text(&log.to_string()).close().close();
    }
    markup.close();
    let length = view.length.to_string();
    let size = ["0 0 ", &length, " ", &TOP.to_string()].concat();
    markup.open("svg").attributes(&[
        ("role", "img"),
        ("aria-label", &caption),
        ("viewBox", &size),
        ("preserveAspectRatio", "none"),
    ]);
    for height in (0..=TOP).step_by(STEP) {
        line(markup, "axis", &["M0 ", &height.to_string(), "H", &length].concat());
    }
    if let Some(present) = view.present {
        let down = ["M", &present.to_string(), " 0V", &TOP.to_string()].concat();
        line(markup, "exact", &down);
    }
    line(markup, "bound-end", &view.path);
    markup.close().close();
}

fn line(markup: &mut Markup, class: &str, path: &str) {
    markup.shape("path", &[("d", path), ("class", class), ("vector-effect", "non-scaling-stroke")]);
}
