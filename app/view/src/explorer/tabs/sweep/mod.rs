//! The explorer's sweeps: their operands, and their results so far.
//!
//! The choice is in the link ([`Choice`]) and is read from there; the pending change by the
//! pointer and the results are here.

mod drag;
mod edit;
pub mod file;
mod map;
mod map_view;
pub mod panel;
mod places;
pub mod plot;
mod summary;
pub mod view;
mod zoom;

use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::explore::domain::{Domain, Set};
use ptxfp::explore::sweep::OperandLane;
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::internals::tasks::{Measured, Task};
use ptxfp::link::{Shown, State, Sweep as Choice};
use ptxfp::observed::grade;

use crate::background::Report;
use crate::explorer::Model;
pub use crate::explorer::tabs::sweep::drag::{Drag, Edit as DragEdit};
pub use crate::explorer::tabs::sweep::edit::Edit;
pub use crate::explorer::tabs::sweep::map::{Map, others};
use crate::explorer::tabs::sweep::places::format_of;
pub use crate::explorer::tabs::sweep::places::{places, with_operand};
use crate::explorer::tabs::sweep::view::SweepView;
pub use crate::explorer::tabs::sweep::zoom::share;
use crate::explorer::tabs::sweep::zoom::spread;

/// The number of operands that are evaluated without a request.
pub const SPREAD: u64 = 1 << 16;
/// The number of columns of a plot.
const COLUMNS: usize = 800;
/// The largest number of operands whose errors are measured without a request.
const MAX_MEASURED: u64 = 1 << 24;
/// The maximum number of operands that are evaluated one by one.
pub const MAX_WHOLE: u64 = 1 << 32;

/// The tab.
pub(super) fn view(model: &Model) -> SweepView {
    panel::view(&model.sweep, &model.state)
}

/// A sweep, with its results so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swept {
    /// The operands.
    pub domain: Domain,
    /// The instruction with its other operands.
    pub state: State,
    /// The operand.
    pub place: OperandLane,
    /// The errors that are measured.
    pub measured: Measured,
    /// The counts so far.
    pub tally: Tally,
}

impl Swept {
    /// Whether the results are those observed on GPUs rather than the reference.
    pub fn is_observed(&self) -> bool {
        self.measured == Measured::Observed
    }
}

/// The job for workers.
struct Job {
    task: Task,
    len: u64,
    /// The errors that a sweep measures.
    measured: Measured,
}

/// The state of sweeps.
#[derive(Default)]
pub struct Sweep {
    /// The choice; `None` where no operand can vary.
    pub choice: Option<Choice>,
    /// The error in the choice of the link, or in the values that are typed.
    pub wrong: String,
    /// The values that are being typed.
    pub draft: Option<String>,
    /// The pending change by the pointer.
    pub drag: Option<Drag>,
    /// Whether the evaluation was stopped.
    pub is_stopped: bool,
    job: Option<Job>,
    /// The number of operands or cells that have been evaluated, and the time in milliseconds.
    pub progress: (u64, u64),
    /// The last sweep with results.
    pub swept: Option<Swept>,
    /// The last map with results.
    pub map: Option<Map>,
    /// The selected cell of the map.
    pub cell: Option<usize>,
    /// The reason for a failure.
    pub failure: Option<&'static str>,
    /// The results of each lane for all random bits, highest lane first, with what they belong to.
    outcomes: Option<(State, Vec<(u8, Distribution)>)>,
}

impl Sweep {
    /// The operand that varies, with its format.
    pub fn operand(&self, state: &State) -> Option<(OperandLane, Format)> {
        let place = self.choice?.place;
        Some((place, format_of(state, place)?))
    }

    /// The requested task, and its number of indices.
    pub fn wanted(&self) -> Option<(&Task, u64)> {
        let Job { task, len, .. } = self.job.as_ref()?;
        (!self.is_stopped && self.progress.0 < *len).then_some((task, *len))
    }

    /// Returns the number of operands or cells to evaluate.
    pub fn n_indices(&self) -> u64 {
        self.job.as_ref().map_or(0, |job| job.len)
    }

    /// The values that are evaluated.
    pub fn domain(&self, state: &State) -> Option<Domain> {
        let (_, format) = self.operand(state)?;
        self.choice?.domain.or_else(|| spread(format, None))
    }

    /// The results of each lane for all random bits, if there are any.
    pub fn outcomes(&self) -> &[(u8, Distribution)] {
        self.outcomes.as_ref().map_or(&[], |(_, all)| all)
    }

    /// Whether other operands are chosen than usual.
    pub fn is_zoomed(&self) -> bool {
        self.choice.is_some_and(|choice| choice.domain.is_some())
    }

