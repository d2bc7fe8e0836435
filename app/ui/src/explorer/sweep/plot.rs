//! The plot of a sweep, which is zoomed and moved by a pointer.

use leptos::ev::{MouseEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use ptxfp_view::explorer::sweep::plot::HEIGHT;
use ptxfp_view::explorer::sweep::view::PlotView;
use ptxfp_view::explorer::sweep::{DragEdit, Edit as Change};
use ptxfp_view::explorer::{Edit, Screen};

use super::drawing::{ends, scale};
use super::{Explorer, plotted, send, view};
use crate::browser::pointer::{capture, is_first, place};
use crate::part::{At, handler, part};
use crate::pieces::text::stretched_path;

/// Whether two screens have the same plot, but for what a drag changes.
pub(super) fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    super::is_same(one, two, |one, two| match (&one.plot, &two.plot) {
        (Some(one), Some(two)) => {
            one.label == two.label
                && one.width == two.width
                && one.scale == two.scale
                && one.paths == two.paths
                && one.present == two.present
                && one.ends == two.ends
        }
        (one, two) => one.is_none() && two.is_none(),
    })
}

/// The plot with its scale, and the ends of its axis.
pub(super) fn figure(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some(plot) = plotted(screen) else { return ().into_any() };
    view! {
        <figure class="sweep-plot">
            {scale(&plot.scale)}
            {drawing(page, plot)}
            {ends(&plot.ends, "press the plot to load an operand")}
        </figure>
    }
    .into_any()
}

/// The drawing, a unit wide for each column, stretched over its place.
fn drawing(page: Explorer, plot: &PlotView) -> AnyView {
    let width = plot.width.to_string();
    let axis = |(down, _): &(u32, String)| {
        stretched_path("axis", ["M0 ", &down.to_string(), "H", &width].concat())
    };
    let [permitted, results] = plot.paths.clone();
    let present = plot.present.map(|column| {
        let line = ["M", &column.to_string(), ".5 0V", &HEIGHT.to_string()].concat();
        stretched_path("present", line)
    });
    view! {
        <svg
            role="img"
            aria-label=plot.label.clone()
            viewBox=["0 0 ", &width, " ", &HEIGHT.to_string()].concat()
            preserveAspectRatio="none"
            data-plot=""
            on:click=handler(move |event: MouseEvent| load(page, &event))
            on:dblclick=handler(move |_: MouseEvent| send(page, Change::Reset))
            on:wheel=handler(move |event: WheelEvent| zoom(page, &event))
            on:pointerdown=handler(move |event: PointerEvent| press(page, &event))
            on:pointermove=handler(move |event: PointerEvent| drag(page, &event, DragEdit::To))
            on:pointerup=handler(move |event: PointerEvent| drag(page, &event, DragEdit::Drop))
            on:pointercancel=handler(move |event: PointerEvent| {
                drag(page, &event, |_| DragEdit::Cancel);
            })
        >
            {plot.scale.iter().map(axis).collect_view()}
            <g transform=move || shift(page)>
                {stretched_path("permitted", permitted)}
                {stretched_path("results", results)}
            </g>
            {present}
            {part(page, [0; 2], has_same_drag, chosen)}
        </svg>
    }
    .into_any()
}

/// Loads the operand that is pressed.
fn load(page: Explorer, event: &MouseEvent) {
    if let Some([across, _]) = place(event).filter(|_| is_first(event)) {
        page.send(Edit::SweepPoint(across));
    }
}

/// Zooms around the pointer, while Control is held.
fn zoom(page: Explorer, event: &WheelEvent) {
    if !(event.ctrl_key() || event.meta_key()) || !is_ordered(page) {
        return;
    }
    event.prevent_default();
    if let Some([across, _]) = place(event) {
        send(page, Change::Near(across, event.delta_y() <= 0.0));
    }
}

/// Begins a drag: to move what is in view if Shift is held, to choose a part of it otherwise.
fn press(page: Explorer, event: &PointerEvent) {
    if !is_first(event) || !is_ordered(page) {
        return;
    }
    if let Some([across, _]) = place(event) {
        capture(event);
        send(page, Change::Drag(DragEdit::Press(across, event.shift_key())));
    }
}

/// Goes on with a drag, if there is one.
fn drag(page: Explorer, event: &PointerEvent, edit: fn(u32) -> DragEdit) {
    let is_held = plotted(&page.screen()).is_some_and(|plot| plot.is_held);
    if let Some([across, _]) = place(event).filter(|_| is_held) {
        send(page, Change::Drag(edit(across)));
    }
}

/// Whether the operands have an order, so that a part can be chosen.
fn is_ordered(page: Explorer) -> bool {
    view(&page.screen()).is_some_and(|view| view.is_ordered)
}

/// How far a drag has moved the plot.
fn shift(page: Explorer) -> String {
    let columns = match plotted(&page.watch()).and_then(|plot| plot.drag) {
        Some((true, [from, to])) if to < from => ["-", &(from - to).to_string()].concat(),
        Some((true, [from, to])) => (to - from).to_string(),
        _ => return String::new(),
    };
    ["translate(", &columns, ")"].concat()
}

fn has_same_drag(one: &Screen, two: &Screen, _: At) -> bool {
    let drag = |screen| plotted(screen).and_then(|plot| plot.drag);
    drag(one) == drag(two)
}

/// The part that a drag has chosen.
fn chosen(_: Explorer, screen: &Screen, _: At) -> AnyView {
    let Some((false, [from, to])) = plotted(screen).and_then(|plot| plot.drag) else {
        return ().into_any();
    };
    let [left, right] = [from.min(to), from.max(to)].map(|column| column.to_string());
    let down = HEIGHT.to_string();
    stretched_path("chosen", ["M", &left, " 0H", &right, "V", &down, "H", &left, "z"].concat())
}
