//! The answer in one row, which stays at the top of the screen once the answer line has scrolled
//! off.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp::internals::quote::one_line;
use ptxfp_view::number::with_minus;
use ptxfp_view::playground::glance::values;
use ptxfp_view::playground::guarantee::{class, word};
use ptxfp_view::playground::instruction::{TokenKind, TokenView};
use ptxfp_view::playground::parts::PinView;
use ptxfp_view::playground::result::ResultLaneView;

use super::answer::register_digits;
use crate::browser::elements::focus;
use crate::events::handler;
use crate::store::Live;

/// The row; the page shows it while the line is above the screen (`app/mod.rs`).
#[component]
pub(super) fn Pin(view: Live<PinView>) -> impl IntoView {
    view.draw(row)
}

/// The statement, which leads back to its field, with its answer.
fn row(view: &PinView) -> AnyView {
    let edit = handler(|_: MouseEvent| focus("#instruction"));
    // Operands are shown as the answer beside them is, and on one line; the field has them as they are
    // typed.
    let token = |token: &TokenView| {
        let is_operand = token.kind == TokenKind::Operand;
        let text = if is_operand { with_minus(&token.text) } else { token.text.clone() };
        let text = one_line(text);
        view! { <span class=token.kind.class()>{text}</span> }.into_any()
    };
    let result = &view.result;
    let is_alone = result.lanes.len() == 1;
    let tag = |lane: &ResultLaneView| {
        let text = if is_alone {
            lane.tag.clone()
        } else {
            [&lane.name, " ", word(lane.guarantee)].concat()
        };
        view! { <span class=["guarantee ", class(lane.guarantee)].concat()>{text}</span> }
            .into_any()
    };
    view! {
        <div class="pin" id="pin">
            <div class=["wrap", view.staleness].concat()>
                <button class="pin-statement" type="button" title="Edit" on:click=edit>
                    {view.tokens.iter().map(token).collect_view()}
                </button>
                <span class="pin-answer" aria-hidden="true">
                    <span class="muted">"→ "</span>
                    <strong>{values(&result.lanes)}</strong>
                    " "
                    <code class="register-digits">{register_digits(&result.register)}</code>
                </span>
                <span class="pin-tags" aria-hidden="true">
                    {result.lanes.iter().map(tag).collect_view()}
                    <code class="muted">{view.target}</code>
                </span>
            </div>
        </div>
    }
    .into_any()
}
