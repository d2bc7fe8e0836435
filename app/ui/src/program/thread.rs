//! The listing of a kernel: its lines, and behind each what it did in the thread that runs.

use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::program::debug::Edit as Following;
use ptxfp_view::program::inputs::InputView;
use ptxfp_view::program::listing::ListingView;
use ptxfp_view::program::thread::bar::BarView;
use ptxfp_view::program::thread::row::{CellView, FoldView, LineView, RowView, Run, TurnView};
use ptxfp_view::program::{Edit, Screen};

use super::Program;
use super::inputs::entered;
use super::results::record;
use crate::browser::elements::{bring, element};
use crate::events::handler;
use crate::pieces::choice::options;
use crate::pieces::entry::{entry_field, entry_note};
use crate::pieces::text::rich;
use crate::tasks::next_task;

/// The listing, while a kernel is shown.
#[component]
pub(super) fn Thread(page: Program) -> impl IntoView {
    let view = page.data(Screen::listing);
    let bar = page.data(Screen::thread_bar);
    let (rows, group) = (page.data(Screen::rows), page.data(Screen::group));
    let row = move |place| {
        let view = page.data(move |screen| screen.row(place));
        view.draw(move |view| row(page, place, view)).into_any()
    };
    let input = move |place| {
        let view = page.data(move |screen| screen.thread_input(place));
        view.draw(move |view| free(page, place, view)).into_any()
    };
    view.shown(move || {
        let keys = handler(move |event: KeyboardEvent| {
            if event.key() == "F10" {
                event.prevent_default();
                let edit = if event.shift_key() { Following::Back } else { Following::Forward };
                step(page, edit);
            }
        });
        view! {
            <section class="thread" aria-label="thread" on:keydown=keys>
                {view.draw(move |view| head(page, view))}
                {group.shown(move || view! {
                    <div class="thread-group" role="group" aria-label="inputs">{group.rows(input)}</div>
                }.into_any())}
                {bar.draw(move |view| steps(page, view))}
                <ol class="thread-rows" id="thread-rows">{rows.rows(row)}</ol>
            </section>
        }
        .into_any()
    })
}

/// The function, what it rounds, and remarks.
fn head(page: Program, view: &ListingView) -> AnyView {
    let choose = handler(move |event: Event| page.send(Edit::Function(event_target_value(&event))));
    let function = (view.functions.len() > 1).then(|| {
        let options = options(&view.functions, &view.function);
        view! {
            <label>
                "Function "
                <select id="thread-function" on:change=choose>{options}</select>
            </label>
        }
        .into_any()
    });
    let is_edited = view.is_edited;
    let edit = handler(move |_: MouseEvent| page.send(Edit::EditText(!is_edited)));
    let notes = view.notes.iter().map(|note| view! { <p class="note">{rich(note)}</p> }.into_any());
    view! {
        <header class="thread-head">
            <h2 title=view.function.clone()>{view.name.clone()}</h2>
            {function}
            <button class="text-button" type="button" id="sequence-edit" on:click=edit>
                {if is_edited { "Close the text" } else { "Edit the text" }}
            </button>
        </header>
        <p class="thread-summary">{view.nothing}{view.nothing.map(|_| " ")}{view.summary.clone()}</p>
        {view.linked.as_ref().map(record)}
        {notes.collect_view()}
    }
    .into_any()
}

/// Makes a step, and brings its line into view.
fn step(page: Program, edit: Following) {
    page.send(Edit::Debug(edit));
    next_task(|| {
        if let Some(line) = element("#thread-rows [aria-current]") {
            bring(&line);
        }
    });
}

/// The step buttons.
fn steps(page: Program, view: &BarView) -> AnyView {
    let to = |place: Option<usize>| place.map(Following::To);
    let buttons = [
        ("button", "\u{2039} Back", to(view.back)),
        ("button primary", "Step \u{203a}", to(view.forward)),
        ("button", "Next rounding", to(view.rounding)),
        ("button", "Show all", (!view.is_whole).then_some(Following::All)),
    ];
    let buttons = buttons.map(|(class, words, edit)| {
        let is_idle = edit.is_none();
        let press = handler(move |_: MouseEvent| {
            if let Some(edit) = edit.clone() {
                step(page, edit);
            }
        });
        view! {
            <button class=class type="button" aria-disabled=is_idle.then_some("true") on:click=press>
                {words}
            </button>
        }
        .into_any()
    });
    view! {
        <div class="thread-steps" role="group" aria-label="steps">
            {buttons.collect_view()}
            <span class="muted" id="thread-step">{view.words.clone()}</span>
        </div>
    }
    .into_any()
}

