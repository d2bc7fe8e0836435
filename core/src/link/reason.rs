//! Why a recorded result is permitted or not, in words.

use crate::eval::Guarantee;
use crate::verdict::Verdict;

/// Returns the error in a register with bits outside of its lanes, or the reason why it is permitted.
#[must_use]
pub const fn reason_of_strays(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Permitted => "by our reading the other bits are 0",
        Verdict::Reproduced | Verdict::Observed | Verdict::Differs => "the other bits are 0",
    }
}

/// Returns the reason for the verdict on a lane of a recorded result that is not reproduced.
#[must_use]
pub const fn reason(verdict: Verdict, guarantee: Guarantee) -> &'static str {
    match (guarantee, verdict) {
        (_, Verdict::Observed) => "what GPUs were observed to return",
        (Guarantee::Bits, _) => "exact bits guaranteed",
        (Guarantee::Reading, Verdict::Differs) => "not by any reading of the text",
        (Guarantee::Reading, _) => "by another reading of the text",
        (Guarantee::AnyNan, Verdict::Differs) => "the result is NaN",
        (Guarantee::AnyNan, _) => "the bits of this NaN are unspecified",
        (Guarantee::Within { .. }, Verdict::Differs) => "beyond the documented error",
        (Guarantee::Within { .. }, _) => "within the documented error",
        (Guarantee::Unbounded, _) => "the ISA gives no bound",
        (Guarantee::Unspecified, _) => "the ISA does not specify it",
    }
}
