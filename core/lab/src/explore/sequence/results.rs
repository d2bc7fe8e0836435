//! The results of calls, and which of their bits are open.
//!
//! Lanes are independent: a lane is as open as its guarantee says, if its own operands are
//! determined or NaNs. Whatever NaN an operand is, the result is the same, or a NaN too, except of
//! the few operations that [heed](Call::heeds_nans) sign and payload.

use alloc::vec::Vec;

use super::Call;
use super::interpret::bits::read;
use super::value::{Standing, Value};
use crate::bits::mask;
use crate::catalog::{MAX_SOURCES, Operation};
use crate::companion::Partial;
use crate::eval::{
    Evaluation, Guarantee, LANE_OPERANDS, LaneOp, LaneResult, MAX_LANES, Otherwise, Prepared,
};
use crate::format::{Format, Packing};
use crate::source::reading::Key;

/// The source operands of a call.
pub(super) struct Operands {
    /// Their bits.
    pub(super) registers: [u64; MAX_SOURCES],
    /// Their standing, the least certain.
    pub(super) standing: Standing,
    partials: [Partial; MAX_SOURCES],
}

impl Operands {
    /// The source operands of a call.
    pub(super) fn of(call: &Call, values: &[Value]) -> Self {
        let mut registers = [0; MAX_SOURCES];
        let mut partials = [Partial::determined(0); MAX_SOURCES];
        let mut standing = Standing::Determined;
        for (index, source) in call.sources.iter().enumerate() {
            let value = read(*source, values);
            let (Some(register), Some(partial)) =
                (registers.get_mut(index), partials.get_mut(index))
            else {
                continue;
            };
            let own = mask(call.source_width(index));
            *register = value.bits & own;
            *partial = if value.is_determined() {
                Partial::determined(*register)
            } else {
                value.partial().masked(own)
            };
            standing = standing.max(value.standing);
        }
        Self { registers, standing, partials }
    }

    fn are_determined(&self) -> bool {
        self.partials.iter().all(Partial::is_determined)
    }
}

/// The operands of a lane, where they are not all determined.
fn of_lane(prepared: &Prepared, operands: &Operands, lane: u8) -> [Partial; LANE_OPERANDS] {
    let gather = |take: &dyn Fn(&Partial) -> u64| {
        let registers = operands.partials.each_ref().map(take);
        prepared.gather(lane, &registers)
    };
    let bits = gather(&|partial| partial.bits);
    let open = gather(&|partial| partial.open);
    // A part of a run says nothing: only those that lie in one operand count.
    let mut runs = [0; LANE_OPERANDS];
    for (index, partial) in operands.partials.iter().enumerate() {
        for run in partial.each_run() {
            let mut alone = [0; MAX_SOURCES];
            if let Some(place) = alone.get_mut(index) {
                *place = run;
            }
            for (own, part) in runs.iter_mut().zip(prepared.gather(lane, &alone)) {
                if part.count_ones() == run.count_ones() {
                    *own |= part;
                }
            }
        }
    }
    let mut all = [Partial::determined(0); LANE_OPERANDS];
    let parts = bits.into_iter().zip(open).zip(runs);
    for (place, ((bits, open), runs)) in all.iter_mut().zip(parts) {
        *place = Partial::with_runs(bits, open, runs);
    }
    all
}

/// The influence of open bits of operands on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Influence {
    /// None: the result has its own guarantee.
    None,
    /// The result is a NaN, whose sign and payload may depend on them.
    OnNan,
    /// The result may be another.
    Any,
}

impl Influence {
    /// The influence of the open bits of a lane's operands.
    fn of(op: &LaneOp, operands: &[Partial; LANE_OPERANDS]) -> Self {
        // Each source of a conversion is a lane, which a scale or random bits may follow.
        let is_number = |place: usize| {
            place < usize::from(op.source_count)
                && (place == 0 || op.operation != Operation::Convert)
        };
        let are_nans =
            operands.iter().zip(op.operands).enumerate().all(|(place, (own, format))| {
                own.is_determined() || is_number(place) && !heeds_nans(op) && own.is_nan(format)
            });
        if !are_nans {
            return Self::Any;
        }
        let result =
            |choose: fn(&Partial) -> u64| op.evaluate(&operands.each_ref().map(choose), &mut ());
        Self::of_nans(op, [result(|it| it.bits), result(Partial::least), result(Partial::greatest)])
    }

