//! The lessons, one below another.

use leptos::prelude::*;
use ptxfp_view::learn::place::chapter_of_lesson;
use ptxfp_view::lessons::Program;
use ptxfp_view::library::lessons::{LessonView, LessonsView, TryView};
use ptxfp_view::playground::guarantee::digits_class;

use super::glossary::glossary;
use crate::pieces::text::rich;
use crate::store::Live;

/// Links to the lessons, then the lessons, if they are the view.
#[component]
pub(super) fn Lessons(view: Live<LessonsView>) -> impl IntoView {
    view.draw(lessons)
}

fn lessons(view: &LessonsView) -> AnyView {
    let problem = (!view.problem.is_empty())
        .then(|| view! { <p class="diagnostic">{rich(&view.problem)}</p> }.into_any());
    let link = |lesson: &LessonView| {
        let link = ["#gallery/", lesson.slug].concat();
        view! { <li><a href=link>{lesson.title}</a></li> }.into_any()
    };
    view! {
        <div class="lessons">
            <nav class="lesson-index" aria-label="lessons">
                {problem}
                <ol>{view.lessons.iter().map(link).collect_view()}</ol>
            </nav>
            <div>{view.lessons.iter().map(lesson).collect_view()}</div>
        </div>
        {glossary()}
    }
    .into_any()
}

/// A lesson: the surprise, its reason, and results to try.
fn lesson(lesson: &LessonView) -> AnyView {
    let chapter = chapter_of_lesson(lesson.slug).map(|chapter| {
        let address = ["#learn/", chapter.slug].concat();
        view! { <p class="note">"Chapter of the course: "<a href=address>{chapter.title}</a></p> }
            .into_any()
    });
    view! {
        <section class="lesson">
            <h2 id=["lesson-", lesson.slug].concat() tabindex="-1">{lesson.title}</h2>
            <p class="lesson-text">{rich(lesson.text)}</p>
            {chapter}
            <ul>
                {lesson.tries.iter().map(attempt).collect_view()}
                {lesson.programs.iter().map(|each| program(each)).collect_view()}
            </ul>
        </section>
    }
    .into_any()
}

/// A link with operands and result, and its point.
fn attempt(attempt: &TryView) -> AnyView {
    let target = (!attempt.target.is_empty())
        .then(|| view! { " "<span class="muted">{attempt.target}</span> }.into_any());
    let class = digits_class(attempt.guarantee);
    view! {
        <li>
            <a href=["#", attempt.link].concat()><code>{attempt.spelling.clone()}</code></a>
            {target}
            <p class="lesson-values">
                {attempt.operands.clone()}" \u{2192} "<b class=class>{attempt.result.clone()}</b>
            </p>
            <p class="note">{rich(attempt.says)}</p>
        </li>
    }
    .into_any()
}

/// A link to statements, with every possible result and its point.
fn program(program: &Program) -> AnyView {
    view! {
        <li>
            <a href=["#", program.link].concat()><code>{program.code}</code></a>
            <p class="lesson-values">"d \u{2192} "<b>{program.results.join(" or ")}</b></p>
            <p class="note">{rich(program.says)}</p>
        </li>
    }
    .into_any()
}
