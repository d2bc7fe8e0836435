//! Sweep: the operands that vary, the progress, a plot or a map of the results, and the worst ones.

mod bar;
mod findings;
mod map;
mod outcomes;
mod plot;

use leptos::prelude::*;
use ptxfp_view::explorer::sweep::Edit as Change;
use ptxfp_view::explorer::sweep::view::{MapView, PlotView, SweepView};
use ptxfp_view::explorer::tabs::PanelView;
use ptxfp_view::explorer::{Edit, Screen};

use super::Explorer;
use crate::part::{At, is_same_or_gone, part};
use crate::pieces::text::rich;

/// The tab. Its parts are separate so that a drag over the plot, or a pointer over the map, redraws
/// little.
pub(super) fn sweep(page: Explorer) -> AnyView {
    view! {
        <div class="sweep">
            {part(page, [0; 2], bar::is_same, bar::bar)}
            {part(page, [0; 2], has_same_progress, progress)}
            {part(page, [0; 2], outcomes::is_same, outcomes::outcomes)}
            {part(page, [0; 2], findings::is_same_finding, findings::found)}
            {part(page, [0; 2], plot::is_same, plot::figure)}
            {part(page, [0; 2], findings::is_same, findings::findings)}
            {part(page, [0; 2], map::is_there_alike, map::map)}
        </div>
    }
    .into_any()
}

/// Returns the contents of the tab, while it is the chosen one.
fn view(screen: &Screen) -> Option<&SweepView> {
    match &screen.panel {
        PanelView::Sweep(view) => Some(view),
        _ => None,
    }
}

/// The plot over one operand.
fn plotted(screen: &Screen) -> Option<&PlotView> {
    view(screen)?.plot.as_ref()
}

/// The map over two operands.
fn mapped(screen: &Screen) -> Option<&MapView> {
    view(screen)?.map.as_ref()
}

/// Whether a part of the tab is unchanged; if another tab is chosen, there is nothing to
/// draw.
fn is_same(one: &Screen, two: &Screen, compare: fn(&SweepView, &SweepView) -> bool) -> bool {
    is_same_or_gone(view(one), view(two), compare)
}

/// Makes a change.
fn send(page: Explorer, change: Change) {
    page.send(Edit::Sweep(change));
}

fn has_same_progress(one: &Screen, two: &Screen, _: At) -> bool {
    is_same(one, two, |one, two| {
        one.wrong == two.wrong
            && one.progress == two.progress
            && one.percent == two.percent
            && one.is_running == two.is_running
            && one.failure == two.failure
    })
}

/// The error in the values, and the progress of the sweep.
fn progress(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = view(screen) else { return ().into_any() };
    // Tests wait for it, and measurements read it.
    let is_done = !view.is_running && view.percent == 100;
    let time = is_done.then(|| view.time.to_string());
    let failure = (!view.failure.is_empty())
        .then(|| view! { <p class="failure">{view.failure}</p> }.into_any());
    view! {
        <p class=if view.wrong.is_empty() { "" } else { "failure" } id="sweep-wrong">
            {rich(&view.wrong)}
        </p>
        <p class="note" id="sweep-progress" data-time=time>{view.progress.clone()}</p>
        <progress
            class=if view.is_running { "sweep-meter" } else { "sweep-meter idle" }
            max="100"
            value=view.percent.to_string()
            aria-label="evaluated"
        ></progress>
        {failure}
    }
    .into_any()
}
