//! The surprises of an opcode.

use crate::markup::Markup;
use crate::parts::{self, heading};
use crate::play::opcode_of;
use ptxfp::eval::Guarantee;
use ptxfp_view::lessons::{LESSONS, Lesson, Program};
use ptxfp_view::library::lessons::TryView;

/// The lessons in which an opcode occurs.
pub(crate) fn about(opcode: &str) -> impl Iterator<Item = &'static Lesson> {
    LESSONS.iter().filter(move |lesson| {
        let more = lesson.more.iter().map(|each| each.link);
        std::iter::once(lesson.link).chain(more).any(|link| opcode_of(link) == opcode)
    })
}

/// Writes the lessons in which an opcode occurs, with their results, if there are any.
pub(crate) fn section(markup: &mut Markup, opcode: &str, root: &str) {
    let mut about = about(opcode).peekable();
    if about.peek().is_none() {
        return;
    }
    heading(markup, parts::LESSONS);
    for lesson in about {
        markup.open_class("section", "lesson").open("h3").open("a");
        markup.attribute("href", &[root, "#gallery/", lesson.slug].concat());
        markup.text(lesson.title).close().close();
        markup.open_class("p", "lesson-text").rich(lesson.text).close().open("ul");
        attempt(markup, lesson.link, lesson.says, root);
        for each in lesson.more {
            attempt(markup, each.link, each.says, root);
        }
        for each in lesson.programs {
            program(markup, each, root);
        }
        markup.close().close();
    }
}

/// Writes a link to statements, with every possible result and its point.
fn program(markup: &mut Markup, program: &Program, root: &str) {
    let href = [root, "#", program.link].concat();
    markup.open("li").open("a").attribute("href", &href);
    markup.open("code").text(program.code).close().close();
    markup.open_class("p", "lesson-values").text("d \u{2192} ");
    markup.leaf("b", "", &program.results.join(" or ")).close();
    markup.open_class("p", "note").rich(program.says).close().close();
}

/// Writes a link with operands and result, and its point. The result has `≈` where it is the reference
/// of an approximate one.
fn attempt(markup: &mut Markup, link: &'static str, says: &'static str, root: &str) {
    let view = TryView::new(link, says);
    markup.open("li").open("a").attribute("href", &[root, "#", link].concat());
    markup.open("code").text(&view.spelling).close().close();
    if !view.target.is_empty() {
        markup.text(" ").leaf("span", "muted", view.target);
    }
    let is_near = matches!(view.guarantee, Guarantee::Within { .. } | Guarantee::Unbounded);
    let sign = if is_near { "≈ " } else { "" };
    markup
        .open_class("p", "lesson-values")
        .text(&view.operands)
        .text(" → ")
        .leaf("b", "", &[sign, &view.result].concat())
        .close();
    markup.open_class("p", "note").rich(says).close().close();
}
