use super::*;
use crate::arith::rounding::Rounding;
use crate::catalog::{LATEST_ISA, Status, Target, forms, instructions_of, nearest_context};
use crate::eval::Guarantee;
use crate::explore::measure::{Exactness, ULP};
use crate::explore::tally::{Histogram, N_WORST};
use crate::format::table::{BF16, E4M3};
use crate::number::dyadic::Dyadic;
use crate::observed::Observed;
use crate::syntax::check;
use alloc::string::ToString;
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const FIRST: OperandLane = OperandLane { operand: 0, lane: 0 };

fn context(target: &str) -> Context {
    Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() }
}

fn sweep(spelling: &str, registers: &[u64], place: OperandLane, domain: &str) -> Sweep {
    let context = context("sm_100a");
    let instruction = check(spelling, &context).instruction.unwrap();
    let format = operand_format(&instruction, &context, place).unwrap();
    let domain = Domain::parse(domain, format).unwrap();
    Sweep::new(&instruction, &context, registers, place, domain, true).unwrap()
}

fn whole(sweep: &Sweep, n_columns: usize) -> Tally {
    let mut tally = sweep.tally(n_columns);
    sweep.run(0..u64::MAX, &mut tally);
    assert_eq!(tally.count, sweep.domain().len());
    tally
}

#[test]
fn chunks_in_any_order_count_the_same() {
    for (spelling, registers, domain) in [
        ("tanh.approx.f16", [0, 0, 0], "all/29"),
        ("fma.rn.relu.bf16x2", [0, 0x3fc0_3f9d, 0x3c03_4000], "all/17"),
        ("add.f32", [0, 0x3f80_0001, 0], "edges:2000:3"),
    ] {
        let sweep = sweep(spelling, &registers, FIRST, domain);
        let expected = whole(&sweep, 100);
        let len = sweep.domain().len();
        let mut merged = sweep.tally(100);
        for chunk in (0..len.div_ceil(77)).rev() {
            let mut part = sweep.tally(100);
            sweep.run(chunk * 77..(chunk + 1) * 77, &mut part);
            merged.merge(&part);
        }
        assert_eq!(merged, expected, "{spelling}");
    }
}

#[test]
fn a_window_is_a_part_of_the_whole() {
    let sweep = sweep("cvt.rn.satfinite.e4m3x2.f16x2", &[0], FIRST, "all");
    let mut zoom = Tally::new(20_000..20_064, 64);
    sweep.run(0..u64::MAX, &mut zoom);
    assert_eq!(zoom.count, 64);
    for (column, index) in zoom.columns().iter().zip(20_000..) {
        let (_, measure) = sweep.point(index);
        let rank = crate::explore::rank::rank(sweep.result(), measure.result.bits);
        assert_eq!(column.ranks(), Some([rank, rank]));
        assert_eq!(column.errors(), measure.error.map(|error| [error, error]));
    }
    let mut outside = Tally::new(5..5, 3);
    sweep.run(0..100, &mut outside);
    assert_eq!(outside.count, 0);
}

/// f16 to e4m3: a normal f16 has 10 trailing bits and e4m3 keeps 3 of them, so one in 128 is exact.
#[test]
fn inexact_conversions_are_those_that_lose_bits() {
    let tally = whole(&sweep("cvt.rn.satfinite.e4m3x2.f16x2", &[0], FIRST, "all"), 10);
    // For each sign, 2^-6 to 2^8 are 14 binades with 8 values, and [256, 448] has 7; below,
    // multiples of 2^-9 are the 7 subnormals.
    assert_eq!(tally.exactness.exact, 2 * (14 * 8 + 7 + 7));
    // A rule gives zeros, infinities and NaNs; all other results are inexact.
    let n_given = 2 + 2 + 2 * 1023;
    assert_eq!(tally.exactness.given, n_given);
    assert_eq!(tally.exactness.inexact, 65_536 - 2 * (14 * 8 + 7 + 7) - n_given);
    assert_eq!(tally.classes.nan, 2 * 1023);
    assert_eq!(tally.guarantees.any_nan, tally.classes.nan);
    assert_eq!((tally.classes.infinite, tally.guarantees.within), (0, 0));
    assert_eq!(tally.range(Format::Float(&E4M3)), Some([0xfe, 0x7e]));
}

