//! Values that are columns: the bits of registers for many inputs, without their standings.
//!
//! A register is a column, and an instruction takes its operands from columns in one
//! [batch](crate::eval::Batch).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{At, Interpretation, interpret};
use crate::bits::mask;
use crate::catalog::MAX_SOURCES;
use crate::eval::{Batch, Column, Columns as Operands, LANE_OPERANDS, N_ROWS, widest};
use crate::explore::sequence::{
    Action, Call, Companion, Guard, Move, Register, Sequence, Source, Statement,
};

/// The largest number of inputs that are evaluated at once.
pub(crate) const N_AT_ONCE: usize = N_ROWS;

/// The registers of a sequence, of many inputs.
#[derive(Clone, Debug)]
pub(crate) struct Columns<'s> {
    sequence: &'s Sequence,
    /// The lane that is wanted, where no other has an influence.
    lane: Option<u8>,
    steps: Vec<Step>,
    /// A column for each register, then for each value in a statement.
    values: Vec<Column>,
    /// The operands and results of a lane.
    operands: Operands,
    results: Column,
    /// The number of rows that are evaluated.
    n_rows: usize,
    /// Whether the ISA leaves the result of some statement open, for each row, and for any.
    open: [bool; N_AT_ONCE],
    is_any_open: bool,
}

/// The columns and the batch of a statement.
#[derive(Clone, Debug)]
struct Step {
    /// The batch of a call.
    batch: Option<Batch>,
    /// The columns of the source operands.
    sources: Vec<usize>,
}

impl<'s> Columns<'s> {
    /// The registers of a sequence, or one lane of each, where lanes do not mix. There are none where
    /// bits depend on how sure others are: where contraction leaves a choice, and where something
    /// is not known.
    pub(crate) fn new(sequence: &'s Sequence, lane: Option<u8>) -> Option<Self> {
        let is_known = |statement: &Statement| {
            let mut kept = statement.guard.iter().flat_map(|guard| &guard.kept);
            !matches!(statement.action, Action::Unknown(_)) && kept.all(|(_, it)| it.is_some())
        };
        if sequence.is_contractible() || !sequence.statements.iter().all(is_known) {
            return None;
        }
        let mut values = alloc::vec![[0; N_AT_ONCE]; sequence.registers.len()];
        let mut column = |source: &Source| match source {
            Source::Register { index, .. } => *index,
            Source::Value(bits) => {
                values.push([*bits; N_AT_ONCE]);
                values.len() - 1
            }
        };
        let step = |Statement { action, .. }: &Statement| Step {
            batch: action.call().map(|call| call.prepared.batch()),
            sources: action.sources().iter().map(&mut column).collect(),
        };
        let steps = sequence.statements.iter().map(step).collect();
        Some(Self {
            sequence,
            lane,
            steps,
            values,
            operands: [[0; N_AT_ONCE]; LANE_OPERANDS],
            results: [0; N_AT_ONCE],
            n_rows: 0,
            open: [false; N_AT_ONCE],
            is_any_open: false,
        })
    }

    /// Evaluates the sequence on the first rows of columns, one for each input.
    pub(crate) fn run<'c>(&mut self, inputs: impl Iterator<Item = &'c [u64]>, n_rows: usize) {
        let sequence = self.sequence;
        (self.open, self.is_any_open) = ([false; N_AT_ONCE], false);
        self.n_rows = n_rows;
        for (index, given) in sequence.inputs.iter().zip(inputs) {
            let width = sequence.registers.get(*index).map_or(0, Register::width);
            let rows = given.iter().map(|bits| bits & mask(width.into()));
            self.write(*index, rows);
        }
        let _ = interpret(sequence, 0, self);
    }

    /// The rows of a register.
    pub(crate) fn register(&self, index: usize) -> &[u64] {
        self.values.get(index).map_or(&[], |column| column)
    }

    /// Whether the ISA leaves the result of some statement open for the operands of a row.
    pub(crate) fn is_open(&self, row: usize) -> bool {
        self.open.get(row).copied().unwrap_or(true)
    }

    /// [`Self::is_open`], for any row that is evaluated.
    pub(crate) const fn is_any_open(&self) -> bool {
        self.is_any_open
    }

    fn write(&mut self, index: usize, rows: impl Iterator<Item = u64>) {
        if let Some(column) = self.values.get_mut(index) {
            widest(|| column.iter_mut().zip(rows).for_each(|(place, bits)| *place = bits));
        }
    }

    /// The columns of the source operands of a statement.
    fn parts(&self, index: usize) -> impl Iterator<Item = &[u64]> {
        let sources = self.steps.get(index).into_iter().flat_map(|step| &step.sources);
        sources.map(|source| self.register(*source))
    }
}

