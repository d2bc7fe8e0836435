//! Stepping through a program: the steps, the registers there, and the watched ones.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::bits::Field;
use ptxfp_view::program::Edit;
use ptxfp_view::program::debug::Edit as Following;
use ptxfp_view::program::debug::step::{RegisterView, StepView, time};
use ptxfp_view::program::debug::watch::{CellView, ColumnView, RowView, WatchView};
use ptxfp_view::program::results::StepsView;

use super::Program;
use crate::browser::elements::{bring, element};
use crate::events::handler;
use crate::pieces::choice::options;
use crate::pieces::table::scroll;
use crate::pieces::text::rich;
use crate::store::Live;
use crate::tasks::next_task;

/// The step buttons.
const STEPS: [(&str, &str, Following); 3] = [
    ("button", "\u{2039} Back", Following::Back),
    ("button primary", "Step \u{203a}", Following::Forward),
    ("button", "Show all", Following::All),
];

/// The step buttons, the current step, and the lines that use the selected register.
pub(super) fn bar(page: Program, view: &StepsView) -> AnyView {
    let buttons = STEPS.into_iter().zip(view.is_idle).map(|((class, words, edit), is_idle)| {
        let press = handler(move |_: MouseEvent| {
            page.send(Edit::Debug(edit.clone()));
            next_task(|| {
                if let Some(statement) = element("#sequence-steps [aria-current]") {
                    bring(&statement);
                }
            });
        });
        view! {
            <button class=class type="button" aria-disabled=is_idle.then_some("true") on:click=press>
                {words}
            </button>
        }
        .into_any()
    });
    let uses = &*view.uses;
    let hint = "Point at a register, or press it, to see where it is written and read.";
    view! {
        <div class="sequence-bar">
            <div class="sequence-stepper" role="group" aria-label="steps">
                {buttons.collect_view()}
                <span class="muted" id="sequence-step">{view.words.clone()}</span>
            </div>
            <p class=if uses.is_empty() { "muted" } else { "" } id="sequence-uses">
                {rich(if uses.is_empty() { hint } else { uses })}
            </p>
        </div>
    }
    .into_any()
}

/// The registers at a step.
#[component]
pub(super) fn Registers(view: Live<StepView>) -> impl IntoView {
    view.draw(registers)
}

fn registers(step: &StepView) -> AnyView {
    view! {
        <section class="sequence-band sequence-registers" aria-label="registers" id="sequence-registers">
            <header class="band-head">
                <h2>"Registers"</h2>
                <span class="muted to-end">{step.time()}</span>
            </header>
            <ul>{step.registers.iter().map(register).collect_view()}</ul>
            {step.beside.as_ref().map(|(line, registers)| beside(*line, registers))}
        </section>
    }
    .into_any()
}

/// The registers of the program beside it, after as many statements.
fn beside(line: Option<usize>, registers: &[RegisterView]) -> AnyView {
    view! {
        <header class="band-head">
            <h3>"The other program"</h3>
            <span class="muted to-end">{time(line)}</span>
        </header>
        <ul>{registers.iter().map(register).collect_view()}</ul>
    }
    .into_any()
}

/// The value of a register.
fn register(register: &RegisterView) -> AnyView {
    let class = match (register.is_written, register.is_changed) {
        (false, _) => "ahead",
        (true, true) => "changed-now",
        (true, false) => "",
    };
    let value = if !register.is_written {
        view! { <span class="muted">"not yet written"</span> }.into_any()
    } else if register.hex.is_empty() {
        view! { <span class="muted">"not known"</span> }.into_any()
    } else {
        let lanes = register.fields.iter().map(|lane| {
            let runs = lane.iter().map(run).collect_view();
            view! { <span class="lane-fields">{runs}</span> }.into_any()
        });
        view! {
            <strong class="sequence-value">{register.values.clone()}</strong>
            <code class="lane-hex">{register.hex.clone()}</code>
            <code class="fields">{lanes.collect_view()}</code>
        }
        .into_any()
    };
    let changed =
        register.is_changed.then(|| view! { <span class="muted">"changed"</span> }.into_any());
    let standing =
        register.standing.filter(|standing| !standing.class.is_empty()).map(|standing| {
            let class = ["guarantee ", standing.class].concat();
            view! { <span class=class>{standing.words}</span> }.into_any()
        });
    view! {
        <li class=class data-register=register.name.clone()>
            <code class="sequence-name">{register.name.clone()}</code>
            {value}
            <span class="register-signs">{standing}{changed}</span>
        </li>
    }
    .into_any()
}

