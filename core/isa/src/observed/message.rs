//! Observed results with their words: a worker has the tables for them, and the page shows what it
//! reports.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::explain::{TITLES, decimal};
use super::operations::{Part, Purpose};
use super::{Grade, Observed, evidence};
use crate::catalog::bound::is_between;
use crate::catalog::{Context, Instruction};
use crate::eval::{Explanation, Guarantee, Piece, Prepared};
use crate::format::Format;
use crate::format::table::F32;

/// The remark on a result that is not permitted.
const BEYOND: &str = " The error exceeds the documented one.";
/// An observation, as a worker reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
pub struct ObservedText {
    /// The destination register.
    pub bits: u64,
    /// The name of its [`Grade`].
    pub grade: String,
    /// The evidence, in a clause.
    pub evidence: String,
    /// The comparison with the correctly rounded result, with the reason, in a sentence.
    pub reason: String,
    /// The operations of the GPU, in order.
    operations: Vec<OperationText>,
}

/// An operation of the GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "messages", derive(serde::Deserialize, serde::Serialize))]
struct OperationText {
    title: String,
    lines: Vec<Vec<Piece>>,
    sentence: String,
}

/// Returns the evidence of an observation in a clause; with the places of single results that were
/// published.
#[must_use]
pub fn evidence(observed: Observed) -> String {
    let mut text = String::from(observed.grade().words());
    let all = observed.evidence();
    let spots =
        all.iter().filter(|each| each.grade == Grade::Spot && each.grade != observed.grade());
    for (index, spot) in spots.enumerate() {
        text.extend([if index == 0 { "; spot checks on " } else { ", " }, spot.place]);
    }
    text
}

/// Compares the observed result with the reference, and says why they differ, in a sentence; it is
/// empty if the registers do not fit.
#[must_use]
pub fn reason(
    instruction: &Instruction,
    context: &Context,
    observed: Observed,
    registers: &[u64],
) -> String {
    let Some(bits) = observed.bits(registers) else { return String::new() };
    let evaluation = Prepared::new(instruction, context).evaluate(registers);
    let reference = evaluation.destination;
    let format = Format::Float(&F32);
    let prepared = Prepared::new(instruction, context);
    let nearest = prepared.lane_op().nearest(&prepared.gather(0, registers), reference);
    if bits == nearest {
        let is_flushed = prepared.trace(0, registers).is_flushed(prepared.lane_op(), bits);
        let end = if is_flushed { ", flushed to zero." } else { "." };
        return ["The correctly rounded result", end].concat();
    }
    if bits == reference {
        return "The result that the ISA specifies, which is not the correctly rounded one.".into();
    }
    if format.is_nan(bits) || format.is_nan(reference) {
        return "The bits of a NaN are unspecified.".into();
    }
    let distance = order(bits) - order(reference);
    let (count, side) = (distance.unsigned_abs(), if distance < 0 { "below" } else { "above" });
    let values = if count == 1 { " value " } else { " values " };
    let lead = [&*count.to_string(), values, side, " the correctly rounded one: "];
    let parts = observed.parts(registers);
    let product = parts.iter().rev().find_map(|part| match part {
        Part::Operation { purpose: Purpose::Divide, numbers, .. } => Some(*numbers),
        Part::Operation { .. } | Part::Unit(_) => None,
    });
    let why = match product {
        Some(factors) => {
            let [a, b] = factors.map(decimal);
            [
                "the GPU multiplies ",
                &b,
                " by the reciprocal ",
                &a,
                ", which has an error of its own.",
            ]
            .concat()
        }
        None => "the unit adds three terms from a table and truncates the sum.".into(),
    };
    let is_beyond = evaluation.lanes().iter().any(|lane| match lane.guarantee {
        Guarantee::Within { lo, hi } => !is_between(bits, lo, hi, &F32),
        Guarantee::Bits
        | Guarantee::Reading
        | Guarantee::AnyNan
        | Guarantee::Unbounded
        | Guarantee::Unspecified => false,
    });
    [&*lead.concat(), &*why, if is_beyond { BEYOND } else { "" }].concat()
}

/// The place of a number among all, in their order.
fn order(bits: u64) -> i64 {
    let magnitude = (bits & u64::from(u32::MAX >> 1)).cast_signed();
    if bits >> 31 & 1 == 1 { -magnitude } else { magnitude }
}