/// The field of an input.
fn field(page: Program, place: usize, id: &str, view: &InputView) -> AnyView {
    let send = entered(page, place);
    let label = [&*view.name, " value"].concat();
    view! {
        {entry_field(&view.field, id, label, "value", false, &send)}
        {entry_note(&view.field, id)}
    }
    .into_any()
}

/// An input that no line loads, such as a special register.
fn free(page: Program, place: usize, view: &InputView) -> AnyView {
    let id = ["thread-input-", &place.to_string()].concat();
    view! {
        <div class="thread-free">
            <code>{view.name.clone()}</code>
            {field(page, place, &id, view)}
        </div>
    }
    .into_any()
}

fn row(page: Program, place: usize, view: &RowView) -> AnyView {
    match view {
        RowView::Fold(fold) => folded(fold),
        RowView::Line(view) => line(page, place, view),
    }
}

/// Lines that do not run.
fn folded(view: &FoldView) -> AnyView {
    view! {
        <li class="folded">
            <details>
                <summary>{view.words.clone()}</summary>
                <pre>{view.text.clone()}</pre>
            </details>
        </li>
    }
    .into_any()
}

/// A line, and behind it what it wrote.
fn line(page: Program, place: usize, view: &LineView) -> AnyView {
    let class = match view.run {
        Run::Done => "",
        Run::Now => "now",
        Run::Ahead => "ahead",
        Run::Out => "out",
        Run::Label => "label",
    };
    let is_output = view.cells.iter().any(|cell| cell.is_output);
    let class = if is_output { [class, " output"].concat() } else { class.into() };
    let [guard, head, operands] = view.text.clone();
    let cells = view.cells.iter().enumerate().map(|(at, it)| cell(page, (place, at), it));
    let number = view.number.to_string();
    view! {
        <li class=class data-line=number.clone() aria-current=(view.run == Run::Now).then_some("step")>
            {numbered(page, view, &number)}
            <code class="thread-code">{guard}<b>{head}</b>{operands}</code>
            <div class="thread-cells">{cells.collect_view()}</div>
            <div class="thread-note">
                {(!view.change.is_empty()).then(|| view! { <span class="change">{view.change.clone()}</span> })}
                <span>{view.note.clone()}</span>
                {view.turn.as_ref().map(|it| turn(page, it))}
                {view.link.clone().map(|link| view! { <a href=link>"Open"</a> })}
            </div>
        </li>
    }
    .into_any()
}

/// The number of a line: a press runs the thread up to it.
fn numbered(page: Program, view: &LineView, number: &str) -> AnyView {
    let Some(reach) = view.reach else {
        return view! { <span class="thread-number">{number.to_owned()}</span> }.into_any();
    };
    let press = handler(move |_: MouseEvent| step(page, Following::To(reach)));
    view! {
        <button
            class="thread-number"
            type="button"
            aria-label=["run to line ", number].concat()
            on:click=press
        >
            {number.to_owned()}
        </button>
    }
    .into_any()
}

/// A value that a line wrote or stored.
fn cell(page: Program, (place, at): (usize, usize), view: &CellView) -> AnyView {
    let standing = view.standing.map_or("pointer", |standing| standing.class);
    let words = view.standing.filter(|standing| !standing.class.is_empty() || view.is_output);
    let value = match &view.field {
        Some((input, field_view)) => {
            let id = ["thread-cell-", &place.to_string(), "-", &at.to_string()].concat();
            field(page, *input, &id, field_view)
        }
        None => view! { <strong>{view.value.clone()}</strong> }.into_any(),
    };
    view! {
        <div
            class="thread-cell"
            class:output=view.is_output
            data-name=view.name.clone()
            data-bits=view.hex.clone()
        >
            <code class="thread-name">{view.name.clone()}</code>
            <span class="thread-value">{value}</span>
            <code class=["lane-hex ", standing].concat()>{view.hex.clone()}</code>
            {words.map(|it| {
                let class = ["guarantee ", it.class].concat();
                view! { <span class=class>{it.words}</span> }
            })}
        </div>
    }
    .into_any()
}

/// The execution of a line that is shown, of several.
fn turn(page: Program, view: &TurnView) -> AnyView {
    let button = |words: &'static str, label: &'static str, to: Option<usize>| {
        let press = handler(move |_: MouseEvent| {
            if let Some(to) = to {
                step(page, Following::To(to));
            }
        });
        view! {
            <button
                class="text-button"
                type="button"
                aria-label=label
                aria-disabled=to.is_none().then_some("true")
                on:click=press
            >
                {words}
            </button>
        }
        .into_any()
    };
    let words = [&view.place.to_string(), " of ", &*view.count.to_string()].concat();
    let [back, forward] = view.to;
    view! {
        <span class="thread-turn">
            {button("\u{2039}", "the execution before", back)}
            {words}
            {button("\u{203a}", "the next execution", forward)}
        </span>
    }
    .into_any()
}
