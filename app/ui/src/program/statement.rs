//! A statement, with its results and their reasons.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::debug::{Edit as Following, Mark, Run};
use ptxfp_view::program::flow::ReadView;
use ptxfp_view::program::pieces::PieceView;
use ptxfp_view::program::register::{FollowedView, ResultView};
use ptxfp_view::program::results::MarkedView;
use ptxfp_view::program::statements::{DetailsView, ReasonView, StatementView};

use super::Program;
use super::register::name;
use crate::browser::elements::focus;
use crate::events::handler;
use crate::pieces::fold::fold;
use crate::pieces::text::{WRONG, rich, sign};
use crate::store::Live;

/// A statement and the registers that it writes.
#[component]
pub(super) fn Statement(page: Program, view: Live<MarkedView>) -> impl IntoView {
    view.draw(move |view| statement(page, view))
}

fn statement(page: Program, view: &MarkedView) -> AnyView {
    let MarkedView { which: side, place, statement, mark } = view;
    let (side, mark) = (*side, *mark);
    let parting = statement.is_parting.then(|| {
        view! { <span class="differs">{sign(WRONG)}"the first to differ"</span> }.into_any()
    });
    let contraction = statement
        .contraction
        .as_ref()
        .map(|words| view! { <p class="note">{rich(words)}</p> }.into_any());
    let pieces = statement.pieces.iter().map(|it| piece(page, side, it, mark));
    view! {
        <li
            class=class(statement, mark)
            data-line=statement.line.to_string()
            aria-current=(mark.run == Run::Now).then_some("step")
        >
            {line(page, (side, *place), statement, mark)}
            <div class="sequence-statement"><code>{pieces.collect_view()}</code>{parting}</div>
            <div class="sequence-results">
                {statement.results.iter().map(|it| result(page, side, it, mark)).collect_view()}
                {contraction}
            </div>
            {(!statement.results.is_empty()).then(|| why(page, statement))}
        </li>
    }
    .into_any()
}

/// The style classes of a statement.
fn class(statement: &StatementView, mark: Mark) -> String {
    let run = match mark.run {
        Run::Done => "",
        Run::Now => "now",
        Run::Ahead => "ahead",
    };
    let used = match mark {
        Mark { writes: true, .. } => " writes",
        Mark { reads: true, .. } => " reads",
        _ => "",
    };
    [run, used, if statement.is_parting { " parting" } else { "" }].concat()
}

/// The number of the line: a press runs the program up to it, arrows step.
fn line(
    page: Program,
    (side, index): (Which, usize),
    statement: &StatementView,
    mark: Mark,
) -> AnyView {
    let line = statement.line.to_string();
    if side == Which::Other {
        return view! { <span class="sequence-line">{line.clone()}</span> }.into_any();
    }
    let press = handler(move |_: MouseEvent| page.send(Edit::Debug(Following::To(index + 1))));
    let keys = handler(move |event: KeyboardEvent| {
        let edit = match &*event.key() {
            "ArrowDown" => Following::Forward,
            "ArrowUp" => Following::Back,
            "Home" => Following::To(1),
            "End" => Following::To(usize::MAX),
            "Escape" => Following::All,
            _ => return,
        };
        event.prevent_default();
        page.send(Edit::Debug(edit));
        focus("#sequence-steps .sequence-line[tabindex=\"0\"]");
    });
    view! {
        <button
            class="sequence-line"
            type="button"
            tabindex=if mark.is_reached { "0" } else { "-1" }
            aria-label=["run to line ", &line].concat()
            on:click=press
            on:keydown=keys
        >
            {line.clone()}
        </button>
    }
    .into_any()
}

/// A piece of a statement. A register name can be pointed at; it is in the tab order where the
/// register is written.
fn piece(page: Program, side: Which, piece: &PieceView, mark: Mark) -> AnyView {
    let text = piece.text.clone();
    match piece.register {
        Some(register) => name(page, (side, register), text, mark.looked == Some(register), None),
        None => text.into_any(),
    }
}

/// A register that a statement writes.
fn result(page: Program, side: Which, result: &ResultView, mark: Mark) -> AnyView {
    let class = if result.is_output { "sequence-result output" } else { "sequence-result" };
    let is_looked = mark.looked == Some(result.register);
    let is_pressed = Some(is_looked && mark.is_pressed);
    let name = name(page, (side, result.register), result.name.clone(), is_looked, is_pressed);
    view! {
        <div class=class data-result=result.name.clone() data-value=result.hex.clone()>
            <span class="sequence-register">
                <code class="sequence-name">{name}</code>
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

/// The choice of the type that a register is shown as.
fn lens(page: Program, result: &ResultView) -> AnyView {
    if result.lenses.is_empty() || result.hex.is_empty() {
        return view! { <code class="muted">{result.kind}</code> }.into_any();
    }
    super::debug::lens(page, &result.name, result.kind, result.lens, &result.lenses)
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

/// Another result that contraction permits.
fn alternative((hex, values): &(String, String)) -> AnyView {
    view! {
        <span class="muted other">"or"</span>
        <code class="lane-hex">{hex.clone()}</code>
        <strong class="sequence-value">{values.clone()}</strong>
    }
    .into_any()
}

/// The interval of the register, and the line that leaves its bits unspecified.
pub(super) fn within(result: &ResultView) -> Option<AnyView> {
    let since = result.open_since.map(|line| {
        let words = ["unspecified since line ", &line.to_string()].concat();
        view! { <span class="sequence-since">{words}</span> }.into_any()
    });
    let range = (!result.within.is_empty())
        .then(|| view! { <span>"within "<code>{result.within.clone()}</code></span> }.into_any());
    (since.is_some() || range.is_some())
        .then(|| view! { <p class="sequence-within muted">{range}{since}</p> }.into_any())
}

/// The value that follows from observed results, and whether another permitted one could change it.
pub(super) fn followed(view: &FollowedView) -> AnyView {
    view! {
        <span class="observed" data-followed=view.hex.clone()>"observed"</span>
        <code class="lane-hex">{view.hex.clone()}</code>
        <strong class="sequence-value">{view.values.clone()}</strong>
        <span class="sequence-signs"><span class="muted">{view.words}</span></span>
    }
    .into_any()
}

/// The values read and the last rounding, on demand, and a link to the statement alone.
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
            {statement.results.iter().map(|result| watch(page, result)).collect_view()}
        </div>
    }
    .into_any()
}

/// A button that watches a register.
fn watch(page: Program, result: &ResultView) -> Option<AnyView> {
    let is_watched = result.is_watched?;
    let name = result.name.clone();
    let press = handler(move |_: MouseEvent| {
        page.send(Edit::Debug(Following::Watch(name.clone())));
    });
    Some(
        view! {
            <button
                class="text-button"
                type="button"
                aria-pressed=if is_watched { "true" } else { "false" }
                on:click=press
            >
                "Watch "
                <code>{result.name.clone()}</code>
            </button>
        }
        .into_any(),
    )
}

/// The values that a statement reads, its roundings, and the lines that use its results.
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
