//! The result: register, lanes, guarantees.

use ptxfp::catalog::{Context, Instruction, Operation};
use ptxfp::eval::{Guarantee, LaneResult, Outcome, Prepared, Step, Trace};
use ptxfp::format::{Class, FloatFormat};
use ptxfp::number::dyadic::{Dyadic, ulp_error};
use ptxfp::number::{Datum, Kind, text};

use super::number_line::number_line;
use super::operand::{hex, hex_digits, lane_name, layout};
use crate::view_model::result::{
    Certainty, DigitsView, FactView, LinkedView, ResultLaneView, ResultView,
};

/// How many significant digits of an exact value are written.
const DIGITS: usize = 24;

/// The result of an instruction for registers in the order of its source operands.
pub fn result(instruction: &Instruction, context: &Context, registers: &[u64]) -> ResultView {
    let prepared = Prepared::new(instruction, context);
    let evaluation = prepared.evaluate(registers);
    let packing = prepared.destination();
    let lanes: Vec<ResultLaneView> = (0..packing.lanes)
        .rev()
        .map(|index| {
            let trace = prepared.trace(index, registers);
            lane(instruction, &prepared, index, &trace)
        })
        .collect();
    let name = instruction.form.operands.first().map_or("", |operand| operand.name);
    ResultView {
        name: String::from(name),
        formula: formula(instruction),
        register: lanes
            .iter()
            .map(|lane| DigitsView {
                digits: lane.bits.nibbles.iter().map(|nibble| nibble.digit).collect(),
                certainty: lane.certainty,
            })
            .collect(),
        hex: hex(evaluation.destination, u32::from(packing.register_width())),
        spoken: spoken(name, &lanes),
        lanes,
    }
}

/// One lane.
fn lane(
    instruction: &Instruction,
    prepared: &Prepared,
    index: u8,
    trace: &Trace,
) -> ResultLaneView {
    let format = instruction.destination_type().format();
    let packing = prepared.destination();
    let result = trace.result.unwrap_or(LaneResult { bits: 0, guarantee: Guarantee::Unspecified });
    let bits = result.bits;
    let layout = layout(format);
    let certainty = certainty(result.guarantee);
    let exact = trace.exact();
    ResultLaneView {
        name: lane_name(&packing, index),
        index,
        certainty,
        tag: tag(certainty, bits, format),
        exactness: exactness(trace, bits, format),
        bits: layout.bits(bits, hex(bits, layout.width)),
        value: text::concise(bits, format),
        class: class(instruction, index, trace, bits, format),
        facts: facts(bits, format, exact),
        line: exact.and_then(|exact| number_line(bits, format, exact)),
        note: note(certainty, bits, format),
    }
}

/// How sure a lane is.
fn certainty(guarantee: Guarantee) -> Certainty {
    match guarantee {
        Guarantee::Bits => Certainty::Bits,
        Guarantee::AnyNan => Certainty::AnyNan,
        Guarantee::Unspecified => Certainty::Open,
    }
}

/// What the tag of a lane says.
fn tag(certainty: Certainty, bits: u64, format: &FloatFormat) -> &'static str {
    match certainty {
        Certainty::Bits => "bits determined",
        Certainty::AnyNan if format.canonical_nan == Some(bits) => "any NaN; canonical shown",
        Certainty::AnyNan => "any NaN; hardware’s shown",
        Certainty::Within => "within a bound",
        Certainty::Open => "unspecified; reference shown",
    }
}

/// Whether the result is the exact value.
fn exactness(trace: &Trace, bits: u64, format: &FloatFormat) -> &'static str {
    let Some(exact) = trace.exact() else { return "" };
    match Dyadic::from_datum(&format.decode(bits)) {
        Some(result) if result == *exact => "exact",
        Some(_) | None => "inexact",
    }
}

