//! The comparison of a result from elsewhere with the present one.

use alloc::vec::Vec;
use core::fmt;

use crate::catalog::bound::is_between;
use crate::eval::{Evaluation, Guarantee, LaneResult, Otherwise, Prepared};

/// The comparison of a result from elsewhere with the present one. The last is the worst.
///
/// ```
/// use ptxfp::{Instruction, Verdict};
///
/// let nan = Instruction::parse("sqrt.rn.f32", "sm_90")?.evaluate_values(&[-1.0_f32])?;
/// assert_eq!(nan.verdict(0x7fff_ffff), Verdict::Reproduced);
/// assert_eq!(nan.verdict(0xffc0_0000), Verdict::Permitted);
/// assert_eq!(nan.verdict(0x0000_0000).to_string(), "differs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is the present result.
    Reproduced,
    /// It is another permitted result, which GPUs were observed to return.
    Observed,
    /// It is another permitted result.
    Permitted,
    /// The ISA does not permit it.
    Differs,
}

impl Verdict {
    /// The one word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Observed => "observed",
            Self::Permitted => "permitted",
            Self::Differs => "differs",
        }
    }

    /// Turns `Permitted` into `Observed` if the recorded result is the observed one.
    #[must_use]
    pub fn or_observed(self, recorded: u64, observed: Option<u64>) -> Self {
        if self == Self::Permitted && observed == Some(recorded) { Self::Observed } else { self }
    }

    /// Compares a whole register; `registers` are the operands. It does not know what was
    /// [observed](crate::observed); [`Self::or_observed`] adds that.
    #[must_use]
    pub fn of(
        recorded: u64,
        prepared: &Prepared,
        registers: &[u64],
        evaluation: &Evaluation,
    ) -> Self {
        let start = Self::of_strays(recorded, prepared, registers, evaluation);
        (0..).zip(evaluation.lanes()).fold(start, |worst, (lane, result)| {
            worst.max(Self::of_lane(recorded, lane, prepared, registers, result))
        })
    }

    /// Compares the bits that belong to no lane.
    #[must_use]
    pub fn of_strays(
        recorded: u64,
        prepared: &Prepared,
        registers: &[u64],
        evaluation: &Evaluation,
    ) -> Self {
        let is_open = |(lane, result): (u8, &LaneResult)| {
            alternatives(lane, prepared, registers, result)
                .any(|otherwise| otherwise == Otherwise::LowBits)
        };
        if !prepared.destination().has_strays(recorded) {
            Self::Reproduced
        } else if (0..).zip(evaluation.lanes()).any(is_open) {
            Self::Permitted
        } else {
            Self::Differs
        }
    }

    /// Compares the bits that a register has in a lane.
    #[must_use]
    pub fn of_lane(
        recorded: u64,
        lane: u8,
        prepared: &Prepared,
        registers: &[u64],
        result: &LaneResult,
    ) -> Self {
        let format = prepared.lane_op().result;
        let recorded = prepared.destination().extract(recorded, lane);
        let is_permitted = match result.guarantee {
            Guarantee::Bits => false,
            Guarantee::Reading => {
                alternatives(lane, prepared, registers, result).any(|otherwise| match otherwise {
                    // A NaN is as open as another one, unless it is canonical.
                    Otherwise::Bits(bits) => bits == recorded,
                    Otherwise::LowBits => false,
                    Otherwise::Any => true,
                }) || prepared.lane_op().leaves_nans_open()
                    && format.is_nan(result.bits)
                    && format.is_nan(recorded)
            }
            Guarantee::AnyNan => format.is_nan(recorded),
            Guarantee::Within { lo, hi } => {
                format.float().is_some_and(|float| is_between(recorded, lo, hi, float))
            }
            Guarantee::Unbounded | Guarantee::Unspecified => true,
        };
        match (recorded == result.bits, is_permitted) {
            (true, _) => Self::Reproduced,
            (false, true) => Self::Permitted,
            (false, false) => Self::Differs,
        }
    }
}

