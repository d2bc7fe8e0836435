//! The answer line: the statement with its values on the left of the axis, its result on the
//! right.

use leptos::prelude::*;
use ptxfp::eval::Guarantee;
use ptxfp_view::glossary::{self, Term};
use ptxfp_view::playground::Screen;
use ptxfp_view::playground::answer::BasisView;
use ptxfp_view::playground::glance::length_class;
use ptxfp_view::playground::guarantee;
use ptxfp_view::playground::observed::ObservedView;
use ptxfp_view::playground::parts::AnsweredView;
use ptxfp_view::playground::result::{DigitsView, ResultLaneView};

use super::Playground;
use super::environment::Environment;
use super::kinds::Kinds;
use super::reply::{Fields, Hits, Listing, Number, Permitted, Reading};
use super::say::Say;
use super::statement::Statement;
use crate::pieces::observed::{known, observed};
use crate::pieces::term::term;
use crate::pieces::text::{copy_button, unbroken};
use crate::store::Live;

/// The line, and the message below it.
#[component]
pub(super) fn Answer(page: Playground) -> impl IntoView {
    let environment = page.data(|screen| screen.is_statement().then_some(()));
    let (result, known) = (page.data(Screen::answered), page.data(|it| it.observed.clone()));
    view! {
        <section class="answer" id="answer" aria-label="answer line">
            <div class="asking">
                <Statement page view=page.data(|screen| Some(screen.typed()))/>
                <Kinds page view=page.data(Screen::kinds)/>
            </div>
            <div class="asked-as">
                <Reading page view=page.data(Screen::reading)/>
                {environment.shown(move || view! { <Environment page/> }.into_any())}
                <Listing view=page.data(Screen::listing)/>
            </div>
            <Values view=result/>
            <Register view=result/>
            <Observed page view=known/>
            <Number view=page.data(Screen::number)/>
            <Fields view=page.data(Screen::number_bits)/>
            <Permitted view=page.data(Screen::number_line)/>
            <Hits page view=page.data(Screen::hits)/>
        </section>
        <Say page view=page.data(|screen| Some(screen.said_below()))/>
        {known.draw(self::known)}
    }
}

/// The observed result, beside the answer.
#[component]
fn Observed(page: Playground, view: Live<ObservedView>) -> impl IntoView {
    view.draw(move |view| observed(view, &page.home()))
}

/// The number of digits of a register, with their prefix, up to which they have the normal size.
const WIDE: usize = 10;

/// The value of each lane; several have their bits and their guarantee beside them.
#[component]
fn Values(view: Live<AnsweredView>) -> impl IntoView {
    view.draw(values)
}

fn values(view: &AnsweredView) -> AnyView {
    let lanes = &view.result.lanes;
    let is_alone = lanes.len() == 1;
    let lane = |(index, lane): (usize, &ResultLaneView)| {
        let arrow = (index == 0).then(|| {
            // The arrow keeps the line height of the largest value, so that nothing moves with its
            // length.
            view! { <span class="arrow" role="img" aria-label="returns">"→"</span> }.into_any()
        });
        let bits = (!is_alone).then(|| {
            let class = ["hex ", guarantee::digits_class(lane.guarantee)].concat();
            view! {
                <code class=class>{lane.bits.hex.clone()}</code>
                <span class="lane-tag">{tag(lane)}</span>
            }
            .into_any()
        });
        view! {
            <span class="answer-name">{arrow}" "{lane.name.clone()}</span>
            {value(lane, is_alone, view.beat)}
            {bits}
        }
        .into_any()
    };
    let class = if is_alone { "out" } else { "out lanes" };
    let class = [class, view.basis.staleness()].concat();
    view! { <div class=class>{lanes.iter().enumerate().map(lane).collect_view()}</div> }.into_any()
}

