//! The order in which a search tries operands: edges, random ones, then all.

use super::{N_MORE, N_RANDOM, Search};
use crate::bits::mask;
use crate::explore::difference::space::Focus;
use crate::explore::difference::subject::Sameness;
use crate::explore::difference::{Phase, Proof, Severity, Verdict, shrink};

impl Search {
    pub(super) fn begin_edges(&mut self) {
        match self.foci.get(self.focus).cloned() {
            Some(focus) => self.choices = self.choices_of(&focus),
            None => self.begin(if self.has_random() { Phase::Random } else { Phase::Exhaustive }),
        }
        self.scratch.inputs.fill(0);
    }

    pub(super) fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.focus = 0;
        self.count = 0;
        self.scratch.inputs.fill(0);
    }

    /// Sets the cells of a part to a choice of edges.
    pub(super) fn choose(&mut self, focus: &Focus, choice: &[usize]) {
        for (cell, digit) in focus.cells.iter().zip(choice) {
            let bits = self.edges.get(*cell).and_then(|edges| edges.get(*digit)).copied();
            if let Some(place) = self.cells.get(*cell) {
                place.set(&mut self.scratch.inputs, bits.unwrap_or(0));
            }
        }
    }

    /// Tries the next operands, or continues with the next phase.
    pub(super) fn advance(&mut self) {
        // The list is moved out so that the inner loop copies nothing.
        let foci = core::mem::take(&mut self.foci);
        let is_tried = match (self.phase, foci.get(self.focus)) {
            (Phase::Edges, Some(focus)) => self.set_edges(focus),
            (Phase::Random, Some(focus)) => self.set_random(focus),
            (Phase::Exhaustive, Some(focus)) => self.set_next(focus),
            (Phase::Edges | Phase::Random | Phase::Exhaustive | Phase::Done, _) => false,
        };
        let mut severity = None;
        if let (true, Some(focus)) = (is_tried, foci.get(self.focus)) {
            self.tried += 1;
            self.count += 1;
            severity = self.trial(focus, self.found.is_none());
        }
        let n_foci = foci.len();
        self.foci = foci;
        if let Some(severity) = severity {
            self.keep(severity);
        }
        match self.phase {
            Phase::Edges if !is_tried => {
                self.focus += 1;
                self.begin_edges();
                if self.phase != Phase::Edges
                    && self.sameness == Sameness::Exchanged
                    && self.found.is_some()
                {
                    // No other difference is possible.
                    self.end(Verdict::MayDiffer);
                }
            }
            Phase::Random => {
                self.focus = (self.focus + 1) % n_foci.max(1);
                let is_possible =
                    self.found.as_ref().is_some_and(|found| found.severity > Severity::Alike);
                let is_enough = self.count >= N_MORE && is_possible;
                if is_enough {
                    self.end(Verdict::MayDiffer);
                } else if self.count >= N_RANDOM && self.is_exhaustible() {
                    self.begin(Phase::Exhaustive);
                }
            }
            Phase::Exhaustive if !is_tried => {
                self.focus += 1;
                self.count = 0;
                self.scratch.inputs.fill(0);
                if self.focus >= n_foci {
                    let is_found = self.found.is_some();
                    let none = Verdict::NoneExists(Proof::EveryOperand);
                    self.end(if is_found { Verdict::MayDiffer } else { none });
                }
            }
            Phase::Edges | Phase::Exhaustive | Phase::Done => {}
        }
    }

    fn set_edges(&mut self, focus: &Focus) -> bool {
        let mut choices = core::mem::take(&mut self.choices);
        let is_tried = match choices.next() {
            Some(choice) => {
                self.choose(focus, choice);
                true
            }
            None => false,
        };
        self.choices = choices;
        is_tried
    }

    fn set_random(&mut self, focus: &Focus) -> bool {
        // The negation of the last result as the last operand may cancel it.
        let is_fed = self.random.below(4) == 0;
        let last = focus.cells.last().copied().filter(|_| is_fed);
        let mut near = self.random.bits();
        for index in &focus.cells {
            let Some(cell) = self.cells.get(*index) else { continue };
            if is_fed {
                if last == Some(*index) {
                    let sign = 1_u64 << (cell.width - 1);
                    let step = self.random.below(5).wrapping_sub(2);
                    let bits = (self.feedback ^ sign).wrapping_add(step);
                    cell.set(&mut self.scratch.inputs, bits & mask(cell.width.into()));
                }
                continue;
            }
            let count = cell.kinds.len() as u64;
            let chosen = usize::try_from(self.random.below(count)).unwrap_or(0);
            let kind = cell.kinds.get(chosen).or(cell.kinds.first());
            let Some(kind) = kind else { continue };
            let packing = kind.packing();
            let mut bits = self.random.datum(kind.format(), near);
            if packing.width != cell.width {
                let first = packing.insert(0, 0, bits);
                bits = (1..packing.lanes).fold(first, |register, lane| {
                    packing.insert(register, lane, self.random.datum(kind.format(), near))
                });
            }
            near = bits;
            cell.set(&mut self.scratch.inputs, bits);
        }
        true
    }

    fn set_next(&mut self, focus: &Focus) -> bool {
        let n_bits = self.n_bits(focus);
        if n_bits < 64 && self.count >> n_bits != 0 {
            return false;
        }
        self.set_number(focus, self.count);
        true
    }

    /// Sets the cells of a part to the operands with a number.
    pub(in super::super) fn set_number(&mut self, focus: &Focus, number: u64) {
        let mut rest = number;
        for cell in focus.cells.iter().filter_map(|index| self.cells.get(*index)) {
            cell.set(&mut self.scratch.inputs, rest);
            rest = rest.checked_shr(cell.width.into()).unwrap_or(0);
        }
    }

    /// Keeps a difference if it is stronger than the known one, and simplifies its operands; a
    /// certain one ends the search.
    pub(in super::super) fn keep(&mut self, severity: Severity) {
        if self.found.as_ref().is_some_and(|found| found.severity >= severity) {
            return;
        }
        let inputs = shrink::shrink(self, &self.scratch.inputs.clone(), severity);
        self.found = self.difference(&inputs);
        // The simplified operands may show a stronger difference.
        if self.found.as_ref().is_some_and(|found| found.severity == Severity::Certain) {
            self.end(Verdict::Differ);
        }
    }
}
