//! Tables that are all of a tab, and the number of results that an approximate instruction may return
//! over all operands.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::explorer::tables::BoundPlotView;
use ptxfp_view::explorer::tables::TablesView;
use ptxfp_view::explorer::tabs::error::HEIGHT;

use super::drawing::{between_axes, lines};
use crate::pieces::table::table;
use crate::pieces::text::{section_link, stretched_path};
use crate::store::Live;

/// The tables, and the section that they are from.
#[component]
pub(super) fn Tables(view: Live<Arc<TablesView>>) -> impl IntoView {
    view.draw(|view| tables(view))
}

fn tables(TablesView { tables, plot, section }: &TablesView) -> AnyView {
    view! {
        <div class="split">{tables.iter().map(table).collect_view()}</div>
        {plot.as_ref().map(bound_plot)}
        <p class="note">{section_link(section)}</p>
    }
    .into_any()
}

/// A line over all operands, with the present one.
fn bound_plot(view: &BoundPlotView) -> AnyView {
    let length = view.length.to_string();
    let height = HEIGHT.to_string();
    let present = view
        .present
        .map(|place| stretched_path("present", ["M", &place.to_string(), " 0V", &height].concat()));
    let drawing = view! {
        <svg
            role="img"
            aria-label=view.label.clone()
            viewBox=["0 0 ", &*length, " ", &height].concat()
            preserveAspectRatio="none"
        >
            {lines(&view.axes.heights, &length)}
            {present}
            {stretched_path("bound-end", view.path.clone())}
        </svg>
    };
    view! {
        <figure class="bound-plot">{between_axes(&view.axes, drawing.into_any())}</figure>
    }
    .into_any()
}