/// Between 2^10 and 2^11 f16 has integers; between 2^9 and 2^10 halves, of which rounding to even
/// takes as many up as down.
#[test]
fn integral_rounding_errs_by_half_of_halves() {
    let halves = whole(&sweep("cvt.rni.f16.f16", &[0], FIRST, "0x6000..0x63ff"), 10);
    assert_eq!((halves.exactness.exact, halves.exactness.inexact), (512, 512));
    assert_eq!(halves.error_sum, 0);
    let counts = halves.errors.counts();
    assert_eq!(counts[Histogram::bucket(ULP / 2)], 256);
    assert_eq!(counts[Histogram::bucket(-ULP / 2)], 256);
    assert_eq!(counts[Histogram::bucket(0)], 512);
    let quarters = whole(&sweep("cvt.rzi.f16.f16", &[0], FIRST, "0x5c00..0x5fff"), 10);
    // 256 of each: 0, -1/4, -1/2, -3/4.
    assert_eq!(quarters.error_sum, -i128::from(ULP) * 256 * 6 / 4);
}

/// Squares of f32 with a root of f16's precision are the exact roots in a range.
#[test]
fn exact_roots_are_squares() {
    // All f32 in [1, 2) with 11 trailing bits.
    let tally = whole(&sweep("sqrt.rn.f32", &[0], FIRST, "0x3f800000..0x3fffffff/4096"), 10);
    assert_eq!(tally.count, 2048);
    // n / 2048 is the square of a binary fraction only if n = m² / 2^k with an even power of two
    // left, as 2048 is none: n·2 is a square between 4096 and 8191, m from 64 to 90, m even.
    let n_squares = (2048_u64..4096).filter(|n| (2 * n).isqrt().pow(2) == 2 * n).count();
    assert_eq!((n_squares, tally.exactness.exact), (14, 14));
    assert!(tally.worst().iter().all(|worst| worst.error.abs() <= ULP / 2));
}

/// Returns all instructions with one operand that `operand_format` gives 16 bits or less.
fn unary() -> Vec<(Instruction, Context)> {
    let today = context("sm_100a");
    let mut found = Vec::new();
    for form in forms().filter(|form| form.status == Status::Documented) {
        for instruction in instructions_of(form) {
            let Some(context) = nearest_context(&instruction.requires(), &today) else { continue };
            let prepared = Prepared::new(&instruction, &context);
            let is_narrow = prepared.lane_op().operands[0].width() <= 16;
            if is_narrow && prepared.operands_of_lane(0).count() == 1 {
                found.push((instruction, context));
            }
        }
    }
    found
}

