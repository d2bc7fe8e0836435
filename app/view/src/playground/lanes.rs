//! The result: register, lanes, guarantees.

use ptxfp::catalog::bound::count;
use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::{Guarantee, LaneOp, LaneResult, Outcome, Prepared, Rule, Trace};
use ptxfp::format::mask;
use ptxfp::internals::present::{Lane, Presented, is_exact};
use ptxfp::link::{State, Verdict, reason, reason_of_strays};
use ptxfp::text;
use ptxfp::text::{hex, hex_digits};

use crate::number::{value, with_minus};
use crate::playground::number_line::number_line;
use crate::playground::operand::{lane_name, layout};
use crate::playground::result::{DigitsView, FactView, LinkedView, ResultLaneView, ResultView};
use crate::stored::{change, error_in_units, in_full};

/// The exact value, as a term of a fact.
pub const EXACT: &str = "Before rounding";
/// The error in units in the last place.
pub const ERROR: &str = "Error";
/// The permitted results.
pub const PERMITTED: &str = "Permitted";
/// The numbers next to the result.
pub const NEIGHBORS: &str = "Neighbors";

/// The number of significant digits of an exact value that are written.
const DIGITS: usize = 32;

/// The result of an instruction for registers in the order of its source operands.
pub fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> ResultView {
    let presented = Presented::new(instruction, context, registers);
    let Presented { prepared, result, .. } = &presented;
    let lanes: Vec<ResultLaneView> =
        (0..prepared.lanes()).rev().map(|index| lane(&presented, index)).collect();
    let name = instruction.form.destination().name;
    let packing = prepared.destination();
    let stride = u32::from(packing.stride);
    let digits = |lane: &ResultLaneView| DigitsView {
        digits: hex_digits(
            result.destination >> (u32::from(lane.index) * stride) & mask(stride),
            stride,
        ),
        guarantee: lane.guarantee,
    };
    ResultView {
        name: String::from(name),
        formula: instruction.formula(),
        register: lanes.iter().map(digits).collect(),
        hex: hex(result.destination, u32::from(packing.register_width())),
        spoken: spoken(name, &lanes),
        lanes,
    }
}

/// Marks the lanes that differ from those shown before.
pub fn mark_changes(result: &mut ResultView, before: &ResultView) {
    if result.lanes.len() == before.lanes.len() {
        for (lane, before) in result.lanes.iter_mut().zip(&before.lanes) {
            lane.is_changed = lane.bits.hex != before.bits.hex;
        }
    }
}

/// One lane, with what only the playground shows.
fn lane(presented: &Presented, index: u8) -> ResultLaneView {
    let Presented { prepared, sources, .. } = presented;
    let format = prepared.lane_op().result;
    let trace = prepared.trace(index, sources);
    let result = trace.result.unwrap_or(LaneResult { bits: 0, guarantee: Guarantee::Unspecified });
    let lane = Lane::new(prepared, index, result);
    let exact = trace.exact();
    let value = with_minus(&lane.value);
    ResultLaneView {
        index,
        is_changed: false,
        in_full: in_full(lane.bits, format, &value),
        change: change(&trace, prepared.lane_op(), lane.bits),
        guarantee: lane.guarantee,
        exactness: match is_exact(&trace, lane.bits, format) {
            Some(true) => "exact",
            Some(false) => "inexact",
            None => "",
        },
        value,
        class: origin(presented, &lane, &trace)
            .map_or_else(|| String::from(lane.class), |from| ["from ", &*from].concat()),
        facts: facts(result, prepared.lane_op(), &trace),
        line: exact.and_then(|exact| number_line(result, format, Some(exact))),
        note: note(prepared, index, sources, result),
        bits: layout(format).bits(lane.bits, lane.hex),
        name: lane.name,
        tag: lane.tag,
    }
}

/// The origin of a NaN, where it is known.
fn origin(presented: &Presented, lane: &Lane, trace: &Trace) -> Option<String> {
    let Presented { prepared, instruction, .. } = presented;
    if !prepared.lane_op().result.is_nan(lane.bits) {
        return None;
    }
    let Outcome::Rule { rule, .. } = trace.outcome()? else { return None };
    match rule {
        Rule::NanOperand { operand } | Rule::Selected { operand } => {
            let (index, lane) = prepared.operands_of_lane(lane.index).nth(*operand)?;
            let source = instruction.form.sources().get(index)?;
            let lane = lane_name(&instruction.operand_type(source).packing(), lane);
            let dot = if lane.is_empty() { "" } else { "." };
            Some([source.name, dot, &lane].concat())
        }
        Rule::InfinityTimesZero => Some(String::from("inf × 0")),
        Rule::OppositeInfinities => Some(String::from("inf − inf")),
        Rule::ZeroByZero => Some(String::from("0 ÷ 0")),
        Rule::InfinityByInfinity => Some(String::from("inf ÷ inf")),
        _ => None,
    }
}

