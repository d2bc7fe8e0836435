//! Everything on the screen of the course that follows from its state.

use ptxfp::internals::course::{GENERATORS, Level, Sheet, generator};

use crate::chapters::{CHAPTERS, Listed};
use crate::learn::Model;
use crate::learn::again::Again;
use crate::learn::chapter::Text;
use crate::learn::exercise::{Draft, Exercise, ExerciseView};
use crate::learn::figure::{FigureView, figure};
use crate::learn::place::Place;
use crate::lessons::LESSONS;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The subject of the view.
    pub heading: String,
    /// The fragment of the address.
    pub fragment: String,
    /// The outcome of the last edit.
    pub spoken: String,
    /// The list of chapters, if it is the view.
    pub contents: Option<ContentsView>,
    /// The page of a chapter, if it is the view.
    pub page: Option<PageView>,
    /// The figure of the page.
    pub figure: Option<FigureView>,
    /// The exercise.
    pub exercise: Option<ExerciseView>,
    /// The practice around a seeded exercise.
    pub practice: Option<PracticeView>,
    /// The sheet, if it is the view.
    pub sheet: Option<SheetView>,
    /// Whether a text could not be fetched.
    pub is_missing: bool,
    /// The chapter whose text is to be fetched.
    pub wanted: Option<usize>,
    /// The text that this browser is to remember; `None` for nothing.
    pub kept: Option<String>,
}

/// The list of chapters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentsView {
    /// The error in the address; may be empty.
    pub problem: String,
    /// Whether what went wrong is remembered.
    pub is_kept: bool,
    /// Exercises that come again now: address and title.
    pub again: Vec<(String, String)>,
    /// When others come, in a sentence; may be empty.
    pub later: String,
}

/// A page of a chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageView {
    /// The number and the title of the chapter.
    pub chapter: String,
    /// Links to all pages: address, title, whether it is this one.
    pub pages: Vec<(String, &'static str, bool)>,
    /// The place among them.
    pub count: String,
    /// Its title.
    pub title: String,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
    /// The sentence to remember.
    pub remember: String,
    /// The page before: address and title.
    pub previous: Option<(String, String)>,
    /// The page behind.
    pub next: Option<(String, String)>,
    /// Lessons that belong to the chapter: address and title.
    pub lessons: Vec<(String, &'static str)>,
    /// Practice of the chapter: address and title.
    pub practice: Vec<(String, &'static str)>,
}

/// The practice around a seeded exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PracticeView {
    /// The topic.
    pub title: &'static str,
    /// How hard it is.
    pub level: &'static str,
    /// The address of the chapter that teaches it, and its title.
    pub chapter: (String, &'static str),
    /// The address of the next exercise.
    pub next: String,
}

/// A sheet of exercises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetView {
    /// Its title.
    pub title: String,
    /// The exercises.
    pub tasks: Vec<TaskView>,
    /// It as Markdown.
    pub markdown: String,
    /// It as JSON.
    pub json: String,
    /// The address of another sheet.
    pub next: String,
    /// The number of exercises.
    pub count: u32,
    /// The chosen topics, in a few words.
    pub chosen: String,
    /// The topics, each with whether it is chosen.
    pub topics: Vec<(&'static str, bool)>,
}

/// An exercise of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskView {
    /// The exercise.
    pub exercise: ExerciseView,
    /// The solution.
    pub solution: String,
    /// Its address.
    pub address: String,
}

/// The words of a level.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
    }
}

/// Returns the screen of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let text = model.place.chapter().and_then(|chapter| model.texts.get(chapter));
    let mut exercise = model.exercise.as_ref().map(|it| it.view(&model.name(), &model.draft));
    if let (Some(view), Place::Exercise { chapter, page }) = (&mut exercise, model.place) {
        view.page = ["#", &*Place::Page { chapter, page }.fragment()].concat();
    }
    let is_page = matches!(model.place, Place::Page { .. });
    let shown = is_page.then(|| figure(&model.figure));
    let page = if is_page { page(model) } else { None };
    let verdict = exercise.as_ref().and_then(|exercise| exercise.verdict.as_ref());
    let spoken =
        verdict.map_or(String::new(), |verdict| [&*verdict.text, " ", &verdict.answer].concat());
    Screen {
        heading: page.as_ref().map_or(String::from("Learn"), |page| page.title.clone()),
        fragment: model.fragment.clone(),
        spoken,
        contents: contents(model),
        figure: shown.filter(|shown| *shown != FigureView::Nothing),
        exercise,
        practice: practice(model),
        sheet: sheet(model),
        is_missing: text == Some(&Text::Missing),
        wanted: model.place.chapter().filter(|_| text == Some(&Text::Wanted)),
        kept: model.again.as_ref().map(Again::text),
        page,
    }
}

fn contents(model: &Model) -> Option<ContentsView> {
    let is_unknown = model.place == Place::Unknown;
    (is_unknown || model.place == Place::Contents).then(|| ContentsView {
        problem: String::from(if is_unknown { "There is no such page or exercise." } else { "" }),
        is_kept: model.again.is_some(),
        again: model.again.iter().flat_map(|it| it.due(model.today)).map(named).collect(),
        later: later(model),
    })
}

