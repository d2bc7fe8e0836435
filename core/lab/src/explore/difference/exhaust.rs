//! All operands, by number; ranges of numbers may be tried anywhere and in any order.

use core::ops::Range;

use alloc::vec::Vec;

use super::search::Search;
use super::space::Focus;
use super::trial::Scratch;
use super::{Phase, Proof, Severity, Verdict};
use crate::eval::{Batch, Columns, Guarantee, LANE_OPERANDS, N_ROWS, Prepared};

/// The findings for a range of operands; those of parts merge into those of the whole, in any
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The number of operands that were tried.
    pub count: u64,
    /// The number of the first operands on which the subjects certainly differ.
    pub certain: Option<u64>,
    /// The number of the first operands on which they may differ, with different references.
    pub possible: Option<u64>,
    /// The number of the first operands on which they may differ although the references are alike;
    /// it may be missing where one of the others is known.
    pub alike: Option<u64>,
}

impl Tried {
    /// Adds the findings of another range.
    pub fn merge(&mut self, other: &Self) {
        let first = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        self.count += other.count;
        self.certain = first(self.certain, other.certain);
        self.possible = first(self.possible, other.possible);
        self.alike = first(self.alike, other.alike);
    }

    /// Whether open results with equal references are still of interest.
    pub(super) const fn asks_alike(&self) -> bool {
        self.certain.is_none() && self.possible.is_none() && self.alike.is_none()
    }

    pub(super) fn add(&mut self, number: u64, severity: Severity) {
        let place = match severity {
            Severity::Certain => &mut self.certain,
            Severity::Possible => &mut self.possible,
            Severity::Alike => &mut self.alike,
        };
        place.get_or_insert(number);
    }
}

/// An operation on a lane, and the positions of its operands in a number.
struct LaneOperation {
    batch: Batch,
    fields: Fields,
}

/// The bits of a number that make each operand of a lane, as a shift and a mask.
struct Fields([(u32, u64); LANE_OPERANDS]);

impl Fields {
    /// Finds the fields by trials; `None` if some operand is not a field of the number.
    fn of(n_bits: u32, mut gather: impl FnMut(u64) -> [u64; LANE_OPERANDS]) -> Option<Self> {
        let mut fields = [(0, 0); LANE_OPERANDS];
        for bit in 0..n_bits {
            for (operand, (shift, mask)) in gather(1 << bit).into_iter().zip(&mut fields) {
                if operand != 0 && *mask == 0 {
                    *shift = bit.checked_sub(operand.trailing_zeros())?;
                }
                *mask |= operand;
            }
        }
        let found = Self(fields);
        let all = u64::MAX.checked_shr(64 - n_bits).unwrap_or(0);
        let is_right = |number: u64| gather(number & all) == found.operands(number & all);
        [0, all, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210]
            .into_iter()
            .all(is_right)
            .then_some(found)
    }

    /// The operands of consecutive numbers.
    fn fill(&self, first: u64, columns: &mut Columns) {
        for ((shift, mask), column) in self.0.iter().zip(columns) {
            for (number, place) in (first..).zip(column) {
                *place = number >> shift & mask;
            }
        }
    }

    const fn operands(&self, number: u64) -> [u64; LANE_OPERANDS] {
        let Self([a, b, c]) = self;
        [number >> a.0 & a.1, number >> b.0 & b.1, number >> c.0 & c.1]
    }
}

impl Search {
    /// Returns the number of operands: for each lane whose results are compared, all values of the
    /// bits that it depends on. `None` if there are more than 2^64.
    #[must_use]
    pub fn operand_count(&self) -> Option<u64> {
        let counts = self.foci.iter().map(|focus| 1_u64.checked_shl(self.n_bits(focus)));
        counts.reduce(|sum, count| sum?.checked_add(count?)).unwrap_or(Some(0))
    }

    /// Tries the operands of a range of numbers, up to the first on which the subjects certainly
    /// differ. Earlier calls have no influence.
    pub fn try_operands(&mut self, range: Range<u64>) -> Tried {
        let mut tried = Tried::default();
        let foci = core::mem::take(&mut self.foci);
        let mut first = 0_u64;
        for focus in &foci {
            let count = 1_u64.checked_shl(self.n_bits(focus)).unwrap_or(u64::MAX);
            let end = first.saturating_add(count);
            let part = range.start.max(first)..range.end.min(end);
            if !part.is_empty() && tried.certain.is_none() {
                self.try_part(focus, first, part, &mut tried);
            }
            first = end;
        }
        self.foci = foci;
        tried
    }

    /// Tries operands of one part of the results; `first` is the number of the part's first
    /// operands.
    fn try_part(&mut self, focus: &Focus, first: u64, part: Range<u64>, tried: &mut Tried) {
        self.scratch.inputs.fill(0);
        if let Some(both) = self.lane_operations(focus) {
            self.try_lane(focus, &both, first, part, tried);
            return;
        }
        if self.try_many(focus, first, &part, tried).is_some() {
            return;
        }
        self.try_each(focus, first, part, tried);
    }

