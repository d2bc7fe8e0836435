//! The error of one result, in integers.
//!
//! An error is the result minus the exact value in units of 2^-[`ERROR_BITS`] ulp, truncated
//! towards 0 and limited to 2^43 ulp ([`is_beyond`]). The ulp is that of the result's binade, as in
//! [`bound`](crate::catalog::bound). For a zero it is that of the smallest binade. For a result
//! rounded to an integral value it is at least 1. Where a documented error is absolute it is at
//! least the ulp of 1 ([`least_unit`]), because relative to smaller results an absolute error has
//! no bound. The exact value is that of the operands after their flush.
//!
//! A quotient or root of f64 is known only to 2^-7 ulp, and its error is the least possible one.

use crate::arith::elementary::Enclosure;
use crate::bits::{bit_length, shift_right};
use crate::catalog::bound::{Error, Range};
use crate::eval::{Guarantee, LaneOp, LaneResult, Recorder, Rounded, Step};
use crate::format::{Class, Format};
use crate::number::{Datum, Kind};

pub use crate::eval::ERROR_BITS;

/// The error of one ulp.
pub const ULP: i64 = 1 << ERROR_BITS;

/// Whether an error or a distance is an end of the range, which stands for all larger magnitudes.
#[must_use]
pub const fn is_beyond(error: i64) -> bool {
    matches!(error, i64::MIN | i64::MAX)
}

/// The magnitude of errors [beyond](is_beyond) the count, in ulp.
pub const BEYOND: &str = "2^43";

/// The exactness of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// It is the exact value.
    Exact,
    /// The result is not the exact value.
    Inexact,
    /// A rule gave the result: there was no finite value other than 0 to round.
    Given,
}

/// The measurements of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The result: the reference, or the observed result, with the guarantee of the reference.
    pub result: LaneResult,
    /// The reference.
    pub reference: u64,
    /// The result that an observed one is compared with: the correctly rounded result, even where
    /// the ISA specifies another reference. Otherwise it is the reference.
    pub nearest: u64,
    /// Whether it is exact.
    pub exactness: Exactness,
    /// The error of the result; `None` if a rule or a clamp gave it, or if the value is beyond the
    /// largest number.
    pub error: Option<i64>,
    /// The least and the largest permitted result, as distances from the reference in units of an
    /// error; an infinity counts as the next power of two. `None` at a border.
    pub band: Option<[i64; 2]>,
    /// Whether the result is at the border of a flush: some permitted results are flushed to 0 and
    /// others are not, so that they are millions of ulp apart.
    pub is_border: bool,
    /// Whether the ISA documents no error for these operands, though it does for others.
    pub is_open: bool,
    /// Whether a subnormal operand was taken as 0, or a subnormal result became 0.
    pub is_flushed: bool,
}

impl Measure {
    /// The error, unless a subnormal was flushed: then the error is that of the flush, which may be
    /// millions of ulp.
    pub fn error_of_rounding(&self) -> Option<i64> {
        self.error.filter(|_| !self.is_flushed)
    }

    /// The error of rounding, where the ISA documents a bound for it.
    pub fn error_within_bound(&self) -> Option<i64> {
        self.error_of_rounding().filter(|_| !self.is_open)
    }
}

/// The exponent of the least ulp that errors are counted in, if there is a least one: that of 1
/// where results are integral or a documented error is absolute.
#[must_use]
pub fn least_unit(op: &LaneOp) -> Option<i32> {
    let is_absolute = |range: &Range| matches!(range.error, Error::Absolute(_));
    match op.bound {
        _ if op.is_integral => Some(0),
        Some(bound) if bound.ranges.iter().any(is_absolute) => {
            Some(-op.result.float()?.trailing_width().cast_signed())
        }
        Some(_) | None => None,
    }
}

/// Whether some of these permitted results are flushed to zero and others are not.
fn is_border(op: &LaneOp, results: [u64; 3]) -> bool {
    if !op.flush.result {
        return false;
    }
    let is_zero = |bits: &u64| op.result.classify(*bits) == Class::Zero;
    let count = results.iter().filter(|bits| is_zero(bits)).count();
    count > 0 && count < results.len()
}

