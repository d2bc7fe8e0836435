//! The explorer's sweeps: their operands, and their results so far.
//!
//! The choice is in the link ([`Choice`]) and is read from there; the pending change by the
//! pointer and the results are here.

mod drag;
pub mod file;
mod map;
mod map_view;
pub mod panel;
pub mod parts;
pub mod plot;
mod summary;
pub mod view;
mod zoom;

use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::explore::domain::{Domain, Set};
use ptxfp::explore::sweep::{OperandLane, operand_format};
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::internals::job::{Measured, sweep_text};
use ptxfp::link::{Shown, State, Sweep as Choice};
use ptxfp::observed::grade;

use crate::background::Report;
pub use crate::explorer::sweep::drag::{Drag, Edit as DragEdit};
pub use crate::explorer::sweep::map::{Map, others};
pub use crate::explorer::sweep::zoom::share;
use crate::explorer::sweep::zoom::spread;

/// The number of operands that are evaluated without a request.
pub const SPREAD: u64 = 1 << 16;
/// The number of columns of a plot.
const COLUMNS: usize = 800;
/// The largest number of operands whose errors are measured without a request.
const MAX_MEASURED: u64 = 1 << 24;
/// The maximum number of operands that are evaluated one by one.
pub const MAX_WHOLE: u64 = 1 << 32;

/// A change of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Another operand varies, by its place in the list.
    Place(usize),
    /// Another one varies too, by its place in the list from 1; or none, at 0.
    Across(usize),
    /// Values are being typed.
    Draft(String),
    /// These values are evaluated; all if there are none.
    Domain(String),
    /// Another kind of result is shown.
    Shown(Shown),
    /// Fewer operands are shown, around the present one.
    In,
    /// More of them.
    Out,
    /// Fewer or more around a place of the plot, in 65536ths of its width.
    Near(u32, bool),
    /// Smaller ones.
    Left,
    /// Larger ones.
    Right,
    /// All of them.
    Reset,
    /// The pointer was pressed, moved or released.
    Drag(DragEdit),
    /// Every operand is evaluated, instead of an evenly spread sample.
    Whole,
    /// The evaluation stops.
    Stop,
    /// A cell of the map is selected.
    Look(usize),
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
    text: String,
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

/// The operands that can vary, for each lane of the result that they affect, the highest first, as
/// everywhere.
pub fn places(state: &State) -> Vec<OperandLane> {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let n_sources = state.instruction.form.sources().len();
    let all = (0..prepared.lanes())
        .rev()
        .flat_map(|lane| (0..n_sources).map(move |operand| OperandLane { operand, lane }));
    all.filter(|place| format_of(state, *place).is_some()).collect()
}

fn format_of(state: &State, place: OperandLane) -> Option<Format> {
    operand_format(&state.instruction, &state.context, place)
}

impl Sweep {
    /// The operand that varies, with its format.
    pub fn operand(&self, state: &State) -> Option<(OperandLane, Format)> {
        let place = self.choice?.place;
        Some((place, format_of(state, place)?))
    }