/// The bits of a field.
fn run((field, digits): &(Field, String)) -> AnyView {
    view! { <span class=["field ", field.name()].concat()>{digits.clone()}</span> }.into_any()
}

/// The watched registers, a row for each step that writes one of them.
#[component]
pub(super) fn Watched(page: Program, view: Live<WatchView>) -> impl IntoView {
    view.draw(move |watch| watched(page, watch))
}

fn watched(page: Program, watch: &WatchView) -> AnyView {
    let heads = watch.columns.iter().map(|column| head(page, column));
    let rows = watch.rows.iter().map(|row| self::row(page, row));
    let table = view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">"line"</th>
                    {heads.collect_view()}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    };
    view! {
        <section class="sequence-band sequence-watch" aria-label="watched registers" id="sequence-watch">
            <header class="band-head"><h2>"Watched registers"</h2></header>
            {scroll("watched registers, step by step".to_owned(), table.into_any())}
        </section>
    }
    .into_any()
}

/// The name of a register, the type that it is shown as, and a button that stops watching it.
fn head(page: Program, column: &ColumnView) -> AnyView {
    let (name, other) = (column.name.clone(), column.name.clone());
    let remove = handler(move |_: MouseEvent| {
        page.send(Edit::Debug(Following::Watch(other.clone())));
    });
    let label = ["Remove ", &name].concat();
    view! {
        <th scope="col">
            <code class="sequence-name">{name.clone()}</code>
            " "
            {lens(page, &name, column.kind, column.lens, &column.lenses)}
            " "
            <button class="text-button" type="button" aria-label=label on:click=remove>"Remove"</button>
        </th>
    }
    .into_any()
}

/// A choice of the type that a register is shown as.
pub(super) fn lens(
    page: Program,
    name: &str,
    kind: &'static str,
    lens: &str,
    lenses: &[&'static str],
) -> AnyView {
    let own = if kind.is_empty() { "bits" } else { kind };
    let names = [own].into_iter().chain(lenses.iter().copied());
    let names: Vec<String> = names.map(str::to_owned).collect();
    let chosen = if lens.is_empty() { own } else { lens };
    let label = [name, " shown as"].concat();
    let name = name.to_owned();
    let choose = handler(move |event: Event| {
        page.send(Edit::Show(name.clone(), event_target_value(&event)));
    });
    view! {
        <select class="sequence-lens" aria-label=label on:change=choose>
            {options(&names, chosen)}
        </select>
    }
    .into_any()
}

/// The values of the registers after a line.
fn row(page: Program, row: &RowView) -> AnyView {
    let place = row.place;
    let press = handler(move |_: MouseEvent| page.send(Edit::Debug(Following::To(place))));
    let (words, label) = match row.line {
        Some(line) => (line.to_string(), ["run to line ", &line.to_string()].concat()),
        None => (String::from("start"), String::from("back to the start")),
    };
    let class = match (row.is_current, row.is_ahead) {
        (true, _) => "current",
        (false, true) => "ahead",
        (false, false) => "",
    };
    view! {
        <tr class=class>
            <th scope="row">
                <button
                    class="preset"
                    type="button"
                    aria-label=label
                    aria-current=row.is_current.then_some("step")
                    on:click=press
                >
                    {words}
                </button>
            </th>
            {row.cells.iter().map(cell).collect_view()}
        </tr>
    }
    .into_any()
}

/// The value of a register after a line, emphasized if that line wrote it.
fn cell(cell: &CellView) -> AnyView {
    let value = cell.values.clone();
    let value = if cell.is_changed {
        view! { <strong>{value}</strong> }.into_any()
    } else {
        view! { <span>{value}</span> }.into_any()
    };
    view! {
        <td>
            {value}
            " "
            <span class="lane-hex">{cell.hex.clone()}</span>
            " "
            <span class="muted">{cell.words}</span>
        </td>
    }
    .into_any()
}
