//! Results for the same inputs on a GPU of each generation, on one axis.

use leptos::prelude::*;
use ptxfp_view::tensor::elsewhere::{ElsewhereView, PlacedView, RowView};

use crate::store::Live;

/// The table.
#[component]
pub(super) fn Elsewhere(view: Live<ElsewhereView>) -> impl IntoView {
    view.draw(elsewhere)
}

fn elsewhere(view: &ElsewhereView) -> AnyView {
    let other = view.other.map(|other| {
        view! { <span class="key"><span class="ring"></span>" the same numbers in "{other}</span> }
            .into_any()
    });
    let axis = match &view.axis {
        Some(axis) => {
            let text = ["axis: ", &**axis].concat();
            view! { <span class="muted">{text}</span> }.into_any()
        }
        None => view! { <span class="muted">"all results are equal"</span> }.into_any(),
    };
    let head = |name: &str| {
        let text = ["from ", name].concat();
        view! { <th scope="col" class="result">{text}</th> }.into_any()
    };
    view! {
        <section class="elsewhere" aria-labelledby="elsewhere">
            <header class="band-head">
                <h2 id="elsewhere">"Elsewhere"</h2>
                <span class="key"><span class="dot"></span>" "{view.own}" inputs"</span>
                {other}
                {axis}
                <span class="muted">"≠ not the result above"</span>
            </header>
            <table class="gpus">
                <thead>
                    <tr>
                        <th scope="col">"the same inputs on"</th>
                        <th scope="col" class="way">"terms at once, bits kept below E"</th>
                        <th scope="col" class="on-axis"><span class="unseen">"on the axis"</span></th>
                        {head(view.own)}
                        {view.other.map(head)}
                        <th scope="col" class="grade">"evidence"</th>
                    </tr>
                </thead>
                <tbody>{view.rows.iter().map(row).collect_view()}</tbody>
            </table>
        </section>
    }
    .into_any()
}

fn row(view: &RowView) -> AnyView {
    let class = match (view.is_own, view.is_arithmetic) {
        (true, _) => "own",
        (false, true) => "arithmetic",
        (false, false) => "",
    };
    let name = match &view.link {
        Some(link) => {
            let href = ["#", &**link].concat();
            view! { <a href=href>{view.name.clone()}</a> }.into_any()
        }
        None => view.name.clone().into_any(),
    };
    let result = |placed: &PlacedView| {
        let sign = if placed.is_different { "≠ " } else { "" };
        let class = if placed.is_different { "result different" } else { "result" };
        view! { <td class=class>{sign}{placed.value.clone()}</td> }.into_any()
    };
    view! {
        <tr class=class>
            <th scope="row">{name}</th>
            <td class="way">{view.way.clone()}</td>
            <td class="on-axis">{axis(view)}</td>
            {view.results.iter().map(result).collect_view()}
            <td class="grade">{view.grade}</td>
        </tr>
    }
    .into_any()
}

/// The results as points: a dot with the own types, a ring with the others, a square in arithmetic.
fn axis(view: &RowView) -> AnyView {
    let point = |(index, placed): (usize, &PlacedView)| {
        let place = placed.place?;
        // The axis has room for a point at both ends.
        let x = [&*(3 + u32::from(place) * 94 / 1000).to_string(), "%"].concat();
        Some(if view.is_arithmetic && index == 0 {
            view! { <rect class="square" x=x y="8" width="8" height="8" transform="translate(-4 0)"></rect> }
                .into_any()
        } else if index == 0 {
            view! { <circle class="dot" cx=x cy="12" r="4.5"></circle> }.into_any()
        } else {
            view! { <circle class="ring" cx=x cy="12" r="6.5"></circle> }.into_any()
        })
    };
    view! {
        <svg width="100%" height="24" aria-hidden="true">
            <line x1="0" x2="100%" y1="12" y2="12"></line>
            {view.results.iter().enumerate().filter_map(point).collect_view()}
        </svg>
    }
    .into_any()
}
