//! Work for a worker: the task as text, and the outcome as integers.
//!
//! ```text
//! job   = sweep | grid, a line each:
//! sweep = WHAT    LINK  OPERAND LANE COLUMNS   DOMAIN
//! grid  = "grid"  LINK  DOWN ACROSS LANE BINS SAMPLES
//! ```
//!
//! A sweep measures the errors of the references, `sweep`, those of the observed results of GPUs,
//! `observe`, or none, `results`, which is several times as fast. The link says instruction,
//! context and registers.
//! [`question`] has the searches for operands on which two subjects differ.

pub mod question;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::explore::domain::Domain;
use crate::explore::grid::{Cell, ClassSet, Grid};
use crate::explore::sweep::{OperandLane, Sweep, operand_format};
use crate::explore::tally::Tally;
use crate::link::{self, State};
use crate::observed::Observed;

/// Work that is done a range of indices at a time, by any number of workers.
#[derive(Clone, Debug)]
pub enum Job {
    /// A sweep, and its counts since the last report.
    Sweep(Box<Sweep>, Box<Tally>),
    /// A grid, and the cells since the last report, with their indices.
    Grid(Box<Grid>, Vec<(usize, Cell)>),
}

/// The errors that a sweep measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Only results are counted.
    Nothing,
    /// The errors of the references.
    References,
    /// The errors of the observed results of GPUs.
    Observed,
}

impl Measured {
    const ALL: [Self; 3] = [Self::Nothing, Self::References, Self::Observed];

    /// The first line of the text of a sweep.
    const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "results",
            Self::References => "sweep",
            Self::Observed => "observe",
        }
    }
}

/// The text of a sweep; see [`Sweep`].
#[must_use]
pub fn sweep_text(
    state: &State,
    place: OperandLane,
    domain: &Domain,
    columns: usize,
    measured: Measured,
) -> String {
    let OperandLane { operand, lane } = place;
    let numbers = join(&[operand, lane.into(), columns]);
    [measured.word(), "\n", &bare(state), "\n", &numbers, "\n", &domain.text()].concat()
}

/// The text of a grid; see [`Grid`].
#[must_use]
pub fn grid_text(
    state: &State,
    (lane, [down, across]): (u8, [usize; 2]),
    (bins, samples): (usize, usize),
) -> String {
    ["grid\n", &bare(state), "\n", &join(&[down, across, lane.into(), bins, samples])].concat()
}

/// The link of the computation alone.
fn bare(state: &State) -> String {
    State { recorded: None, compared: Vec::new(), sweep: None, view: None, ..state.clone() }
        .to_fragment()
}

