//! Sharing a state: the card as others will see it, its link, a line of text, and pictures.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp_view::card::{Edit, Screen, ShareView, SnippetView, picture, snippets};

use super::Card;
use super::face::Face;
use crate::browser::pictures::{is_dark, save_png};
use crate::browser::save::save;
use crate::events::handler;
use crate::pieces::text::copy_button;
use crate::store::Live;

/// The name of a picture.
const SVG: &str = "ptx-float.svg";
const PNG: &str = "ptx-float.png";

/// The contents of the dialog.
pub(super) fn sharing(page: Card) -> AnyView {
    let has_result = page.data(|screen| screen.face.result().map(|_| ()));
    view! {
        <Face view=page.data(|screen| Some(screen.placed()))/>
        <Copies page view=page.data(|screen| screen.share.clone())/>
        <Snippets view=page.data(snippets)/>
        {has_result.shown(move || pictures(page))}
    }
    .into_any()
}

/// Buttons that save a picture of the card.
fn pictures(page: Card) -> AnyView {
    let pictures = [("save-svg", "Save SVG", false), ("save-png", "Save PNG", true)];
    let picture = |(id, words, is_png): (&'static str, &'static str, bool)| {
        let press = handler(move |_: MouseEvent| take(&page.screen(), is_png));
        view! { <button class="button" type="button" id=id on:click=press>{words}</button> }
            .into_any()
    };
    view! {
        <div class="share-pictures" role="group" aria-label="picture of the card">
            {pictures.map(picture).collect_view()}
            <span class="note">"Uses the current theme."</span>
        </div>
    }
    .into_any()
}

/// The link and the line of text, each with a button.
#[component]
fn Copies(page: Card, view: Live<ShareView>) -> impl IntoView {
    view.draw(move |share| copies(page, share))
}

fn copies(page: Card, share: &ShareView) -> AnyView {
    let choices = share.is_bare.map(|is_bare| choices(page, is_bare));
    let note = match share.is_bare {
        None => "Recipients see the answer to the same text.",
        Some(true) => "Recipients see the playground's current answer.",
        Some(false) => "Recipients also see whether the result is still the same.",
    };
    view! {
        <section class="share-copy">
            <header class="band-head">
                <h3>"Link"</h3>
                {choices}
                {copy_button(&share.link, "copy-shared".to_owned(), "button primary to-end", "Copy link")}
            </header>
            <code class="share-text" id="shared-link">{share.link.clone()}</code>
            <p class="note">{note}</p>
        </section>
        <section class="share-copy">
            <header class="band-head">
                <h3>"Text"</h3>
                {copy_button(&share.text, "copy-line".to_owned(), "button to-end", "Copy text")}
            </header>
            <code class="share-text">{share.text.clone()}</code>
        </section>
    }
    .into_any()
}

/// Texts for documents and other pages.
#[component]
fn Snippets(view: Live<Vec<SnippetView>>) -> impl IntoView {
    view.draw(|all| all.iter().map(snippet).collect_view().into_any())
}

/// The choice of a link with the result or without.
fn choices(page: Card, is_bare: bool) -> AnyView {
    let choice = |(words, value): (&'static str, bool)| {
        let press = handler(move |_: MouseEvent| page.send(Edit::Bare(value)));
        let pressed = if is_bare == value { "true" } else { "false" };
        view! { <button type="button" aria-pressed=pressed on:click=press>{words}</button> }
            .into_any()
    };
    let choices = [("with the result", false), ("without", true)].map(choice).collect_view();
    view! { <span class="segmented" role="group" aria-label="link">{choices}</span> }.into_any()
}

/// A text for a document or another page, which is shown on demand.
fn snippet(view: &SnippetView) -> AnyView {
    let id = ["copy-shared-", view.name].concat();
    view! {
        <section class="share-copy snippet">
            {copy_button(&view.text, id, "button", "Copy")}
            <details>
                <summary><b>{view.title}</b>" "<span class="note">{view.note}</span></summary>
                <code class="share-text">{view.text.clone()}</code>
            </details>
        </section>
    }
    .into_any()
}

/// Saves a picture of the card.
fn take(screen: &Screen, is_png: bool) {
    let Some(svg) = picture(screen, is_dark()) else { return };
    if is_png { save_png(PNG, &svg) } else { save(SVG, &svg) }
}