#[test]
fn results_to_the_nearest_are_within_half_an_ulp() {
    let (mut n_rounded, mut n_bounded) = (0, 0);
    for (instruction, context) in unary() {
        let prepared = Prepared::new(&instruction, &context);
        let op = *prepared.lane_op();
        let is_nearest = matches!(op.rounding, Rounding::TiesToEven | Rounding::TiesToAway);
        // The exhaustive tests take all of them.
        let domain = Domain::new(
            op.operands[0],
            crate::explore::domain::Set::All,
            crate::explore::domain::Order::Value,
            if op.operands[0].width() > 8 { 37 } else { 1 },
        );
        let sweep = Sweep::new(&instruction, &context, &[0], FIRST, domain.unwrap(), true).unwrap();
        let tally = whole(&sweep, 8);
        let limit = if is_nearest { ULP / 2 } else { ULP };
        for worst in tally.worst() {
            // A flushed result is further away.
            let is_flushed = op.flush.result && sweep.result().decode(worst.result).is_zero();
            assert!(worst.error.abs() <= limit || is_flushed, "{instruction}: {worst:?}");
        }
        n_rounded += tally.exactness.inexact;
        for index in 0..sweep.domain().len() {
            let (bits, measure) = sweep.point(index);
            if let Guarantee::Within { lo, hi } = measure.result.guarantee {
                let format = sweep.result();
                let value = |bits| Dyadic::from_datum(&format.decode(bits));
                let reference = value(measure.result.bits);
                if let (Some(lo), Some(hi), Some(reference)) = (value(lo), value(hi), reference) {
                    assert!(lo <= reference && reference <= hi, "{instruction} {bits:#x}");
                }
                let [below, above] = measure.band.unwrap();
                assert!(below <= 0 && above >= 0, "{instruction} {bits:#x}");
                n_bounded += 1;
            }
        }
    }
    assert!(n_rounded > 20_000 && n_bounded > 4000, "{n_rounded} {n_bounded}");
}

/// The error in integers against the exact difference of the trace.
#[test]
fn errors_are_those_of_the_trace() {
    for (spelling, registers) in [
        ("cvt.rz.bf16.f32", [0, 0, 0]),
        ("fma.rn.f16", [0, 0x3e01, 0x0401]),
        ("mul.rn.bf16", [0, 0x3f9d, 0]),
        ("add.rm.f32", [0, 0x3f80_0001, 0]),
        ("sub.ftz.f32", [0, 0x0080_0001, 0]),
        ("cvt.rni.s16.f16", [0, 0, 0]),
        ("ex2.approx.ftz.bf16", [0, 0, 0]),
    ] {
        let place = FIRST;
        let sweep = sweep(spelling, &registers, place, "edges:3000:5");
        let mut n_errors = 0;
        for index in 0..sweep.domain().len() {
            let (bits, measure) = sweep.point(index);
            let mut all = registers;
            all[0] = bits;
            let trace = sweep.probe.prepared.trace(0, &all);
            let (Some(error), Some(exact)) = (measure.error, trace.exact()) else { continue };
            let format = sweep.result();
            let result = Dyadic::from_datum(&format.decode(measure.result.bits)).unwrap();
            let scale = crate::explore::measure::ERROR_BITS.cast_signed();
            let unit = format.ulp_exponent(measure.result.bits) - scale;
            let difference = result.sub(exact);
            let magnitude = difference.magnitude();
            let shift = difference.exponent() - unit;
            let whole = if shift < 0 {
                magnitude.shr(shift.unsigned_abs())
            } else {
                magnitude.shl(shift.unsigned_abs())
            };
            let whole = i64::try_from(whole.to_u128().unwrap()).unwrap();
            let expected = if difference.is_negative() { -whole } else { whole };
            assert_eq!(error, expected, "{spelling} {bits:#x}");
            assert_eq!(
                measure.exactness == Exactness::Exact,
                difference.is_zero() && !trace.is_cut()
            );
            n_errors += u32::from(error != 0);
        }
        assert!(n_errors > 100, "{spelling}: {n_errors}");
    }
}

#[test]
fn a_sweep_measures_only_if_asked() {
    let context = context("sm_90");
    let instruction = check("ex2.approx.ftz.bf16", &context).instruction.unwrap();
    let format = operand_format(&instruction, &context, FIRST).unwrap();
    let domain = Domain::all(format).unwrap();
    let lean = Sweep::new(&instruction, &context, &[0], FIRST, domain, false).unwrap();
    let tally = whole(&lean, 10);
    let full = whole(&Sweep::new(&instruction, &context, &[0], FIRST, domain, true).unwrap(), 10);
    assert_eq!((tally.errors.total(), tally.worst().len(), tally.widest), (0, 0, None));
    assert!(full.errors.total() > 0 && full.worst().len() == N_WORST && full.widest.is_some());
    assert_eq!((tally.classes, tally.exactness), (full.classes, full.exactness));
    assert_eq!(tally.guarantees, full.guarantees);
}

