//! A map over two operands: its cells, their legend, and the contents of the selected one.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::sweep::Edit as Change;
use ptxfp_view::explorer::tabs::sweep::view::{CellsView, CrossView, LevelView, MapWorstView};

use super::findings::worst;
use super::{Explorer, send};
use crate::browser::pointer::place;
use crate::events::handler;
use crate::explorer::drawing::between_axes;
use crate::field::Reached;
use crate::pieces::text::stretched_path;
use crate::store::Live;

/// The distance that Page Up and Page Down move.
const PAGE: usize = 16;

/// The map and the text about it, where there is a map. A pointer over it draws only the selected cell
/// again.
#[component]
pub(super) fn Map(page: Explorer, cells: Live<CellsView>) -> impl IntoView {
    let cross = page.data(|screen| screen.map().map(|map| map.cross));
    let words = page.data(|screen| screen.map().map(|map| map.words.clone()));
    let worst = page.data(|screen| screen.map().map(|map| map.worst.clone()));
    cells.shown(move || {
        view! {
            <div class="sweep-map">
                {cells.draw(move |view| figure(page, view, cross))}
                <div>
                    {cells.draw(legend)}
                    {words.draw(self::words)}
                    {worst.draw(move |view| findings(page, view))}
                </div>
            </div>
        }
        .into_any()
    })
}

/// The map between its axes.
fn figure(page: Explorer, view: &CellsView, selected: Live<CrossView>) -> AnyView {
    view! {
        <figure class="sweep-plot">
            {between_axes(&view.axes, drawing(page, view, selected))}
            <p class="note">"Press a cell to load its operands."</p>
        </figure>
    }
    .into_any()
}

/// The cells, as lines through the middles of rows, as thick as the rows.
fn drawing(page: Explorer, view: &CellsView, selected: Live<CrossView>) -> AnyView {
    let [rows, columns] = view.size.map(|size| size.to_string());
    let level = |level: &LevelView| {
        view! { <path d=level.path.clone() class=level.class></path> }.into_any()
    };
    let [row, column] = view.present.map(|place| place.to_string());
    let present = ["M", &*column, " ", &row, "m-1 -1.5h3v3h-3z"].concat();
    view! {
        <svg
            data-map=""
            role="application"
            prop:reached=Reached(true)
            aria-label=view.label.clone()
            aria-describedby="sweep-cell"
            viewBox=["0 -0.5 ", &*columns, " ", &rows].concat()
            preserveAspectRatio="none"
            on:click=handler(move |event: MouseEvent| load(page, &event))
            on:keydown=handler(move |event: KeyboardEvent| follow_key(page, &event))
            on:pointermove=handler(move |event: PointerEvent| look(page, &event))
        >
            {view.levels.iter().map(level).collect_view()}
            {stretched_path("present", present)}
            {selected.draw(cross)}
        </svg>
    }
    .into_any()
}

/// Lines through the selected cell.
fn cross(view: &CrossView) -> AnyView {
    let [rows, columns] = view.size.map(|size| size.to_string());
    let [row, column] = view.cell.map(|place| place.to_string());
    stretched_path("looked", ["M0 ", &*row, "H", &columns, "M", &column, ".5 0V", &rows].concat())
}

/// The index of an event's cell, row by row.
fn cell(page: Explorer, event: &MouseEvent) -> Option<usize> {
    let [across, down] = place(event)?;
    let [rows, columns] = page.screen().map()?.cross.size;
    let bin = |part: u32, n: usize| (part as usize * n) >> 16;
    Some(bin(down, rows) * columns + bin(across, columns))
}

/// The index of the selected cell, row by row.
fn looked(view: CrossView) -> usize {
    view.cell[0] * view.size[1] + view.cell[1]
}

/// Loads the pressed cell.
fn load(page: Explorer, event: &MouseEvent) {
    if let Some(cell) = cell(page, event) {
        page.send(Edit::SweepCell(cell));
    }
}

/// Selects the cell below the pointer.
fn look(page: Explorer, event: &PointerEvent) {
    let Some(cell) = cell(page, event) else { return };
    if page.screen().map().is_some_and(|view| looked(view.cross) != cell) {
        send(page, Change::Look(cell));
    }
}

/// Loads the selected cell, or selects another one.
fn follow_key(page: Explorer, event: &KeyboardEvent) {
    let (screen, key) = (page.screen(), event.key());
    let Some(view) = screen.map().map(|map| map.cross) else { return };
    if key == "Enter" || key == " " {
        event.prevent_default();
        page.send(Edit::SweepCell(looked(view)));
    } else if let Some(cell) = reached(view, &key) {
        event.prevent_default();
        send(page, Change::Look(cell));
    }
}

/// The index of the cell that a key moves to, row by row.
fn reached(view: CrossView, key: &str) -> Option<usize> {
    let [row, column] = view.cell;
    let [rows, columns] = view.size;
    let (row, column) = match key {
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, column + 1),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => (row + 1, column),
        "PageUp" => (row.saturating_sub(PAGE), column),
        "PageDown" => (row + PAGE, column),
        "Home" => (row, 0),
        "End" => (row, columns),
        _ => return None,
    };
    Some(row.min(rows - 1) * columns + column.min(columns - 1))
}

/// The meanings of the cells' styles.
fn legend(view: &CellsView) -> AnyView {
    let level = |level: &LevelView| {
        view! {
            <li>
                <span class=level.class></span>
                {level.words}
                <span class="muted">{level.count.clone()}</span>
            </li>
        }
        .into_any()
    };
    view! {
        <h3>{view.means}</h3>
        <ul class="sweep-legend">{view.levels.iter().map(level).collect_view()}</ul>
    }
    .into_any()
}

/// The contents of the selected cell.
fn words([place, words]: &[String; 2]) -> AnyView {
    let (place, words) = (place.clone(), words.clone());
    view! { <output id="sweep-cell"><strong>{place}</strong><span>{words}</span></output> }
        .into_any()
}

/// The largest errors.
fn findings(page: Explorer, view: &MapWorstView) -> AnyView {
    let [down, across] = view.names;
    worst(page, &[down, across, "result", "error in ulp"], &view.worst)
}