impl ObservedText {
    /// The observed result of an instruction for registers; `None` if none is known, or the registers
    /// do not fit.
    #[must_use]
    pub fn of(instruction: &Instruction, context: &Context, registers: &[u64]) -> Option<Self> {
        let observed = Observed::of(instruction, context)?;
        let operation = |step: Explanation| OperationText {
            title: step.title.into(),
            lines: step.lines,
            sentence: step.sentence,
        };
        Some(Self {
            bits: observed.bits(registers)?,
            grade: observed.grade().name().into(),
            evidence: evidence(observed),
            reason: reason(instruction, context, observed, registers),
            operations: observed
                .explain(instruction, registers)
                .into_iter()
                .map(operation)
                .collect(),
        })
    }

    /// The name of the evidence that it rests on: the first of its grade.
    #[must_use]
    pub fn claim(&self) -> &'static str {
        let first = evidence::ALL.iter().find(|each| each.grade.name() == self.grade);
        first.map_or("", |evidence| evidence.id)
    }

    /// Returns the operations of the GPU, in order.
    pub fn steps(&self) -> impl Iterator<Item = Explanation> {
        self.operations.iter().filter_map(|operation| {
            let OperationText { title, lines, sentence } = operation;
            let title = TITLES.into_iter().find(|each| each == title)?;
            let (lines, sentence) = (lines.clone(), sentence.clone());
            Some(Explanation { title, modifier: "", is_idle: false, lines, sentence })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{LATEST_ISA, Target};
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const CONTEXT: fn() -> Context =
        || Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };

    fn asked(spelling: &str, registers: &[u64]) -> Option<ObservedText> {
        let instruction = check(spelling, &CONTEXT()).instruction.unwrap();
        ObservedText::of(&instruction, &CONTEXT(), registers)
    }

    #[test]
    fn a_reply_says_what_is_observed_and_why() {
        for (spelling, registers) in [
            ("div.full.f32", &[0x4096_0000, 0x3f70_0000][..]),
            ("ex2.approx.ftz.f32", &[0x3f40_0000]),
            ("sin.approx.f32", &[0x4000_0000]),
            ("lg2.approx.f32", &[0x0000_0001]),
            ("rcp.approx.f32", &[0]),
        ] {
            let instruction = check(spelling, &CONTEXT()).instruction.unwrap();
            let observed = Observed::of(&instruction, &CONTEXT()).unwrap();
            let answer = asked(spelling, registers).expect(spelling);
            assert_eq!(Some(answer.bits), observed.bits(registers), "{spelling}");
            assert_eq!(answer.grade, observed.grade().name(), "{spelling}");
            let texts = |steps: Vec<Explanation>| -> Vec<_> {
                let plain = |step: &Explanation| step.plain_lines().collect::<Vec<_>>();
                steps.iter().map(|step| (step.title, plain(step), step.sentence.clone())).collect()
            };
            let steps = texts(observed.explain(&instruction, registers));
            assert_eq!(texts(answer.steps().collect()), steps, "{spelling}");
        }
    }

    #[test]
    fn the_reason_names_the_product_of_a_quotient() {
        let answer = asked("div.full.f32", &[0x4096_0000, 0x3f70_0000]).unwrap();
        assert_eq!(
            answer.reason,
            "1 value above the correctly rounded one: the GPU multiplies 4.6875 by the reciprocal 1.0666667, which has an error of its own."
        );
        assert!(answer.evidence.ends_with("; spot checks on sm_120a"), "{}", answer.evidence);
        let answer = asked("rcp.approx.f32", &[0x4000_0000]).unwrap();
        assert!(answer.reason.ends_with("rounded result."), "{}", answer.reason);
        // A reciprocal with a large error, and a quotient just below a power of 2: 2.002 ulp.
        let answer = asked("div.approx.f32", &[0x2b6d_cf1e, 0xe3f7_5845]).unwrap();
        assert_eq!(answer.bits, 0x86f6_216b);
        assert!(answer.reason.starts_with("2 values above"), "{}", answer.reason);
        assert!(answer.reason.ends_with(BEYOND), "{}", answer.reason);
    }

    #[test]
    fn what_nobody_observed_is_not_there() {
        assert_eq!(asked("tanh.approx.f32", &[0]), None);
        assert_eq!(asked("add.f32", &[0, 0]), None);
        assert_eq!(asked("rcp.approx.f32", &[]), None);
    }
}
