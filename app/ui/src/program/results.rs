//! The results of each statement, and the registers at a step.

use leptos::prelude::*;
use ptxfp_view::program::Screen;
use ptxfp_view::program::view::{CodeView, RecordView};

use super::debug::{bar, registers, watch};
use super::{Program, statement};
use crate::part::{At, part};
use crate::pieces::comparison::verdict_class;

/// The statements in order, beside those of the comparison, or the registers at a step.
#[component]
pub(super) fn Results(page: Program) -> impl IntoView {
    let is_both = Memo::new(move |_| compared(&page.watch()).is_some());
    let is_stepping = Memo::new(move |_| page.watch().debug.step.place.is_some());
    let other = move || is_both.get().then(|| side(page, 1));
    view! {
        <div class:sequence-both=move || is_both.get() class:stepping=move || is_stepping.get()>
            {side(page, 0)}
            {other}
            {part(page, [0; 2], |one, two, _| one.debug.step == two.debug.step, registers)}
        </div>
        {part(page, [0; 2], |one, two, _| one.debug.watch == two.debug.watch, watch)}
    }
}

/// The other sequence, if it can be compared.
fn compared(screen: &Screen) -> Option<&CodeView> {
    let beside = screen.view.beside.as_ref()?;
    beside.compared.is_some().then_some(&beside.code)
}

/// The statements of one of the programs below their heading. Each is a part; all are rebuilt when
/// their number changes.
fn side(page: Program, side: usize) -> AnyView {
    let count = Memo::new(move |_| {
        let screen = page.watch();
        let code = if side == 0 { Some(&screen.view.code) } else { compared(&screen) };
        code.map_or(0, |code| code.statements.len())
    });
    let statements = move || {
        let all = 0..count.get();
        all.map(|index| part(page, [side, index], statement::is_same, statement::draw))
            .collect_view()
    };
    let (label, steps) = if side == 0 {
        ("results", "sequence-steps")
    } else {
        ("results of the other", "other-steps")
    };
    view! {
        <section class="sequence-band" aria-label=label>
            {part(page, [side, 0], is_same_head, head)}
            <ol class="sequence-steps" id=steps>{statements}</ol>
        </section>
    }
    .into_any()
}

/// Whether the head above the statements is unchanged.
fn is_same_head(one: &Screen, two: &Screen, [side, _]: At) -> bool {
    side != 0
        || one.view.linked == two.view.linked
            && one.view.beside.is_some() == two.view.beside.is_some()
            && one.debug.step.place == two.debug.step.place
            && one.debug.step.count == two.debug.step.count
            && one.debug.uses == two.debug.uses
}

/// The head above the statements: a title, the steps, and the comparison with the link's record.
fn head(page: Program, screen: &Screen, [side, _]: At) -> AnyView {
    let title = match (side, &screen.view.beside) {
        (0, None) => "Statement by statement",
        (0, Some(_)) => "The first, statement by statement",
        _ => "The other, statement by statement",
    };
    let is_first = side == 0;
    let count = screen.debug.step.count;
    let none = (is_first && count == 0)
        .then(|| view! { <p class="note">"There is no statement yet."</p> }.into_any());
    view! {
        <header class="band-head"><h2>{title}</h2></header>
        {(is_first && count > 0).then(|| bar(page, screen))}
        {screen.view.linked.as_ref().filter(|_| is_first).map(record)}
        {none}
    }
    .into_any()
}

/// The comparison of the results with the link's record.
fn record(linked: &RecordView) -> AnyView {
    let class = verdict_class(linked.verdict);
    let differences = linked.differences.iter().map(|words| ["; ", words].concat());
    view! {
        <p class="linked" id="sequence-linked">
            <span class=class>{linked.verdict.word()}</span>
            " what the link recorded"
            {differences.collect_view()}
        </p>
    }
    .into_any()
}
