//! The contents of the card.

use leptos::prelude::*;
use ptxfp::link::Verdict;
use ptxfp_view::card::{CardView, FaceView, OperandView, PlacedView, RecordView, RejectedView};
use ptxfp_view::playground::result::ResultLaneView;

use crate::pieces::comparison::verdict_class;
use crate::pieces::glance::{Lane, lanes, spelling};
use crate::pieces::observed::observed;
use crate::pieces::text::{RIGHT, WRONG, marked_digits, rich, section_link, sign};
use crate::playground::ruler::ruler;
use crate::store::Live;

/// The statement with its target, its answer, the result that a page recorded, and the reason. A
/// compact card also has the operands as stored and the rulers.
#[component]
pub(super) fn Face(view: Live<PlacedView>) -> impl IntoView {
    view.draw(face)
}

fn face(view: &PlacedView) -> AnyView {
    let link = view.link.clone().map(way_out);
    let card = match &view.face {
        FaceView::Result(card) => card,
        FaceView::Rejected(card) => return rejected(card, link),
    };
    let home = view.home;
    view! {
        <article class="card" data-value=card.hex.clone()>
            {statement(card)}
            {answer(card)}
            {card.observed.as_ref().map(|view| observed(view, home))}
            {more(card)}
            <footer class="card-foot">
                <p class="card-why">{card.record.as_ref().map(recorded)}{rich(&card.why)}</p>
                <p class="card-link"><span class="card-place">{card.place.clone()}</span>{link}</p>
            </footer>
        </article>
    }
    .into_any()
}

/// The link to the state in the playground.
fn way_out(href: String) -> AnyView {
    view! { <a href=href target="_blank" rel="noopener">"Open in the playground"</a> }.into_any()
}

/// A statement that is rejected, with the reason and what would make it legal; or a question.
fn rejected(card: &RejectedView, link: Option<AnyView>) -> AnyView {
    let section =
        card.section.as_ref().map(|section| view! { " "{section_link(section)} }.into_any());
    let fix = |fix: &String| view! { " "{rich(fix)}"." }.into_any();
    let badge = (!card.is_question).then(|| {
        view! { <span class="legality rejected">{sign(WRONG)}"rejected"</span> }.into_any()
    });
    view! {
        <article class="card" data-rejected>
            <p class="card-head">
                <code class="card-statement">{card.statement.clone()}</code>
                <span class="card-place">{card.place.clone()}</span>
            </p>
            <div class="card-answer">
                <span class="card-badges">{badge}</span>
            </div>
            <footer class="card-foot">
                <p class="card-why">
                    {rich(&card.reason)}
                    {section}
                    {card.fixes.iter().map(fix).collect_view()}
                </p>
                <p class="card-link"><span class="card-place">{card.place.clone()}</span>{link}</p>
            </footer>
        </article>
    }
    .into_any()
}

/// The statement with its values and its target.
fn statement(card: &CardView) -> AnyView {
    view! {
        <p class="card-head">
            <code class="card-statement">
                {spelling(&card.pieces)}
                " "
                {card.operands.clone()}
            </code>
            <span class="card-place">{card.place.clone()}</span>
        </p>
    }
    .into_any()
}

/// The value of each lane with its bits and their guarantee, and the verdict on a record.
fn answer(card: &CardView) -> AnyView {
    fn lane(lane: &ResultLaneView) -> Lane<'_> {
        Lane {
            name: &lane.name,
            value: &lane.value,
            hex: &lane.bits.hex,
            guarantee: lane.guarantee,
            tag: &lane.tag,
        }
    }
    let register = (card.lanes.len() > 1).then(|| {
        let text = [&card.name, " = ", &*card.hex].concat();
        view! { <code class="card-register">{text}</code> }.into_any()
    });
    let undocumented = card
        .is_undocumented
        .then(|| view! { <span class="legality undocumented">"undocumented"</span> }.into_any());
    let verdict = card.record.as_ref().map(|record| {
        let verdict = record.verdict;
        let mark = if verdict == Verdict::Differs { WRONG } else { RIGHT };
        view! { <span class=verdict_class(verdict) data-verdict>{sign(mark)}{verdict.word()}</span> }
            .into_any()
    });
    view! {
        <div class="card-answer">
            {lanes(card.lanes.iter().map(lane))}
            {register}
            <span class="card-badges">{undocumented}{verdict}</span>
        </div>
    }
    .into_any()
}

/// The result that the page around it recorded, if that is not the present one.
fn recorded(record: &RecordView) -> AnyView {
    let class = match record.verdict {
        Verdict::Reproduced => return ().into_any(),
        Verdict::Observed | Verdict::Permitted => "card-record",
        Verdict::Differs => "card-record differs",
    };
    let reasons = record.reasons.iter().map(|reason| ["; ", reason].concat().into_any());
    view! {
        <span class=class>
            "The page recorded "
            {marked_digits(&record.digits)}
            {reasons.collect_view()}
            ". "
        </span>
    }
    .into_any()
}

/// The operands and the result as stored, and the rulers.
fn more(card: &CardView) -> AnyView {
    let row = |operand: &OperandView| {
        view! {
            <tr>
                <th scope="row">{operand.name}</th>
                <td>{operand.value.clone()}</td>
                <td>{operand.hex.clone()}</td>
            </tr>
        }
        .into_any()
    };
    let has_names = card.lanes.len() > 1;
    let line = |lane: &ResultLaneView| {
        let name = has_names.then(|| view! { <p class="note">{lane.name.clone()}</p> }.into_any());
        lane.line.as_ref().map(|line| view! { <div>{name}{ruler(line)}</div> }.into_any())
    };
    view! {
        <div class="card-more">
            <table aria-label="operands as stored">{card.stored.iter().map(row).collect_view()}</table>
            <div class="card-rulers">{card.lanes.iter().map(line).collect_view()}</div>
        </div>
    }
    .into_any()
}
