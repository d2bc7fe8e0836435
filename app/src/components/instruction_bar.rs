//! The instruction band: statement, target, version, legality, chips and diagnostics.

use leptos::prelude::*;

use super::{DiagnosticList, ModifierPicker, StatementInput};
use crate::state::Playground;
use crate::view_model::instruction::{FixAction, Legality};

/// The band at the top of the page.
#[component]
pub fn InstructionBar() -> impl IntoView {
    view! {
        <section class="instruction" aria-label="instruction">
            <div class="line">
                <StatementInput />
                <div class="environment">
                    <TargetSelect />
                    <IsaSelect />
                    <LegalityPill />
                </div>
            </div>
            <DiagnosticList />
            <ModifierPicker />
        </section>
    }
}

/// Chooses the target.
#[component]
fn TargetSelect() -> impl IntoView {
    let playground = Playground::expect();
    let target = playground.target_name;
    view! {
        <label>
            "Target"
            <select
                id="target"
                on:change:target=move |event| {
                    playground.apply(FixAction::Target(event.target().value()));
                }
            >
                {playground
                    .targets()
                    .into_iter()
                    .map(|name| {
                        let own = name.clone();
                        view! {
                            <option value=name.clone() prop:selected=move || target.get() == own>
                                {name.clone()}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}

/// Chooses the version of the ISA.
#[component]
fn IsaSelect() -> impl IntoView {
    let playground = Playground::expect();
    let isa = playground.isa_name;
    view! {
        <label>
            "PTX ISA"
            <select
                id="isa"
                on:change:target=move |event| {
                    playground.apply(FixAction::Isa(event.target().value()));
                }
            >
                {playground
                    .isas()
                    .into_iter()
                    .map(|name| {
                        let own = name.clone();
                        view! {
                            <option value=name.clone() prop:selected=move || isa.get() == own>
                                {name.clone()}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}

/// The answer to "may this be written?".
#[component]
fn LegalityPill() -> impl IntoView {
    let instruction = Playground::expect().instruction;
    let legality = Memo::new(move |_| instruction.with(|view| view.legality));
    let mark = move || match legality.get() {
        Legality::Documented => Some("M2 6.5 5 9.5 10 3"),
        Legality::Undocumented => None,
        Legality::Rejected => Some("M3 3 9 9M9 3 3 9"),
    };
    view! {
        <span
            id="legality"

            class=move || ["legality ", legality.get().name()].concat()
        >
            {move || {
                mark().map(|d| {
                    view! {
                        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                            <path d=d />
                        </svg>
                    }
                })
            }}
            {move || legality.get().name()}
        </span>
    }
}
