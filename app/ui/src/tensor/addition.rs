//! The long addition: a row for each term, its bits under their weights, and what is cut off.

use leptos::prelude::*;
use ptxfp_view::tensor::addition::{StepView, SumView, TermView, TotalView};
use ptxfp_view::tensor::strip::{Bit, ScaleView, StripView};

use crate::pieces::text::powers;
use crate::store::Live;

/// The steps to the result.
#[component]
pub(super) fn Addition(view: Live<Vec<StepView>>) -> impl IntoView {
    view.draw(|steps| {
        view! {
            <section class="addition" aria-labelledby="addition">
                <header class="band-head">
                    <h2 id="addition">"The long addition"</h2>
                    <p class="muted">"exact products, every bit under its weight; what is struck through is cut off"</p>
                </header>
                {steps.iter().map(step).collect_view()}
            </section>
        }
        .into_any()
    })
}

/// The steps without a heading, for other views.
pub(crate) fn steps(steps: &[StepView]) -> AnyView {
    view! { <div class="addition">{steps.iter().map(step).collect_view()}</div> }.into_any()
}

fn step(view: &StepView) -> AnyView {
    match view {
        StepView::Words(words) => {
            view! { <p class="addition-words">{words.clone()}</p> }.into_any()
        }
        StepView::Sum(sum) => table(sum),
    }
}

/// A minus before a number is as in print.
fn signed(exponent: i32) -> String {
    exponent.to_string().replace('-', "\u{2212}")
}

/// A sum.
fn table(view: &SumView) -> AnyView {
    let scale = &view.scale;
    let title =
        (!view.title.is_empty()).then(|| view! { <h3>{view.title.clone()}</h3> }.into_any());
    let label =
        ["terms, ", &*view.title, if view.title.is_empty() { "" } else { ", " }, &view.largest]
            .concat();
    let zeros = view.zeros.as_ref().map(|zeros| {
        view! {
            <tr class="zeros">
                <th scope="row">"rest"</th>
                <td class="factor"></td>
                <td class="factor"></td>
                <td class="product">"0"</td>
                <td class="exponent">{signed(zeros.exponent)}</td>
                <td class="places">{zeros.words.clone()}</td>
                <td class="kept">"0"</td>
            </tr>
        }
        .into_any()
    });
    view! {
        {title}
        <div class="scroll" tabindex="0" role="region" aria-label=label>
            <table
                class="terms"
                style:--columns=scale.n_columns.to_string()
                style:--cut=scale.cut.to_string()
                style:--point=scale.point.map_or_else(|| String::from("-1"), |point| point.to_string())
            >
                <thead>
                    <tr>
                        <th scope="col">"k"</th>
                        <th scope="col" class="factor">"a"</th>
                        <th scope="col" class="factor">"b"</th>
                        <th scope="col" class="product">"a × b"</th>
                        <th scope="col" class="exponent">"exponent"</th>
                        <th scope="col" class="places">{weights(scale)}</th>
                        <th scope="col" class="kept">"kept"</th>
                    </tr>
                </thead>
                <tbody>{view.terms.iter().map(term).collect_view()}{zeros}</tbody>
                <tbody class="totals">{view.totals.iter().map(total).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The weights above the columns.
fn weights(scale: &ScaleView) -> AnyView {
    let weight = |(column, weight): &(usize, i32)| {
        let text = ["2^", &signed(*weight)].concat();
        view! { <span style:--start=column.to_string()>{powers(&text)}</span> }.into_any()
    };
    view! { <div class="weights">{scale.weights.iter().map(weight).collect_view()}</div> }
        .into_any()
}

fn term(view: &TermView) -> AnyView {
    let class = if view.is_largest { "largest" } else { "" };
    let factors = match &view.factors {
        Some([a, b]) => view! {
            <td class="factor">{a.clone()}</td>
            <td class="factor">{b.clone()}</td>
        }
        .into_any(),
        None => view! { <td class="factor"></td><td class="factor"></td> }.into_any(),
    };
    let exponent = if view.is_largest {
        view! { <span class="muted">"largest "</span> }.into_any()
    } else {
        ().into_any()
    };
    view! {
        <tr class=class>
            <th scope="row">{view.name.clone()}</th>
            {factors}
            <td class="product">{view.value.clone()}</td>
            <td class="exponent">{exponent}{signed(view.exponent)}</td>
            <td class="places">{view.strip.as_ref().map(strip)}</td>
            <td class=if view.is_cut { "kept cut" } else { "kept" }>{view.kept.clone()}</td>
        </tr>
    }
    .into_any()
}

fn total(view: &TotalView) -> AnyView {
    let note = (!view.note.is_empty())
        .then(|| view! { " "<span class="muted">{view.note.clone()}</span> }.into_any());
    view! {
        <tr>
            <th scope="row" colspan="5">{view.name}{note}</th>
            <td class="places">{view.strip.as_ref().map(strip)}</td>
            <td class="kept">{view.value.clone()}</td>
        </tr>
    }
    .into_any()
}

/// Bits, each under its weight.
fn strip(view: &StripView) -> AnyView {
    let piece = |(bit, digits): &(Bit, String)| {
        let (digits, length) = (digits.clone(), digits.len().to_string());
        match bit {
            Bit::Kept(true) => view! { <b style:--length=length>{digits}</b> }.into_any(),
            Bit::Kept(false) => view! { <span style:--length=length>{digits}</span> }.into_any(),
            Bit::Cut(_) => view! { <s style:--length=length>{digits}</s> }.into_any(),
        }
    };
    let rest =
        view.goes_on.then(|| view! { <span class="rest" style:--length="1">"…"</span> }.into_any());
    view! {
        <div class="strip">
            <code style:--start=view.start.to_string()>
                {view.pieces.iter().map(piece).collect_view()}{rest}
            </code>
        </div>
    }
    .into_any()
}
