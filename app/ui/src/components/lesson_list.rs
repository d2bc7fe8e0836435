//! The lessons, one below another.

use ptxfp_view::library::Screen;
use ptxfp_view::library::gallery::{LessonView, TryView};
use ptxfp_view::library::lessons::Program;

use crate::markup::Markup;

/// The whole view.
pub fn lesson_list(markup: &mut Markup, screen: &Screen) {
    let Some(view) = &screen.gallery else { return };
    markup.open_class("div", "lessons").open_class("nav", "lesson-index");
    markup.attribute("aria-label", "lessons");
    if !view.problem.is_empty() {
        markup.open_class("p", "diagnostic").rich(&view.problem).close();
    }
    markup.open("ol");
    for lesson in &view.lessons {
        markup.open("li").open("a");
        markup.attribute("href", &["#gallery/", lesson.slug].concat()).text(lesson.title);
        markup.close().close();
    }
    markup.close().close().open("div");
    for each in &view.lessons {
        lesson(markup, each);
    }
    markup.close().close();
}

fn lesson(markup: &mut Markup, lesson: &LessonView) {
    markup.open_class("section", "lesson").open("h2");
    let id = ["lesson-", lesson.slug].concat();
    markup.attributes(&[("id", &id), ("tabindex", "-1")]).text(lesson.title).close();
    markup.open_class("p", "lesson-text").rich(lesson.text).close().open("ul");
    for each in &lesson.tries {
        attempt(markup, each);
    }
    for each in &lesson.programs {
        program(markup, each);
    }
    markup.close().close();
}

/// A link to statements, every result that they may have, and what they show.
fn program(markup: &mut Markup, program: &Program) {
    markup.open("li").open("a").attribute("href", &["#", program.link].concat());
    markup.open("code").text(program.code).close().close();
    markup.open_class("p", "lesson-values").text("d \u{2192} ");
    markup.leaf("b", "", &program.results.join(" or ")).close();
    markup.open_class("p", "note").rich(program.says).close().close();
}

/// A link with operands and result, and what it shows.
fn attempt(markup: &mut Markup, attempt: &TryView) {
    markup.open("li").open("a").attribute("href", &["#", attempt.link].concat());
    markup.open("code").text(&attempt.spelling).close().close();
    if !attempt.target.is_empty() {
        markup.text(" ").leaf("span", "muted", attempt.target);
    }
    markup.open_class("p", "lesson-values").text(&attempt.operands);
    markup.text(" \u{2192} ").leaf("b", attempt.certainty.digits_class(), &attempt.result).close();
    markup.open_class("p", "note").rich(attempt.says).close().close();
}