    /// The influence of the bits of NaNs, where a lane has these results for several of them.
    pub(super) fn of_nans(op: &LaneOp, [own, least, greatest]: [LaneResult; 3]) -> Self {
        match ([least, greatest] == [own; 2], op.result.is_nan(own.bits)) {
            (true, _) => Self::None,
            (false, true) => Self::OnNan,
            (false, false) => Self::Any,
        }
    }
}

/// Whether the result may depend on the sign or the payload of a NaN operand.
pub(super) fn heeds_nans(op: &LaneOp) -> bool {
    // The upper word of a NaN may be that of an infinity.
    let is_sensitive =
        matches!(op.operation, Operation::CopySign | Operation::RcpUpper | Operation::RsqrtUpper);
    is_sensitive || op.has_oob || op.comparison.has_xorsign
}

/// The bits of a NaN of which sign and payload are open.
fn any_nan(format: Format, bits: u64) -> Partial {
    let Some(float) = format.float() else { return Partial::any(bits, format.width().into()) };
    // Without infinities there is one payload.
    let payloads = float.infinity().map_or(0, |infinity| float.magnitude_mask() - infinity);
    Partial::with_runs(bits, float.sign_mask() | payloads, payloads)
}

/// A lane of a result, in its place in the register.
#[derive(Clone, Copy)]
struct Lane {
    partial: Partial,
    standing: Standing,
}

impl Lane {
    /// The lane of a result. `decisions` has the alternatives of readings.
    fn of(
        (packing, lane): (Packing, u8),
        op: &LaneOp,
        result: &LaneResult,
        influence: Influence,
        decisions: impl FnOnce() -> Vec<Otherwise>,
    ) -> Self {
        let any = Partial::any(result.bits, packing.width.into());
        let reference = |own| (own, Standing::Reference);
        let (own, standing) = match (influence, result.guarantee) {
            (Influence::None, Guarantee::Bits) => {
                (Partial::determined(result.bits), Standing::Determined)
            }
            (Influence::None | Influence::OnNan, Guarantee::AnyNan)
            | (Influence::OnNan, Guarantee::Bits) => {
                (any_nan(op.result, result.bits), Standing::OpenNan)
            }
            (Influence::None, Guarantee::Within { lo, hi }) => {
                reference(Partial::between(result.bits, [lo, hi]))
            }
            (Influence::None, Guarantee::Reading) => {
                let all = decisions();
                let are_low = all.iter().all(|it| *it == Otherwise::LowBits) && !all.is_empty();
                reference(if are_low { Partial::determined(result.bits) } else { any })
            }
            (Influence::None, Guarantee::Unbounded | Guarantee::Unspecified)
            | (
                Influence::OnNan,
                Guarantee::Reading
                | Guarantee::Within { .. }
                | Guarantee::Unbounded
                | Guarantee::Unspecified,
            )
            | (Influence::Any, _) => reference(any),
        };
        // The bits of the register below the element, where a reading says what they are.
        let is_low_open = standing != Standing::Determined && op.readings.has(Key::Tf32LowBits);
        let low = if is_low_open { mask(packing.padding_below.into()) } else { 0 };
        let low = low << (u32::from(lane) * u32::from(packing.stride));
        let own = own.shifted(packing.offset(lane));
        Self { partial: own.beside(&Partial::open(0, low)), standing }
    }
}

/// A call that is evaluated.
pub(super) struct Called {
    /// The result of the operands' bits.
    pub(super) evaluation: Evaluation,
    /// The influence of their open bits on each lane.
    pub(super) influences: [Influence; MAX_LANES],
    lanes: [Option<Lane>; MAX_LANES],
}

