//! The plot of a sweep, which a pointer zooms and moves.

use leptos::ev::{MouseEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::axis::Tick;
use ptxfp_view::explorer::tabs::sweep::plot::HEIGHT;
use ptxfp_view::explorer::tabs::sweep::view::{FigureView, HistogramView, KeyView, MarkView};
use ptxfp_view::explorer::tabs::sweep::{DragEdit, Edit as Change};

use super::{Explorer, send};
use crate::browser::pointer::{capture, is_first, place};
use crate::events::handler;
use crate::explorer::drawing::{between_axes, lines, percent};
use crate::pieces::text::{label, stretched_path};
use crate::store::Live;

/// The plot between its axes, the frequency of errors beside it, and its legend. A drag over the plot
/// does not draw it again.
#[component]
pub(super) fn Figure(page: Explorer, view: Live<FigureView>) -> impl IntoView {
    let drag = page.data(|screen| screen.plot().and_then(|plot| plot.drag));
    view.draw(move |plot| figure(page, plot, drag))
}

fn figure(page: Explorer, plot: &FigureView, drag: Live<Drag>) -> AnyView {
    let key = |KeyView { class, words }: &KeyView| {
        view! { <li><span class=*class></span>{words.clone()}</li> }.into_any()
    };
    let drawing = view! {
        {drawing(page, plot, drag)}
        {marks(plot)}
    };
    view! {
        <figure class="sweep-plot">
            <div class="plots">
                {between_axes(&plot.axes, drawing.into_any())}
                {plot.histogram.as_ref().map(|view| histogram(view, &plot.axes.heights))}
            </div>
            <ul class="plot-key">{plot.key.iter().map(key).collect_view()}</ul>
        </figure>
    }
    .into_any()
}

/// The frequency of errors, beside the plot.
fn histogram(view: &HistogramView, heights: &[Tick]) -> AnyView {
    let side = HEIGHT.to_string();
    let drawing = view! {
        <svg
            role="img"
            aria-label=view.label.clone()
            viewBox=["0 0 ", &*side, " ", &side].concat()
            preserveAspectRatio="none"
        >
            {lines(heights, &side)}
            {stretched_path("results", view.path.clone())}
        </svg>
    };
    between_axes(&view.axes, drawing.into_any())
}

/// The labels of places in the plot: the present operand, and the largest error.
fn marks(plot: &FigureView) -> AnyView {
    let class = |name, mark: &MarkView| [name, " ", mark.side].concat();
    let loaded = plot.loaded.as_ref().map(|mark| {
        label(&class("loaded", mark), percent(mark.along), "14".to_owned(), &mark.text)
    });
    let peak = plot.peak.as_ref().map(|mark| {
        let [x, y] = [mark.along, mark.down].map(percent);
        view! {
            <circle class="peak" cx=x.clone() cy=y.clone() r="4"></circle>
            {label(&class("peak", mark), x, y, &mark.text)}
        }
        .into_any()
    });
    view! { <svg class="plot-marks" aria-hidden="true">{loaded}{peak}</svg> }.into_any()
}

/// The drawing, one unit wide for each column, stretched over its place.
fn drawing(page: Explorer, plot: &FigureView, drag: Live<Drag>) -> AnyView {
    let width = plot.width.to_string();
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
            on:pointermove=handler(move |event: PointerEvent| follow(page, &event, DragEdit::To))
            on:pointerup=handler(move |event: PointerEvent| follow(page, &event, DragEdit::Drop))
            on:pointercancel=handler(move |event: PointerEvent| {
                follow(page, &event, |_| DragEdit::Cancel);
            })
        >
            {hatching(plot.width)}
            {lines(&plot.axes.heights, &width)}
            <g transform=move || drag.with(shift)>
                <path d=permitted class="permitted" fill="url(#hatching)"></path>
                {stretched_path("results", results)}
            </g>
            {present}
            {drag.draw(chosen)}
        </svg>
    }
    .into_any()
}

/// The hatching of the permitted results. It is stretched with the drawing.
fn hatching(width: usize) -> AnyView {
    let (across, down) = ((width / 90).max(1), HEIGHT / 28);
    let size = [across.to_string(), down.to_string()];
    let [x, y] = &size;
    let stroke = ["M0 ", y, "L", x, " 0"].concat();
    view! {
        <pattern id="hatching" patternUnits="userSpaceOnUse" width=x.clone() height=y.clone()>
            <rect width=x.clone() height=y.clone()></rect>
            {stretched_path("", stroke)}
        </pattern>
    }
    .into_any()
}

/// Loads the pressed operand.
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

/// Begins a drag: to move the view if Shift is held, else to choose a part of it.
fn press(page: Explorer, event: &PointerEvent) {
    if !is_first(event) || !is_ordered(page) {
        return;
    }
    if let Some([across, _]) = place(event) {
        capture(event);
        send(page, Change::Drag(DragEdit::Press(across, event.shift_key())));
    }
}

/// Continues a drag, if there is one.
fn follow(page: Explorer, event: &PointerEvent, edit: fn(u32) -> DragEdit) {
    let is_held = page.screen().plot().is_some_and(|plot| plot.is_held);
    if let Some([across, _]) = place(event).filter(|_| is_held) {
        send(page, Change::Drag(edit(across)));
    }
}

/// Whether the operands have an order, so that a part can be chosen.
fn is_ordered(page: Explorer) -> bool {
    page.screen().sweep().is_some_and(|view| view.bar.is_ordered)
}

/// Whether a drag moves the plot, otherwise it chooses a part; and from which column to which.
type Drag = (bool, [usize; 2]);

/// Returns the distance that a drag has moved the plot.
fn shift(drag: Option<&Drag>) -> String {
    let columns = match drag {
        Some((true, [from, to])) if to < from => ["-", &(from - to).to_string()].concat(),
        Some((true, [from, to])) => (to - from).to_string(),
        _ => return String::new(),
    };
    ["translate(", &columns, ")"].concat()
}

/// The part chosen by a drag.
fn chosen(drag: &Drag) -> AnyView {
    let (false, [from, to]) = drag else { return ().into_any() };
    let [left, right] = [from.min(to), from.max(to)].map(ToString::to_string);
    let down = HEIGHT.to_string();
    stretched_path("chosen", ["M", &left, " 0H", &right, "V", &down, "H", &left, "z"].concat())
}
