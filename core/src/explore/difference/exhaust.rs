//! All operands, by number: ranges of them may be tried anywhere and in any order.

use core::ops::Range;

use alloc::vec::Vec;

use super::search::Search;
use super::space::Focus;
use super::{Phase, Proof, Severity, Verdict};
use crate::eval::LANE_OPERANDS;
use crate::eval::{Batch, Guarantee, LaneResult, Prepared};

/// How many operands are evaluated before results are compared.
const N_AT_ONCE: usize = 256;

/// What a range of operands showed; those of parts merge to that of the whole, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// How many operands were tried.
    pub count: u64,
    /// The number of the first ones on which the subjects differ for certain.
    pub certain: Option<u64>,
    /// The number of the first ones on which they may differ.
    pub possible: Option<u64>,
}

impl Tried {
    /// Adds what another range showed.
    pub fn merge(&mut self, other: &Self) {
        let first = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        self.count += other.count;
        self.certain = first(self.certain, other.certain);
        self.possible = first(self.possible, other.possible);
    }

    fn add(&mut self, number: u64, severity: Severity) {
        let place = match severity {
            Severity::Certain => &mut self.certain,
            Severity::Possible => &mut self.possible,
        };
        place.get_or_insert(number);
    }
}

impl Search {
    /// How many operands there are: of every lane whose results are compared all values of what it
    /// depends on. Nothing if they are more than 2^64.
    #[must_use]
    pub fn operand_count(&self) -> Option<u64> {
        let counts = self.foci.iter().map(|focus| 1_u64.checked_shl(self.n_bits(focus)));
        counts.reduce(|sum, count| sum?.checked_add(count?)).unwrap_or(Some(0))
    }

    /// Tries the operands of a range of numbers, up to the first on which the subjects differ for
    /// certain. The result does not depend on what was tried before.
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

    /// Tries some operands of one part of the results, whose first number is given.
    fn try_part(&mut self, focus: &Focus, first: u64, part: Range<u64>, tried: &mut Tried) {
        self.scratch.inputs.fill(0);
        if let (Some(lane), Some(alone)) = (focus.lane, self.alone) {
            let both = alone.each_ref().map(|it| (it, it.batch()));
            self.try_lane(focus, (lane, &both), first, part, tried);
            return;
        }
        for number in part {
            self.set_number(focus, number - first);
            tried.count += 1;
            if let Some(severity) = self.trial(focus) {
                tried.add(number, severity);
                if severity == Severity::Certain {
                    return;
                }
            }
        }
    }

    /// The same for a lane of two instructions, many at once.
    fn try_lane(
        &mut self,
        focus: &Focus,
        (lane, [a, b]): (u8, &[(&Prepared, Batch); 2]),
        first: u64,
        part: Range<u64>,
        tried: &mut Tried,
    ) {
        let mut operands = [[[0; LANE_OPERANDS]; N_AT_ONCE]; 2];
        let nothing = LaneResult { bits: 0, guarantee: Guarantee::Bits };
        let mut results = [[nothing; N_AT_ONCE]; 2];
        let [x, y] = &mut operands;
        let [one, two] = &mut results;
        let mut start = part.start;
        while start < part.end {
            let mut n = 0;
            for (number, (x, y)) in (start..part.end).zip(x.iter_mut().zip(y.iter_mut())) {
                self.set_number(focus, number - first);
                *x = a.0.gather(lane, &self.scratch.inputs);
                self.scratch.match_others(&self.order);
                *y = b.0.gather(lane, &self.scratch.others);
                n += 1;
            }
            a.1.run(x.get(..n).unwrap_or_default(), one);
            b.1.run(y.get(..n).unwrap_or_default(), two);
            for (number, (one, two)) in (start..).zip(one.iter().zip(two.iter()).take(n)) {
                tried.count += 1;
                if one.bits == two.bits {
                    continue;
                }
                let sides = [one, two].map(|result| (result.bits, result.guarantee));
                let Some(severity) = self.counted(Some(Self::severity(focus, sides))) else {
                    continue;
                };
                tried.add(number, severity);
                if severity == Severity::Certain {
                    return;
                }
            }
            start += n as u64;
        }
    }

    /// The registers of the inputs that have a number.
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

    /// Ends the search with what trying operands by number showed: a difference, or the proof that
    /// there is none if all were tried.
    pub fn conclude(&mut self, tried: &Tried) {
        // However it was shared out, those up to the first that differs are what was needed.
        self.tried += tried.certain.map_or(tried.count, |number| number + 1);
        let certain = tried.certain.map(|number| (number, Severity::Certain));
        let possible = tried.possible.map(|number| (number, Severity::Possible));
        if let Some((number, severity)) = certain.or(possible)
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
