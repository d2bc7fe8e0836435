//! The explanation of an approximate result.

use ptxfp::catalog::bound::{Error, Permitted, Range, count};
use ptxfp::eval::{Outcome, Rule};
use ptxfp::text::grouped;

use super::{Lane, shown};

impl Lane<'_> {
    /// Describes the results that a bound permits.
    pub(super) fn approximate(&self, range: Option<&Range>, permitted: Permitted) -> String {
        let value = shown(self.result.bits, self.op.result);
        match permitted {
            Permitted::Interval { lo, hi } => self.interval(range, lo, hi),
            Permitted::Pinned if range.is_some_and(|it| it.error == Error::Vanishes) => {
                ["for a divisor this large the ISA gives ", &value].concat()
            }
            Permitted::Pinned => ["the ISA lists this as a special case: ", &value].concat(),
            Permitted::Nearest => [
                "no value is within the documented error here; by our reading the result is ",
                &value,
            ]
            .concat(),
            Permitted::AnyNan => match self.trace.outcome() {
                Some(Outcome::Rule { rule: Rule::NanOperand { operand }, .. }) => {
                    [&self.name(*operand), " is a NaN, so the result is one"].concat()
                }
                Some(Outcome::Rule { .. } | Outcome::Finite { .. }) | None => {
                    [&self.subject(), " has no value here, so the result is a NaN"].concat()
                }
            },
            Permitted::Unbounded => {
                [&self.rounding, " has no error bound for this operand; the nearest value is shown"]
                    .concat()
            }
        }
    }

    /// Describes the number of values that are permitted, and the reason.
    fn interval(&self, range: Option<&Range>, lo: u64, hi: u64) -> String {
        let error = range.map(|range| match range.error {
            Error::Ulp(count) | Error::UlpOfRounded(count) => {
                [" may be off by ", &count.to_string(), " ulp"].concat()
            }
            error @ (Error::Absolute(_) | Error::Relative(_)) => {
                let power = error.exponent().unwrap_or_default();
                let whole = if matches!(error, Error::Relative(_)) { " of the value" } else { "" };
                [" may be off by 2^", &power, whole].concat()
            }
            Error::Vanishes => String::from(" has its own rule here"),
        });
        let count = self.op.result.float().map_or(1, |format| count(lo, hi, format));
        let many = if count == 1 {
            String::from(", but only one value is that close")
        } else {
            [", so any of ", &grouped(count), " values may result; the nearest is shown"].concat()
        };
        [&self.rounding, &*error.unwrap_or_default(), &many].concat()
    }
}