/// Keeps the value that was rounded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keeper(pub(super) Option<Rounded>);

impl Recorder for Keeper {
    fn record(&mut self, _step: impl FnOnce() -> Step) {}

    #[inline]
    fn rounded(&mut self, rounded: impl FnOnce() -> Rounded) {
        self.0 = Some(rounded());
    }
}

/// Evaluates a lane and measures the result; `measures` says whether to measure error and band.
#[inline]
pub fn measure(
    op: &LaneOp,
    operands: &[u64; crate::eval::LANE_OPERANDS],
    measures: bool,
) -> Measure {
    let mut keeper = Keeper::default();
    let reference = op.evaluate(operands, &mut keeper);
    measured(op, operands, measures, (reference, keeper), reference.bits)
}

/// Evaluates a lane and measures an observed result in place of the reference.
#[inline(never)]
pub(super) fn measure_observed(
    op: &LaneOp,
    operands: &[u64; crate::eval::LANE_OPERANDS],
    measures: bool,
    observed: u64,
) -> Measure {
    let mut keeper = Keeper::default();
    let reference = op.evaluate(operands, &mut keeper);
    let datum = op.result.decode(observed);
    if observed != reference.bits
        && let Some(rounded) = &mut keeper.0
    {
        rounded.is_inexact = !rounded.value.is(&datum);
        rounded.overflowed |= datum.is_infinite();
    }
    let nearest = op.nearest(operands, reference.bits);
    Measure { nearest, ..measured(op, operands, measures, (reference, keeper), observed) }
}

/// Measures a result, given the reference and the value that the reference was rounded from.
#[inline]
fn measured(
    op: &LaneOp,
    operands: &[u64; crate::eval::LANE_OPERANDS],
    measures: bool,
    (reference, keeper): (LaneResult, Keeper),
    bits: u64,
) -> Measure {
    let result = LaneResult { bits, ..reference };
    let reference = reference.bits;
    let exactness = match keeper.0 {
        None => Exactness::Given,
        Some(Rounded { is_inexact: false, .. }) => Exactness::Exact,
        Some(_) => Exactness::Inexact,
    };
    let is_measured = |rounded: &Rounded| measures && !rounded.overflowed && !rounded.is_clamped;
    let value = keeper.0.filter(is_measured);
    let of = |least: Option<i32>| {
        let error = |it: &Rounded| error(&it.value, result.bits, op.result, least);
        value.as_ref().map(|it| if it.is_inexact { error(it) } else { 0 })
    };
    let least = least_unit(op);
    let error = of(least);
    let mut is_border = false;
    let band = match result.guarantee {
        Guarantee::Within { lo, hi } if measures => {
            is_border = self::is_border(op, [lo, hi, reference]);
            (!is_border).then(|| band(reference, [lo, hi], op.result, least))
        }
        Guarantee::Within { .. }
        | Guarantee::Bits
        | Guarantee::Reading
        | Guarantee::AnyNan
        | Guarantee::Unbounded
        | Guarantee::Unspecified => None,
    };
    // Only the ulp of the smallest results distinguishes a flush from a rounding.
    let is_flushed =
        measures && (takes_subnormal(op, operands) || loses_subnormal(op, &result, || of(None)));
    let is_open = measures
        && result.guarantee == Guarantee::Unbounded
        && op.bound.is_some_and(|bound| !bound.ranges.is_empty());
    let nearest = reference;
    Measure { result, reference, nearest, exactness, error, band, is_border, is_open, is_flushed }
}

/// Whether a subnormal operand is flushed to 0.
fn takes_subnormal(op: &LaneOp, operands: &[u64; crate::eval::LANE_OPERANDS]) -> bool {
    let sources = operands.iter().zip(&op.operands).take(usize::from(op.source_count));
    let is_subnormal = |(bits, format): (&u64, &Format)| format.classify(*bits) == Class::Subnormal;
    op.flush.operands && sources.into_iter().any(is_subnormal)
}

