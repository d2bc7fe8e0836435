//! The list of chapters, and practice.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use ptxfp::internals::course::{GENERATORS, Generator};
use ptxfp_view::chapters::{CHAPTERS, Listed, ListedPage};
use ptxfp_view::learn::Edit;
use ptxfp_view::learn::screen::{ContentsView, level};

use super::Learn;
use crate::browser::memory::{self, AGAIN};
use crate::events::handler;
use crate::store::Live;

/// The chapters, the practice, and what comes again.
#[component]
pub(super) fn Contents(page: Learn, view: Live<ContentsView>) -> impl IntoView {
    view.draw(move |view| contents(page, view))
}

fn contents(page: Learn, view: &ContentsView) -> AnyView {
    let problem = (!view.problem.is_empty()).then(|| {
        view! { <p class="diagnostic" data-wrong="all">{view.problem.clone()}</p> }.into_any()
    });
    view! {
        <section class="learn-contents">
            {problem}
            <h2>"Learn what floating-point numbers are, and what GPUs do with them"</h2>
            <p class="learn-lead">
                "Ten chapters, one idea a page. Each page ends with a question or a puzzle. Nothing is assumed: the first chapter begins with a bit. All of it takes about two hours."
            </p>
            <ol class="learn-chapters">{CHAPTERS.iter().map(chapter).collect_view()}</ol>
            <h2>"Practice"</h2>
            <p class="learn-lead">
                "Exercises without end. Each has a link with which it comes back the same, and "
                <a href="#sheet/1">"a sheet"</a>" has as many as you want, to print."
            </p>
            <ul class="learn-practice">{GENERATORS.iter().map(generator).collect_view()}</ul>
            {again(page, view)}
            <h2>"More"</h2>
            <p class="learn-lead">
                <a href="#gallery">"All surprises"</a>" in one list, each with results to try. "
                <a href="#glossary">"Terms"</a>", each in a sentence. "
                <a href="learn/">"The course without JavaScript"</a>"."
            </p>
        </section>
    }
    .into_any()
}

fn chapter(listed: &Listed) -> AnyView {
    let page = |page: &ListedPage| {
        let address = ["#learn/", listed.slug, "/", page.slug].concat();
        view! { <li><a href=address>{page.title}</a></li> }.into_any()
    };
    view! {
        <li>
            <h3><a href=["#learn/", listed.slug].concat()>{listed.title}</a></h3>
            <p class="muted">{listed.minutes}" minutes, "{listed.pages.len().to_string()}" pages"</p>
            <details>
                <summary>"Pages"</summary>
                <ol>{listed.pages.iter().map(page).collect_view()}</ol>
            </details>
        </li>
    }
    .into_any()
}

fn generator(generator: &Generator) -> AnyView {
    let address = ["#exercise/", generator.name, "/1"].concat();
    view! {
        <li>
            <a href=address>{generator.title}</a>
            " "<span class="muted">{level(generator.level)}</span>
        </li>
    }
    .into_any()
}

/// Exercises that went wrong, if the reader wants them to be remembered.
fn again(page: Learn, view: &ContentsView) -> AnyView {
    let is_kept = view.is_kept;
    let press = handler(move |_: MouseEvent| {
        page.send(Edit::Remember(!is_kept));
        memory::keep(AGAIN, (!is_kept).then_some(""));
    });
    let link = |(address, name): &(String, String)| {
        view! { <li><a href=address.clone()>{name.clone()}</a></li> }.into_any()
    };
    let list = (!view.again.is_empty()).then(|| {
        view! { <ol class="learn-again">{view.again.iter().map(link).collect_view()}</ol> }
            .into_any()
    });
    let empty = is_kept && view.again.is_empty() && view.later.is_empty();
    let note = if empty { "Nothing has gone wrong yet." } else { &*view.later };
    let note =
        (!note.is_empty()).then(|| view! { <p class="note">{note.to_owned()}</p> }.into_any());
    view! {
        <h2>"Again"</h2>
        <p class="learn-lead">
            "This browser can remember the exercises that went wrong, so that they come again: at once, and after right answers in 1, 3, 7 and 21 days. Nothing leaves it."
        </p>
        <p>
            <button class="button" type="button" id="learn-remember" on:click=press>
                {if is_kept { "Forget them" } else { "Remember what went wrong" }}
            </button>
        </p>
        {list}
        {note}
    }
    .into_any()
}
