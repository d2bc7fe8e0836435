//! What the explorer remembers of sweeps: over which operands, and what came of it so far.

use ptxfp::eval::Prepared;
use ptxfp::explore::distribution::Distribution;
use ptxfp::explore::domain::{Domain, Order, Set};
use ptxfp::explore::job::sweep_text;
use ptxfp::explore::rank::{at_rank, n_numbers, rank};
use ptxfp::explore::sweep::{Place, operand_format};
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::link::State;

use crate::browser::workers::Report;

/// How many operands are evaluated at once without being asked for.
pub const SPREAD: u64 = 1 << 16;
/// How many columns a plot has.
const COLUMNS: usize = 800;
/// More operands than this are not gone through one by one.
pub const MAX_WHOLE: u64 = 1 << 32;

/// What is plotted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Plot {
    /// The results.
    #[default]
    Values,
    /// Their distance from the exact value.
    Errors,
}

/// A change of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Another operand varies, by its place in the list.
    Place(usize),
    /// Something else is plotted.
    Plot(Plot),
    /// Half as many operands are shown, around the present one.
    In,
    /// Twice as many.
    Out,
    /// Smaller ones.
    Left,
    /// Larger ones.
    Right,
    /// All.
    Reset,
    /// Each one is evaluated, instead of some evenly spread.
    Whole,
    /// Nothing more is evaluated.
    Stop,
}

/// What was swept, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swept {
    /// The operands.
    pub domain: Domain,
    /// The instruction with its other operands.
    pub state: State,
    /// Which operand.
    pub place: Place,
    /// What was counted so far.
    pub tally: Tally,
}

/// The state of sweeps.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sweep {
    /// The operand that varies, by its place in the list.
    pub place: usize,
    /// What is plotted.
    pub plot: Plot,
    /// The ranks shown, both ends included; all without.
    window: Option<(u64, u64)>,
    /// Whether each operand is evaluated.
    pub is_whole: bool,
    /// Whether no more are to be.
    pub is_stopped: bool,
    job: Option<(String, Domain)>,
    /// How many operands have been evaluated, and in how many milliseconds.
    pub progress: (u64, u64),
    /// What was swept last; the sweep before, until the present one has begun to tell.
    pub swept: Option<Swept>,
    /// Why nothing is.
    pub failure: Option<&'static str>,
    /// The results of each lane for all random bits, highest lane first, with what they belong to.
    outcomes: Option<(State, Vec<(u8, Distribution)>)>,
}

/// The operands that can vary, each in each lane of the result that takes it.
pub fn places(state: &State) -> Vec<Place> {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let n_sources = state.instruction.form.sources().len();
    let all = (0..prepared.lanes())
        .flat_map(|lane| (0..n_sources).map(move |operand| Place { operand, lane }));
    all.filter(|place| operand_format(&state.instruction, &state.context, *place).is_some())
        .collect()
}

impl Sweep {
    /// The operand that varies, with its format.
    pub fn operand(&self, state: &State) -> Option<(Place, Format)> {
        let places = places(state);
        let place = *places.get(self.place).or_else(|| places.first())?;
        Some((place, operand_format(&state.instruction, &state.context, place)?))
    }

    /// The job that is wanted: its text, and how many operands it has.
    pub fn wanted(&self) -> Option<(&str, u64)> {
        let (text, domain) = self.job.as_ref()?;
        let is_wanted = !self.is_stopped && self.progress.0 < domain.len();
        is_wanted.then_some((text, domain.len()))
    }

    /// The operands that are wanted.
    pub fn domain(&self) -> Option<&Domain> {
        self.job.as_ref().map(|(_, domain)| domain)
    }

    /// The results of each lane for all random bits, if there are any.
    pub fn outcomes(&self) -> &[(u8, Distribution)] {
        self.outcomes.as_ref().map_or(&[], |(_, all)| all)
    }

    /// Whether some of the operands are shown.
    pub const fn is_zoomed(&self) -> bool {
        self.window.is_some()
    }

    /// How many operands there are in view, of which some may be left out.
    pub fn in_view(&self, format: Format) -> u64 {
        match self.window {
            Some((first, last)) => last - first + 1,
            None if format.width() <= 32 => 1 << format.width(),
            None => n_numbers(format),
        }
    }

    /// Makes a change; the operand at hand has these bits.
    pub fn apply(&mut self, edit: &Edit, state: &State) {
        if self.is_stopped {
            self.leave();
        }
        self.is_stopped = *edit == Edit::Stop;
        match edit {
            Edit::Place(place) => {
                self.place = *place;
                self.window = None;
                self.is_whole = false;
            }
            Edit::Plot(plot) => self.plot = *plot,
            Edit::In => self.zoom(state, |width, _| (width / 4).max(1)),
            Edit::Out => self.zoom(state, |width, _| width.saturating_mul(4)),
            Edit::Left => self.pan(state, u64::saturating_sub),
            Edit::Right => self.pan(state, u64::saturating_add),
            Edit::Reset => self.show(None),
            Edit::Whole => self.is_whole = true,
            Edit::Stop => {}
        }
    }

