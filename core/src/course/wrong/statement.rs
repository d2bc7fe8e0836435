//! Wrong results of a statement: other directions, modifiers, operands and roundings.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Wrong, neighbors, roundings, signs};
use crate::arith::rounding::{Conversion, Rounding};
use crate::catalog::{Instruction, MAX_SLOTS, Modifier};
use crate::course::mistake::Mistake;
use crate::course::rounded::{exact_of, in_direction};
use crate::course::subject::prepared;
use crate::eval::Prepared;
use crate::format::{Class, Format, mask};
use crate::link::State;

/// Wrong results of an instruction.
pub(super) fn of_statement(state: &State, right: u64, all: &mut Vec<Wrong>) {
    let prepared = prepared(state);
    let packing = prepared.destination();
    let sources = state.instruction.form.sources();
    if packing.lanes == 2 {
        let [low, high] = [0, 1].map(|lane| packing.extract(right, lane));
        let exchanged = packing.insert(packing.insert(right, 0, high), 1, low);
        // Only where each half has a source of its own.
        let is_packed = sources.len() > 1
            && sources.iter().all(|it| state.instruction.operand_type(it).packing().lanes == 1);
        all.push(Wrong::only_if(is_packed, Mistake::Lanes, exchanged));
    }
    product_rounded(state, all);
    exchanged(state, all);
    each_lane(&prepared, state, right, all);
    modified(state, all);
    for (operand, bits) in sources.iter().zip(&state.registers) {
        let kind = state.instruction.operand_type(operand);
        if kind == state.instruction.destination_type() {
            all.push(Wrong::new(Mistake::Operand(operand.name), *bits));
        }
    }
    if let (Format::Float(float), 1) = (prepared.lane_op().result, packing.lanes) {
        let is_nan = prepared.lane_op().result.is_nan(right);
        let is_ruled = has_special_operand(state) || float.classify(right) == Class::Infinite;
        // An infinite result of finite numbers is an overflow, or the rule for a division by zero.
        let is_ruled = is_ruled && exact_of(&prepared.trace(0, &state.registers)).is_none();
        let nan = float.canonical_nan.filter(|_| !is_nan);
        all.extend(nan.map(|nan| Wrong::only_if(is_ruled, Mistake::Nan, nan)));
    }
    if packing.lanes == 1 {
        neighbors(prepared.lane_op().result, right, all);
    }
}

/// Whether an operand has a lane that is a NaN or infinite.
fn has_special_operand(state: &State) -> bool {
    let sources = state.instruction.form.sources().iter().zip(&state.registers);
    let is_special = |(operand, bits): (_, &u64)| {
        let kind = state.instruction.operand_type(operand);
        let (packing, format) = (kind.packing(), kind.format());
        (0..packing.lanes).any(|lane| {
            let lane = packing.extract(*bits, lane);
            format.is_nan(lane) || format.classify(lane) == Class::Infinite
        })
    };
    sources.into_iter().any(is_special)
}

/// The direction in which an instruction rounds; `None` if that is not one direction.
fn own_rounding(instruction: &Instruction) -> Option<Rounding> {
    let is_other = |it| matches!(it, Modifier::Rs | Modifier::Approx | Modifier::Full);
    if instruction.effective().any(is_other) {
        return None;
    }
    Some(instruction.effective().find_map(direction).unwrap_or(Rounding::TiesToEven))
}

/// The direction of a modifier, if it is that of a rounding.
fn direction(modifier: Modifier) -> Option<Rounding> {
    let found = MODIFIERS.iter().find(|(others, _)| others.contains(&modifier));
    found.map(|(_, rounding)| *rounding)
}

/// The directions, each with its modifiers.
const MODIFIERS: [(&[Modifier], Rounding); 5] = [
    (&[Modifier::Rn, Modifier::Rni], Rounding::TiesToEven),
    (&[Modifier::Rna], Rounding::TiesToAway),
    (&[Modifier::Rz, Modifier::Rzi], Rounding::TowardZero),
    (&[Modifier::Rm, Modifier::Rmi], Rounding::TowardNegative),
    (&[Modifier::Rp, Modifier::Rpi], Rounding::TowardPositive),
];

/// Other roundings and signs, in all lanes at once.
fn each_lane(prepared: &Prepared, state: &State, right: u64, all: &mut Vec<Wrong>) {
    let packing = prepared.destination();
    let format = prepared.lane_op().result;
    let own = own_rounding(&state.instruction);
    let clamps = [Modifier::Satfinite, Modifier::Sat, Modifier::Relu];
    let clamp =
        clamps.into_iter().find(|clamp| state.instruction.modifiers().any(|it| it == *clamp));
    let is_flushed = prepared.lane_op().flush.result;
    let of_lane = |lane: u8| {
        let mut wrong = Vec::new();
        let bits = packing.extract(right, lane);
        let exact = exact_of(&prepared.trace(lane, &state.registers));
        if let Some(exact) = &exact {
            if let (Format::Float(float), 0) = (format, bits & mask(u32::from(format.width()) - 1))
            {
                let kept = in_direction(exact, format, Rounding::TiesToEven);
                if float.classify(kept) == Class::Subnormal {
                    wrong.push(Wrong::only_if(is_flushed, Mistake::NotFlushed, kept));
                }
            }
            let first = wrong.len();
            roundings(exact, format, bits, own, &mut wrong);
            // Rounded as it is asked for, but not clamped.
            let unclamped = own.map(|own| in_direction(exact, format, own));
            let rounded = wrong.iter_mut().skip(first).filter(|it| Some(it.bits) == unclamped);
            for it in rounded.filter(|it| it.bits != bits) {
                it.named = clamp.map(Mistake::Overlooked);
            }
        }
        if let Some(float) = format.float() {
            signs(float, bits, exact.is_some(), &mut wrong);
        }
        wrong
    };
    let lanes: Vec<_> = (0..packing.lanes).map(of_lane).collect();
    for Wrong { made, .. } in lanes.iter().flatten() {
        let mut register = right;
        // The lanes in which the mistake changes something agree on its name.
        let mut named = Vec::new();
        for (lane, wrong) in (0..packing.lanes).zip(&lanes) {
            if let Some(wrong) = wrong.iter().find(|other| other.made == *made) {
                register = packing.insert(register, lane, wrong.bits);
                if wrong.bits != packing.extract(right, lane) {
                    named.push(wrong.named);
                }
            }
        }
        let first = named.first().copied().flatten();
        let named = first.filter(|first| named.iter().all(|other| *other == Some(*first)));
        all.push(Wrong { made: *made, bits: register, named });
    }
}

