//! `learn/index.html` and a page for each chapter of the course: complete without scripts, the
//! solutions folded. The texts themselves are beside them, for the page that fetches them.

use ptxfp_view::chapters::{CHAPTERS, Listed};
use ptxfp_view::learn::chapter::{Chapter, Page, pieces};
use ptxfp_view::learn::exercise::{Draft, Exercise};
use ptxfp_view::learn::figure::{FigureView, figure};
use ptxfp_view::lessons::LESSONS;

use crate::markup::Markup;
use crate::shell::{About, page as shell};
use crate::site::{File, Site};

/// The texts, in the order of the chapters.
pub(crate) const TEXTS: [&str; 10] = [
    include_str!("../../../docs/course/01-bits.md"),
    include_str!("../../../docs/course/02-rounding.md"),
    include_str!("../../../docs/course/03-special.md"),
    include_str!("../../../docs/course/04-subnormals.md"),
    include_str!("../../../docs/course/05-fma.md"),
    include_str!("../../../docs/course/06-conversions.md"),
    include_str!("../../../docs/course/07-selection.md"),
    include_str!("../../../docs/course/08-approximate.md"),
    include_str!("../../../docs/course/09-tensor.md"),
    include_str!("../../../docs/course/10-kernel.md"),
];

/// The title of the list of chapters.
const TITLE: &str = "Learn floating-point numbers, and what GPUs do with them";
/// Its introduction.
const LEAD: &str = "Ten chapters, one idea a page. Each page ends with a question or a puzzle. \
                    Nothing is assumed: the first chapter begins with a bit.";

/// The folder of a chapter's page.
pub(crate) fn folder(listed: &Listed) -> String {
    ["learn/", listed.slug, "/"].concat()
}

/// Every page and every text.
pub(crate) fn files(site: &Site) -> Vec<File> {
    let mut files = vec![contents(site)];
    for (listed, text) in CHAPTERS.iter().zip(TEXTS) {
        files.push(chapter(site, listed, &Chapter::read(text)));
        files.push(File::new(listed.file, text.to_owned()));
    }
    files
}

fn contents(site: &Site) -> File {
    let about = About { folder: "learn/", title: TITLE, description: LEAD, opcode: Some("learn") };
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", TITLE).leaf("p", "lead", LEAD).open("ol");
        for listed in CHAPTERS {
            markup.open("li").open("a").attribute("href", &[listed.slug, "/"].concat());
            markup.text(listed.title).close();
            markup.text(&[" (", listed.minutes, " minutes)"].concat()).close();
        }
        markup.close();
    });
    File::new("learn/index.html", content)
}

fn chapter(site: &Site, listed: &Listed, chapter: &Chapter) -> File {
    let folder = folder(listed);
    let title = [&*chapter.title, ": a chapter of the course"].concat();
    let first = chapter.pages.first().and_then(|page| page.paragraphs.first());
    let description = first.map_or("", |text| text).replace(['*', '`'], "");
    let about =
        About { folder: &folder, title: &title, description: &description, opcode: Some("learn") };
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", &chapter.title);
        markup.open_class("p", "lead").open("a").attribute("href", "../").text("All chapters");
        markup.close().text(" · ").open("a");
        markup.attribute("href", &["../../#learn/", listed.slug].concat());
        markup.text("With figures to press and answers that are judged").close().close();
        for page in &chapter.pages {
            written(markup, listed, page);
        }
        lessons(markup, listed);
    });
    File::new([&*folder, "index.html"].concat(), content)
}

/// A sentence with its code and its new terms.
fn sentence(markup: &mut Markup, text: &str) {
    for (piece, is_term) in pieces(text) {
        if is_term {
            markup.open("strong").rich(&piece).close();
        } else {
            markup.rich(&piece);
        }
    }
}

