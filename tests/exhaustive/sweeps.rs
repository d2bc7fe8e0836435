//! Sweeps over all operands of 16 bits or fewer: no result to the nearest lies more than half an
//! ulp from the exact value, and none in another direction a whole one. Sums of errors are those
//! of another implementation.

use ptxfp::catalog::{
    Context, Instruction, LATEST_ISA, Status, Target, forms, instructions_of, nearest_context,
};
use ptxfp::eval::Prepared;
use ptxfp::explore::domain::Domain;
use ptxfp::explore::measure::{ERROR_BITS, ULP};
use ptxfp::explore::sweep::{OperandLane, Sweep};
use ptxfp::internals::arith::rounding::Rounding;
use ptxfp::syntax::check;

const FIRST: OperandLane = OperandLane { operand: 0, lane: 0 };

fn today() -> Context {
    Context { isa: LATEST_ISA, target: Target::parse("sm_100a").expect("a target") }
}

/// The instructions with one operand of 16 bits or fewer.
fn unary() -> Vec<(Instruction, Context)> {
    let documented = forms().filter(|form| form.status == Status::Documented);
    let placed = documented.flat_map(instructions_of).filter_map(|instruction| {
        Some((instruction, nearest_context(&instruction.requires(), &today())?))
    });
    let is_narrow = |(instruction, context): &(Instruction, Context)| {
        let prepared = Prepared::new(instruction, context);
        prepared.lane_op().operands[0].width() <= 16 && prepared.operands_of_lane(0).count() == 1
    };
    placed.filter(is_narrow).collect()
}

#[test]
fn errors_have_the_limits_of_their_directions() {
    let mut n_measured = 0_u64;
    for (instruction, context) in unary() {
        let op = *Prepared::new(&instruction, &context).lane_op();
        let domain = Domain::all(op.operands[0]).expect("narrow");
        let sweep = Sweep::new(&instruction, &context, &[0], FIRST, domain, true).expect("unary");
        assert_eq!(domain.len(), 1 << op.operands[0].width(), "{instruction}");
        let is_nearest = matches!(op.rounding, Rounding::TiesToEven | Rounding::TiesToAway);
        // In another direction the distance is less than an ulp, and cut off.
        let limit = if is_nearest { ULP / 2 } else { ULP - 1 };
        for index in 0..domain.len() {
            let (bits, measure) = sweep.point(index);
            let is_flushed =
                op.flush.result && sweep.result().decode(measure.result.bits).is_zero();
            n_measured += u64::from(measure.error.is_some());
            let error = measure.error.filter(|_| !is_flushed).unwrap_or(0);
            assert!(error.abs() <= limit, "{instruction} {bits:#x}: {error}");
            let [below, above] = measure.band.unwrap_or_default();
            assert!(below <= 0 && above >= 0, "{instruction} {bits:#x}: {below} {above}");
        }
    }
    assert!(n_measured > 1_000_000, "{n_measured}");
}

/// Between 1 and 2 an ulp of bf16 is 2^-7, and the difference of two f32 is exact in f64.
#[test]
fn the_sum_of_errors_is_that_of_another_implementation() {
    let instruction = check("cvt.rn.bf16.f32", &today()).instruction.expect("legal");
    let format = ptxfp::format::Format::Float(&ptxfp::format::table::F32);
    let domain = Domain::parse("0x3f800000..0x3fffffff/61", format).expect("a domain");
    let sweep = Sweep::new(&instruction, &today(), &[0], FIRST, domain, true).expect("unary");
    let mut tally = sweep.tally(100);
    sweep.run(0..domain.len(), &mut tally);
    let (mut sum, mut n_inexact) = (0.0, 0);
    for bits in (0x3f80_0000..=0x3fff_ffff_u32).step_by(61) {
        let value = f64::from(f32::from_bits(bits));
        let rounded = half::bf16::from_f32(f32::from_bits(bits)).to_f64();
        // Results of 2 have ulps twice as large.
        let ulps = if rounded < 2.0 { 7 } else { 6 };
        sum += (rounded - value) * f64::from(1_u32 << ulps) * f64::from(1_u32 << ERROR_BITS);
        n_inexact += u64::from(rounded.to_bits() != value.to_bits());
    }
    assert_eq!((tally.exactness.inexact, tally.count), (n_inexact, (1 << 23) / 61 + 1));
    #[expect(clippy::cast_precision_loss, reason = "the sum is far below 2^53")]
    let ours = tally.error_sum as f64;
    assert_eq!(ours.to_bits(), sum.to_bits());
}