/// The result of another instruction on the same operands.
fn result_of(instruction: Instruction, state: &State, registers: &[u64]) -> u64 {
    Prepared::new(&instruction, &state.context).evaluate(registers).destination
}

/// Results with one modifier more, less or another.
fn modified(state: &State, all: &mut Vec<Wrong>) {
    let instruction = state.instruction;
    for (place, slot) in instruction.form.slots.iter().enumerate().take(MAX_SLOTS) {
        let now = instruction.filled.get(place).copied().flatten();
        let others = slot.choices.iter().map(|choice| Some(choice.modifier)).chain([None]);
        for other in others.filter(|other| *other != now) {
            let mut changed = instruction;
            if let Some(filled) = changed.filled.get_mut(place) {
                *filled = other;
            }
            let is_type = |modifier: Option<Modifier>| matches!(modifier, Some(Modifier::Type(_)));
            if is_type(now) || is_type(other) || other.is_none() && slot.is_required() {
                continue;
            }
            if changed.is_available(&state.context)
                && let Some(made) = of_modifier(now, other)
            {
                let bits = result_of(changed, state, &state.registers);
                all.push(Wrong { made, bits, named: named(made, now, other, state) });
            }
        }
    }
}

/// The mistake of one modifier in place of another.
fn of_modifier(now: Option<Modifier>, other: Option<Modifier>) -> Option<Mistake> {
    match other {
        Some(Modifier::Rz | Modifier::Rzi) => Some(Mistake::Truncated),
        Some(Modifier::Rm | Modifier::Rmi) => Some(Mistake::RoundedDown),
        Some(Modifier::Rp | Modifier::Rpi) => Some(Mistake::RoundedUp),
        Some(Modifier::Rn | Modifier::Rni) => Some(Mistake::RoundedToNearest),
        Some(Modifier::Rna) => Some(Mistake::HalfUp),
        Some(Modifier::Ftz) => Some(Mistake::Flushed),
        Some(Modifier::Rs | Modifier::Approx | Modifier::Full) => None,
        Some(modifier) => Some(Mistake::Imagined(modifier)),
        None if now == Some(Modifier::Ftz) => Some(Mistake::NotFlushed),
        None => now.map(Mistake::Overlooked),
    }
}

/// The mistake of one modifier in place of another, where it explains a result.
fn named(
    made: Mistake,
    now: Option<Modifier>,
    other: Option<Modifier>,
    state: &State,
) -> Option<Mistake> {
    // Each lane says what another direction changes.
    let is_direction = now.or(other).and_then(direction).is_some();
    // That a NaN is passed on is expected, until one knows that it is asked for.
    let is_nan = made == Mistake::Imagined(Modifier::Nan) && has_special_operand(state);
    let is_explained =
        matches!(made, Mistake::Flushed | Mistake::NotFlushed | Mistake::Overlooked(_)) || is_nan;
    (is_explained && !is_direction).then_some(made)
}

/// The result with the first two operands exchanged.
fn exchanged(state: &State, all: &mut Vec<Wrong>) {
    let sources = state.instruction.form.sources();
    if let [a, b, ..] = sources
        && state.instruction.operand_type(a) == state.instruction.operand_type(b)
    {
        let mut registers = state.registers.clone();
        registers.swap(0, 1);
        let bits = result_of(state.instruction, state, &registers);
        all.push(Wrong::new(Mistake::Operands, bits));
    }
}

/// The result of a product that is rounded, and a sum.
fn product_rounded(state: &State, all: &mut Vec<Wrong>) {
    let spelling = state.instruction.to_string();
    let (Some(rest), [a, b, c]) = (spelling.strip_prefix("fma."), &*state.registers) else {
        return;
    };
    let find = |opcode: &str| {
        let found = crate::syntax::check(&[opcode, rest].concat(), &state.context).instruction;
        found.filter(|found| found.form.sources().len() == 2)
    };
    if let (Some(mul), Some(add)) = (find("mul."), find("add.")) {
        let prepared = Prepared::new(&mul, &state.context);
        let product = prepared.evaluate(&[*a, *b]).destination;
        let is_rounded = (0..prepared.lanes()).any(|lane| {
            let trace = prepared.trace(lane, &[*a, *b]);
            trace.conversion().is_some_and(Conversion::is_inexact)
        });
        let bits = result_of(add, state, &[product, *c]);
        all.push(Wrong::only_if(is_rounded, Mistake::ProductRounded, bits));
    }
}
