//! The class matrix: the result for every class of operand, as a grid whose cells load their
//! operands.

use std::time::Duration;

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::explorer::tabs::{CellView, LegendView, MatrixView};
use ptxfp_view::explorer::{Edit, Screen};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTableCellElement};

use super::Explorer;
use super::corners::corners;
use super::drawing::finding;
use crate::browser::elements::{focus, reveal};
use crate::field::{Chosen, Reached};
use crate::part::{At, handler, is_same_or_gone, part};

/// The matrix, if there is one.
fn matrix(screen: &Screen) -> Option<&MatrixView> {
    corners(screen)?.matrix.as_ref()
}

/// Whether a part of the matrix is unchanged; if there is none on either screen, there is nothing
/// to draw.
fn is_same(one: &Screen, two: &Screen, compare: impl Fn(&MatrixView, &MatrixView) -> bool) -> bool {
    is_same_or_gone(matrix(one), matrix(two), compare)
}

/// Whether two screens have the same number of rows, or none. The contents of the matrix are
/// separate parts, so that the focused cell stays.
pub(super) fn has_same_frame(one: &Screen, two: &Screen, _: At) -> bool {
    let n_rows = |screen| matrix(screen).map(|matrix| matrix.rows.len());
    corners(two).is_none() || n_rows(one) == n_rows(two)
}

/// The choice of the operands that vary, the grid, and its legend.
pub(super) fn class_matrix(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = matrix(screen) else { return ().into_any() };
    let rows = (0..view.rows.len()).map(|index| part(page, [index, 0], has_same_row, row));
    view! {
        <div class="matrix">
            {part(page, [0; 2], has_same_finding, found)}
            {part(page, [0; 2], has_same_head, subject)}
            <div class="scroll">
                <table role="grid" aria-label="class matrix">
                    {part(page, [0; 2], has_same_head, head)}
                    {rows.collect_view()}
                </table>
            </div>
            {part(page, [0; 2], has_same_legend, legend)}
        </div>
    }
    .into_any()
}

fn has_same_head(one: &Screen, two: &Screen, _: At) -> bool {
    is_same(one, two, |one, two| {
        one.pair == two.pair
            && one.pairs == two.pairs
            && one.columns == two.columns
            && one.caption == two.caption
            && one.loaded == two.loaded
    })
}

fn has_same_finding(one: &Screen, two: &Screen, _: At) -> bool {
    is_same(one, two, |one, two| one.finding == two.finding)
}

fn has_same_legend(one: &Screen, two: &Screen, _: At) -> bool {
    is_same(one, two, |one, two| one.legend == two.legend)
}

fn has_same_row(one: &Screen, two: &Screen, [index, _]: At) -> bool {
    // The columns of the focusable and the loaded cell, if those are in this row.
    let here = |(row, column): (usize, usize)| (row == index).then_some(column);
    is_same(one, two, |one, two| {
        one.rows.get(index) == two.rows.get(index)
            && here(one.cursor) == here(two.cursor)
            && one.loaded.map(here) == two.loaded.map(here)
    })
}

/// The findings of the matrix, in sentences.
fn found(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some([lead, rest]) = matrix(screen).map(|view| &view.finding) else {
        return ().into_any();
    };
    finding(lead, rest)
}

/// The subject of the matrix, and the operands that vary, if there is a choice.
fn subject(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = matrix(screen) else { return ().into_any() };
    let choose = handler(move |event: Event| {
        if let Ok(pair) = event_target_value(&event).parse() {
            page.send(Edit::Pair(pair));
        }
    });
    let option = |(index, words): (usize, &String)| {
        view! {
            <option value=index.to_string() prop:chosen=Chosen(index == view.pair)>
                {words.clone()}
            </option>
        }
        .into_any()
    };
    let choice = (view.pairs.len() > 1).then(|| {
        let options = view.pairs.iter().enumerate().map(option).collect_view();
        view! { <label>"Classes of "<select id="pair" on:change=choose>{options}</select></label> }
            .into_any()
    });
    view! { {choice}<p class="note">{view.caption.clone()}</p> }.into_any()
}

