use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Enclosure, Lanes};
use crate::catalog::{Context, LATEST_ISA, Target};
use crate::eval::Guarantee;
use crate::explore::rank::{at_rank, rank};
use crate::explore::sequence::interpret::bits::{Bits, set};
use crate::explore::sequence::interpret::{At, interpret};
use crate::explore::sequence::results::{Operands, evaluate};
use crate::explore::sequence::{Call, Sequence, Standing, Value};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn sequence(text: &str) -> Sequence {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
    let sequence = Sequence::new(text, &context);
    assert_eq!(sequence.diagnostics(), Vec::<&crate::syntax::Diagnostic>::new(), "{text}");
    sequence
}

/// The guarantee of the only output, and the statement that leaves it open.
fn output(text: &str, inputs: &[u64]) -> (Enclosure, Option<usize>) {
    let sequence = sequence(text);
    let enclosed = sequence.enclose(inputs, 4096);
    let [output] = sequence.outputs() else { panic!("{text}") };
    (enclosed.of(*output), enclosed.since(*output))
}

fn lane(known: Enclosure, lane: u8) -> [u64; 2] {
    match known {
        Enclosure::Within(lanes) => lanes.lane(lane),
        Enclosure::Bits(_) | Enclosure::AnyNan(_) | Enclosure::Open => panic!("{known:?}"),
    }
}

#[test]
fn an_approximate_result_is_what_is_permitted() {
    let text = "rcp.approx.f32 d, a;";
    let (known, since) = output(text, &[0x4040_0000]);
    // One third lies between both: within 1 ulp of it there is no other f32 number.
    assert_eq!((lane(known, 0), since), ([0x3eaa_aaaa, 0x3eaa_aaab], Some(0)));
    assert_eq!(output("rcp.rn.f32 d, a;", &[0x4040_0000]), (Enclosure::Bits(0x3eaa_aaab), None));
    let (known, since) = output("add.rn.f32 d, a, b;", &[0x7f80_0000, 0xff80_0000]);
    assert!(matches!(known, Enclosure::AnyNan(_)) && since == Some(0), "{known:?}");
}

#[test]
fn a_conversion_may_hide_what_is_permitted() {
    let text = "ex2.approx.ftz.f32 t, a; cvt.rn.bf16.f32 d, t;";
    assert_eq!(output(text, &[0x3f40_0000]), (Enclosure::Bits(0x3fd7), None));
    let text = "ex2.approx.ftz.f32 t, a; setp.gt.f32 p, t, b; selp.f32 d, t, b, p;";
    assert_eq!(output(text, &[0, 0x4000_0000]).0, Enclosure::Bits(0x4000_0000));
    // The comparison is open. That it belongs to the same value as what is selected is lost.
    let (known, since) = output(text, &[0x3f80_0000, 0x4000_0000]);
    let [low, high] = lane(known, 0);
    assert!(low < 0x4000_0000 && high > 0x4000_0000 && since == Some(0), "{low:x} {high:x}");
}

#[test]
fn wide_intervals_are_carried_by_their_ends() {
    // Cancellation leaves some thousands of f32 numbers on both sides of 0.
    let text = "ex2.approx.f32 t, a; sub.rn.f32 u, t, 0f40000000; fma.rn.f32 d, u, b, c;";
    let (known, since) = output(text, &[0x3f80_0000, 0x4000_0000, 0]);
    let [low, high] = lane(known, 0);
    assert!(
        low >> 31 == 1 && high >> 31 == 0 && low & 0x7fff_ffff > 0x3400_0000,
        "{low:x} {high:x}"
    );
    assert_eq!(since, Some(0));
    // 0 times infinity is between the ends, and is a NaN.
    assert_eq!(output(text, &[0x3f80_0000, 0x7f80_0000, 0]).0, Enclosure::Open);
    // The reciprocal of an interval around 0 has none.
    let text = "ex2.approx.f32 t, a; sub.rn.f32 u, t, 0f40000000; rcp.rn.f32 d, u;";
    assert_eq!(output(text, &[0x3f80_0000]), (Enclosure::Open, Some(0)));
    let text = "ex2.approx.f32 t, a; sub.rn.f32 u, t, 0f40000000; mul.rn.f32 d, u, u;";
    assert_eq!(output(text, &[0x3f80_0000]), (Enclosure::Open, Some(0)));
}

#[test]
fn what_is_not_tried_is_open() {
    let sequence = sequence("ex2.approx.ftz.f32 t, a; cvt.rn.bf16.f32 d, t;");
    let output = sequence.outputs()[0];
    assert_eq!(sequence.enclose(&[0x3f40_0000], 2).of(output), Enclosure::Open);
    assert_eq!(sequence.enclose(&[0x3f40_0000], 40).of(output), Enclosure::Bits(0x3fd7));
}

#[test]
fn the_first_open_statement_is_named() {
    let text = "add.rn.f32 t, a, a; sqrt.approx.f32 u, t; ex2.approx.f32 v, u; add.rn.f32 d, v, u;";
    assert_eq!(output(text, &[0x3f80_0000]).1, Some(1));
    let text = "sqrt.approx.f32 t, a; mov.b32 u, t; and.b32 d, u, 1;";
    assert_eq!(output(text, &[0x4000_0000]), (Enclosure::Within(lanes_of_u32(0, 1)), Some(0)));
}

