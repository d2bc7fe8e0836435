//! The news of each version of PTX.

use leptos::prelude::*;
use ptxfp_view::library::news::{BroughtView, NewsView, VersionView};

use crate::pieces::text::rich;
use crate::store::Live;

/// Links to the versions, then what each brought, if that is the view.
#[component]
pub(super) fn News(view: Live<NewsView>) -> impl IntoView {
    view.draw(news)
}

fn news(view: &NewsView) -> AnyView {
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="diagnostic">{rich(&view.problem)}</p> }.into_any());
    let link = |version: &VersionView| {
        let link = ["#", &*version.fragment].concat();
        view! { <a href=link>{version.version.clone()}</a> }.into_any()
    };
    view! {
        <div class="news">
            <p class="note">
                "Floating-point forms, modifiers and targets, by the version of the PTX ISA that "
                "introduced them. "<a href="#reference">"All forms"</a>
            </p>
            <nav class="news-index" aria-label="versions">
                {view.versions.iter().map(link).collect_view()}
            </nav>
            {problem}
            {view.versions.iter().map(version).collect_view()}
        </div>
    }
    .into_any()
}

/// A version.
fn version(view: &VersionView) -> AnyView {
    let query = view.query.as_ref().map(|query| {
        let link = ["#", &**query].concat();
        view! { <p class="note"><a href=link>"Forms since then, in the Reference"</a></p> }
            .into_any()
    });
    view! {
        <section>
            <details open=view.is_open>
                <summary>
                    <h2 id=view.id.clone() tabindex="-1">"PTX ISA "{view.version.clone()}</h2>
                    <span class="note">{view.summary.clone()}</span>
                </summary>
                {query}
                {view.groups.iter().map(brought).collect_view()}
            </details>
        </section>
    }
    .into_any()
}

/// The news of a kind.
fn brought(view: &BroughtView) -> AnyView {
    let line = |(code, note): &(String, String)| {
        view! {
            <li><code>{code.clone()}</code><span class="note">{note.clone()}</span></li>
        }
        .into_any()
    };
    view! {
        <h3>{view.title}</h3>
        <ul>{view.lines.iter().map(line).collect_view()}</ul>
    }
    .into_any()
}
