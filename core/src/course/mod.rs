//! Exercises of the course: what is asked, its answer, and what a wrong answer shows.
//!
//! An exercise is a text of a few lines, in a chapter or made by a [generator](practice). Its answer is
//! always computed from statement and operands, never written down:
//!
//! ```text
//! prediction = kind newline [ "ask: " question newline ] subject
//! kind       = "bits" | "value" | "place" | "exact" | "fixed" | "differs" | "rounded"
//! subject    = "encode" format number            the nearest number of a format
//!            | "decode" format bits              the number of an encoding
//!            | statement [ "on" target {"," target} ]
//!            | link to an element of tensor cores ["on" GPU {"," GPU}]
//!            | statement newline statement …     a program, for "rounded"
//! puzzle     = {statement newline} {"where" condition newline} "hint:" text {newline "solution:" values}
//! ```
//!
//! [`Prediction`] and [`Puzzle`] judge what a reader enters. A wrong answer is explained by its
//! [`Mistake`]: each mistake is made with the core, and its result compared with what was entered.

mod claim;
mod condition;
mod mistake;
mod practice;
mod prediction;
mod puzzle;
mod random;
mod reason;
mod rounded;
mod sheet;
mod subject;
#[cfg(test)]
mod tests;
mod wrong;

/// The name of the exercise of each page, and the page's title: generated from `docs/course` by the tests
/// of `app/static`.
const PAGES: &str = include_str!("pages.tsv");

/// The title of the page whose exercise has that name.
#[must_use]
pub fn title(name: &str) -> Option<&'static str> {
    PAGES
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .find(|page| page.0 == name)
        .map(|it| it.1)
}

pub use claim::check_claim;
pub use mistake::Mistake;
pub use practice::{GENERATORS, Generator, Level, exercise, generator};
pub use prediction::{Answer, Ask, Choice, Judgement, Prediction};
pub use puzzle::{Attempt, Puzzle, Verdict};
pub use sheet::{Sheet, Task};
pub use subject::Subject;
