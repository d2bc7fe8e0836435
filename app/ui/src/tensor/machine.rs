//! The machine code of the instruction.

use leptos::prelude::*;
use ptxfp_view::tensor::machine::MachineView;

use crate::store::Live;

/// The machine code for each target.
#[component]
pub(super) fn Machine(view: Live<MachineView>) -> impl IntoView {
    view.draw(|view| {
        let row = |(targets, code): &(String, String)| {
            view! { <div><dt>{targets.clone()}</dt><dd>{code.clone()}</dd></div> }.into_any()
        };
        view! {
            <section class="tensor-machine" aria-labelledby="tensor-machine">
                <header class="band-head">
                    <h2 id="tensor-machine">"What the assembler makes of it"</h2>
                    <span class="muted">{view.origin}"; without loads and stores"</span>
                </header>
                <dl>{view.rows.iter().map(row).collect_view()}</dl>
            </section>
        }
        .into_any()
    })
}
