//! Error bounds and requirements: tables, and how many results an approximate instruction may return
//! over all operands.

use leptos::prelude::*;
use ptxfp_view::explorer::Screen;
use ptxfp_view::explorer::error::TOP;
use ptxfp_view::explorer::tabs::{BoundPlotView, PanelView};

use super::Explorer;
use crate::part::At;
use crate::pieces::table::table;
use crate::pieces::text::{section_link, stretched_path};

/// The distance of labelled lines.
const STEP: usize = 8;

/// The tab.
pub(super) fn tables(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let PanelView::Tables { tables, plot, section } = &screen.panel else {
        return ().into_any();
    };
    view! {
        <div class="split">{tables.iter().map(table).collect_view()}</div>
        {plot.as_ref().map(bound_plot)}
        <p class="note">{section_link(section)}</p>
    }
    .into_any()
}

/// A line over all operands, with the present one.
fn bound_plot(view: &BoundPlotView) -> AnyView {
    let caption = ["How many results are permitted: ", &view.label].concat();
    let power = |log: u32| view! { <span>"2"<sup>{log.to_string()}</sup></span> }.into_any();
    let length = view.length.to_string();
    let axis =
        |height: u32| stretched_path("axis", ["M0 ", &height.to_string(), "H", &length].concat());
    let present = view.present.map(|place| {
        stretched_path("exact", ["M", &place.to_string(), " 0V", &TOP.to_string()].concat())
    });
    view! {
        <p class="note">{caption.clone()}</p>
        <div class="bound-plot">
            <div class="plot-scale" aria-hidden="true">
                {[TOP, 24, 16, 8, 0].into_iter().map(power).collect_view()}
            </div>
            <svg
                role="img"
                aria-label=caption
                viewBox=["0 0 ", &length, " ", &TOP.to_string()].concat()
                preserveAspectRatio="none"
            >
                {(0..=TOP).step_by(STEP).map(axis).collect_view()}
                {present}
                {stretched_path("bound-end", view.path.clone())}
            </svg>
        </div>
    }
    .into_any()
}