    /// Returns the number of operands in view, of which some may be left out.
    pub fn in_view(&self, state: &State) -> u64 {
        let Some(domain) = self.domain(state) else { return 0 };
        match (domain.set(), self.window(state)) {
            (Set::All, _) => 1 << domain.format().width(),
            (_, Some((first, last))) => (last - first).saturating_add(1),
            _ => domain.len(),
        }
    }

    /// Returns the error in the values that are typed.
    pub fn wrong_draft(&self, state: &State) -> Option<String> {
        let (_, format) = self.operand(state)?;
        let text = self.draft.as_ref()?.trim();
        Domain::parse(text, format).err().filter(|_| !text.is_empty()).map(|error| error.message)
    }

    /// Cancels pending work: nothing is evaluated while the tab is hidden.
    pub fn leave(&mut self) {
        self.drag = None;
        if self.wanted().is_some() || self.is_stopped {
            self.job = None;
        }
    }

    /// Follows the state, which may need another job.
    pub fn follow(&mut self, state: &State) {
        let State { instruction, context, registers, .. } = state;
        // Where results were observed, their errors say more than the results.
        let is_known = grade(instruction, context).is_some();
        let shown = if is_known { Shown::Observed } else { Shown::Results };
        let usual = places(state).first().map(|place| Choice { shown, ..Choice::of(*place) });
        let said = state.sweep.as_ref().map(|text| Choice::parse(text, instruction, context));
        self.wrong.clear();
        self.choice = match said {
            Some(Ok(choice)) => Some(choice),
            Some(Err(error)) => {
                self.wrong = ["the sweep in the link cannot be read: ", &error.message].concat();
                usual
            }
            None => usual,
        };
        let job = self.choice.and_then(|choice| self.job(choice, state));
        if self.outcomes.as_ref().is_none_or(|(of, _)| of != state) {
            let lanes = (0..Prepared::new(instruction, context).lanes()).rev();
            let of = |lane| Some((lane, Distribution::new(instruction, context, registers, lane)?));
            self.outcomes = Some((state.clone(), lanes.filter_map(of).collect()));
        }
        if job.as_ref().map(|job| &job.task) != self.job.as_ref().map(|job| &job.task) {
            self.job = job;
            self.progress = (0, 0);
            self.is_stopped = false;
        }
    }

    fn job(&self, choice: Choice, state: &State) -> Option<Job> {
        if let Some(across) = choice.across {
            let measured = Measured::References;
            let task = Map::task(state, choice.place, across);
            return task.map(|(task, len)| Job { task, len, measured });
        }
        let domain = self.domain(state)?;
        // The present value of the operand does not matter.
        let state = with_operand(state, choice.place, 0);
        let job = |measured| {
            let task = Task::sweep(&state, choice.place, &domain, COLUMNS, measured);
            Job { task, len: domain.len(), measured }
        };
        let measuring = job(Measured::References);
        match choice.shown {
            Shown::Observed if grade(&state.instruction, &state.context).is_none() => None,
            Shown::Observed => Some(job(Measured::Observed)),
            // A job that measures errors has the results too, so it is kept.
            Shown::Results
                if domain.len() > MAX_MEASURED
                    && self.job.as_ref().is_none_or(|job| job.task != measuring.task) =>
            {
                Some(job(Measured::Nothing))
            }
            Shown::Results | Shown::Errors | Shown::Inexact => Some(measuring),
        }
    }

    /// Takes a report of workers; `state` is the one that they evaluated.
    pub fn take(&mut self, report: &Report, state: &State) {
        self.failure = report.failure;
        let (Some(job), Some(choice)) = (&self.job, self.choice) else { return };
        if job.task != report.task {
            return;
        }
        if self.progress.0 == 0 && !report.words.is_empty() {
            // Until now, the previous sweep was shown.
            self.swept = None;
            self.map = None;
            self.cell = None;
        }
        self.progress = (report.done, report.time);
        if let Some(across) = choice.across {
            if self.map.is_none() {
                self.map = Map::new(state, choice.place, across);
            }
            for words in &report.words {
                self.map.iter_mut().for_each(|map| map.take(words));
            }
            return;
        }
        let Some(domain) = self.domain(state) else { return };
        for part in report.words.iter().filter_map(|words| Tally::from_words(words)) {
            match &mut self.swept {
                Some(swept) => swept.tally.merge(&part),
                swept => {
                    let (state, place) = (state.clone(), choice.place);
                    let measured = job.measured;
                    *swept = Some(Swept { domain, state, place, measured, tally: part });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
