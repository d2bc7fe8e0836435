//! The answer in one row, which stays at the top of the screen once the answer line has scrolled
//! off.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp::internals::quote::one_line;
use ptxfp_view::number::with_minus;
use ptxfp_view::playground::Screen;
use ptxfp_view::playground::glance::{values, word};
use ptxfp_view::playground::instruction::{TokenKind, TokenView};
use ptxfp_view::playground::result::ResultLaneView;

use super::Playground;
use super::answer::{register_digits, staleness};
use crate::browser::elements::focus;
use crate::part::{handler, part};

/// The row; the page shows it while the line is above the screen (`app/mod.rs`).
pub(super) fn pin(page: Playground) -> AnyView {
    part(
        page,
        [0; 2],
        |one, two, _| {
            one.instruction.tokens == two.instruction.tokens
                && one.answer.basis == two.answer.basis
                && one.target == two.target
                && one.result == two.result
        },
        |_, screen, _| screen.has_result().then(|| row(screen)).into_any(),
    )
}

/// The statement, which leads back to its field, with its answer.
fn row(screen: &Screen) -> AnyView {
    let edit = handler(|_: MouseEvent| focus("#instruction"));
    // Operands are shown as the answer beside them is, and on one line; the field has them as they are
    // typed.
    let token = |token: &TokenView| {
        let is_operand = token.kind == TokenKind::Operand;
        let text = if is_operand { with_minus(&token.text) } else { token.text.clone() };
        let text = one_line(text);
        view! { <span class=token.kind.class()>{text}</span> }.into_any()
    };
    let result = &screen.result;
    let is_alone = result.lanes.len() == 1;
    let tag = |lane: &ResultLaneView| {
        let text = if is_alone {
            lane.tag.clone()
        } else {
            [&lane.name, " ", word(lane.certainty)].concat()
        };
        view! { <span class=["guarantee ", lane.certainty.class()].concat()>{text}</span> }
            .into_any()
    };
    view! {
        <div class="pin" id="pin">
            <div class=["wrap", staleness(screen)].concat()>
                <button class="pin-statement" type="button" title="Edit" on:click=edit>
                    {screen.instruction.tokens.iter().map(token).collect_view()}
                </button>
                <span class="pin-answer" aria-hidden="true">
                    <span class="muted">"→ "</span>
                    <strong>{values(&result.lanes)}</strong>
                    " "
                    <code class="register-digits">{register_digits(&result.register)}</code>
                </span>
                <span class="pin-tags" aria-hidden="true">
                    {result.lanes.iter().map(tag).collect_view()}
                    <code class="muted">{screen.target}</code>
                </span>
            </div>
        </div>
    }
    .into_any()
}
