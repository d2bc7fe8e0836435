//! Stochastic rounding: every result of a lane, with the number of random bits that give it.
//!
//! All patterns of the bits that a lane takes are evaluated, so nothing here knows how `.rs` rounds.

use alloc::vec::Vec;

use super::measure::Keeper;
use super::rank::rank;
use crate::arith::rounding::Rounding;
use crate::catalog::{Context, Instruction};
use crate::eval::{Guarantee, Prepared};
use crate::format::Format;
use crate::number::dyadic::Dyadic;
use crate::number::natural::Natural;
use crate::source::reading::{Reading, Readings};

/// A result of stochastic rounding, with its frequency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub bits: u64,
    /// The guarantee of the result for given random bits.
    pub guarantee: Guarantee,
    /// The number of patterns of random bits that give it.
    pub patterns: u64,
    /// The first of these patterns, as a number; magnitudes never decrease from one pattern to the
    /// next.
    pub first: u64,
}

/// The results of a lane for all random bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The format of the results.
    pub format: Format,
    /// The number of random bits that the lane takes.
    pub n_bits: u8,
    /// The results, in the order of values, NaNs last.
    pub outcomes: Vec<Outcome>,
    /// The readings of the text that decide the result for some random bits; other readings may
    /// give other numbers of patterns.
    pub readings: Vec<&'static Reading>,
    /// The value before rounding and after the flush of operands, if it is finite.
    pub exact: Option<Dyadic>,
}

impl Distribution {
    /// The distribution of a lane; the register with random bits is ignored.
    ///
    /// `None` for other instructions and for lanes that do not exist.
    #[must_use]
    pub fn new(
        instruction: &Instruction,
        context: &Context,
        registers: &[u64],
        lane: u8,
    ) -> Option<Self> {
        let prepared = Prepared::new(instruction, context);
        let op = prepared.lane_op();
        let Rounding::Stochastic { count, .. } = op.rounding else { return None };
        if lane >= prepared.lanes() {
            return None;
        }
        let [number, _, third] = prepared.gather(lane, registers);
        let format = op.result;
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut keeper = Keeper::default();
        let mut readings = Readings::NONE;
        for random in 0..1_u64 << count.min(32) {
            let operands = [number, random, third];
            let result = op.evaluate(&operands, &mut keeper);
            if result.guarantee == Guarantee::Reading && !op.readings.is_within(readings) {
                let new = op.decisive(&operands, op.readings.without(readings));
                readings = readings.union(new);
            }
            match outcomes.iter_mut().find(|outcome| outcome.bits == result.bits) {
                Some(outcome) => outcome.patterns += 1,
                None => outcomes.push(Outcome {
                    bits: result.bits,
                    guarantee: result.guarantee,
                    patterns: 1,
                    first: random,
                }),
            }
        }
        crate::order::sort_by_key(&mut outcomes, |outcome| {
            usize::try_from(rank(format, outcome.bits)).unwrap_or(usize::MAX)
        });
        let zero = format.decode(0).is_zero().then_some(Dyadic::ZERO);
        let exact = match keeper.0 {
            // A single number has all its bits here.
            Some(rounded) => {
                let (low, _) = rounded.value.bounds();
                Some(if rounded.value.negative { low.neg() } else { low })
            }
            None => zero
                .filter(|_| outcomes.iter().all(|outcome| format.decode(outcome.bits).is_zero())),
        };
        let readings = readings.iter().collect();
        Some(Self { format, n_bits: count, outcomes, readings, exact })
    }

    /// The mean of the results, with all patterns of random bits equally likely. It is exact: a sum
    /// of binary numbers divided by a power of two. `None` if a result is not finite.
    #[must_use]
    pub fn mean(&self) -> Option<Dyadic> {
        let mut sum = Dyadic::ZERO;
        for outcome in &self.outcomes {
            let value = Dyadic::from_datum(&self.format.decode(outcome.bits))?;
            let share = Natural::from(outcome.patterns);
            sum = sum.add(&value.mul(&Dyadic::new(false, &share, -i32::from(self.n_bits))));
        }
        Some(sum)
    }

    /// The mean minus the exact value.
    #[must_use]
    pub fn bias(&self) -> Option<Dyadic> {
        Some(self.mean()?.sub(self.exact.as_ref()?))
    }

    /// Whether the mean is the exact value.
    #[must_use]
    pub fn is_unbiased(&self) -> bool {
        self.bias().is_some_and(|bias| bias.is_zero())
    }
}

#[cfg(test)]
mod tests;
