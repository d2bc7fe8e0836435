//! Work that takes long, done in parts: a [`Task`] says what to do, a [`Job`] does it, and the outcome
//! is integers.
//!
//! [`search`] has the searches for operands on which two subjects differ.

pub mod search;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::explore::domain::Domain;
use crate::explore::grid::{Cell, ClassSet, Grid};
use crate::explore::sweep::{OperandLane, Sweep, operand_format};
use crate::explore::tally::Tally;
use crate::link::{self, State};
use crate::observed::Observed;

/// The work of a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Task {
    /// A [`Sweep`].
    Sweep {
        /// The link to the instruction, its context and its registers.
        link: String,
        /// The operand that varies, and its lane.
        place: (usize, u8),
        /// The text of the [`Domain`].
        domain: String,
        /// The number of columns of the [`Tally`].
        columns: usize,
        /// The errors that are measured.
        measured: Measured,
    },
    /// A [`Grid`].
    Grid {
        /// The link to the instruction, its context and its registers.
        link: String,
        /// The lane.
        lane: u8,
        /// The operands that vary, down and across.
        operands: [usize; 2],
        /// The number of ranges that each operand has.
        bins: usize,
        /// The number of samples in a cell.
        samples: u32,
    },
}

/// Work that is done a range of indices at a time, by any number of workers.
#[derive(Clone, Debug)]
pub enum Job {
    /// A sweep, and its counts since the last report.
    Sweep(Box<Sweep>, Box<Tally>),
    /// A grid, and the cells since the last report, with their indices.
    Grid(Box<Grid>, Vec<(usize, Cell)>),
}

/// The errors that a sweep measures; without any it is several times as fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub enum Measured {
    /// Only results are counted.
    Nothing,
    /// The errors of the references.
    References,
    /// The errors of the observed results of GPUs.
    Observed,
}

impl Task {
    /// A sweep over the numbers of a lane.
    #[must_use]
    pub fn sweep(
        state: &State,
        OperandLane { operand, lane }: OperandLane,
        domain: &Domain,
        columns: usize,
        measured: Measured,
    ) -> Self {
        let (link, domain) = (bare(state), domain.text());
        Self::Sweep { link, place: (operand, lane), domain, columns, measured }
    }

    /// A grid over two operands: down and across.
    #[must_use]
    pub fn grid(
        state: &State,
        (lane, operands): (u8, [usize; 2]),
        (bins, samples): (usize, u32),
    ) -> Self {
        Self::Grid { link: bare(state), lane, operands, bins, samples }
    }
}

/// The link of the computation alone.
fn bare(state: &State) -> String {
    State { recorded: None, compared: Vec::new(), sweep: None, view: None, ..state.clone() }
        .to_fragment()
}

/// The state of a link that [`bare`] wrote.
fn linked(link: &str) -> Option<State> {
    link::parse_lightly(link).linked.legal()
}

impl Job {
    /// Prepares the work; `None` if the task is not about numbers that the instruction has.
    #[must_use]
    pub fn begin(task: &Task) -> Option<Self> {
        match task {
            Task::Sweep { link, place: (operand, lane), domain, columns, measured } => {
                let State { instruction, context, registers, .. } = linked(link)?;
                let place = OperandLane { operand: *operand, lane: *lane };
                let format = operand_format(&instruction, &context, place)?;
                let domain = Domain::parse(domain, format).ok()?;
                let measures = *measured != Measured::Nothing;
                let sweep =
                    Sweep::new(&instruction, &context, &registers, place, domain, measures)?;
                let sweep = if *measured == Measured::Observed {
                    sweep.observing(Observed::of(&instruction, &context)?)
                } else {
                    sweep
                };
                let tally = sweep.tally(*columns);
                Some(Self::Sweep(Box::new(sweep), Box::new(tally)))
            }
            Task::Grid { link, lane, operands, bins, samples } => {
                let State { instruction, context, registers, .. } = linked(link)?;
                let (place, size) = ((*lane, *operands), (*bins, *samples));
                let grid = Grid::new(&instruction, &context, &registers, place, size, true)?;
                Some(Self::Grid(Box::new(grid), Vec::new()))
            }
        }
    }

    /// Returns the number of indices, at least one.
    pub fn n_indices(&self) -> u64 {
        match self {
            Self::Sweep(sweep, _) => sweep.domain().len(),
            Self::Grid(grid, _) => grid.n_cells() as u64,
        }
    }

    /// Does the work of some indices in batches, where those are faster; a program that does this is
    /// larger.
    pub fn run_many(&mut self, indices: Range<u64>) {
        match self {
            Self::Sweep(sweep, tally) => sweep.run_many(indices, tally),
            Self::Grid(..) => self.run(indices),
        }
    }

    /// Does the work of some indices.
    pub fn run(&mut self, indices: Range<u64>) {
        match self {
            Self::Sweep(sweep, tally) => sweep.run(indices, tally),
            Self::Grid(grid, cells) => {
                let indices = indices.filter_map(|index| usize::try_from(index).ok());
                cells.extend(indices.filter_map(|index| Some((index, grid.cell(index)?))));
            }
        }
    }

    /// Takes the results since the last call: a tally's [words](Tally::words), or those of cells,
    /// which [`cells`] reads.
    #[must_use]
    pub fn take_words(&mut self) -> Vec<u64> {
        match self {
            Self::Sweep(sweep, tally) => {
                let words = tally.words();
                **tally = sweep.tally(tally.columns().len());
                words
            }
            Self::Grid(_, cells) => {
                cells.drain(..).flat_map(|(index, cell)| cell_words(index, &cell)).collect()
            }
        }
    }
}

