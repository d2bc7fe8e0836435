//! Observed results with their words: a worker has the tables for them, and the page shows what it
//! reports.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::explain::{TITLES, decimal};
use super::operations::{Part, Purpose};
use super::{Grade, Observed};
use crate::bits::mask;
use crate::catalog::bound::is_between;
use crate::catalog::{Context, Instruction};
use crate::eval::{Explanation, Guarantee, Piece, Prepared};
use crate::format::Format;

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
    /// The name of the first piece of evidence.
    claim: String,
    /// The comparison with the correctly rounded result, with the reason, in a sentence.
    pub reason: String,
    /// The operations of the GPU for each lane, in order.
    operations: Vec<Vec<OperationText>>,
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

/// Compares the observed result with the reference, and says why they differ, in a sentence for each
/// lane, the upper one first; it is empty if the registers do not fit.
#[must_use]
pub fn reason(
    instruction: &Instruction,
    context: &Context,
    observed: Observed,
    registers: &[u64],
) -> String {
    let Some(bits) = observed.bits(registers) else { return String::new() };
    let prepared = Prepared::new(instruction, context);
    let packing = observed.packing();
    let of_lane = |lane| {
        let reason = reason_of(&prepared, observed, lane, registers, packing.extract(bits, lane));
        (packing.lane_name(lane), reason)
    };
    let mut reasons: Vec<_> = (0..packing.lanes).rev().map(of_lane).collect();
    if reasons.iter().all(|(_, reason)| Some(reason) == reasons.first().map(|(_, reason)| reason)) {
        return reasons.pop().map_or_else(String::new, |(_, reason)| reason);
    }
    let sentences = reasons.iter().map(|(name, reason)| [name, ": ", reason].concat());
    sentences.collect::<Vec<_>>().join(" ")
}

/// Compares a lane, and says why it differs.
fn reason_of(
    prepared: &Prepared,
    observed: Observed,
    lane: u8,
    registers: &[u64],
    bits: u64,
) -> String {
    let op = prepared.lane_op();
    let format = op.result;
    let trace = prepared.trace(lane, registers);
    let Some(evaluated) = trace.result else { return String::new() };
    let reference = evaluated.bits;
    let nearest = op.nearest(&prepared.gather(lane, registers), reference);
    if bits == nearest {
        let end = if trace.is_flushed(op, bits) { ", flushed to zero." } else { "." };
        return ["The correctly rounded result", end].concat();
    }
    if bits == reference {
        return "The result that the ISA specifies, which is not the correctly rounded one.".into();
    }
    if format.is_nan(bits) || format.is_nan(reference) {
        return "The bits of a NaN are unspecified.".into();
    }
    let distance = order(bits, format) - order(reference, format);
    let (count, side) = (distance.unsigned_abs(), if distance < 0 { "below" } else { "above" });
    let values = if count == 1 { " value " } else { " values " };
    let lead = [&*count.to_string(), values, side, " the correctly rounded one: "];
    let parts = observed.parts(lane, registers);
    let product = parts.iter().rev().find_map(|part| match part {
        Part::Operation { purpose: Purpose::Divide, numbers, .. } => Some(*numbers),
        Part::Operation { .. }
        | Part::Product { .. }
        | Part::Refinement(_)
        | Part::Conversion { .. }
        | Part::Unit(_) => None,
    });
    let is_refined = parts.iter().any(|part| matches!(part, Part::Refinement(_)));
    let is_converted = parts.iter().any(|part| matches!(part, Part::Conversion { .. }));
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
        None if is_refined => {
            "the GPU refines a result of the unit, and each step is rounded.".into()
        }
        None if is_converted => "the result of the unit is truncated.".into(),
        None => "the unit adds three terms from a table and truncates the sum.".into(),
    };
    let is_beyond = match (evaluated.guarantee, format.float()) {
        (Guarantee::Within { lo, hi }, Some(float)) => !is_between(bits, lo, hi, float),
        _ => false,
    };
    [&*lead.concat(), &*why, if is_beyond { BEYOND } else { "" }].concat()
}

/// The place of a number among all, in their order.
fn order(bits: u64, format: Format) -> i64 {
    let sign = u32::from(format.width()) - 1;
    let magnitude = (bits & mask(sign)).cast_signed();
    if bits >> sign & 1 == 1 { -magnitude } else { magnitude }
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
        let (bits, packing) = (observed.bits(registers)?, observed.packing());
        let operations = |lane| {
            observed.explain(instruction, lane, registers).into_iter().map(operation).collect()
        };
        Some(Self {
            bits,
            grade: observed.grade().name().into(),
            evidence: evidence(observed),
            claim: observed.evidence().first().map_or("", |evidence| evidence.id).into(),
            reason: reason(instruction, context, observed, registers),
            operations: (0..packing.lanes).map(operations).collect(),
        })
    }

    /// The name of the evidence that it rests on.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Returns the operations of the GPU for a lane, in order.
    pub fn steps(&self, lane: u8) -> impl Iterator<Item = Explanation> {
        let operations = self.operations.get(usize::from(lane)).into_iter().flatten();
        operations.filter_map(|operation| {
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
            let steps = texts(observed.explain(&instruction, 0, registers));
            assert_eq!(texts(answer.steps(0).collect()), steps, "{spelling}");
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
        assert_eq!(asked("rcp.rn.f64", &[0]), None);
        assert_eq!(asked("add.f32", &[0, 0]), None);
        assert_eq!(asked("rcp.approx.f32", &[]), None);
    }
}
