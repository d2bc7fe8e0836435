//! What is wrong with the statement.

use leptos::prelude::*;

use super::RichText;
use super::chip_line::section_link;
use crate::state::{Edit, Playground};
use crate::view_model::instruction::{DiagnosticView, FixView};

/// One bar per diagnostic: a sentence, its section, and buttons that lead out of it.
#[component]
pub fn DiagnosticList() -> impl IntoView {
    let screen = Playground::expect().screen;
    let diagnostics = move || screen.with(|screen| screen.instruction.diagnostics.clone());
    view! {
        <div id="diagnostics">
            {move || diagnostics().into_iter().map(diagnostic).collect_view()}
        </div>
    }
}

/// One diagnostic.
fn diagnostic(item: DiagnosticView) -> impl IntoView {
    let fatal = item.fatal;
    let class = if fatal { "diagnostic" } else { "diagnostic warning" };
    let buttons = item
        .fixes
        .into_iter()
        .enumerate()
        .map(|(index, fix)| {
            let class = if index == 0 { "button primary" } else { "button" };
            view! { <FixButton fix=fix class=class /> }
        })
        .collect_view();
    view! {
        <div class=class data-code=item.code>
            <p>
                <strong><RichText text=item.message /></strong>
                {item.section.map(|section| view! { " " {section_link(section)} })}
            </p>
            {fatal
                .then(|| {
                    view! {
                        <div class="fixes">
                            {buttons}
                            <span class="note">"The result stays that of the last legal line."</span>
                        </div>
                    }
                })}
        </div>
    }
}

/// A button that leads out of a problem.
#[component]
pub fn FixButton(
    /// The way out.
    fix: FixView,
    /// Its style class.
    class: &'static str,
) -> impl IntoView {
    let playground = Playground::expect();
    view! {
        <button
            type="button"
            class=class
            on:click=move |_| playground.send(Edit::Apply(fix.action.clone()))
        >
            <RichText text=fix.label.clone() />
        </button>
    }
}