fn join(numbers: &[usize]) -> String {
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// Whether the work of a text is faster in batches.
pub fn has_batches(text: &str) -> bool {
    text.lines().next() == Some(Measured::Nothing.word())
}

impl Job {
    /// Reads the text of work; `None` if it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let kind = lines.next()?;
        let State { instruction, context, registers, .. } =
            link::parse_lightly(lines.next()?).linked.legal()?;
        let numbers: Option<Vec<usize>> =
            lines.next()?.split(' ').map(|number| number.parse().ok()).collect();
        let measured = Measured::ALL.into_iter().find(|it| it.word() == kind);
        match (measured, &*numbers?) {
            (Some(measured), [operand, lane, columns]) => {
                let place = OperandLane { operand: *operand, lane: u8::try_from(*lane).ok()? };
                let format = operand_format(&instruction, &context, place)?;
                let domain = Domain::parse(lines.next()?, format).ok()?;
                let measures = measured != Measured::Nothing;
                let sweep =
                    Sweep::new(&instruction, &context, &registers, place, domain, measures)?;
                let sweep = if measured == Measured::Observed {
                    sweep.observing(Observed::of(&instruction, &context)?)
                } else {
                    sweep
                };
                let tally = sweep.tally(*columns);
                Some(Self::Sweep(Box::new(sweep), Box::new(tally)))
            }
            (None, [down, across, lane, bins, samples]) if kind == "grid" => {
                let place = (u8::try_from(*lane).ok()?, [*down, *across]);
                let size = (*bins, u32::try_from(*samples).ok()?);
                let grid = Grid::new(&instruction, &context, &registers, place, size, true)?;
                Some(Self::Grid(Box::new(grid), Vec::new()))
            }
            _ => None,
        }
    }

    /// Returns the number of indices.
    pub fn len(&self) -> u64 {
        match self {
            Self::Sweep(sweep, _) => sweep.domain().len(),
            Self::Grid(grid, _) => grid.len() as u64,
        }
    }

    /// Always false: there is at least one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const LINK: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x0001";

    #[test]
    fn a_sweep_is_done_in_parts_by_its_text() {
        let state = link::parse(LINK).sound().unwrap();
        let place = OperandLane { operand: 0, lane: 0 };
        let format = operand_format(&state.instruction, &state.context, place).unwrap();
        let text =
            sweep_text(&state, place, &Domain::all(format).unwrap(), 100, Measured::References);
        let mut jobs = [Job::parse(&text).unwrap(), Job::parse(&text).unwrap()];
        assert_eq!(jobs[0].len(), 0x1_0000);
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
        let Job::Sweep(sweep, mut tally) = Job::parse(&text).unwrap() else { panic!() };
        sweep.run(0..0x1_0000, &mut tally);
        assert_eq!(whole, Some(*tally));
    }

    #[test]
    fn what_was_observed_is_swept_over_where_it_is_known() {
        let text = |link: &str| {
            let state = link::parse(link).sound().unwrap();
            let place = OperandLane { operand: 0, lane: 0 };
            let format = operand_format(&state.instruction, &state.context, place).unwrap();
            let domain = Domain::parse("random:1000:7", format).unwrap();
            sweep_text(&state, place, &domain, 100, Measured::Observed)
        };
        let mut job = Job::parse(&text("v1/rcp.approx.f32@sm_90?a=0x0")).unwrap();
        job.run(0..1000);
        let tally = Tally::from_words(&job.take_words()).unwrap();
        assert!((1..1000).contains(&tally.departed), "{}", tally.departed);
        assert!(Job::parse(&text("v1/tanh.approx.f32@sm_90?a=0x0")).is_none());
    }

    #[test]
    fn results_alone_are_counted_without_errors() {
        let state = link::parse(LINK).sound().unwrap();
        let place = OperandLane { operand: 0, lane: 0 };
        let format = operand_format(&state.instruction, &state.context, place).unwrap();
        let domain = Domain::all(format).unwrap();
        let [bare, full] = [Measured::Nothing, Measured::References].map(|measured| {
            let text = sweep_text(&state, place, &domain, 100, measured);
            assert_eq!(has_batches(&text), measured == Measured::Nothing);
            let mut job = Job::parse(&text).unwrap();
            job.run_many(0..job.len());
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
        let mut job = Job::parse(&grid_text(&state, (0, [0, 1]), (16, 4))).unwrap();
        let Job::Grid(grid, _) = job.clone() else { panic!() };
        job.run(0..job.len());
        let words = job.take_words();
        let found: Vec<_> = cells(&words).collect();
        assert_eq!(found.len(), grid.len());
        for (index, cell) in found {
            assert_eq!(Some(cell), grid.cell(index));
        }
        assert!(job.take_words().is_empty());
    }

    #[test]
    fn other_texts_are_no_work() {
        let state = link::parse(LINK).sound().unwrap();
        let good = grid_text(&state, (0, [0, 1]), (16, 4));
        assert!(Job::parse(&good).is_some());
        for end in 0..good.len() - 2 {
            // A link is read as far as it goes, and so shortened links may be work too.
            if let Some(text) = good.get(..end).filter(|text| text.lines().count() < 3) {
                assert!(Job::parse(text).is_none(), "{text}");
            }
        }
        assert!(Job::parse(&grid_text(&state, (7, [0, 1]), (16, 4))).is_none());
        assert!(Job::parse(&good.replace("grid", "walk")).is_none());
    }
}
