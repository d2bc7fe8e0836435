//! A map: the results for all pairs of two operands.

use ptxfp::explore::grid::{Cell, Grid};
use ptxfp::explore::sweep::OperandLane;
use ptxfp::internals::tasks::{Task, cells};
use ptxfp::link::State;

use crate::explorer::tabs::sweep::places::{operand_bits, places, with_operand};

/// The largest number of bins of an operand: as many as 8 bits have values.
const BINS: usize = 256;
/// The approximate number of pairs that are evaluated in all.
const PAIRS: usize = 1 << 19;

/// The results for two operands.
#[derive(Debug)]
pub struct Map {
    /// The instruction with its other operands.
    pub state: State,
    /// The operand that varies down, and the lane.
    pub place: OperandLane,
    /// The one that varies across.
    pub across: usize,
    /// The bins.
    pub grid: Grid,
    /// The cells that have been evaluated.
    pub cells: Vec<Option<Cell>>,
}

/// The operands that can vary beside one.
pub fn others(state: &State, place: OperandLane) -> Vec<usize> {
    let all = places(state).into_iter().filter(|each| each.lane == place.lane);
    all.map(|each| each.operand).filter(|operand| *operand != place.operand).collect()
}

/// The grid of two operands, with the number of pairs in a cell.
fn grid(state: &State, place: OperandLane, across: usize) -> Option<(Grid, u32)> {
    let State { instruction, context, registers, .. } = state;
    let of = |samples| {
        let operands = (place.lane, [place.operand, across]);
        Grid::new(instruction, context, registers, operands, (BINS, samples), true)
    };
    let samples = u32::try_from(PAIRS / of(1)?.n_cells().max(1)).ok()?;
    Some((of(samples)?, samples))
}

impl Map {
    /// The task of a map, and its number of cells.
    pub(super) fn task(state: &State, place: OperandLane, across: usize) -> Option<(Task, u64)> {
        let (grid, samples) = grid(state, place, across)?;
        let lane = place.lane;
        // The present values of the operands do not matter.
        let state = with_operand(state, place, 0);
        let state = with_operand(&state, OperandLane { operand: across, lane }, 0);
        let task = Task::grid(&state, (lane, [place.operand, across]), (BINS, samples));
        Some((task, grid.n_cells() as u64))
    }

    /// An empty map.
    pub(super) fn new(state: &State, place: OperandLane, across: usize) -> Option<Self> {
        let (grid, _) = grid(state, place, across)?;
        let cells = vec![None; grid.n_cells()];
        Some(Self { state: state.clone(), place, across, grid, cells })
    }

    pub(super) fn take(&mut self, words: &[u64]) {
        for (index, cell) in cells(words) {
            if let Some(place) = self.cells.get_mut(index) {
                *place = Some(cell);
            }
        }
    }

    /// The places of both operands, down and across.
    pub fn places(&self) -> [OperandLane; 2] {
        [self.place, OperandLane { operand: self.across, lane: self.place.lane }]
    }

    /// Returns the number of cells down and across.
    pub fn size(&self) -> [usize; 2] {
        self.grid.axes().each_ref().map(ptxfp::explore::grid::Axis::n_bins)
    }

    /// The cell of the operands of a state.
    pub fn cell_of(&self, state: &State) -> usize {
        let [down, across] = self.places().map(|place| operand_bits(state, place));
        let [rows, columns] = self.grid.axes();
        rows.bin_of(down) * columns.n_bins() + columns.bin_of(across)
    }

    /// A state with the operands of a cell: those with its largest error, or the first.
    pub fn state_of(&self, cell: usize, state: &State) -> Option<State> {
        Some(self.state_with(self.cells.get(cell)?.as_ref()?, state))
    }

    /// The state of a cell.
    pub fn state_with(&self, cell: &Cell, state: &State) -> State {
        let [down, across] = self.places();
        let state = with_operand(state, down, cell.sample[0]);
        with_operand(&state, across, cell.sample[1])
    }
}
