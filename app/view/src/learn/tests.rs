//! The chapters hold: every statement, number and exercise in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ptxfp::catalog::{Modifier, TARGETS, forms, instructions_of};
use ptxfp::internals::course::{
    Answer, Mistake, Prediction, Puzzle, Subject, Verdict, check_claim,
};

use super::chapter::{Chapter, Page};
use super::figure::{FigureView, figure};
use crate::chapters::CHAPTERS;
use crate::lessons::LESSONS;
use crate::{glossary, taught};

/// The text of every chapter, in their order.
fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/course");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.file_name().is_some_and(|it| it != "README.md")).collect();
    files.sort();
    files.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Every chapter, in their order.
fn chapters() -> Vec<Chapter> {
    texts().iter().map(|text| Chapter::read(text)).collect()
}

fn pages() -> Vec<(String, Page)> {
    let all = chapters().into_iter();
    all.flat_map(|it| it.pages.into_iter().map(move |page| (it.slug.clone(), page))).collect()
}

#[test]
fn every_prediction_has_an_answer() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (chapter, page) in pages().iter().filter(|(_, page)| !page.is_puzzle) {
        match Prediction::read(&page.exercise) {
            Ok(asked) if asked.judge(asked.answer).is_right => count += 1,
            Ok(_) => wrong.push(format!("{chapter}/{}: judged wrongly", page.slug)),
            Err(error) => wrong.push(format!("{chapter}/{}: {error}", page.slug)),
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count >= 60, "{count}");
}

/// An exercise is also shown without its page, in an element or as a link.
#[test]
fn every_question_stands_alone() {
    let mut count = 0;
    for (chapter, page) in pages().iter().filter(|(_, page)| !page.is_puzzle) {
        let asked = Prediction::read(&page.exercise).unwrap();
        for word in ["figure", "above", "below", "page"] {
            let mut words = asked.question.split(|letter: char| !letter.is_alphabetic());
            assert!(!words.any(|it| it == word), "{chapter}/{}: {}", page.slug, asked.question);
        }
        if let Subject::Number { format, .. } | Subject::Bits { format, .. } = asked.subject {
            count += 1;
            assert!(asked.question.contains(format.name()), "{}: {}", page.slug, asked.question);
        }
    }
    assert!(count >= 15, "{count}");
}

/// Choices of every page: what is said of a wrong one is true of its instruction.
#[test]
fn the_mistake_of_every_choice_fits_its_instruction() {
    let mut count = 0;
    for (_, page) in pages().iter().filter(|(_, page)| !page.is_puzzle) {
        let asked = Prediction::read(&page.exercise).unwrap();
        for (index, choice) in asked.choices.iter().enumerate() {
            let Some(mistake) = asked.judge(Answer::Choice(index)).mistake else { continue };
            count += 1;
            let has = |part: &str| page.exercise.contains(part);
            let fits = match mistake {
                Mistake::RoundedToNearest => !has(".rn") && !has("encode"),
                Mistake::Overlooked(modifier) => has(modifier.spelling()),
                Mistake::Imagined(modifier) => modifier == Modifier::Nan && has("nan"),
                Mistake::Nan => has("nan") || has("inf") || has("div") || has("rcp"),
                Mistake::ProductRounded => has("fma") && !has("inf"),
                Mistake::HiddenBit | Mistake::Exponent => has("decode"),
                Mistake::Bias | Mistake::Zero(_) => false,
                Mistake::Flushed => !has(".ftz"),
                Mistake::NotFlushed => has(".ftz"),
                _ => true,
            };
            let sentence = mistake.sentence();
            assert!(fits, "{}: {}: {sentence}", page.slug, choice.text);
        }
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn every_puzzle_has_its_solutions_and_is_not_solved_by_nothing() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (chapter, page) in pages().iter().filter(|(_, page)| page.is_puzzle) {
        let puzzle = match Puzzle::read(&page.exercise) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                wrong.push(format!("{chapter}/{}: {error}", page.slug));
                continue;
            }
        };
        count += 1;
        for solution in &puzzle.solutions {
            let (verdict, results) = puzzle.judge(solution);
            if verdict != Verdict::Solved {
                wrong.push(format!("{}: {solution:?}: {verdict:?} {results:?}", page.slug));
            }
        }
        let zeros = vec![String::from("0"); puzzle.inputs().len()];
        if puzzle.judge(&zeros).0 == Verdict::Solved {
            wrong.push(format!("{}: zeros solve it", page.slug));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count >= 15, "{count}");
}