impl Called {
    /// Evaluates a call, without contraction.
    pub(super) fn new(call: &Call, operands: &Operands) -> Self {
        let (prepared, op) = (&call.prepared, call.prepared.lane_op());
        let packing = prepared.destination();
        let evaluation = prepared.evaluate(&operands.registers);
        let mut influences = [Influence::None; MAX_LANES];
        if !operands.are_determined() {
            for (lane, place) in (0..packing.lanes).zip(&mut influences) {
                *place = Influence::of(op, &of_lane(prepared, operands, lane));
            }
        }
        let mut lanes = [None; MAX_LANES];
        let results = (0..).zip(evaluation.lanes()).zip(influences);
        for (place, ((lane, result), influence)) in lanes.iter_mut().zip(results) {
            let decisions = || {
                let all = prepared.decisions(lane, &operands.registers);
                all.iter().flat_map(|each| &each.alternatives).map(|(_, it)| *it).collect()
            };
            *place = Some(Lane::of((packing, lane), op, result, influence, decisions));
        }
        Self { evaluation, influences, lanes }
    }

    /// The value of the register that the call writes.
    fn value(&self, call: &Call) -> Value {
        value(call, &self.lanes)
    }
}

/// The value of the register that a call writes, from its lanes.
fn value(call: &Call, lanes: &[Option<Lane>; MAX_LANES]) -> Value {
    let lanes = || lanes.iter().flatten();
    let nothing = Partial::determined(0);
    let whole = lanes().fold(nothing, |all, lane| all.beside(&lane.partial));
    let standing = lanes().map(|lane| lane.standing).max().unwrap_or(Standing::Determined);
    Value::of_partial(&call.stored_partial(&whole), standing)
}

/// The result of a call.
pub(super) fn evaluate(call: &Call, values: &[Value]) -> Value {
    let operands = Operands::of(call, values);
    if operands.standing == Standing::Unknown {
        return Value::UNKNOWN;
    }
    let called = Called::new(call, &operands);
    let Some(observed) = &call.observed else { return called.value(call) };
    let packing = call.prepared.destination();
    let of_lane = |(lane, influence): (u8, Influence)| {
        let [a, b, ..] = call.prepared.gather(lane, &operands.registers);
        let bits = observed.result([a, b]);
        let own = match influence {
            Influence::None | Influence::OnNan => Partial::determined(bits),
            Influence::Any => Partial::any(bits, packing.width.into()),
        };
        own.shifted(packing.offset(lane))
    };
    let lanes = (0..packing.lanes).zip(called.influences).map(of_lane);
    let partial = lanes.fold(Partial::determined(0), |all, lane| all.beside(&lane));
    Value::of_partial(&call.stored_partial(&partial), Standing::Reference)
}

/// Adds the other results that contraction leaves to that of a call.
pub(super) fn fuse(call: &Call, values: &[Value], results: &mut Vec<Value>) {
    let operands = Operands::of(call, values);
    if operands.standing == Standing::Unknown {
        return;
    }
    let own = Called::new(call, &operands);
    let mut ways = alloc::vec![own.lanes];
    let packing = call.prepared.destination();
    for contraction in &call.contractions {
        let mut fused = Vec::new();
        for way in &ways {
            for fusion in &contraction.ways {
                let mut new = *way;
                for (lane, result, influence) in fusion.evaluate(|source| read(source, values)) {
                    if let Some(place) = new.get_mut(usize::from(lane)) {
                        let op = fusion.lane_op();
                        // A sum that depends on a reading is open in all bits.
                        *place = Some(Lane::of((packing, lane), op, &result, influence, Vec::new));
                    }
                }
                fused.push(new);
            }
        }
        ways.append(&mut fused);
    }
    let mut all: Vec<Value> = alloc::vec![own.value(call)];
    for way in ways.iter().skip(1) {
        let new = value(call, way);
        match all.iter_mut().find(|known| known.bits == new.bits) {
            Some(known) => *known = known.or(&new),
            None => all.push(new),
        }
    }
    results.extend(all.into_iter().skip(1));
}
