//! The outputs of a program, in view below its text.

use leptos::prelude::*;
use ptxfp_view::program::outputs::OutputsView;
use ptxfp_view::program::register::ResultView;

use super::statement::{followed, within};
use crate::store::Live;

/// The first outputs, unless two programs are compared.
#[component]
pub(super) fn Outputs(view: Live<OutputsView>) -> impl IntoView {
    view.draw(outputs)
}

fn outputs(view: &OutputsView) -> AnyView {
    let is_alone = view.outputs.len() == 1;
    let class = if is_alone { "sequence-answer" } else { "sequence-answer several" };
    let more = (view.n_more > 0).then(|| {
        let words = [&view.n_more.to_string(), " more below"].concat();
        view! { <p class="note">{words}</p> }.into_any()
    });
    view! {
        <section class=class aria-label="outputs">
            {view.outputs.iter().map(output).collect_view()}
            {more}
        </section>
    }
    .into_any()
}

/// Name, value, bits and guarantee of an output.
fn output(result: &ResultView) -> AnyView {
    let class = result.standing.class;
    let digits = if class.is_empty() { "hex".into() } else { ["hex ", class, "-digits"].concat() };
    let observed = result
        .observed
        .as_ref()
        .map(|it| view! { <p class="sequence-within">{followed(it)}</p> }.into_any());
    view! {
        <div class="sequence-output" data-output=result.name.clone()>
            <code class="sequence-name">{result.name.clone()}</code>
            <span class="muted" aria-hidden="true">"→"</span>
            <strong class="answer-value">{result.values.clone()}</strong>
            <code class=digits>{result.hex.clone()}</code>
            <span class=["guarantee ", class].concat()>{result.standing.words}</span>
            {within(result)}
            {observed}
        </div>
    }
    .into_any()
}
