//! A sheet of exercises with their solutions, to print or to hand on.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::practice::{GENERATORS, Generator, exercise, short_seed};
use super::prediction::Prediction;
use super::random::Random;
use crate::present::json::{listed, to_json};

/// A sheet: exercises that follow from a seed.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The seed.
    pub seed: u32,
    /// The exercises.
    pub tasks: Vec<Task>,
}

/// An exercise of a sheet.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name of its generator.
    pub generator: &'static str,
    /// Its seed.
    pub seed: u32,
    /// The exercise.
    pub prediction: Prediction,
}

/// The largest number of exercises of a sheet.
const MOST: usize = 50;

impl Sheet {
    /// A sheet with so many exercises of these generators, or of all if none is named.
    #[must_use]
    pub fn new(seed: u32, count: usize, names: &[&str]) -> Self {
        let is_wanted = |it: &&Generator| names.is_empty() || names.contains(&it.name);
        let chosen: Vec<_> = GENERATORS.iter().filter(is_wanted).collect();
        let mut random = Random::new(u64::from(seed));
        let places = (0..count.min(MOST)).filter_map(|index| {
            let generator = chosen.get(index.checked_rem(chosen.len())?)?;
            let seed = short_seed(&mut random);
            let (_, prediction) = exercise(generator, seed)?;
            Some(Task { generator: generator.name, seed, prediction })
        });
        Self { seed, tasks: places.collect() }
    }

    /// The sheet as Markdown, the solutions at its end; each exercise has its link behind `home`.
    #[must_use]
    pub fn to_markdown(&self, home: &str) -> String {
        let mut text = format!("# Exercises, sheet {}\n", self.seed);
        for (index, task) in self.tasks.iter().enumerate() {
            let Task { prediction, .. } = task;
            let _ = write!(text, "\n{}. {}\n", index + 1, prediction.question);
            for line in prediction.subject.text().lines() {
                let _ = write!(text, "\n       {line}");
            }
            text.push('\n');
            for choice in &prediction.choices {
                let _ = write!(text, "\n   - [ ] {}", choice.text);
            }
            let _ = write!(text, "\n\n   <{home}#{}>\n", task.fragment());
        }
        text += "\n## Solutions\n\n";
        for (index, task) in self.tasks.iter().enumerate() {
            let reason = task.prediction.reason();
            let _ = writeln!(text, "{}. {}. {reason}", index + 1, task.prediction.answer_text());
        }
        text
    }

    /// The sheet as JSON.
    #[must_use]
    pub fn to_json(&self, home: &str) -> String {
        let exercise = |task: &Task| {
            let Task { prediction, .. } = task;
            Exercise {
                question: prediction.question.clone(),
                subject: prediction.subject.text(),
                choices: prediction.choices.iter().map(|choice| choice.text.clone()).collect(),
                answer: prediction.answer_text(),
                reason: prediction.reason(),
                link: format!("{home}#{}", task.fragment()),
            }
        };
        let exercises = self.tasks.iter().map(exercise).collect();
        to_json(&Exercises { sheet: self.seed, exercises }) + "\n"
    }
}

/// A sheet as it is written in JSON.
struct Exercises {
    sheet: u32,
    exercises: Vec<Exercise>,
}
listed!(Exercises { sheet, exercises });

/// An exercise as it is written in JSON.
struct Exercise {
    question: String,
    subject: String,
    choices: Vec<String>,
    answer: String,
    reason: String,
    link: String,
}
listed!(Exercise { question, subject, choices, answer, reason, link });

impl Task {
    /// The fragment of the page that asks it.
    #[must_use]
    pub fn fragment(&self) -> String {
        format!("exercise/{}/{}", self.generator, self.seed)
    }
}
