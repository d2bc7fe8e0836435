//! What each statement comes to.

use leptos::ev::Event;
use leptos::prelude::*;
use ptxfp_view::program::view::{
    CodeView, DetailsView, FollowedView, ReadView, ReasonView, RecordView, ResultView,
    StatementView,
};
use ptxfp_view::program::{Edit, Screen};

use super::Program;
use crate::part::{At, handler, part};
use crate::pieces::choice::options;
use crate::pieces::comparison::verdict_class;
use crate::pieces::fold::fold;
use crate::pieces::text::{WRONG, rich, sign};

/// The statements in order, beside those that are compared with them.
#[component]
pub(super) fn Results(page: Program) -> impl IntoView {
    let is_both = move || compared(&page.watch()).is_some();
    view! {
        <div class:sequence-both=is_both>
            {part(page, [0; 2], is_same_first, first)}
            {part(page, [0; 2], is_same_other, other)}
        </div>
    }
}

/// Whether the results of the first statements are the same.
fn is_same_first(one: &Screen, two: &Screen, _: At) -> bool {
    let (one, two) = (&one.view, &two.view);
    one.code.statements == two.code.statements
        && one.linked == two.linked
        && one.beside.is_some() == two.beside.is_some()
}

/// The first statements, and whether they come to what the link recorded.
fn first(page: Program, screen: &Screen, _: At) -> AnyView {
    let view = &screen.view;
    let (title, label) = match view.beside {
        Some(_) => ("The first, statement by statement", "results of the first"),
        None => ("Statement by statement", "results"),
    };
    steps(page, title, label, &view.code, view.linked.as_ref())
}

/// What is compared, where that can be.
fn compared(screen: &Screen) -> Option<&CodeView> {
    let beside = screen.view.beside.as_ref()?;
    beside.compared.is_some().then_some(&beside.code)
}

/// Whether the results of what is compared are the same.
fn is_same_other(one: &Screen, two: &Screen, _: At) -> bool {
    compared(one).map(|code| &code.statements) == compared(two).map(|code| &code.statements)
}

/// What is compared, statement by statement.
fn other(page: Program, screen: &Screen, _: At) -> AnyView {
    let Some(code) = compared(screen) else { return ().into_any() };
    steps(page, "The other, statement by statement", "results of the other", code, None)
}

/// Statements below their heading.
fn steps(
    page: Program,
    title: &'static str,
    label: &'static str,
    code: &CodeView,
    linked: Option<&RecordView>,
) -> AnyView {
    let none = (code.statements.is_empty())
        .then(|| view! { <p class="note">"There is no statement yet."</p> }.into_any());
    let statements = code.statements.iter().map(|view| statement(page, view));
    view! {
        <section class="sequence-band" aria-label=label>
            <header class="band-head"><h2>{title}</h2></header>
            {linked.map(record)}
            {none}
            <ol class="sequence-steps">{statements.collect_view()}</ol>
        </section>
    }
    .into_any()
}

/// Whether the results are those that the link recorded.
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

/// A statement and the registers that it writes.
fn statement(page: Program, statement: &StatementView) -> AnyView {
    let line = statement.line.to_string();
    let parting = statement.is_parting.then(|| {
        view! { <span class="differs">{sign(WRONG)}"the first to differ"</span> }.into_any()
    });
    let contraction = statement
        .contraction
        .as_ref()
        .map(|words| view! { <p class="note">{rich(words)}</p> }.into_any());
    view! {
        <li class=if statement.is_parting { "parting" } else { "" } data-line=line>
            <span class="sequence-line">{line.clone()}</span>
            <div class="sequence-statement"><code>{statement.text.clone()}</code>{parting}</div>
            <div class="sequence-results">
                {statement.results.iter().map(|it| result(page, it)).collect_view()}
                {contraction}
            </div>
            {(!statement.results.is_empty()).then(|| why(page, statement))}
        </li>
    }
    .into_any()
}

/// A register that a statement writes.
fn result(page: Program, result: &ResultView) -> AnyView {
    let class = if result.is_output { "sequence-result output" } else { "sequence-result" };
    view! {
        <div class=class data-result=result.name.clone() data-value=result.hex.clone()>
            <span class="sequence-register">
                <code class="sequence-name">{result.name.clone()}</code>
                " "
                {lens(page, result)}
            </span>
            <code class="lane-hex">{result.hex.clone()}</code>
            <strong class="sequence-value">{result.values.clone()}</strong>
            {signs(result)}
            {result.others.iter().map(alternative).collect_view()}
            {within(result)}
            {result.observed.as_ref().map(followed)}
        </div>
    }
    .into_any()
}

