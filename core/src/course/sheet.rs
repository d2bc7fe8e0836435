//! A sheet of exercises with their solutions, to print or to hand on.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::practice::{GENERATORS, Generator, exercise, short_seed};
use super::prediction::Prediction;
use super::random::Random;

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
        let each = self.tasks.iter().map(|task| {
            let Task { prediction, .. } = task;
            let choices = prediction.choices.iter().map(|choice| quoted(&choice.text));
            let fields = [
                ("question", quoted(&prediction.question)),
                ("subject", quoted(&prediction.subject.text())),
                ("choices", format!("[{}]", choices.collect::<Vec<_>>().join(", "))),
                ("answer", quoted(&prediction.answer_text())),
                ("reason", quoted(&prediction.reason())),
                ("link", quoted(&format!("{home}#{}", task.fragment()))),
            ];
            let fields = fields.map(|(key, value)| format!("\"{key}\": {value}"));
            format!("    {{{}}}", fields.join(", "))
        });
        let tasks = each.collect::<Vec<_>>().join(",\n");
        format!("{{\n  \"sheet\": {},\n  \"exercises\": [\n{tasks}\n  ]\n}}\n", self.seed)
    }
}

impl Task {
    /// The fragment of the page that asks it.
    #[must_use]
    pub fn fragment(&self) -> String {
        format!("exercise/{}/{}", self.generator, self.seed)
    }
}

/// A text in JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            other if other < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(other));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