    /// The requested job: its text and its number of indices.
    pub fn wanted(&self) -> Option<(&str, u64)> {
        let Job { text, len, .. } = self.job.as_ref()?;
        (!self.is_stopped && self.progress.0 < *len).then_some((text, *len))
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

    /// Makes a change; the choice is then in the link.
    pub fn apply(&mut self, edit: &Edit, state: &State) -> Option<String> {
        let before = self.choice?;
        if let Edit::Look(cell) = edit {
            self.cell = Some(*cell);
            return None;
        }
        if let Edit::Drag(edit) = edit {
            self.drag(*edit, state);
        } else {
            if self.is_stopped {
                self.leave();
            }
            self.is_stopped = *edit == Edit::Stop;
            self.choose(edit, state);
        }
        let now = self.choice.filter(|now| *now != before)?;
        Some(now.text(&state.instruction, &state.context))
    }

    fn choose(&mut self, edit: &Edit, state: &State) {
        let Some(choice) = &mut self.choice else { return };
        match edit {
            Edit::Place(index) => {
                let place = places(state).get(*index).copied();
                *choice =
                    Choice { shown: choice.shown, ..Choice::of(place.unwrap_or(choice.place)) };
                choice.across = None;
                if choice.shown == Shown::Inexact {
                    choice.shown = Shown::Results;
                }
            }
            Edit::Across(index) => {
                let other = index.checked_sub(1);
                choice.across = other.and_then(|it| others(state, choice.place).get(it).copied());
                choice.domain = None;
                let is_map = choice.across.is_some();
                choice.shown = match choice.shown {
                    Shown::Inexact if !is_map => Shown::Results,
                    Shown::Observed if is_map => Shown::Errors,
                    shown => shown,
                };
            }
            Edit::Draft(text) => self.draft = Some(text.clone()),
            Edit::Domain(text) => self.enter(text, state),
            Edit::Shown(shown) => choice.shown = *shown,
            Edit::In => self.zoom(state, None, |width| (width / 4).max(1)),
            Edit::Out => self.zoom(state, None, |width| width.saturating_mul(4)),
            Edit::Near(at, true) => self.zoom(state, Some(*at), |width| (width / 2).max(1)),
            Edit::Near(at, false) => self.zoom(state, Some(*at), |width| width.saturating_mul(2)),
            Edit::Left => self.pan(state, u64::saturating_sub),
            Edit::Right => self.pan(state, u64::saturating_add),
            Edit::Reset => choice.domain = None,
            Edit::Whole => {
                let all = self.domain(state).and_then(|domain| {
                    Domain::new(domain.format(), domain.set(), domain.order(), 1).ok()
                });
                self.evaluate(state, all);
            }
            Edit::Stop | Edit::Look(_) | Edit::Drag(_) => {}
        }
    }

    /// Evaluates other values.
    fn evaluate(&mut self, state: &State, domain: Option<Domain>) {
        let usual = self.operand(state).and_then(|(_, format)| spread(format, None));
        if let Some(choice) = &mut self.choice {
            choice.domain = domain.filter(|domain| Some(*domain) != usual);
        }
        self.draft = None;
    }

    /// Takes the values that were typed.
    fn enter(&mut self, text: &str, state: &State) {
        let Some((_, format)) = self.operand(state) else { return };
        match Domain::parse(text.trim(), format) {
            _ if text.trim().is_empty() => self.evaluate(state, None),
            Ok(domain) => self.evaluate(state, Some(domain)),
            Err(_) => self.draft = Some(text.to_owned()),
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
        if job.as_ref().map(|job| &job.text) != self.job.as_ref().map(|job| &job.text) {
            self.job = job;
            self.progress = (0, 0);
            self.is_stopped = false;
        }
    }

    fn job(&self, choice: Choice, state: &State) -> Option<Job> {
        if let Some(across) = choice.across {
            let measured = Measured::References;
            let job = Map::job(state, choice.place, across);
            return job.map(|(text, len)| Job { text, len, measured });
        }
        let domain = self.domain(state)?;
        // The present value of the operand does not matter.
        let state = with_operand(state, choice.place, 0);
        let job = |measured| {
            let text = sweep_text(&state, choice.place, &domain, COLUMNS, measured);
            Job { text, len: domain.len(), measured }
        };
        let measuring = job(Measured::References);
        match choice.shown {
            Shown::Observed if grade(&state.instruction, &state.context).is_none() => None,
            Shown::Observed => Some(job(Measured::Observed)),
            // What has errors has results.
            Shown::Results
                if domain.len() > MAX_MEASURED
                    && self.job.as_ref().is_none_or(|job| job.text != measuring.text) =>
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
        if job.text != report.job {
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

/// The bits of an operand in a state.
pub fn operand_bits(state: &State, OperandLane { operand, lane }: OperandLane) -> u64 {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let register = state.registers.get(operand).copied().unwrap_or(0);
    let packing = prepared.source(operand);
    let lane = source_lane(&prepared, operand, lane);
    packing.extract(register, lane)
}

/// A state with other bits in an operand.
pub fn with_operand(state: &State, OperandLane { operand, lane }: OperandLane, bits: u64) -> State {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let mut state = state.clone();
    let lane = source_lane(&prepared, operand, lane);
    if let Some(register) = state.registers.get_mut(operand) {
        *register = prepared.source(operand).insert(*register, lane, bits);
    }
    state
}

/// The lane of an operand that a lane of the result depends on.
fn source_lane(prepared: &Prepared, operand: usize, lane: u8) -> u8 {
    let mut operands = prepared.operands_of_lane(lane);
    operands.find(|(index, _)| *index == operand).map_or(0, |(_, lane)| lane)
}

#[cfg(test)]
mod tests;
