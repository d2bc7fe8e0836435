//! The instruction band: statement, target, version, legality, chips and diagnostics.

use leptos::prelude::*;

use super::drawn::{drawing, drawn};
use super::result_panel::{RIGHT, WRONG, sign};
use super::{ChoiceSelect, DiagnosticList, ModifierPicker, StatementInput};
use crate::markup::Markup;
use crate::state::{Edit, Playground, isas, targets};
use crate::view_model::instruction::{FixAction, Legality};
use crate::view_model::screen::Screen;

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
                            chosen=|screen| screen.target.to_owned()
                            edit=|name| Edit::Apply(FixAction::Target(name))
                        />
                    </label>
                    <label>
                        "PTX ISA"
                        <ChoiceSelect
                            id="isa"
                            names=isas()
                            chosen=|screen| screen.isa.clone()
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
    let class = Playground::expect()
        .reads(|screen| ["legality ", screen.instruction.legality.name()].concat());
    view! { <span id="legality" class=class use:drawn=drawing(legality)></span> }
}

/// The sign and the word.
fn legality(screen: &Screen, markup: &mut Markup) {
    let legality = screen.instruction.legality;
    match legality {
        Legality::Documented => sign(markup, RIGHT),
        Legality::Undocumented => {}
        Legality::Rejected => sign(markup, WRONG),
    }
    markup.text(legality.name());
}