/// What a register is shown as, to be chosen.
fn lens(page: Program, result: &ResultView) -> AnyView {
    if result.lenses.is_empty() || result.hex.is_empty() {
        return view! { <code class="muted">{result.kind}</code> }.into_any();
    }
    let own = if result.kind.is_empty() { "bits" } else { result.kind };
    let names = [own].into_iter().chain(result.lenses.iter().copied());
    let names: Vec<String> = names.map(str::to_owned).collect();
    let chosen = if result.lens.is_empty() { own } else { result.lens };
    let name = result.name.clone();
    let choose = handler(move |event: Event| {
        page.send(Edit::Show(name.clone(), event_target_value(&event)));
    });
    let label = [&*result.name, " shown as"].concat();
    view! {
        <select class="sequence-lens" aria-label=label on:change=choose>
            {options(&names, chosen)}
        </select>
    }
    .into_any()
}

/// The guarantee of a register, the reason why it is not known, and whether nothing reads it.
fn signs(result: &ResultView) -> AnyView {
    let unknown = result.unknown_since.map(|line| {
        let words = ["line ", &line.to_string(), " is not evaluated"].concat();
        view! { <span class="muted">{words}</span> }.into_any()
    });
    let output = result.is_output.then(|| view! { <span class="muted">"output"</span> }.into_any());
    let class = ["guarantee ", result.standing.class].concat();
    view! {
        <span class="sequence-signs">
            <span class=class>{result.standing.words}</span>
            {unknown}
            {output}
        </span>
    }
    .into_any()
}

/// Another result that contraction leaves.
fn alternative((hex, values): &(String, String)) -> AnyView {
    view! {
        <span class="muted other">"or"</span>
        <code class="lane-hex">{hex.clone()}</code>
        <strong class="sequence-value">{values.clone()}</strong>
    }
    .into_any()
}

/// What the register lies within, and the line that leaves its bits open.
fn within(result: &ResultView) -> Option<AnyView> {
    let since = result.open_since.map(|line| {
        let words = ["open since line ", &line.to_string()].concat();
        view! { <span class="sequence-since">{words}</span> }.into_any()
    });
    let range = (!result.within.is_empty())
        .then(|| view! { <span>"within "<code>{result.within.clone()}</code></span> }.into_any());
    (since.is_some() || range.is_some())
        .then(|| view! { <p class="sequence-within muted">{range}{since}</p> }.into_any())
}

/// What follows from what was observed, and whether what is permitted could change it.
fn followed(view: &FollowedView) -> AnyView {
    view! {
        <span class="observed" data-followed=view.hex.clone()>"observed"</span>
        <code class="lane-hex">{view.hex.clone()}</code>
        <strong class="sequence-value">{view.values.clone()}</strong>
        <span class="sequence-signs"><span class="muted">{view.words}</span></span>
    }
    .into_any()
}

/// What was read and what was rounded last, on demand, and a link to the statement alone.
fn why(page: Program, statement: &StatementView) -> AnyView {
    let key = statement.key.clone();
    let toggle = move || page.send(Edit::Fold(key.clone()));
    let is_open = statement.details.is_some();
    let details = statement.details.iter().map(details).collect_view().into_any();
    let link = statement
        .link
        .as_ref()
        .map(|link| view! { <a href=link.clone()>"Open in the playground"</a> }.into_any());
    view! {
        <div class="sequence-why">
            {fold(&statement.key, is_open, toggle, "Why".into_any(), details)} {link}
        </div>
    }
    .into_any()
}

/// What a statement reads, its roundings, and the lines that use what it writes.
fn details(details: &DetailsView) -> AnyView {
    let uses: Vec<String> = details.uses.iter().map(usize::to_string).collect();
    let uses = match &*uses {
        [] => String::from("Nothing reads the result."),
        [only] => ["Read in line ", only, "."].concat(),
        _ => ["Read in lines ", &uses.join(", "), "."].concat(),
    };
    view! {
        {details.reads.iter().map(read).collect_view()}
        {details.reasons.iter().map(reason).collect_view()}
        <p class="muted">{uses}</p>
    }
    .into_any()
}

/// A register that a statement reads.
fn read(read: &ReadView) -> AnyView {
    let from = match read.line {
        Some(line) => [", from line ", &line.to_string()].concat(),
        None => String::from(", an input"),
    };
    let value = if read.value.is_empty() { "not known" } else { &read.value };
    view! {
        <p>
            <code>{read.name.clone()}</code>
            " is "
            <strong>{value.to_owned()}</strong>
            <span class="muted">{from}</span>
        </p>
    }
    .into_any()
}

/// A rounding of a lane.
fn reason(reason: &ReasonView) -> AnyView {
    let lane = (!reason.lane.is_empty())
        .then(|| view! { <code class="muted">{reason.lane.clone()}</code>" " }.into_any());
    view! {
        <p>{lane}<strong>{reason.title}</strong>" "{rich(&reason.sentence)}</p>
    }
    .into_any()
}
