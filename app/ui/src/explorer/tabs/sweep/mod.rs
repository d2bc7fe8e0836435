//! Sweep: the operands that vary, the progress, a plot or a map of the results, and the worst ones.

mod bar;
mod findings;
mod map;
mod outcomes;
mod plot;

use leptos::prelude::*;
use ptxfp_view::explorer::tabs::sweep::Edit as Change;
use ptxfp_view::explorer::tabs::sweep::view::ProgressView;
use ptxfp_view::explorer::{Edit, Screen};

use self::bar::Bar;
use self::findings::Findings;
use self::map::Map;
use self::outcomes::Outcomes;
use self::plot::Figure;
use crate::explorer::Explorer;
use crate::explorer::drawing::finding;
use crate::pieces::text::rich;
use crate::store::Live;

/// The tab. Its parts have data of their own, so that a drag over the plot, or a pointer over the
/// map, redraws little.
pub(super) fn panel(page: Explorer) -> AnyView {
    let outcomes = page.data(|screen| screen.sweep().map(|view| view.outcomes.clone()));
    let found = page.data(Screen::sweep_finding);
    view! {
        <div class="sweep">
            <Bar page view=page.data(|screen| Some(screen.sweep()?.bar.clone()))/>
            <Progress view=page.data(|screen| Some(screen.sweep()?.progress.clone()))/>
            <Outcomes view=outcomes/>
            {found.draw(|[lead, rest]| finding(lead, rest))}
            <Figure page view=page.data(|screen| Some(screen.plot()?.figure.clone()))/>
            <Findings page view=page.data(|screen| Some(screen.plot()?.below.clone()))/>
            <Map page cells=page.data(|screen| Some(screen.map()?.cells.clone()))/>
        </div>
    }
    .into_any()
}

/// Makes a change.
fn send(page: Explorer, change: Change) {
    page.send(Edit::Sweep(change));
}

/// The error in the values, and the progress of the sweep.
#[component]
fn Progress(view: Live<ProgressView>) -> impl IntoView {
    view.draw(progress)
}

fn progress(view: &ProgressView) -> AnyView {
    // Tests wait for it, and measurements read it.
    let time = view.time.map(|time| time.to_string());
    let failure = (!view.failure.is_empty())
        .then(|| view! { <p class="failure">{view.failure}</p> }.into_any());
    view! {
        <p class=if view.wrong.is_empty() { "" } else { "failure" } id="sweep-wrong">
            {rich(&view.wrong)}
        </p>
        <p class="note" id="sweep-progress" data-time=time>{view.words.clone()}</p>
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