/// Whether the result became 0 though a subnormal number is nearer to the exact value.
fn loses_subnormal(op: &LaneOp, result: &LaneResult, error: impl FnOnce() -> Option<i64>) -> bool {
    // A number that becomes the integer 0 is not flushed.
    op.flush.result
        && !op.is_integral
        && op.result.classify(result.bits) == Class::Zero
        && error().is_some_and(|error| error.unsigned_abs() > ULP.unsigned_abs() / 2)
}

/// The exponent of the unit of an error of this result.
fn unit_exponent(bits: u64, format: Format, least: Option<i32>) -> i32 {
    let ulp = format.ulp_exponent(bits);
    least.map_or(ulp, |least| ulp.max(least)) - ERROR_BITS.cast_signed()
}

/// Narrows a number to 64 bits; one that does not fit becomes the nearest end of the range.
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// The error of a rounded result: the least one that the bounds of the value allow.
fn error(value: &Enclosure, bits: u64, format: Format, least: Option<i32>) -> i64 {
    let unit = unit_exponent(bits, format, least);
    let result = format.decode(bits);
    let is_across = result.negative != value.negative;
    let result = magnitude(&result, unit, 0);
    // An observed result may have the opposite sign.
    let result = if is_across { -result } else { result };
    let (low, _) = whole(value.low, value.exponent, unit);
    let (high, is_cut) = whole(value.low.saturating_add(value.width), value.exponent, unit);
    let high = high + i128::from(is_cut);
    let error = if result > high {
        result - high
    } else if result < low {
        result - low
    } else {
        0
    };
    narrow(if value.negative { -error } else { error })
}

/// A distance beyond all that are counted, small enough to add two of them.
const FAR: i128 = 1 << 120;

/// The whole units of 2^`unit` in `significand`·2^`exponent`, and whether there is a remainder.
fn whole(significand: u128, exponent: i32, unit: i32) -> (i128, bool) {
    let shift = exponent.saturating_sub(unit);
    if shift >= 0 {
        let is_far = bit_length(significand).saturating_add(shift) > 120;
        return (if is_far { FAR } else { (significand << shift).cast_signed() }, false);
    }
    let units = shift_right(significand, shift.unsigned_abs());
    let is_cut = significand.trailing_zeros() < shift.unsigned_abs();
    (units.cast_signed().clamp(0, FAR), is_cut)
}

/// The whole units in the magnitude of a datum; an infinity counts as 2^`infinity`.
fn magnitude(datum: &Datum, unit: i32, infinity: i32) -> i128 {
    match datum.kind {
        Kind::Finite { significand, exponent } => whole(significand.into(), exponent, unit).0,
        Kind::Infinite => whole(1, infinity, unit).0,
        Kind::Zero | Kind::Nan { .. } => 0,
    }
}

