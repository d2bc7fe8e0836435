//! Laws of the operations.

use conformance::Subject;
use conformance::layout::{E4M3, F16, F32};
use conformance::operation::{Limit, Operation};
use proptest::prelude::*;
use ptxfp::eval::{Guarantee, Prepared};

use crate::strategies::{call, config, plain};

const SUMS: &[&str] =
    &["add.f16", "add.bf16", "add.f32", "add.f64", "sub.f32", "sub.f64", "sub.f16"];
const SYMMETRIC: &[&str] = &[
    "add.f16",
    "add.rm.f32",
    "add.rp.f64",
    "add.rz.ftz.f32",
    "mul.bf16",
    "mul.rp.f32",
    "mul.rz.f64",
    "mul.ftz.f16",
    "fma.rn.f32",
    "fma.rm.f64",
    "fma.rp.ftz.f32",
    "fma.rn.relu.bf16",
    "fma.rn.oob.f16",
    "fma.rz.sat.f32.f16",
];
const NEAREST: &[&str] =
    &["add.f32", "sub.f64", "mul.f16", "fma.rn.bf16", "fma.rn.f64", "mul.ftz.f32"];

/// The lowest lane, and whether its bits are certain.
fn lane(subject: &Subject, elements: [u64; 3]) -> (u64, bool) {
    let evaluation = subject.evaluate(&elements);
    let result = evaluation.lanes()[0];
    (result.bits, result.guarantee == Guarantee::Bits)
}

