//! The search for permitted results of approximate instructions that change outputs of a sequence.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bits::{Bits, set};
use super::{At, interpret};
use crate::eval::Guarantee;
use crate::explore::rank::{at_rank, rank};
use crate::explore::sequence::results::{Operands, evaluate};
use crate::explore::sequence::{Call, Sequence, Standing, Value};

/// The largest number of approximate results in a row whose permitted numbers are tried.
const MAX_DEPTH: usize = 12;

/// The number of results that an output may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCount {
    /// Every permitted result of the approximate instructions leads to the same bits.
    One,
    /// There are permitted results that lead to other bits.
    Many,
    /// Not all of them were tried, or something else is open.
    Unknown,
}

impl ResultCount {
    /// Whether there are several; `None` where that is not known.
    #[must_use]
    pub const fn is_many(self) -> Option<bool> {
        match self {
            Self::One => Some(false),
            Self::Many => Some(true),
            Self::Unknown => None,
        }
    }
}

/// Whether permitted results lead to other bits, as a clause.
#[must_use]
pub const fn differs_words(could_differ: bool) -> &'static str {
    if could_differ {
        "other permitted results lead to other bits"
    } else {
        "every permitted result leads to these bits"
    }
}

/// The numbers of results that outputs may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The outputs, in the order of [`Sequence::outputs`].
    pub outputs: Vec<ResultCount>,
}

impl Sequence {
    /// Whether an instruction is approximate.
    pub fn is_approximate(&self) -> bool {
        let mut calls = self.statements.iter().filter_map(|statement| statement.action.call());
        calls.any(Call::is_approximate)
    }

    /// Tries the permitted results of approximate instructions, in at most `limit` runs.
    #[must_use]
    pub fn reach(&self, inputs: &[u64], limit: usize) -> Reach {
        let mut values = Vec::new();
        self.begin(inputs, &mut values);
        let none = Found { bits: None, is_many: false, is_open: self.is_contractible() };
        let found = alloc::vec![none; self.outputs.len()];
        let mut walk = Walk { sequence: self, left: limit, is_cut: false, found };
        walk.run(0, 0, &mut values);
        let several = |found: &Found| match found {
            Found { is_many: true, .. } => ResultCount::Many,
            Found { is_open: false, .. } if !walk.is_cut => ResultCount::One,
            Found { .. } => ResultCount::Unknown,
        };
        Reach { outputs: walk.found.iter().map(several).collect() }
    }
}

/// The results of an output in the runs so far.
#[derive(Clone, Copy)]
struct Found {
    /// The bits of the first run.
    bits: Option<u64>,
    /// Whether another run had others.
    is_many: bool,
    /// Whether something else leaves it open.
    is_open: bool,
}

/// The runs.
struct Walk<'s> {
    sequence: &'s Sequence,
    /// The number of runs that are left.
    left: usize,
    /// Whether something was left out.
    is_cut: bool,
    found: Vec<Found>,
}

impl Walk<'_> {
    /// Runs the statements from one on, once for each permitted result.
    fn run(&mut self, from: usize, depth: usize, values: &mut [Value]) {
        let sequence = self.sequence;
        let call = |at: At<'_>, call: &Call, values: &mut [Value]| {
            // The result of a guarded statement stays as open as it is.
            let open = permitted(call, values).filter(|_| at.statement.guard.is_none());
            let Some((lo, hi)) = open else {
                set(values, call.destination, evaluate(call, values));
                return ControlFlow::Continue(());
            };
            if depth == MAX_DEPTH {
                self.is_cut = true;
                return ControlFlow::Break(());
            }
            let format = call.prepared.lane_op().result;
            for place in rank(format, lo)..=rank(format, hi) {
                if self.is_over() {
                    break;
                }
                let mut branch = values.to_vec();
                let value = Value::of(call.stored(at_rank(format, place)));
                set(&mut branch, call.destination, value);
                self.run(at.index + 1, depth + 1, &mut branch);
            }
            ControlFlow::Break(())
        };
        let mut bits = Bits { values, call };
        if interpret(sequence, from, &mut bits).is_continue() {
            self.note(values);
        }
    }

    /// Notes the outputs after a run.
    fn note(&mut self, values: &[Value]) {
        self.left = self.left.saturating_sub(1);
        for (found, output) in self.found.iter_mut().zip(&self.sequence.outputs) {
            let value = values.get(*output).copied().unwrap_or(Value::UNKNOWN);
            found.is_open |= value.standing != Standing::Determined;
            found.is_many |= found.bits.is_some_and(|bits| bits != value.bits);
            found.bits = Some(value.bits);
        }
    }

    /// Whether further runs are useless or not allowed.
    fn is_over(&mut self) -> bool {
        self.is_cut |= self.left == 0;
        self.is_cut || self.found.iter().all(|found| found.is_many)
    }
}

/// The ends of the permitted interval of a call, where its operands are determined and a bound
/// leaves it open.
fn permitted(call: &Call, values: &[Value]) -> Option<(u64, u64)> {
    let operands = Operands::of(call, values);
    if operands.standing != Standing::Determined {
        return None;
    }
    match call.prepared.evaluate(&operands.registers).lanes() {
        [lane] => match lane.guarantee {
            Guarantee::Within { lo, hi } => Some((lo, hi)),
            Guarantee::Bits
            | Guarantee::Reading
            | Guarantee::AnyNan
            | Guarantee::Unbounded
            | Guarantee::Unspecified => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Context, LATEST_ISA, Target};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn reach(text: &str, inputs: &[u64], limit: usize) -> Vec<ResultCount> {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        Sequence::new(text, &context).reach(inputs, limit).outputs
    }

    #[test]
    fn a_conversion_may_hide_what_is_permitted_and_may_not() {
        let silu = "ex2.approx.ftz.f32 t, a; cvt.rn.bf16.f32 d, t;";
        // 2^0.75 is far from the middle of two bf16 numbers.
        assert_eq!(reach(silu, &[0x3f40_0000], 4096), [ResultCount::One]);
        let plain = "ex2.approx.ftz.f32 t, a; mul.rn.f32 d, t, 0f40400000;";
        assert_eq!(reach(plain, &[0x3f40_0000], 4096), [ResultCount::Many]);
    }

    #[test]
    fn what_is_left_out_is_not_known() {
        let two =
            "rcp.approx.f32 t, a; rcp.approx.f32 u, b; add.rn.f32 s, t, u; cvt.rn.bf16.f32 d, s;";
        let inputs = [0x4040_0000, 0x40e0_0000];
        assert_eq!(reach(two, &inputs, 4096), [ResultCount::One]);
        assert_eq!(reach(two, &inputs, 3), [ResultCount::Unknown]);
        let unbounded = "tanh.approx.f32 t, a; sin.approx.f32 d, b;";
        assert_eq!(reach(unbounded, &[0x3f00_0000, 0x4f00_0000], 4096).len(), 2);
        let nothing = "fma.rn.f32 d, a, b, c;";
        assert_eq!(reach(nothing, &[0x3f80_0000; 3], 4096), [ResultCount::One]);
    }
}
