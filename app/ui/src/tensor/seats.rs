//! Where the elements sit, and tests of them.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::tensor::Edit;
use ptxfp_view::tensor::seats::{SeatView, SeatsView, cuda, explorer};

use super::TensorCores;
use crate::browser::save::save;
use crate::events::handler;
use crate::pieces::choice::options;
use crate::pieces::text::rich;
use crate::store::Live;

/// The three matrices with the row, the column and the element; their threads and registers.
#[component]
pub(super) fn Seats(page: TensorCores, view: Live<SeatsView>) -> impl IntoView {
    view.draw(move |view| seats(page, view))
}

fn seats(page: TensorCores, view: &SeatsView) -> AnyView {
    let line = |line: &SeatView| {
        view! { <div><dt>{line.what.clone()}</dt><dd>{line.places.clone()}</dd></div> }.into_any()
    };
    let remark = (!view.remark.is_empty())
        .then(|| view! { <p class="muted">{rich(&view.remark)}</p> }.into_any());
    let places = view.size.map(|size| places(page, view.chosen, size));
    let tests = view.tested.as_ref().map(|link| tests(page, link, view.chosen));
    view! {
        <section class="tensor-seats" aria-labelledby="tensor-seats">
            <header class="band-head"><h2 id="tensor-seats">"Where it sits"</h2>{places}</header>
            <div class="seats">
                {view.size.map(|size| matrices(view.chosen, size))}
                <div>
                    <dl>{view.lines.iter().map(line).collect_view()}</dl>
                    {remark}
                    {tests}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The row and the column to choose.
fn places(page: TensorCores, [row, column]: [usize; 2], [rows, columns, _]: [usize; 3]) -> AnyView {
    let select = |id: &'static str,
                  count: usize,
                  chosen: usize,
                  edit: fn([usize; 2], usize) -> [usize; 2]| {
        let names: Vec<_> = (0..count).map(|index| index.to_string()).collect();
        let change = handler(move |event: Event| {
            if let Ok(index) = event_target_value(&event).parse() {
                page.send(Edit::Place(edit([row, column], index)));
            }
        });
        view! { <select id=id on:change=change>{options(&names, &chosen.to_string())}</select> }
            .into_any()
    };
    view! {
        <label>"row "{select("tensor-row", rows, row, |[_, column], row| [row, column])}</label>
        <label>
            "column "
            {select("tensor-column", columns, column, |[row, _], column| [row, column])}
        </label>
    }
    .into_any()
}

/// Copies of the element for other places.
fn tests(page: TensorCores, link: &str, place: [usize; 2]) -> AnyView {
    let address = explorer(link, place, &page.home()).ok().map(|address| {
        view! { <a class="button" href=address target="_blank" rel="noopener">"Compiler Explorer"</a> }
            .into_any()
    });
    let link = link.to_owned();
    let test = handler(move |_: MouseEvent| {
        if let Ok(test) = cuda(&link, place, &page.home()) {
            save("ptx-mma.cu", &test);
        }
    });
    view! {
        <p class="seat-tests">
            <button class="button" type="button" id="tensor-cuda" on:click=test>
                "Save a CUDA test"
            </button>
            {address}
        </p>
    }
    .into_any()
}

/// The matrices: b above d, a on its left.
fn matrices([row, column]: [usize; 2], [rows, columns, k]: [usize; 3]) -> AnyView {
    const GAP: usize = 2;
    let rect = |class: &'static str, [x, y, width, height]: [usize; 4]| {
        let [x, y, width, height] = [x, y, width, height].map(|it| it.to_string());
        view! {
            <rect class=class x=x y=y width=width height=height vector-effect="non-scaling-stroke"></rect>
        }
        .into_any()
    };
    let (left, top) = (k + GAP, k + GAP);
    let size = ["0 0 ", &*(left + columns).to_string(), " ", &(top + rows).to_string()].concat();
    let words = ["a has ", &*rows.to_string(), " rows of ", &k.to_string(), ", b "].concat();
    let words = [&*words, &columns.to_string(), " columns of ", &k.to_string()].concat();
    view! {
        <svg class="matrices" viewBox=size role="img" aria-label=words>
            {rect("matrix", [left, 0, columns, k])}
            {rect("matrix", [0, top, k, rows])}
            {rect("matrix", [left, top, columns, rows])}
            {rect("factor", [left + column, 0, 1, k])}
            {rect("factor", [0, top + row, k, 1])}
            {rect("element", [left + column, top + row, 1, 1])}
        </svg>
    }
    .into_any()
}