fn lanes_of_u32(low: u64, high: u64) -> Lanes {
    let text = "sqrt.approx.f32 t, a; and.b32 d, t, 1;";
    let known = output(text, &[0x4000_0000]).0;
    assert_eq!(lane(known, 0), [low, high]);
    let Enclosure::Within(lanes) = known else { panic!("{known:?}") };
    lanes
}

#[test]
fn lanes_have_intervals_of_their_own() {
    let text = "ex2.approx.ftz.bf16x2 t, a; add.rn.bf16x2 d, t, b;";
    let (known, _) = output(text, &[0x3f00_4000, 0]);
    let ([low, high], [zero, four]) = (lane(known, 1), lane(known, 0));
    assert!(low < 0x3fb5 && high >= 0x3fb5 && zero < 0x4080 && four > 0x4080, "{known:?}");
}

#[test]
fn contraction_is_within_the_interval() {
    let text = "mul.f32 t, a, b; add.f32 d, t, c;";
    let (known, since) = output(text, &[0x3f80_0800, 0x3f80_0800, 0xbf80_1000]);
    assert_eq!((lane(known, 0), since), ([0, 0x3380_0000], Some(1)));
}

/// Values of an interval, at random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// One run in which approximate results are any that are permitted.
fn permitted_run(sequence: &Sequence, inputs: &[u64], random: &mut Random) -> Vec<Value> {
    let mut values = Vec::new();
    sequence.begin(inputs, &mut values);
    let call = |_: At<'_>, call: &Call, values: &mut [Value]| {
        let operands = Operands::of(call, values);
        let evaluation = call.prepared.evaluate(&operands.registers);
        let packing = call.prepared.destination();
        let format = call.prepared.lane_op().result;
        let mut bits = evaluation.destination;
        for (lane, result) in (0..).zip(evaluation.lanes()) {
            if let Guarantee::Within { lo, hi } = result.guarantee {
                let [low, high] = [lo, hi].map(|bits| rank(format, bits));
                let rank = low + random.below(high - low + 1);
                bits = packing.insert(bits, lane, at_rank(format, rank));
            }
        }
        let value = match evaluate(call, values) {
            nan @ Value { standing: Standing::OpenNan, .. } => nan,
            _ => Value::of(call.stored(bits)),
        };
        set(values, call.destination, value);
        ControlFlow::Continue(())
    };
    let _ = interpret(sequence, 0, &mut Bits { values: &mut values, call });
    values
}

/// Programs in which nothing is fused.
const PROGRAMS: [&str; 7] = [
    "neg.f32 t, a; mul.rn.f32 t, t, 0f3fb8aa3b; ex2.approx.f32 u, t; add.rn.f32 v, u, 0f3f800000; rcp.approx.f32 d, v;",
    "lg2.approx.f32 t, a; mul.rn.f32 u, t, b; ex2.approx.f32 v, u; sub.rn.f32 d, v, a;",
    "sqrt.approx.ftz.f32 t, a; fma.rn.f32 u, t, t, b; min.f32 v, u, a; cvt.rn.f16.f32 d, v;",
    "tanh.approx.f32 t, a; sub.rn.f32 u, t, b; fma.rz.f32 v, u, 0f44800000, t; cvt.rni.s32.f32 d, v;",
    "ex2.approx.f16x2 t, x; mul.rn.f16x2 u, t, t; sub.rn.f16x2 d, u, y;",
    "rsqrt.approx.f32 t, a; setp.lt.f32 p, t, b; @p add.rn.f32 t, t, b; mul.rn.f32 d, t, b;",
    "ex2.approx.f32 t, a; mov.b64 w, {t, b}; mov.b64 {u, v}, w; add.rn.f32 d, u, v;",
];

#[test]
fn what_is_permitted_lies_within() {
    let mut random = Random(7);
    for text in PROGRAMS {
        let sequence = sequence(text);
        let mut n_within = 0;
        for _ in 0..200 {
            // Numbers between 1/16 and 16, of either sign, and f16 ones in pairs.
            let inputs = [0; 2].map(|_| {
                let bits = 0x3d80_0000 + random.below(0x0400_0000);
                if text.contains("f16x2") { 0x3800_3c00 + random.below(0x1_0000) } else { bits }
            });
            let enclosed = sequence.enclose(&inputs, 4096);
            for _ in 0..20 {
                let values = permitted_run(&sequence, &inputs, &mut random);
                for (index, value) in values.iter().enumerate() {
                    n_within += usize::from(contains(enclosed.of(index), *value, text));
                }
            }
        }
        assert!(n_within > 5000, "{text}: {n_within}");
    }
}

/// Whether a value is of an interval, where one is known; it must not be outside.
fn contains(known: Enclosure, value: Value, text: &str) -> bool {
    match known {
        Enclosure::Bits(bits) => assert_eq!(bits, value.bits, "{text}"),
        Enclosure::AnyNan(_) | Enclosure::Open => return false,
        Enclosure::Within(lanes) => {
            for lane in 0..lanes.packing.lanes {
                let own = lanes.packing.extract(value.bits, lane);
                let [low, high] = lanes.lane(lane).map(|bits| rank(lanes.format, bits));
                let place = rank(lanes.format, own);
                assert!(low <= place && place <= high, "{text} {lanes:x?} {:x}", value.bits);
            }
            return true;
        }
    }
    false
}
