//! The operands that an instruction is run on.

use conformance::operands::Operands;
use conformance::{Random, Spelling};
use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::Prepared;

use crate::plan::statement;

/// The limits on the number of operands.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The number of selected operands.
    pub biased: u64,
    /// The largest width of a single operand of which all values are taken.
    pub exhaustive: u32,
}

/// The source registers of an instruction, an element after the other; the same for every run.
///
/// First every source that is narrow goes through all values of its lanes; where it is the only one
/// that is all, otherwise the others are chosen with it. Then come operands where instructions go
/// wrong.
pub struct Inputs {
    prepared: Prepared,
    n_sources: usize,
    /// The number of bits in the lanes of the narrow sources.
    sweeps: Vec<(usize, u32)>,
    operands: Operands,
    len: u64,
    next: u64,
}

impl Inputs {
    /// The operands of an instruction.
    #[must_use]
    pub fn new(instruction: &Instruction, context: &Context, amount: Amount) -> Self {
        let prepared = Prepared::new(instruction, context);
        let n_sources = instruction.form.operands.len() - 1;
        let sweeps: Vec<_> = (0..n_sources)
            .map(|source| (source, u32::from(prepared.source(source).width)))
            .filter(|(source, width)| *width <= amount.exhaustive && !prepared.is_random(*source))
            .collect();
        let text = statement(instruction);
        let spelling = Spelling::read(text.trim_end_matches(';'));
        let operands = Operands::new(&spelling, Random::named(&text));
        let is_all = n_sources == 1 && !sweeps.is_empty();
        let swept: u64 = sweeps.iter().map(|(_, width)| 1 << width).sum();
        let len = if is_all { swept } else { swept + amount.biased };
        Self { prepared, n_sources, sweeps, operands, len, next: 0 }
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of registers of an element.
    #[must_use]
    pub fn n_sources(&self) -> usize {
        self.n_sources
    }

    /// Whether every value of the lanes is there.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.n_sources == 1 && !self.sweeps.is_empty()
    }

    /// The registers of the next elements, at most `limit`.
    pub fn take(&mut self, limit: usize) -> Vec<u64> {
        let count = (self.len - self.next).min(limit as u64);
        let mut registers = Vec::new();
        for index in self.next..self.next + count {
            let mut element = self.operands.registers();
            let mut rest = index;
            for &(source, width) in &self.sweeps {
                if rest < 1 << width {
                    element[source] = self.register(source, rest, width);
                    break;
                }
                rest -= 1 << width;
            }
            registers.extend(&element[..self.n_sources]);
        }
        self.next += count;
        registers
    }

    /// A register whose lanes go through all values, each in an order of its own: a factor that is
    /// odd reaches them all.
    fn register(&self, source: usize, index: u64, width: u32) -> u64 {
        let packing = self.prepared.source(source);
        (0..packing.lanes).fold(0, |register, lane| {
            let factor = 2 * u64::from(lane) * 0x9e37 + 1;
            let value = index.wrapping_mul(factor) & (u64::MAX >> (64 - width));
            packing.insert(register, lane, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Amount, Inputs};
    use crate::plan::{Plan, TARGETS, statement};

    const FEW: Amount = Amount { biased: 40, exhaustive: 8 };

    fn inputs(spelling: &str, amount: Amount) -> Inputs {
        let plan = Plan::new("sm_100a").expect("a plan");
        let found = plan.instructions.iter().find(|it| it.to_string() == spelling);
        Inputs::new(found.expect(spelling), &plan.context, amount)
    }

    #[test]
    fn every_instruction_has_operands() {
        for target in TARGETS {
            let plan = Plan::new(target).expect("a plan");
            for instruction in &plan.instructions {
                let mut inputs = Inputs::new(instruction, &plan.context, FEW);
                let taken = inputs.take(usize::MAX);
                let text = statement(instruction);
                assert_eq!(taken.len() as u64, inputs.len() * inputs.n_sources() as u64, "{text}");
                let distinct: BTreeSet<_> = taken.chunks(inputs.n_sources()).collect();
                assert!(distinct.len() > 8, "{text}: {distinct:?}");
            }
        }
    }

    #[test]
    fn all_values_of_narrow_lanes_are_taken() {
        let amount = Amount { biased: 10, exhaustive: 16 };
        let mut both = inputs("tanh.approx.f16x2", amount);
        assert!(both.is_exhaustive());
        let registers = both.take(usize::MAX);
        for shift in [0, 16] {
            let values: BTreeSet<_> = registers.iter().map(|it| it >> shift & 0xffff).collect();
            assert_eq!(values.len(), 1 << 16);
        }
        assert!(registers.iter().any(|it| it >> 16 != it & 0xffff));
        assert!(!inputs("tanh.approx.f32", amount).is_exhaustive());
        assert!(!inputs("add.f16", amount).is_exhaustive());
        // Each operand in its turn, NaNs among them.
        let mut oob = inputs("fma.rn.oob.f16", amount);
        assert_eq!(oob.len(), 3 * (1 << 16) + 10);
        let registers = oob.take(usize::MAX);
        let values: BTreeSet<_> = registers.iter().skip(1).step_by(3).collect();
        assert_eq!(values.len(), 1 << 16);
        assert_eq!(inputs("cvt.rn.f16x2.e4m3x2", amount).len(), 256);
    }

    #[test]
    fn operands_are_the_same_in_every_run_and_order() {
        let mut once = inputs("fma.rn.f64", FEW);
        let mut parts = inputs("fma.rn.f64", FEW);
        let all = once.take(usize::MAX);
        let mut joined = parts.take(7);
        joined.extend(parts.take(usize::MAX));
        assert_eq!(all, joined);
    }
}
