//! The outputs of a program, in view below its text.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::program::Screen;
use ptxfp_view::program::view::ResultView;

use super::Program;
use super::statement::{followed, within};
use crate::part::{At, part};

/// The maximum number of outputs that are shown; all are among the statements.
const N_SHOWN: usize = 4;

/// The first outputs, unless two programs are compared.
pub(super) fn answer(page: Program) -> AnyView {
    part(page, [0; 2], is_same, draw)
}

/// The registers that nothing reads afterwards.
fn outputs(screen: &Screen) -> impl Iterator<Item = &ResultView> {
    let alone = screen.view.beside.is_none().then_some(&screen.view.code.statements);
    alone.into_iter().flatten().flat_map(|it| &it.results).filter(|it| it.is_output)
}

fn is_same(one: &Screen, two: &Screen, _: At) -> bool {
    Arc::ptr_eq(&one.view, &two.view) || outputs(one).eq(outputs(two))
}

fn draw(_: Program, screen: &Screen, _: At) -> AnyView {
    let count = outputs(screen).count();
    let class = match count {
        0 => return ().into_any(),
        1 => "sequence-answer",
        _ => "sequence-answer several",
    };
    let more = count.checked_sub(N_SHOWN + 1).map(|rest| {
        let words = [&(rest + 1).to_string(), " more below"].concat();
        view! { <p class="note">{words}</p> }.into_any()
    });
    view! {
        <section class=class aria-label="outputs">
            {outputs(screen).take(N_SHOWN).map(output).collect_view()}
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