/// A page.
fn written(markup: &mut Markup, listed: &Listed, page: &Page) {
    markup.open_class("section", "lesson").open("h2").attribute("id", &page.slug);
    markup.text(&page.title).close();
    for paragraph in &page.paragraphs {
        markup.open_class("p", "lesson-text");
        sentence(markup, paragraph);
        markup.close();
    }
    drawn(markup, &figure(&page.figure));
    exercise(markup, listed, page);
    markup.open("p").leaf("strong", "", "Remember: ").rich(&page.remember).close().close();
}

/// A figure as text.
fn drawn(markup: &mut Markup, figure: &FigureView) {
    match figure {
        FigureView::Nothing => {}
        FigureView::Bits(view) => {
            let digits = view.bits.nibbles.iter().map(|nibble| {
                nibble.bits.iter().map(|bit| if bit.one { '1' } else { '0' }).collect::<String>()
            });
            let digits = digits.collect::<Vec<_>>().join(" ");
            markup.open("p").text(&[view.value.as_str(), " in ", view.format, ": "].concat());
            markup.leaf("code", "", &digits).text(" = ").leaf("code", "", &view.bits.hex).close();
            markup.leaf("p", "note", &view.reason);
        }
        FigureView::Ruler(view) => {
            let ticks = view.ticks.iter().map(|(text, _)| text.as_str());
            let ticks = ticks.collect::<Vec<_>>().join(" · ");
            markup
                .open("p")
                .text(&[view.text.as_str(), " among the numbers of ", view.format, ": "].concat());
            markup
                .leaf("code", "", &ticks)
                .text(". Stored: ")
                .leaf("code", "", &view.stored)
                .close();
        }
        FigureView::Steps(view) => {
            markup.open("p").leaf("code", "", &view.text).text(" → ");
            markup.leaf("code", "", &view.result).close().open("ol");
            for (title, text) in &view.steps {
                markup.open("li").leaf("strong", "", title).text(" ").rich(text).close();
            }
            markup.close();
        }
        FigureView::Sum(view) => {
            markup.open("p").text("The sum of the figure is ").leaf("code", "", &view.result);
            markup.text(".").close();
        }
    }
}

/// An exercise with its solution, which is folded.
fn exercise(markup: &mut Markup, listed: &Listed, page: &Page) {
    let Some(exercise) = Exercise::read(&page.exercise, page.is_puzzle) else { return };
    let view = exercise.view(&page.slug, &Draft::default());
    markup.open("p").leaf("strong", "", &[view.kind, ": "].concat()).rich(&view.question).close();
    if !view.statements.is_empty() {
        markup.open("ul");
        for statement in &view.statements {
            markup.open("li").leaf("code", "", statement).close();
        }
        markup.close();
    }
    if !view.choices.is_empty() {
        markup.open("ul");
        for choice in &view.choices {
            markup.open("li").leaf("code", "", &choice.text).close();
        }
        markup.close();
    }
    markup.open("details").leaf("summary", "", "Solution").open("p");
    match &exercise {
        Exercise::Prediction(asked) => {
            markup.text(&asked.answer_text()).text(". ").rich(&asked.reason());
        }
        Exercise::Puzzle(puzzle) => {
            markup.text(&puzzle.hint).text(" For example ");
            let solutions = puzzle.solutions.iter().map(|it| it.join("; "));
            markup.leaf("code", "", &solutions.collect::<Vec<_>>().join(" or ")).text(".");
        }
    }
    let address = ["../../#learn/", listed.slug, "/", &*page.slug].concat();
    markup.close().close().open_class("p", "note").open("a");
    markup.attribute("href", &address).text("Answer it in the page").close().close();
}

/// The lessons of a chapter.
fn lessons(markup: &mut Markup, listed: &Listed) {
    let all: Vec<_> =
        LESSONS.iter().filter(|lesson| listed.lessons.contains(&lesson.slug)).collect();
    if all.is_empty() {
        return;
    }
    markup.leaf("h2", "", "Surprises").open("ul");
    for lesson in all {
        markup.open("li").open("a");
        markup.attribute("href", &["../../#gallery/", lesson.slug].concat());
        markup.text(lesson.title).close().close();
    }
    markup.close();
}
