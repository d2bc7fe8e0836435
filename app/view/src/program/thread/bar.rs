//! The steps of a thread: where it is, and where it can go.

use super::Thread;

/// The bar above a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BarView {
    /// The step, in words.
    pub words: String,
    /// The number of steps after going back; `None` at the start.
    pub back: Option<usize>,
    /// The number of steps after one more; `None` at the end.
    pub forward: Option<usize>,
    /// The number of steps after the next one that rounds.
    pub rounding: Option<usize>,
    /// Whether all steps are shown.
    pub is_whole: bool,
}

impl Thread {
    /// The bar after this many steps, or after all.
    pub(in crate::program) fn bar(&self, now: Option<usize>) -> BarView {
        let count = self.count();
        let (place, of) = (now.unwrap_or(count), count.to_string());
        let next = self.changes.iter().find(|(step, _)| now.is_none_or(|now| *step >= now));
        BarView {
            words: match now {
                None if count == 1 => String::from("1 step"),
                None => [&*of, " steps"].concat(),
                Some(now) => ["step ", &*now.to_string(), " of ", &*of].concat(),
            },
            back: place.checked_sub(1),
            forward: match now {
                None => (count > 0).then_some(1),
                Some(now) => (now < count).then_some(now + 1),
            },
            rounding: next.map(|(step, _)| step + 1),
            is_whole: now.is_none(),
        }
    }

    /// Describes the steps that are not exact, in a sentence.
    pub(in crate::program) fn summary(&self) -> String {
        let place = |step: usize| self.line(step).map_or(String::new(), |line| line.to_string());
        match &*self.changes {
            [] if !self.kernel.sequence().diagnostics().is_empty() => {
                String::from("Every step that is evaluated is exact.")
            }
            [] => String::from("Every step is exact."),
            [(step, change)] => {
                ["One step is not exact: line ", &*place(*step), ", ", change, "."].concat()
            }
            [(step, _), ..] => {
                let count = self.changes.len().to_string();
                [&*count, " steps are not exact, the first in line ", &*place(*step), "."].concat()
            }
        }
    }

    /// The announcement of a step.
    pub(in crate::program) fn spoken(&self, now: usize) -> String {
        let mut spoken = self.bar(Some(now)).words;
        if let Some(step) = now.checked_sub(1) {
            let line = self.line(step).unwrap_or_default().to_string();
            spoken.extend([", line ", &*line, ". "]);
            for cell in self.cells(step) {
                spoken.extend([&*cell.name, " is ", &*cell.value, ". "]);
            }
        }
        spoken
    }
}