impl Interpretation for Columns<'_> {
    fn call(&mut self, at: At<'_>, call: &Call) -> ControlFlow<()> {
        let Self { steps, values, operands, results, open, is_any_open, n_rows, .. } = self;
        let Some(Step { batch: Some(batch), sources }) = steps.get(at.index) else {
            return ControlFlow::Continue(());
        };
        let n_rows = *n_rows;
        let mut parts: [&[u64]; MAX_SOURCES] = [&[]; MAX_SOURCES];
        for (part, source) in parts.iter_mut().zip(sources) {
            *part = values.get(*source).map_or(&[], |column| column);
        }
        let parts = parts.get(..sources.len()).unwrap_or_default();
        let packing = call.prepared.destination();
        let lanes = self.lane.map_or(0..packing.lanes, |lane| lane..lane + 1);
        let mut note = |row: usize, _| {
            if let Some(is_open) = open.get_mut(row) {
                (*is_open, *is_any_open) = (true, true);
            }
        };
        // One lane is most often the whole register.
        if lanes == (0..1) && call.observed.is_none() && !call.is_widened() {
            call.prepared.gather_many(0, parts, operands);
            if let Some(column) = values.get_mut(call.destination) {
                batch.run(operands, n_rows, column, note);
            }
            return ControlFlow::Continue(());
        }
        let mut written = [0; N_AT_ONCE];
        let field = mask(packing.width.into());
        for lane in lanes {
            call.prepared.gather_many(lane, parts, operands);
            if let Some(observed) = &call.observed {
                let [a, b, ..] = &*operands;
                for (result, (a, b)) in results.iter_mut().zip(a.iter().zip(b)).take(n_rows) {
                    *result = observed.result([*a, *b]);
                }
            } else {
                batch.run(operands, n_rows, results, &mut note);
            }
            let offset = packing.offset(lane);
            for (register, bits) in written.iter_mut().zip(&*results) {
                *register |= (bits & field) << offset;
            }
        }
        self.write(call.destination, written.into_iter().map(|bits| call.stored(bits)));
        ControlFlow::Continue(())
    }

    fn companion(&mut self, at: At<'_>, each: &Companion) {
        if each.is_mixed {
            (self.open, self.is_any_open) = ([true; N_AT_ONCE], true);
        }
        let mut written = [[0; N_AT_ONCE]; 2];
        let mut given = [[0; 5]; N_AT_ONCE];
        for (source, part) in self.parts(at.index).enumerate() {
            for (place, bits) in given.iter_mut().zip(part) {
                if let Some(place) = place.get_mut(source) {
                    *place = each.given(source, *bits);
                }
            }
        }
        let [first, second] = &mut written;
        for ((given, first), second) in given.iter().zip(first).zip(second).take(self.n_rows) {
            [*first, *second] = each.prepared.evaluate(given);
        }
        for (destination, column) in each.destinations.iter().zip(written) {
            if let Some(destination) = destination {
                self.write(*destination, column.into_iter());
            }
        }
    }

    fn copy(&mut self, _: At<'_>, from: Source, to: usize) {
        let column = match from {
            Source::Register { index, .. } => self.values.get(index).copied(),
            Source::Value(bits) => Some([bits; N_AT_ONCE]),
        };
        if let (Some(place), Some(column)) = (self.values.get_mut(to), column) {
            *place = column;
        }
    }

    fn repack(&mut self, at: At<'_>, each: &Move) {
        let mut whole = [0; N_AT_ONCE];
        for (part, column) in self.parts(at.index).enumerate() {
            let rows = whole.iter_mut().zip(column);
            rows.for_each(|(place, bits)| *place |= each.packed(part, *bits));
        }
        for (part, destination) in each.destinations.iter().enumerate() {
            if let Some(destination) = destination {
                self.write(*destination, whole.iter().map(|bits| each.part(part, *bits)));
            }
        }
    }

    fn guard(&mut self, _: At<'_>, guard: &Guard) {
        let condition = match guard.source {
            Source::Register { index, .. } => self.values.get(index).copied(),
            Source::Value(bits) => Some([bits; N_AT_ONCE]),
        };
        let Some(condition) = condition else { return };
        for (register, before) in &guard.kept {
            let Some(before) = before.and_then(|it| self.values.get(it)).copied() else {
                continue;
            };
            let Some(column) = self.values.get_mut(*register) else { continue };
            for ((place, before), condition) in column.iter_mut().zip(before).zip(condition) {
                if !guard.runs_if(condition) {
                    *place = before;
                }
            }
        }
    }
}
