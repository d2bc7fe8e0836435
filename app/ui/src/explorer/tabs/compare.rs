//! Compare: instructions side by side, and the search for operands on which they differ.

use std::rc::Rc;

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use ptxfp::explore::difference::By;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::compare::Edit as Change;
use ptxfp_view::explorer::tabs::compare::operands::OwnView;
use ptxfp_view::explorer::tabs::compare::view::{ComparedView, OffersView, RowsView};

use crate::events::{Sink, handler};
use crate::explorer::Explorer;
use crate::field::shown;
use crate::pieces::comparison::{Act, button, by, result, search, verdict};
use crate::pieces::text::rich;
use crate::store::Live;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    view! {
        <div class="compare">
            <Rows page view=page.data(|screen| Some(screen.compare()?.compared.clone()))/>
            <Draft page view=page.data(|screen| Some(screen.compare()?.draft.clone()))/>
            <Offers page view=page.data(|screen| Some(screen.compare()?.offers.clone()))/>
        </div>
    }
    .into_any()
}

/// Makes a change.
fn send(page: Explorer, change: Change) {
    page.send(Edit::Compare(change));
}

/// The instructions, the present one first.
#[component]
fn Rows(page: Explorer, view: Live<RowsView>) -> impl IntoView {
    view.draw(move |view| rows(page, view))
}

fn rows(page: Explorer, view: &RowsView) -> AnyView {
    let rows = view.rows.iter().enumerate();
    let rows = rows.map(|(index, row)| compared(page, row, index.checked_sub(1)));
    let send: Sink<By> = Rc::new(move |by| send(page, Change::By(by)));
    view! {
        {view.by.map(|chosen| by(chosen, send))}
        <ol class="compared">{rows.collect_view()}</ol>
    }
    .into_any()
}

/// One instruction; the present one has no number.
fn compared(page: Explorer, row: &ComparedView, place: Option<usize>) -> AnyView {
    let beside = match place {
        Some(place) => beside(page, row, place),
        None => view! { <p class="note">"Current"</p> }.into_any(),
    };
    view! {
        <li>
            <p class="compared-head">
                <code>{row.spelling.clone()}</code>
                <span class="muted">{[" on ", &row.place].concat()}</span>
            </p>
            {result("", &row.digits, &row.values)}
            {beside}
        </li>
    }
    .into_any()
}

/// The verdict on an instruction compared with the present one, and the actions on it.
fn beside(page: Explorer, row: &ComparedView, place: usize) -> AnyView {
    let search_acts: Sink<Act> = Rc::new(move |act| {
        send(
            page,
            match act {
                Act::Search => Change::Search(place),
                Act::Stop => Change::Stop,
                Act::Load => Change::Load(place),
            },
        );
    });
    let name = place.to_string();
    let act = |hook: &str, words, change: fn(usize) -> Change| {
        button("text-button", [hook, &name].concat(), words, move || send(page, change(place)))
    };
    let own = if row.operands.is_empty() {
        search(&row.search, &name, &search_acts)
    } else {
        let own = row.operands.iter().enumerate();
        let own = own.map(|(index, own)| own_operand(page, place, index, own));
        view! { <div class="own-operands">{own.collect_view()}</div> }.into_any()
    };
    view! {
        {verdict(row.verdict, row.is_same, row.reason.as_ref())}
        {own}
        <p class="compared-acts">
            {act("swap ", "Open", Change::Swap)}
            " "
            {act("remove ", "Remove", Change::Remove)}
        </p>
    }
    .into_any()
}

/// The field for one of its own operands.
fn own_operand(page: Explorer, place: usize, index: usize, own: &OwnView) -> AnyView {
    let typed = handler(move |event: Event| {
        send(page, Change::Operand(place, index, event_target_value(&event)));
    });
    let left = handler(move |_: FocusEvent| send(page, Change::Settle));
    let is_wrong = !own.wrong.is_empty();
    view! {
        <label>
            <code>{own.name}</code>
            <input
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                data-compare=["operand ", &place.to_string(), " ", own.name].concat()
                aria-invalid=if is_wrong { "true" } else { "false" }
                prop:shown=shown(&own.text)
                on:input=typed
                on:focusout=left
            />
            <span class="muted">{own.value.clone()}</span>
            <span class="entry-note wrong">{own.wrong.clone()}</span>
        </label>
    }
    .into_any()
}

/// The field for another instruction.
#[component]
fn Draft(page: Explorer, view: Live<String>) -> impl IntoView {
    view.draw(move |draft| field(page, draft))
}

fn field(page: Explorer, draft: &str) -> AnyView {
    let type_ = handler(move |event: Event| send(page, Change::Draft(event_target_value(&event))));
    let press = handler(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            send(page, Change::Add(event_target_value(&event)));
        }
    });
    view! {
        <div class="compare-add">
            <label for="compare-draft">"Compare with"</label>
            <input
                id="compare-draft"
                type="text"
                spellcheck="false"
                autocomplete="off"
                aria-describedby="compare-hint compare-wrong"
                prop:shown=shown(draft)
                on:input=type_
                on:keydown=press
            />
            {adder(page, "button", "Add", draft.to_owned())}
            <span class="note" id="compare-hint">
                "an instruction, optionally @target: "<code>"mul.f32@sm_75"</code>
            </span>
        </div>
    }
    .into_any()
}

/// The error in it, related instructions, and comparisons of whole programs.
#[component]
fn Offers(page: Explorer, view: Live<OffersView>) -> impl IntoView {
    view.draw(move |view| offers(page, view))
}

fn offers(page: Explorer, view: &OffersView) -> AnyView {
    let offer =
        |offer: &String| view! { {adder(page, "text-button", offer, offer.clone())}" " }.into_any();
    let offers = (!view.offers.is_empty()).then(|| {
        let offers = view.offers.iter().map(offer).collect_view();
        view! { <p class="note compare-offers">"Related: "{offers}</p> }.into_any()
    });
    let unfused = view.unfused.clone().map(|(words, link)| {
        view! { <a class="text-button" href=link data-compare="unfused">{words}", as programs"</a> }
            .into_any()
    });
    view! {
        <p class="entry-note wrong" id="compare-wrong">{rich(&view.wrong)}</p>
        {offers}
        <p class="compare-ways">
            {button("text-button", "twice".to_owned(), "Two sets of operands", move || send(page, Change::Twice))}
            <a class="text-button" href=view.sequence.clone()>"Compare as programs"</a>
            {unfused}
        </p>
    }
    .into_any()
}

/// A button that adds an instruction to the comparison.
fn adder(page: Explorer, class: &'static str, words: &str, instruction: String) -> AnyView {
    let add = handler(move |_: MouseEvent| send(page, Change::Add(instruction.clone())));
    view! { <button class=class type="button" on:click=add>{words.to_owned()}</button> }.into_any()
}
