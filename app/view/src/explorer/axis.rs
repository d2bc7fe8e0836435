//! The axes of drawings: their names, and marks at round values.

use ptxfp::explore::rank::{at_rank, n_numbers, rank};
use ptxfp::format::{Class, Format};
use ptxfp::internals::arith::{Datum, Kind};
use ptxfp::text;

use crate::number::{short, with_minus};

/// A mark on an axis: its place in thousandths, and its label.
pub type Tick = (u32, String);

/// Both axes of a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AxesView {
    /// The quantity of the vertical axis.
    pub up: String,
    /// Marks on that axis, by their distances from the top.
    pub heights: Vec<Tick>,
    /// The quantity of the horizontal axis.
    pub along: String,
    /// Marks on that axis, from the left.
    pub places: Vec<Tick>,
}

/// The number of parts of an axis, with a mark near each of their ends.
const PARTS: u64 = 8;

/// The rank of the zero of negative numbers: a floating-point format has another one.
fn negative_zero(format: Format) -> u64 {
    rank(format, 0).saturating_sub(u64::from(format.float().is_some()))
}

/// The magnitude whose rank is given, and whether it is negative.
fn magnitude(format: Format, at: u64) -> (u64, bool) {
    match at.checked_sub(rank(format, 0)) {
        Some(above) => (above, false),
        None => (negative_zero(format).saturating_sub(at), true),
    }
}

/// The roundest encoding from one rank to another: the one whose magnitude has the most zeros at
/// its end.
fn roundest(format: Format, from: u64, to: u64) -> u64 {
    let zero = rank(format, 0);
    if from <= zero && zero <= to {
        return 0;
    }
    let ((one, is_negative), (two, _)) = (magnitude(format, from), magnitude(format, to));
    let (low, high) = (one.min(two), one.max(two));
    // The bits above the highest one in which both ends differ, and that one.
    let kept = (low.wrapping_sub(1) ^ high).checked_ilog2().unwrap_or(0);
    let found = if low == 0 { 0 } else { high >> kept << kept };
    at_rank(format, if is_negative { negative_zero(format) - found } else { zero + found })
}

/// Returns the text of a mark: a power of two where that is shorter than its decimal.
pub fn label(bits: u64, format: Format) -> String {
    const LONGEST: usize = 7;
    let text = text::exact_brief(bits, format);
    if text.len() <= LONGEST {
        return raised(&text);
    }
    let Datum { negative, kind } = format.decode(bits);
    match kind {
        Kind::Finite { significand, exponent } if significand.is_power_of_two() => {
            let power = i64::from(exponent) + i64::from(significand.ilog2());
            let sign = if negative { "-" } else { "" };
            [&*with_minus(sign), &power_of_two(power)].concat()
        }
        Kind::Finite { .. } | Kind::Zero | Kind::Infinite | Kind::Nan { .. } => {
            short(&with_minus(&text::concise(bits, format)))
        }
    }
}

/// A power of two, its exponent raised.
pub fn power_of_two(exponent: i64) -> String {
    raised(&["2^", &exponent.to_string()].concat())
}

/// A number with a minus sign, and with its exponent raised if it is a power.
fn raised(text: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let Some((base, exponent)) = text.split_once('^') else { return with_minus(text) };
    let exponent = exponent.bytes().map(|byte| match byte {
        b'0'..=b'9' => DIGITS.get(usize::from(byte - b'0')).copied().unwrap_or_default(),
        _ => '⁻',
    });
    with_minus(base).chars().chain(exponent).collect()
}

/// Marks at round values among the numbers from one rank to another, placed in proportion to rank;
/// `end` is the rank at the end of the axis, where NaNs may follow the numbers.
pub fn ticks(format: Format, [first, last]: [u64; 2], end: u64) -> Vec<Tick> {
    let span = end.saturating_sub(first).max(1);
    let last = last.min(n_numbers(format).saturating_sub(1));
    let part = |n: u64| u64::try_from(u128::from(span) * u128::from(n) / 24).unwrap_or(u64::MAX);
    let mut ticks: Vec<Tick> = Vec::new();
    for step in 0..=PARTS {
        let at = first.saturating_add(part(3 * step));
        let from = at.saturating_sub(part(1)).max(first);
        let to = at.saturating_add(part(1)).min(last);
        if from > to {
            continue;
        }
        // An end that is an infinity, or as short as 1, says more than a number near it.
        let ends = [(from == first, first), (to == last, last)];
        let mut ends = ends.into_iter().filter(|(is_here, _)| *is_here);
        let end = ends.find_map(|(_, rank)| {
            let bits = at_rank(format, rank);
            let is_short = text::exact_brief(bits, format).trim_start_matches('-').len() == 1;
            (format.classify(bits) == Class::Infinite || is_short).then_some(bits)
        });
        let bits = end.unwrap_or_else(|| roundest(format, from, to));
        let from_start = rank(format, bits).saturating_sub(first);
        let place = u128::from(from_start) * 1000 / u128::from(span);
        let place = u32::try_from(place).unwrap_or(1000);
        let text = label(bits, format);
        if ticks.last().is_none_or(|(other, said)| place >= other + 60 && *said != text) {
            ticks.push((place, text));
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use ptxfp::format::Format;
    use ptxfp::format::table::{F16, F32, S32};

    use super::*;

    fn labels(format: Format, ends: [u64; 2]) -> Vec<String> {
        let ranks = ends.map(|bits| rank(format, bits));
        ticks(format, ranks, ranks[1]).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn a_whole_format_has_powers_of_two_its_zero_and_its_ends() {
        assert_eq!(
            labels((&F32).into(), [0xff80_0000, 0x7f80_0000]),
            [
                "\u{2212}inf",
                "\u{2212}2⁶⁵",
                "\u{2212}2",
                "\u{2212}2⁻⁶³",
                "0",
                "2⁻⁶³",
                "2",
                "2⁶⁵",
                "inf"
            ]
        );
    }

    #[test]
    fn an_end_at_1_is_marked() {
        let marks = labels((&F16).into(), [0xbc00, 0x3c00]);
        assert_eq!(marks.first().map(String::as_str), Some("\u{2212}1"));
        assert_eq!(marks.last().map(String::as_str), Some("1"));
    }

    #[test]
    fn a_binade_has_eighths() {
        let eighths = ["1", "1.125", "1.25", "1.375", "1.5", "1.625", "1.75", "1.875", "2"];
        assert_eq!(labels((&F32).into(), [0x3f80_0000, 0x4000_0000]), eighths);
    }

    #[test]
    fn marks_are_in_order_and_inside() {
        for (format, ends) in [
            (Format::from(&F16), [0x0001, 0x0400]),
            (Format::from(&F16), [0x3c00, 0x3c02]),
            (Format::from(&F16), [0xbc00, 0x3c00]),
            (Format::from(&S32), [0x8000_0000, 0x7fff_ffff]),
        ] {
            let ranks = ends.map(|bits| rank(format, bits));
            let ticks = ticks(format, ranks, ranks[1]);
            assert!(ticks.len() > 1 && ticks.is_sorted(), "{ticks:?}");
            assert!(ticks.iter().all(|(place, _)| *place <= 1000), "{ticks:?}");
        }
    }
}