/// The classes of the columns. The loaded cell is scrolled to.
fn head(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = matrix(screen) else { return ().into_any() };
    let corner =
        has_names(view).then(|| view! { <th scope="col">{view.corner.clone()}</th> }.into_any());
    let loaded = view.loaded.map(|(_, column)| column);
    let column = |(index, class): (usize, &&'static str)| {
        let look = if loaded == Some(index) { "loaded" } else { "" };
        view! { <th scope="col" class=look>{*class}</th> }.into_any()
    };
    // It is drawn first.
    set_timeout(|| reveal(".matrix .scroll", "[data-cell][aria-current]"), Duration::ZERO);
    view! {
        <tr>{corner}{view.columns.iter().enumerate().map(column).collect_view()}</tr>
    }
    .into_any()
}

/// Whether rows begin with the name of their class: a single row does not.
fn has_names(view: &MatrixView) -> bool {
    view.rows.len() > 1
}

/// A row. It handles the events of its cells, of which there are many.
fn row(page: Explorer, screen: &Screen, [index, _]: At) -> AnyView {
    let Some(view) = matrix(screen) else { return ().into_any() };
    let Some(row) = view.rows.get(index) else { return ().into_any() };
    let n_before = usize::from(has_names(view));
    let loaded = view.loaded.filter(|(row, _)| *row == index);
    let look = if loaded.is_some() { "loaded" } else { "" };
    let name =
        (n_before > 0).then(|| view! { <th scope="row" class=look>{row.class}</th> }.into_any());
    let cells = row.cells.iter().enumerate();
    let cells = cells.map(|(column, each)| {
        let place = (index, column);
        cell(each, place, place == view.cursor, loaded == Some(place))
    });
    let place = move |event: &Event| Some((index, column(event, n_before)?));
    let load = handler(move |event: MouseEvent| {
        if let Some(cell) = place(&event) {
            page.send(Edit::Cell(cell));
        }
    });
    let point = handler(move |event: FocusEvent| {
        if let Some(cell) = place(&event) {
            page.send(Edit::Point(cell));
        }
    });
    let press = handler(move |event: KeyboardEvent| {
        if let Some(cell) = place(&event) {
            follow_key(page, &event, cell);
        }
    });
    view! {
        <tr on:click=load on:focusin=point on:keydown=press>{name}{cells.collect_view()}</tr>
    }
    .into_any()
}

/// The result for a class of each operand.
fn cell(view: &CellView, place: (usize, usize), is_reached: bool, is_loaded: bool) -> AnyView {
    view! {
        <td
            class=view.class
            role="gridcell"
            prop:reached=Reached(is_reached)
            data-cell=name(place)
            aria-current=is_loaded.then_some("true")
        >{view.text.clone()}</td>
    }
    .into_any()
}

/// The name of a cell, as a hook for tests and for the focus.
fn name((row, column): (usize, usize)) -> String {
    [&row.to_string(), " ", &*column.to_string()].concat()
}

/// The column of an event's cell, after this many cells that do not belong to the
/// matrix.
fn column(event: &Event, n_before: usize) -> Option<usize> {
    let target: Element = event.target()?.unchecked_into();
    let cell: HtmlTableCellElement = target.closest("td").ok()??.unchecked_into();
    usize::try_from(cell.cell_index()).ok()?.checked_sub(n_before)
}

/// Loads the cell, or moves the focus to another one.
fn follow_key(page: Explorer, event: &KeyboardEvent, cell: (usize, usize)) {
    let key = event.key();
    if key == "Enter" || key == " " {
        event.prevent_default();
        page.send(Edit::Cell(cell));
    } else if let Some(cell) = matrix(&page.screen()).and_then(|view| reached(view, &key, cell)) {
        event.prevent_default();
        focus(&["[data-cell='", &name(cell), "']"].concat());
    }
}

/// The cell that a key moves to.
fn reached(view: &MatrixView, key: &str, (row, column): (usize, usize)) -> Option<(usize, usize)> {
    let (last_row, last_column) = (view.rows.len() - 1, view.columns.len() - 1);
    Some(match key {
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "ArrowRight" => (row, last_column.min(column + 1)),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowDown" => (last_row.min(row + 1), column),
        "Home" => (row, 0),
        "End" => (row, last_column),
        _ => return None,
    })
}

/// The meanings of the cells' styles.
fn legend(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(view) = matrix(screen) else { return ().into_any() };
    let style = |LegendView { class, words }: &LegendView| {
        view! { <span class=*class>{*words}</span>" " }.into_any()
    };
    view! {
        <p class="legend">
            <span class="current">"these operands"</span>
            " "
            {view.legend.iter().map(style).collect_view()}
            "sub: smallest subnormal, min: smallest normal, max: largest finite number"
        </p>
    }
    .into_any()
}