#[test]
fn a_lane_of_a_packed_operand_varies_alone() {
    let upper = OperandLane { operand: 1, lane: 1 };
    let sweep = sweep("add.rn.f16x2", &[0x3c00_3c00, 0x1234_5678], upper, "all/97");
    for index in 0..sweep.domain().len() {
        let (bits, measure) = sweep.point(index);
        let register = bits << 16 | 0x5678;
        let registers = sweep.registers(bits);
        assert_eq!(registers[..2], [0x3c00_3c00, register]);
        let result = sweep.probe.prepared.evaluate(&registers);
        assert_eq!(measure.result, result.lanes()[1]);
    }
}

#[test]
fn operands_have_the_format_in_which_a_lane_takes_them() {
    let of = |spelling: &str, operand, lane| {
        let context = context("sm_100a");
        let instruction = check(spelling, &context).instruction.unwrap();
        operand_format(&instruction, &context, OperandLane { operand, lane })
            .map(|it| it.name().to_string())
    };
    let name = |name: &str| Some(name.to_string());
    assert_eq!(of("rcp.approx.ftz.f64", 0, 0), name("f64[63:32]"));
    assert_eq!(of("cvt.rn.bf16x2.f32", 1, 0), name("f32"));
    // The first of two operands is for the upper lane.
    assert_eq!((of("cvt.rn.bf16x2.f32", 0, 0), of("cvt.rn.bf16x2.f32", 0, 1)), (None, name("f32")));
    assert_eq!(of("cvt.rs.bf16x2.f32", 2, 1), name("u32"));
    assert_eq!((of("add.f32", 2, 0), of("add.f32", 0, 1)), (None, None));
}

#[test]
fn a_domain_of_another_format_is_refused() {
    let context = context("sm_90");
    let instruction = check("add.f16", &context).instruction.unwrap();
    let bf16 = Domain::all((&BF16).into()).unwrap();
    assert!(Sweep::new(&instruction, &context, &[], FIRST, bf16, false).is_none());
}

/// Every approximate form of f32.
const APPROXIMATE: [&str; 19] = [
    "rcp.approx.f32",
    "rcp.approx.ftz.f32",
    "sqrt.approx.f32",
    "sqrt.approx.ftz.f32",
    "rsqrt.approx.f32",
    "rsqrt.approx.ftz.f32",
    "sin.approx.f32",
    "sin.approx.ftz.f32",
    "cos.approx.f32",
    "cos.approx.ftz.f32",
    "lg2.approx.f32",
    "lg2.approx.ftz.f32",
    "ex2.approx.f32",
    "ex2.approx.ftz.f32",
    "tanh.approx.f32",
    "div.approx.f32",
    "div.approx.ftz.f32",
    "div.full.f32",
    "div.full.ftz.f32",
];

/// Columns count what is counted one by one, of correctly rounded and of observed results.
#[test]
fn columns_of_approximate_results_count_what_is_counted_one_by_one() {
    let context = context("sm_90");
    for spelling in APPROXIMATE {
        let instruction = check(spelling, &context).instruction.unwrap();
        let format = operand_format(&instruction, &context, FIRST).unwrap();
        let observed = Observed::of(&instruction, &context).unwrap();
        // Quotients by 1, by something else, and by numbers that are close to the ends of the range.
        let divisors: &[u64] = if spelling.starts_with("div") {
            &[0x3f80_0000, 0x4049_0fdb, 0x0000_0007, 0x7e80_0001, 0xff00_0000, 0]
        } else {
            &[0]
        };
        for (domain, divisor) in ["edges:2000:9", "random:3000:1"]
            .iter()
            .flat_map(|domain| divisors.iter().map(move |divisor| (domain, divisor)))
        {
            let domain = Domain::parse(domain, format).unwrap();
            for (is_observed, measures) in [(false, true), (true, true), (false, false)] {
                let sweep =
                    Sweep::new(&instruction, &context, &[0, *divisor], FIRST, domain, measures)
                        .unwrap();
                let sweep = if is_observed { sweep.observing(observed) } else { sweep };
                assert!(Approximates::of(&sweep).is_some(), "{spelling}");
                let (mut expected, mut tally) = (sweep.tally(7), sweep.tally(7));
                sweep.run(0..u64::MAX, &mut expected);
                sweep.run_many(0..u64::MAX, &mut tally);
                assert_eq!(tally, expected, "{spelling} {domain:?} {divisor:x} {is_observed}");
            }
        }
    }
}