impl fmt::Display for Verdict {
    /// Writes the one word for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The results of a lane by other readings.
fn alternatives(
    lane: u8,
    prepared: &Prepared,
    registers: &[u64],
    result: &LaneResult,
) -> impl Iterator<Item = Otherwise> + use<> {
    let decisions = match result.guarantee {
        Guarantee::Reading => prepared.decisions(lane, registers),
        Guarantee::Bits
        | Guarantee::AnyNan
        | Guarantee::Within { .. }
        | Guarantee::Unbounded
        | Guarantee::Unspecified => Vec::new(),
    };
    decisions.into_iter().flat_map(|decision| decision.alternatives).map(|(_, otherwise)| otherwise)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::Verdict;
    use crate::eval::{Guarantee, Prepared};
    use crate::link::{parse, reason};

    /// The verdict on a link's record, and the reason for its lowest lane.
    fn verdict_of(link: &str) -> (Verdict, &'static str) {
        let parsed = parse(link);
        let state = parsed.sound().unwrap();
        let prepared = Prepared::new(&state.instruction, &state.context);
        let evaluation = prepared.evaluate(&state.registers);
        let recorded = state.recorded.expect("a record");
        let (result, registers) = (evaluation.lanes()[0], &state.registers);
        let lane = Verdict::of_lane(recorded, 0, &prepared, registers, &result);
        let whole = Verdict::of(recorded, &prepared, registers, &evaluation);
        (whole, reason(lane, result.guarantee))
    }

    #[test]
    fn determined_bits_permit_no_others() {
        let sum = "v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=";
        assert_eq!(verdict_of(&[sum, "0x40000000"].concat()).0, Verdict::Reproduced);
        let differs = (Verdict::Differs, "exact bits guaranteed");
        assert_eq!(verdict_of(&[sum, "0x40000001"].concat()), differs);
    }

    #[test]
    fn a_nan_may_be_any_but_must_be_one() {
        let sum = "v1/add.f32@sm_90?a=0x7fc00000&b=0x3f800000&d=";
        assert_eq!(verdict_of(&[sum, "0x7fffffff"].concat()).0, Verdict::Reproduced);
        let permitted = (Verdict::Permitted, "the bits of this NaN are unspecified");
        assert_eq!(verdict_of(&[sum, "0xff800001"].concat()), permitted);
        assert_eq!(
            verdict_of(&[sum, "0x7f800000"].concat()),
            (Verdict::Differs, "the result is NaN")
        );
    }

    /// Each approximate result is permitted from end to end, and no further.
    #[test]
    fn an_approximate_result_may_be_any_within_the_bound() {
        for operand in ["0x3f800000", "0x00000001", "0xbf000000", "0x80000001"] {
            let link = ["v1/sin.approx.f32@sm_90?a=", operand, "&d="].concat();
            let state = parse(&[&link, "0x00000000"].concat()).sound().unwrap();
            let prepared = Prepared::new(&state.instruction, &state.context);
            let evaluation = prepared.evaluate(&state.registers);
            let result = evaluation.lanes()[0];
            let Guarantee::Within { lo, hi } = result.guarantee else { panic!("{result:?}") };
            let format = prepared.lane_op().result;
            let verdict = |bits| Verdict::of_lane(bits, 0, &prepared, &state.registers, &result);
            let outside = [format.next_down(lo), format.next_up(hi)].map(|it| it.expect("more"));
            let nan = format.canonical_nan().expect("a NaN");
            for bits in outside.into_iter().chain([nan]) {
                assert_eq!(verdict(bits), Verdict::Differs, "{operand}: {bits:#x}");
            }
            for bits in [lo, hi] {
                let is_it = bits == result.bits;
                let expected = if is_it { Verdict::Reproduced } else { Verdict::Permitted };
                assert_eq!(verdict(bits), expected, "{operand}: {bits:#x}");
            }
        }
        // 0 is within the error, with either sign.
        let tiny = "v1/sin.approx.f32@sm_90?a=0x00000001&d=0x80000000";
        assert_eq!(verdict_of(tiny), (Verdict::Permitted, "within the documented error"));
        // A result that is flushed keeps its sign.
        for (operand, recorded) in [("0x7f000000", "0x80000000"), ("0xff000000", "0x00000000")] {
            let link = ["v1/rcp.approx.ftz.f32@sm_90?a=", operand, "&d=", recorded].concat();
            assert_eq!(verdict_of(&link), (Verdict::Differs, "exact bits guaranteed"), "{link}");
        }
    }

    #[test]
    fn what_is_open_permits_anything() {
        let inverse = "v1/rcp.approx.ftz.f64@sm_90?a=0x4008000000000000&d=0x3fd55556";
        let open = "the ISA gives no bound";
        assert_eq!(verdict_of(&[inverse, "00000000"].concat()), (Verdict::Permitted, open));
        // Only the upper half of the result is computed.
        assert_eq!(verdict_of(&[inverse, "00000001"].concat()), (Verdict::Differs, open));
        let undocumented = "v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x3f80&c=0x3f80&d=0x0001";
        assert_eq!(verdict_of(undocumented), (Verdict::Permitted, "the ISA does not specify it"));
    }

    /// The results of other readings are permitted, and no others.
    #[test]
    fn a_reading_permits_its_alternatives() {
        let flushed = "v1/mul.rn.ftz.f32@sm_90?a=0x3f7fffff&b=0x00800000&d=";
        let other = "by another reading of the text";
        let none = "not by any reading of the text";
        assert_eq!(verdict_of(&[flushed, "0x00000000"].concat()).0, Verdict::Reproduced);
        assert_eq!(verdict_of(&[flushed, "0x00800000"].concat()), (Verdict::Permitted, other));
        assert_eq!(verdict_of(&[flushed, "0x00800001"].concat()), (Verdict::Differs, none));
        // The lower bits of a tf32 result are open; for an fp6 operand with padding, all bits are.
        let tf32 = "v1/cvt.rna.tf32.f32@sm_90?a=0x3f800000&d=";
        assert_eq!(verdict_of(&[tf32, "0x3f800fff"].concat()).0, Verdict::Permitted);
        assert_eq!(verdict_of(&[tf32, "0x3f802000"].concat()).0, Verdict::Differs);
        let fp6 = "v1/cvt.rn.f16x2.e2m3x2@sm_100a?a=0x0048&d=0x0000ffff";
        assert_eq!(verdict_of(fp6), (Verdict::Permitted, other));
        // By a reading a NaN may be any NaN, and by another one the result is a zero.
        let heeded = "v1/fma.rn.oob.f16@sm_90?a=0x7e00&b=0x3c00&c=0x3c00&d=";
        for (recorded, verdict) in [
            ("0x7fff", Verdict::Reproduced),
            ("0xfe01", Verdict::Permitted),
            ("0x0000", Verdict::Permitted),
            ("0x3c00", Verdict::Differs),
        ] {
            assert_eq!(verdict_of(&[heeded, recorded].concat()).0, verdict, "{recorded}");
        }
    }

    #[test]
    fn the_worst_lane_decides() {
        let nan = "v1/add.f16x2@sm_90?a=0x3c007e00&b=0x3c003c00&d=";
        let open = "the bits of this NaN are unspecified";
        assert_eq!(verdict_of(&[nan, "0x40007e00"].concat()), (Verdict::Permitted, open));
        assert_eq!(verdict_of(&[nan, "0x40017e00"].concat()), (Verdict::Differs, open));
        assert_eq!(verdict_of(&[nan, "0x40007fff"].concat()).0, Verdict::Reproduced);
    }
}