/// The distances of permitted results from the reference.
fn band(reference: u64, ends: [u64; 2], format: Format, least: Option<i32>) -> [i64; 2] {
    let Some(float) = format.float() else { return [0, 0] };
    let infinity = float.emax() + 1;
    let ulp = match format.decode(reference).kind {
        Kind::Infinite => float.emax() - float.trailing_width().cast_signed(),
        Kind::Zero | Kind::Finite { .. } | Kind::Nan { .. } => format.ulp_exponent(reference),
    };
    let unit = least.map_or(ulp, |least| ulp.max(least)) - ERROR_BITS.cast_signed();
    let place = |bits| {
        let datum = format.decode(bits);
        let magnitude = magnitude(&datum, unit, infinity);
        if datum.negative { -magnitude } else { magnitude }
    };
    ends.map(|end| narrow(place(end) - place(reference)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Context, LATEST_ISA, Target};
    use crate::eval::Prepared;
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn of(spelling: &str, operands: [u64; 3]) -> Measure {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
        let instruction = check(spelling, &context).instruction.unwrap();
        measure(Prepared::new(&instruction, &context).lane_op(), &operands, true)
    }

    #[test]
    fn an_error_is_the_result_minus_the_value() {
        // 0x3f808000 is a tie between 1 and 1 + 2^-7.
        assert_eq!(of("cvt.rn.bf16.f32", [0x3f80_8000, 0, 0]).error, Some(-ULP / 2));
        assert_eq!(of("cvt.rn.bf16.f32", [0x3f81_8000, 0, 0]).error, Some(ULP / 2));
        assert_eq!(of("cvt.rn.bf16.f32", [0xbf81_8000, 0, 0]).error, Some(-ULP / 2));
        assert_eq!(of("cvt.rz.bf16.f32", [0x3f80_c000, 0, 0]).error, Some(-ULP * 3 / 4));
        assert_eq!(of("cvt.rn.bf16.f32", [0x3f80_0000, 0, 0]).error, Some(0));
        // Below a power of two the ulp is that of the result's binade.
        assert_eq!(of("cvt.rn.bf16.f32", [0x3fff_c000, 0, 0]).error, Some(ULP / 8));
        // The smallest bf16 is 2^-133; a quarter of that becomes 0.
        assert_eq!(of("cvt.rn.bf16.f32", [0x4000, 0, 0]).error, Some(-ULP / 4));
    }

    #[test]
    fn a_quotient_without_end_is_cut_off_towards_zero() {
        // 1/3 in f32 is 0x3eaaaaab, which is a third of an ulp too large.
        assert_eq!(of("div.rn.f32", [0x3f80_0000, 0x4040_0000, 0]).error, Some(ULP / 3));
        assert_eq!(of("div.rz.f32", [0x3f80_0000, 0x4040_0000, 0]).error, Some(-(2 * ULP / 3)));
        assert_eq!(of("div.rn.f32", [0xbf80_0000, 0x4040_0000, 0]).error, Some(-(ULP / 3)));
    }

    #[test]
    fn an_error_is_never_too_large() {
        // 1/5 in f64 is two fifths of an ulp too large, 1/3 a third too small.
        let error = |divisor| of("div.rn.f64", [0x3ff0_0000_0000_0000, divisor, 0]).error.unwrap();
        let (fifth, third) = (error(0x4014_0000_0000_0000), error(0x4008_0000_0000_0000));
        assert!(fifth <= 2 * ULP / 5 && fifth > 2 * ULP / 5 - ULP / 128, "{fifth}");
        assert!(-third <= ULP / 3 && -third > ULP / 3 - ULP / 128, "{third}");
    }

    #[test]
    fn what_was_not_rounded_has_no_error() {
        let nan = of("sqrt.rn.f32", [0xbf80_0000, 0, 0]);
        assert_eq!((nan.exactness, nan.error), (Exactness::Given, None));
        let overflow = of("cvt.rn.bf16.f32", [0x7f7f_ffff, 0, 0]);
        assert_eq!((overflow.exactness, overflow.error), (Exactness::Inexact, None));
        let clamped = of("cvt.rn.relu.bf16.f32", [0xbf80_0000, 0, 0]);
        assert_eq!((clamped.exactness, clamped.error), (Exactness::Inexact, None));
        let beyond = of("cvt.rni.s32.f32", [0x7f00_0000, 0, 0]);
        assert_eq!((beyond.exactness, beyond.error), (Exactness::Inexact, None));
    }

    #[test]
    fn a_flushed_result_has_its_whole_value_as_error() {
        // 2^-127 is 2^22 units of 2^-149.
        let flushed = of("mul.rn.ftz.f32", [0x0080_0000, 0x3f00_0000, 0]);
        assert_eq!((flushed.result.bits, flushed.error), (0, Some(-ULP << 22)));
        assert_eq!((flushed.is_flushed, flushed.error_of_rounding()), (true, None));
    }

    #[test]
    fn a_flush_is_distinguished_from_a_rounding() {
        let is_flushed = |spelling, operands| of(spelling, operands).is_flushed;
        // A subnormal operand.
        assert!(is_flushed("add.ftz.f32", [0x0000_0001, 0x3f80_0000, 0]));
        assert!(!is_flushed("add.f32", [0x0000_0001, 0x3f80_0000, 0]));
        // Less than half of the smallest subnormal is 0 without a flush.
        assert!(!is_flushed("mul.ftz.f32", [0x0080_0000, 0x0080_0000, 0]));
        assert!(!is_flushed("mul.ftz.f32", [0, 0x3f80_0000, 0]));
    }

    #[test]
    fn integral_results_are_measured_in_integers() {
        assert_eq!(of("cvt.rni.f16.f16", [0x3800, 0, 0]).error, Some(-ULP / 2));
        assert_eq!(of("cvt.rni.f16.f16", [0x3e00, 0, 0]).error, Some(ULP / 2));
        assert_eq!(of("cvt.rni.s32.f32", [0x3fc0_0000, 0, 0]).error, Some(ULP / 2));
        assert_eq!(of("cvt.rzi.s32.f32", [0xbfe0_0000, 0, 0]).error, Some(ULP * 3 / 4));
    }

    #[test]
    fn a_band_is_counted_from_the_reference() {
        // ex2.approx.ftz.bf16 is documented to 2^-7 of the true value.
        let power = of("ex2.approx.ftz.bf16", [0x3fc0, 0, 0]);
        assert_eq!(power.result.guarantee, Guarantee::Within { lo: 0x4034, hi: 0x4036 });
        assert_eq!((power.result.bits, power.band), (0x4035, Some([-ULP, ULP])));
        assert!(power.error.unwrap().abs() <= ULP / 2);
        assert_eq!(of("add.f32", [0, 0, 0]).band, None);
    }

    #[test]
    fn an_absolute_error_has_the_ulp_of_1() {
        // 2^-20.5 is 2^2.5 units of 2^-23, whatever the result.
        for bits in [1, 0x3f00_0000] {
            let [low, high] = of("sin.approx.f32", [bits, 0, 0]).band.unwrap();
            assert!((-6 * ULP..-5 * ULP).contains(&low), "{low}");
            assert!((5 * ULP..6 * ULP).contains(&high), "{high}");
        }
        let error = of("sin.approx.f32", [0x3400_0000, 0, 0]).error.unwrap();
        assert_eq!(error, 0, "far less than a unit");
        // Far from 0 there is no bound.
        let far = of("sin.approx.f32", [0x7000_0000, 0, 0]);
        assert!(far.is_open && far.error_of_rounding().is_some());
        assert_eq!(far.error_within_bound(), None);
    }

    #[test]
    fn where_some_permitted_results_are_flushed_there_is_no_band() {
        // 1 / 2^126 is the smallest normal number; an ulp below, it is flushed.
        let border = of("rcp.approx.ftz.f32", [0x7e80_0000, 0, 0]);
        assert_eq!((border.band, border.is_border), (None, true));
        let inside = of("rcp.approx.ftz.f32", [0x7e00_0000, 0, 0]);
        assert_eq!((inside.band, inside.is_border), (Some([-ULP, ULP]), false));
    }

    #[test]
    fn what_is_far_counts_as_beyond() {
        assert!(is_beyond(i64::MIN) && is_beyond(i64::MAX) && !is_beyond(i64::MAX - 1));
        assert_eq!(1_u64 << 43 << ERROR_BITS, i64::MIN.unsigned_abs());
    }

    #[test]
    fn distances_saturate() {
        assert_eq!(whole(1, 500, 0), (FAR, false));
        assert_eq!(whole(u128::MAX, 0, 0), (FAR, false));
        assert_eq!(whole(5, -1, 0), (2, true));
        assert_eq!(whole(5, -500, 0), (0, true));
        assert_eq!((narrow(FAR), narrow(-FAR)), (i64::MAX, i64::MIN));
    }
}