/// The number of words of a cell.
const CELL_WORDS: usize = 6;

fn cell_words(index: usize, cell: &Cell) -> [u64; CELL_WORDS] {
    let counts = u64::from(cell.count) << 32 | u64::from(cell.inexact);
    let error = cell.error.unwrap_or(0).cast_unsigned();
    let flags = u64::from(cell.classes.bits()) << 1 | u64::from(cell.error.is_some());
    let [down, across] = cell.sample;
    [index as u64, counts, flags, error, down, across]
}

/// The cells in words, with their indices.
pub fn cells(words: &[u64]) -> impl Iterator<Item = (usize, Cell)> {
    words.chunks_exact(CELL_WORDS).filter_map(|words| {
        let [index, counts, flags, error, down, across] = *words else { return None };
        let cell = Cell {
            count: u32::try_from(counts >> 32).ok()?,
            inexact: crate::bits::low_half(counts),
            classes: ClassSet::from_bits(u8::try_from(flags >> 1).ok()?),
            error: (flags & 1 == 1).then_some(error.cast_signed()),
            sample: [down, across],
        };
        Some((usize::try_from(index).ok()?, cell))
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const LINK: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x0001";

    #[test]
    fn a_sweep_is_done_in_parts() {
        let state = link::parse(LINK).sound().unwrap();
        let place = OperandLane { operand: 0, lane: 0 };
        let format = operand_format(&state.instruction, &state.context, place).unwrap();
        let task =
            Task::sweep(&state, place, &Domain::all(format).unwrap(), 100, Measured::References);
        let mut jobs = [Job::begin(&task).unwrap(), Job::begin(&task).unwrap()];
        assert_eq!(jobs[0].n_indices(), 0x1_0000);
        let mut whole: Option<Tally> = None;
        for (worker, range) in [(0, 0..7), (1, 7..0x8000), (0, 0x8000..0x1_0000)] {
            let job = &mut jobs[worker];
            job.run(range);
            let part = Tally::from_words(&job.take_words()).unwrap();
            match &mut whole {
                Some(whole) => whole.merge(&part),
                None => whole = Some(part),
            }
        }
        let Job::Sweep(sweep, mut tally) = Job::begin(&task).unwrap() else { panic!() };
        sweep.run(0..0x1_0000, &mut tally);
        assert_eq!(whole, Some(*tally));
    }

    #[test]
    fn what_was_observed_is_swept_over_where_it_is_known() {
        let task = |link: &str| {
            let state = link::parse(link).sound().unwrap();
            let place = OperandLane { operand: 0, lane: 0 };
            let format = operand_format(&state.instruction, &state.context, place).unwrap();
            let domain = Domain::parse("random:1000:7", format).unwrap();
            Task::sweep(&state, place, &domain, 100, Measured::Observed)
        };
        let mut job = Job::begin(&task("v1/rcp.approx.f32@sm_90?a=0x0")).unwrap();
        job.run(0..1000);
        let tally = Tally::from_words(&job.take_words()).unwrap();
        assert!((1..1000).contains(&tally.departed), "{}", tally.departed);
        assert!(Job::begin(&task("v1/sin.approx.f32@sm_62?a=0x0")).is_none());
    }

    #[test]
    fn results_alone_are_counted_without_errors() {
        let state = link::parse(LINK).sound().unwrap();
        let place = OperandLane { operand: 0, lane: 0 };
        let format = operand_format(&state.instruction, &state.context, place).unwrap();
        let domain = Domain::all(format).unwrap();
        let [bare, full] = [Measured::Nothing, Measured::References].map(|measured| {
            let task = Task::sweep(&state, place, &domain, 100, measured);
            let mut job = Job::begin(&task).unwrap();
            job.run_many(0..job.n_indices());
            Tally::from_words(&job.take_words()).unwrap()
        });
        assert_eq!(
            (bare.classes, bare.exactness, bare.guarantees),
            (full.classes, full.exactness, full.guarantees)
        );
        assert_eq!((bare.worst().len(), bare.errors.total()), (0, 0));
        assert!(full.errors.total() > 0);
    }

    #[test]
    fn a_grid_comes_back_as_cells() {
        let state = link::parse(LINK).sound().unwrap();
        let mut job = Job::begin(&Task::grid(&state, (0, [0, 1]), (16, 4))).unwrap();
        let Job::Grid(grid, _) = job.clone() else { panic!() };
        job.run(0..job.n_indices());
        let words = job.take_words();
        let found: Vec<_> = cells(&words).collect();
        assert_eq!(found.len(), grid.n_cells());
        for (index, cell) in found {
            assert_eq!(Some(cell), grid.cell(index));
        }
        assert!(job.take_words().is_empty());
    }

    #[test]
    fn a_task_about_what_is_not_there_is_no_work() {
        let state = link::parse(LINK).sound().unwrap();
        assert!(Job::begin(&Task::grid(&state, (7, [0, 1]), (16, 4))).is_none());
        assert!(Job::begin(&Task::grid(&state, (0, [0, 7]), (16, 4))).is_none());
        let task = |link: &str, domain: &str| Task::Sweep {
            link: link.to_string(),
            place: (0, 0),
            domain: domain.to_string(),
            columns: 100,
            measured: Measured::References,
        };
        assert!(Job::begin(&task(LINK, "all")).is_some());
        assert!(Job::begin(&task("v1/add.f16", "")).is_none());
        assert!(Job::begin(&task(LINK, "every")).is_none());
    }
}