/// The address and the title of an exercise.
fn named(name: &str) -> (String, String) {
    let fragment = ["exercise/", name].concat();
    let title = match Place::of(&fragment) {
        Place::Exercise { chapter, page } => linked(chapter, page).map(|(_, title)| title),
        Place::Practice { name, seed } => {
            generator(name).map(|generator| [generator.title, ", ", &*seed.to_string()].concat())
        }
        Place::Contents | Place::Page { .. } | Place::Sheet { .. } | Place::Unknown => None,
    };
    (["#", &*fragment].concat(), title.unwrap_or_else(|| name.to_owned()))
}

/// When those come that are not due.
fn later(model: &Model) -> String {
    let Some((count, days)) = model.again.as_ref().and_then(|it| it.later(model.today)) else {
        return String::new();
    };
    let who = if count == 1 {
        String::from("One more comes ")
    } else {
        [&*count.to_string(), " more come later, the first "].concat()
    };
    match days {
        1 => [&*who, "tomorrow."].concat(),
        _ => [&*who, "in ", &*days.to_string(), " days."].concat(),
    }
}

/// A page's address and title.
fn linked(chapter: usize, page: usize) -> Option<(String, String)> {
    let title = CHAPTERS.get(chapter)?.pages.get(page)?.title;
    Some((["#", &*Place::Page { chapter, page }.fragment()].concat(), title.to_owned()))
}

fn page(model: &Model) -> Option<PageView> {
    let Place::Page { chapter, page: index } = model.place else { return None };
    let page = model.page()?;
    let listed = CHAPTERS.get(chapter)?;
    let previous = match index.checked_sub(1) {
        Some(before) => linked(chapter, before),
        None => chapter
            .checked_sub(1)
            .and_then(|before| linked(before, CHAPTERS.get(before)?.pages.len().checked_sub(1)?)),
    };
    let pages = listed.pages.iter().enumerate().map(|(place, listed)| {
        let address = Place::Page { chapter, page: place }.fragment();
        (["#", &*address].concat(), listed.title, place == index)
    });
    let is_last = index + 1 == listed.pages.len();
    Some(PageView {
        chapter: [&*(chapter + 1).to_string(), ". ", listed.title].concat(),
        pages: pages.collect(),
        count: [&*(index + 1).to_string(), " of ", &*listed.pages.len().to_string()].concat(),
        title: page.title.clone(),
        paragraphs: page.paragraphs.clone(),
        remember: page.remember.clone(),
        previous,
        next: linked(chapter, index + 1).or_else(|| linked(chapter + 1, 0)),
        lessons: if is_last { lessons(listed) } else { Vec::new() },
        practice: if is_last { practices(listed.slug) } else { Vec::new() },
    })
}

/// The lessons of a chapter.
fn lessons(listed: &Listed) -> Vec<(String, &'static str)> {
    let all = LESSONS.iter().filter(|lesson| listed.lessons.contains(&lesson.slug));
    all.map(|lesson| (["#gallery/", lesson.slug].concat(), lesson.title)).collect()
}

/// The practice of a chapter.
fn practices(slug: &str) -> Vec<(String, &'static str)> {
    let all = GENERATORS.iter().filter(|generator| generator.chapter == slug);
    all.map(|it| (["#exercise/", it.name, "/1"].concat(), it.title)).collect()
}

fn practice(model: &Model) -> Option<PracticeView> {
    let Place::Practice { name, seed } = model.place else { return None };
    let generator = generator(name)?;
    let chapter = CHAPTERS.iter().find(|chapter| chapter.slug == generator.chapter)?;
    let next = seed.wrapping_add(1).to_string();
    Some(PracticeView {
        title: generator.title,
        level: level(generator.level),
        chapter: (["#learn/", chapter.slug].concat(), chapter.title),
        next: ["#exercise/", name, "/", &*next].concat(),
    })
}

fn sheet(model: &Model) -> Option<SheetView> {
    let Place::Sheet { seed, count, topics } = model.place else { return None };
    let sheet = Sheet::new(seed, usize::try_from(count).unwrap_or(0), &topics.names());
    let tasks = sheet.tasks.iter().map(|task| {
        let name = [task.generator, "/", &*task.seed.to_string()].concat();
        let exercise = Exercise::Prediction(Box::new(task.prediction.clone()));
        let solution = [&*task.prediction.answer_text(), ". ", &*task.prediction.reason()];
        TaskView {
            exercise: exercise.view(&name, &Draft::default()),
            solution: crate::number::with_minus(&solution.concat()),
            address: ["#", &*task.fragment()].concat(),
        }
    });
    let next = Place::Sheet { seed: seed.wrapping_add(1), count, topics };
    Some(SheetView {
        title: ["Sheet ", &*seed.to_string()].concat(),
        tasks: tasks.collect(),
        markdown: sheet.to_markdown(&model.home),
        json: sheet.to_json(&model.home),
        next: ["#", &*next.fragment()].concat(),
        count,
        chosen: match topics.names().len() {
            0 => String::from("all"),
            n => [&*n.to_string(), " of ", &GENERATORS.len().to_string()].concat(),
        },
        topics: GENERATORS.iter().enumerate().map(|(at, it)| (it.title, topics.has(at))).collect(),
    })
}