/// An instruction with one direction replaced by another.
fn turned(text: &str, from: &str, to: &str) -> Subject {
    Subject::new(&text.replace(from, to))
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn terms_and_factors_commute((subject, [a, b, c]) in plain(SYMMETRIC)) {
        let (straight, swapped) = (lane(&subject, [a, b, c]), lane(&subject, [b, a, c]));
        prop_assert_eq!(straight.1, swapped.1);
        // Which NaN payload an f64 keeps depends on the order.
        if straight.1 {
            prop_assert_eq!(straight.0, swapped.0);
        }
    }

    #[test]
    fn a_difference_is_a_sum_with_the_second_sign_turned((subject, [a, b, _]) in plain(SUMS)) {
        let sum = turned(&subject.text, "sub", "add");
        let difference = turned(&subject.text, "add", "sub");
        let sign = subject.spelling.layout().sign();
        let (plus, minus) = (lane(&sum, [a, b ^ sign, 0]), lane(&difference, [a, b, 0]));
        prop_assert_eq!(plus.1, minus.1);
        if plus.1 {
            prop_assert_eq!(plus.0, minus.0);
        }
    }

    #[test]
    fn signs_mirror_results((subject, [a, b, c]) in plain(NEAREST)) {
        let sign = subject.spelling.layout().sign();
        let mirrored = if subject.spelling.sources.len() == 3 || subject.text.starts_with("mul") {
            [a ^ sign, b, c ^ sign]
        } else {
            [a ^ sign, b ^ sign, 0]
        };
        let (one, other) = (lane(&subject, [a, b, c]), lane(&subject, mirrored));
        // A canceled sum is +0 on both sides.
        if one.1 && one.0 & !sign != 0 {
            prop_assert_eq!(one.0 ^ sign, other.0);
        }
    }

    #[test]
    fn down_mirrors_up((subject, [a, b, c]) in plain(&["fma.rm.f32", "fma.rm.f64", "fma.rm.ftz.f32"])) {
        let sign = subject.spelling.layout().sign();
        let up = turned(&subject.text, ".rm", ".rp");
        let (down, up) = (lane(&subject, [a, b, c]), lane(&up, [a ^ sign, b, c ^ sign]));
        if down.1 {
            prop_assert_eq!(down.0 ^ sign, up.0);
        }
    }

    #[test]
    fn a_factor_of_one_and_a_term_of_zero_change_nothing(
        (subject, [a, b, _]) in plain(&["fma.rn.f32", "fma.rz.f64", "fma.rp.f32", "fma.rn.f16", "fma.rn.bf16"])
    ) {
        let layout = subject.spelling.layout();
        let sum = turned(&subject.text.replace(".rn", ""), "fma", "add");
        prop_assert_eq!(lane(&subject, [a, layout.one(), b]), lane(&sum, [a, b, 0]));
        let product = turned(&subject.text.replace(".rn", ""), "fma", "mul");
        let (fused, alone) = (lane(&subject, [a, b, layout.sign()]), lane(&product, [a, b, 0]));
        // The NaN of an f64 is that of b in both.
        if alone.0 != 0 || !alone.1 {
            prop_assert_eq!(fused, alone);
        }
    }

    #[test]
    fn directions_enclose_the_result(
        (subject, elements) in plain(&["add.rm.f32", "sub.rm.f64", "mul.rm.f32", "mul.rm.f64", "fma.rm.f32", "fma.rm.f64"])
    ) {
        let layout = subject.spelling.layout();
        let key = |bits: u64| {
            let magnitude = i128::from(layout.magnitude(bits));
            if layout.is_negative(bits) { -magnitude } else { magnitude }
        };
        let [down, near, zero, up] = [".rm", ".rn", ".rz", ".rp"]
            .map(|direction| lane(&turned(&subject.text, ".rm", direction), elements));
        if down.1 {
            let [low, middle, short, high] = [down, near, zero, up].map(|(bits, _)| key(bits));
            prop_assert!(low <= middle && middle <= high, "{:x} {:x} {:x}", down.0, near.0, up.0);
            // Neighbors, or the same if it is exact; zeros of both signs are one number.
            prop_assert!(high - low <= 1, "{:x} {:x}", down.0, up.0);
            prop_assert_eq!(short, if low < 0 || high <= 0 { high } else { low });
        }
    }

    #[test]
    fn results_are_clamped_as_asked((subject, registers) in call()) {
        for lane in subject.evaluate(&registers).lanes() {
            let Some(layout) = subject.spelling.result.element.layout() else { continue };
            let is_zero_or_more = !layout.is_negative(lane.bits);
            if subject.spelling.limit == Limit::Sat {
                prop_assert!(is_zero_or_more && lane.bits <= layout.one(), "{:x}", lane.bits);
                prop_assert!(matches!(lane.guarantee, Guarantee::Bits | Guarantee::Reading));
            }
            if subject.spelling.limit == Limit::Relu {
                prop_assert!(is_zero_or_more, "{:x}", lane.bits);
            }
            let is_single = [F16, F32].contains(&layout);
            let is_about_f32 = subject.spelling.operation == Operation::Convert && layout != F32;
            if subject.spelling.flushes && is_single && !is_about_f32 {
                prop_assert!(!layout.is_subnormal(lane.bits), "{:x}", lane.bits);
            }
            if subject.spelling.saturates {
                prop_assert!(!layout.is_infinite(lane.bits), "{:x}", lane.bits);
            }
            let is_determined = subject.spelling.operation == Operation::CopySign
                || subject.text == "abs.f64"
                || subject.spelling.limit == Limit::Relu
                || subject.spelling.returns_nan
                || subject.spelling.drops_out_of_bounds
                || subject.is_approximate();
            // Overflow of four e4m3 is a NaN by a reading.
            let is_by_reading = lane.guarantee == Guarantee::Reading && layout == E4M3;
            if !is_determined && !is_by_reading {
                prop_assert_eq!(lane.guarantee == Guarantee::AnyNan, layout.is_nan(lane.bits));
            }
        }
    }

    #[test]
    fn a_trace_changes_nothing((subject, registers) in call()) {
        let prepared: &Prepared = subject.prepared();
        let evaluation = prepared.evaluate(&registers);
        for (lane, result) in (0..).zip(evaluation.lanes()) {
            let trace = prepared.trace(lane, &registers);
            prop_assert_eq!(trace.result, Some(*result));
            let untraced = prepared.evaluate_lane(lane, &registers, &mut ());
            prop_assert_eq!(untraced, *result);
        }
    }

    #[test]
    fn bits_above_a_register_are_ignored((subject, registers) in call(), noise: u64) {
        let spelling = &subject.spelling;
        let mut noisy = registers;
        for (register, source) in noisy.iter_mut().zip(&spelling.sources) {
            let width = source.register.width();
            *register |= if width < 64 { noise << width } else { 0 };
        }
        prop_assert_eq!(subject.evaluate(&noisy), subject.evaluate(&registers));
    }
}