    /// Like [`Self::try_part`], one evaluation at a time.
    pub(super) fn try_each(
        &mut self,
        focus: &Focus,
        first: u64,
        part: Range<u64>,
        tried: &mut Tried,
    ) {
        for number in part {
            self.set_number(focus, number - first);
            tried.count += 1;
            if let Some(severity) = self.trial(focus, tried.asks_alike()) {
                tried.add(number, severity);
                if severity == Severity::Certain {
                    return;
                }
            }
        }
    }

    /// The operations of both subjects on a lane, if each is an instruction alone.
    fn lane_operations(&mut self, focus: &Focus) -> Option<[LaneOperation; 2]> {
        let (lane, [one, two]) = (focus.lane?, self.alone?);
        let n_bits = self.n_bits(focus);
        let operation = |search: &mut Self, prepared: &Prepared, is_first: bool| {
            let fields = Fields::of(n_bits, |number| {
                search.set_number(focus, number);
                search.scratch.match_others(&search.order);
                let Scratch { inputs, others, .. } = &search.scratch;
                prepared.gather(lane, if is_first { inputs } else { others })
            });
            Some(LaneOperation { batch: prepared.batch(), fields: fields? })
        };
        Some([operation(self, &one, true)?, operation(self, &two, false)?])
    }

    /// Like [`Self::try_part`] for a lane of two instructions, many evaluations at a time.
    fn try_lane(
        &self,
        focus: &Focus,
        [a, b]: &[LaneOperation; 2],
        first: u64,
        part: Range<u64>,
        tried: &mut Tried,
    ) {
        let mut operands: Columns = [[0; N_ROWS]; LANE_OPERANDS];
        let mut bits = [[0; N_ROWS]; 2];
        // The rows whose results are not determined, and their guarantees.
        let mut open = [false; N_ROWS];
        let mut guarantees = [[Guarantee::Bits; N_ROWS]; 2];
        let mut start = part.start;
        while start < part.end {
            let numbers = start..part.end.min(start + N_ROWS as u64);
            let n = numbers.clone().count();
            let sides = [a, b].into_iter().zip(&mut bits).zip(&mut guarantees);
            for ((side, bits), guarantees) in sides {
                side.fields.fill(start - first, &mut operands);
                side.batch.run(&operands, n, bits, |row, guarantee| {
                    if let (Some(it), Some(is_open)) = (guarantees.get_mut(row), open.get_mut(row))
                    {
                        (*it, *is_open) = (guarantee, true);
                    }
                });
            }
            let ([one, two], [sure, sure_too]) = (&bits, &mut guarantees);
            for (row, number) in numbers.clone().enumerate() {
                let of = |column: &[u64]| column.get(row).copied().unwrap_or(0);
                let is_open = open.get_mut(row).is_some_and(core::mem::take);
                if !is_open && of(one) == of(two) {
                    continue;
                }
                let take = |column: &mut [Guarantee]| {
                    column
                        .get_mut(row)
                        .map_or(Guarantee::Bits, |it| core::mem::replace(it, Guarantee::Bits))
                };
                let sides = [(of(one), take(sure)), (of(two), take(sure_too))];
                let Some(severity) = self.counted(Self::severity(focus, sides)) else { continue };
                tried.add(number, severity);
                if severity == Severity::Certain {
                    tried.count += number + 1 - start;
                    return;
                }
            }
            tried.count += n as u64;
            start = numbers.end;
        }
    }

    /// The input registers for a number.
    #[must_use]
    pub fn operands(&self, number: u64) -> Option<Vec<u64>> {
        let mut search = self.clone();
        let mut first = 0_u64;
        for focus in &self.foci {
            let count = 1_u64.checked_shl(self.n_bits(focus)).unwrap_or(u64::MAX);
            let end = first.saturating_add(count);
            if number < end {
                search.scratch.inputs.fill(0);
                search.set_number(focus, number - first);
                return Some(search.scratch.inputs);
            }
            first = end;
        }
        None
    }

    /// Ends the search with the outcome of trying operands by number: a difference, or the proof
    /// that there is none if all were tried.
    pub fn conclude(&mut self, tried: &Tried) {
        // However the range was shared out, only numbers up to the first difference were needed.
        self.tried += tried.certain.map_or(tried.count, |number| number + 1);
        let certain = tried.certain.map(|number| (number, Severity::Certain));
        let possible = tried.possible.map(|number| (number, Severity::Possible));
        let alike = tried.alike.map(|number| (number, Severity::Alike));
        if let Some((number, severity)) = certain.or(possible).or(alike)
            && let Some(inputs) = self.operands(number)
        {
            self.scratch.inputs = inputs;
            self.keep(severity);
        }
        if self.phase != Phase::Done && Some(tried.count) == self.operand_count() {
            let none = Verdict::NoneExists(Proof::EveryOperand);
            self.end(if self.found.is_some() { Verdict::MayDiffer } else { none });
        }
    }
}
