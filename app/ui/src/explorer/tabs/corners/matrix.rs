//! The class matrix: the result for every class of operand, as a grid whose cells load their
//! operands.

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent};
use leptos::html::Div;
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::corners::matrix::{
    CellView, ClassView, ClassesView, LegendView, MatrixView, SubjectView,
};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTableCellElement};

use crate::browser::elements::{focus_in, reveal};
use crate::events::handler;
use crate::explorer::Explorer;
use crate::explorer::drawing::finding;
use crate::field::{Chosen, Reached};
use crate::store::Live;
use crate::tasks::{drawn, next_task};

/// The choice of the operands that vary, the grid, and its legend, where there is a matrix.
#[component]
pub(super) fn ClassMatrix(page: Explorer, rows: Live<Vec<usize>>) -> impl IntoView {
    let found = page.data(|screen| screen.matrix().map(|view| view.finding.clone()));
    let legend = page.data(|screen| screen.matrix().map(|view| view.legend.clone()));
    let subject = page.data(|screen| screen.matrix().map(|view| view.subject.clone()));
    let classes = page.data(|screen| screen.matrix().map(|view| view.classes.clone()));
    let scroll = NodeRef::<Div>::new();
    let row = move |index| {
        let view = page.data(move |screen| screen.matrix_row(index));
        view! { <Row page view scroll/> }.into_any()
    };
    rows.shown(move || {
        view! {
            <div class="matrix">
                {found.draw(|[lead, rest]| finding(lead, rest))}
                {subject.draw(move |view| self::subject(page, view))}
                <div class="scroll" node_ref=scroll>
                    <table role="grid" aria-label="class matrix">
                        {classes.draw(move |view| head(view, scroll))}
                        {rows.rows(row)}
                    </table>
                </div>
                {legend.draw(|view| self::legend(view))}
            </div>
        }
        .into_any()
    })
}

/// The subject of the matrix, and the operands that vary, if there is a choice.
fn subject(page: Explorer, view: &SubjectView) -> AnyView {
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
fn head(view: &ClassesView, scroll: NodeRef<Div>) -> AnyView {
    let corner =
        view.has_names.then(|| view! { <th scope="col">{view.corner.clone()}</th> }.into_any());
    let loaded = view.loaded.map(|(_, column)| column);
    let column = |(index, class): (usize, &&'static str)| {
        let look = if loaded == Some(index) { "loaded" } else { "" };
        view! { <th scope="col" class=look>{*class}</th> }.into_any()
    };
    next_task(move || {
        if let Some(scroll) = drawn(scroll) {
            reveal(&scroll, "[data-cell][aria-current]");
        }
    });
    view! {
        <tr>{corner}{view.columns.iter().enumerate().map(column).collect_view()}</tr>
    }
    .into_any()
}

/// A row. It handles the events of its cells, of which there are many; `scroll` holds all rows.
#[component]
fn Row(page: Explorer, view: Live<ClassView>, scroll: NodeRef<Div>) -> impl IntoView {
    view.draw(move |view| row(page, view, scroll))
}

fn row(page: Explorer, view: &ClassView, scroll: NodeRef<Div>) -> AnyView {
    let ClassView { index, has_name, row, reached, loaded } = view;
    let (index, n_before) = (*index, usize::from(*has_name));
    let look = if loaded.is_some() { "loaded" } else { "" };
    let name = has_name.then(|| view! { <th scope="row" class=look>{row.class}</th> }.into_any());
    let cells = row.cells.iter().enumerate();
    let cells = cells.map(|(column, each)| {
        cell(each, (index, column), *reached == Some(column), *loaded == Some(column))
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
            follow_key(page, &event, cell, scroll);
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
fn follow_key(page: Explorer, event: &KeyboardEvent, cell: (usize, usize), scroll: NodeRef<Div>) {
    let key = event.key();
    if key == "Enter" || key == " " {
        event.prevent_default();
        page.send(Edit::Cell(cell));
        return;
    }
    let screen = page.screen();
    let next = screen.matrix().and_then(|view| reached(view, &key, cell));
    if let (Some(next), Some(scroll)) = (next, drawn(scroll)) {
        event.prevent_default();
        focus_in(&scroll, &["[data-cell='", &name(next), "']"].concat());
    }
}

/// The cell that a key moves to.
fn reached(view: &MatrixView, key: &str, (row, column): (usize, usize)) -> Option<(usize, usize)> {
    let (last_row, last_column) = (view.rows.len() - 1, view.classes.columns.len() - 1);
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
fn legend(legend: &[LegendView]) -> AnyView {
    let style = |LegendView { class, words }: &LegendView| {
        view! { <span class=*class>{*words}</span>" " }.into_any()
    };
    view! {
        <p class="legend">
            <span class="current">"these operands"</span>
            " "
            {legend.iter().map(style).collect_view()}
            "sub: smallest subnormal, min: smallest normal, max: largest finite number"
        </p>
    }
    .into_any()
}