#[test]
fn every_claim_holds() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for text in texts() {
        for block in text.split("```check\n").skip(1) {
            let (claims, _) = block.split_once("```").unwrap();
            for claim in claims.lines() {
                count += 1;
                wrong.extend(check_claim(claim).err());
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count >= 100, "{count}");
}

#[test]
fn code_in_sentences_is_of_ptx() {
    let spellings: Vec<_> =
        forms().flat_map(instructions_of).map(|instruction| instruction.to_string()).collect();
    let is_ptx = |code: &str| {
        let word = code.split(' ').next().unwrap_or_default();
        if word.starts_with('.') {
            return Modifier::all().any(|modifier| modifier.spelling() == code);
        }
        let is_begun = |spelling: &String| {
            spelling.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        spellings.iter().any(is_begun) || TARGETS.iter().any(|target| target.name == code)
    };
    let is_known = |code: &str| {
        let is_bits = code
            .strip_prefix("0x")
            .is_some_and(|digits| digits.chars().all(|digit| digit.is_ascii_hexdigit()));
        is_bits || ["mma", "inf", "{1, 2}"].contains(&code) || is_ptx(code)
    };
    let mut wrong = Vec::new();
    for (_, page) in pages() {
        for text in page.paragraphs.iter().chain([&page.remember]) {
            let codes = text.split('`').skip(1).step_by(2).filter(|code| !is_known(code));
            wrong.extend(codes.map(|code| [&*page.slug, ": ", code].concat()));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_figure_is_drawn() {
    for (chapter, page) in pages().iter().filter(|(_, page)| !page.is_puzzle) {
        let view = figure(&page.figure);
        let is_drawn = match &view {
            FigureView::Steps(steps) => steps.problem.is_empty() && !steps.steps.is_empty(),
            FigureView::Sum(steps) => !steps.steps.is_empty(),
            FigureView::Bits(_) | FigureView::Ruler(_) => true,
            FigureView::Nothing => false,
        };
        assert!(is_drawn, "{chapter}/{}: {}: {view:?}", page.slug, page.figure);
        let shown = page.figure.split_once(' ').map_or("", |(_, rest)| rest);
        let asked = page.exercise.lines().next_back().unwrap_or_default();
        let asked = asked.split(" on ").next().unwrap_or_default();
        let asked = asked.trim_start_matches("encode ").trim_start_matches("decode ");
        assert_ne!(shown, asked, "{chapter}/{}: the figure has the answer", page.slug);
    }
}

#[test]
fn paragraphs_are_short_and_each_page_has_its_parts() {
    let mut slugs = BTreeSet::new();
    for (chapter, page) in pages() {
        assert!(slugs.insert(page.slug.clone()), "{} is there twice", page.slug);
        assert!(!page.title.is_empty() && !page.remember.is_empty(), "{chapter}/{}", page.slug);
        assert!(page.remember.ends_with('.'), "{}", page.remember);
        assert!(!page.paragraphs.is_empty(), "{chapter}/{}", page.slug);
        for paragraph in &page.paragraphs {
            let count = paragraph.split_whitespace().count();
            assert!(count <= 60, "{chapter}/{}: {count} words: {paragraph}", page.slug);
        }
    }
    let chapters = chapters();
    assert_eq!(chapters.len(), 10);
    for chapter in &chapters {
        let minutes: u32 = chapter.minutes.parse().expect("a number");
        assert!((8..=15).contains(&minutes), "{}", chapter.slug);
        assert!(!chapter.words.is_empty());
    }
}

#[test]
fn every_lesson_has_its_chapter() {
    let chapters = chapters();
    for lesson in &LESSONS {
        let places = chapters.iter().flat_map(|chapter| &chapter.lessons);
        assert_eq!(places.filter(|slug| *slug == lesson.slug).count(), 1, "{}", lesson.slug);
    }
    let count: usize = chapters.iter().map(|chapter| chapter.lessons.len()).sum();
    assert_eq!(count, LESSONS.len());
}

#[test]
fn pages_that_are_named_elsewhere_are_in_the_course() {
    let source = include_str!("../taught.rs");
    let mut count = 0;
    for chapter in CHAPTERS {
        for page in chapter.pages {
            let address = ["\"#learn/", chapter.slug, "/", page.slug, "\""].concat();
            let titled = [&*address, ", \"", page.title, "\")"].concat();
            assert_eq!(
                source.matches(&address).count(),
                source.matches(&titled).count(),
                "{address}"
            );
            count += source.matches(&address).count();
        }
    }
    assert_eq!(count, source.matches("page(\"#").count());
    let is_term = |slug: &str| glossary::find(slug).is_some_and(|it| it.slug == slug);
    assert!(taught::TERMS.iter().all(|(slug, _)| is_term(slug)));
    for form in forms() {
        assert!(taught::form(form).is_some(), "{}", form.syntax());
    }
}