/// The value of a lane.
fn value(lane: &ResultLaneView, is_alone: bool, beat: bool) -> AnyView {
    // Two names, so that two changes in a row are both visible.
    let changed = match (lane.is_changed, beat) {
        (false, _) => "",
        (true, false) => " changed-tick",
        (true, true) => " changed-tock",
    };
    let class = ["answer-value", length_class(&lane.value, is_alone), changed].concat();
    let text = lane.value.clone();
    view! { <strong class=class data-answer-lane=lane.index.to_string()>{text}</strong> }.into_any()
}

/// The guarantee of a lane. Exact bits have none that is seen, since the line below the digits says
/// it, but what rounded or clamped them.
fn tag(lane: &ResultLaneView) -> AnyView {
    let class = guarantee::class(lane.guarantee);
    let index = lane.index.to_string();
    let id = ["lane-", &index].concat();
    let words = |text: &str, known: Option<&'static Term>| match known {
        Some(known) => term(known, text, &id),
        None => text.to_owned().into_any(),
    };
    if lane.guarantee != Guarantee::Bits {
        let tag = words(&lane.tag, guarantee::term(lane.guarantee));
        let class = ["guarantee ", class].concat();
        return view! { <span class=class data-guarantee=index>{tag}</span> }.into_any();
    }
    let change = lane.change.as_ref().map(|change| {
        let tag = words(&change.text, glossary::find(change.term));
        view! { <span class="guarantee changed" data-change=index.clone()>{tag}</span> }.into_any()
    });
    view! {
        <span class="unseen" data-guarantee=index.clone()>{lane.tag.clone()}</span>
        {change}
    }
    .into_any()
}

/// The register, with the guarantee if it has one lane; a stale one names its statement.
#[component]
fn Register(view: Live<AnsweredView>) -> impl IntoView {
    view.draw(register)
}

fn register(view: &AnsweredView) -> AnyView {
    let result = &view.result;
    let alone = match &*result.lanes {
        [lane] => Some(tag(lane)),
        _ => None,
    };
    let name = alone.is_none().then(|| [&result.name, " = "].concat());
    let still = match &view.basis {
        BasisView::Other { label, statement } => {
            let (label, statement) = (label.clone(), statement.clone());
            Some(view! { <span class="note">{label}<code>{statement}</code></span> }.into_any())
        }
        BasisView::Line | BasisView::Nothing => None,
    };
    let other_half = (!view.other_half.is_empty())
        .then(|| view! { <span class="note">{view.other_half.clone()}</span> }.into_any());
    // The bits of another statement are not the answer to this one: the button is hidden, and keeps its
    // place.
    let copy = copy_button(&result.hex, "copy-result".to_owned(), "button ghost to-end", "Copy");
    let class = match name {
        Some(_) => "register-line many",
        None if result.hex.len() > WIDE => "register-line wide",
        None => "register-line",
    };
    view! {
        <div class=[class, view.basis.staleness()].concat()>
            {name}
            <code class="register-digits" id="result-register" data-value=result.hex.clone()>
                {register_digits(&result.register)}
            </code>
            <span class="said">{alone}{still}</span>
            {other_half}
            {copy}
            <span class="in-full">{unbroken(&in_full(&result.lanes))}</span>
        </div>
    }
    .into_any()
}

/// The stored value of each lane with every digit: those of several lanes only where the value above
/// lacks some.
fn in_full(lanes: &[ResultLaneView]) -> String {
    if let [lane] = lanes {
        return lane.in_full.clone();
    }
    let lacks =
        |lane: &&ResultLaneView| !lane.in_full.is_empty() && !lane.in_full.ends_with("exactly");
    let texts = lanes.iter().filter(lacks).map(|it| [&it.name, " ", &*it.in_full].concat());
    texts.collect::<Vec<_>>().join("; ")
}

/// The digits of a register, lane by lane.
pub(super) fn register_digits(lanes: &[DigitsView]) -> AnyView {
    let lane = |(index, lane): (usize, &DigitsView)| {
        let prefix = if index == 0 { "0x" } else { "" };
        let digits = [prefix, &lane.digits].concat();
        view! { <span class=["hex ", guarantee::digits_class(lane.guarantee)].concat()>{digits}</span> }
            .into_any()
    };
    lanes.iter().enumerate().map(lane).collect_view().into_any()
}
