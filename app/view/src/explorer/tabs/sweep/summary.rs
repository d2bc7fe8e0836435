//! The findings of a sweep, in sentences and counts.

use ptxfp::catalog::bound::{Error, Range};
use ptxfp::eval::Prepared;
use ptxfp::explore::domain::Set;
use ptxfp::explore::measure::{BEYOND, ERROR_BITS, ULP, is_beyond, least_unit};
use ptxfp::explore::tally::Tally;
use ptxfp::format::Format;
use ptxfp::internals::tasks::Measured;
use ptxfp::text::grouped;
use ptxfp::text::hex;

use crate::explorer::tabs::sweep::Swept;
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
        ("at the border of the flush", tally.border),
        ("without a documented error", tally.open),
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
        rest.extend([&*grouped(tally.flushed), " flush a subnormal, and are apart. "]);
    } else if flush.operands || flush.result {
        rest.push_str("No result is flushed. ");
    }
    if tally.border > 0 {
        let border = "Apart at the border of the flush, where 0 is permitted too: ";
        rest.extend([border, &*grouped(tally.border), ". "]);
    }
    if tally.open > 0 {
        rest.extend(["Apart without a documented error: ", &*grouped(tally.open), "."]);
    }
    rest.truncate(rest.trim_end().len());
    [lead, rest]
}

/// The main finding, which is about errors, and what belongs to it.
fn finding(swept: &Swept) -> [String; 2] {
    let tally = &swept.tally;
    // Nothing is known about operands that were skipped or are pending.
    let is_random = matches!(swept.domain.set(), Set::Random { .. });
    let is_whole = swept.domain.stride() == 1 && !is_random && tally.count == swept.domain.len();
    let width = u32::from(swept.domain.format().width());
    let worst = tally.worst().first();
    let error = worst.map_or_else(String::new, |worst| size(swept, worst.error));
    let at = worst.map_or_else(String::new, |worst| hex(worst.bits, width));
    let mut rest = String::new();
    let lead = match (documented(swept), worst) {
        _ if swept.measured == Measured::Nothing => {
            rest.push_str("Choose Errors to measure them, which takes longer. ");
            String::from("Errors are not measured.")
        }
        (bound, worst) if swept.is_observed() => {
            let most = if worst.is_some() {
                rest.extend(["The largest error is at ", &at, ". "]);
                ["at most ", &*error].concat()
            } else {
                String::from("no error")
            };
            let right = tally.count - tally.departed;
            let right = [&*share_in_tenths(right, tally.count), " correctly rounded."].concat();
            let bound = bound.unwrap_or_else(|| String::from("No bound is documented."));
            [&*bound, " Observed: ", &most, "; ", &right].concat()
        }
        (Some(bound), worst) => {
            if worst.is_some() {
                rest.extend(["The correctly rounded result is at most ", &*error]);
                rest.push_str(
                    " from the exact value; the instruction may return another permitted one. ",
                );
            }
            bound
        }
        (None, Some(_)) if is_approximate(tally) => {
            let before = "No bound is documented; the correctly rounded result is up to ";
            [before, &error, " from the exact value, at ", &at, "."].concat()
        }
        (None, Some(_)) => {
            let before = if is_whole { "Never more than " } else { "The largest error found is " };
            [before, &error, ", at ", &at, "."].concat()
        }
        (None, None) if tally.exactness.inexact == 0 => String::from("No result is inexact."),
        (None, None) => String::from("No result has an error to measure."),
    };
    [lead, rest]
}

/// The documented error, in a sentence; `None` where none is documented.
fn documented(swept: &Swept) -> Option<String> {
    let ranges = swept.state.instruction.form.bound()?.words();
    let mut all = Vec::new();
    for (over, error) in &ranges {
        let is_absolute = error.starts_with("2^") && !error.contains(' ');
        let within = if is_absolute { "within " } else { "" };
        let place = if ranges.len() > 1 { [" for ", &**over].concat() } else { String::new() };
        all.push([within, error, &place].concat());
    }
    (!all.is_empty()).then(|| ["Documented: ", &*all.join("; "), "."].concat())
}

/// The unit of errors.
pub(super) fn unit(swept: &Swept) -> &'static str {
    let op = *Prepared::new(&swept.state.instruction, &swept.state.context).lane_op();
    match least_unit(&op) {
        Some(_) if is_absolute(swept) => "ulp of 1",
        Some(_) if op.bound.is_some() => "ulp, at least that of 1",
        Some(_) | None => "ulp",
    }
}

/// Whether every documented error is absolute: then errors are counted in the ulp of 1.
fn is_absolute(swept: &Swept) -> bool {
    let is_absolute = |range: &Range| matches!(range.error, Error::Absolute(_));
    let bound = swept.state.instruction.form.bound();
    bound.is_some_and(|bound| !bound.ranges.is_empty() && bound.ranges.iter().all(is_absolute))
}

/// The size of an error in ulp, or as a power of two where documented errors are.
fn size(swept: &Swept, error: i64) -> String {
    let op = *Prepared::new(&swept.state.instruction, &swept.state.context).lane_op();
    match least_unit(&op) {
        Some(unit) if is_absolute(swept) && error != 0 => {
            power_above(error.unsigned_abs(), unit - ERROR_BITS.cast_signed())
        }
        _ => [&*ulps(error.saturating_abs()), " ulp"].concat(),
    }
}

/// 2^(n/10) for n from 0 to 9, times 2^16, rounded up.
const TENTHS: [u64; 10] =
    [65_536, 70_240, 75_282, 80_685, 86_476, 92_682, 99_335, 106_464, 114_105, 122_295];

/// The least power of two with a decimal in its exponent that a number of units of 2^`unit` does not
/// exceed.
fn power_above(count: u64, unit: i32) -> String {
    let whole = count.ilog2();
    let mantissa = (u128::from(count) << 16).div_ceil(1 << whole);
    let tenth = TENTHS.iter().position(|power| u128::from(*power) >= mantissa).unwrap_or(10);
    let tenths = 10 * (i64::from(whole) + i64::from(unit)) + i64::try_from(tenth).unwrap_or(0);
    let sign = if tenths < 0 { "\u{2212}" } else { "" };
    let (whole, rest) = ((tenths.abs() / 10).to_string(), (tenths.abs() % 10).to_string());
    let rest = if rest == "0" { String::new() } else { [".", &*rest].concat() };
    ["2^", sign, &whole, &rest].concat()
}

/// A share in percent with a digit, truncated.
fn share_in_tenths(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    [&*(tenths / 10).to_string(), ".", &(tenths % 10).to_string(), " %"].concat()
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
        assert_eq!(share_in_tenths(55_456, 65_536), "84.6 %");
        // 1 is 2^0; a little more than 2^10.5 is at most 2^10.6.
        let powers = [1, 1448, 1449, 1 << 20].map(|count| power_above(count, -20));
        assert_eq!(powers, ["2^\u{2212}20", "2^\u{2212}9.5", "2^\u{2212}9.4", "2^0"]);
    }
}