/// C hex, exact value, error, permitted values and neighbors.
fn facts(result: LaneResult, op: &LaneOp, trace: &Trace) -> Vec<FactView> {
    let (bits, format) = (result.bits, op.result);
    let mut facts = Vec::new();
    if format.is_nan(bits) {
        return facts;
    }
    facts.push(FactView { term: "C hex", detail: text::c_hex(bits, format) });
    if let Some(detail) = trace.exact_decimal(DIGITS) {
        facts.push(FactView { term: EXACT, detail: with_minus(&detail) });
    }
    if let Some((mut detail, unit)) = error_in_units(trace, op, bits) {
        detail.push_str(unit);
        facts.push(FactView { term: ERROR, detail: with_minus(&detail) });
    }
    if let (Guarantee::Within { lo, hi }, Some(float)) = (result.guarantee, format.float()) {
        let [low, high] = [lo, hi].map(|bits| value(bits, format));
        let detail = [&low, " … ", &high, ", ", &count(lo, hi, float).to_string(), " values"];
        facts.push(FactView { term: PERMITTED, detail: detail.concat() });
    }
    let neighbors = [format.next_down(bits), format.next_up(bits)];
    let neighbors: Vec<String> =
        neighbors.into_iter().flatten().map(|bits| value(bits, format)).collect();
    facts.push(FactView { term: NEIGHBORS, detail: neighbors.join(" · ") });
    facts
}

/// Describes the bits that the ISA does not specify, and the basis of the result.
fn note(prepared: &Prepared, lane: u8, registers: &[u64], result: LaneResult) -> Option<String> {
    let digits = hex_digits(result.bits, u32::from(prepared.lane_op().result.width()));
    let (before, digits, behind) = match result.guarantee {
        Guarantee::Bits => return None,
        Guarantee::Reading => ("", "", ""),
        Guarantee::AnyNan => ("The ISA says NaN; it does not specify sign and payload. ", "", ""),
        Guarantee::Within { .. } => (
            "The ISA bounds the error but doesn't fix the bits; 0x",
            &*digits,
            " is the correctly rounded result.",
        ),
        Guarantee::Unbounded => (
            "The ISA has no error bound for this operand; 0x",
            &*digits,
            " is the correctly rounded result.",
        ),
        Guarantee::Unspecified => (
            "The ISA does not specify this result; 0x",
            &*digits,
            " is our reading, not guaranteed. ",
        ),
    };
    let basis = prepared.basis(lane, registers, result.guarantee);
    let basis = basis.sentences(prepared.destination()).join(" ");
    let text = [before, digits, behind, &basis].concat();
    Some(String::from(text.trim_end()))
}

/// The result in one sentence.
fn spoken(name: &str, lanes: &[ResultLaneView]) -> String {
    let mut text = String::from(name);
    text.push_str(" is");
    for (index, lane) in lanes.iter().enumerate() {
        text.push_str(if index == 0 { " " } else { "; " });
        if !lane.name.is_empty() {
            text.push_str(&lane.name);
            text.push(' ');
        }
        text.push_str(&lane.value);
        text.push_str(", ");
        text.push_str(&lane.tag);
    }
    text.push('.');
    text
}

/// The result that a link recorded, compared with the present one.
pub fn linked(state: &State) -> Option<LinkedView> {
    let recorded = state.recorded?;
    let prepared = Prepared::new(&state.instruction, &state.context);
    let evaluation = prepared.evaluate(&state.registers);
    let packing = prepared.destination();
    let width = u32::from(packing.register_width());
    let [then, now] = [recorded, evaluation.destination].map(|bits| hex_digits(bits, width));
    let mut reasons = Vec::new();
    for (index, result) in (0..packing.lanes).zip(evaluation.lanes()).rev() {
        let verdict = Verdict::of_lane(recorded, index, &prepared, &state.registers, result);
        if verdict != Verdict::Reproduced {
            let lane = lane_name(&packing, index);
            let colon = if lane.is_empty() { "" } else { ": " };
            reasons.push([&lane, colon, reason(verdict, result.guarantee)].concat());
        }
    }
    if packing.has_strays(recorded) {
        let verdict = Verdict::of_strays(recorded, &prepared, &state.registers, &evaluation);
        reasons.push(String::from(reason_of_strays(verdict)));
    }
    Some(LinkedView {
        verdict: Verdict::of(recorded, &prepared, &state.registers, &evaluation),
        digits: then.chars().zip(now.chars()).map(|(a, b)| (a, a == b)).collect(),
        reasons,
    })
}

#[cfg(test)]
mod tests {
    use ptxfp::link::{Verdict, parse};

    use super::linked;

    #[test]
    fn a_record_is_compared_lane_by_lane() {
        let sum = "v1/add.f16x2@sm_90?a=0x3c007e00&b=0x3c003c00&d=";
        let open = "lo: the bits of this NaN are unspecified";
        let wrong = "hi: exact bits guaranteed";
        for (recorded, verdict, reasons) in [
            ("0x40007fff", Verdict::Reproduced, &[][..]),
            ("0x40007e00", Verdict::Permitted, &[open]),
            ("0x40017e00", Verdict::Differs, &[wrong, open]),
        ] {
            let state = parse(&[sum, recorded].concat()).sound().unwrap();
            let view = linked(&state).expect("a record");
            assert_eq!(view.verdict, verdict, "{recorded}");
            assert_eq!(view.reasons, reasons, "{recorded}");
            let shown: String = view.digits.iter().map(|(digit, _)| digit).collect();
            assert_eq!(shown, recorded[2..]);
        }
        assert_eq!(linked(&parse("v1/neg.f32@sm_90?a=0x00000000").sound().unwrap()), None);
    }
}