    fn show(&mut self, window: Option<(u64, u64)>) {
        self.window = window;
        self.is_whole = false;
    }

    /// The ranks in view, and the last that a number has.
    fn ends(&self, format: Format) -> ((u64, u64), u64) {
        let last = n_numbers(format) - 1;
        (self.window.unwrap_or((0, last)), last)
    }

    fn zoom(&mut self, state: &State, width: impl Fn(u64, u64) -> u64) {
        let Some((place, format)) = self.operand(state) else { return };
        let ((first, last), end) = self.ends(format);
        let width = width(last - first, end);
        if width >= end {
            return self.show(None);
        }
        // Around the present operand, if it is in view.
        let present = rank(format, operand_bits(state, place));
        let middle =
            if (first..=last).contains(&present) { present } else { first + (last - first) / 2 };
        let first = middle.saturating_sub(width / 2).min(end - width);
        self.show(Some((first, first + width)));
    }

    fn pan(&mut self, state: &State, moved: impl Fn(u64, u64) -> u64) {
        let Some((_, format)) = self.operand(state) else { return };
        let ((first, last), end) = self.ends(format);
        let width = last - first;
        let first = moved(first, (width / 2).max(1)).min(end - width);
        self.show(Some((first, first + width)));
    }

    /// Gives up what is not done: nothing is evaluated while nobody looks.
    pub fn leave(&mut self) {
        if self.wanted().is_some() || self.is_stopped {
            self.job = None;
        }
    }

    /// Follows the state: what is wanted may be another job now.
    pub fn follow(&mut self, state: &State) {
        let job = self.operand(state).and_then(|(place, format)| {
            // Another format has other ranks.
            if self.domain().is_some_and(|domain| domain.format() != format) {
                self.show(None);
            }
            let n_operands = self.in_view(format);
            self.is_whole &= n_operands <= MAX_WHOLE;
            let stride = if self.is_whole { 1 } else { n_operands.div_ceil(SPREAD) };
            let set = match self.window {
                None if format.width() <= 32 => Set::All,
                _ => {
                    let ((first, last), _) = self.ends(format);
                    Set::Range { first: at_rank(format, first), last: at_rank(format, last) }
                }
            };
            let domain = Domain::new(format, set, Order::Value, stride).ok()?;
            Some((sweep_text(state, place, &domain, COLUMNS), domain))
        });
        if self.outcomes.as_ref().is_none_or(|(of, _)| of != state) {
            let lanes = (0..Prepared::new(&state.instruction, &state.context).lanes()).rev();
            let State { instruction, context, registers, .. } = state;
            let of = |lane| Some((lane, Distribution::new(instruction, context, registers, lane)?));
            self.outcomes = Some((state.clone(), lanes.filter_map(of).collect()));
        }
        if job != self.job {
            self.job = job;
            self.progress = (0, 0);
            self.is_stopped = false;
        }
    }

    /// Takes what workers report; `state` is what they were told.
    pub fn take(&mut self, report: &Report, state: &State) {
        self.failure = report.failure;
        let Some((text, domain)) = &self.job else { return };
        let Some((place, _)) = self.operand(state) else { return };
        if *text != report.job {
            return;
        }
        if self.progress.0 == 0 && !report.words.is_empty() {
            // What the sweep before showed has been shown until now.
            self.swept = None;
        }
        self.progress = (report.done, report.time);
        for part in report.words.iter().filter_map(|words| Tally::from_words(words)) {
            match &mut self.swept {
                Some(swept) => swept.tally.merge(&part),
                swept => {
                    let (domain, state) = (*domain, state.clone());
                    *swept = Some(Swept { domain, state, place, tally: part });
                }
            }
        }
    }
}

/// The bits that an operand has in a state.
pub fn operand_bits(state: &State, Place { operand, lane }: Place) -> u64 {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let register = state.registers.get(operand).copied().unwrap_or(0);
    let packing = prepared.source(operand);
    let lane = source_lane(&prepared, operand, lane);
    packing.extract(register, lane)
}

/// A state with other bits in an operand.
pub fn with_operand(state: &State, Place { operand, lane }: Place, bits: u64) -> State {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let mut state = state.clone();
    let lane = source_lane(&prepared, operand, lane);
    if let Some(register) = state.registers.get_mut(operand) {
        *register = prepared.source(operand).insert(*register, lane, bits);
    }
    state
}

/// The lane of an operand that a lane of the result takes.
fn source_lane(prepared: &Prepared, operand: usize, lane: u8) -> u8 {
    let mut operands = prepared.operands_of_lane(lane);
    operands.find(|(index, _)| *index == operand).map_or(0, |(_, lane)| lane)
}
