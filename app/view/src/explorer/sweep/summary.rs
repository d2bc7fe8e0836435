//! The findings of a sweep, in sentences and counts.

use ptxfp::eval::Prepared;
use ptxfp::explore::domain::Set;
use ptxfp::explore::measure::{BEYOND, ERROR_BITS, ULP, is_beyond};
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::internals::job::Measured;
use ptxfp::text::grouped;
use ptxfp::text::hex;

use crate::explorer::sweep::Swept;
use crate::number::value;
use crate::table::TableView;

/// An error in ulp; if it is too large to count, the limit of counting.
pub(super) fn ulps(error: i64) -> String {
    const DIGITS: u64 = 10_000;
    if is_beyond(error) {
        let most = if error < 0 { "at most \u{2212}" } else { "at least " };
        return [most, BEYOND].concat();
    }
    let magnitude = error.unsigned_abs();
    let fraction = ((magnitude % ULP.unsigned_abs()) * DIGITS) >> ERROR_BITS;
    let digits = (DIGITS + fraction).to_string();
    let digits = digits.get(1..).unwrap_or_default().trim_end_matches('0');
    let sign = if error < 0 { "\u{2212}" } else { "" };
    let whole = grouped(magnitude >> ERROR_BITS);
    if digits.is_empty() { [sign, &whole].concat() } else { [sign, &whole, ".", digits].concat() }
}

/// Whether the ISA only bounds the error of results or does not bound it: then the correctly
/// rounded result is measured, not the one that the instruction returns.
pub(super) const fn is_approximate(tally: &Tally) -> bool {
    tally.guarantees.within + tally.guarantees.unbounded > 0
}

/// Returns the number of results of each kind, and their share.
pub(super) fn counts(swept: &Swept) -> TableView {
    let tally = &swept.tally;
    let mut table = TableView::new("Results by kind", &["kind", "results", "share"]);
    let (classes, exact, guaranteed) = (&tally.classes, &tally.exactness, &tally.guarantees);
    if swept.is_observed() {
        let number = tally.count - tally.departed;
        table.add(&["correctly rounded", &grouped(number), &share(number, tally.count)]);
    }
    for (kind, number) in [
        ("exact", exact.exact),
        ("inexact", exact.inexact),
        ("given by a rule", exact.given),
        ("flushed", tally.flushed),
        ("zero", classes.zero),
        ("subnormal", classes.subnormal),
        ("normal", classes.normal),
        ("infinite", classes.infinite),
        ("NaN", classes.nan),
        ("within a bound", guaranteed.within),
        ("our reading", guaranteed.reading),
        ("a NaN, bits unspecified", guaranteed.any_nan),
        ("no bound", guaranteed.unbounded),
        ("unspecified", guaranteed.unspecified),
    ] {
        if number > 0 {
            table.add(&[kind, &grouped(number), &share(number, tally.count)]);
        }
    }
    table
}

/// A share in percent with two digits, truncated.
fn share(part: u64, whole: u64) -> String {
    let hundredths = u128::from(part) * 10_000 / u128::from(whole.max(1));
    let digits = (100 + hundredths % 100).to_string();
    let digits = digits.get(1..).unwrap_or_default();
    [&*(hundredths / 100).to_string(), ".", digits, " %"].concat()
}

/// An error with its sign.
pub(super) fn signed(error: i64) -> String {
    let sign = if error > 0 && !is_beyond(error) { "+" } else { "" };
    [sign, &*ulps(error)].concat()
}

/// Describes the plot for screen readers: the main finding, and the rest.
pub(super) fn summary(swept: &Swept, format: Format) -> [String; 2] {
    let tally = &swept.tally;
    let [lead, mut rest] = finding(swept);
    if let Some([least, greatest]) = tally.range(format) {
        let [least, greatest] = [least, greatest].map(|bits| value(bits, format));
        rest.extend(["Results from ", &least, " to ", &greatest, "; "]);
    }
    if tally.classes.nan > 0 {
        rest.extend([&*grouped(tally.classes.nan), " are NaN, "]);
    }
    rest.extend([&*grouped(tally.exactness.exact), " exact. "]);
    let flush = Prepared::new(&swept.state.instruction, &swept.state.context).lane_op().flush;
    if tally.flushed > 0 {
        rest.extend([&*grouped(tally.flushed), " flush a subnormal; their errors are separate."]);
    } else if flush.operands || flush.result {
        rest.push_str("No result is flushed.");
    }
    [lead, rest]
}

/// The main finding, which is about errors, and what belongs to it.
fn finding(swept: &Swept) -> [String; 2] {
    let tally = &swept.tally;
    // Nothing is known about operands that were skipped or are pending.
    let is_random = matches!(swept.domain.set(), Set::Random { .. });
    let is_whole = swept.domain.stride() == 1 && !is_random && tally.count == swept.domain.len();
    let worst = tally.worst().first().map(|worst| (worst.bits, ulps(worst.error.saturating_abs())));
    let mut rest = String::new();
    let (before, at, end) = match (&tally.widest, worst) {
        _ if swept.measured == Measured::Nothing => {
            rest.push_str("Choose Errors to measure them, which takes longer. ");
            (String::from("Errors are not measured"), None, "")
        }
        (_, Some((bits, error))) if swept.is_observed() => {
            rest.push_str(&share(tally.count - tally.departed, tally.count));
            rest.push_str(" are correctly rounded. ");
            if let Some(widest) = &tally.widest {
                let [low, high] = widest.band.map(signed);
                rest.extend(["Permitted: ", &low, " to ", &high, " ulp at most. "]);
            }
            let before = ["Observed results are at most ", &error].concat();
            (before, Some(bits), " ulp from the exact value")
        }
        (Some(widest), worst) => {
            if let Some((_, error)) = worst {
                rest.extend(["The correctly rounded result is at most ", &error]);
                rest.push_str(
                    " ulp from the exact value; the instruction may return another permitted one. ",
                );
            }
            let [low, high] = widest.band.map(signed);
            let before = ["Results are permitted from ", &low, " to ", &high].concat();
            (before, Some(widest.bits), " ulp around the correctly rounded one")
        }
        (None, Some((bits, error))) if is_approximate(tally) => {
            let before = "No bound is documented; the correctly rounded result is up to ";
            ([before, &error].concat(), Some(bits), " ulp from the exact value")
        }
        (None, Some((bits, error))) => {
            let before = if is_whole { "Never more than " } else { "The largest error found is " };
            ([before, &error].concat(), Some(bits), " ulp")
        }
        (None, None) if tally.exactness.inexact == 0 => {
            (String::from("No result is inexact"), None, "")
        }
        (None, None) => (String::from("No result has an error to measure"), None, ""),
    };
    let width = u32::from(swept.domain.format().width());
    let at = at.map_or_else(String::new, |bits| [", at ", &*hex(bits, width)].concat());
    [[&*before, end, &at, "."].concat(), rest]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_errors_are_in_ulp() {
        assert_eq!(
            ["0", "999", "1,000", "4,294,967,296"],
            [0, 999, 1000, 1 << 32].map(grouped).each_ref().map(String::as_str)
        );
        assert_eq!(ulps(ULP / 2), "0.5");
        assert_eq!(ulps(-ULP * 1234 - ULP / 4), "\u{2212}1,234.25");
        assert_eq!(ulps(0), "0");
        // A limit of counting is not a bound.
        assert_eq!(ulps(i64::MAX), "at least 2^43");
        assert_eq!(ulps(i64::MIN), "at most \u{2212}2^43");
        assert_eq!(share(1, 3), "33.33 %");
        assert_eq!(share(5, 5), "100.00 %");
    }
}
