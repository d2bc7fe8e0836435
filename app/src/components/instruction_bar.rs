//! The instruction band: statement, target, version, legality, chips and diagnostics.

use leptos::prelude::*;

use super::{ChoiceSelect, DiagnosticList, ModifierPicker, StatementInput};
use crate::state::{Edit, Playground, isas, targets};
use crate::view_model::instruction::{FixAction, Legality};

/// The band at the top of the page.
#[component]
pub fn InstructionBar() -> impl IntoView {
    view! {
        <section class="instruction" aria-label="instruction">
            <div class="line">
                <StatementInput />
                <div class="environment">
                    <label>
                        "Target"
                        <ChoiceSelect
                            id="target"
                            names=targets()
                            chosen=|screen| screen.target
                            edit=|name| Edit::Apply(FixAction::Target(name))
                        />
                    </label>
                    <label>
                        "PTX ISA"
                        <ChoiceSelect
                            id="isa"
                            names=isas()
                            chosen=|screen| &screen.isa
                            edit=|name| Edit::Apply(FixAction::Isa(name))
                        />
                    </label>
                    <LegalityPill />
                </div>
            </div>
            <DiagnosticList />
            <ModifierPicker />
        </section>
    }
}

/// The answer to "may this be written?".
#[component]
fn LegalityPill() -> impl IntoView {
    let screen = Playground::expect().screen;
    let legality = move || screen.with(|screen| screen.instruction.legality);
    let mark = move || match legality() {
        Legality::Documented => Some("M2 6.5 5 9.5 10 3"),
        Legality::Undocumented => None,
        Legality::Rejected => Some("M3 3 9 9M9 3 3 9"),
    };
    view! {
        <span
            id="legality"

            class=move || ["legality ", legality().name()].concat()
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
            {move || legality().name()}
        </span>
    }
}