/// The class of the result, or where its NaN came from.
fn class(
    instruction: &Instruction,
    lane: u8,
    trace: &Trace,
    bits: u64,
    format: &FloatFormat,
) -> String {
    let class = format.classify(bits);
    if matches!(class, Class::QuietNan | Class::SignalingNan) {
        for step in &trace.steps {
            let Step::Exact { outcome, .. } = step else { continue };
            match outcome {
                Outcome::NanOperand { operand } => {
                    let source = instruction.form.sources().get(*operand);
                    let name = source.map_or("", |source| source.name);
                    let packing = source.map(|s| instruction.operand_type(s).packing());
                    let lane = packing.map(|p| lane_name(&p, lane)).unwrap_or_default();
                    let dot = if lane.is_empty() { "" } else { "." };
                    return ["from ", name, dot, &lane].concat();
                }
                Outcome::InfinityTimesZero => return String::from("from inf × 0"),
                Outcome::OppositeInfinities => return String::from("from inf − inf"),
                Outcome::OutOfBounds { .. }
                | Outcome::Zero { .. }
                | Outcome::Infinite { .. }
                | Outcome::Finite { .. } => {}
            }
        }
    }
    String::from(class.name())
}

/// Exact value, error, C hex and neighbours.
fn facts(bits: u64, format: &FloatFormat, exact: Option<&Dyadic>) -> Vec<FactView> {
    let mut facts = Vec::new();
    let datum = format.decode(bits);
    if datum.is_nan() {
        return facts;
    }
    if let Some(exact) = exact {
        facts.push(FactView { term: "Exact value", detail: exact.to_decimal_shortened(DIGITS) });
        if let Some(result) = Dyadic::from_datum(&datum) {
            let mut detail = ulp_error(&result, exact, ulp_exponent(&datum, format));
            detail.push_str(" ulp");
            facts.push(FactView { term: "Error", detail });
        }
    }
    facts.push(FactView { term: "C hex", detail: text::c_hex(bits, format) });
    let neighbours = [format.next_down(bits), format.next_up(bits)];
    let neighbours: Vec<String> =
        neighbours.into_iter().flatten().map(|bits| text::concise(bits, format)).collect();
    facts.push(FactView { term: "Neighbours", detail: neighbours.join(" · ") });
    facts
}

/// The exponent of a unit in the last place of a datum.
fn ulp_exponent(datum: &Datum, format: &FloatFormat) -> i32 {
    match datum.kind {
        Kind::Finite { exponent, .. } => exponent,
        Kind::Zero | Kind::Infinite | Kind::Nan { .. } => format.min_quantum(),
    }
}

/// What the ISA leaves open.
fn note(certainty: Certainty, bits: u64, format: &FloatFormat) -> Option<String> {
    let digits = hex_digits(bits, u32::from(format.width));
    match certainty {
        Certainty::Bits | Certainty::Within => None,
        Certainty::AnyNan => Some(
            [
                "The ISA says NaN and leaves its sign and payload open; 0x",
                &digits,
                " is what hardware returns.",
            ]
            .concat(),
        ),
        Certainty::Open => Some(
            [
                "What this spelling means is not documented; 0x",
                &digits,
                " is the correctly rounded result, for reference.",
            ]
            .concat(),
        ),
    }
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
        text.push_str(lane.tag);
    }
    text.push('.');
    text
}

/// What the instruction computes, in the names of its operands.
fn formula(instruction: &Instruction) -> String {
    let names: Vec<&str> = instruction.form.operands.iter().map(|operand| operand.name).collect();
    let signs = match instruction.form.operation {
        Operation::Add => [" = ", " + ", ""],
        Operation::Sub => [" = ", " − ", ""],
        Operation::Mul => [" = ", " × ", ""],
        Operation::Fma => [" = ", " × ", " + "],
    };
    let mut text: String = names.iter().zip(signs).flat_map(|(name, sign)| [*name, sign]).collect();
    text.extend(names.get(signs.len()).copied());
    if instruction.destination_type().packing().lanes > 1 {
        text.push_str(", each lane alone");
    }
    text
}

/// A recorded result beside the present one.
pub fn linked(recorded: u64, result: &ResultView) -> LinkedView {
    let now = result.hex.strip_prefix("0x").unwrap_or_default();
    let then = hex_digits(recorded, u32::try_from(4 * now.len()).unwrap_or(0));
    let digits: Vec<_> = then.chars().zip(now.chars()).map(|(a, b)| (a, a == b)).collect();
    LinkedView { same: digits.iter().all(|(_, same)| *same), digits }
}