/// Every instruction, varying the first operand and the last one; the others are a number that the format
/// of the first operand has. Each such number is a test of its own, since a browser ends long ones.
fn check_batches(number: impl Fn(Format) -> u64) {
    let today = context("sm_100a");
    let (mut n_batches, mut n_rounded, mut n_errors) = (0, 0, 0);
    let mut known = Vec::new();
    for form in forms() {
        for instruction in instructions_of(form) {
            let Some(context) = nearest_context(&instruction.requires(), &today) else { continue };
            let prepared = Prepared::new(&instruction, &context);
            let op = *prepared.lane_op();
            let operands: Vec<_> = prepared.operands_of_lane(0).map(|(index, _)| index).collect();
            if core::mem::replace(&mut known, alloc::vec![op]) == [op] {
                continue;
            }
            let ends = [operands.first().copied(), operands.last().copied()];
            for operand in ends.into_iter().flatten() {
                let place = OperandLane { operand, lane: 0 };
                let format = operand_format(&instruction, &context, place).unwrap();
                let text = if format.width() > 8 { "edges:200:9" } else { "all/3" };
                let domain = Domain::parse(text, format).unwrap();
                let registers = [number(op.operands[0]); 4];
                for measures in [false, true] {
                    let sweep =
                        Sweep::new(&instruction, &context, &registers, place, domain, measures)
                            .unwrap();
                    let (mut expected, mut tally) = (sweep.tally(7), sweep.tally(7));
                    sweep.run(0..u64::MAX, &mut expected);
                    sweep.run_many(0..u64::MAX, &mut tally);
                    assert_eq!(tally, expected, "{instruction} {operand} {registers:x?}");
                    if Batches::of(&sweep).is_some() {
                        n_batches += 1;
                        n_rounded += tally.exactness.inexact;
                        n_errors += tally.errors.total();
                    }
                }
            }
        }
    }
    assert!(n_batches > 500 && n_rounded > 25_000, "{n_batches} {n_rounded}");
    assert!(n_errors > 12_500, "{n_errors}");
}

#[test]
fn batches_count_what_is_counted_one_by_one() {
    check_batches(|format| format.one() | format.one() >> 1);
}

#[test]
fn batches_count_close_to_1() {
    check_batches(|format| format.one() + 1);
}

#[test]
fn batches_count_with_small_numbers() {
    check_batches(|_| 3);
}

#[test]
fn batches_count_with_large_numbers() {
    check_batches(|format| format.max_finite() - 1);
}

#[test]
fn batches_end_where_a_part_ends() {
    let context = context("sm_90");
    let instruction = check("cvt.rn.f16.f32", &context).instruction.unwrap();
    let format = operand_format(&instruction, &context, FIRST).unwrap();
    let domain = Domain::parse("random:3000:1", format).unwrap();
    let sweep = Sweep::new(&instruction, &context, &[0], FIRST, domain, false).unwrap();
    let mut expected = sweep.tally(5);
    sweep.run(0..3000, &mut expected);
    let mut merged = sweep.tally(5);
    for start in [1021, 0, 2042] {
        let mut part = sweep.tally(5);
        sweep.run_many(start..start + 1021, &mut part);
        merged.merge(&part);
    }
    assert_eq!(merged, expected);
}
